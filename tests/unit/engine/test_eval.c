/* Static evaluation: the order of judges, the list file, the batch. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/bearoff.h"
#include "engine/eval.h"
#include "engine/movegen.h"
#include "engine/rng.h"

static struct evaluator *ev;
static struct eval_scratch *scratch;

static int open_shipped(void **state)
{
    (void)state;
    struct engine_error err;
    ev = eval_open("build/weights", &err);
    scratch = ev != NULL ? eval_scratch_new(ev) : NULL;
    return scratch == NULL;
}

static int close_shipped(void **state)
{
    (void)state;
    eval_scratch_free(scratch);
    eval_close(ev);
    return 0;
}

static void finished_games_have_their_exact_result(void **state)
{
    (void)state;
    struct position pos;
    struct outputs out;
    memset(&pos, 0, sizeof pos);
    pos.mine.at[POINT_OFF] = CHECKERS;
    pos.theirs.at[20] = 1;
    pos.theirs.at[6] = 14;
    for (int net = EVAL_SMALL; net <= EVAL_BIG; net++) {
        eval_afterstates(ev, scratch, (enum eval_net)net, &pos, 1, &out);
        assert_true(equity_cubeless(out) == 3.0F);
        struct position lost = position_swap(&pos);
        eval_afterstates(ev, scratch, (enum eval_net)net, &lost, 1, &out);
        assert_true(equity_cubeless(out) == -3.0F);
    }
    assert_int_equal(eval_count(scratch), 0);
}

static void bearoffs_come_from_the_databases(void **state)
{
    (void)state;
    struct position pos;
    struct outputs out;
    struct outputs want;
    memset(&pos, 0, sizeof pos);
    pos.mine.at[POINT_OFF] = 13;
    pos.mine.at[6] = 2;
    pos.theirs.at[POINT_OFF] = 5;
    pos.theirs.at[3] = 10;
    assert_true(bearoff_outputs(eval_bearoff(ev), &pos, &want));
    eval_afterstates(ev, scratch, EVAL_BIG, &pos, 1, &out);
    assert_memory_equal(&out, &want, sizeof out);
}

/* Contact, races, bearoffs and finished games, in one batch and one by one. */
static void mixed_batch_gives_every_position_its_own_value(void **state)
{
    (void)state;
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
        if (game_result(&pos) != 0) {
            position_start(&pos);
        }
    }
    for (int net = EVAL_SMALL; net <= EVAL_BIG; net++) {
        eval_afterstates(ev, scratch, (enum eval_net)net, after, POSITIONS, together);
        for (int i = 0; i < POSITIONS; i++) {
            struct outputs alone;
            eval_afterstates(ev, scratch, (enum eval_net)net, &after[i], 1, &alone);
            assert_memory_equal(&alone, &together[i], sizeof alone);
        }
    }
    free(after);
    free(list);
}

static void every_kernel_gives_the_same_outputs(void **state)
{
    (void)state;
    struct position start;
    struct outputs want;
    struct outputs out;
    char fastest[16];
    position_start(&start);
    strcpy(fastest, eval_kernel_name(ev));
    eval_afterstates(ev, scratch, EVAL_BIG, &start, 1, &want);
    assert_true(eval_use_kernel(ev, "plain"));
    assert_string_equal(eval_kernel_name(ev), "plain");
    eval_afterstates(ev, scratch, EVAL_BIG, &start, 1, &out);
    assert_memory_equal(&out, &want, sizeof out);
    assert_false(eval_use_kernel(ev, "abacus"));
    assert_string_equal(eval_kernel_name(ev), "plain");
    assert_true(eval_use_kernel(ev, fastest));
}

/* The side that has just moved at the opening is a little behind: the other rolls. */
static void shipped_nets_know_the_opening(void **state)
{
    (void)state;
    struct position start;
    struct outputs out;
    position_start(&start);
    for (int net = EVAL_SMALL; net <= EVAL_BIG; net++) {
        eval_afterstates(ev, scratch, (enum eval_net)net, &start, 1, &out);
        assert_true(out.win > 0.43F && out.win < 0.51F);
        assert_true(out.win_gammon > 0.07F && out.win_gammon < 0.18F);
    }
}

#define FIFTY "                                                  "

static void bad_lists_are_refused_with_the_line(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *reason;
    } cases[] = {
        {"", "\"small FILE\" is missing"},
        {"# nothing\n\n", "\"small FILE\" is missing"},
        {"small\n", "weights.txt:1: expected \"small FILE\""},
        {"small a b\n", "weights.txt:1: expected \"small FILE\""},
        {"# x\nhuge a.net\n", "weights.txt:2: \"huge\" is not one of"},
        {"big none.net\n", "none.net: No such file"},
        {"small weights.txt\n", "weights.txt: magic"},
        {"race\n", "weights.txt:1: expected \"race FILE\""},
        {FIFTY FIFTY FIFTY FIFTY FIFTY FIFTY FIFTY FIFTY FIFTY FIFTY "#1234567890\n",
         "weights.txt:1: longer than 510 bytes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char dir[] = "/tmp/fibsbot-eval-XXXXXX";
        char path[64];
        struct engine_error err = {""};
        assert_non_null(mkdtemp(dir));
        (void)snprintf(path, sizeof path, "%s/weights.txt", dir);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        (void)fputs(cases[i].text, file);
        (void)fclose(file);
        assert_null(eval_open(dir, &err));
        if (strstr(err.text, cases[i].reason) == NULL) {
            fail_msg("\"%s\" does not say: %s", err.text, cases[i].reason);
        }
        (void)unlink(path);
        (void)rmdir(dir);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finished_games_have_their_exact_result),
        cmocka_unit_test(bearoffs_come_from_the_databases),
        cmocka_unit_test(mixed_batch_gives_every_position_its_own_value),
        cmocka_unit_test(every_kernel_gives_the_same_outputs),
        cmocka_unit_test(shipped_nets_know_the_opening),
        cmocka_unit_test(bad_lists_are_refused_with_the_line),
    };
    return cmocka_run_group_tests(tests, open_shipped, close_shipped);
}
