#ifndef BOT_RECORD_H
#define BOT_RECORD_H
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
 * We are player 1, the left column. Bar is 25, off is 0, a hit has a star. A file is
 * named YYYYMMDD-HHMMSS-US-OPPONENT-Npt.mat (unlimited: "money").
 *
 * The text can only tell whole games from the starting position. A game that was joined
 * or resumed in its middle, or of which a turn was missed, goes on as comment lines (;)
 * up to its end; the games after it are whole again.
 *
 * Every function takes a NULL record and then does nothing, so that the caller need not
 * ask whether records are wanted. A write error is kept and told once by
 * record_error(); it never stops a match.
 */

#include <stdbool.h>
#include <time.h>

#include "engine/error.h"
#include "engine/movegen.h"
#include "engine/position.h"

enum record_side { RECORD_ME, RECORD_OPPONENT };

struct record;

struct record_match {
    const char *folder; /* made when missing */
    const char *my_name, *opponent;
    const char *place; /* "fibs.com", for the [Site] line */
    int length;        /* points; 0: unlimited */
    time_t started;    /* names the file */
};

/* Starts the file of a match. NULL with `err` when it cannot be written. */
struct record *record_match_start(const struct record_match *match,
                                  struct engine_error *err);

/* A game starts from the starting position at this score. An open game is first closed
 * as unfinished. */
void record_game_start(struct record *record, int my_score, int opponent_score);

/* A game goes on at a position (mine: us, whoever is on roll) and score, after a
 * reconnection, a resumed match or any doubt. When that is just what the record holds,
 * it goes on as before; else the rest of this game is comment. */
void record_game_resume(struct record *record, int my_score, int opponent_score,
                        const struct position *pos);

/* `play` as the mover sees it; count 0 is a dance. The first one of a game tells who
 * starts. A play that does not fit the recorded position makes the rest a comment. */
void record_play(struct record *record, enum record_side side, struct roll roll,
                 const struct play *play);

/* `cube`: the value offered, 2, 4, ... A take or drop is by the side given. */
void record_double(struct record *record, enum record_side side, int cube);
void record_take(struct record *record, enum record_side side);
void record_drop(struct record *record, enum record_side side);

/* `side` resigns `games` (1, 2, 3) times the cube and it was accepted. */
void record_resign(struct record *record, enum record_side side, int games);

/* The winner and the points he gets. */
void record_game_end(struct record *record, enum record_side winner, int points);

/* Ends the file. `is_finished`: the match is over, not left or dropped. Frees. */
void record_match_end(struct record *record, bool is_finished);

/* Where the file is. */
const char *record_path(const struct record *record);

/* The first write error, once; NULL if there was none (since the last call). */
const char *record_error(struct record *record);

#endif
