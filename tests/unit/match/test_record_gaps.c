/* Records of matches of which turns were missed, or for which the disk had no room. */
#include "tests/unit/match/record_turns.h"
#include "tests/unit/test_case.h"

#include "engine/board/position.h"

/* ---- helpers -------------------------------------------------------------------- */

/* The server shows this, the cube in the middle. */
static void resume(struct record *record, int mine, int theirs,
                   const struct position *pos, enum record_side on_turn)
{
    const struct record_state state = {.my_score = mine,
                                       .opponent_score = theirs,
                                       .pos = *pos,
                                       .on_turn = on_turn,
                                       .cube = 1,
                                       .owner = CUBE_CENTRED};
    record_game_resume(record, &state);
}

/* ---- gaps ----------------------------------------------------------------------- */

/* Of the games that `lose_turns` makes, 1 and 3 lack turns. */
static void lose_turns(struct record *record)
{
    for (int game = 1; game <= 3; game++) {
        record_game_start(record, game - 1, 0);
        turn(record, RECORD_ME, 3, 1, PLAY({8, 5}, {6, 5}));
        if (game != 2) {
            turn(record, RECORD_ME, 4, 2, PLAY({8, 4}, {6, 4}));
        }
        (void)record_lost_game(record);
        turn(record, RECORD_OPPONENT, 4, 2, PLAY({8, 4}, {6, 4}));
        record_game_end(record, RECORD_ME, 1);
    }
}

TEST(games_that_lack_turns_stand_in_the_heading)
{
    struct sheet sheet;
    struct record *record = sheet_open(&sheet, 5);
    lose_turns(record);
    const char *text = sheet_read(&sheet);
    const char *list = strstr(text, "; [Incomplete \"1 3\"]\n\n 5 point match\n");
    assert_non_null(list);
    assert_null(strstr(list + 1, "; ["));
    assert_null(strstr(text, "; [Incomplete \"1\"]"));
    assert_non_null(strstr(text,
                           "\n  1) 31: 8/5 6/5                       42: 8/4 6/4\n"
                           "      Wins 1 point\n"));
    sheet_close(&sheet);
}

TEST(sgf_of_a_game_that_lacks_turns_says_so)
{
    char folder[64], text[4096], path[200];
    struct error err;
    struct record *record = start(make_folder(folder), 5);
    lose_turns(record);
    COPY_TEXT(path, record_path(record));
    record_match_end(record);
    assert_true(match_format_export(path, match_format_find("sgf"), &err));
    strcpy(strrchr(path, '.'), ".sgf");
    test_file_read(path, text, sizeof text);
    static const char *const results[] = {"RE[W+1]", "RE[W+1R]", "RE[W+1]"};
    char *tree = text;
    for (int game = 0; game < 3; game++) {
        char *end = strstr(tree, ")\n");
        assert_non_null(end);
        *end = '\0';
        assert_int_equal(strstr(tree, "C[Turns of this game were missed") != NULL,
                         game != 1);
        assert_non_null(strstr(tree, results[game]));
        tree = end + 1;
    }
    assert_int_equal(test_folder_remove(folder), 0);
}

TEST(missed_turn_leaves_out_the_rest_but_the_result)
{
    struct sheet sheet;
    struct record *record = sheet_open(&sheet, 5);
    record_game_start(record, 0, 0);
    turn(record, RECORD_ME, 3, 1, PLAY({8, 5}, {6, 5}));
    assert_int_equal(record_lost_game(record), 0);
    turn(record, RECORD_ME, 4, 2, PLAY({8, 4}, {6, 4}));
    assert_int_equal(record_lost_game(record), 1);
    turn(record, RECORD_OPPONENT, 4, 2, PLAY({8, 4}, {6, 4}));
    assert_int_equal(record_lost_game(record), 0); /* said once */
    record_game_end(record, RECORD_ME, 1);
    record_game_start(record, 1, 0);
    assert_int_equal(record_lost_game(record), 0);
    turn(record, RECORD_OPPONENT, 6, 1, PLAY({13, 7}, {8, 7}));
    const char *text = sheet_read(&sheet);
    assert_null(strstr(text, "42:"));
    assert_non_null(
        strstr(text, "  1) 31: 8/5 6/5                       \n      Wins 1 point\n"));
    assert_non_null(strstr(text, "61: 13/7 8/7"));
    sheet_close(&sheet);
}

