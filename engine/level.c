#include "engine/level.h"

#include <string.h>

#include "base/argument.h"
#include "engine/rollout/roller.h"

/* The noise was measured with `fibsbot lab levels`; docs/LEVELS.md has the table. */
/* clang-format off */
static const struct level levels[] = {
    /* name          rating ply cube small noise  cube   roller */
    {"beginner",      1000, 0,  0,  true,  .250F, .25F,  NULL},
    {"novice",        1300, 0,  0,  true,  .180F, .18F,  NULL},
    {"casual",        1500, 0,  0,  true,  .130F, .13F,  NULL},
    {"intermediate",  1650, 0,  0,  true,  .090F, .09F,  NULL},
    {"advanced",      1800, 0,  0,  false, .075F, .07F,  NULL},
    {"expert",        1900, 0,  0,  false, .050F, .04F,  NULL},
    {"master",        2000, 0,  0,  false, 0.0F,  0.0F,  NULL},
    {"grandmaster",   2020, 1,  2,  false, 0.0F,  0.0F,  NULL},
    {"world-class",   2035, 2,  2,  false, 0.0F,  0.0F,  NULL},
    {"strongest",     2040, 2,  2,  false, 0.0F,  0.0F,  "roller+"},
};
/* clang-format on */
enum { LEVELS = sizeof levels / sizeof levels[0] };

const struct level *level_at(int i)
{
    return i >= 0 && i < LEVELS ? &levels[i] : NULL;
}

const char *level_name(int i)
{
    const struct level *level = level_at(i);
    return level != NULL ? level->name : NULL;
}

static void set_level(const struct level *level, struct strength *strength)
{
    strength->play_ply = level->play_ply;
    strength->cube_ply = level->cube_ply;
    strength->roller = level->roller != NULL ? roller_find(level->roller) : NULL;
    strength->uses_pruning_net = level->uses_pruning_net;
    strength->noise = level->noise;
    strength->cube_noise = level->cube_noise;
}

static float interpolate(float from, float to, double share)
{
    double value = (double)from + share * ((double)to - (double)from);
    return value > 0.0 ? (float)value : 0.0F;
}

/* Sets the level below `rating`, its noise interpolated up to the next level; below the
 * weakest level the noise is extrapolated. */
static void set_rating(int rating, struct strength *strength)
{
    int lower = 0;
    while (lower < LEVELS - 1 && levels[lower + 1].rating <= rating) {
        lower++;
    }
    set_level(&levels[lower], strength);
    if (lower < LEVELS - 1 && levels[lower].noise > 0.0F) {
        const struct level *from = &levels[lower];
        const struct level *to = from + 1;
        double share = (double)(rating - from->rating) / (to->rating - from->rating);
        strength->noise = interpolate(from->noise, to->noise, share);
        strength->cube_noise = interpolate(from->cube_noise, to->cube_noise, share);
    }
}

bool level_read(const char *text, struct strength *strength, struct error *err)
{
    int rating;
    for (int i = 0; i < LEVELS; i++) {
        if (strcmp(levels[i].name, text) == 0) {
            set_level(&levels[i], strength);
            return true;
        }
    }
    if (roller_find(text) != NULL) {
        set_level(&levels[LEVELS - 1], strength);
        strength->roller = roller_find(text);
        return true;
    }
    if (argument_int("", text, LEVEL_RATING_LEAST, LEVEL_RATING_MOST, &rating, NULL)) {
        set_rating(rating, strength);
        return true;
    }
    return error_set_kind(
        err, ERROR_MALFORMED,
        "expected a level such as %s, %s or %s, or a rating from %d to "
        "%d, found \"%.40s\"",
        levels[0].name, levels[LEVELS / 2].name, levels[LEVELS - 1].name,
        LEVEL_RATING_LEAST, LEVEL_RATING_MOST, text);
}

bool level_check(const char *text, struct error *err)
{
    struct strength strength = strength_default();
    return level_read(text, &strength, err);
}

double level_rating_of(double performance_rating)
{
    return 2050.0 - (8798.0 + 25526.0 / 7.0) * performance_rating / 500.0;
}
