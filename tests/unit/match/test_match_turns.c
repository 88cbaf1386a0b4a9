/* Match files as decisions with their positions and scores. */
#include <stdbool.h>
#include <stdlib.h>

#include "match/match_turns.h"
#include "tests/unit/match/match_files.h"
#include "tests/unit/match/match_text.h"
#include "tests/unit/test_case.h"

static struct match_text m;

static struct match_turns *read_match(void)
{
    struct error err = {0};
    FILE *file = fmemopen(m.text, m.size, "r");
    struct match_turns *turns = match_turns_read_file(file, &err);
    (void)fclose(file);
    return turns;
}

enum { ROWS_MAX = 5 };

/* A game as cells, of us and of them, up to a row without cells. */
struct game_text {
    int score[2];
    const char *row[ROWS_MAX][2];
    int won; /* points, by them if below 0; 0: its end is in the last row, or not told */
};

static struct match_turns *read_games(int length, int count,
                                      const struct game_text *games)
{
    match_text_heading(&m, length);
    for (int i = 0; i < count; i++) {
        const struct game_text *game = &games[i];
        match_text_game(&m, i + 1, game->score[0], game->score[1]);
        for (int k = 0; k < ROWS_MAX && game->row[k][0] != NULL; k++) {
            match_text_row(&m, k + 1, game->row[k][0], game->row[k][1]);
        }
        if (game->won != 0) {
            match_text_win(&m, game->won > 0, abs(game->won));
        }
    }
    struct match_turns *turns = read_match();
    assert_non_null(turns);
    return turns;
}

/* As of a match that was resumed, or of FIBS's oldmoves: the Crawford game is over. */
TEST(a_file_may_begin_with_both_one_point_away)
{
    static const struct game_text game = {{2, 2}, {{"31: 8/5 6/5", "64: 24/14"}}, 0};
    struct match_turns *turns = read_games(3, 1, &game);
    assert_int_equal(turns->count, 2);
    assert_false(turns->game[0].is_crawford);
    assert_null(match_state_fault(&turns->turns[0].ms));
    match_turns_free(turns);
}

/* A 3 point match: a double passed, then the Crawford game, lost by a resignation. */
static void write_short_match(void)
{
    match_text_heading(&m, 3);
    match_text_game(&m, 1, 0, 0);
    match_text_row(&m, 1, "", "31: 8/5 6/5");
    match_text_row(&m, 2, "64: 24/14", "Doubles => 2");
    match_text_row(&m, 3, " Takes", "55: 8/3 (torn");
    match_text_line(&m, "");
}

/* A turn that is missing takes luck and result from its own game alone; the last points
 * may be cut at the length of the match; a loss in a line of its own. */
TEST(endings_of_strangers_are_read)
{
    match_text_heading(&m, 3);
    match_text_game(&m, 1, 0, 0);
    match_text_row(&m, 1, "31: 8/5 6/5", "64: ????");
    match_text_row(&m, 2, "31: 8/5 6/5", "64: 24/14");
    match_text_line(&m, "      Losses 1 point");
    match_text_game(&m, 2, 0, 1);
    match_text_row(&m, 1, "31: 8/5 6/5", " Doubles => 2");
    match_text_row(&m, 2, " Takes", "64: 24/14");
    match_text_row(&m, 3, " Doubles => 4", " Takes");
    match_text_row(&m, 4, "31: 8/5 6/5", " Doubles => 8");
    match_text_row(&m, 5, " Drops", " Wins 2 points and the match");
    struct match_turns *turns = read_match();
    assert_int_equal(turns->faults, 1);
    assert_non_null(strstr(turns->fault[0].text, "unknown play"));
    assert_false(turns->has_all);
    assert_false(turns->game[0].has_all);
    assert_true(turns->game[1].has_all);
    assert_int_equal(turns->game[0].points[RECORD_OPPONENT], 1);
    assert_int_equal(turns->score[RECORD_OPPONENT], 3);
    match_turns_free(turns);
}

/* A roll that a resignation left unplayed is a turn with its luck, without a remark. */
TEST(a_last_roll_may_be_unplayed)
{
    static const char sgf[] = "(;GM[6]MI[length:3]PW[anna]PB[bert]RE[W+1R]"
                              ";W[31hefe];PL[B]DI[33])";
    match_text_heading(&m, 3);
    match_text_game(&m, 1, 0, 0);
    match_text_row(&m, 1, "31: 8/5 6/5", "33: ????");
    match_text_line(&m, "      Wins 1 point");
    struct match_turns *mat = read_match(), *tree = match_of_text(sgf);
    assert_true(mat != NULL && tree != NULL && turns_are_alike(mat, tree));
    assert_int_equal(mat->count, 2);
    assert_true(mat->turns[1].is_unplayed && tree->turns[1].is_unplayed);
    assert_true(mat->has_all && tree->has_all);
    assert_int_equal(mat->faults + tree->faults, 0);
    assert_int_equal(mat->game[0].points[RECORD_ME], 1);
    assert_int_equal(tree->game[0].points[RECORD_ME], 1);
    match_turns_free(tree);
    match_turns_free(mat);
}

