/* Formats of matches: found by name and by file, read where they can be, exported. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "match/match_format.h"
#include "match/match_format_internal.h"
#include "match/match_turns.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static const char text_of_a_match[] = " ; [Site \"fibs.com\"]\n"
                                      "; [Player 1 \"our_bot\"]\n"
                                      "; [Player 2 \"opp_a\"]\n"
                                      "; [EventDate \"2026.11.21\"]\n"
                                      "\n"
                                      " 5 point match\n";

static char folder[] = "/tmp/test_match_format_XXXXXX";

static int set_up(void **state)
{
    return mkdtemp(folder) == NULL;
}

static int tear_down(void **state)
{
    char command[80];
    FORMAT_TEXT(command, "rm -r %s", folder);
    return system(command);
}

static const char *write_file(const char *name, char path[100])
{
    (void)snprintf(path, 100, "%s/%s", folder, name);
    test_file_write(path, text_of_a_match);
    return path;
}

TEST(a_format_is_known_by_its_name_and_by_that_of_a_file)
{
    const struct match_format *mat = match_format_find("mat");
    const struct match_format *sgf = match_format_find("sgf");
    assert_non_null(mat);
    assert_non_null(sgf);
    assert_ptr_not_equal(mat, sgf);
    assert_null(match_format_find("ma"));
    assert_ptr_equal(match_format_of("a/b.mat"), mat);
    assert_ptr_equal(match_format_of("a.mat/b.sgf"), sgf);
    assert_ptr_equal(match_format_of("match"), mat);
    assert_ptr_equal(match_format_of(""), mat);
}

/* And nothing else: the three say the same as the table. */
TEST(help_names_each_format_that_is_written)
{
    char names[100] = "";
    for (int i = 0; match_format_names[i] != NULL; i++) {
        char ending[20], path[40];
        const struct match_format *format = match_format_find(match_format_names[i]);
        assert_non_null(format);
        FORMAT_TEXT(ending, ".%s", match_format_names[i]);
        FORMAT_TEXT(path, "match%s", ending);
        assert_ptr_equal(match_format_of(path), format);
        assert_non_null(strstr(MATCH_FORMAT_ENDINGS, ending));
        assert_non_null(strstr(MATCH_FORMAT_READ, ending));
        bool is_last = match_format_names[i + 1] == NULL;
        size_t used = strlen(names);
        (void)snprintf(names + used, sizeof names - used, "%s%s",
                       i == 0    ? ""
                       : is_last ? " or "
                                 : ", ",
                       match_format_names[i]);
    }
    assert_string_equal(names, MATCH_FORMAT_NAMES);
    assert_null(match_format_find("bgammon"));
    assert_null(match_format_find("javafibs"));
    assert_null(match_format_find("oldmoves"));
}

TEST(a_file_is_read_by_its_content_whatever_its_name)
{
    char path[100];
    struct error err;
    struct match_turns *turns = match_turns_read(write_file("m.sgf", path), &err);
    assert_non_null(turns);
    assert_int_equal(turns->heading.length, 5);
    match_turns_free(turns);
    assert_null(match_turns_read("/dev/zero", &err)); /* would never end */
    assert_string_equal(err.text, "/dev/zero: expected a regular file");
}

TEST(beavers_are_written_as_gnu_backgammon_reads_them)
{
    static const char text[] =
        "(;GM[6]MI[length:0][game:0]PW[a]PB[b];W[64xrmi];B[double];W[double];B[double]"
        ";W[take];B[31qtst])";
    char path[100], target[100], back[100], written[2000];
    struct error err;
    (void)write_file("beaver.sgf", path);
    test_file_write(path, text);
    FORMAT_TEXT(target, "%s/beaver.mat", folder);
    FORMAT_TEXT(back, "%s/back.sgf", folder);
    assert_true(
        match_format_convert(path, target, match_format_find("mat"), NULL, &err));
    assert_true(
        match_format_convert(target, back, match_format_find("sgf"), NULL, &err));
    test_file_read(target, written, sizeof written);
    assert_non_null(strstr(written,
                           "  2)  Beavers => 4                      Raccoons => 8\n"
                           "  3)  Takes                            31: 8/5 6/5\n"));
    test_file_read(back, written, sizeof written);
    assert_non_null(
        strstr(written, ";B[double]\n;W[double]\n;B[double]\n;W[take]\n;B["));
}

