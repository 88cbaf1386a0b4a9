#include "bot/policy/robots.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "bot/base/seat_client.h"

/* Bots and services of FIBS whose names do not show it. The beginning of a name is
 * enough: GammonBot has dozens. */
/* clang-format off */
static const char *const names[] = {
    "abbott", "BlunderBot", "costello", "GammonBot", "MissManners", "MonteCarlo",
    "mpgnu", "mr_hyde", "octopus", "pubeval", "PureTD", "RepBot", "TourneyBot",
    "udacity_capstone", "wildbg",
};
static const char *const clients[] = {
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

/* Whether "bot" stands in it as a word: it begins at a capital or after a non-letter, and
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

bool robots_is_one(const char *name, const char *client)
{
    if (strcmp(client, SEAT_CLIENT) == 0) {
        return false;
    }
    return has_word_bot(name) || has_word_bot(client) ||
           begins_with_one(name, names, sizeof names / sizeof names[0]) ||
           begins_with_one(client, clients, sizeof clients / sizeof clients[0]);
}