TEST(more_matches_than_are_read_are_told)
{
    char *text = malloc((MATCH_FILE_MATCHES_MAX + 10) * 80), *at = text;
    assert_non_null(text);
    for (int i = 0; i < MATCH_FILE_MATCHES_MAX + 10; i++) {
        at += sprintf(at,
                      "1 point match\nGame 1\n anna%d : 0   bert : 0\n"
                      " 1) 31: 8/5 6/5\n",
                      i);
    }
    struct match_turns *first = match_of_text(text), *last = first;
    int count = 1;
    for (assert_non_null(first); last->next != NULL; last = last->next) {
        count++;
    }
    assert_int_equal(count, MATCH_FILE_MATCHES_MAX);
    assert_int_equal(last->faults, 1);
    assert_non_null(strstr(last->fault[0].text, "the others are left out"));
    match_turns_free(first);
    free(text);
}

TEST(turns_have_position_score_and_cube_of_who_decides)
{
    static const struct game_text games[] = {
        {{0, 0},
         {{"", "31: 8/5 6/5"},
          {"64: 24/18 18/14", "Doubles => 2"},
          {" Takes", "65: 24/18 18/13"},
          {"Doubles => 4", " Drops"}},
         2},
        {{2, 0}, {{"31: 8/5 6/5", ""}}, 1},
    };
    struct match_turns *turns = read_games(3, 2, games);
    assert_true(turns->has_all);
    assert_true(match_turns_is_over(turns));
    assert_int_equal(turns->count, 8);
    assert_int_equal(turns->games, 2);
    assert_int_equal(turns->score[RECORD_ME], 3);

    const struct match_turn *t = turns->turns;
    assert_int_equal(t[0].side, RECORD_OPPONENT);
    assert_true(t[0].is_first);
    assert_int_equal(t[0].pos.mine.at[8], 3);
    assert_int_equal(t[1].pos.theirs.at[5], 2); /* seen by us, who have not moved */
    assert_int_equal(t[1].pos.mine.at[24], 2);
    assert_int_equal(t[2].type, RECORD_CELL_DOUBLE);
    assert_int_equal(t[2].number, 3);
    assert_int_equal(t[3].type, RECORD_CELL_TAKE);
    assert_int_equal(t[3].ms.cube, 1);
    assert_int_equal(t[3].side, RECORD_ME);
    assert_int_equal(t[4].type, RECORD_CELL_PLAY);
    assert_true(t[4].follows_double);
    assert_int_equal(t[4].number, 3);
    assert_int_equal(t[4].ms.cube, 2);
    assert_int_equal(t[4].ms.owner, CUBE_THEIRS);
    assert_int_equal(t[5].type, RECORD_CELL_DOUBLE);
    assert_int_equal(t[5].ms.owner, CUBE_MINE);
    assert_int_equal(t[6].type, RECORD_CELL_DROP);
    assert_int_equal(t[6].ms.my_score, 0);
    assert_int_equal(t[7].game, 2);
    assert_int_equal(t[7].ms.my_score, 2);
    assert_true(t[7].ms.is_crawford);
    assert_false(match_state_may_double(&t[7].ms));
    match_turns_free(turns);
}

TEST(only_the_first_game_one_point_away_is_the_crawford_game)
{
    static const struct game_text games[] = {{{0, 0}, {{"31: 8/5 6/5", ""}}, 2},
                                             {{2, 0}, {{"31: 8/5 6/5", ""}}, -1},
                                             {{2, 1}, {{"31: 8/5 6/5", ""}}, 1}};
    struct match_turns *turns = read_games(3, 3, games);
    assert_int_equal(turns->count, 3);
    assert_false(turns->turns[0].ms.is_crawford);
    assert_true(turns->turns[1].ms.is_crawford);
    assert_false(turns->turns[2].ms.is_crawford);
    match_turns_free(turns);
}

TEST(turns_that_do_not_fit_end_their_game_only)
{
    static const char *const wrong[] = {
        "31: 7/4 6/5",   /* nobody there */
        "31: 24/23 6/1", /* blocked: a point of theirs */
        " Takes",        /* no double */
        " Drops",        "Doubles => 8",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const struct game_text games[] = {
            {{0, 0}, {{"31: 8/5 6/5", "42: 8/4 6/4"}, {wrong[i], "42: 8/4 6/4"}}, 1},
            {{1, 0}, {{"31: 8/5 6/5", ""}}, 0},
        };
        struct match_turns *turns = read_games(5, 2, games);
        if (turns->count != 3 || turns->has_all || match_turns_is_over(turns)) {
            fail_msg("%s: %d turns", wrong[i], turns->count);
        }
        match_turns_free(turns);
    }
}

