#ifndef BOT_HISTORY_HISTORY_GAMES_H
#define BOT_HISTORY_HISTORY_GAMES_H
/*
 * The rows of open matches and their games: what the events between start and end of a
 * match write, and what its end needs of them. For bot/history alone.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/database.h"
#include "bot/history/history.h"

/* What the writers share for one event. The first error stops all further writing. */
struct history_writer {
    struct database *database;
    const struct history_event *event;
    struct error *err;
    int64_t account;
    bool is_bad;
};

struct history_match {
    int64_t id; /* 0: none */
    int length;
    int my_score, their_score;
    int64_t game; /* the open one; 0: none */
};

/* Runs a statement with values (base/database.h), unless writing has failed before. */
void history_run(struct history_writer *s, const char *sql, const char *types, ...);

/* Returns the number that a query finds; DATABASE_NULL: none. */
int64_t history_number(struct history_writer *s, const char *sql, const char *types,
                       ...);

/* Returns 0 for DATABASE_NULL. */
int64_t history_number_or_0(int64_t number);

/* Reads the match with this id; `id` DATABASE_NULL: none. */
void history_load_match(struct history_writer *s, int64_t id,
                        struct history_match *match);

/* Returns the match that an event between start and end belongs to. */
struct history_match history_current_match(struct history_writer *s);

/* Ends the open game; adds one if there is none. `points` 0: not known. */
void history_close_game(struct history_writer *s, struct history_match *match,
                        bool has_won, int points, const char *ending);

/* Adds games that we did not see: the server's score is the truth. */
void history_catch_up(struct history_writer *s, struct history_match *match,
                      int my_score, int their_score);

/* Each writes the writer's event: a game begins or goes on; it ends; the server's score
 * shows another result of the game that has just ended; it ends by resignation; somebody
 * doubles, takes or passes. */
void history_continue_game(struct history_writer *s);
void history_finish_game(struct history_writer *s);
void history_correct_game(struct history_writer *s);
void history_note_resignation(struct history_writer *s);
void history_note_cube(struct history_writer *s);

#endif
