/* Contests: duplicate dice, luck taken out, the cube and matches, files of results. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include "arena/arena_match.h"
#include "arena/arena_runner.h"
#include "arena/job/line_file.h"
#include "engine/board/decision_context.h"
#include "engine/board/position.h"
#include "engine/board/xgid.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

static const char weights[] = "build/weights";

/* ---- pairs ----------------------------------------------------------------------- */

enum { PAIRS_MAX = 200 };
static struct arena_pair pairs[PAIRS_MAX];

static struct arena_figures play(const char *a, const char *b, struct arena_rules rules,
                                 enum luck_evaluation judge, int count)
{
    const struct arena_player_terms terms = {rules.is_cubeful, 1};
    struct error err = {0};
    struct arena_table table = {.rules = rules};
    table.player[0] = arena_player_open(a, &terms, &err);
    assert_string_equal(err.text, "");
    table.player[1] = arena_player_open(b, &terms, &err);
    assert_string_equal(err.text, "");
    if (judge != LUCK_NONE) {
        table.luck = luck_open(weights, judge, rules.is_cubeful, &err);
        assert_string_equal(err.text, "");
    }
    struct arena_match *match = arena_match_new(&table);
    assert_non_null(match);
    for (int i = 0; i < count; i++) {
        assert_true(arena_play_pair(match, i, &pairs[i], &err));
    }
    arena_match_free(match);
    luck_close(table.luck);
    arena_player_close(table.player[0]);
    arena_player_close(table.player[1]);
    return arena_figures(pairs, count);
}

TEST(baseline_player_beats_random_play)
{
    struct arena_figures f =
        play("baseline", "random", (struct arena_rules){.seed = 7}, LUCK_NONE, 100);
    assert_true(arena_figures_share(&f, ARENA_COUNT_games_won) > 0.98);
    assert_true(f.plain.mean > 2.0 && f.plain.error < 0.2);
    assert_int_equal(f.games, 200);
}

TEST(player_is_level_with_himself_on_the_same_dice)
{
    struct arena_figures f =
        play("baseline", "baseline", (struct arena_rules){.seed = 7}, LUCK_PRUNING, 20);
    for (int i = 0; i < 20; i++) {
        assert_true(pairs[i].plain == 0.0);
        assert_true(fabs(pairs[i].reduced) < 1e-9);
        assert_int_equal(pairs[i].games_won, 1);
        assert_int_equal(pairs[i].gammons_won, pairs[i].gammons_lost);
    }
    assert_true(f.plain.error == 0.0);
}

/* Without the cube, too: noise must not bring the cube into the ranking. */
TEST(noise_of_almost_nothing_changes_no_pair)
{
    enum { PAIRS = 60 };
    static const char *const players[][2] = {
        {"build/weights", "build/weights,noise=1e-7"},
        {"build/weights,ply=1", "build/weights,ply=1,noise=1e-7"},
    };
    for (size_t i = 0; i < sizeof players / sizeof players[0]; i++) {
        (void)play(players[i][0], players[i][1], (struct arena_rules){.seed = 1},
                   LUCK_NONE, i == 0 ? PAIRS : PAIRS / 10);
        for (int p = 0; p < (i == 0 ? PAIRS : PAIRS / 10); p++) {
            assert_true(pairs[p].plain == 0.0);
        }
    }
}

TEST(same_number_and_seed_give_the_same_pair)
{
    struct arena_rules rules = {.seed = 3};
    (void)play("random", "baseline", rules, LUCK_PRUNING, 5);
    struct arena_pair before[5];
    memcpy(before, pairs, sizeof before);
    (void)play("random", "baseline", rules, LUCK_PRUNING, 5);
    for (int i = 0; i < 5; i++) {
        assert_true(before[i].plain == pairs[i].plain);
        assert_true(before[i].reduced == pairs[i].reduced);
    }
    rules.seed = 4;
    (void)play("random", "baseline", rules, LUCK_PRUNING, 5);
    bool differs = false;
    for (int i = 0; i < 5; i++) {
        differs |= before[i].reduced != pairs[i].reduced;
    }
    assert_true(differs);
}

/* Files of former versions go on, so the dice of a number never change. The results were
 * written by this version; the fixtures have those of 0.1.0. */
TEST(pair_has_the_dice_of_its_number)
{
    static const double plain[5] = {-2.0, -2.5, -3.0, -3.0, -2.5};
    (void)play("random", "baseline", (struct arena_rules){.seed = 1}, LUCK_NONE, 5);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(pairs[i].number, i);
        assert_true(pairs[i].plain == plain[i]);
    }
}

