#pragma once
/* What the server waits for from one bot, by the server's own records, and since when
 * the bot can know: to judge how long it takes when it is its turn, and whether it asks
 * for boards that it has.
 *
 * Not judged is what something else is in the way of: a command that a fault of the
 * server has lost, until the bot stops waiting for its answer; and the first thing to do
 * in a match that begins or goes on, of which the server may say little. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/fibsd_state.h"

/* The longest that an answer may take. A player takes a command for lost when nothing
 * has come for 8 s (ANSWER_MS of the player) and looks at the board then, so whoever
 * takes longer has sent nothing at first. All else is shorter: a decision takes 3 s at
 * most here (THOUGHT_MAX_MS), a board that is due is asked for after 2.5 s. Measured
 * with `soak --matches 400`, seeds 1 to 7: 1109541 answers, the slowest after 5.8 s. */
enum { DUTY_ANSWER_MAX_MS = 8000 };

/* Boards that nothing called for: one in so many games is let pass as an accident. The
 * same soaks had none in 16098 games; when one play in 97 was not sent, there were 89 in
 * 220 games. */
enum { DUTY_GAMES_PER_BOARD = 50 };

struct duty {
    const struct fibsd_match *match; /* NULL: none */
    uint64_t key;                    /* of what the server waits for; 0: for nothing */
    int64_t told_ms;                 /* when the bot has heard of it */
    bool is_judged;
    int64_t held_up_ms; /* until then it waits for an answer that will not come */
    uint64_t board;     /* a hash of the last one it was shown */
};

/* A new connection. */
void duty_clear(struct duty *duty);

/* Looks at the server's records; `user`: NULL when not logged in, `told_ms`: when all
 * that the server has said so far is with the bot. How long the bot took for what it
 * has just done; -1: nothing was done, or it is not judged. */
int64_t duty_watch(struct duty *duty, const struct fibsd_user *user, int64_t now_ms,
                   int64_t told_ms);

/* The server has lost a command, whose answer is waited for until then. */
void duty_hold_up(struct duty *duty, int64_t until_ms);

/* The bot is shown a line. */
void duty_show(struct duty *duty, const char *line, size_t size);

/* Whether a `board` command was in vain: `before` it was served the bot had been shown
 * that very board, though nothing was in the way and nobody had been silent for long.
 * `silent_ms`: since it has heard something of weight; less than 0: it is to hear
 * something yet. */
bool duty_is_needless_board(const struct duty *before, const struct duty *after,
                            int64_t silent_ms);