static int set_up_cube;

/* A game whose second player bears off his last checkers from the ace point. */
static bool tell_set_up_game(const void *from, const struct record_visitor *visitor,
                             void *to, struct error *err)
{
    (void)from;
    (void)err;
    struct record_setup setup = {.cube = set_up_cube, .owner = -1};
    struct record_cell cell = {
        .type = RECORD_CELL_PLAY,
        .side = RECORD_OPPONENT,
        .roll = roll_of_dice(2, 1),
        .play = {.moves = {{1, POINT_OFF}, {1, POINT_OFF}}, .count = 2}};
    setup.pos.mine.at[3] = 15;
    setup.pos.theirs.at[1] = 2;
    setup.pos.theirs.at[POINT_OFF] = 13;
    visitor->heading(to, &(struct record_heading){
                             .length = 5, .my_name = "anna", .opponent = "bert"});
    visitor->game(to, 1, 0, 0);
    visitor->setup(to, &setup);
    visitor->cell(to, &cell);
    visitor->win(to, RECORD_OPPONENT, 2 * set_up_cube);
    return true;
}

/* As eXtreme Gammon's text has it, with the first player in capitals. */
TEST(a_game_that_begins_elsewhere_is_written_and_read_back)
{
    const struct match_format_from source = {tell_set_up_game, NULL, NULL};
    char path[100], text[2000];
    struct error err;
    FORMAT_TEXT(path, "%s/set_up.mat", folder);
    for (set_up_cube = 1; set_up_cube <= 2; set_up_cube++) {
        assert_true(
            match_format_save(&source, path, match_format_find("mat"), NULL, &err));
        test_file_read(path, text, sizeof text);
        bool is_written = set_up_cube == 1;
        assert_int_equal(
            strstr(text, "bert : 0\n; Set Pos=---O--------------------b-/0\n") != NULL,
            is_written);
        assert_int_equal(strstr(text, "21: 1/Off(2)") != NULL ||
                             strstr(text, "21: 1/0 1/0") != NULL,
                         is_written);
        assert_non_null(strstr(text, is_written ? "Wins 2 points" : "Wins 4 points"));
        struct match_turns *turns = match_turns_read(path, &err);
        assert_int_equal(turns->count, is_written);
        assert_int_equal(turns->faults, 0);
        match_turns_free(turns);
    }
}

TEST(a_game_that_begins_elsewhere_with_any_cube_comes_back_from_sgf)
{
    const struct match_format_from source = {tell_set_up_game, NULL, NULL};
    char path[100], text[2000];
    struct error err;
    (void)snprintf(path, sizeof path, "%s/set_up.sgf", folder);
    for (set_up_cube = 1; set_up_cube <= 2; set_up_cube++) {
        assert_true(
            match_format_save(&source, path, match_format_find("sgf"), NULL, &err));
        test_file_read(path, text, sizeof text);
        assert_non_null(strstr(text, "AB[x][x]\n;CV["));
        assert_non_null(strstr(
            text, set_up_cube == 1 ? "RE[B+2]\n" : "RE[B+4]\n")); /* no resignation */
        struct match_turns *turns = match_turns_read(path, &err);
        assert_int_equal(turns->count, 1);
        assert_int_equal(turns->faults, 0);
        assert_int_equal(turns->turns[0].ms.cube, set_up_cube);
        assert_int_equal(turns->turns[0].pos.theirs.at[3], CHECKERS);
        match_turns_free(turns);
    }
}

/* Who won stands on the left or on the right, as the players do; and that it was the match. */
TEST(the_winner_stands_on_his_side)
{
    char path[100], mat[100], text[2000];
    struct error err;
    for (int i = 0; i < 3; i++) {
        FORMAT_TEXT(path, "%s/won_%d.sgf", folder, i);
        FORMAT_TEXT(mat, "%s/won_%d.mat", folder, i);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fprintf(file,
                "(;GM[6]MI[length:%d][game:0]PW[anna]PB[bert]RE[%c+1R];W[31hefe])",
                i == 2 ? 1 : 3, i == 1 ? 'B' : 'W');
        assert_int_equal(fclose(file), 0);
        assert_true(match_format_export(path, match_format_find("mat"), &err));
        test_file_read(mat, text, sizeof text);
        assert_int_equal(strstr(text, "\n      Wins 1 point\n") != NULL, i == 0);
        assert_int_equal(strstr(text, "               Wins 1 point\n") != NULL, i == 1);
        assert_int_equal(strstr(text, "\n      Wins 1 point and the match\n") != NULL,
                         i == 2);
    }
}

