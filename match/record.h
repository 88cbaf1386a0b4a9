#pragma once
/*
 * The match file: Jellyfish .mat text, as GNU Backgammon, eXtreme Gammon and others
 * import it, written while the match is played and flushed after every turn.
 *
 *      ; [Player 1 "our_bot"]
 *      ; [Player 2 "opp_a"]
 *      ; [Player 1 Level "fibsbot 0.2.0: 2-ply"]
 *
 *       5 point match
 *
 *       Game 1
 *       our_bot : 0                        opp_a : 0
 *        1)                                31: 8/5 6/5
 *        2) 42: 8/4 6/4                     Doubles => 2
 *        3)  Takes                         65: 24/18 18/13
 *        ...
 *             Wins 2 points
 *
 * We are player 1, the left column. The bar is 25, off is 0, and a hit has a star.
 * Times and the file's name are UTC: YYYYMMDD-HHMMSS-US-OPPONENT-5pt.mat (unlimited:
 * -money).
 *
 * A match that is resumed, by this run of the program or a later one, is continued in
 * its file, which is read back (record_read.h). Turns that were missed because the
 * connection was lost or the program was killed are reconstructed from the two
 * positions (record_bridge.c).
 *
 * The format can only hold games from the starting position, and importers fail on
 * comments after the heading. If a game is joined in the middle, or more turns were
 * missed than can be reconstructed, its turns from there on are left out; its result
 * and all later games are recorded. The format has no word for a resignation: it is a
 * game that ends early with points for one side.
 *
 * Every function accepts a NULL record and then does nothing, so that callers need not
 * check whether records are on. A write error is kept and returned once by
 * record_error(); it never stops a match.
 */

#include <stdbool.h>
#include <time.h>

#include "base/error.h"
#include "engine/board/checkers.h"
#include "engine/board/match_state.h"
#include "engine/board/movegen.h"

enum record_side { RECORD_ME, RECORD_OPPONENT };

struct record;

/* The subfolder for the files: none, one for each opponent, or one for each day. */
enum record_grouping { RECORD_FLAT, RECORD_BY_OPPONENT, RECORD_BY_DAY };

struct record_match {
    const char *folder; /* created if it is missing */
    int grouping;       /* enum record_grouping */
    const char *my_name, *opponent;
    const char *number;         /* behind the opponent in the file's name; NULL: none */
    const char *place;          /* "fibs.com", for the [Site] line */
    const char *event;          /* for the [Event] line; NULL: none */
    const char *level;          /* ours, as reference_level.h has it; NULL: not known */
    const char *opponent_level; /* likewise */
    int length;                 /* in points; 0: unlimited */
    bool has_jacoby;            /* unlimited, with the Jacoby rule */
    bool has_no_cube;           /* nobody may double */
    bool is_resumed;            /* look for the file of this match */
    int my_score, opponent_score; /* at present */
    time_t started;               /* used in the file's name */
};

/* Finds the newest file of a match of these two players, of any length and grouping.
 * Returns false if there is none. */
bool record_find_newest(const char *folder, const char *my_name, const char *opponent,
                        char *path, size_t size);

/* Finds the file of a match by its folder, players, length and when it began (the file is
 * made within two seconds), in any grouping; other fields are ignored. Returns false if
 * there is none. */
bool record_find_begun(const struct record_match *match, char *path, size_t size);

/* Reads when the match began from the name of one of our files; false: it is none. */
bool record_start_of(const char *path, time_t *started);

/* Creates the file of a match, or opens that of a resumed match. If that file does not
 * exist, the new heading says that the beginning of the first game is missing. Returns
 * NULL with `err` if the file cannot be written. record_match_end() frees the
 * record. */
struct record *record_match_start(const struct record_match *match, struct error *err);

/* Records that a game begins at this score. Closes an open game as unfinished. */
void record_game_start(struct record *record, int my_score, int opponent_score);

/* The state of a game on the server. */
struct record_state {
    int my_score, opponent_score;
    struct position pos; /* mine is us, whoever is on roll */
    enum record_side on_turn;
    int cube;
    enum cube_owner owner;
    bool is_doubled;    /* a double to twice the cube is pending: on_turn answers it */
    struct roll rolled; /* for the next turn in the file, where that is known; else 0 */
};

/* Continues the game from `state` after a reconnection or a resumed match, or to
 * resynchronise. If turns are missing, fills them in where they can be reconstructed,
 * else leaves out the rest of this game. */
void record_game_resume(struct record *record, const struct record_state *state);

/* Records a play, in the mover's numbering; count 0 is a dance. The first play of a
 * game says who begins. If a play does not fit the recorded position, the rest of the
 * game is left out. */
void record_play(struct record *record, enum record_side side, struct roll roll,
                 const struct play *play);

/* Record a double to `cube` (2, 4, ...), a take or a drop by `side`. */
void record_double(struct record *record, enum record_side side, int cube);
void record_take(struct record *record, enum record_side side);
void record_drop(struct record *record, enum record_side side);

/* Records the winner of the game and the points won, however the game ended. */
void record_game_end(struct record *record, enum record_side winner, int points);

/* Replaces the winner and the points of the game that record_game_end() has just ended,
 * if no game has begun since. */
void record_game_correct(struct record *record, enum record_side winner, int points);

/* Closes the file and frees the record. Call it when the match is over or left. A match
 * that may continue soon (the connection was lost) can keep its record open: see
 * record_game_resume(). */
void record_match_end(struct record *record);

/* Returns the number of the game whose turns are left out from now on, once; 0 if there
 * is none. The heading of the file names such games: ; [Incomplete "2 5"]. */
int record_lost_game(struct record *record);

/* Returns the path of the file: match_format_export() writes it in other formats. */
const char *record_path(const struct record *record);

/* Returns the first write error since the last call, or NULL if there was none. */
const char *record_error(struct record *record);
