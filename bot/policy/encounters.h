#ifndef BOT_POLICY_ENCOUNTERS_H
#define BOT_POLICY_ENCOUNTERS_H
/*
 * With whom we have had to do in the last day: matches begun and ended, invitations
 * declined. Plain memory for the rules of who may play (rules.h) and whom to invite;
 * at the start it is filled from the history. Times are milliseconds of the player's
 * clock; those of before the start may be negative.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "fibs/board.h"

enum { ENCOUNTERS_MAX = 1024, ENCOUNTERS_DAY_MS = 24 * 60 * 60 * 1000 };

enum encounter_kind { ENCOUNTER_BEGUN, ENCOUNTER_ENDED, ENCOUNTER_DECLINED };

struct encounter {
    char name[FIBS_NAME_MAX];
    enum encounter_kind kind;
    int64_t at_ms;
};

/* A ring: the oldest goes first when there are more than a day should bring. */
struct encounters {
    int next, count;
    struct encounter rows[ENCOUNTERS_MAX];
};

void encounters_add(struct encounters *encounters, const char *name,
                    enum encounter_kind kind, int64_t at_ms);

/* How many of the kind in the day before `now_ms`. */
int encounters_today(const struct encounters *encounters, const char *name,
                     enum encounter_kind kind, int64_t now_ms);

/* How long ago the last one of the kind was; INT64_MAX: none is known. */
int64_t encounters_since(const struct encounters *encounters, const char *name,
                         enum encounter_kind kind, int64_t now_ms);

/* Adds what the history at `path` tells of the last day. A file that is not there holds
 * nothing. `now_ms` and `now_s`, seconds since 1970, are the same moment. */
bool encounters_load(struct encounters *encounters, const char *path,
                     const char *account, const char *server, int64_t now_ms,
                     int64_t now_s, struct error *err);

#endif
