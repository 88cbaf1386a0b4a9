/* Games as FIBS tells them to people. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/unit/match/match_files.h"

static const char game[] = "> oldmoves bert\n" /* what people copy with it */
                           "\n";

static const char text[] = "Score is 1-0 in a 5 point match.\n"
                           "bert is O - anna is X\n"
                           "O: (3 1) 8-5 6-5\n"
                           "X: (6 4) 1-7 7-11\n"
                           "O: (6 6) 24-18 24-18 13-7 13-7\n"
                           "X: doubles\n"
                           "O: accepts\n"
                           "X: (2 1) 12-14 19-20\n"
                           "O: wants to resign\n"
                           "X: accepts\n"
                           "X: wins\n";

static void turns_have_their_side_and_its_numbering(void **state)
{
    (void)state;
    struct match_turns *turns = match_of_text(text);
    assert_non_null(turns);
    assert_string_equal(turns->heading.my_name, "anna");
    assert_string_equal(turns->heading.opponent, "bert");
    assert_int_equal(turns->heading.length, 5);
    assert_int_equal(turns->faults, 0);
    assert_int_equal(turns->count, 6);
    assert_int_equal(turns->turns[0].side, RECORD_OPPONENT);
    assert_true(play_is(&turns->turns[0], 3, 1, 2, 8, 5));
    assert_int_equal(turns->turns[1].side, RECORD_ME);
    assert_true(play_is(&turns->turns[1], 6, 4, 2, 24, 14));
    assert_int_equal(turns->turns[3].type, CELL_DOUBLE);
    assert_int_equal(turns->turns[4].type, CELL_TAKE);
    assert_int_equal(turns->score[RECORD_ME], 3); /* 1-0, and a doubled game */
    match_turns_free(turns);
}

static void what_is_not_understood_ends_the_game_with_its_line(void **state)
{
    (void)state;
    struct match_turns *turns = match_of_text("Score is 0-0 in an unlimited match.\n"
                                              "anna is X - bert is O\n"
                                              "X: (3 1) 17-20 19-20\n"
                                              "O: (9 1) 13-8\n"
                                              "X: (3 1) 17-20 19-20\n");
    assert_non_null(turns);
    assert_int_equal(turns->count, 1);
    assert_int_equal(turns->faults, 1);
    assert_int_equal(turns->fault[0].line, 4);
    assert_false(turns->has_all);
    match_turns_free(turns);
}

static void other_text_is_no_game(void **state)
{
    (void)state;
    assert_null(match_of_text(game));
    assert_null(match_of_text("Score is 0-0 in a 5 point match.\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_have_their_side_and_its_numbering),
        cmocka_unit_test(what_is_not_understood_ends_the_game_with_its_line),
        cmocka_unit_test(other_text_is_no_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
