#include "match/match_luck.h"

#include "engine/board/position.h"
#include "engine/search/ranked_play.h"

struct judge {
    const struct engine *eng;
    struct search_scratch *scratch;
    struct strength strength;
};

static double value_of_roll(const struct judge *judge, const struct position *pos,
                            const struct match_state *ms, struct roll roll)
{
    struct ranked_play best;
    (void)engine_rank_plays(judge->eng, judge->scratch, &judge->strength, pos, ms, roll,
                            &best, 1);
    return (double)best.equity;
}

/* Returns the mean value of all rolls (no doubles at the opening), and that of `own`. */
static double mean_of_rolls(const struct judge *judge, const struct position *pos,
                            const struct match_state *ms, bool is_opening,
                            struct roll own, double *own_value)
{
    double sum = 0.0;
    int ways = 0;
    for (int i = 0; i < ROLLS; i++) {
        const struct roll roll = roll_all[i].roll;
        if (is_opening && roll.high == roll.low) {
            continue;
        }
        double value = value_of_roll(judge, pos, ms, roll);
        sum += roll_all[i].ways * value;
        ways += roll_all[i].ways;
        if (roll.high == own.high && roll.low == own.low) {
            *own_value = value;
        }
    }
    return sum / ways;
}

double match_luck_of(const struct engine *eng, struct search_scratch *scratch,
                     const struct match_turn *turn, bool has_no_cube,
                     const atomic_bool *stop)
{
    struct judge judge = {eng, scratch, strength_default()};
    double own = 0.0;
    if (turn->is_first && turn->roll.high == turn->roll.low) {
        return 0.0; /* cannot fall */
    }
    judge.strength.play_ply = judge.strength.cube_ply = 0;
    judge.strength.is_cubeless = has_no_cube;
    judge.strength.stop = stop;
    /* The pruning net may miss the best play by .3. */
    judge.strength.filter.nets.accept = -1;
    double mean =
        mean_of_rolls(&judge, &turn->pos, &turn->ms, turn->is_first, turn->roll, &own);
    if (turn->is_first) {
        const struct position theirs = position_swap(&turn->pos);
        const struct match_state ms = match_state_swap(&turn->ms);
        double unused;
        mean -= mean_of_rolls(&judge, &theirs, &ms, true, turn->roll, &unused);
        mean /= 2.0;
    }
    return own - mean;
}
