/* Lines of rollouts, and of cube actions between tabs: what is taken, what is refused. */
#include <string.h>

#include "lab/sets/cube_set_internal.h"
#include "lab/sets/rollout_set_internal.h"
#include "tests/unit/test_case.h"

/* 8/5 6/5 of the opening, the opponent on roll. */
#define BEST  "\"xgid\":\"XGID=-b----E-C---eE---b-db---B-:0:0:1:00:0:0:0:0:10\""
#define XGID  "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
#define PROBS ",\"probs\":[0.5,0.25,0.125,0.0625,0.03125]}"

TEST(lines_of_rollouts_are_taken_or_refused_with_the_reason)
{
    static const struct {
        const char *line;
        int count;
        const char *error; /* NULL: it is taken */
    } rows[] = {
        {"{\"candidates\":[{" BEST ",\"equity\":0.25" PROBS ",{" BEST
         ",\"equity\":-3,\"se\":0.5" PROBS "]}",
         2, NULL},
        {"{\"line\":1,\"single\":{" BEST ",\"equity\":0.25" PROBS "}", 1, NULL},
        {"{\"line\":1,\"cube\":{}}", 0, NULL},
        {"{\"cube\":{}}", 0, "2 to 32 \"candidates\""},
        {"{\"candidates\":[{" BEST ",\"equity\":0.25" PROBS "]}", 0,
         "2 to 32 \"candidates\""},
        {"{\"candidates\":[{" BEST ",\"equity\":0.25" PROBS ",{" BEST
         ",\"equity\":3.5" PROBS "]}",
         0, "an equity is not within -3 to 3"},
        {"{\"candidates\":[{" BEST ",\"equity\":0.25,\"se\":-1" PROBS ",{" BEST
         ",\"equity\":0" PROBS "]}",
         0, "a standard error is not within 0 to 3"},
        {"{\"line\":1,\"single\":{" BEST ",\"equity\":0,\"se\":\"0.1\"" PROBS "}", 0,
         "a standard error is not within 0 to 3"},
        {"{\"line\":1,\"single\":{" BEST ",\"equity\":0,\"se\":null" PROBS "}", 1,
         NULL},
        {"{\"candidates\":[{\"xgid\":\"XGID=-b\",\"equity\":0.25" PROBS ",{" BEST
         ",\"equity\":0" PROBS "]}",
         0, "XGID"},
        {"{\"line\":1,\"single\":{" BEST ",\"equity\":0,\"probs\":[0,0,\"x\",0,0]}}", 0,
         "a probability is not within 0 to 1"},
        {"{\"line\":1,\"single\":{" BEST ",\"equity\":0,\"probs\":[53,0,0,0,0]}}", 0,
         "a probability is not within 0 to 1"},
        {"{\"candidates\":[{" BEST PROBS ",{" BEST ",\"equity\":0" PROBS "]}", 0,
         "a candidate needs"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rollout_decision decision;
        struct error err = {0};
        bool is_taken = rollout_read(rows[i].line, &decision, &err);
        if (is_taken != (rows[i].error == NULL) ||
            (is_taken ? decision.count != rows[i].count
                      : strstr(err.text, rows[i].error) == NULL)) {
            fail_msg("%s\n%s", rows[i].line, err.text);
        }
    }
}

TEST(figures_of_a_rollout_are_those_of_who_made_the_play)
{
    struct rollout_decision decision;
    struct error err;
    assert_true(rollout_read("{\"candidates\":[{" BEST ",\"equity\":0.25" PROBS
                             ",{" BEST ",\"equity\":-0.5,\"se\":0.5" PROBS "]}",
                             &decision, &err));
    const struct rollout_candidate *c = decision.candidates;
    assert_int_equal(decision.after[0].mine.at[5], 2);
    assert_int_equal(decision.after[0].mine.at[8], 2);
    assert_true(c[0].truth_equity == 0.25 && c[1].truth_equity == -0.5);
    assert_true(c[0].truth_error == 0.0 && c[1].truth_error == 0.5);
    assert_true(c[0].truth.win == .5F && c[0].truth.win_gammon == .25F);
    assert_true(c[0].truth.win_backgammon == .125F);
    assert_true(c[0].truth.lose_gammon == .0625F);
    assert_true(c[0].truth.lose_backgammon == .03125F);
}

/* The next line of a file of words between tabs. */
static enum decision_line take(struct cube_columns *columns, const char *line,
                               struct cube_case *out)
{
    char copy[200];
    struct error err;
    COPY_TEXT(copy, line);
    return cube_set_take(columns, copy, out, &err);
}

TEST(columns_of_cube_actions_stand_in_any_order)
{
    struct cube_columns columns = {.are_known = false};
    struct cube_case c;
    assert_int_equal(take(&columns, "# a remark", &c), DECISION_LINE_OTHER);
    assert_int_equal(take(&columns, "nd\tdp\tother\txgid\tdt", &c),
                     DECISION_LINE_OTHER);
    assert_int_equal(take(&columns, "0.5\t1\tx\t" XGID "\t-0.25", &c),
                     DECISION_LINE_TAKEN);
    assert_int_equal(c.at.pos.mine.at[6], 5);
    assert_true(c.truth.no_double == 0.5);
    assert_true(c.truth.double_take == -0.25);
    assert_true(c.truth.double_pass == 1.0);
    assert_true(c.truth.error[0] == 0.0);
    assert_int_equal(take(&columns, "", &c), DECISION_LINE_OTHER);
    assert_int_equal(take(&columns, "0.5\t1\tx\t" XGID "\t11", &c), DECISION_LINE_BAD);
    assert_int_equal(take(&columns, "0.5\t1\tx\t" XGID "\t1x", &c), DECISION_LINE_BAD);
    assert_int_equal(take(&columns, "0.5\t1\tx\t" XGID, &c), DECISION_LINE_BAD);
    struct cube_columns none = {.are_known = false};
    assert_int_equal(take(&none, "xgid\tnd\tdt", &c), DECISION_LINE_BAD);
}

TEST_MAIN(NULL, NULL)