/* ---- luck ------------------------------------------------------------------------ */

TEST(luck_has_mean_zero_over_the_rolls)
{
    for (int judge = LUCK_PRUNING; judge <= LUCK_BY_1_PLY; judge++) {
        struct error err = {0};
        struct luck *luck = luck_open(weights, (enum luck_evaluation)judge, true, &err);
        assert_string_equal(err.text, "");
        struct match_state ms = match_state_match(7, 2, 4, false);
        struct position pos;
        position_start(&pos);
        double mean = 0;
        double told = 0;
        for (int r = 0; r < ROLLS; r++) {
            struct luck_value value =
                luck_of_roll(luck, &pos, &ms, roll_all[r].roll, false);
            assert_true(value.roll > 0.0 && value.roll < 1.0);
            mean += roll_all[r].ways * value.roll / 36.0;
            told = value.mean;
        }
        assert_true(fabs(mean - told) < 1e-12);
        luck_close(luck);
    }
}

/* Both have two checkers left, which roll 5-2 bears off: the last game of a match is won.
 * Behind 2-1 the opponent doubles, who cannot if the cube is mine. */
TEST(luck_counts_what_the_opponent_may_do_with_the_cube)
{
    struct error err = {0};
    struct luck *luck = luck_open(weights, LUCK_BOTH, true, &err);
    struct decision_context at;
    struct match_state last = match_state_match(1, 0, 0, false);
    assert_non_null(luck);
    assert_true(
        xgid_read("XGID=--A--A--------------a--a--:0:0:1:52:0:0:0:0:10", &at, NULL));
    assert_true(luck_of_roll(luck, &at.pos, &last, at.roll, false).roll == 1.0);
    struct match_state owned = at.ms;
    owned.owner = CUBE_MINE;
    const struct roll roll = {2, 1};
    double centred = luck_of_roll(luck, &at.pos, &at.ms, roll, false).roll;
    assert_true(centred < luck_of_roll(luck, &at.pos, &owned, roll, false).roll - 0.05);
    luck_close(luck);
}

static const struct {
    const char *what;
    struct arena_rules rules;
} matches[] = {
    {"cubeless", {.seed = 5}},
    {"money", {.seed = 5, .is_cubeful = true}},
    {"match", {.seed = 5, .is_cubeful = true, .length = 3}},
    {"match without cube", {.seed = 5, .length = 4}},
};

/* A net against its noisy self: the noise costs something in every kind of match, and
 * results with and without luck are estimates of the same. */
TEST(luck_is_taken_out_without_bias)
{
    for (size_t i = 0; i < sizeof matches / sizeof matches[0]; i++) {
        char noisy[64];
        (void)snprintf(noisy, sizeof noisy, "%s,noise=.15", weights);
        struct arena_figures f = play(weights, noisy, matches[i].rules, LUCK_PRUNING,
                                      matches[i].rules.length > 0 ? 12 : 100);
        double both = hypot(f.plain.error, f.reduced.error);
        assert_true(fabs(f.plain.mean - f.reduced.mean) < 3.5 * both);
        /* a dozen matches, nearly all won, tell nothing of the plain result's spread */
        assert_true(f.reduced.error <
                    (matches[i].rules.length > 0 ? 0.1 : 0.6 * f.plain.error));
        assert_true(f.reduced.mean >
                    (matches[i].rules.length > 0 ? 0.5 : 0.0) + f.reduced.error);
    }
}

/* ---- the cube and matches -------------------------------------------------------- */

enum { BOOKS_LENGTH = 5 };

struct ledger {
    int games;
    int doubles;
    int by_leader;  /* of them, by who needs one point, to whom the cube is of no use */
    int by_trailer; /* against him */
    int takes;
    int drops;
    int cube;
    int score[2];
    bool is_wrong;
};

static void keep_books(void *context, const struct arena_event *event)
{
    struct ledger *ledger = context;
    switch (event->kind) {
    case ARENA_MATCH_START:
        memset(ledger->score, 0, sizeof ledger->score);
        break;
    case ARENA_GAME_START:
        ledger->games++;
        ledger->cube = 1;
        ledger->is_wrong |=
            event->score[0] != ledger->score[0] || event->score[1] != ledger->score[1];
        break;
    case ARENA_DOUBLE:
        ledger->doubles++;
        ledger->is_wrong |= event->cube != 2 * ledger->cube;
        ledger->by_leader += event->score[event->player] == BOOKS_LENGTH - 1;
        ledger->by_trailer += event->score[1 - event->player] == BOOKS_LENGTH - 1;
        break;
    case ARENA_TAKE:
        ledger->takes++;
        ledger->cube *= 2;
        break;
    case ARENA_DROP:
        ledger->drops++;
        break;
    case ARENA_GAME_END:
        ledger->score[event->player] += event->points;
        ledger->is_wrong |= event->points % ledger->cube != 0 || event->points < 1;
        break;
    default:
        break;
    }
}

