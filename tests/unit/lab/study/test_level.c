/* Levels of strength: named ones in order, ratings between them, what is refused. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/level.h"
#include "engine/search/ranked_play.h"
#include "lab/study/level_study.h"
#include "lab/study/self_match.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

static struct strength level(const char *text)
{
    struct strength strength = strength_default();
    struct error err;
    assert_true(level_read(text, &strength, &err));
    return strength;
}

static struct strength level_of_rating(int rating)
{
    char text[LEVEL_TEXT_SIZE];
    FORMAT_TEXT(text, "%d", rating);
    return level(text);
}

TEST(stronger_levels_think_more_or_err_less)
{
    int i = 0;
    for (; level_at(i) != NULL; i++) {
        const struct level *now = level_at(i);
        struct strength strength = level(now->name);
        assert_int_equal(strength.play_ply, now->play_ply);
        assert_true(strength.noise == now->noise);
        assert_true(strength.cube_noise == now->cube_noise);
        assert_int_equal(strength.cube_ply % 2, 0);
        assert_true(strength.cube_ply >= strength.play_ply);
        assert_int_equal(strength.uses_pruning_net, i < 4); /* docs/LEVELS.md */
        if (i > 0) {
            const struct level *before = level_at(i - 1);
            assert_true(now->rating > before->rating);
            assert_true(now->noise < before->noise ||
                        now->play_ply > before->play_ply || now->roller != NULL);
            assert_true(now->cube_noise <= before->cube_noise);
        }
    }
    assert_true(i >= 8);
    assert_true(level_at(i - 1)->noise == 0.0F);
    assert_null(level_at(-1));
}

TEST(ratings_lie_between_the_named_levels)
{
    float last = 99.0F;
    for (int rating = LEVEL_RATING_LEAST; rating <= LEVEL_RATING_MOST; rating += 10) {
        struct strength strength = level_of_rating(rating);
        assert_true(strength.noise <= last);
        last = strength.noise;
    }
    for (int i = 0; level_at(i) != NULL; i++) {
        struct strength strength = level_of_rating(level_at(i)->rating);
        assert_true(strength.noise == level_at(i)->noise);
        assert_true(strength.cube_noise == level_at(i)->cube_noise);
        assert_int_equal(strength.play_ply, level_at(i)->play_ply);
        assert_int_equal(strength.uses_pruning_net, level_at(i)->uses_pruning_net);
    }
    assert_float_equal(level("1400").noise, 0.155F, 1e-6F); /* novice and casual */
    assert_true(level("roller").noise == 0.0F);
}

TEST(a_level_leaves_the_rest_of_a_strength)
{
    struct strength strength = strength_default();
    struct error err;
    strength.filter = *filter_find("xg-huge");
    strength.noise_seed = 7;
    assert_true(level_read("strongest", &strength, &err));
    assert_true(level_read("expert", &strength, &err));
    assert_null(strength.roller);
    assert_string_equal(strength.filter.name, "xg-huge");
    assert_int_equal(strength.noise_seed, 7);
}

TEST(unknown_levels_are_refused)
{
    static const char *const bad[] = {"",     "master2", "Expert", "799",
                                      "2101", "15e2",    "-1",     "1500x"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct strength strength = strength_default();
        struct error err = {0};
        assert_false(level_read(bad[i], &strength, &err));
        assert_true(err.text[0] != '\0');
    }
}

/* The weakest level against itself, judged by the net without noise. */
TEST(a_weak_level_errs_often_and_a_strong_one_never)
{
    struct error err;
    struct engine *eng = engine_open("build/weights", &err);
    assert_non_null(eng);
    double rating[3];
    const char *const names[3] = {"beginner", "expert", "master"};
    for (int i = 0; i < 3; i++) {
        struct strength player = level(names[i]);
        struct strength judge = level("master");
        struct level_figures figures = {.games = 0};
        struct level_study *study = level_study_new(eng, &player, &judge);
        assert_non_null(study);
        for (int64_t n = 0; n < 6; n++) {
            level_study_match(study, 1, n, &figures);
        }
        rating[i] = level_rating(&figures).rating;
        assert_true(figures.games >= 6 && figures.plays > 100);
        level_study_free(study);
    }
    engine_close(eng);
    assert_true(rating[0] > 20.0 && rating[0] < 50.0);
    assert_true(rating[1] > 1.0 && rating[1] < 10.0);
    assert_true(rating[2] < 1e-3); /* cube actions within CUBE_TIE are equal to it */
}

/* The same games, in which only decisions are counted. */
struct tally {
    struct engine *eng;
    struct strength player;
    struct search_scratch *scratch;
    int games, plays, cubes;
};

static void play_and_count(void *context, const struct position *pos,
                           const struct match_state *ms, struct roll roll,
                           struct position *after)
{
    struct tally *tally = context;
    struct ranked_play best[2];
    int count = engine_rank_plays(tally->eng, tally->scratch, &tally->player, pos, ms,
                                  roll, best, 2);
    *after = best[0].after;
    tally->plays += count > 1;
}

