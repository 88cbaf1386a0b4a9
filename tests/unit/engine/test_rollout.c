/* What rollouts find, with the shipped weights: that they are unbiased, that variance
 * reduction reduces, what the cube and the score are worth. Fixed seeds: the same on
 * every machine. */
#include "engine/board/position.h"
#include "engine/rollout/rollout_internal.h"
#include "engine/rollout/rollout_state.h"
#include "tests/unit/engine/rollout_harness.h"

static struct engine *nets_only; /* without the bearoff databases */

/* A weights folder that names the nets alone. */
static bool write_nets_folder(const char *folder)
{
    static const char *const files[] = {"kazaross-xg2.met"};
    char line[256];
    char from[512];
    char to[512];
    FORMAT_TEXT(to, "%s/weights.txt", folder);
    FILE *in = fopen("build/weights/weights.txt", "r");
    FILE *out = fopen(to, "w");
    bool is_good = in != NULL && out != NULL;
    while (is_good && fgets(line, sizeof line, in) != NULL) {
        char word[64];
        char name[128];
        if (sscanf(line, "%63s %127s", word, name) != 2 || word[0] == '#' ||
            strncmp(word, "bearoff", 7) == 0) {
            continue;
        }
        (void)fputs(line, out);
        FORMAT_TEXT(from, "build/weights/%s", name);
        FORMAT_TEXT(to, "%s/%s", folder, name);
        char *path = realpath(from, NULL);
        is_good = path != NULL && symlink(path, to) == 0;
        free(path);
    }
    FORMAT_TEXT(to, "%s/%s", folder, files[0]);
    char *met = realpath("build/weights/kazaross-xg2.met", NULL);
    is_good = is_good && met != NULL && symlink(met, to) == 0;
    free(met);
    return (in == NULL || fclose(in) == 0) && (out == NULL || fclose(out) == 0) &&
           is_good;
}

static struct engine *open_nets_only(struct error *err)
{
    char folder[] = "/tmp/fibsbot-nets-XXXXXX";
    char command[128];
    if (mkdtemp(folder) == NULL) {
        return NULL;
    }
    struct engine *opened = write_nets_folder(folder) ? engine_open(folder, err) : NULL;
    FORMAT_TEXT(command, "rm -r %s", folder);
    return system(command) == 0 ? opened : NULL;
}

static int open_engines(void **state)
{
    struct error err = {0};
    if (open_engine(state) != 0) {
        return -1;
    }
    nets_only = open_nets_only(&err);
    if (nets_only == NULL) {
        print_error("%s\n", err.text);
    }
    return nets_only == NULL;
}

static int close_engines(void **state)
{
    engine_close(nets_only);
    return close_engine(state);
}

/* ---- exact endings --------------------------------------------------------------- */

/* Money, no double and double, take, and the cubeless equity, as GNU Backgammon's
 * two-sided database has them (its 6 x 6 table through its `cfevaluate`). */
static const struct {
    int mine[6];
    int theirs[6];
    enum cube_owner owner;
    double no_double, double_take, cubeless;
} exact[] = {
    {{0, 0, 0, 2, 2, 2}, {0, 0, 0, 2, 2, 2}, CUBE_CENTRED, 0.47741, 0.46366, 0.30837},
    {{0, 0, 0, 2, 2, 2}, {0, 0, 0, 2, 2, 2}, CUBE_MINE, 0.53698, 0.46366, 0.30837},
    {{1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}, CUBE_CENTRED, 0.60220, 0.70219, 0.40108},
    {{1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}, CUBE_MINE, 0.63671, 0.70219, 0.40108},
    {{2, 2, 2}, {2, 2, 2}, CUBE_CENTRED, 0.82678, 1.22960, 0.61611},
    {{0, 0, 0, 0, 1, 1}, {0, 0, 2}, CUBE_CENTRED, 0.08074, 0.05069, 0.08019},
};
enum { EXACT = sizeof exact / sizeof exact[0] };

/* Rolls out every ending; all results within 3.5 standard errors and `slack`, which are
 * at most `most_error`. */