TEST(matches_are_played_to_their_length_with_the_cube)
{
    const struct arena_rules rules = {
        .seed = 9, .is_cubeful = true, .length = BOOKS_LENGTH};
    const struct arena_player_terms terms = {true, 1};
    struct ledger ledger = {.games = 0};
    struct arena_table table = {
        .rules = rules,
        .player = {arena_player_open(weights, &terms, NULL),
                   arena_player_open(weights, &terms, NULL)},
        .watcher = {keep_books, &ledger},
    };
    struct arena_match *match = arena_match_new(&table);
    for (int i = 0; i < 20; i++) {
        assert_true(arena_play_pair(match, i, &pairs[0], NULL));
        assert_true(ledger.score[0] >= BOOKS_LENGTH || ledger.score[1] >= BOOKS_LENGTH);
        assert_true(pairs[0].plain == 0.5); /* the same player, seats exchanged */
    }
    assert_false(ledger.is_wrong);
    assert_true(ledger.games > 40);
    assert_true(ledger.takes > 5 && ledger.drops > 5);
    assert_int_equal(ledger.doubles, ledger.takes + ledger.drops);
    assert_int_equal(ledger.by_leader, 0); /* each is told his own score */
    assert_true(ledger.by_trailer > 0);
    arena_match_free(match);
    arena_player_close(table.player[0]);
    arena_player_close(table.player[1]);
}

/* ---- players ----------------------------------------------------------------- */

static const struct {
    const char *spec;
    const char *error;
} bad_specs[] = {
    {"/nowhere/a.net", "/nowhere/a.net"},
    {"/nowhere", "/nowhere/weights.txt"},
    {"build/weights,ply=5", "expected 0 to 4"},
    {"build/weights,ply", "player option \"ply\""},
    {"build/weights,speed=5", "player option \"speed\""},
    {"build/weights,time=0", "1 to 1000000"},
    {"build/weights,noise=much", "expected 0 to 10"},
    {"build/weights,ply=1,filter=unheard-of", "unheard-of"},
    {"gnubg,program=/nowhere/gnubg", "/nowhere/gnubg"},
};

TEST(bad_players_are_refused_with_a_reason)
{
    const struct arena_player_terms terms = {.is_cubeful = false};
    for (size_t i = 0; i < sizeof bad_specs / sizeof bad_specs[0]; i++) {
        struct error err = {0};
        assert_null(arena_player_open(bad_specs[i].spec, &terms, &err));
        assert_holds(err.text, bad_specs[i].error);
    }
    assert_false(arena_player_is_installed("gnubg,program=/nowhere/gnubg"));
    assert_true(arena_player_is_installed("baseline"));
}

/* ---- series ---------------------------------------------------------------------- */

static atomic_bool never;

static struct arena_runner_options options_for(const char *file, int count, int threads)
{
    return (struct arena_runner_options){
        .rules = {.seed = 2},
        .player = {"baseline", "random"},
        .pairs = count,
        .threads = threads,
        .file = file,
        .conditions = "yardstick random 2",
        .stop = &never,
    };
}

TEST(threads_do_not_change_the_result)
{
    struct arena_runner_result one;
    struct arena_runner_result three;
    struct arena_runner_options options = options_for(NULL, 40, 1);
    assert_true(arena_runner_play(&options, &one, NULL));
    options.threads = 3;
    assert_true(arena_runner_play(&options, &three, NULL));
    assert_int_equal(one.count, 40);
    assert_int_equal(three.count, 40);
    assert_memory_equal(one.pairs, three.pairs, 40 * sizeof *one.pairs);
    arena_runner_free(&one);
    arena_runner_free(&three);
}

static void append(const char *path, const char *text)
{
    FILE *file = fopen(path, "a");
    assert_non_null(file);
    fputs(text, file);
    (void)fclose(file);
}

