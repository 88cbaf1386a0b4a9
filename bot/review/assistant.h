#ifndef BOT_REVIEW_ASSISTANT_H
#define BOT_REVIEW_ASSISTANT_H
/*
 * Answers what players ask about users (PLAYER_ASK), from the history and from match
 * files, on a thread of its own that gives way to all that think about moves: levels
 * and results at once, even while a match is analysed, which takes a while.
 *
 * Everything here is called on the loop's thread; answers come there, too.
 */

#include <stdbool.h>

#include "bot/config/config.h"
#include "bot/exchange/player_output.h"
#include "engine/engine.h"
#include "match/match_report.h"

struct event_base;
struct history;
struct assistant;

struct assistant_answer {
    enum player_question what;
    char user[FIBS_NAME_MAX];
    char level[LEVEL_TEXT_SIZE]; /* ASK_LEVEL; "": none is remembered */
    int count;                   /* lines to say to the user */
    char lines[REPORT_LINES][REPORT_LINE_SIZE];
    char note[400]; /* for the log; "": nothing */
    bool is_error;
};

typedef void assistant_callback(void *context, const struct assistant_answer *answer);

/* `eng` and `history` must outlive it. Answers from the history wait for what was noted
 * there before; NULL: nobody writes it here. NULL with `err`. */
struct assistant *assistant_new(struct event_base *base, const struct engine *eng,
                                struct history *history, struct error *err);
/* Drops what is not answered; no callback comes any more. */
void assistant_free(struct assistant *assistant); /* NULL is taken */

/* Waits for the analyses that land in a file, at most so long. */
void assistant_finish(struct assistant *assistant, int ms);

/* `config` is that of the account asked, and is not kept. False: too many questions. */
bool assistant_ask(struct assistant *assistant, const struct config *config,
                   enum player_question what, const char *user,
                   assistant_callback *callback, void *context);

/* No answer is wanted with this context any more; files are written all the same. */
void assistant_forget(struct assistant *assistant, const void *context);

#endif
