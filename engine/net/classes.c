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
    int of_class[CLASSES_MAX] = {0};
    int first[CLASSES_MAX];
    int runs = 0;
    int rows = 0;
    for (int i = 0; i < count; i++) {
        row_of[i] = of_class[class[i]]++; /* within its class */
    }
    for (int c = 0; c < CLASSES_MAX; c++) {
        if (of_class[c] > 0) {
            run[runs++] = (struct class_run){c, rows, of_class[c]};
        }
        first[c] = rows;
        rows += of_class[c];
    }
    for (int i = 0; i < count; i++) {
        row_of[i] += first[class[i]];
    }
    return runs;
}
