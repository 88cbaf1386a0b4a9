/* Static evaluation: the order of judges, the list file, the batch. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/board/rng.h"
#include "engine/eval/eval.h"
#include "engine/race/bearoff.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static struct evaluator *ev;
static struct eval_scratch *scratch;

static int open_shipped(void **state)
{
    struct error err;
    ev = eval_open("build/weights", &err);
    scratch = ev != NULL ? eval_scratch_new(ev) : NULL;
    return scratch == NULL;
}

static int close_shipped(void **state)
{
    eval_scratch_free(scratch);
    eval_close(ev);
    return 0;
}

TEST(finished_games_have_their_exact_result)
{
    struct position pos;
    struct outputs out;
    memset(&pos, 0, sizeof pos);
    pos.mine.at[POINT_OFF] = CHECKERS;
    pos.theirs.at[6] = 14;
    pos.theirs.at[24] = 1;
    struct position on_bar = pos;
    on_bar.theirs.at[24] = 0;
    on_bar.theirs.at[POINT_BAR] = 1;
    for (int net = EVAL_PRUNING; net <= EVAL_MAIN; net++) {
        eval_afterstates(ev, scratch, (enum eval_net)net, &pos, 1, &out);
        assert_true(equity_cubeless(out) == 3.0F);
        struct position lost = position_swap(&pos);
        eval_afterstates(ev, scratch, (enum eval_net)net, &lost, 1, &out);
        assert_true(equity_cubeless(out) == -3.0F);
        eval_afterstates(ev, scratch, (enum eval_net)net, &on_bar, 1, &out);
        assert_true(equity_cubeless(out) == 3.0F);
        lost = position_swap(&on_bar);
        eval_afterstates(ev, scratch, (enum eval_net)net, &lost, 1, &out);
        assert_true(equity_cubeless(out) == -3.0F);
    }
    assert_int_equal(eval_count(scratch), 0);
}

TEST(bearoffs_come_from_the_databases)
{
    struct position pos;
    struct outputs out;
    struct outputs want;
    memset(&pos, 0, sizeof pos);
    pos.mine.at[POINT_OFF] = 13;
    pos.mine.at[6] = 2;
    pos.theirs.at[POINT_OFF] = 5;
    pos.theirs.at[3] = 10;
    assert_true(bearoff_outputs(eval_bearoff(ev), &pos, &want));
    eval_afterstates(ev, scratch, EVAL_MAIN, &pos, 1, &out);
    assert_memory_equal(&out, &want, sizeof out);
}

/* Contact, races, bearoffs and finished games, in one batch and one by one. */
TEST(mixed_batch_gives_every_position_its_own_value)
{
    enum { POSITIONS = 500 };
    struct play_list *list = aligned_alloc(64, sizeof *list);
    struct position *after = aligned_alloc(64, POSITIONS * sizeof *after);
    static struct outputs together[POSITIONS];
    assert_non_null(list);
    assert_non_null(after);
    struct rng rng;
    rng_seed(&rng, 9, 0);
    struct position pos;
    position_start(&pos);
    for (int i = 0; i < POSITIONS; i++) {
        movegen_plays(&pos, rng_roll(&rng), list);
        after[i] = list->after[rng_below(&rng, (uint32_t)list->count)];
        pos = position_swap(&after[i]);
        if (position_game_result(&pos) != 0) {
            position_start(&pos);
        }
    }
    for (int net = EVAL_PRUNING; net <= EVAL_MAIN; net++) {
        uint64_t before = eval_count(scratch);
        eval_afterstates(ev, scratch, (enum eval_net)net, after, POSITIONS, together);
        uint64_t evaluated = eval_count(scratch) - before;
        assert_in_range(evaluated, POSITIONS / 2, POSITIONS - 1);
        for (int i = 0; i < POSITIONS; i++) {
            struct outputs alone;
            eval_afterstates(ev, scratch, (enum eval_net)net, &after[i], 1, &alone);
            assert_memory_equal(&alone, &together[i], sizeof alone);
        }
        assert_int_equal(eval_count(scratch) - before, 2 * evaluated);
    }
    free(after);
    free(list);
}

TEST(every_kernel_gives_the_same_outputs)
{
    struct position start;
    struct outputs want;
    struct outputs out;
    char fastest[16];
    position_start(&start);
    strcpy(fastest, eval_kernel_name(ev));
    eval_afterstates(ev, scratch, EVAL_MAIN, &start, 1, &want);
    assert_true(eval_use_kernel(ev, "plain"));
    assert_string_equal(eval_kernel_name(ev), "plain");
    eval_afterstates(ev, scratch, EVAL_MAIN, &start, 1, &out);
    assert_memory_equal(&out, &want, sizeof out);
    assert_false(eval_use_kernel(ev, "abacus"));
    assert_string_equal(eval_kernel_name(ev), "plain");
    assert_true(eval_use_kernel(ev, fastest));
}

/* The side that has just moved at the opening is a little behind: the other rolls. */
TEST(shipped_nets_know_the_opening)
{
    struct position start;
    struct outputs out;
    position_start(&start);
    for (int net = EVAL_PRUNING; net <= EVAL_MAIN; net++) {
        eval_afterstates(ev, scratch, (enum eval_net)net, &start, 1, &out);
        assert_true(out.win > 0.43F && out.win < 0.51F);
        assert_true(out.win_gammon > 0.07F && out.win_gammon < 0.18F);
    }
}