/* The board that shows a play may come before the line that tells it. */
TEST(play_told_after_its_board_takes_the_place_of_the_guess)
{
    struct sheet sheet;
    struct record *record = sheet_open(&sheet, 5);
    record_game_start(record, 0, 0);
    turn(record, RECORD_ME, 3, 1, PLAY({8, 5}, {6, 5}));
    struct position theirs;
    position_start(&theirs);
    (void)movegen_apply(&theirs, (struct checker_move){8, 5});
    (void)movegen_apply(&theirs, (struct checker_move){6, 5});
    theirs = position_swap(&theirs);
    (void)movegen_apply(&theirs, (struct checker_move){13, 10});
    const struct position shown = position_swap(&theirs);
    resume(record, 0, 0, &shown, RECORD_ME); /* by a 21, it seems */
    turn(record, RECORD_OPPONENT, 3, 3, PLAY({13, 10}));
    turn(record, RECORD_ME, 2, 1, PLAY({13, 11}, {6, 5}));
    const char *text = sheet_read(&sheet);
    assert_non_null(strstr(text, "33: 13/10\n"));
    assert_non_null(strstr(text, "  2) 21: 13/11 6/5"));
    sheet_close(&sheet);
}

TEST(impossible_play_is_not_written)
{
    struct sheet sheet;
    struct record *record = sheet_open(&sheet, 5);
    record_game_start(record, 0, 0);
    turn(record, RECORD_ME, 6, 5, PLAY({24, 18}, {18, 13}));
    turn(record, RECORD_OPPONENT, 5, 1, PLAY({24, 19}, {6, 5}));
    const char *text = sheet_read(&sheet);
    assert_null(strstr(text, "51:"));
    sheet_close(&sheet);
}

/* 24/21 24/23 may have been a 31 or a 11. */
TEST(a_missing_turn_has_the_roll_that_is_known)
{
    static const struct {
        int high, low;
        const char *text;
    } rows[] = {{3, 1, "31: 24/21 24/23\n"}, {0, 0, "11: "}, {6, 5, "11: "}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sheet sheet;
        struct record *record = sheet_open(&sheet, 5);
        record_game_start(record, 0, 0);
        turn(record, RECORD_ME, 3, 1, PLAY({8, 5}, {6, 5}));
        struct record_state shown = {
            .on_turn = RECORD_ME, .cube = 1, .rolled = dice(rows[i].high, rows[i].low)};
        position_start(&shown.pos);
        (void)movegen_apply(&shown.pos, (struct checker_move){8, 5});
        (void)movegen_apply(&shown.pos, (struct checker_move){6, 5});
        shown.pos = position_swap(&shown.pos);
        (void)movegen_apply(&shown.pos, (struct checker_move){24, 23});
        (void)movegen_apply(&shown.pos, (struct checker_move){24, 21});
        shown.pos = position_swap(&shown.pos);
        record_game_resume(record, &shown);
        assert_non_null(strstr(sheet_read(&sheet), rows[i].text));
        sheet_close(&sheet);
    }
}

TEST(same_position_after_a_lost_line_goes_on)
{
    struct sheet sheet;
    struct position pos;
    struct record *record = sheet_open(&sheet, 5);
    record_game_start(record, 0, 0);
    turn(record, RECORD_ME, 3, 1, PLAY({8, 5}, {6, 5}));
    position_start(&pos);
    (void)movegen_apply(&pos, (struct checker_move){8, 5});
    (void)movegen_apply(&pos, (struct checker_move){6, 5});
    resume(record, 0, 0, &pos, RECORD_OPPONENT);
    turn(record, RECORD_OPPONENT, 4, 2, PLAY({8, 4}, {6, 4}));
    const char *text = sheet_read(&sheet);
    assert_non_null(strstr(text, "42: 8/4 6/4\n"));
    position_start(&pos);
    resume(record, 0, 0, &pos, RECORD_ME);
    turn(record, RECORD_ME, 2, 1, PLAY({13, 11}, {6, 5}));
    text = sheet_read(&sheet);
    assert_null(strstr(text, "21:"));
    sheet_close(&sheet);
}

