/* Search against a slow and plain one written here, and an early stop; test_search_shared.c has
 * the same results whatever was thought before and by whom. */
#include <math.h>

#include "engine/board/position.h"
#include "engine/board/rng.h"
#include "engine/cube/cube.h"
#include "engine/cube/met_internal.h"
#include "engine/eval/dmp.h"
#include "engine/search/search.h"
#include "tests/unit/engine/board/random_position.h"
#include "tests/unit/engine/eval/stub_eval.h"

#include "tests/unit/engine/search_harness.h" /* last: its names are short */

enum { MAX_RANKED = 512, GAMES = 24, TURNS = 30 };

static struct ranked_play ranked[MAX_RANKED];

/* ---- the slow search ------------------------------------------------------------- */

static double weigh(const struct cube_weights *w, struct outputs o)
{
    return (double)(w->constant + w->win * o.win + w->win_gammon * o.win_gammon +
                    w->win_backgammon * o.win_backgammon +
                    w->lose_gammon * o.lose_gammon +
                    w->lose_backgammon * o.lose_backgammon);
}

/* What is valued: one slot of a model by a search of so many plies in all. */
struct slow {
    const struct cube_model *model;
    int depth;
    int slot;
};

/* What passing costs: on FIBS one game; on bgammon.org three with a man on the bar or in
 * the other's home, else two with none off, else one. */
static int price_of(const struct cube_model *model, const struct side *passer)
{
    int men_back = 0;
    for (int point = 19; point <= POINT_BAR; point++) {
        men_back += passer->at[point];
    }
    if (!model->pays_by_board) {
        return 1;
    }
    return men_back > 0 ? 3 : passer->at[POINT_OFF] == 0 ? 2 : 1;
}

/* The doubler chooses what is best for it, after the other has chosen what is best for
 * it; values are mine's. */
static double after_cube_action(bool is_mine_doubler, double rolls, double take,
                                double pass)
{
    if (is_mine_doubler) {
        return fmax(rolls, fmin(take, pass));
    }
    return fmin(rolls, fmax(take, pass));
}

/* The mean value for mine, `side` on roll in `pos`, seen by him. */
static double slow_rolls(struct slow slow, const struct position *pos,
                         enum cube_side side, int plies);

/* `side` has just moved; the other one may double. One slot at a time, no sharing. */
static double slow_after(struct slow slow, const struct position *after,
                         enum cube_side side, int plies)
{
    enum cube_side other = side == CUBE_SIDE_MINE ? CUBE_SIDE_THEIRS : CUBE_SIDE_MINE;
    struct position on_roll = position_swap(after);
    double values[CUBE_SLOTS_MAX] = {0.0};
    int wanted[] = {slow.slot, slow.model->slot[slow.slot].doubled[other]};
    struct outputs o = stub_value(after);
    int price = price_of(slow.model, &after->mine);
    struct outputs mine = side == CUBE_SIDE_MINE ? o : outputs_flip(o);
    if (plies == 0 || position_game_result(after) != 0) {
        struct cube_efficiencies efficiencies =
            cube_efficiencies_at(&on_roll, slow.depth, (double)mine.win);
        efficiencies.price[side] = price;
        efficiencies.price[other] = price_of(slow.model, &after->theirs);
        if (slow.model->has_dmp) {
            efficiencies.dmp =
                (side == CUBE_SIDE_MINE ? 1.0 : -1.0) * dmp_gain(after, &o);
        }
        cube_values(slow.model, mine, efficiencies, values);
    } else {
        for (int i = 0; i < 2; i++) {
            if (wanted[i] != CUBE_NOT_TURNED) {
                struct slow below = {slow.model, slow.depth, wanted[i]};
                values[wanted[i]] = slow_rolls(below, &on_roll, other, plies);
            }
        }
    }
    if (wanted[1] == CUBE_NOT_TURNED) {
        return values[slow.slot];
    }
    bool is_mine_doubler = other == CUBE_SIDE_MINE;
    int level = slow.model->slot[slow.slot].level;
    double pass = slow.model->result[level][3 + (is_mine_doubler ? price : -price)];
    return after_cube_action(is_mine_doubler, values[slow.slot],
                             slow.model->factor * values[wanted[1]], pass);
}

