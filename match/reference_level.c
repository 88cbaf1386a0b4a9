#include "match/reference_level.h"

#include <stdio.h>
#include <string.h>

#include "engine/level.h"
#include "engine/rollout/roller.h"

/* Depths in order. Cube actions of programs are searched at 2 plies at least, also where
 * they play at 0-ply. */
static const struct depth {
    int ply;
    const char *roller; /* NULL: a search */
} depths[] = {
    {0, NULL},     {1, NULL},      {2, NULL},       {3, NULL},
    {2, "roller"}, {2, "roller+"}, {2, "roller++"},
};
enum {
    DEPTHS = sizeof depths / sizeof depths[0],
    DEEPEST_SEARCH = 3,
    CUBE_REFERENCE_PLY = 4, /* of a search */
    OF_ROLLER_PLUS = 5
};

static int depth_of(const struct strength *strength)
{
    for (int i = DEEPEST_SEARCH + 1; strength->roller != NULL && i < DEPTHS; i++) {
        if (strcmp(strength->roller->name, depths[i].roller) == 0) {
            return i;
        }
    }
    return strength->play_ply < DEEPEST_SEARCH ? strength->play_ply : DEEPEST_SEARCH;
}

/* "2-ply", "level expert", "roller+", each with ", noise .05" or other words after it;
 * false: none of these. */
static bool read_level(const char *text, struct strength *strength)
{
    char word[LEVEL_TEXT_SIZE];
    struct error err;
    const char *colon = strstr(text, ": ");
    text = colon != NULL ? colon + 2 : text;
    text += strncmp(text, "level ", 6) == 0 ? 6 : 0;
    (void)snprintf(word, sizeof word, "%.*s", (int)strcspn(text, ","), text);
    if (word[0] >= '0' && word[0] <= '9' && strcmp(word + 1, "-ply") == 0) {
        strength->play_ply = word[0] - '0';
        return true;
    }
    return level_read(word, strength, &err);
}

/* The depth that judges one who thought at `own`. */
static int reference_of(int own)
{
    return own == DEEPEST_SEARCH ? OF_ROLLER_PLUS : own + 1 < DEPTHS ? own + 1 : own;
}

void reference_level_deepen(const char *level, struct strength *reference)
{
    struct strength own = strength_default();
    int wanted = DEEPEST_SEARCH;
    if (level[0] == '\0') {
        return;
    }
    if (read_level(level, &own)) {
        wanted = reference_of(depth_of(&own));
    }
    const struct depth *depth = &depths[wanted];
    if (depth_of(reference) < wanted) {
        reference->play_ply = depth->ply;
        reference->roller = depth->roller != NULL ? roller_find(depth->roller) : NULL;
    }
    if (reference->cube_ply < CUBE_REFERENCE_PLY) {
        reference->cube_ply = CUBE_REFERENCE_PLY;
    }
}

void reference_level_heading(const char *program, const char *level,
                             char text[RECORD_NAME_MAX])
{
    (void)snprintf(text, RECORD_NAME_MAX, "%.30s: %.46s", program, level);
}

void reference_level_text(const struct strength *reference,
                          char text[REFERENCE_LEVEL_SIZE])
{
    if (reference->roller != NULL) {
        (void)snprintf(text, REFERENCE_LEVEL_SIZE, "%s", reference->roller->name);
    } else if (reference->is_cubeless) {
        (void)snprintf(text, REFERENCE_LEVEL_SIZE, "%d-ply, no cube",
                       reference->play_ply);
    } else if (reference->cube_ply == reference->play_ply - reference->play_ply % 2) {
        (void)snprintf(text, REFERENCE_LEVEL_SIZE, "%d-ply", reference->play_ply);
    } else {
        (void)snprintf(text, REFERENCE_LEVEL_SIZE, "%d-ply, cube %d-ply",
                       reference->play_ply, reference->cube_ply);
    }
}
