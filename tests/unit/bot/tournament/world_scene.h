#pragma once
/* A tournament of a few in a world (world.h), a step at a time, and what must come of it. */

#include "tests/unit/bot/tournament/world.h"
#include "tests/unit/test_case.h"

static struct world world;
static const struct pairing_plan one_round = {.kind = PAIRING_ROUND_ROBIN, .legs = 1};

enum { ANNA, BERT, CARL, DORA };

/* Entrants with the times of a league; the last ones are foreign. The world before this
 * one ends. */
static inline void begin(struct pairing_plan plan, int count, int foreign)
{
    struct director_options defaults;
    world_close(&world);
    world_init(&world, plan, count, foreign, 4);
    director_options_default(&defaults);
    memcpy(defaults.name, world.options.name, sizeof defaults.name);
    defaults.plan = plan;
    world.options = defaults;
}

static inline void pass(int seconds)
{
    for (int i = 0; i < seconds; i++) {
        world_step(&world);
    }
}

/* Until the match is in a state; at most some hours. */
static inline void pass_until(int match, enum director_state state)
{
    for (int i = 0; i < 4 * 3600; i++) {
        if (world.match_count > match && world.matches[match].state == state) {
            return;
        }
        world_step(&world);
    }
    fail_msg("match %d is not %s but %s", match, director_state_words[state],
             director_state_words[world.matches[match].state]);
}

/* Says it to the director. */
static inline void tells(int soul, const char *text)
{
    world_line(&world, "12 %s %s", world.souls[soul].name, text);
}

/* ... and waits for an answer. */
static inline void says(int soul, const char *text)
{
    world.last_tell[soul][0] = '\0';
    tells(soul, text);
    pass(7);
}

/* The last that the director has said to somebody. */
#define hears(soul, text) assert_string_equal(world.last_tell[soul], text)

/* Within some seconds. */
static inline void hears_soon(int soul, const char *text)
{
    for (int i = 0; i < 20 && strcmp(world.last_tell[soul], text) != 0; i++) {
        pass(1);
    }
    hears(soul, text);
}

static inline void assert_forfeited(int match, int winner, const char *why)
{
    const struct director_match *row = &world.matches[match];
    pass_until(match, DIRECTOR_MATCH_FORFEITED);
    assert_string_equal(row->why, why);
    assert_int_equal(row->source, DIRECTOR_SOURCE_RULE);
    assert_int_equal(row->winner == PAIRING_NOBODY ? PAIRING_NOBODY
                                                   : row->pairing.side[row->winner],
                     winner);
}

static inline void play_without_end(void)
{
    world.match_seconds = 1000000;
    pass_until(0, DIRECTOR_MATCH_PLAYING);
}