static void check_endings(const struct engine *engine,
                          const struct rollout_settings *settings, double most_error,
                          double slack)
{
    for (int i = 0; i < EXACT; i++) {
        struct match_state ms = match_state_money();
        ms.owner = exact[i].owner;
        ms.cube = ms.owner == CUBE_CENTRED ? 1 : 4;
        struct position pos = ending(exact[i].mine, exact[i].theirs);
        struct rollout *rollout = open_rollout(engine, settings, &ms);
        rollout_add_cube(rollout, &pos);
        run_to_end(rollout);
        for (int c = 0; c < 2; c++) {
            struct rollout_result result = rollout_result(rollout, c);
            assert_true(result.equity_error <= most_error);
            assert_rolled(result.equity,
                          c == 0 ? exact[i].no_double : exact[i].double_take,
                          3.5 * result.equity_error + slack);
            assert_rolled(result.cubeless, exact[i].cubeless,
                          3.5 * result.cubeless_error + slack);
        }
        rollout_free(rollout);
    }
}

/* With perfect play and all but perfect knowledge of every roll (the plays that value a
 * roll are chosen without regard to the cube) hardly any variance is left. */
TEST(exact_lookahead_leaves_little_variance_in_endings)
{
    struct rollout_settings settings = rollout_default();
    settings.trials = 36;
    settings.uses_databases = false; /* as ends: the games are played out */
    check_endings(eng, &settings, 0.01, 0.0);
}

TEST(databases_end_games_at_once_and_exactly)
{
    struct rollout_settings settings = rollout_default();
    settings.trials = 36;
    check_endings(eng, &settings, 0.01, 0.0);
}

/* One checker against two on one point; with contact, any roll but 1-1 breaks it. */
static struct position last_checkers(int mine, int theirs)
{
    struct position pos;
    memset(&pos, 0, sizeof pos);
    pos.mine.at[mine] = 1;
    pos.theirs.at[theirs] = 2;
    pos.mine.at[POINT_OFF] = CHECKERS - 1;
    pos.theirs.at[POINT_OFF] = CHECKERS - 2;
    return pos;
}

/* Games without a cube; each one's cubeless equity. */
static void play_cubeless(const struct position *pos, bool uses_databases, int horizon,
                          double equity[ROLLOUT_DICE_WAYS])
{
    const struct match_state ms = match_state_money();
    struct rollout_settings settings = rollout_default();
    settings.trials = ROLLOUT_DICE_WAYS;
    settings.is_cubeful = false;
    settings.uses_databases = uses_databases;
    settings.horizon = horizon;
    struct rollout *rollout = open_rollout(eng, &settings, &ms);
    rollout_add_cube(rollout, pos);
    run_to_end(rollout);
    for (int trial = 0; trial < ROLLOUT_DICE_WAYS; trial++) {
        equity[trial] = rollout->figures[trial][0][ROLLOUT_FIGURE_CUBELESS];
    }
    rollout_free(rollout);
}

/* The number of games that end like those of one half-move. */
static int count_ended(const struct position *pos, bool uses_databases)
{
    double whole[ROLLOUT_DICE_WAYS];
    double truncated[ROLLOUT_DICE_WAYS];
    int ended = 0;
    play_cubeless(pos, uses_databases, 0, whole);
    play_cubeless(pos, uses_databases, 1, truncated);
    for (int trial = 0; trial < ROLLOUT_DICE_WAYS; trial++) {
        ended += fabs(whole[trial] - truncated[trial]) < 1e-9;
    }
    return ended;
}

TEST(race_net_ends_games_but_not_of_decisions_about_races)
{
    const struct position contact = last_checkers(20, 6);
    const struct position race = last_checkers(18, 6);
    assert_true(position_has_contact(&contact) && !position_has_contact(&race));
    assert_int_equal(count_ended(&contact, true), ROLLOUT_DICE_WAYS - 1);
    assert_in_range(count_ended(&contact, false), 0, ROLLOUT_DICE_WAYS / 2);
    assert_in_range(count_ended(&race, true), 0, ROLLOUT_DICE_WAYS / 2);
}

/* Plain games, perfectly played: the rollout knows nothing but their results. */
TEST(plain_games_of_endings_agree_with_the_exact_values)
{
    struct rollout_settings settings = rollout_default();
    settings.trials = 36 * 36 * 3;
    settings.uses_databases = false;
    settings.reduces_variance = false;
    check_endings(eng, &settings, 0.05, 0.0);
}

