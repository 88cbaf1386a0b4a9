/* Rows of Jellyfish text that programs write in ways of their own. */

#include "tests/unit/match/match_files.h"
#include "tests/unit/test_case.h"

#define HEADING(length)                                                                \
    " " length " point match\n\n Game 1\n"                                             \
    " anna : 0                        bert : 0\n"

static struct match_turns *read_with(const char *text, int faults)
{
    struct match_turns *turns = match_of_text(text);
    assert_non_null(turns);
    if (turns->faults != faults) {
        fail_msg("%d faults: %s", turns->faults,
                 turns->faults > 0 ? turns->fault[0].text : "");
    }
    return turns;
}

/* Backgammon Studio, whose player resigns before the roll. */
TEST(a_roll_of_zeros_is_none)
{
    static const char *const rows[] = {
        "  1) 31: 8/5 6/5              00: ????\n",
        "  1) 31: 8/5 6/5              00: \n",
        "  1) 31: 8/5 6/5              00: Cannot Move\n"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[300];
        FORMAT_TEXT(text, HEADING("5") "%s  2)  Wins 2 points\n", rows[i]);
        struct match_turns *turns = read_with(text, 0);
        assert_int_equal(turns->count, 1);
        assert_int_equal(turns->score[RECORD_ME], 2);
        match_turns_free(turns);
    }
}

/* Backgammon Studio: of impossible points no more count than the winner lacks. */
TEST(no_resignation_of_impossible_points_costs_more_than_the_match)
{
    static const struct {
        const char *result;
        int points, faults;
    } cases[] = {{"Wins 3 points", 3, 0},
                 {"Wins 4 points", 4, 0},
                 {"Wins 6 points", 6, 0},
                 {"Wins 7 points", 5, 1},
                 {"Wins 2008 points", 5, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[300];
        FORMAT_TEXT(text, HEADING("5") "  1) 31: 8/5 6/5              65:\n  2)  %s\n",
                    cases[i].result);
        struct match_turns *turns = read_with(text, cases[i].faults);
        assert_int_equal(turns->score[RECORD_ME], cases[i].points);
        match_turns_free(turns);
    }
    struct match_turns *turns = read_with(
        HEADING("2") "  1) 31: 8/5 6/5              65: 24/13\n  2) Wins 2008 points\n",
        1);
    assert_int_equal(turns->score[RECORD_ME], 2);
    assert_string_equal(turns->fault[0].text, "no cube gives 2008 points; taken for 2");
    match_turns_free(turns);
}

TEST(impossible_points_are_those_of_the_board)
{
    static const struct {
        int told, points;
    } cases[] = {{9, 2}, {0, 2}, {4, 4}, {6, 6}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[400];
        FORMAT_TEXT(text,
                    HEADING("7") "  1) 31: 8/5 6/5              Doubles => 2\n"
                                 "  2)  Takes                   65: 24/13\n"
                                 "  3) Doubles => 4             Drops\n"
                                 "  4)  Wins %d points\n",
                    cases[i].told);
        struct match_turns *turns = read_with(text, 1);
        assert_int_equal(turns->score[RECORD_ME], cases[i].points);
        match_turns_free(turns);
    }
}

/* Hand-written: the drop stands in a line without a number, beside the result. */
TEST(a_cube_action_needs_no_number_of_a_row)
{
    struct match_turns *turns =
        read_with(HEADING("7") "  1) 31: 8/5 6/5              65: 24/13\n"
                               "  2) Doubles => 2\n"
                               "                              Takes\n"
                               "  3) 31: 24/20                Doubles => 4\n"
                               "      Drops                   Wins 2 points\n"
                               "Double trouble\n",
                  1);
    assert_int_equal(turns->count, 7);
    assert_int_equal(turns->turns[3].type, RECORD_CELL_TAKE);
    assert_int_equal(turns->turns[6].type, RECORD_CELL_DROP);
    assert_int_equal(turns->turns[6].side, RECORD_ME);
    assert_int_equal(turns->score[RECORD_OPPONENT], 2);
    assert_string_equal(turns->fault[0].text, "\"Double trouble\" is not understood");
    match_turns_free(turns);
}

/* The die that is left when all checkers are off. */
TEST(a_move_from_off_to_off_is_none)
{
    struct match_turns *turns =
        read_with(HEADING("7") "  1) 31: 8/5 6/5 0/0          65: 24/13 0/0\n", 0);
    assert_true(play_is(&turns->turns[0], 3, 1, 2, 8, 5));
    assert_true(play_is(&turns->turns[1], 6, 5, 2, 24, 13));
    match_turns_free(turns);
}

TEST(illegal_play_is_an_unknown_one)
{
    struct match_turns *turns =
        read_with(HEADING("7") "  1) 31: 8/5 6/5              65: Illegal play\n"
                               "      Wins 1 point\n",
                  0);
    assert_true(turns->turns[1].is_unplayed);
    match_turns_free(turns);
}

TEST(hand_written_rows_are_understood)
{
    struct match_turns *turns = read_with(
        "# of a friend\n" HEADING("7") "  1) 31 : 8/5 6/5             65 : 24/13\n"
                                       "# good\n"
                                       "  Loses 1 point\n",
        0);
    assert_int_equal(turns->count, 2);
    assert_int_equal(turns->score[RECORD_OPPONENT], 1);
    match_turns_free(turns);
}

TEST_MAIN(NULL, NULL)
