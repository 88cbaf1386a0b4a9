#include "classes.h"

#include <stddef.h>
#include <string.h>

/* 0, 1, 2, or 3 for more. */
static int few_back(const struct side *side)
{
    int back = side->at[POINT_BAR];
    for (int point = 19; point <= 24; point++) {
        back += side->at[point];
    }
    return back < 3 ? back : 3;
}

static int by_men_back(const struct position *pos)
{
    return 4 * few_back(&pos->mine) + few_back(&pos->theirs);
}

static const struct class_set sets[] = {
    {"one", 0, 1, NULL},
    {"men-back", 1, 16, by_men_back},
};
enum { SETS = sizeof sets / sizeof sets[0] };

const struct class_set *class_set_by_id(uint32_t id)
{
    for (int i = 0; i < SETS; i++) {
        if (sets[i].id == id) {
            return &sets[i];
        }
    }
    return NULL;
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
