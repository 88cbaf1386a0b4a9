#include "bot/config/strength_config.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/text.h"
#include "bot/base/paths.h"
#include "engine/level.h"
#include "engine/rollout/roller.h"

static int64_t monotonic_ms(void *context)
{
    (void)context;
    return clock_ms();
}

struct search_time_limit strength_time_limit_of(int limit_ms)
{
    return (struct search_time_limit){.limit_ms = limit_ms, .now_ms = monotonic_ms};
}

/* The roller that is asked for; with time to think, and nothing else asked for, one that
 * the time ends. */
static const struct roller *roller_of(const struct config *config)
{
    enum { AUTO, NONE, FIRST };
    int asked = config->strength.roller;
    if (asked >= FIRST) {
        return roller_find(roller_name(asked - FIRST));
    }
    bool is_left_to_us = asked == AUTO && config->strength.think_time > 0 &&
                         config->strength.play_ply == SEARCH_PLY_OF_ROLLERS &&
                         config->strength.noise <= 0.0 &&
                         config->strength.cube_noise <= 0.0;
    return is_left_to_us ? roller_find("roller++") : NULL;
}

bool strength_from_config(const struct config *config, struct strength *strength,
                          struct error *err)
{
    *strength = strength_default();
    strength->play_ply = config->strength.play_ply;
    strength->cube_ply = config->strength.cube_ply;
    strength->roller = roller_of(config);
    strength->noise = (float)config->strength.noise;
    strength->cube_noise = (float)config->strength.cube_noise;
    strength->noise_seed = (uint64_t)config->strength.noise_seed;
    if (config->strength.level[0] != '\0') {
        struct error why;
        if (!level_read(config->strength.level, strength, &why)) {
            return error_set_from(err, &why, "strength.level: %.180s", why.text);
        }
    }
    strength->time = strength_time_limit_of(config->strength.think_time);
    return config_filter(config, &strength->filter, err);
}

void strength_describe(const struct config *config, char *text, size_t size)
{
    if (config->strength.level[0] != '\0') {
        (void)snprintf(text, size, "level %s", config->strength.level);
        return;
    }
    if (roller_of(config) != NULL) {
        (void)snprintf(text, size, "%s", roller_of(config)->name);
    } else {
        (void)snprintf(text, size, "%d-ply", config->strength.play_ply);
    }
    if (config->strength.noise > 0.0) {
        text_add(text, size, ", noise %g", config->strength.noise);
    }
}

void strength_describe_match(const struct config *config, const char *chosen,
                             char *text, size_t size)
{
    if (chosen[0] != '\0') {
        (void)snprintf(text, size, "level %s", chosen);
    } else {
        strength_describe(config, text, size);
    }
}

struct engine *strength_engine_from_config(const struct config *config,
                                           struct error *err)
{
    char folder[PATHS_MAX];
    if (!paths_find_weights(config->strength.weights, folder, err)) {
        return NULL;
    }
    return engine_open(folder, err);
}
