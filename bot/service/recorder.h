#pragma once
/*
 * Records what happens in one account: in the match file (record.h), the history
 * (history.h), notifications (notify.h), the status page (status.h) and, with
 * play.show_board, on the screen, with the board after each turn.
 */

#include "bot/base/log.h"
#include "bot/config/config.h"
#include "bot/player/player_output.h"

struct recorder;

/* Where it writes; each must outlive the recorder, and all but the log may be NULL
 * (`program`: the level is not written). */
struct recorder_outlets {
    struct log *log;
    struct history *history;
    struct notify *notify;
    struct status *status;
    const char *program; /* "fibsbot 0.2.0", for the headings of match files */
};

/* Makes a recorder; `config` must outlive it. NULL: no memory. */
struct recorder *recorder_new(const struct config *config,
                              const struct recorder_outlets *outlets);
void recorder_free(struct recorder *recorder); /* an open match file ends unfinished */

/* Records an output of the player: match events, boards, decisions, ratings, refusals.
 * Ignores outputs of other types. */
void recorder_take(struct recorder *recorder, const struct player_output *output);

/* The file of the match that has ended last; "": it has none. */
const char *recorder_last_match(const struct recorder *recorder);

/* Reopens the decisions file, after log rotation. */
void recorder_reopen(struct recorder *recorder);

/* Records that the connection is up, lost, or closed by us. `reason` is the session's. */
enum recorder_link { RECORDER_LINK_UP, RECORDER_LINK_LOST, RECORDER_LINK_CLOSED };
void recorder_link(struct recorder *recorder, enum recorder_link link,
                   const char *reason);

/* Notes for the status page why there is no connection. */
void recorder_offline(struct recorder *recorder, const char *reason);

/* Looks whether the history is being written, and opens the decisions file if it could
 * not be opened; to be called every half minute. Failed writes are counted on the status
 * page, and logged and notified at most once an hour (storage_faults.h). */
void recorder_check(struct recorder *recorder);

/* Records an error for the operator; the caller has logged it already. */
void recorder_error(struct recorder *recorder, const char *text);