static double slow_rolls(struct slow slow, const struct position *pos,
                         enum cube_side side, int plies)
{
    struct cube_weights weights = cube_weights(slow.model, side);
    struct play_list *list = aligned_alloc(64, sizeof *list);
    double sum = 0.0;
    assert_non_null(list);
    for (int r = 0; r < ROLLS; r++) {
        movegen_plays(pos, roll_all[r].roll, list);
        int best = 0;
        for (int i = 1; i < list->count; i++) {
            if (weigh(&weights, stub_value(&list->after[i])) >
                weigh(&weights, stub_value(&list->after[best]))) {
                best = i;
            }
        }
        sum += roll_all[r].ways * slow_after(slow, &list->after[best], side, plies - 1);
    }
    free(list);
    return sum / 36.0;
}

static struct cube_model model_of(const struct match_state *ms)
{
    struct cube_model model;
    struct error err;
    struct met *met = met_open("weights/kazaross-xg2.met", &err);
    assert_non_null(met);
    cube_model_init(&model, met, ms);
    met_close(met);
    return model;
}

TEST(plays_have_the_values_of_a_slow_search)
{
    struct rng rng;
    rng_seed(&rng, 11, 0);
    for (int game = 0; game < GAMES; game++) {
        const struct match_state *ms = &scores[game % SCORES];
        struct cube_model model = model_of(ms);
        struct position pos = after_random_turns(&rng, 2 + 3 * (game % TURNS));
        for (int ply = 0; ply <= 2; ply++) {
            struct strength strength = at_ply(ply);
            int n = engine_rank_plays(eng, scratch, &strength, &pos, ms, rng_roll(&rng),
                                      ranked, MAX_RANKED);
            for (int i = 0; i < n && i < (ply == 2 ? 1 : 4); i++) {
                struct slow at = {&model, ranked[i].ply, 0};
                double slow =
                    slow_after(at, &ranked[i].after, CUBE_SIDE_MINE, ranked[i].ply);
                assert_float_equal(ranked[i].equity, (float)cube_equity(&model, slow),
                                   1e-5F);
            }
        }
    }
}

TEST(cube_equities_are_those_of_a_slow_search)
{
    struct rng rng;
    rng_seed(&rng, 12, 0);
    for (int game = 0; game < GAMES / 2; game++) {
        const struct match_state *ms = &scores[game % SCORES];
        struct cube_model model = model_of(ms);
        struct position pos = after_random_turns(&rng, 2 + 3 * (game % TURNS));
        struct strength strength = at_ply(2);
        struct cube_decision d;
        engine_cube_decision(eng, scratch, &strength, &pos, ms, &d);
        struct slow undoubled = {&model, 2, 0};
        struct slow doubled = {&model, 2, model.root_doubled};
        double rolls = slow_rolls(undoubled, &pos, CUBE_SIDE_MINE, 2);
        double take = model.factor * slow_rolls(doubled, &pos, CUBE_SIDE_MINE, 2);
        assert_int_equal(d.ply, 2);
        assert_float_equal(d.no_double, (float)cube_equity(&model, rolls), 1e-5F);
        assert_float_equal(d.double_take, (float)cube_equity(&model, take), 1e-5F);
    }
}

/* ---- prices ---------------------------------------------------------------------- */

/* Matches, and money play, in which passing costs what the board says. */
static const struct match_state priced[] = {
    {.cube = 1, .pays_by_board = true},
    {.length = 3, .cube = 1, .pays_by_board = true},
    {.length = 5, .my_score = 2, .their_score = 3, .cube = 1, .pays_by_board = true},
    {.length = 7, .my_score = 1, .cube = 2, .owner = CUBE_MINE, .pays_by_board = true},
    {.length = 9, .my_score = 3, .their_score = 2, .cube = 1, .pays_by_board = true},
};
enum { PRICED = sizeof priced / sizeof priced[0] };

