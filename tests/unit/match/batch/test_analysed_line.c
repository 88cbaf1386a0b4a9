/* The analysis of a turn as a line of a file of results. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "engine/rollout/roller.h"
#include "match/batch/analysed_line.h"
#include "tests/unit/test_case.h"

static char line[4096];

static void write_line(const struct match_analysed_turn *turn)
{
    FILE *file = fmemopen(line, sizeof line, "w");
    analysed_line_write(turn, file);
    (void)fclose(file);
    line[strcspn(line, "\n")] = '\0';
}

static struct match_analysed_turn example(void)
{
    struct match_analysed_turn turn = {.is_analysed = true,
                                       .is_choice = true,
                                       .loss = 0.1,
                                       .luck = -0.25,
                                       .best = {{{8, 5}, {6, 5}}, 2}};
    struct match_detail *detail = &turn.detail;
    *detail = (struct match_detail){.plays = MATCH_DETAIL_PLAYS,
                                    .made = 5,
                                    .has_cube = true,
                                    .roller = roller_find("roller++")};
    detail->cube = (struct cube_decision){.outputs = {0.7F, 0.2F, 0.01F, 0.1F, 0.003F},
                                          .no_double = 0.61F,
                                          .double_take = 0.913F,
                                          .double_pass = 1.0F,
                                          .action = CUBE_DOUBLE_TAKE,
                                          .is_allowed = true,
                                          .ply = 2};
    for (int i = 0; i < MATCH_DETAIL_PLAYS; i++) {
        detail->play[i] = (struct match_detail_play){
            .play = {{{13, 7}, {7, (uint8_t)(6 - i)}}, 2},
            .equity = -0.1F * (float)i,
            .ply = 3 - i % 5, /* -1: the pruning net */
            .trials = i == 0 ? 720 : 0,
            .outputs = {0.5F, 1.0F / 3.0F, 0.0F, 0.1F, 0.0F}};
    }
    return turn;
}

TEST(a_turn_is_read_as_it_was_written)
{
    struct match_analysed_turn turn = example(), again;
    char first[sizeof line];
    write_line(&turn);
    memcpy(first, line, sizeof line);
    assert_true(analysed_line_read(line, &again));
    write_line(&again);
    assert_string_equal(first, line);
    const struct match_detail *detail = &again.detail;
    assert_int_equal(detail->plays, MATCH_DETAIL_PLAYS);
    assert_int_equal(detail->made, 5);
    assert_ptr_equal(detail->roller, turn.detail.roller);
    assert_int_equal(detail->play[4].ply, -1);
    assert_true(detail->play[3].outputs.win_gammon == 1.0F / 3.0F);
    assert_true(detail->cube.double_take == 0.913F);
    assert_true(again.loss == turn.loss && again.luck == turn.luck);
}

/* Written by 0.3.0 and before: a play, and an answer to a double. */
TEST(lines_of_former_versions_are_read_without_detail)
{
    struct match_analysed_turn turn;
    assert_true(analysed_line_read("1 1 0.5 -0.25 0 0 2 8 5 6 5 ", &turn));
    assert_true(turn.loss == 0.5 && turn.best.count == 2);
    assert_false(turn.detail.has_cube);
    assert_int_equal(turn.detail.plays, 0);
    assert_int_equal(turn.detail.made, -1);
    assert_true(analysed_line_read("1 1 0.5 0 0 0 0 2 ", &turn));
    assert_int_equal(turn.best_answer, 2);
}

TEST(what_is_cut_off_or_out_of_range_is_refused)
{
    static const char *const ends[] = {"",
                                       "x ",
                                       "by ",
                                       "by nobody ",
                                       "cube 1 ",
                                       "cube 9 1 0 2 0 0 0 0 0 0 0 0 0 0 ",
                                       "play 3 0 0.5 1 0 0 0 0 1 99 5 ",
                                       "play 3 0 nan 1 0 0 0 0 0 ",
                                       "play 3 0 1e300 1 0 0 0 0 0 "};
    struct match_analysed_turn turn = example();
    char text[sizeof line + 64];
    for (size_t i = 1; i < sizeof ends / sizeof ends[0]; i++) {
        FORMAT_TEXT(text, "1 1 0.5 -0.25 0 0 0 %s", ends[i]);
        assert_false(analysed_line_read(text, &turn));
    }
    turn = example();
    write_line(&turn);
    size_t length = strlen(line);
    FORMAT_TEXT(text, "%splay 3 0 0.5 1 0 0 0 0 0 ", line);
    assert_false(analysed_line_read(text, &turn)); /* a seventh play */
    line[length - 1] = '\0';
    assert_false(analysed_line_read(line, &turn));
}

TEST_MAIN(NULL, NULL)