/* The nets alone do not know races: they play these endings badly and judge their luck
 * badly. What such play is worth comes out all the same, with and without its luck. */
TEST(badly_judged_luck_changes_no_means)
{
    for (int i = 0; i < EXACT; i++) {
        struct rollout_result found[2];
        struct match_state ms = match_state_money();
        struct position pos = ending(exact[i].mine, exact[i].theirs);
        for (int reduces = 0; reduces < 2; reduces++) {
            struct rollout_settings settings = rollout_default();
            settings.trials = 36 * 36 * (reduces ? 1 : 2);
            settings.reduces_variance = reduces != 0;
            struct rollout *rollout = open_rollout(nets_only, &settings, &ms);
            rollout_add_cube(rollout, &pos);
            run_to_end(rollout);
            found[reduces] = rollout_result(rollout, 0);
            rollout_free(rollout);
        }
        assert_rolled(found[1].cubeless, found[0].cubeless,
                      3.5 * hypot(found[0].cubeless_error, found[1].cubeless_error));
        assert_rolled(found[1].equity, found[0].equity,
                      3.5 * hypot(found[0].equity_error, found[1].equity_error));
    }
}

/* ---- variance reduction ---------------------------------------------------------- */

static struct rollout_result roll_studied(bool is_cubeful, bool reduces, int trials)
{
    struct decision_context at = context(studied);
    struct rollout_settings settings = rollout_default();
    settings.trials = trials;
    settings.is_cubeful = is_cubeful;
    settings.reduces_variance = reduces;
    struct rollout *rollout = open_plays(&settings, &at, studied_plays, 1);
    run_to_end(rollout);
    struct rollout_result result = rollout_result(rollout, 0);
    rollout_free(rollout);
    return result;
}

TEST(variance_reduction_changes_errors_but_no_means)
{
    for (int cubeful = 0; cubeful <= 1; cubeful++) {
        struct rollout_result plain = roll_studied(cubeful != 0, false, 36 * 36);
        struct rollout_result reduced = roll_studied(cubeful != 0, true, 36 * 6);
        assert_rolled(plain.equity, reduced.equity, 3.0 * plain.equity_error);
        for (int k = 0; k < 5; k++) {
            /* and 0.001 for backgammons that come once in a thousand games */
            assert_rolled(
                plain.outputs[k], reduced.outputs[k],
                0.001 + 3.0 * hypot(plain.outputs_error[k], reduced.outputs_error[k]));
        }
        /* 0.0267 and 0.0243 of 1,296 plain games: standard deviations of about 0.9; a
         * sixth of the games and still the smaller error */
        assert_true(plain.equity_error > 0.015);
        assert_true(reduced.equity_error < plain.equity_error / 3.0);
        assert_true(reduced.outputs_error[0] < plain.outputs_error[0] / 3.0);
    }
}

TEST(deeper_lookahead_agrees_too)
{
    struct decision_context at = context(studied);
    struct rollout_settings settings = rollout_default();
    settings.trials = 36;
    settings.horizon = 6;
    struct rollout_result by_ply[2];
    for (int ply = 0; ply < 2; ply++) {
        settings.luck_ply = ply;
        struct rollout *rollout = open_plays(&settings, &at, studied_plays, 1);
        run_to_end(rollout);
        by_ply[ply] = rollout_result(rollout, 0);
        rollout_free(rollout);
    }
    assert_rolled(by_ply[1].equity, by_ply[0].equity,
                  3.0 * hypot(by_ply[0].equity_error, by_ply[1].equity_error));
    assert_true(by_ply[0].equity != by_ply[1].equity);
}

/* ---- rules of the game ----------------------------------------------------------- */

TEST(gammons_are_worth_nothing_at_double_match_point)
{
    struct decision_context at = context("4HPwATDgc/ABMA"); /* the opening position */
    at.ms = match_state_match(5, 4, 4, false);
    at.roll = (struct roll){3, 1};
    struct rollout_settings settings = rollout_default();
    settings.trials = 36;
    settings.horizon = 4;
    for (int cubeful = 0; cubeful <= 1; cubeful++) {
        settings.is_cubeful = cubeful != 0;
        struct rollout *rollout =
            open_plays(&settings, &at, (const char *const[]){"8/5 6/5"}, 1);
        run_to_end(rollout);
        struct rollout_result result = rollout_result(rollout, 0);
        assert_rolled(result.equity, 2.0 * result.outputs[0] - 1.0, 1e-4);
        rollout_free(rollout);
    }
}

