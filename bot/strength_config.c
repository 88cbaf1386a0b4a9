#include "bot/strength_config.h"

#include "bot/paths.h"

bool strength_from_config(const struct config *config, struct strength *strength,
                          struct engine_error *err)
{
    *strength = strength_default();
    strength->play_ply = config->strength.play_ply;
    strength->cube_ply = config->strength.cube_ply;
    strength->noise = (float)config->strength.noise;
    strength->cube_noise = (float)config->strength.cube_noise;
    return config_filter(config, &strength->filter, err);
}

struct engine *engine_from_config(const struct config *config, struct engine_error *err)
{
    char folder[PATHS_MAX];
    if (!paths_find_weights(config->strength.weights, folder, err)) {
        return NULL;
    }
    return engine_open(folder, err);
}
