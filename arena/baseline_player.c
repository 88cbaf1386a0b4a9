#include "arena/baseline_player.h"

/* clang-format off */

#include "engine/board/movegen.h"
#include "engine/board/position.h"
/* The value of a made point in pips: own home board and bar point, then anchors. */
static const float point_value[25] = {
    0, 0.5F, 2, 5, 8, 9, 7,
    7, 4, 2, 1, 1, 1,
    2, 1, 2, 2, 2, 4,
    3, 8, 8, 4, 2, 1,
};

/* The chance in 36ths that a blot at this distance in pips is hit on an empty board. */
static const float shot[25] = {
    0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3,
    0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1,
};
/* clang-format on */

/* in pips */
static const float stacked_checker = 1.5F; /* each checker beyond the third */
static const float bar_value = 6.0F;       /* each checker of theirs there */
static const float closed_point = 3.0F;    /* and each of my home points then */

static float race_score(const struct position *after)
{
    return 10.0F * (float)after->mine.at[POINT_OFF] -
           (float)position_pip_count(&after->mine);
}

static float points_score(const struct side *side)
{
    float score = 0.0F;
    for (int p = 1; p <= 24; p++) {
        int n = side->at[p];
        score += n >= 2 ? point_value[p] : 0.0F;
        score -= n > 3 ? stacked_checker * (float)(n - 3) : 0.0F;
    }
    return score;
}

/* Returns the pips that mine expects to lose to shots of theirs, who is on roll. */
static float blots_cost(const struct position *after)
{
    float cost = 0.0F;
    for (int p = 1; p <= 24; p++) {
        if (after->mine.at[p] != 1) {
            continue;
        }
        float shots = 0.0F;
        for (int q = 26 - p; q <= POINT_BAR; q++) {
            if (after->theirs.at[q] > 0 && q - (25 - p) <= 24) {
                shots += shot[q - (25 - p)];
            }
        }
        shots = shots > 36.0F ? 36.0F : shots;
        cost += shots / 36.0F * ((float)(25 - p) + 4.0F);
    }
    return cost;
}

static float bar_score(const struct position *after)
{
    int closed = 0;
    for (int p = 1; p <= 6; p++) {
        closed += after->mine.at[p] >= 2;
    }
    return (float)after->theirs.at[POINT_BAR] *
           (bar_value + closed_point * (float)closed);
}

/* How much mine, who has just moved, likes the position: only for comparing. */
static float score_of(const struct position *after)
{
    if (!position_has_contact(after)) {
        return race_score(after);
    }
    float race =
        (float)(position_pip_count(&after->theirs) - position_pip_count(&after->mine));
    return race + points_score(&after->mine) - blots_cost(after) + bar_score(after);
}

int baseline_player_choose(const struct play_list *list)
{
    int best = 0;
    float most = score_of(&list->after[0]);
    for (int i = 1; i < list->count; i++) {
        float score = score_of(&list->after[i]);
        if (score > most) {
            most = score;
            best = i;
        }
    }
    return best;
}
