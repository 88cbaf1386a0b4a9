/* Which replies of the tree the big net values: the small net's best so many within a
 * window, by one rule where the search goes on and another at its leaves. Against a
 * slow search of the same rules; shipped weights. */
#include <stdlib.h>

#include "engine/board/rng.h"
#include "engine/cube/cube.h"
#include "engine/eval/eval.h"
#include "engine/search/ranked_play.h"
#include "tests/unit/engine/board/random_position.h"

#include "tests/unit/engine/search_harness.h" /* last: its names are short */

static struct eval_scratch *nets;

/* Plain numbers for money play: what a game is worth without a cube. */
static float worth(const struct outputs *o)
{
    return equity_cubeless(*o);
}

/* The reply that is played, by its number; its value by the big net in `out`. */
static int slow_reply(const struct play_list *list,
                      const struct search_candidate_rule *rule, struct outputs *out)
{
    static struct outputs small[PLAY_LIST_MAX], big[PLAY_LIST_MAX];
    const struct evaluator *ev = engine_evaluator(eng);
    eval_afterstates(ev, nets, EVAL_PRUNING, list->after, list->count, small);
    eval_afterstates(ev, nets, EVAL_MAIN, list->after, list->count, big);
    float favourite = -9.0F;
    for (int i = 0; i < list->count; i++) {
        favourite = worth(&small[i]) > favourite ? worth(&small[i]) : favourite;
    }
    int best = -1;
    for (int i = 0; i < list->count; i++) {
        int before = 0; /* plays that the small net likes better */
        for (int k = 0; k < list->count; k++) {
            before += worth(&small[k]) > worth(&small[i]) ||
                      (k < i && worth(&small[k]) == worth(&small[i]));
        }
        bool is_kept =
            before < rule->kept && worth(&small[i]) >= favourite - rule->window;
        if (is_kept && (best < 0 || worth(&big[i]) > worth(&big[best]))) {
            best = i;
        }
    }
    *out = big[best];
    return best;
}

static void add(struct outputs *sum, struct outputs o, float share)
{
    sum->win += share * o.win;
    sum->win_gammon += share * o.win_gammon;
    sum->win_backgammon += share * o.win_backgammon;
    sum->lose_gammon += share * o.lose_gammon;
    sum->lose_backgammon += share * o.lose_backgammon;
}

/* The mean over the rolls of mine, on roll in `pos`, as he sees it. */
static struct outputs slow_rolls(const struct strength *strength,
                                 const struct position *pos, int plies)
{
    struct play_list *list = aligned_alloc(64, sizeof *list);
    struct outputs mean = {.win = 0.0F};
    assert_non_null(list);
    for (int r = 0; r < ROLLS; r++) {
        struct outputs o;
        movegen_plays(pos, roll_all[r].roll, list);
        int best = slow_reply(
            list, plies == 1 ? &strength->leaf_candidates : &strength->candidates, &o);
        if (plies > 1 && position_game_result(&list->after[best]) == 0) {
            struct position next = position_swap(&list->after[best]);
            o = outputs_flip(slow_rolls(strength, &next, plies - 1));
        }
        add(&mean, o, (float)roll_all[r].ways / 36.0F);
    }
    free(list);
    return mean;
}

/* Ranks a roll from each of some positions and compares the best play of each. */
static void check(struct search_candidate_rule candidates,
                  struct search_candidate_rule leaf_candidates, int ply, int positions)
{
    static struct ranked_play ranked[PLAY_LIST_MAX];
    struct strength strength = at_ply(ply);
    struct rng rng;
    int checked = 0;
    rng_seed(&rng, 21, 0);
    strength.filter = *filter_find("xg-infinite");
    strength.candidates = candidates;
    strength.leaf_candidates = leaf_candidates;
    for (int i = 0; i < positions; i++) {
        struct position pos = after_random_turns(&rng, 4 + 5 * i);
        if (engine_rank_plays(eng, scratch, &strength, &pos, &scores[0], rng_roll(&rng),
                              ranked, PLAY_LIST_MAX) == 1) {
            continue; /* forced: not searched */
        }
        struct position next = position_swap(&ranked[0].after);
        struct outputs slow = outputs_flip(slow_rolls(&strength, &next, ply));
        assert_int_equal(ranked[0].ply, ply);
        assert_float_equal(ranked[0].outputs.win, slow.win, 1e-5F);
        assert_float_equal(ranked[0].outputs.win_gammon, slow.win_gammon, 1e-5F);
        assert_float_equal(ranked[0].outputs.lose_gammon, slow.lose_gammon, 1e-5F);
        checked++;
    }
    assert_true(checked > 0);
}

static const struct search_candidate_rule all = {SEARCH_CANDIDATES_MAX, 9.0F};
static const struct search_candidate_rule favourite = {1, 9.0F};

TEST(leaves_take_the_best_few_within_their_window)
{
    const struct search_candidate_rule rules[] = {all,       favourite,  {2, 9.0F},
                                                  {5, .12F}, {16, .03F}, {16, 0.0F}};
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        check(i % 2 == 0 ? favourite : all, rules[i], 1, 6);
    }
}

TEST(nodes_above_leaves_have_a_rule_of_their_own)
{
    check(all, favourite, 2, 2);
    check(favourite, all, 2, 2);
    check((struct search_candidate_rule){8, .05F},
          (struct search_candidate_rule){3, .08F}, 2, 2);
}

static int open_both(void **state)
{
    if (open_engine(state) != 0) {
        return -1;
    }
    nets = eval_scratch_new(engine_evaluator(eng));
    return nets == NULL;
}

static int close_both(void **state)
{
    eval_scratch_free(nets);
    return close_engine(state);
}

TEST_MAIN(open_both, close_both)
