#include "engine/race/race.h"

#include <stdlib.h>
#include <string.h>

#include "engine/race/race_clear.h"
#include "engine/race/race_internal.h"

/* A search of a race meets some thousand sides of each player: with 1,024 in memory a
 * 2-ply play took a seventh longer, with 16,384 a hundredth less (300 plays of money
 * games). */
enum {
    REMEMBERED = 8192, /* sides, a power of 2 */
    GOALS = 3,
    PACKED = 42 /* chances, enough for nearly all sides */
};

struct race {
    struct race_basis *basis;
    struct race_net *net;
    struct race_clear *clear;
};

/* The distributions of a side, without what they do not use, one after the other. */
struct memory {
    struct side side; /* all zero: entry is empty */
    uint8_t from[GOALS];
    uint8_t count[GOALS];
    float chance[PACKED];
    float left[PACKED];
};

struct race_scratch {
    struct memory memory[REMEMBERED];
    struct race_side side[2 * RACE_BATCH]; /* of the positions being evaluated */
    /* sides queued for the net, and where their results belong */
    int queued;
    struct side queue[RACE_BATCH];
    struct race_side *place[RACE_BATCH];
    struct race_rolls off[RACE_BATCH];
    struct race_rolls first[RACE_BATCH];
    struct race_layers layers;
};

/* ---- opening ---- */

struct race *race_new(const struct race_weights *w, const struct bearoff *bo)
{
    struct race *race = calloc(1, sizeof *race);
    if (race == NULL) {
        return NULL;
    }
    race->basis = race_basis_new(bo);
    race->net = race_net_new(w, race->basis);
    race->clear = race_clear_new();
    if (race->basis == NULL || race->net == NULL || race->clear == NULL) {
        race_free(race);
        return NULL;
    }
    return race;
}

struct race *race_load(const char *path, const struct bearoff *bo, struct error *err)
{
    struct race_weights *w = race_weights_load(path, err);
    if (w == NULL) {
        return NULL;
    }
    struct race *race = race_new(w, bo);
    if (race == NULL) {
        error_at_path(err, 0, path,
                      "out of memory, or no complete one-sided bearoff database");
    }
    race_weights_free(w);
    return race;
}

void race_free(struct race *race)
{
    if (race != NULL) {
        race_basis_free(race->basis);
        race_net_free(race->net);
        race_clear_free(race->clear);
        free(race);
    }
}

const struct race_net *race_net_of(const struct race *race)
{
    return race->net;
}

struct race_scratch *race_scratch_new(void)
{
    return calloc(1, sizeof(struct race_scratch));
}

void race_scratch_free(struct race_scratch *scratch)
{
    free(scratch);
}

/* ---- one side ---- */

static void copy_rolls(struct race_rolls *to, const struct race_rolls *from)
{
    to->from = from->from;
    to->count = from->count;
    memcpy(to->chance, from->chance, (size_t)from->count * sizeof from->chance[0]);
    memcpy(to->left, from->left, (size_t)from->count * sizeof from->left[0]);
}

static struct memory *memory_of(struct race_scratch *scratch, const struct side *side)
{
    uint64_t words[SIDE_SLOTS / 8];
    uint64_t hash = 0x9e3779b97f4a7c15U;
    memcpy(words, side, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        hash = (hash ^ words[i]) * 0xff51afd7ed558ccdU;
        hash ^= hash >> 32;
    }
    return &scratch->memory[hash % REMEMBERED];
}

/* A side with more chances than have room is not remembered. */
static void remember(struct race_scratch *scratch, const struct side *side,
                     const struct race_side *found)
{
    const struct race_rolls *rolls[GOALS] = {&found->off, &found->first, &found->clear};
    struct memory *memory = memory_of(scratch, side);
    int at = 0;
    if (rolls[0]->count + rolls[1]->count + rolls[2]->count > PACKED) {
        return;
    }
    memory->side = *side;
    for (int g = 0; g < GOALS; g++) {
        size_t size = (size_t)rolls[g]->count * sizeof(float);
        memory->from[g] = (uint8_t)rolls[g]->from;
        memory->count[g] = (uint8_t)rolls[g]->count;
        memcpy(memory->chance + at, rolls[g]->chance, size);
        memcpy(memory->left + at, rolls[g]->left, size);
        at += rolls[g]->count;
    }
}

static bool recall(struct race_scratch *scratch, const struct side *side,
                   struct race_side *found)
{
    struct race_rolls *rolls[GOALS] = {&found->off, &found->first, &found->clear};
    const struct memory *memory = memory_of(scratch, side);
    int at = 0;
    if (memcmp(&memory->side, side, sizeof *side) != 0) {
        return false;
    }
    for (int g = 0; g < GOALS; g++) {
        size_t size = memory->count[g] * sizeof(float);
        rolls[g]->from = memory->from[g];
        rolls[g]->count = memory->count[g];
        memcpy(rolls[g]->chance, memory->chance + at, size);
        memcpy(rolls[g]->left, memory->left + at, size);
        at += memory->count[g];
    }
    return true;
}

