#include "cmd/tourney/tourney_luck.h"

#include <stddef.h>

const char *const tourney_luck_words[] = {
    [LUCK_NONE] = "none", [LUCK_PRUNING] = "small",  [LUCK_MAIN] = "big",
    [LUCK_BOTH] = "both", [LUCK_BY_1_PLY] = "1-ply", NULL,
};

const char tourney_luck_1_ply_former[] = "deep";
