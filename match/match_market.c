#include "match/match_market.h"

#include <math.h>

#include "engine/board/position.h"
#include "engine/engine.h"
#include "engine/search/ranked_play.h"

enum { PAIRS = 36 * 36 };

struct market_count {
    const struct engine *eng;
    struct search_scratch *scratch;
    struct strength strength;
    double lost, sum, squares; /* weighted by how often a pair falls */
};

static void add_end(struct market_count *count, double weight, double equity,
                    bool is_lost)
{
    count->lost += is_lost ? weight : 0.0;
    count->sum += weight * equity;
    count->squares += weight * equity * equity;
}

/* The doubler is on roll again. */
static void add_answered(struct market_count *count, double weight,
                         const struct position *pos, const struct match_state *ms)
{
    struct cube_decision cube;
    engine_cube_decision(count->eng, count->scratch, &count->strength, pos, ms, &cube);
    bool is_lost = cube.action == CUBE_DOUBLE_PASS || cube.action == CUBE_TOO_GOOD;
    add_end(count, weight, (double)cube_decision_best(&cube), is_lost);
}

/* The opponent answers the roll. */
static void add_answers(struct market_count *count, double weight,
                        const struct position *pos, const struct match_state *ms)
{
    struct ranked_play best;
    struct match_state doublers = match_state_swap(ms);
    for (int i = 0; i < ROLLS; i++) {
        double both = weight * roll_all[i].ways;
        (void)engine_rank_plays(count->eng, count->scratch, &count->strength, pos, ms,
                                roll_all[i].roll, &best, 1);
        struct position after = position_swap(&best.after);
        if (position_game_result(&after) != 0) {
            add_end(count, both, -(double)best.equity, false);
        } else {
            add_answered(count, both, &after, &doublers);
        }
    }
}

static void add_rolls(struct market_count *count, const struct position *pos,
                      const struct match_state *ms)
{
    struct ranked_play best;
    struct match_state theirs = match_state_swap(ms);
    for (int i = 0; i < ROLLS; i++) {
        (void)engine_rank_plays(count->eng, count->scratch, &count->strength, pos, ms,
                                roll_all[i].roll, &best, 1);
        struct position after = position_swap(&best.after);
        if (position_game_result(&after) != 0) {
            add_end(count, 36.0 * roll_all[i].ways, (double)best.equity, true);
        } else {
            add_answers(count, roll_all[i].ways, &after, &theirs);
        }
    }
}

bool match_market_find(const struct engine *eng, const struct position *pos,
                       const struct match_state *ms, struct match_market *market)
{
    struct market_count count = {.eng = eng, .scratch = engine_scratch_new(eng)};
    if (count.scratch == NULL) {
        return false;
    }
    count.strength = strength_default();
    count.strength.play_ply = 0;
    count.strength.cube_ply = 0;
    add_rolls(&count, pos, ms);
    double mean = count.sum / PAIRS;
    market->losers = count.lost / PAIRS;
    market->volatility = sqrt(fmax(0.0, count.squares / PAIRS - mean * mean));
    engine_scratch_free(count.scratch);
    return true;
}
