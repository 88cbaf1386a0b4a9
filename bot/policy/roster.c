#include "bot/policy/roster.h"

#include <string.h>

static int find_roster_row(const struct roster *roster, const char *name)
{
    for (int i = 0; i < roster->count; i++) {
        if (strcmp(name, roster->users[i].name) == 0) {
            return i;
        }
    }
    return -1;
}

void roster_update(struct roster *roster, const struct game_event *event,
                   int64_t now_ms)
{
    int at = find_roster_row(roster, event->name);
    if (at < 0) {
        if (roster->count == ROSTER_MAX) {
            return;
        }
        at = roster->count++;
    }
    struct roster_user *user = &roster->users[at];
    memcpy(user->name, event->name, sizeof user->name);
    user->who = event->who;
    user->seen_ms = now_ms;
}

void roster_remove(struct roster *roster, const char *name)
{
    int at = find_roster_row(roster, name);
    if (at >= 0) {
        roster->users[at] = roster->users[--roster->count];
    }
}

const struct roster_user *roster_find(const struct roster *roster, const char *name)
{
    int at = find_roster_row(roster, name);
    return at >= 0 ? &roster->users[at] : NULL;
}
