#ifndef BOT_POLICY_ROSTER_H
#define BOT_POLICY_ROSTER_H
/*
 * Who is logged in, from the who lines (CLIP 5), log-ins (7) and log-outs (8). When it is
 * full, new users are ignored.
 */

#include <stdbool.h>
#include <stdint.h>

#include "bot/game/standing.h"
#include "fibs/board.h"
#include "fibs/message.h"

enum { ROSTER_MAX = 1024, ROSTER_CLIENT_MAX = 24 };

struct roster_user {
    char name[FIBS_NAME_MAX];
    bool is_ready;
    bool is_playing;
    bool is_away;
    int idle_s;      /* when the line came ... */
    int64_t seen_ms; /* ... by the caller's clock */
    struct standing standing;
    char client[ROSTER_CLIENT_MAX];
};

struct roster {
    int count;
    struct roster_user users[ROSTER_MAX];
};

/* `who` is a FIBS_MSG_CLIP_WHO_INFO message. */
struct standing roster_standing(const struct fibs_message *who);
void roster_update(struct roster *roster, const struct fibs_message *who,
                   int64_t now_ms);
void roster_remove(struct roster *roster, struct fibs_slice name);
/* Finds a user; NULL when he is not logged in, as far as we know. */
const struct roster_user *roster_find(const struct roster *roster, const char *name);

#endif