/* Opens the lines of the shipped list that begin with one of `words`. */
static struct evaluator *open_part(const char *words)
{
    char dir[] = "/tmp/fibsbot-eval-XXXXXX";
    char path[64];
    char here[512];
    char line[256];
    char word[16];
    char name[128];
    struct error err;
    assert_non_null(mkdtemp(dir));
    assert_non_null(getcwd(here, sizeof here));
    FORMAT_TEXT(path, "%s/weights.txt", dir);
    FILE *from = fopen("build/weights/weights.txt", "r");
    FILE *to = fopen(path, "w");
    assert_non_null(from);
    assert_non_null(to);
    while (fgets(line, sizeof line, from) != NULL) {
        if (sscanf(line, "%15s %127s", word, name) == 2 &&
            strstr(words, word) != NULL) {
            (void)fprintf(to, "%s ../..%s/build/weights/%s\n", word, here, name);
        }
    }
    (void)fclose(from);
    (void)fclose(to);
    struct evaluator *part = eval_open(dir, &err);
    assert_good(part != NULL, &err);
    (void)unlink(path);
    (void)rmdir(dir);
    return part;
}

/* Without a race net, or without the database that it stands on. */
TEST(races_are_for_the_nets_where_nobody_else_knows_them)
{
    static const char *const lists[] = {"small big", "small big race",
                                        "small big bearoff1"};
    const struct position race = {.mine = {{[6] = 8, [8] = 7}},
                                  .theirs = {{[6] = 7, [9] = 8}}};
    struct outputs known;
    eval_afterstates(ev, scratch, EVAL_MAIN, &race, 1, &known);
    assert_non_null(eval_race(ev));
    assert_true(eval_needs_no_net(ev, &race));
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        struct evaluator *part = open_part(lists[i]);
        struct eval_scratch *own = eval_scratch_new(part);
        struct outputs out[2];
        assert_non_null(own);
        assert_null(eval_race(part));
        assert_false(eval_needs_no_net(part, &race));
        assert_int_equal(eval_bearoff(part) != NULL, i == 2);
        for (int net = EVAL_PRUNING; net <= EVAL_MAIN; net++) {
            eval_afterstates(part, own, (enum eval_net)net, &race, 1, &out[net]);
            assert_true(out[net].win > 0.0F && out[net].win < 1.0F);
            assert_true(out[net].win != known.win);
        }
        assert_true(out[EVAL_PRUNING].win != out[EVAL_MAIN].win);
        eval_scratch_free(own);
        eval_close(part);
    }
}

TEST(only_races_need_no_net)
{
    struct position start;
    struct outputs out[2];
    const struct position bearoff = {.mine = {{[POINT_OFF] = 9, [5] = 6}},
                                     .theirs = {{[POINT_OFF] = 5, [3] = 10}}};
    position_start(&start);
    assert_false(eval_needs_no_net(ev, &start));
    assert_true(eval_needs_no_net(ev, &bearoff));
    for (int net = EVAL_PRUNING; net <= EVAL_MAIN; net++) {
        eval_afterstates(ev, scratch, (enum eval_net)net, &bearoff, 1, &out[net]);
    }
    assert_memory_equal(&out[EVAL_PRUNING], &out[EVAL_MAIN], sizeof out[0]);
}

#define FIFTY "                                                  "

TEST(bad_lists_are_refused_with_the_line)
{
    static const struct {
        const char *text;
        const char *reason;
    } cases[] = {
        {"", "\"small FILE\" is missing"},
        {"# nothing\n\n", "\"small FILE\" is missing"},
        {"small\n", "weights.txt:1: expected \"small FILE\""},
        {"small a b\n", "weights.txt:1: expected \"small FILE\""},
        {"# x\nhuge a.net\n",
         "weights.txt:2: expected small, big, race, bearoff1 or bearoff2, found \"huge\""},
        {"big none.net\n", "none.net: No such file"},
        {"small weights.txt\n", "weights.txt: magic"},
        {"race\n", "weights.txt:1: expected \"race FILE\""},
        {FIFTY FIFTY FIFTY FIFTY FIFTY FIFTY FIFTY FIFTY FIFTY FIFTY "#1234567890\n",
         "weights.txt:1: the line is longer than 510 bytes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char dir[] = "/tmp/fibsbot-eval-XXXXXX";
        char path[64];
        struct error err = {0};
        assert_non_null(mkdtemp(dir));
        FORMAT_TEXT(path, "%s/weights.txt", dir);
        test_file_write(path, cases[i].text);
        assert_null(eval_open(dir, &err));
        assert_holds(err.text, cases[i].reason);
        (void)unlink(path);
        assert_int_equal(mkdir(path, 0700), 0);
        assert_null(eval_open(dir, &err));
        assert_holds(err.text, "weights.txt: Is a directory");
        (void)rmdir(path);
        (void)rmdir(dir);
    }
}

TEST(the_path_of_a_net_is_that_of_the_list)
{
    char dir[] = "/tmp/fibsbot-eval-XXXXXX";
    char list[64], wanted[64], path[EVAL_PATH_SIZE];
    struct error err = {0};
    assert_non_null(mkdtemp(dir));
    FORMAT_TEXT(list, "%s/weights.txt", dir);
    FORMAT_TEXT(wanted, "%s/one.net", dir);
    assert_true(eval_net_path(dir, EVAL_MAIN, path, &err));
    assert_string_equal(path, ""); /* no list */
    test_file_write(list, "big one.net\n");
    assert_true(eval_net_path(dir, EVAL_MAIN, path, &err));
    assert_string_equal(path, wanted);
    assert_true(eval_net_path(dir, EVAL_PRUNING, path, &err));
    assert_string_equal(path, "");
    test_file_write(list, "big one.net\nhuge a.net\n");
    assert_false(eval_net_path(dir, EVAL_MAIN, path, &err));
    assert_holds(err.text, "weights.txt:2: expected small");
    (void)unlink(list);
    (void)rmdir(dir);
}

TEST_MAIN(open_shipped, close_shipped)
