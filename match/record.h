#ifndef MATCH_RECORD_H
#define MATCH_RECORD_H
/*
 * The match file: Jellyfish .mat text, as GNU Backgammon, eXtreme Gammon and others
 * import it, written while the match is played and flushed after every turn.
 *
 *      ; [Player 1 "our_bot"]
 *      ; [Player 2 "opp_a"]
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
 * We are player 1, the left column. Bar is 25, off is 0, a hit has a star. Times and
 * the file's name are UTC: YYYYMMDD-HHMMSS-US-OPPONENT-5pt.mat (unlimited: -money).
 *
 * A match that is resumed, by this run of the program or a later one, goes on in its
 * file: the file itself is the memory, and is read back (record_read.h). Turns that
 * were missed when the line was lost or the program killed are found from the two
 * positions (record_bridge.h).
 *
 * The text can only tell games from the starting position, and importers choke on
 * comments behind the heading. So of a game that was joined in its middle, or of which
 * more was missed than can be found, the turns that cannot be told are left out up to
 * its end; its result and all further games are there. A resignation has no word of its
 * own: a game that ends early with points for one side is one.
 *
 * Every function takes a NULL record and then does nothing, so that the caller need not
 * ask whether records are wanted. A write error is kept and told once by
 * record_error(); it never stops a match.
 */

#include <stdbool.h>
#include <time.h>

#include "base/error.h"
#include "engine/board/match_state.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"

enum record_side { RECORD_ME, RECORD_OPPONENT };

struct record;

/* In which folder below that of the option; importers read one match a file, so the
 * files of an opponent or a day share a folder. */
enum record_grouping { RECORD_FLAT, RECORD_BY_OPPONENT, RECORD_BY_DAY };

struct record_match {
    const char *folder; /* made when missing */
    int grouping;       /* enum record_grouping */
    const char *my_name, *opponent;
    const char *place;            /* "fibs.com", for the [Site] line */
    int length;                   /* points; 0: unlimited */
    bool is_resumed;              /* look for its file */
    int my_score, opponent_score; /* now */
    time_t started;               /* names the file */
};

/* The newest file of a match of these two, of any length and grouping; false when there
 * is none. */
bool record_find_newest(const char *folder, const char *my_name, const char *opponent,
                        char *path, size_t size);

/* Starts the file of a match, or goes on with that of a resumed one, if it is there:
 * else the heading tells that the first game lacks its beginning. NULL with `err` when
 * it cannot be written. */
struct record *record_match_start(const struct record_match *match, struct error *err);

/* A game starts from the starting position at this score. An open game is first closed
 * as unfinished. */
void record_game_start(struct record *record, int my_score, int opponent_score);

/* How a game stands on the server. */
struct record_state {
    int my_score, opponent_score;
    struct position pos; /* mine: us, whoever is on roll */
    enum record_side on_turn;
    int cube;
    enum cube_owner owner;
    bool is_doubled; /* a double to twice the cube is open: on_turn has to answer */
};

/* The game goes on from here, after a reconnection, a resumed match or any doubt. When
 * that is just what the record holds, it goes on as before; what was missed is filled
 * in where it can be found, else the rest of this game is left out. */
void record_game_resume(struct record *record, const struct record_state *state);

/* `play` as the mover sees it; count 0 is a dance. The first one of a game tells who
 * starts. From a play that does not fit the recorded position the game is left out. */
void record_play(struct record *record, enum record_side side, struct roll roll,
                 const struct play *play);

/* `cube`: the value offered, 2, 4, ... A take or drop is by the side given. */
void record_double(struct record *record, enum record_side side, int cube);
void record_take(struct record *record, enum record_side side);
void record_drop(struct record *record, enum record_side side);

/* The winner and the points he gets, however the game ended. */
void record_game_end(struct record *record, enum record_side winner, int points);

/* Closes the file, the match being over, left or dropped. Frees. A match that may go on
 * soon (a lost line) can as well keep its record open: see record_game_resume(). */
void record_match_end(struct record *record);

/* Where the file is; match_format_export() tells its match in other formats. */
const char *record_path(const struct record *record);

/* The first write error, once; NULL if there was none (since the last call). */
const char *record_error(struct record *record);

#endif
