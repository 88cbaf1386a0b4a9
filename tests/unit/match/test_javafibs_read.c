/* Match files of JavaFIBS. */

#include "tests/unit/match/match_files.h"
#include "tests/unit/test_case.h"

/* In the layout of version 1.1: blanks before and behind the plays are as there. */
#define HEADING "JavaFIBS internal match representation v1.1\n8:bert:3\n"
#define GAME    "13:bert: \n6:You:bert\n"

static struct match_turns *read_lines(const char *text)
{
    struct match_turns *turns = match_of_text(text);
    assert_non_null(turns);
    return turns;
}

/* The board's numbering may turn from game to game. */
TEST(plays_are_told_in_the_numbering_of_who_makes_them)
{
    struct match_turns *turns =
        read_lines(HEADING GAME "11:You:3 1\n"
                                "1:You:17-20 19-20 \n"
                                "0:bert:6 4\n"
                                "1:bert: 24-18 18-14\n"
                                "2:You: \n"
                                "5:bert:\n"
                                "7:You:1\n"
                                "14:anna-1:bert-0\n" GAME "11:bert:5 5\n"
                                "1:bert: 12-17 12-17 17-22 17-22\n"
                                "0:You:2 1\n"
                                "1:You:13-11 6-5 \n"
                                "0:bert:6 6\n"
                                "15:bert: \n"
                                "9:You:3\n");
    assert_string_equal(turns->heading.my_name, "anna");
    assert_string_equal(turns->heading.opponent, "bert");
    assert_string_equal(turns->heading.site, "FIBS");
    assert_int_equal(turns->heading.length, 3);
    assert_int_equal(turns->games, 2);
    assert_int_equal(turns->count, 7);
    assert_true(play_is(&turns->turns[0], 3, 1, 2, 8, 5));
    assert_int_equal(turns->turns[0].side, RECORD_ME);
    assert_true(play_is(&turns->turns[1], 6, 4, 2, 24, 14));
    assert_int_equal(turns->turns[3].type, RECORD_CELL_DROP);
    assert_true(play_is(&turns->turns[4], 5, 5, 4, 13, 3));
    assert_true(play_is(&turns->turns[5], 2, 1, 2, 13, 5));
    assert_int_equal(turns->game[1].score[RECORD_ME], 1);
    assert_true(play_is(&turns->turns[6], 6, 6, 0, 0, 0));
    match_turns_free(turns);
}

TEST(resignations_and_unlimited_matches_are_read)
{
    struct match_turns *turns =
        read_lines("JavaFIBS internal match representation v1.1\r\n"
                   "8:bert:9999\r\n" GAME "11:You:3 1\r\n"
                   "1:You:8-5 6-5 \r\n"
                   "2:bert: \r\n"
                   "4:You:\r\n"
                   "0:bert:6 4\r\n"
                   "3:bert:2\r\n"
                   "12:You:2\r\n"
                   "3:bert:4\r\n"
                   "7:You:4\r\n"
                   "14:bert-0:anna-4\r\n" GAME "11:bert:3 1\r\n");
    assert_int_equal(turns->heading.length, 0);
    assert_string_equal(turns->heading.my_name, "anna");
    assert_int_equal(turns->faults, 0);
    assert_int_equal(turns->count, 5);
    assert_int_equal(turns->turns[2].type, RECORD_CELL_TAKE);
    assert_true(turns->turns[3].is_unplayed && turns->turns[4].is_unplayed);
    assert_int_equal(turns->score[RECORD_ME], 4);
    match_turns_free(turns);
}

/* Only scores name him. */
TEST(the_owner_of_a_match_that_was_left_in_its_first_game_is_you)
{
    struct match_turns *turns = read_lines(HEADING GAME "11:bert:6 2\n"
                                                        "1:bert: 24-18 13-11\n"
                                                        "0:You:6 1\n"
                                                        "1:You:12-18 17-18 \n"
                                                        "0:bert:2 1\n"
                                                        "1:bert: bar-23 6-5\n"
                                                        "chat\n");
    assert_string_equal(turns->heading.my_name, "You");
    assert_int_equal(turns->faults, 0);
    assert_int_equal(turns->count, 3);
    assert_true(play_is(&turns->turns[2], 2, 1, 2, 25, 5));
    match_turns_free(turns);
}

TEST(what_is_not_understood_ends_the_game)
{
    static const char *const lines[] = {"1:bert: 24-x\n", "0:bert:7 1\n",
                                        "1:You:8-5 6-5\n", "1:bert:24-18\n"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char text[300];
        FORMAT_TEXT(text, HEADING GAME "11:bert:3 1\n%s7:You:2\n14:anna-2:bert-0\n",
                    lines[i]);
        struct match_turns *turns = read_lines(text);
        assert_int_equal(turns->faults, 1);
        assert_int_equal(turns->score[RECORD_ME], 2);
        match_turns_free(turns);
    }
    assert_null(match_of_text("JavaFIBS internal match representation v1.1\n"));
}

TEST_MAIN(NULL, NULL)