/* They would end a value of SGF, or escape its end. */
TEST(brackets_in_names_come_back)
{
    char path[100], sgf[100], text[2000];
    struct error err;
    FORMAT_TEXT(path, "%s/brackets.mat", folder);
    FORMAT_TEXT(sgf, "%s/brackets.sgf", folder);
    test_file_write(
        path, "; [Site \"s]t\"]\n; [Player 1 \"a]b\"]\n; [Player 2 \"c\\\"]\n\n"
              " 3 point match\n\n Game 1\n a]b : 0                       c\\ : 0\n"
              "  1) 31: 8/5 6/5\n");
    assert_true(match_format_export(path, match_format_find("sgf"), &err));
    test_file_read(sgf, text, sizeof text);
    assert_non_null(strstr(text, "PW[a\\]b]PB[c\\\\]PC[s\\]t]"));
    struct match_turns *back = match_turns_read(sgf, &err);
    assert_non_null(back);
    assert_string_equal(back->heading.my_name, "a]b");
    assert_string_equal(back->heading.opponent, "c\\");
    assert_string_equal(back->heading.site, "s]t");
    match_turns_free(back);
}

/* They are read back from each format as they were. */
TEST(rules_of_the_match_are_written)
{
    static const char *const tags[] = {"Crawford \"Off\"", "CubeLimit \"1\"",
                                       "Variation \"Backgammon\""};
    char mat[100], other[100], back[100];
    struct error err;
    FORMAT_TEXT(mat, "%s/rules.mat", folder);
    FORMAT_TEXT(back, "%s/rules_back.mat", folder);
    for (int k = 0; k < 6; k++) {
        const int i = k / 2;
        const char *name = k % 2 == 0 ? "sgf" : "xg";
        FORMAT_TEXT(other, "%s/rules.%s", folder, name);
        FILE *file = fopen(mat, "w");
        assert_non_null(file);
        fprintf(file,
                "; [%s]\n 3 point match\n Game 1\n a : 2         b : 0\n"
                "  1) 31: 8/5 6/5\n",
                tags[i]);
        assert_int_equal(fclose(file), 0);
        assert_true(match_format_export(mat, match_format_find(name), &err));
        if (k == 0) {
            char text[2000];
            test_file_read(other, text, sizeof text);
            assert_non_null(strstr(text, "RU[]"));
        }
        (void)unlink(back);
        assert_true(
            match_format_convert(other, back, match_format_find("mat"), NULL, &err));
        struct match_turns *turns = match_turns_read(back, &err);
        assert_non_null(turns);
        assert_int_equal(turns->count, 1);
        assert_int_equal(turns->heading.has_no_crawford, i == 0);
        assert_int_equal(turns->turns[0].ms.is_crawford, i != 0);
        assert_int_equal(turns->heading.has_no_cube, i == 1);
        match_turns_free(turns);
    }
}

static int heard_doubles;

static void hear_double(void *context, const struct record_fault *fault)
{
    assert_false(fault->is_lost);
    heard_doubles += strncmp(fault->text, "a double", 8) == 0;
}