/* Looks up the distributions of a side whose checkers are all home. */
static bool look_up(const struct bearoff *bo, const struct side *side,
                    struct race_side *found)
{
    float chance[BEAROFF_ROLLS];
    if (bo == NULL || !bearoff_distribution(bo, side, chance)) {
        return false;
    }
    race_rolls_from_chances(&found->off, chance, BEAROFF_ROLLS);
    if (!bearoff_first_distribution(bo, side, chance)) {
        return false;
    }
    race_rolls_from_chances(&found->first, chance, BEAROFF_ROLLS);
    found->clear.from = found->clear.count = 0;
    return true;
}

/* Evaluates the queued sides with the net. */
static void empty_queue(const struct race *race, const struct net_kernel *kernel,
                        struct race_scratch *scratch)
{
    if (scratch->queued == 0) {
        return;
    }
    race_net_rolls(race->net, kernel, &scratch->layers, scratch->queue, scratch->queued,
                   scratch->off, scratch->first);
    for (int i = 0; i < scratch->queued; i++) {
        struct race_side *found = scratch->place[i];
        copy_rolls(&found->off, &scratch->off[i]);
        copy_rolls(&found->first, &scratch->first[i]);
        race_clear_rolls(race->clear, &scratch->queue[i], &found->clear);
        remember(scratch, &scratch->queue[i], found);
    }
    scratch->queued = 0;
}

/* Gets the distributions of a side, at once or when the queue is emptied. */
static void request_side(const struct race *race, const struct bearoff *bo,
                         const struct net_kernel *kernel, struct race_scratch *scratch,
                         const struct side *side, struct race_side *found)
{
    if (recall(scratch, side, found)) {
        return;
    }
    if (look_up(bo, side, found)) {
        remember(scratch, side, found);
        return;
    }
    if (scratch->queued == RACE_BATCH) {
        empty_queue(race, kernel, scratch);
    }
    scratch->queue[scratch->queued] = *side;
    scratch->place[scratch->queued++] = found;
}

/* ---- two sides ---- */

struct outputs race_outputs(const struct race_side *mine,
                            const struct race_side *theirs)
{
    return outputs_clamp((struct outputs){
        .win = race_rolls_wins(&mine->off, &theirs->off, false),
        .win_gammon = race_rolls_wins(&mine->off, &theirs->first, false),
        .win_backgammon = race_rolls_wins(&mine->off, &theirs->clear, false),
        .lose_gammon = race_rolls_wins(&theirs->off, &mine->first, true),
        .lose_backgammon = race_rolls_wins(&theirs->off, &mine->clear, true),
    });
}

/* Begins to fetch what is remembered of the sides that have moved. */
static void fetch_memory(struct race_scratch *scratch, const struct position *after,
                         int count)
{
    enum { LINE_BYTES = 64 };
    for (int i = 0; i < count; i++) {
        const char *memory = (const char *)memory_of(scratch, &after[i].mine);
        for (size_t at = 0; at < sizeof(struct memory); at += LINE_BYTES) {
            __builtin_prefetch(memory + at);
        }
    }
}

/* Evaluates at most RACE_BATCH positions. */
static void evaluate_some(const struct race *race, const struct bearoff *bo,
                          const struct net_kernel *kernel, struct race_scratch *scratch,
                          const struct position *after, int count, struct outputs *out)
{
    struct race_side *theirs[RACE_BATCH];
    fetch_memory(scratch, after, count);
    for (int i = 0; i < count; i++) {
        const struct side *side = &after[i].theirs;
        if (i > 0 && memcmp(side, &after[i - 1].theirs, sizeof *side) == 0) {
            theirs[i] = theirs[i - 1];
        } else {
            theirs[i] = &scratch->side[RACE_BATCH + i];
            request_side(race, bo, kernel, scratch, side, theirs[i]);
        }
        request_side(race, bo, kernel, scratch, &after[i].mine, &scratch->side[i]);
    }
    empty_queue(race, kernel, scratch);
    for (int i = 0; i < count; i++) {
        out[i] = race_outputs(&scratch->side[i], theirs[i]);
    }
}

void race_evaluate(const struct race *race, const struct bearoff *bo,
                   const struct net_kernel *kernel, struct race_scratch *scratch,
                   const struct position *after, int count, struct outputs *out)
{
    for (int i = 0; i < count; i += RACE_BATCH) {
        int some = count - i < RACE_BATCH ? count - i : RACE_BATCH;
        evaluate_some(race, bo, kernel, scratch, after + i, some, out + i);
    }
}