TEST(game_joined_in_its_middle_has_only_a_heading)
{
    struct sheet sheet;
    struct position pos;
    struct record *record = sheet_open(&sheet, 5);
    position_start(&pos);
    pos.mine.at[24] = 0;
    pos.mine.at[1] = 2;
    resume(record, 2, 1, &pos, RECORD_ME);
    turn(record, RECORD_ME, 3, 1, PLAY({8, 5}, {6, 5}));
    record_double(record, RECORD_OPPONENT, 2);
    record_take(record, RECORD_ME);
    const char *text = sheet_read(&sheet);
    assert_non_null(strstr(text, " our_bot : 2 "));
    assert_null(strstr(text, "1)"));
    sheet_close(&sheet);
}

TEST(null_record_is_taken)
{
    record_game_start(NULL, 0, 0);
    record_play(NULL, RECORD_ME, dice(3, 1), &dance);
    record_double(NULL, RECORD_ME, 2);
    record_take(NULL, RECORD_ME);
    record_drop(NULL, RECORD_ME);
    record_game_end(NULL, RECORD_ME, 1);
    record_match_end(NULL);
    assert_null(record_error(NULL));
    assert_string_equal(record_path(NULL), "");
}

/* Files may grow to 100 bytes from here on; a write beyond fails as on a full disk. */
static void limit_file_size(rlim_t bytes, struct rlimit *before)
{
    (void)signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, before), 0);
    const struct rlimit limit = {.rlim_cur = bytes, .rlim_max = before->rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

TEST(full_disk_is_told_once_and_stops_nothing)
{
    struct sheet sheet;
    struct rlimit before;
    struct record *record = sheet_open(&sheet, 5);
    limit_file_size(100, &before);
    record_game_start(record, 0, 0);
    turn(record, RECORD_ME, 3, 1, PLAY({8, 5}, {6, 5}));
    const char *told = record_error(record);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_non_null(told);
    assert_non_null(strstr(told, record_path(record)));
    assert_null(record_error(record));
    record_game_end(record, RECORD_ME, 1);
    sheet_close(&sheet);
}

static void play_a_game(struct record *record)
{
    record_game_start(record, 0, 0);
    turn(record, RECORD_ME, 3, 1, PLAY({8, 5}, {6, 5}));
    turn(record, RECORD_OPPONENT, 6, 1, PLAY({13, 7}, {8, 7}));
    record_game_end(record, RECORD_ME, 1);
}

/* What a disk of so many bytes leaves out is written when there is room again. */
TEST(full_disk_loses_nothing_once_it_has_room)
{
    static const rlim_t sizes[] = {0, 100, 300};
    char folder[64], want[4096], text[4096];
    struct record *record = start(make_folder(folder), 5);
    play_a_game(record);
    record_game_start(record, 1, 0);
    test_file_read(record_path(record), want, sizeof want);
    record_match_end(record);
    assert_int_equal(test_folder_remove(folder), 0);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct rlimit before;
        (void)make_folder(folder);
        limit_file_size(sizes[i], &before);
        record = start(folder, 5);
        play_a_game(record);
        bool is_there = access(record_path(record), F_OK) == 0;
        const char *told = record_error(record);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_int_equal(is_there, sizes[i] == 300);
        assert_non_null(told);
        record_game_start(record, 1, 0);
        assert_null(record_error(record));
        test_file_read(record_path(record), text, sizeof text);
        assert_string_equal(text, want);
        record_match_end(record);
        assert_int_equal(test_folder_remove(folder), 0);
    }
}

TEST(no_empty_file_stays_behind)
{
    char folder[64], path[256];
    struct rlimit before;
    (void)make_folder(folder);
    limit_file_size(0, &before);
    struct record *record = start(folder, 5);
    play_a_game(record);
    COPY_TEXT(path, record_path(record));
    record_match_end(record);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_not_equal(path[0], '\0');
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(rmdir(folder), 0);
}

TEST(others_cannot_read_a_match_file)
{
    struct sheet sheet;
    struct stat st;
    mode_t mask = umask(0);
    struct record *record = sheet_open(&sheet, 5);
    (void)umask(mask);
    assert_int_equal(stat(record_path(record), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
    sheet_close(&sheet);
}

TEST_MAIN(NULL, NULL)