/* The value of a game that mine wins by a pass, from the score alone. */
static double passed(const struct match_state *ms, int games)
{
    if (ms->length == 0) {
        return games;
    }
    int points = games * ms->cube;
    if (ms->my_score + points >= ms->length) {
        return 1.0;
    }
    return 2.0 * met_mwc_after(engine_met(eng), ms, points) - 1.0;
}

static enum cube_action plain_action(double rolls, double take, double pass)
{
    if (take > pass + 1e-4) {
        return rolls > pass + 1e-4 ? CUBE_TOO_GOOD : CUBE_DOUBLE_PASS;
    }
    return take >= rolls - 1e-4 ? CUBE_DOUBLE_TAKE : CUBE_NO_DOUBLE;
}

/* Checks the doubler's decision and the other's answer. Returns whether FIBS's price
 * would make another action best. */
static bool is_decided_as_slowly(const struct position *pos,
                                 const struct match_state *ms, int ply)
{
    struct cube_model model = model_of(ms);
    struct strength strength = at_ply(ply);
    struct match_state single = *ms;
    struct cube_decision d, take_decision, on_fibs;
    struct slow undoubled = {&model, ply, 0};
    struct slow doubled = {&model, ply, model.root_doubled};
    double rolls = slow_rolls(undoubled, pos, CUBE_SIDE_MINE, ply);
    double take = model.factor * slow_rolls(doubled, pos, CUBE_SIDE_MINE, ply);
    double pass = passed(ms, price_of(&model, &pos->theirs));
    engine_cube_decision(eng, scratch, &strength, pos, ms, &d);
    assert_float_equal(d.no_double, (float)cube_equity(&model, rolls), 1e-5F);
    assert_float_equal(d.double_take, (float)cube_equity(&model, take), 1e-5F);
    assert_float_equal(d.double_pass, (float)cube_equity(&model, pass), 1e-6F);
    assert_int_equal(d.action,
                     plain_action(cube_equity(&model, rolls), cube_equity(&model, take),
                                  cube_equity(&model, pass)));
    struct position taker = position_swap(pos);
    struct match_state taker_ms = match_state_swap(ms);
    bool is_take =
        engine_takes_double(eng, scratch, &strength, &taker, &taker_ms, &take_decision);
    assert_int_equal(is_take,
                     cube_equity(&model, take) <= cube_equity(&model, pass) + 1e-4);
    assert_memory_equal(&take_decision.outputs, &d.outputs, sizeof d.outputs);
    assert_true(take_decision.equity_cubeless == d.equity_cubeless);
    assert_true(take_decision.no_double == d.no_double);
    assert_true(take_decision.double_take == d.double_take);
    assert_true(take_decision.double_pass == d.double_pass);
    assert_int_equal(take_decision.action, d.action);
    assert_int_equal(take_decision.is_allowed, d.is_allowed);
    assert_int_equal(take_decision.ply, d.ply);
    single.pays_by_board = false;
    engine_cube_decision(eng, scratch, &strength, pos, &single, &on_fibs);
    return d.action != on_fibs.action;
}

TEST(a_pass_at_the_price_of_the_board_is_weighed_as_by_brute_force)
{
    struct rng rng;
    int turned = 0;
    int of_price[4] = {0};
    rng_seed(&rng, 22, 0);
    for (int i = 0; i < 50; i++) {
        const struct match_state *ms = &priced[i % PRICED];
        const struct cube_model model = {.pays_by_board = true};
        struct position pos = after_random_turns(&rng, 2 + 3 * i);
        if (position_game_result(&pos) != 0) {
            continue;
        }
        of_price[price_of(&model, &pos.theirs)]++;
        turned += is_decided_as_slowly(&pos, ms, 2);
    }
    print_message("prices 1, 2, 3: %d, %d, %d; other actions than on FIBS: %d\n",
                  of_price[1], of_price[2], of_price[3], turned);
    assert_int_equal(of_price[1] + of_price[2] + of_price[3], 50);
    assert_true(of_price[1] >= 5 && of_price[2] >= 3 && of_price[3] >= 10);
    assert_true(turned >= 5);
}