TEST(arena_runner_goes_on_where_its_file_ends)
{
    char path[] = "/tmp/fibsbot-test-series-XXXXXX";
    (void)close(mkstemp(path));
    (void)unlink(path);
    struct arena_runner_result part;
    struct arena_runner_result rest;
    struct arena_runner_result whole;
    struct arena_runner_options options = options_for(path, 10, 1);
    assert_true(arena_runner_play(&options, &part, NULL));
    append(path, "11 0.5 0."); /* cut short by a crash */
    struct error err = {0};
    assert_false(arena_runner_play(&options, &rest, &err)); /* not asked to go on */
    assert_non_null(strstr(err.text, path));
    arena_runner_free(&rest);
    options.pairs = 25;
    options.is_resumed = true;
    assert_true(arena_runner_play(&options, &rest, NULL));
    assert_int_equal(rest.pairs_of_run, 15);
    options.file = NULL;
    options.is_resumed = false;
    assert_true(arena_runner_play(&options, &whole, NULL));
    assert_int_equal(rest.count, 25);
    for (int i = 0; i < 25; i++) {
        assert_int_equal(rest.pairs[i].number, i);
        assert_true(fabs(rest.pairs[i].plain - whole.pairs[i].plain) < 1e-8);
    }
    arena_runner_free(&part);
    arena_runner_free(&rest);
    arena_runner_free(&whole);
    (void)unlink(path);
}

/* Wants pairs until one of number 9 or more was won by more than two points. */
struct order {
    int64_t next;
    bool is_wrong;
};

static bool wants_more(void *context, const struct arena_pair *pair)
{
    struct order *order = context;
    order->is_wrong |= pair->number != order->next;
    order->next++;
    return pair->number < 9 || pair->plain <= 2.0;
}

static int64_t count_until_enough(const char *file, int threads, bool is_resumed)
{
    struct order order = {0};
    struct arena_runner_result result;
    struct arena_runner_options options = options_for(file, 60, threads);
    options.is_resumed = is_resumed;
    options.wants_more = wants_more;
    options.context = &order;
    assert_true(arena_runner_play(&options, &result, NULL));
    assert_false(order.is_wrong);
    assert_int_equal(result.count, order.next);
    for (int64_t i = 0; i < result.count; i++) {
        assert_int_equal(result.pairs[i].number, i);
    }
    arena_runner_free(&result);
    return order.next;
}

TEST(match_ends_at_the_same_pair_on_any_threads_and_after_resumes)
{
    char path[] = "/tmp/fibsbot-test-series-XXXXXX";
    const int64_t count = count_until_enough(NULL, 1, false);
    assert_true(count > 9 && count < 55);
    assert_int_equal(count_until_enough(NULL, 2, false), count);
    assert_int_equal(count_until_enough(NULL, 8, false), count);
    (void)close(mkstemp(path));
    (void)unlink(path);
    /* a file with holes, of pairs before and beyond the end */
    append(path, "fibsbot-contest 1 yardstick random 2\n"
                 "58 3 3 2 2 0 0 .\n56 -3 -3 2 0 0 2 .\n");
    for (int threads = 1; threads <= 8; threads += 7) {
        assert_int_equal(count_until_enough(path, threads, true), count);
    }
    (void)unlink(path);
}

/* Ends the run when so many pairs have ended, of all matches. */
struct ender {
    int64_t left;
    atomic_bool stop;
};

static void count_end(void *context, const struct arena_event *event)
{
    struct ender *ender = context;
    if (event->kind == ARENA_MATCH_END && event->half == 1 && --ender->left == 0) {
        atomic_store(&ender->stop, true);
    }
}

TEST(series_have_the_dice_that_they_are_told)
{
    enum { PAIRS = 20, MOVED = 5 };
    struct arena_runner_options options[2] = {options_for(NULL, PAIRS, 2),
                                              options_for(NULL, PAIRS, 2)};
    struct arena_runner_result result[2];
    options[1].dice_from = MOVED;
    assert_true(arena_runner_play_all(options, 2, result, NULL));
    for (int i = 0; i + MOVED < PAIRS; i++) {
        struct arena_pair moved = result[0].pairs[i + MOVED];
        moved.number = i;
        assert_memory_equal(&result[1].pairs[i], &moved, sizeof moved);
    }
    arena_runner_free(&result[0]);
    arena_runner_free(&result[1]);
}