/* One checker on the six point against one on the ace at 2-away 2-away: 75 % win. The
 * figures are those of the table: 67.736 % after one point, 32.264 after losing one. */
TEST(match_endings_have_the_tables_values)
{
    struct position pos = ending((const int[6]){0, 0, 0, 0, 0, 1}, (const int[6]){1});
    struct match_state ms = match_state_match(2, 0, 0, false);
    struct rollout_settings settings = rollout_default();
    settings.trials = 36;
    struct rollout *rollout = open_rollout(eng, &settings, &ms);
    rollout_add_cube(rollout, &pos);
    run_to_end(rollout);
    double taken = (2 * 0.75 - 0.67736 - 0.32264) / (0.67736 - 0.32264);
    assert_rolled(rollout_result(rollout, 0).equity, 0.5, 1e-4);
    assert_rolled(rollout_result(rollout, 1).equity, taken, 1e-3);
    assert_int_equal(rollout_cube_decision(rollout).action, CUBE_DOUBLE_PASS);
    rollout_free(rollout);
}

/* All the results of one and the same position from both sides of the board. */
TEST(what_one_side_wins_the_other_loses)
{
    struct decision_context at = context(studied);
    struct rollout_settings settings = rollout_default();
    settings.trials = 36;
    settings.horizon = 5;
    struct rollout *rollout = open_rollout(eng, &settings, &at.ms);
    struct match_state swapped = match_state_swap(&at.ms);
    struct rollout_start starts[2] = {
        {.pos = at.pos, .ms = at.ms, .is_mine_on_roll = true},
        {.pos = position_swap(&at.pos), .ms = swapped},
    };
    (void)rollout_add(rollout, &starts[0]);
    run_to_end(rollout);
    struct rollout_result mine = rollout_result(rollout, 0);
    rollout_begin(rollout, &swapped);
    (void)rollout_add(rollout, &starts[1]);
    run_to_end(rollout);
    struct rollout_result theirs = rollout_result(rollout, 0);
    assert_rolled(theirs.equity, -mine.equity, 1e-9);
    assert_rolled(theirs.outputs[0], 1.0 - mine.outputs[0], 1e-6);
    assert_rolled(theirs.outputs[1], mine.outputs[3], 1e-6);
    rollout_free(rollout);
}

/* Redoubling from 2 to 4 is what doubling from 1 to 2 is, at twice the stakes. */
TEST(money_results_do_not_depend_on_the_stakes)
{
    struct position pos =
        ending((const int[6]){1, 1, 1, 1, 1, 1}, (const int[6]){1, 1, 1, 1, 1, 1});
    struct rollout_settings settings = rollout_default();
    settings.trials = 36;
    settings.uses_databases = false;
    double equity[2][2];
    for (int i = 0; i < 2; i++) {
        struct match_state ms = match_state_money();
        ms.owner = CUBE_MINE;
        ms.cube = i == 0 ? 2 : 64;
        struct rollout *rollout = open_rollout(nets_only, &settings, &ms);
        rollout_add_cube(rollout, &pos);
        run_to_end(rollout);
        equity[i][0] = rollout_result(rollout, 0).equity;
        equity[i][1] = rollout_result(rollout, 1).equity;
        rollout_free(rollout);
    }
    assert_true(fabs(equity[0][0] - equity[1][0]) < 1e-12);
    assert_true(fabs(equity[0][1] - equity[1][1]) < 1e-12);
}

/* A double that is passed ends the game; its outputs are those of playing on with nobody
 * turning the cube, nor playing for it. */