/* Who has not the cube, or anybody in the Crawford game, may not double. */
TEST(doubles_against_the_rules_are_told_and_made)
{
    static const struct game_text games[] = {
        {{0, 0},
         {{"31: 8/5 6/5", "Doubles => 2"},
          {" Takes", "42: 8/4 6/4"},
          {"21: 13/11 24/23", "Doubles => 4"},
          {" Takes", "42: 13/9 24/22"}},
         4},
        {{4, 0}, {{"31: 8/5 6/5", "Doubles => 2"}, {" Drops", ""}}, 0},
    };
    struct match_turns *turns = read_games(5, 2, games);
    assert_int_equal(turns->count, 11);
    assert_int_equal(turns->faults, 2);
    assert_non_null(strstr(turns->fault[0].text, "the other side has the cube"));
    assert_int_equal(turns->fault[0].line, turns->turns[5].line);
    assert_non_null(strstr(turns->fault[1].text, "in the Crawford game"));
    for (int i = 0; i < turns->count; i++) {
        bool is_wrong = i == 5 || i == 6 || i >= 9;
        assert_int_equal(match_turn_cube_fault(&turns->turns[i]) != NULL, is_wrong);
    }
    assert_int_equal(turns->turns[7].ms.cube, 4);
    match_turns_free(turns);
}

TEST(games_that_cannot_be_played_are_left_out_with_the_reason)
{
    static const struct {
        int length, score;
        const char *reason;
    } cases[] = {{200, 0, "more than 99 points"}, {3, 3, "after the end of the match"}};
    for (int i = 0; i < 2; i++) {
        const struct game_text game = {
            {cases[i].score, 0}, {{"31: 8/5 6/5", "42: 8/4 6/4"}}, 0};
        struct match_turns *turns = read_games(cases[i].length, 1, &game);
        assert_int_equal(turns->count, 0);
        assert_false(turns->has_all);
        assert_int_equal(turns->faults, 1 + i); /* beside the score of the game */
        assert_non_null(strstr(turns->fault[i].text, cases[i].reason));
        match_turns_free(turns);
    }
}

TEST(unlimited_match_is_money_and_never_over)
{
    static const struct game_text game = {{0, 0}, {{"31: 8/5 6/5", ""}}, 1};
    struct match_turns *turns = read_games(0, 1, &game);
    assert_int_equal(turns->turns[0].ms.length, 0);
    assert_false(match_turns_is_over(turns));
    match_turns_free(turns);
}

TEST(the_first_of_many_turns_stay)
{
    enum { GAMES = 150 };
    match_text_heading(&m, 0);
    for (int i = 0; i < GAMES; i++) {
        match_text_game(&m, i + 1, i, 0);
        match_text_row(&m, 1, "31: 8/5 6/5", "42: 8/4 6/4");
        match_text_win(&m, true, 1);
    }
    struct match_turns *turns = read_match();
    assert_non_null(turns);
    assert_int_equal(turns->count, 2 * GAMES);
    for (int i = 0; i < 2 * GAMES; i++) {
        assert_int_equal(turns->turns[i].roll.high, i % 2 == 0 ? 3 : 4);
    }
    match_turns_free(turns);
}

/* Cut off in front of the character that is too long. */
TEST(comments_stay_with_their_turns_up_to_a_limit)
{
    static const char begin[] = "(;GM[6]MI[length:3][game:0]PW[a]PB[b];W[31hefe]C[",
                      end[] = "];B[42qusu];W[double];B[take]C[late])";
    static char text[3000];
    char letters[MATCH_COMMENT_MAX + 2];
    for (int i = 0; i < MATCH_COMMENT_MAX - 1; i++) {
        letters[i] = 'x';
    }
    strcpy(letters + MATCH_COMMENT_MAX - 1, "\xC3\xA9");
    FORMAT_TEXT(text, "%s%s%s", begin, letters, end);
    FILE *file = fmemopen(text, strlen(text), "r");
    struct match_turns *turns = match_turns_read_file(file, NULL);
    (void)fclose(file);
    assert_int_equal(turns->count, 4);
    assert_int_equal(strspn(turns->turns[0].comment, "x"), MATCH_COMMENT_MAX - 1);
    assert_int_equal(strlen(turns->turns[0].comment), MATCH_COMMENT_MAX - 1);
    assert_null(turns->turns[1].comment);
    assert_null(turns->turns[2].comment);
    assert_string_equal(turns->turns[3].comment, "late");
    match_turns_free(turns);
}

