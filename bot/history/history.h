#pragma once
/*
 * The history of all matches in one SQLite file that any program can read: matches,
 * games, cube actions, results, ratings before and after, opponents, refusals, errors,
 * connections. The tables are in bot/history/schema; `fibsbot stats` shows them.
 *
 * history_note() passes an event to a writer thread, so that the disk never delays a
 * move. An event is in the file a moment later and survives a kill -9. What the server
 * did at the moment of a kill is inferred from the next log-in: see history_store.h.
 *
 * All functions but history_flush() are called on one thread. A NULL history does
 * nothing.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "bot/config/config.h"
#include "bot/player/player_output.h"

enum history_event_type {
    HISTORY_MATCH,    /* match, level */
    HISTORY_STANDING, /* standing: our own */
    HISTORY_SAVED,    /* name, length: a match saved on the server; "" ends the list */
    HISTORY_REFUSAL,  /* name, length, is_mine: we refused, text: the code */
    HISTORY_LINK,     /* text: connected, or why disconnected; is_mine: connected */
    HISTORY_LEVEL,    /* name, level: what the user has chosen; "": none */
    HISTORY_ANALYSIS, /* name, length, my_score, their_score: of the match; analysis */
    HISTORY_STUCK, /* name, length, my_score, their_score, points: failures in a row (0:
                         the match goes on, or is no more), text: why it is set aside */
    HISTORY_NOTE,  /* note */
    HISTORY_ERROR  /* text */
};

/* The sums of an analysed match: [0] ours, [1] the opponent's. Losses and luck are
 * equities normalised to the cube (match/match_analysis.h). */
struct history_analysis {
    int decisions[2];
    double loss[2], luck[2];
};

/* Plain data without pointers, since it crosses threads. */
struct history_event {
    enum history_event_type type;
    int64_t at_s; /* seconds since 1970 */
    int64_t
        began_s; /* of an analysis: the match, as its file's name says; 0: unknown */
    char account[USER_NAME_SIZE];
    char server[CONFIG_TEXT_MAX]; /* config_site() */
    char name[USER_NAME_SIZE];    /* the opponent */
    char level[64];               /* how strong we play, for people */
    char text[200];
    int length; /* points; 0: unlimited; HISTORY_RESUME: of a refusal a saved match, of a
                 * match that has failed not known */
    bool is_mine;
    enum match_event_type match;
    bool is_resumed, is_finished;
    int my_score, their_score;
    int points;
    bool is_doubled;
    struct match_ratings ratings;
    struct standing standing;
    struct history_analysis analysis;
    struct player_note note;
};

enum { HISTORY_RESUME = -1 };

/* Make events, with the current time, of an output of the player (false: it does not
 * belong in the history), a link, and an error. Other events are filled by the caller. */
bool history_event_of(const struct config *config, const struct player_output *output,
                      struct history_event *event);
/* `reason` NULL: we have logged out. */
void history_event_link(const struct config *config, bool is_up, const char *reason,
                        struct history_event *event);
void history_event_error(const struct config *config, const char *text,
                         struct history_event *event);

struct history;

/* Opens or makes the file, updates its tables and starts the writer thread. NULL with
 * `err`. */
struct history *history_open(const char *path, struct error *err);

/* Like history_open(), but without the file: the writer opens it when there is something
 * to write, and keeps trying. */
struct history *history_open_later(const char *path, struct error *err);

/* Whether history_open() would take this file, which exists: a history of this or an
 * older version. Changes nothing. False with `err`. */
bool history_check(const char *path, struct error *err);

/* Writes a backup of a history of this or an older version to the file `backup`, also
 * while a bot writes to it (database_backup()). False with `err`. */
bool history_backup(const char *path, const char *backup, struct error *err);

/* Writes all queued events and closes the file. Returns the number of events that could
 * not be written, after two attempts: the file is locked, or the disk is full. */
int history_close(struct history *history);

/* Queues a copy of the event. Events are written in the order of the calls. */
void history_note(struct history *history, const struct history_event *event);

/* Waits until all noted events are written, for at most `ms`; false if they are not. May
 * be called on any thread, before reading the file. */
bool history_flush(struct history *history, int ms);

/* Copies the report of the last seven days (week.h), of all accounts, as of some minutes
 * ago at most, by the writer thread. "": there is none yet. */
enum { HISTORY_WEEK_SIZE = 16384 };
void history_week(struct history *history, char text[HISTORY_WEEK_SIZE]);

/* Returns the last write error once; NULL if there is no new one. Events that could not be
 * written are kept and retried, up to HISTORY_WAITING_MAX of them. A file that was removed
 * or replaced is an error, too; the history goes on in what is there then, or in a new
 * file. */
enum { HISTORY_WAITING_MAX = 20000 };
const char *history_error(struct history *history);