static void assert_outputs_after_a_pass(const char *xgid, double win_most)
{
    struct decision_context at = context(xgid);
    struct rollout_start start = {.pos = at.pos, .ms = at.ms, .is_mine_on_roll = true};
    struct rollout_settings settings = rollout_default();
    struct rollout_result results[2];
    settings.trials = 36;
    settings.horizon = 6;
    for (int cubeful = 0; cubeful <= 1; cubeful++) {
        settings.is_cubeful = cubeful != 0;
        struct rollout *rollout = open_rollout(eng, &settings, &at.ms);
        (void)rollout_add(rollout, &start);
        run_to_end(rollout);
        results[cubeful] = rollout_result(rollout, 0);
        rollout_free(rollout);
    }
    assert_true(results[0].outputs[0] < win_most);
    assert_true(results[1].equity == 1.0 && results[1].equity_error == 0.0);
    assert_memory_equal(results[0].outputs, results[1].outputs,
                        sizeof results[0].outputs);
}

TEST(after_a_pass_the_game_goes_on_without_the_cube)
{
    assert_outputs_after_a_pass("XGID=a-BBBBBA---A-A-----bbbcb--:0:0:1:00:0:0:1:0:10",
                                0.9);
}

TEST(after_a_pass_gammons_count_in_spite_of_the_jacoby_rule)
{
    assert_outputs_after_a_pass("XGID=b--BBBD-C---eB---c-e------:0:0:1:00:0:0:1:0:10",
                                0.99);
}

/* A won gammon counts in money play, but with the Jacoby rule only after a double. */
TEST(jacoby_rule_kills_gammons_of_the_centred_cube)
{
    struct position pos = ending((const int[6]){2}, (const int[6]){0});
    pos.theirs.at[POINT_OFF] = 0;
    pos.theirs.at[6] = 15; /* none off, and mine is off with any roll */
    struct rollout_settings settings = rollout_default();
    settings.trials = 36;
    for (int jacoby = 0; jacoby <= 1; jacoby++) {
        struct match_state ms = match_state_money();
        ms.has_jacoby = jacoby != 0;
        struct rollout *rollout = open_rollout(eng, &settings, &ms);
        rollout_add_cube(rollout, &pos);
        run_to_end(rollout);
        assert_rolled(rollout_result(rollout, 0).equity, jacoby != 0 ? 1.0 : 2.0, 1e-6);
        assert_rolled(rollout_result(rollout, 1).equity, 4.0, 1e-6);
        assert_rolled(rollout_result(rollout, 0).outputs[1], 1.0, 1e-6);
        rollout_free(rollout);
    }
}

/* A paradox found by Kauder: with the Jacoby rule this double is right, for the gammons,
 * although the taker is the favourite at the doubled stakes and beavers. */
TEST(a_double_that_is_beavered_in_a_game_quadruples_the_stakes)
{
    struct decision_context at =
        context("XGID=-CBCBBB---a--a--aa-cbcab-A:0:0:1:00:0:0:1:0:10");
    struct rollout_start start = {.pos = at.pos, .ms = at.ms, .is_mine_on_roll = true};
    struct rollout_settings settings = rollout_default();
    double equity[2];
    settings.trials = 36;
    settings.horizon = 2;
    settings.cube_ply = 2; /* at 0-ply it is no double, clearly */
    settings.filter.cube_threshold = 1.0F;
    for (int beavers = 0; beavers <= 1; beavers++) {
        struct strength strength = strength_default();
        struct cube_decision decision;
        strength.cube_ply = settings.cube_ply;
        strength.filter = settings.filter;
        start.ms.has_beavers = beavers != 0;
        engine_cube_decision(eng, scratch, &strength, &start.pos, &start.ms, &decision);
        assert_int_equal(decision.action, CUBE_DOUBLE_TAKE);
        assert_int_equal(decision.is_beaver, beavers);
        struct rollout *rollout = open_rollout(eng, &settings, &start.ms);
        (void)rollout_add(rollout, &start);
        run_to_end(rollout);
        equity[beavers] = rollout_result(rollout, 0).equity;
        rollout_free(rollout);
    }
    assert_true(equity[0] < -0.05);
    assert_rolled(equity[1], 2.0 * equity[0], 0.0);
}

