#include "bot/policy/roster.h"

#include <string.h>

static int find_roster_row(const struct roster *roster, struct fibs_slice name)
{
    for (int i = 0; i < roster->count; i++) {
        if (fibs_slice_is(name, roster->users[i].name)) {
            return i;
        }
    }
    return -1;
}

struct standing roster_standing(const struct fibs_message *who)
{
    return (struct standing){true, who->reals[0], (int)who->numbers[2]};
}

void roster_update(struct roster *roster, const struct fibs_message *who,
                   int64_t now_ms)
{
    int at = find_roster_row(roster, who->names[0]);
    if (at < 0) {
        if (roster->count == ROSTER_MAX) {
            return;
        }
        at = roster->count++;
    }
    struct roster_user *user = &roster->users[at];
    (void)fibs_slice_copy(who->names[0], user->name, sizeof user->name);
    user->is_playing = !fibs_slice_is(who->names[1], "-");
    user->is_ready = who->numbers[0] != 0;
    user->is_away = who->numbers[1] != 0;
    user->idle_s = (int)who->numbers[3];
    user->seen_ms = now_ms;
    user->standing = roster_standing(who);
    (void)fibs_slice_copy(who->texts[1], user->client, sizeof user->client);
}

void roster_remove(struct roster *roster, struct fibs_slice name)
{
    int at = find_roster_row(roster, name);
    if (at >= 0) {
        roster->users[at] = roster->users[--roster->count];
    }
}

const struct roster_user *roster_find(const struct roster *roster, const char *name)
{
    int at = find_roster_row(roster, (struct fibs_slice){name, strlen(name)});
    return at >= 0 ? &roster->users[at] : NULL;
}