TEST(matches_together_take_turns_and_have_the_results_of_each_alone)
{
    enum { COUNT = 3, PAIRS = 20 };
    static const char *const players[COUNT][2] = {
        {"baseline", "random"}, {"random", "baseline"}, {"random", "random"}};
    struct arena_runner_options options[COUNT];
    struct arena_runner_result together[COUNT], part[COUNT], alone;
    struct ender ender = {.left = 9};
    for (int i = 0; i < COUNT; i++) {
        options[i] = options_for(NULL, PAIRS + i, 3);
        memcpy(options[i].player, players[i], sizeof players[i]);
    }
    assert_true(arena_runner_play_all(options, COUNT, together, NULL));
    for (int i = 0; i < COUNT; i++) {
        options[i].threads = 1;
        assert_true(arena_runner_play(&options[i], &alone, NULL));
        assert_int_equal(together[i].count, PAIRS + i);
        assert_memory_equal(together[i].pairs, alone.pairs,
                            (size_t)alone.count * sizeof *alone.pairs);
        assert_int_equal(together[i].effort[0].plays, alone.effort[0].plays);
        assert_int_equal(together[i].effort[1].plays, alone.effort[1].plays);
        arena_runner_free(&alone);
        arena_runner_free(&together[i]);
        options[i].stop = &ender.stop;
        options[i].watcher = (struct arena_watcher){count_end, &ender};
    }
    assert_true(arena_runner_play_all(options, COUNT, part, NULL));
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(part[i].count, 3);
        arena_runner_free(&part[i]);
    }
}

static const struct {
    const char *text;
    const char *error;
} bad_files[] = {
    {"something else\n", "expected a file that begins"},
    {"fibsbot-contest 1 yardstick random 3\n",
     "expected results under the same conditions (files, players, options): \"2\", "
     "found \"3\""},
    {"fibsbot-contest 1 yardstick random 2\n3 0.5 0.5 2 1 0 0 .\nrubbish\n", "line 3"},
    {"fibsbot-contest 1 yardstick random 2\n3 inf 0.5 2 1 0 0 .\n", "line 2"},
    {"fibsbot-contest 1 yardstick random 2\n-3 0.5 0.5 2 1 0 0 .\n", "line 2"},
    {"fibsbot-contest 1 yardstick random 2\n3 0.5 0.5 2 1 0 0 . x\n", "line 2"},
    /* what no pair can end in */
    {"fibsbot-contest 1 yardstick random 2\n3 0.25 0.5 2 1 0 0 .\n", "line 2"},
    {"fibsbot-contest 1 yardstick random 2\n3 9999 0.5 2 1 0 0 .\n", "line 2"},
    {"fibsbot-contest 1 yardstick random 2\n3 0.5 1e9 2 1 0 0 .\n", "line 2"},
    {"fibsbot-contest 1 yardstick random 2\n3 0.5 0.5 3 1 0 0 .\n", "line 2"},
    {"fibsbot-contest 1 yardstick random 2\n3 0.5 0.5 2 3 0 0 .\n", "line 2"},
    {"fibsbot-contest 1 yardstick random 2\n3 0.5 0.5 2 1 2 0 .\n", "line 2"},
    {"fibsbot-contest 1 yardstick random 2\n3 0.5 0.5 2 1 0 2 .\n", "line 2"},
    {"fibsbot-contest 1 yardstick random 2\n3 -1 -1 2 0 0 0 forfeited 0 .\n", "line 2"},
};

/* Two long paths may begin alike. */
TEST(what_differs_is_told_from_its_word_on)
{
    static const char *const rows[][3] = {
        {"a b=/one c", "a b=/two c", "\"b=/one c\", found \"b=/two c\""},
        {"a,seed=1", "a,seed=12", "\"seed=1\", found \"seed=12\""},
        {"a b", "a", "\"a b\", found \"a\""},
        {"/a/folder/with/a/name/of/more/than/fifty/letters/in/it/one x",
         "/a/folder/with/a/name/of/more/than/fifty/letters/in/it/two x",
         "\"in/it/one x\", found \"in/it/two x\""}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct error err;
        assert_false(line_file_differs(rows[i][0], rows[i][1], &err));
        assert_string_equal(strchr(err.text, '"'), rows[i][2]);
    }
}

TEST(damaged_or_foreign_files_are_refused)
{
    for (size_t i = 0; i < sizeof bad_files / sizeof bad_files[0]; i++) {
        char path[] = "/tmp/fibsbot-test-series-XXXXXX";
        (void)close(mkstemp(path));
        append(path, bad_files[i].text);
        struct arena_runner_options options = options_for(path, 10, 1);
        struct arena_runner_result result;
        struct error err = {0};
        options.is_resumed = true;
        assert_false(arena_runner_play(&options, &result, &err));
        assert_holds(err.text, bad_files[i].error);
        arena_runner_free(&result);
        (void)unlink(path);
    }
}

TEST_MAIN(NULL, NULL)