TEST(plays_are_ranked_with_that_price)
{
    struct rng rng;
    rng_seed(&rng, 23, 0);
    for (int i = 0; i < 60; i++) {
        const struct match_state *ms = &priced[i % PRICED];
        struct cube_model model = model_of(ms);
        struct position pos = after_random_turns(&rng, 2 + 3 * i);
        struct strength strength = at_ply(i % 2);
        int n = engine_rank_plays(eng, scratch, &strength, &pos, ms, rng_roll(&rng),
                                  ranked, MAX_RANKED);
        for (int k = 0; k < n && k < 4; k++) {
            struct slow at = {&model, ranked[k].ply, 0};
            double slow =
                slow_after(at, &ranked[k].after, CUBE_SIDE_MINE, ranked[k].ply);
            assert_float_equal(ranked[k].equity, (float)cube_equity(&model, slow),
                               1e-5F);
        }
    }
}

/* Mine loses, a gammon only if a double is rolled, but now theirs doubles, and to pass costs
 * two as long as mine has none off. */
TEST(a_play_that_is_doubled_costs_the_price_of_mine)
{
    const struct position pos = {.mine = {{[4] = 5, [5] = 5, [6] = 5}},
                                 .theirs = {{[0] = 12, [1] = 3}}};
    for (int ply = 0; ply <= 2; ply++) {
        struct strength strength = at_ply(ply);
        (void)engine_rank_plays(eng, scratch, &strength, &pos, &priced[0],
                                (struct roll){2, 1}, ranked, MAX_RANKED);
        assert_int_equal(ranked[0].ply, ply);
        assert_float_equal(ranked[0].equity, -2.0F, 1e-5F);
    }
}

/* ---- promises -------------------------------------------------------------------- */

TEST(zero_ply_is_the_net_on_the_position_after_the_play)
{
    struct rng rng;
    rng_seed(&rng, 13, 0);
    struct strength strength = at_ply(0);
    for (int game = 0; game < GAMES; game++) {
        struct position pos = after_random_turns(&rng, game);
        int n = engine_rank_plays(eng, scratch, &strength, &pos, &scores[1],
                                  rng_roll(&rng), ranked, MAX_RANKED);
        for (int i = 0; i < n; i++) {
            struct outputs want = stub_value(&ranked[i].after);
            assert_memory_equal(&ranked[i].outputs, &want, sizeof want);
            assert_true(ranked[i].equity_cubeless == equity_cubeless(want));
            assert_true(i == 0 || ranked[i - 1].equity >= ranked[i].equity);
        }
    }
}

TEST(at_double_match_point_chances_are_those_of_playing_only_to_win)
{
    const struct match_state ms = {.length = 1, .cube = 1};
    struct strength strength = at_ply(0);
    struct cube_decision decision;
    struct rng rng;
    rng_seed(&rng, 31, 0);
    for (int game = 0; game < GAMES; game++) {
        struct position pos = after_random_turns(&rng, game);
        int n = engine_rank_plays(eng, scratch, &strength, &pos, &ms, rng_roll(&rng),
                                  ranked, MAX_RANKED);
        for (int i = 0; i < n; i++) {
            struct outputs net = stub_value(&ranked[i].after);
            float win = net.win + (float)dmp_gain(&ranked[i].after, &net);
            assert_float_equal(ranked[i].outputs.win, win, 1e-6F);
            assert_float_equal(ranked[i].equity, 2.0F * win - 1.0F, 1e-6F);
        }
        struct position moved = position_swap(&pos); /* theirs has just moved */
        struct outputs net = stub_value(&moved);
        engine_cube_decision(eng, scratch, &strength, &pos, &ms, &decision);
        assert_float_equal(decision.outputs.win,
                           1.0F - net.win - (float)dmp_gain(&moved, &net), 1e-6F);
    }
}

