/* Records of matches as .mat files: the text, names of strangers, results. */
#include "tests/unit/match/record_turns.h"
#include "tests/unit/test_case.h"

TEST(match_is_written_as_jellyfish_text)
{
    struct sheet sheet;
    struct record *record = sheet_open(&sheet, 3);
    record_game_start(record, 0, 0);
    turn(record, RECORD_OPPONENT, 3, 1, PLAY({8, 5}, {6, 5}));
    turn(record, RECORD_ME, 4, 2, PLAY({8, 4}, {6, 4}));
    record_double(record, RECORD_OPPONENT, 2);
    record_take(record, RECORD_ME);
    turn(record, RECORD_OPPONENT, 6, 4, PLAY({24, 18}, {18, 14}));
    record_double(record, RECORD_ME, 4);
    record_drop(record, RECORD_OPPONENT);
    record_game_end(record, RECORD_ME, 2);
    record_game_start(record, 2, 0);
    turn(record, RECORD_ME, 4, 1, PLAY({24, 20}, {6, 5}));
    turn(record, RECORD_OPPONENT, 5, 5, PLAY({13, 8}, {13, 8}, {8, 3}, {8, 3}));
    record_game_end(record, RECORD_OPPONENT, 3);
    const char *text = sheet_read(&sheet);
    assert_string_equal(text,
                        "; [Site \"fibs.com\"]\n"
                        "; [Player 1 \"our_bot\"]\n"
                        "; [Player 2 \"opp_a\"]\n"
                        "; [EventDate \"2023.11.14\"]\n"
                        "; [EventTime \"22.13\"]\n"
                        "; [Variation \"Backgammon\"]\n"
                        "; [Crawford \"On\"]\n"
                        "\n"
                        " 3 point match\n"
                        "\n"
                        " Game 1\n"
                        " our_bot : 0                           opp_a : 0\n"
                        "  1)                                   31: 8/5 6/5\n"
                        "  2) 42: 8/4 6/4                        Doubles => 2\n"
                        "  3)  Takes                            64: 24/18 18/14\n"
                        "  4)  Doubles => 4                      Drops\n"
                        "      Wins 2 points\n"
                        "\n"
                        " Game 2\n"
                        " our_bot : 2                           opp_a : 0\n"
                        "  1) 41: 24/20 6/5                     55: 13/8 13/8 8/3 8/3\n"
                        "                                       Wins 3 points and the "
                        "match\n");
    sheet_close(&sheet);
}

TEST(no_game_ends_an_unlimited_match)
{
    struct sheet sheet;
    struct record *record = sheet_open(&sheet, 0);
    record_game_start(record, 0, 0);
    turn(record, RECORD_ME, 3, 1, PLAY({8, 5}, {6, 5}));
    record_game_end(record, RECORD_ME, 2);
    const char *end = strstr(sheet_read(&sheet), "Wins");
    assert_non_null(end);
    assert_string_equal(end, "Wins 2 points\n");
    sheet_close(&sheet);
}

/* ... and in the SGF, where others have ratings. */
TEST(the_levels_of_both_stand_in_the_heading)
{
    char folder[64], text[4096], path[700];
    const struct record_match match = {.folder = make_folder(folder),
                                       .my_name = "our_bot",
                                       .opponent = "opp_a",
                                       .place = "fibs.com",
                                       .level = "2-ply",
                                       .opponent_level = "beginner",
                                       .length = 3,
                                       .started = 1700000000};
    struct error err;
    struct record *record = record_match_start(&match, &err);
    record_game_start(record, 0, 0);
    turn(record, RECORD_ME, 3, 1, PLAY({8, 5}, {6, 5}));
    test_file_read(record_path(record), text, sizeof text);
    assert_non_null(strstr(text, "; [Player 1 Level \"2-ply\"]\n"
                                 "; [Player 2 Level \"beginner\"]\n"));
    assert_true(
        match_format_export(record_path(record), match_format_find("sgf"), &err));
    FORMAT_TEXT(path, "%.*s.sgf", (int)strlen(record_path(record)) - 4,
                record_path(record));
    test_file_read(path, text, sizeof text);
    assert_non_null(strstr(text, "WR[2-ply]"));
    assert_non_null(strstr(text, "BR[beginner]"));
    record_match_end(record);
    assert_int_equal(test_folder_remove(folder), 0);
}