/* ... and what a file does not say of money play is said in no other. */
TEST(doubles_against_the_rules_are_told_and_rules_are_not_made_up)
{
    static const struct {
        const char *rows;
        int doubles;
    } cases[] = {
        {"; [CubeLimit \"1\"]\n 0 point match\n Game 1\n a : 0             b : 0\n"
         "  1) 31: 8/5 6/5          Doubles => 2\n  2)  Takes\n",
         1},
        {" 0 point match\n Game 1\n a : 0             b : 0\n"
         "  1) 31: 8/5 6/5          Doubles => 2\n"
         "  2)  Takes                42: 8/4 6/4\n  3)  Doubles => 4         Takes\n"
         "  4) 31: 8/5 6/5          42: 8/4 6/4\n  5)  Doubles => 8         Takes\n",
         1},
        {" 5 point match\n Game 1\n a : 4             b : 0\n"
         "  1) 31: 8/5 6/5          Doubles => 2\n  2)  Takes\n",
         1},
        {"; [Jacoby \"Off\"]\n 0 point match\n Game 1\n a : 0             b : 0\n"
         "  1) 31: 8/5 6/5          Doubles => 2\n  2)  Takes\n",
         0}};
    static const struct match_fault_hearer hearer = {.hear = hear_double};
    char path[100], back[100], text[2000];
    struct error err;
    FORMAT_TEXT(path, "%s/doubles.mat", folder);
    FORMAT_TEXT(back, "%s/doubles_back.mat", folder);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_file_write(path, cases[i].rows);
        heard_doubles = 0;
        (void)unlink(back);
        assert_true(
            match_format_convert(path, back, match_format_find("mat"), &hearer, &err));
        assert_int_equal(heard_doubles, cases[i].doubles);
        test_file_read(back, text, sizeof text);
        assert_int_equal(strstr(text, "[Jacoby \"Off\"]") != NULL, i == 3);
        assert_null(strstr(text, "[Beaver"));
        struct match_turns *turns = match_turns_read(back, &err);
        assert_non_null(turns);
        assert_false(turns->heading.has_no_cube); /* it was turned */
        match_turns_free(turns);
    }
}

/* Of a match that begins behind its Crawford game .mat says that it has none. */
TEST(a_first_game_behind_the_crawford_game_stays_that_in_a_mat_file)
{
    char path[100], back[100];
    struct error err;
    FORMAT_TEXT(path, "%s/after.sgf", folder);
    FORMAT_TEXT(back, "%s/after.mat", folder);
    for (int i = 0; i < 2; i++) {
        test_file_write(path, i == 0
                                  ? "(;GM[6]AP[GNU Backgammon:1.07]MI[length:3][ws:2]"
                                    "RU[Crawford]PW[a]PB[b];W[31hefe])"
                                  : "(;GM[6]AP[GNU Backgammon:1.07]MI[length:3][ws:2]"
                                    "RU[Crawford:CrawfordGame]PW[a]PB[b];W[31hefe])");
        (void)unlink(back);
        assert_true(
            match_format_convert(path, back, match_format_find("mat"), NULL, &err));
        struct match_turns *turns = match_turns_read(back, &err);
        assert_non_null(turns);
        assert_int_equal(turns->turns[0].ms.is_crawford, i == 1);
        match_turns_free(turns);
    }
}

struct heard {
    int count, line;
    char text[RECORD_FAULT_SIZE];
};

static void hear_loss(void *context, const struct record_fault *fault)
{
    struct heard *heard = context;
    heard->count++;
    heard->line = fault->line;
    COPY_TEXT(heard->text, fault->text);
}

TEST(what_a_format_has_no_place_for_is_told_once)
{
    static const struct {
        const char *text, *to;
        int line;
        const char *told; /* NULL: nothing is lost */
    } rows[] = {
        {"(;GM[6]PW[a]PB[b]\n;W[31hefe]C[one]\n;B[42qusu]C[two])", "mat", 2,
         "no comments"},
        {"(;GM[6]PW[a]PB[b]GC[of the game];W[31hefe]C[one])", "mat", 0, "no comments"},
        {"(;GM[6]PW[a]PB[b]GC[of the game];W[31hefe]C[one])", "sgf", 0, NULL},
        {"(;GM[6]PW[a]PB[b]GC[of the game];W[31hefe]C[one])", "xg", 0, NULL},
        {"(;GM[6]PW[a]PB[b];W[31hefe])", "mat", 0, NULL},
        {"; [Beaver \"On\"]\n 0 point match\n Game 1\n a : 0      b : 0\n", "sgf", 0,
         "beavers"}};
    char path[100], target[100];
    struct error err;
    FORMAT_TEXT(path, "%s/lossy", folder);
    FORMAT_TEXT(target, "%s/lossy_back", folder);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct heard heard = {.line = 0};
        const struct match_fault_hearer hearer = {hear_loss, &heard};
        test_file_write(path, rows[i].text);
        (void)unlink(target);
        assert_true(match_format_convert(path, target, match_format_find(rows[i].to),
                                         &hearer, &err));
        assert_int_equal(heard.count, rows[i].told != NULL);
        assert_int_equal(heard.line, rows[i].line);
        assert_true(rows[i].told == NULL || strstr(heard.text, rows[i].told) != NULL);
    }
}