TEST(plays_judged_deeper_come_first)
{
    struct rng rng;
    rng_seed(&rng, 14, 0);
    struct strength strength = at_ply(2);
    strength.filter = *filter_find("gnubg-older");
    struct position pos = after_random_turns(&rng, 12);
    int n = engine_rank_plays(eng, scratch, &strength, &pos, &scores[0],
                              (struct roll){3, 1}, ranked, MAX_RANKED);
    assert_true(n > 4);
    assert_int_equal(ranked[0].ply, 2);
    assert_int_equal(ranked[n - 1].ply, 0);
    for (int i = 1; i < n; i++) {
        assert_true(ranked[i - 1].ply >= ranked[i].ply);
        assert_true(ranked[i - 1].ply > ranked[i].ply ||
                    ranked[i - 1].equity >= ranked[i].equity);
    }
}

/* Nobody moves on: the loser, on roll, would bear off a checker and save the gammon. */
TEST(a_finished_game_is_worth_its_result_at_every_ply)
{
    static const struct {
        struct position after;
        float gammons, backgammons;
    } rows[] = {
        {{{{[POINT_OFF] = 15}}, {{[1] = 15}}}, 1.0F, 0.0F},
        {{{{[POINT_OFF] = 15}}, {{[1] = 14, [19] = 1}}}, 1.0F, 1.0F},
        {{{{[POINT_OFF] = 15}}, {{[1] = 14, [POINT_OFF] = 1}}}, 0.0F, 0.0F},
    };
    struct strength strength = at_ply(2);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int ply = 0; ply <= 2; ply++) {
            struct search_value value;
            const struct match_state money = match_state_money();
            struct search *search = search_begin(scratch, engine_evaluator(eng), NULL,
                                                 engine_met(eng), &strength, &money);
            assert_true(search_after(search, &rows[i].after, ply, &value));
            assert_true(value.outputs.win == 1.0F);
            assert_true(value.outputs.win_gammon == rows[i].gammons);
            assert_true(value.outputs.win_backgammon == rows[i].backgammons);
            assert_float_equal(value.values[0],
                               1.0F + rows[i].gammons + rows[i].backgammons, 1e-9F);
        }
    }
}

TEST(a_dance_is_one_play_without_hops)
{
    struct position pos = {
        .mine = {{[6] = 14, [POINT_BAR] = 1}},
        .theirs = {{[1] = 2, [2] = 2, [3] = 2, [4] = 2, [5] = 2, [6] = 2, [7] = 3}}};
    struct strength strength = strength_default();
    assert_int_equal(engine_rank_plays(eng, scratch, &strength, &pos, &scores[0],
                                       (struct roll){6, 5}, ranked, MAX_RANKED),
                     1);
    assert_int_equal(ranked[0].play.count, 0);
    assert_true(position_equal(&ranked[0].after, &pos));
}

TEST(no_more_plays_are_written_than_there_is_room_for)
{
    struct position pos;
    position_start(&pos);
    struct strength strength = at_ply(0);
    assert_int_equal(engine_rank_plays(eng, scratch, &strength, &pos, &scores[0],
                                       (struct roll){2, 1}, ranked, 3),
                     3);
}

TEST(a_stop_returns_what_there_is)
{
    atomic_bool stop = true;
    struct strength strength = strength_default();
    strength.stop = &stop;
    struct position pos;
    position_start(&pos);
    uint64_t before = engine_evaluations(scratch);
    int n = engine_rank_plays(eng, scratch, &strength, &pos, &scores[0],
                              (struct roll){2, 1}, ranked, MAX_RANKED);
    assert_int_equal(n, 15);
    assert_int_equal(ranked[0].ply, 0);
    struct cube_decision cube;
    engine_cube_decision(eng, scratch, &strength, &pos, &scores[0], &cube);
    assert_int_equal(cube.ply, 0);
    assert_true(engine_evaluations(scratch) - before < 50);
}

TEST_MAIN(open_engine, close_engine)
