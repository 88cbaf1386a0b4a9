#pragma once
/*
 * Matches begun and ended and invitations declined in the last day, for the rules of who
 * may play (rules.h) and whom to invite. Plain data in memory, filled from the history at
 * the start. Times are milliseconds of the player's clock; times before the start may be
 * negative.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "bot/game/user_name.h"

enum { RECENT_OPPONENTS_MAX = 1024, RECENT_OPPONENTS_DAY_MS = 24 * 60 * 60 * 1000 };

enum recent_opponent_kind { /* in this order in the query of recent_opponents.c */
                            RECENT_OPPONENT_BEGUN,
                            RECENT_OPPONENT_ENDED,
                            RECENT_OPPONENT_DECLINED
};

struct recent_opponent {
    char name[USER_NAME_SIZE];
    enum recent_opponent_kind kind;
    int64_t at_ms;
};

/* A ring: when it is full, the oldest is dropped. */
struct recent_opponents {
    int next, count;
    struct recent_opponent rows[RECENT_OPPONENTS_MAX];
};

void recent_opponents_add(struct recent_opponents *recent, const char *name,
                          enum recent_opponent_kind kind, int64_t at_ms);

/* Returns how many events of the kind there were in the 24 hours before `now_ms`. */
int recent_opponents_today(const struct recent_opponents *recent, const char *name,
                           enum recent_opponent_kind kind, int64_t now_ms);

/* Returns how many milliseconds ago the last one was; INT64_MAX: none is known. */
int64_t recent_opponents_since(const struct recent_opponents *recent, const char *name,
                               enum recent_opponent_kind kind, int64_t now_ms);

/* Adds the last day from the history at `path`; a missing file adds nothing. `now_ms` and
 * `now_s`, seconds since 1970, are the same moment. False with `err`. */
bool recent_opponents_load(struct recent_opponents *recent, const char *path,
                           const char *account, const char *server, int64_t now_ms,
                           int64_t now_s, struct error *err);