TEST(other_files_are_refused)
{
    struct error err = {0};
    assert_null(match_turns_read("/nonexistent.mat", &err));
    assert_non_null(strstr(err.text, "/nonexistent.mat"));
    m.size = 0;
    match_text_line(&m, "GIF89a");
    assert_null(read_match());
    write_short_match(); /* its last cell cannot be read: the rest is left out */
    struct match_turns *turns = read_match();
    assert_non_null(turns);
    assert_int_equal(turns->count, 4);
    match_turns_free(turns);
}

TEST(a_length_that_no_match_has_is_told_with_its_line)
{
    static const struct {
        const char *text;
        int line;
        const char *length;
    } files[] = {
        {"\n -5 point match\n Game 1\n a : 0    b : 0\n", 2, "-5 points"},
        {" 1001 points match\n Game 1\n a : 0    b : 0\n", 1, "1001 points"},
        {"(;GM[6]\nMI[length:-3][game:0]PW[a]PB[b];W[31hefe])", 2, "-3 points"},
        {"(;GM[6]MI[length:70000][game:0]PW[a]PB[b];W[31hefe])", 1, "70000 points"},
        {"(;GM[6]\nMI[length:x][game:0]PW[a]PB[b];W[31hefe])", 2,
         "MI[length:x] has no"},
        {"(;GM[6]MI[length:7x][game:0]PW[a]PB[b];W[31hefe])", 1,
         "MI[length:7x] has no"},
        {"Score is 0-0 in a 12345 point match.\nanna is X - bert is O\n", 1,
         "12345 points"},
        {"\nScore is -1-0 in a 5 point match.\nanna is X - bert is O\n", 2,
         "\"-1-0 in a 5 point match.\" is no score"},
        {"Score is 1-0 in a match.\nanna is X - bert is O\n", 1, "\"1-0 in a match"},
        {"bgammon-replay 1\ni anna bert 1001 0 0 0 0 0\n1 r 3-1 8/5 6/5\n", 2,
         "1001 points"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct match_turns *turns = match_of_text(files[i].text);
        assert_non_null(turns);
        assert_int_equal(turns->heading.length, 0);
        assert_int_equal(turns->faults, 1);
        assert_int_equal(turns->fault[0].line, files[i].line);
        assert_non_null(strstr(turns->fault[0].text, files[i].length));
        match_turns_free(turns);
    }
}

TEST(a_refused_length_is_a_fault_of_its_own_match)
{
    static const struct {
        const char *text;
        int line;
    } files[] = {
        {" 1 point match\n Game 1\n a : 0    b : 0\n      Wins 1 point\n"
         " 1001 point match\n Game 1\n a : 0    b : 0\n",
         5},
        {"Score is 0-0 in a 1 point match.\nanna is X - bert is O\n"
         "anna wins 1 point.\n"
         "Score is 0-0 in a 1001 point match.\nanna is X - bert is O\n",
         4},
        {"bgammon-replay 1\ni anna bert 1 0 0 1 1 0\n1 r 3-1 8/5 6/5\n"
         "i anna bert 1001 0 0 0 0 0\n1 r 3-1 8/5 6/5\n",
         4},
        {"(;GM[6]MI[length:1][game:0]PW[a]PB[b]RE[W+1];W[31hefe])\n"
         "(;GM[6]MI[length:1001][game:0]PW[a]PB[b];W[31hefe])",
         2},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct match_turns *first = match_of_text(files[i].text);
        assert_non_null(first);
        const struct match_turns *second = first->next;
        assert_non_null(second);
        assert_int_equal(first->faults, 0);
        assert_int_equal(second->faults, 1);
        assert_int_equal(second->fault[0].line, files[i].line);
        assert_non_null(strstr(second->fault[0].text, "1001 points"));
        match_turns_free(first);
    }
}

TEST(why_there_is_no_match_is_told_with_its_line)
{
    static const struct {
        const char *text, *why;
    } files[] = {
        {"\n(;GM[1]FF[4]PW[a]PB[b];B[pd];W[dp])",
         "there is no match in this file: line 2: GM[1] is not backgammon, GM[6]"},
        {"bgammon-replay 1\ni anna bert 5 -1 0 0 0 0\n1 r 3-1 8/5 6/5\n",
         "there is no match in this file: line 2: \"i anna bert 5 -1 0 0 0 0\" is not "
         "understood"},
        {"Hello\n", "there is no match in this file"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct error err = {0};
        FILE *file =
            fmemopen((void *)(uintptr_t)files[i].text, strlen(files[i].text), "r");
        assert_null(match_turns_read_file(file, &err));
        (void)fclose(file);
        assert_string_equal(err.text, files[i].why);
    }
}

TEST_MAIN(NULL, NULL)