/* As eXtreme Gammon has one before a resignation. The next turn has its comment, too. */
TEST(a_comment_before_a_roll_that_does_not_come_is_told)
{
    const struct record_heading heading = {.my_name = "a", .opponent = "b"};
    const struct record_cell roll = {.roll = {3, 1}, .is_unplayed = true};
    for (int is_late = 0; is_late < 2; is_late++) {
        struct heard heard = {.line = 0};
        const struct match_fault_hearer hearer = {hear_loss, &heard};
        const struct record_visitor *visitor = &sgf_write.visitor;
        struct match_writing *sgf = calloc(1, sgf_write.size);
        assert_non_null(sgf);
        *sgf = (struct match_writing){.out = tmpfile(), .hearer = &hearer};
        visitor->heading(sgf, &heading);
        visitor->game(sgf, 1, 0, 0);
        visitor->to_roll(sgf, RECORD_ME, "late");
        if (!is_late) {
            visitor->cell(sgf, &roll);
        }
        visitor->win(sgf, RECORD_ME, 1);
        sgf_write.close(sgf);
        assert_int_equal(heard.count, is_late);
        assert_true(!is_late || strstr(heard.text, "comment") != NULL);
        (void)fclose(sgf->out);
        free(sgf);
    }
}

/* How a game that `cells` end comes out of the SGF. */
static void write_won_game(struct match_writing *sgf, int number,
                           const struct record_cell *cell, int cells)
{
    const struct record_visitor *visitor = &sgf_write.visitor;
    visitor->game(sgf, number, number - 1, 0);
    for (int i = 0; i < cells; i++) {
        visitor->cell(sgf, cell);
    }
    visitor->win(sgf, RECORD_ME, 1);
}

TEST(a_win_is_a_resignation_unless_all_are_off_or_a_double_was_dropped)
{
    static const char *const results[] = {"RE[W+1]", "RE[W+1R]", "RE[W+1]", "RE[W+1R]"};
    const struct record_heading heading = {
        .my_name = "a", .opponent = "b", .length = 7, .elo = {"1700.5", "1600"}};
    const struct record_cell three_off = {.roll = {1, 1},
                                          .play = {{{1, 0}, {1, 0}, {1, 0}}, 3}};
    const struct record_cell drop = {.type = RECORD_CELL_DROP, .side = RECORD_OPPONENT};
    char text[2000] = "";
    struct match_writing *sgf = calloc(1, sgf_write.size);
    assert_non_null(sgf);
    FILE *out = fmemopen(text, sizeof text, "w");
    *sgf = (struct match_writing){.out = out};
    sgf_write.visitor.heading(sgf, &heading);
    write_won_game(sgf, 1, &three_off, 5);
    write_won_game(sgf, 2, &three_off, 4);
    write_won_game(sgf, 3, &drop, 1);
    write_won_game(sgf, 4, &three_off, 1);
    sgf_write.close(sgf);
    assert_int_equal(fclose(out), 0);
    assert_non_null(strstr(text, "WE[1700.5]BE[1600]"));
    const char *at = text;
    for (int i = 0; i < 4; i++) {
        at = strstr(at, "RE[");
        assert_non_null(at);
        assert_memory_equal(at, results[i], strlen(results[i]));
        at++;
    }
    free(sgf);
}

TEST(what_cannot_be_read_is_not_exported)
{
    char path[100], target[100];
    struct error err;
    const struct match_format *sgf = match_format_find("sgf");
    assert_false(match_format_export("/nonexistent/m.mat", sgf, &err));
    assert_non_null(strstr(err.text, "/nonexistent/m.mat: No such"));
    assert_false(match_format_export(folder, sgf, &err));
    assert_non_null(strstr(err.text, ": expected a regular file"));
    FORMAT_TEXT(path, "%s.sgf", folder);
    assert_int_equal(access(path, F_OK), -1);
    FORMAT_TEXT(target, "%s/none.mat", folder);
    test_file_write(target, "");
    assert_false(match_format_export(target, sgf, &err));
    assert_non_null(strstr(err.text, "there is no match in this file"));
    FORMAT_TEXT(target, "%s/none.sgf", folder);
    assert_int_equal(access(target, F_OK), -1);
}

TEST_MAIN(set_up, tear_down)
