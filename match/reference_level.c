#include "match/reference_level.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "engine/level.h"
#include "engine/rollout/roller.h"

/* 0 up to 2-ply, 1 for a deeper search or the first roller, 2 for the second, ... */
static int depth_of(const struct strength *strength)
{
    enum { DEEPEST_AT_0 = 2 };
    return strength->roller != NULL            ? roller_depth(strength->roller)
           : strength->play_ply > DEEPEST_AT_0 ? 1
                                               : 0;
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
    FORMAT_TEXT(word, "%.*s", (int)strcspn(text, ","), text);
    if (word[0] >= '0' && word[0] <= '9' && strcmp(word + 1, "-ply") == 0) {
        strength->play_ply = word[0] - '0';
        return true;
    }
    return level_read(word, strength, &err);
}

void reference_level_deepen(const char *level, struct strength *reference)
{
    struct strength own = strength_default();
    if (level[0] == '\0') {
        return;
    }
    int depth = read_level(level, &own) ? depth_of(&own) : 0;
    depth -= roller_name(depth) == NULL ? 1 : 0; /* nothing is deeper */
    if (depth_of(reference) <= depth) {
        reference->roller = roller_find(roller_name(depth));
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