/* Of cube actions those count in which the other one is less than .2 away. */
static bool double_and_count(void *context, const struct position *pos,
                             const struct match_state *ms)
{
    struct tally *tally = context;
    struct cube_decision cube;
    engine_cube_decision(tally->eng, tally->scratch, &tally->player, pos, ms, &cube);
    tally->cubes += fabsf(cube.no_double - cube_decision_doubled(&cube)) < 0.2F;
    return cube_decision_is_double(&cube);
}

static bool take_and_count(void *context, const struct position *pos,
                           const struct match_state *ms)
{
    struct tally *tally = context;
    struct cube_decision cube;
    bool takes =
        engine_takes_double(tally->eng, tally->scratch, &tally->player, pos, ms, &cube);
    tally->cubes += fabsf(cube.double_take - cube.double_pass) < 0.2F;
    return takes;
}

static void count_game(void *context)
{
    ((struct tally *)context)->games++;
}

/* Every second match is one to 5 points, the others are a game for money. */
TEST(choices_and_close_cube_actions_count)
{
    struct tally tally = {.eng = engine_open("build/weights", NULL),
                          .player = level("master")};
    const struct self_player player = {&tally, play_and_count, double_and_count,
                                       take_and_count, count_game};
    tally.scratch = engine_scratch_new(tally.eng);
    struct level_study *study =
        level_study_new(tally.eng, &tally.player, &tally.player);
    for (int64_t n = 0; n < 4; n++) {
        struct level_figures figures = {.games = 0};
        struct rng dice;
        level_study_match(study, 3, n, &figures);
        rng_seed(&dice, 3, (uint64_t)n);
        (void)rng_next(&dice); /* the seed of the noise */
        tally.games = tally.plays = tally.cubes = 0;
        self_match_play(&player, n % 2 == 0 ? 0 : 5, &dice);
        assert_int_equal(figures.games, tally.games);
        assert_int_equal(figures.plays, tally.plays);
        assert_int_equal(figures.cubes, tally.cubes);
        assert_true(tally.cubes > 0 && figures.play_loss < 1e-3);
    }
    level_study_free(study);
    engine_scratch_free(tally.scratch);
    engine_close(tally.eng);
}

TEST(figures_of_a_contest_come_back_to_the_bit)
{
    const struct level_figures written = {2, 61, 7, 1.0 / 3.0, 0.1, 1e-7, 0.25};
    struct level_figures read = {.games = 0};
    struct level_figures sum = {.games = 0};
    FILE *file = printed_begin();
    assert_true(level_figures_write(file, &written));
    char *line = printed_end(file);
    line[strcspn(line, "\n")] = '\0';
    assert_true(level_figures_read(line, &read));
    level_figures_add(&sum, &read);
    level_figures_add(&sum, &read);
    assert_true(read.play_loss == written.play_loss && read.squares == written.squares);
    assert_true(read.cube_loss == written.cube_loss && read.games == written.games);
    assert_int_equal(sum.plays, 122);
    assert_int_equal(sum.cubes, 14);
    assert_true(sum.worst == 0.25 && sum.play_loss == 2.0 * written.play_loss);
    const struct level_figures milder = {.worst = 0.125};
    level_figures_add(&sum, &milder);
    assert_true(sum.worst == 0.25);
}

/* .3 lost by two of three plays, .1 by the one cube action: .1 a decision. */
TEST(rating_is_of_plays_and_cube_actions_together)
{
    const struct level_figures figures = {
        .plays = 3, .cubes = 1, .play_loss = 0.3, .cube_loss = 0.1, .squares = 0.06};
    const struct level_rating rating = level_rating(&figures);
    assert_true(fabs(rating.rating - 50.0) < 1e-9);
    assert_true(fabs(rating.error - 500.0 * sqrt((0.06 / 4 - 0.01) / 4)) < 1e-9);
}

TEST(damaged_figures_are_refused)
{
    static const char *const lines[] = {"",
                                        "2 61 7 .3 .1 1e-7 .25",
                                        "2 61 7 .3 .1 1e-7 .25 . ",
                                        "2 61 7 -.3 .1 1e-7 .25 .",
                                        "2 61 7 nan .1 1e-7 .25 .",
                                        "2 61 7 .3 .1 1e-7 .",
                                        "-2 61 7 .3 .1 1e-7 .25 .",
                                        "99999999999 61 7 .3 .1 1e-7 .25 ."};
    struct level_figures figures;
    assert_true(level_figures_read("2 61 7 .3 .1 1e-7 .25 .", &figures));
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_false(level_figures_read(lines[i], &figures));
    }
}

TEST(a_perfect_player_is_rated_2050)
{
    assert_true(level_rating_of(0.0) == 2050.0);
    assert_true(level_rating_of(10.0) > 1790.0 && level_rating_of(10.0) < 1810.0);
}

TEST_MAIN(NULL, NULL)