/* A roller keeps its rollout: of a cube action nothing may be left for the plays. */
TEST(a_rollout_that_is_begun_again_forgets_the_decision_before)
{
    static char text[ROLLOUT_STATE_MAX];
    struct decision_context at = context(studied);
    struct match_state doubled = {.cube = 4, .owner = CUBE_MINE};
    struct position start;
    struct rollout_settings settings = rollout_default();
    struct rollout_result found[2];
    settings.trials = 2 * ROLLOUT_ROUND;
    settings.least_trials = ROLLOUT_ROUND;
    settings.horizon = 3;
    settings.clear_errors = 4.0;
    position_start(&start);
    for (int i = 0; i < 2; i++) {
        struct rollout *rollout = open_plays(&settings, &at, studied_plays, 2);
        const struct rollout_start plays[2] = {rollout->starts[0], rollout->starts[1]};
        if (i == 1) {
            rollout_begin(rollout, &doubled);
            rollout_add_cube(rollout, &start);
            run_to_end(rollout);
            rollout_begin(rollout, &at.ms);
            (void)rollout_add(rollout, &plays[0]);
            (void)rollout_add(rollout, &plays[1]);
        }
        run_to_end(rollout);
        (void)rollout_state_write(rollout, text); /* what is given up stays so */
        rollout->sums = (struct rollout_sums){.candidates = 2};
        assert_true(rollout_state_read(rollout, text, NULL));
        found[i] = rollout_result(rollout, 1);
        rollout_free(rollout);
    }
    assert_true(found[0].is_given_up && found[1].is_given_up);
    assert_true(found[0].equity == found[1].equity);
    assert_int_equal(found[0].trials, found[1].trials);
}

/* The mean of what lies beyond 0 of a normal distribution around -d, in equities. */
TEST(a_play_is_given_up_where_that_loses_little_on_average)
{
    static const char *const plays[] = {"7/1 4/2", "7/1 3/1"};
    struct decision_context at = context(studied);
    struct rollout_settings settings = rollout_default();
    double loss = 0.0;
    settings.horizon = 3;
    settings.trials = settings.least_trials = ROLLOUT_ROUND;
    for (int i = 0; i < 3; i++) {
        struct rollout *rollout = open_plays(&settings, &at, plays, 2);
        run_to_end(rollout);
        if (i == 0) {
            int best = rollout_best(rollout);
            struct rollout_difference d = rollout_difference(rollout, best, 1 - best);
            double z = d.equity / d.error;
            loss = d.error * (exp(-z * z / 2.0) / sqrt(2.0 * M_PI) -
                              z * erfc(z / sqrt(2.0)) / 2.0);
            assert_true(loss > 1e-9);
        }
        assert_int_equal(rollout_trials(rollout),
                         i < 2 ? ROLLOUT_ROUND : 2 * ROLLOUT_ROUND);
        rollout_free(rollout);
        settings.trials = 2 * ROLLOUT_ROUND;
        settings.small_loss = i == 0 ? 1.01 * loss : 0.99 * loss;
    }
}

/* The sums are of match winning chances, twice these less one. */
TEST(errors_in_a_match_are_those_of_equities)
{
    struct decision_context at = context(studied);
    struct rollout_settings settings = rollout_default();
    settings.trials = 36;
    settings.horizon = 3;
    at.ms = match_state_match(7, 2, 3, false);
    struct rollout *rollout = open_plays(&settings, &at, studied_plays, 2);
    run_to_end(rollout);
    const struct rollout_candidate_sums *one = &rollout->sums.candidate[0];
    const struct rollout_pair_sums *pair = &rollout->sums.pair[0];
    double per_value = 1.0 / cube_scale(&rollout->model);
    double value = rollout_estimate(one->sum[ROLLOUT_FIGURE_VALUE],
                                    one->square[ROLLOUT_FIGURE_VALUE], 36)
                       .error;
    double difference = rollout_estimate(pair->sum, pair->square, 36).error;
    const double *o = &one->sum[ROLLOUT_FIGURE_OUTPUTS];
    assert_true(fabs(o[2] - o[4]) > 1e-6); /* backgammons count one more */
    assert_true(fabs(one->sum[ROLLOUT_FIGURE_CUBELESS] -
                     (2.0 * o[0] - 36.0 + o[1] + o[2] - o[3] - o[4])) < 1e-9);
    assert_true(per_value > 2.0 && value > 1e-4 && difference > 1e-4);
    assert_true(fabs(rollout_result(rollout, 0).equity_error - per_value * value) <
                1e-9);
    assert_true(fabs(rollout_difference(rollout, 0, 1).error - per_value * difference) <
                1e-9);
    rollout_free(rollout);
}

TEST_MAIN(open_engines, close_engines)
