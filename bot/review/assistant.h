#pragma once
/*
 * Answers questions of players about users (PLAYER_ASK) from the history and match files,
 * on a thread with a lower priority than the workers. Levels and results are answered at
 * once, even while a match is being analysed.
 *
 * All functions and callbacks run on the loop's thread.
 */

#include <stdbool.h>

#include "bot/config/config.h"
#include "bot/history/history.h"
#include "bot/player/player_output.h"
#include "engine/engine.h"
#include "match/match_report.h"

struct event_base;
struct assistant;

struct assistant_answer {
    enum player_question what;
    char user[USER_NAME_SIZE];
    char level[LEVEL_TEXT_SIZE]; /* PLAYER_QUESTION_LEVEL; "": none is remembered */
    bool moves_up; /* the user moves from 1 to 24, and the lines number points so */
    int count;     /* lines to say to the user */
    char lines[MATCH_REPORT_LINES][MATCH_REPORT_LINE_SIZE];
    char note[400]; /* for the log; "": nothing */
    bool is_error;
    bool has_event; /* for the history, by the assistant */
    struct history_event event;
};

typedef void assistant_callback(void *context, const struct assistant_answer *answer);

/* Starts the thread. `eng` and `history` must outlive it. Answers from the history include
 * all that was noted before the question, and each match that was analysed is noted in
 * it. `history` may be NULL: this process does not write it. `program` ("fibsbot 0.2.0";
 * NULL: "fibsbot") is named in analyses. NULL with `err`. */
struct assistant *assistant_new(struct event_base *base, const struct engine *eng,
                                struct history *history, const char *program,
                                struct error *err);
/* Drops open questions, stops the thread and frees it; no callback is called any more. */
void assistant_free(struct assistant *assistant); /* may be NULL */

/* Waits for analyses that are written to files, for at most `ms`, and notes them in the
 * history. Callbacks of assistant_study() are called, also for what is left out; nobody
 * else gets an answer. For the end of the program. */
void assistant_finish(struct assistant *assistant, int ms);

/* Queues a question. `config` is that of the account asked; it is copied. `moves_up`: the
 * user moved 1 -> 24, and the answer numbers points so. `callback` gets the
 * answer. False when too many are queued. */
bool assistant_ask(struct assistant *assistant, const struct config *config,
                   enum player_question what, const char *user, bool moves_up,
                   assistant_callback *callback, void *context);

/* Queues the analysis of the match file `record` into files beside it. `callback` gets no
 * lines, but always a note: where they are, or why there are none. False when too many are
 * queued. */
bool assistant_study(struct assistant *assistant, const struct config *config,
                     const char *record, const char *user, assistant_callback *callback,
                     void *context);

/* Cancels the callbacks with this context; files are still written. */
void assistant_forget(struct assistant *assistant, const void *context);
