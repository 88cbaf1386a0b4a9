#ifndef BOT_HISTORY_HISTORY_H
#define BOT_HISTORY_HISTORY_H
/*
 * The history: what happened, for years, in one SQLite file that any program can read:
 * matches, games, cube actions, results, ratings before and after, opponents, refusals,
 * errors, connections. The tables are in history_schema.c; `fibsbot stats` shows them.
 *
 * history_note() hands an event to a thread of its own that writes it: no disk ever
 * delays a move. What is noted is in the file a moment later and outlives a kill -9.
 * What the server did in the very moment of a kill is found out later, from what it
 * says at the next log-in: see history_store.h.
 *
 * All functions but history_flush() are called on one thread. Every function takes a
 * NULL history and then does nothing.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "bot/config/config.h"
#include "bot/exchange/match_event.h"

enum history_event_type {
    HISTORY_MATCH,    /* match, level */
    HISTORY_STANDING, /* standing: our own */
    HISTORY_SAVED,    /* name, length: the server keeps this match; "" ends the list */
    HISTORY_REFUSAL,  /* name, length, is_mine: we refused, text: the code */
    HISTORY_LINK,     /* text: connected, or why not any more; is_mine: connected */
    HISTORY_LEVEL,    /* name, level: that he has chosen to be played at; "": none */
    HISTORY_ERROR     /* text */
};

/* As plain data of our own, since it crosses threads. */
struct history_event {
    enum history_event_type type;
    int64_t at_s; /* seconds since 1970 */
    char account[FIBS_NAME_MAX];
    char server[CONFIG_TEXT_MAX]; /* host; the same name elsewhere is another account */
    char name[FIBS_NAME_MAX];     /* the opponent */
    char level[64];               /* how strong we play, for people */
    char text[200];
    int length; /* points; 0: unlimited; of a refusal also HISTORY_RESUME */
    bool is_mine;
    enum match_event_type match;
    bool is_resumed, is_finished;
    int my_score, their_score;
    int points;
    struct match_ratings ratings;
    struct standing standing;
};

enum { HISTORY_RESUME = -1 };

struct history;

/* Opens or makes the file, brings its tables up to date and starts the writer. NULL
 * with `err`. */
struct history *history_open(const char *path, struct error *err);

/* Writes what waits, and closes. */
void history_close(struct history *history);

/* Takes a copy. Events of an account are written in this order. */
void history_note(struct history *history, const struct history_event *event);

/* Waits until all that was noted is written, at most so long: false then. On any
 * thread, for who reads the file and must not miss what has just happened. */
bool history_flush(struct history *history, int ms);

/* The last write error, once; NULL when there was none since. What could not be written
 * is kept and tried again, up to HISTORY_WAITING_MAX events. */
enum { HISTORY_WAITING_MAX = 20000 };
const char *history_error(struct history *history);

#endif
