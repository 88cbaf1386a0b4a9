#include "bot/policy/roster.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "bot/base/seat_client.h"

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

/* ---- programs ------------------------------------------------------------------- */

/* Bots and services of FIBS whose names do not show it. The beginning of a name is
 * enough: GammonBot has dozens. */
/* clang-format off */
static const char *const robot_names[] = {
    "abbott", "BlunderBot", "costello", "GammonBot", "MissManners", "MonteCarlo",
    "mpgnu", "mr_hyde", "octopus", "pubeval", "PureTD", "RepBot", "TourneyBot",
    "udacity_capstone", "wildbg",
};
static const char *const robot_clients[] = {
    "fibsbot", "GammonBot", "MatchDog", "BlunderBot", "wildbg", "RepBot",
};
/* clang-format on */

static bool begins_with_one(const char *text, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strncasecmp(text, words[i], strlen(words[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether it has "bot" as a word: that begins at a capital or after a non-letter, and
 * no small letter follows. */
static bool has_word_bot(const char *name)
{
    for (const char *at = name; *at != '\0'; at++) {
        bool begins = *at == 'B' || at == name || !isalpha((unsigned char)at[-1]);
        if (strncasecmp(at, "bot", 3) == 0 && begins &&
            !islower((unsigned char)at[3])) {
            return true;
        }
    }
    return false;
}

bool roster_is_robot(const char *name, const char *client)
{
    if (strcmp(client, SEAT_CLIENT) == 0) {
        return false;
    }
    return has_word_bot(name) || has_word_bot(client) ||
           begins_with_one(name, robot_names,
                           sizeof robot_names / sizeof robot_names[0]) ||
           begins_with_one(client, robot_clients,
                           sizeof robot_clients / sizeof robot_clients[0]);
}
