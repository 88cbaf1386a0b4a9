/* The study of move filters and the games it is made on. */
#include <math.h>
#include <string.h>

#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "lab/study/filter_study.h"
#include "lab/study/self_match.h"
#include "tests/unit/test_case.h"

/* ---- self-play ------------------------------------------------------------------- */

/* Plays anything, doubles and takes by chance, and notes what it is asked. */
struct gambler {
    struct rng rng;
    int games;
    int crawford_plays;
    bool was_asked_wrongly;
};

static void any_play(void *context, const struct position *pos,
                     const struct match_state *ms, struct roll roll,
                     struct position *after)
{
    static struct play_list list;
    struct gambler *g = context;
    g->was_asked_wrongly |=
        position_fault(pos) != NULL || match_state_fault(ms) != NULL;
    g->crawford_plays += ms->is_crawford;
    movegen_plays(pos, roll, &list);
    *after = list.after[rng_below(&g->rng, (uint32_t)list.count)];
}

static bool any_double(void *context, const struct position *pos,
                       const struct match_state *ms)
{
    struct gambler *g = context;
    g->was_asked_wrongly |=
        ms->is_crawford || ms->owner == CUBE_THEIRS || position_game_result(pos) != 0;
    return rng_below(&g->rng, 20) == 0;
}

static bool any_take(void *context, const struct position *pos,
                     const struct match_state *ms)
{
    struct gambler *g = context;
    g->was_asked_wrongly |= ms->owner == CUBE_MINE;
    return rng_below(&g->rng, 3) != 0;
}

static void count_game(void *context)
{
    struct gambler *g = context;
    g->games++;
}

TEST(self_play_keeps_the_rules_of_matches)
{
    struct gambler g = {.games = 0};
    struct self_player player = {&g, any_play, any_double, any_take, count_game};
    struct rng dice;
    rng_seed(&g.rng, 5, 1);
    rng_seed(&dice, 5, 2);
    self_match_play(&player, 0, &dice);
    assert_int_equal(g.games, 1);
    assert_int_equal(g.crawford_plays, 0);
    self_match_play(&player, 1, &dice);
    assert_int_equal(g.games, 2);
    for (int n = 0; n < 20; n++) {
        self_match_play(&player, 5, &dice);
    }
    assert_true(g.games >= 2 + 20 && g.games <= 2 + 20 * 9);
    assert_true(g.crawford_plays > 0);
    assert_false(g.was_asked_wrongly);
}

/* ---- the study ------------------------------------------------------------------- */

static double no_time(void)
{
    return 0.0;
}

static void studied(uint64_t seed, int games_ply, struct study_figures *figures)
{
    static const char *const specs[] = {"1/0", "3/.02", "xg-normal", "xg-infinite"};
    struct study_settings settings = {.ply = 1,
                                      .games_ply = games_ply,
                                      .seed = seed,
                                      .timed_every = 30,
                                      .seconds = no_time};
    struct error err;
    for (int i = 0; i < 4; i++) {
        assert_true(filter_read(specs[i], &settings.filter[i], &err));
    }
    settings.filters = 4;
    struct filter_study *study = study_open("build/weights", &settings, &err);
    assert_non_null(study);
    memset(figures, 0, sizeof *figures);
    for (int64_t n = 0; n < 3; n++) {
        study_one_match(study, n, figures);
    }
    study_close(study);
}

TEST(narrower_filters_lose_more_and_infinite_nothing)
{
    static struct study_figures figures;
    studied(3, 1, &figures);
    assert_int_equal(figures.matches, 3);
    assert_true(figures.plays > 60);
    assert_int_equal(figures.evaluated, figures.plays);
    assert_true(figures.timed > 0);
    assert_true(figures.account[0].loss > 0.0);
    assert_true(figures.account[0].loss >= figures.account[1].loss);
    assert_true(figures.account[1].loss >= figures.account[2].loss);
    assert_true(figures.account[3].loss == 0.0);
    assert_int_equal(figures.account[3].different, 0);
    assert_true(figures.account[0].evaluations < figures.account[3].evaluations);
    const struct study_account *narrow = &figures.account[0];
    assert_true(narrow->different > narrow->above_020);
    assert_true(narrow->above_020 > narrow->above_080);
    /* each game has a loss of its own */
    assert_true(narrow->worst_game < narrow->loss);
    assert_true(narrow->game_squares < narrow->loss * narrow->loss);
    for (int t = 0; t < STUDY_THRESHOLDS; t++) {
        const struct study_cube *cube = &figures.cube[t];
        assert_true(cube->stopped > 0 && cube->stopped < figures.cubes);
        assert_true(4 * cube->errors < cube->stopped && cube->loss >= 0.0);
    }
    for (int f = 0; f < 4; f++) {
        int64_t games = 0;
        for (int n = 0; n < STUDY_BUCKETS; n++) {
            games += figures.account[f].games[n];
        }
        assert_int_equal(games, figures.games);
        struct study_mean mean = study_loss_of_game(&figures, f);
        assert_true(fabs(mean.mean * (double)figures.games - figures.account[f].loss) <
                    1e-9);
    }
}

TEST(the_same_seed_gives_the_same_study)
{
    static struct study_figures a, b;
    studied(4, 1, &a);
    studied(4, 1, &b);
    assert_memory_equal(&a, &b, sizeof a);
}

TEST(games_at_a_lower_ply_are_studied_by_sample)
{
    static struct study_figures figures, again;
    studied(6, 0, &figures);
    studied(6, 0, &again);
    assert_memory_equal(&figures, &again, sizeof again);
    assert_int_equal(figures.cubes, 0);
    assert_true(figures.evaluated > 0 && figures.evaluated < figures.plays);
    assert_true(figures.account[0].loss > figures.account[2].loss);
    assert_true(figures.account[3].loss == 0.0);
    assert_true(study_loss_of_game(&figures, 0).error > 0.0);
}

TEST(buckets_are_those_of_the_study)
{
    static const double bounds[STUDY_BUCKETS] = {0,   0,   .005, .01, .02, .03, .04,
                                                 .05, .06, .07,  .08, .09, .10};
    for (int n = 0; n < STUDY_BUCKETS; n++) {
        assert_true(fabs(study_bucket(n) - bounds[n]) < 1e-12);
    }
}

TEST_MAIN(NULL, NULL)