TEST(every_turn_is_on_disk_at_once)
{
    struct sheet sheet;
    struct record *record = sheet_open(&sheet, 0);
    record_game_start(record, 0, 0);
    turn(record, RECORD_ME, 3, 1, PLAY({8, 5}, {6, 5}));
    const char *text = sheet_read(&sheet);
    assert_non_null(strstr(text, "\n 0 point match\n"));
    assert_non_null(strstr(text, "\n  1) 31: 8/5 6/5"));
    assert_null(record_error(record));
    sheet_close(&sheet);
}

TEST(hits_and_dances_are_told)
{
    struct sheet sheet;
    struct record *record = sheet_open(&sheet, 5);
    record_game_start(record, 0, 0);
    turn(record, RECORD_ME, 6, 4, PLAY({24, 18}, {13, 9}));
    turn(record, RECORD_OPPONENT, 6, 1, PLAY({13, 7}, {8, 7}));
    turn(record, RECORD_ME, 6, 6, dance);
    const char *text = sheet_read(&sheet);
    assert_non_null(strstr(text, "61: 13/7* 8/7\n"));
    assert_non_null(strstr(text, "\n  2) 66:"));
    sheet_close(&sheet);
}

TEST(file_is_named_by_time_players_and_length)
{
    char folder[64], path[256];
    struct record *first = start(make_folder(folder), 5);
    struct record *second = start(folder, 5);
    struct record *money = start(folder, 0);
    FORMAT_TEXT(path, "%s/20231114-221320-our_bot-opp_a-5pt.mat", folder);
    assert_string_equal(record_path(first), path);
    FORMAT_TEXT(path, "%s/20231114-221320-our_bot-opp_a-5pt-2.mat", folder);
    assert_string_equal(record_path(second), path);
    assert_non_null(strstr(record_path(money), "-money.mat"));
    record_match_end(first);
    record_match_end(second);
    record_match_end(money);
    assert_int_equal(test_folder_remove(folder), 0);
}

TEST(folder_is_made_and_a_bad_one_refused)
{
    char folder[64], deep[128];
    FORMAT_TEXT(deep, "%s/a/b", make_folder(folder));
    struct record *record = start(deep, 1);
    record_match_end(record);
    struct error err;
    static const char *const closed[] = {"/dev/null/x", "/proc/self"};
    for (int i = 0; i < 2; i++) {
        const struct record_match match = {.folder = closed[i],
                                           .my_name = "a",
                                           .opponent = "b",
                                           .place = "",
                                           .length = 1};
        assert_null(record_match_start(&match, &err));
        assert_non_null(strstr(err.text, closed[i]));
    }
    assert_int_equal(test_folder_remove(folder), 0);
}

TEST(names_of_strangers_cannot_leave_the_folder)
{
    char folder[64];
    struct error err;
    const struct record_match match = {.folder = make_folder(folder),
                                       .my_name = "our_bot",
                                       .opponent = "../../x\ny",
                                       .place = "fibs.com",
                                       .length = 1};
    struct record *record = record_match_start(&match, &err);
    assert_non_null(record);
    assert_non_null(strstr(record_path(record), "-our_bot-______x_y-1pt.mat"));
    record_match_end(record);
    assert_int_equal(test_folder_remove(folder), 0);
}

TEST(result_is_corrected_until_the_next_game_begins)
{
    char folder[64], text[4096];
    struct record *record = start(make_folder(folder), 3);
    record_game_correct(record, RECORD_ME, 2); /* no game has ended */
    record_game_start(record, 0, 0);
    record_game_correct(record, RECORD_ME, 2);
    turn(record, RECORD_ME, 3, 1, PLAY({8, 5}, {6, 5}));
    record_game_end(record, RECORD_OPPONENT, 1);
    record_game_correct(record, RECORD_OPPONENT, 2);
    test_file_read(record_path(record), text, sizeof text);
    assert_null(strstr(text, "Wins 1 point"));
    assert_non_null(strstr(text, "                  Wins 2 points\n"));
    record_game_correct(record, RECORD_ME, 3);
    test_file_read(record_path(record), text, sizeof text);
    assert_non_null(strstr(text, "\n      Wins 3 points and the match\n"));
    record_game_correct(record, RECORD_ME, 1);
    record_game_start(record, 1, 0);
    record_game_correct(record, RECORD_ME, 2); /* too late: the next game shows it */
    test_file_read(record_path(record), text, sizeof text);
    assert_non_null(strstr(text, "\n      Wins 1 point\n"));
    assert_null(strstr(text, "Wins 2"));
    assert_null(strstr(text, "Wins 3"));
    record_match_end(record);
    assert_int_equal(test_folder_remove(folder), 0);
}

TEST_MAIN(NULL, NULL)
