#include "match/batch/match_duplicates.h"

#include <stdlib.h>
#include <string.h>

#include "base/digest.h"

struct match_seen {
    uint64_t turns, id; /* digests; `id` 0: none */
    const char *path;
};

static uint64_t digest_of_text(const char *text)
{
    return digest_bytes(digest_start(), text, strlen(text));
}

/* The same whichever player the file names first. */
static uint64_t digest_of_match(const struct match_turns *turns)
{
    uint64_t digest = digest_start();
    for (int i = 0; i < turns->count; i++) {
        digest = match_turn_digest(digest, &turns->turns[i]);
    }
    return match_turns_digest_single(digest, turns);
}

/* Likewise: in the order of the names. */
static uint64_t digest_of_players(const struct record_heading *heading)
{
    const char *first = heading->my_name, *second = heading->opponent;
    if (strcmp(first, second) > 0) {
        first = heading->opponent;
        second = heading->my_name;
    }
    uint64_t digest = digest_bytes(digest_of_text(first), "", 1);
    return digest_bytes(digest, second, strlen(second));
}

static struct match_seen seen_of(const struct match_turns *turns, const char *path)
{
    const struct record_heading *h = &turns->heading;
    uint64_t players = digest_of_players(h);
    uint64_t id = digest_of_text(h->site) ^ 3 * digest_of_text(h->match_id);
    return (struct match_seen){.turns = digest_of_match(turns) ^ 3 * players,
                               .id = h->match_id[0] != '\0' ? id ^ 5 * players : 0,
                               .path = path};
}

const char *match_duplicates_find(struct match_duplicates *duplicates,
                                  const struct match_turns *turns, const char *path)
{
    struct match_seen one = seen_of(turns, path);
    for (int i = 0; i < duplicates->count; i++) {
        const struct match_seen *other = &duplicates->seen[i];
        if (other->turns == one.turns || (one.id != 0 && other->id == one.id)) {
            return other->path;
        }
    }
    struct match_seen *grown =
        realloc(duplicates->seen, (size_t)(duplicates->count + 1) * sizeof *grown);
    if (grown != NULL) {
        duplicates->seen = grown;
        grown[duplicates->count++] = one;
    }
    return NULL;
}

void match_duplicates_free(struct match_duplicates *duplicates)
{
    free(duplicates->seen);
}
