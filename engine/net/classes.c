#include "engine/net/classes.h"

#include <stddef.h>
#include <string.h>

#include "engine/board/side_bits.h"

/* Returns the number of checkers back, at most 3. */
static int few_back(const struct side *side)
{
    int back = side_checkers_back(side);
    return back < 3 ? back : 3;
}

static int by_checkers_back(const struct position *pos)
{
    return 4 * few_back(&pos->mine) + few_back(&pos->theirs);
}

/* By id, from 0. */
static const struct class_set sets[] = {
    {"one", 0, 1, NULL},
    {"men-back", 1, 16, by_checkers_back},
};
enum { SETS = sizeof sets / sizeof sets[0] };

const struct class_set *class_set_by_id(uint32_t id)
{
    return id < SETS ? &sets[id] : NULL;
}

const struct class_set *class_set_by_name(const char *name)
{
    for (int i = 0; i < SETS; i++) {
        if (strcmp(sets[i].name, name) == 0) {
            return &sets[i];
        }
    }
    return NULL;
}

int class_of(const struct class_set *set, const struct position *pos)
{
    return set->of != NULL ? set->of(pos) : 0;
}

int class_sort(const int *class, int count, struct class_run run[CLASSES_MAX],
               int *row_of)
{
    int next[CLASSES_MAX + 1] = {0};
    int runs = 0;
    for (int i = 0; i < count; i++) {
        next[class[i] + 1]++;
    }
    for (int c = 0; c < CLASSES_MAX; c++) {
        if (next[c + 1] > 0) {
            run[runs++] = (struct class_run){c, next[c], next[c + 1]};
        }
        next[c + 1] += next[c];
    }
    for (int i = 0; i < count; i++) {
        row_of[i] = next[class[i]]++;
    }
    return runs;
}
