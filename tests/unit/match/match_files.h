#pragma once
/* Matches from tests/data/matches and from texts. */

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "engine/board/checkers.h"
#include "engine/board/position.h"
#include "match/match_turns.h"

#define MATCH_FILES "tests/data/matches/"

static inline struct match_turns *match_of_text(const char *text)
{
    struct error err = {0};
    FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    struct match_turns *turns = match_turns_read_file(file, &err);
    (void)fclose(file);
    return turns;
}

static inline bool play_is(const struct match_turn *turn, int high, int low, int hops,
                           int from, int to)
{
    return turn->type == RECORD_CELL_PLAY && turn->roll.high == high &&
           turn->roll.low == low && turn->play.count == hops &&
           (hops == 0 ||
            (turn->play.moves[0].from == from && turn->play.moves[hops - 1].to == to));
}

/* Whether both have the same turns. */
static inline bool turns_are_alike(const struct match_turns *a,
                                   const struct match_turns *b)
{
    bool is_alike = a->count == b->count && a->games == b->games;
    for (int i = 0; is_alike && i < a->count; i++) {
        const struct match_turn *x = &a->turns[i], *y = &b->turns[i];
        is_alike = x->type == y->type && x->side == y->side &&
                   position_equal(&x->pos, &y->pos) && x->ms.cube == y->ms.cube &&
                   x->ms.my_score == y->ms.my_score && x->roll.high == y->roll.high &&
                   x->roll.low == y->roll.low;
    }
    return is_alike;
}
