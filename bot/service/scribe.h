#ifndef BOT_SERVICE_SCRIBE_H
#define BOT_SERVICE_SCRIBE_H
/*
 * Writes down what happens: into the match file (record.h), the history (history.h),
 * notifications (notify.h), the status page (status.h) and, when wanted, onto the
 * screen, with the board after each turn.
 */

#include "bot/base/log.h"
#include "bot/config/config.h"
#include "bot/player/player.h"

struct history;
struct notify;
struct status;
struct scribe;

/* Where it goes; each must outlive the scribe, and all but the log may be NULL. */
struct scribe_outlets {
    struct log *log;
    struct history *history;
    struct notify *notify;
    struct status *status;
};

/* NULL: no memory. */
struct scribe *scribe_new(const struct config *config,
                          const struct scribe_outlets *outlets);
void scribe_free(struct scribe *scribe); /* an open match file ends unfinished */

/* What the player tells: match events, boards, decisions, ratings, refusals. Outputs of
 * other kinds are none of the scribe's business. */
void scribe_take(struct scribe *scribe, const struct player_output *output);

/* Opens the decisions file again, after rotation. */
void scribe_reopen(struct scribe *scribe);

/* The line to the server is up, lost, or closed by ourselves; why, in the words of the
 * session. */
enum scribe_link { LINK_UP, LINK_LOST, LINK_CLOSED };
void scribe_link(struct scribe *scribe, enum scribe_link link, const char *reason);

/* Something an operator should know of, which has been logged already. */
void scribe_error(struct scribe *scribe, const char *text);

#endif
