#ifndef BOT_SERVICE_RECORDER_H
#define BOT_SERVICE_RECORDER_H
/*
 * Writes down what happens: into the match file (record.h), the history (history.h),
 * notifications (notify.h), the status page (status.h) and, when wanted, onto the
 * screen, with the board after each turn.
 */

#include "bot/base/log.h"
#include "bot/config/config.h"
#include "bot/exchange/player_output.h"

struct history;
struct notify;
struct status;
struct recorder;

/* Where it goes; each must outlive the recorder, and all but the log may be NULL. */
struct recorder_outlets {
    struct log *log;
    struct history *history;
    struct notify *notify;
    struct status *status;
};

/* NULL: no memory. */
struct recorder *recorder_new(const struct config *config,
                              const struct recorder_outlets *outlets);
void recorder_free(struct recorder *recorder); /* an open match file ends unfinished */

/* What the player tells: match events, boards, decisions, ratings, refusals. Outputs of
 * other kinds are none of the recorder's business. */
void recorder_take(struct recorder *recorder, const struct player_output *output);

/* Opens the decisions file again, after rotation. */
void recorder_reopen(struct recorder *recorder);

/* The line to the server is up, lost, or closed by ourselves; why, in the words of the
 * session. */
enum recorder_link { LINK_UP, LINK_LOST, LINK_CLOSED };
void recorder_link(struct recorder *recorder, enum recorder_link link,
                   const char *reason);

/* Something an operator should know of, which has been logged already. */
void recorder_error(struct recorder *recorder, const char *text);

#endif
