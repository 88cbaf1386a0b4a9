#pragma once
/*
 * The bgammon.org server with hosts and persons who play at random, without socket, clock
 * or thread: seconds pass in steps.
 */

#include <string.h>

#include "server/fibsd/stand_in.h"
#include "tests/unit/test_case.h"

enum { WORLD_MOST = 16, WORLD_STEP_MS = 50 };

struct world {
    struct bgammond *core;
    struct stand_in *members[WORLD_MOST];
    int count;
    int64_t now;
};

static inline void world_open(struct world *world, const struct bgammond_config *config)
{
    *world = (struct world){.core = bgammond_new(config)};
    assert_non_null(world->core);
}

static inline void world_add(struct world *world, const char *name, bool is_person,
                             bool has_autoplay, int points, int piece)
{
    const struct stand_in_config config = {.name = name,
                                           .password = "",
                                           .is_person = is_person,
                                           .has_autoplay = has_autoplay,
                                           .points_most = points,
                                           .piece = piece,
                                           .seed = 77 + (uint64_t)world->count};
    assert_true(world->count < WORLD_MOST);
    world->members[world->count] = stand_in_new(world->core, &config);
    assert_non_null(world->members[world->count++]);
}

/* Hosts and persons in turn; some let the server play for them, some hear in pieces. */
static inline void world_fill(struct world *world, int hosts, int persons, int points)
{
    char name[20];
    for (int i = 0; i < hosts; i++) {
        FORMAT_TEXT(name, "bot_host_%d", i);
        world_add(world, name, false, i % 2 == 1, points, i % 3 == 0 ? 5 : 0);
    }
    for (int i = 0; i < persons; i++) {
        FORMAT_TEXT(name, "person_%d", i);
        world_add(world, name, true, i % 3 == 2, points, i % 2 == 0 ? 0 : 11);
    }
}

/* Each way of an answer takes a step. */
static inline void world_step(struct world *world)
{
    world->now += WORLD_STEP_MS;
    bgammond_tick(world->core, world->now);
    for (int i = 0; i < world->count; i++) {
        (void)stand_in_step(world->members[i], world->now);
    }
}

/* Plays until so many matches are over, at most so many simulated seconds. */
static inline void world_play(struct world *world, int matches, int seconds)
{
    int64_t end = world->now + (int64_t)seconds * 1000;
    while (bgammond_counts(world->core)->matches < matches && world->now < end) {
        world_step(world);
    }
}

static inline int world_lost(const struct world *world)
{
    int lost = 0;
    for (int i = 0; i < world->count; i++) {
        lost += stand_in_lost(world->members[i]);
    }
    return lost;
}

static inline void world_print(const struct world *world, const char *what)
{
    const struct bgammond_counts *counts = bgammond_counts(world->core);
    print_message(
        "%s: %d matches, %d games, %d illegal, %d with the other away, %d drops, "
        "%d lost, longest wait %d ms, %d s simulated\n",
        what, counts->matches, counts->games, counts->illegal, counts->absent,
        counts->drops, world_lost(world), (int)counts->longest_wait_ms,
        (int)(world->now / 1000));
}

static inline void world_close(struct world *world)
{
    for (int i = 0; i < world->count; i++) {
        stand_in_free(world->members[i]);
    }
    bgammond_free(world->core);
}
