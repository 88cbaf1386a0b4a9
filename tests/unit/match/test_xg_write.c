/* Files of eXtreme Gammon that we write. */
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "match/match_format.h"
#include "match/xg_archive.h"
#include "match/xg_comment.h"
#include "match/xg_fields.h"
#include "match/xg_record.h"
#include "tests/unit/match/match_files.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

enum { TEXT_SIZE = 1 << 18, PATH_SIZE = 200, RECORDS = 400 };

static char folder[] = "/tmp/fibsbot-xg-XXXXXX";

static int set_up(void **state)
{
    return mkdtemp(folder) == NULL ? -1 : 0;
}

static int tear_down(void **state)
{
    return test_folder_remove(folder);
}

static const char *in_folder(const char *name, char path[PATH_SIZE])
{
    (void)snprintf(path, PATH_SIZE, "%s/%s", folder, name);
    return path;
}

static void convert(const char *from, const char *to, const char *format)
{
    struct error err = {0};
    assert_good(match_format_convert(from, to, match_format_find(format), NULL, &err),
                &err);
}

static char *text_of(const char *path)
{
    char *text = calloc(1, TEXT_SIZE);
    FILE *file = fopen(path, "r");
    assert_true(text != NULL && file != NULL);
    assert_true(fread(text, 1, TEXT_SIZE, file) < TEXT_SIZE);
    (void)fclose(file);
    return text;
}

/* As text in both formats, which together have all that a record has. */
static void assert_comes_back(const char *path)
{
    static const char *const formats[] = {"mat", "sgf"};
    char xg[PATH_SIZE], direct[PATH_SIZE], back[PATH_SIZE];
    convert(path, in_folder("match.xg", xg), "xg");
    for (int i = 0; i < 2; i++) {
        convert(path, in_folder("direct", direct), formats[i]);
        convert(xg, in_folder("back", back), formats[i]);
        char *expected = text_of(direct), *text = text_of(back);
        assert_string_equal(text, expected);
        free(text);
        free(expected);
    }
}

TEST(matches_of_other_programs_come_back)
{
    static const char *const names[] = {"galaxy.txt", "gnubg.mat", "gnubg.sgf",
                                        "studio.txt", "xg.mat",    "xg.txt",
                                        "xg.xg"};
    char path[PATH_SIZE];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        FORMAT_TEXT(path, MATCH_FILES "%s", names[i]);
        assert_comes_back(path);
    }
}

static const char *write_file(const char *text, char path[PATH_SIZE])
{
    test_file_write(in_folder("made", path), text);
    return path;
}

/* What its match record has no field for, a roll that stood, beavers, an end that is
 * missing. */
static const char made[] =
    "; [Site \"caf\xC3\xA9 \xF0\x9F\x8E\xB2\"]\n"
    "; [Player 1 \"\xC3\x85sa\"]\n"
    "; [Player 2 \"bo {2}\\\\\"]\n"
    "; [Player 1 Level \"fibsbot 0.2.0: 2-ply\"]\n"
    "; [Player 2 Elo \"about 1800\"]\n"
    "; [Match ID \"x-12\"]\n"
    "; [Event \"a [final]\"]\n"
    "; [EventDate \"last year\"]\n"
    "; [EventTime \"at noon\"]\n"
    "; [Jacoby \"On\"]\n"
    "; [Beaver \"On\"]\n"
    "; [Incomplete \"2\"]\n"
    "\n 0 point match\n"
    "\n Game 1\n \xC3\x85sa : 0                          bo {2}\\\\ : 0\n"
    "  1) 31: 8/5 6/5                   52: 13/11 13/8\n"
    "  2)  Doubles => 2                  Beavers => 4\n"
    "  3)  Raccoons => 8                 Takes\n"
    "  4) 64: ????\n"
    "                                    Wins 8 points\n"
    "\n Game 2\n \xC3\x85sa : 0                          bo {2}\\\\ : 8\n"
    "  1)                               52: 13/11 13/8\n"
    "  2)  Doubles => 2                  Beavers => 4\n"
    "  3)  Drops\n"
    "                                    Wins 2 points\n"
    "\n Game 3\n \xC3\x85sa : 0                          bo {2}\\\\ : 10\n"
    "  1) 61: 13/7 8/7                  66: 24/18 24/18 13/7 13/7\n"
    "  2)  Doubles => 2                  Drops\n"
    "      Wins 1 point\n"
    "\n Game 4\n \xC3\x85sa : 1                          bo {2}\\\\ : 10\n"
    "  1) 31: 8/5 6/5                   \n";

TEST(what_has_no_field_comes_back)
{
    char path[PATH_SIZE], xg[PATH_SIZE];
    assert_comes_back(write_file(made, path));
    struct match_turns *turns = match_turns_read(in_folder("match.xg", xg), NULL);
    assert_non_null(turns);
    assert_int_equal(turns->faults, 0);
    assert_int_equal(turns->games, 4);
    assert_string_equal(turns->heading.date, "last year");
    match_turns_free(turns);
}

/* What Windows and eXtreme Gammon show of a file before they open it. */
TEST(header_names_both_players_in_full_and_the_length)
{
    enum { NAME_AT = 40 + 2 * 1024, SHOWN = 200 };
    static const char *const lengths[] = {"7 point match", "money play"};
    const int points[] = {7, 0};
    char text[500], path[PATH_SIZE], xg[PATH_SIZE], shown[SHOWN], want[SHOWN];
    unsigned char units[2 * SHOWN] = {0};
    for (int i = 0; i < 2; i++) {
        FORMAT_TEXT(want, "a%060d vs. b%060d, %s", 1, 2, lengths[i]);
        FORMAT_TEXT(text,
                    "; [Player 1 \"a%060d\"]\n; [Player 2 \"b%060d\"]\n\n"
                    " %d point match\n\n Game 1\n a : 0   b : 0\n  1) 31: 8/5 6/5\n",
                    1, 2, points[i]);
        convert(write_file(text, path), in_folder("match.xg", xg), "xg");
        FILE *file = fopen(xg, "r");
        assert_non_null(file);
        assert_int_equal(fseek(file, NAME_AT, SEEK_SET), 0);
        assert_int_equal(fread(units, 1, sizeof units, file), sizeof units);
        (void)fclose(file);
        for (int k = 0; k < SHOWN; k++) {
            shown[k] = (char)units[2 * k];
        }
        assert_string_equal(shown, want);
    }
}

/* Where the date is, as a part of its day, if readers find it there again. */
TEST(the_time_of_day_comes_back)
{
    static const struct {
        const char *date, *time;
        bool is_text;
    } cases[] = {{"2025.03.01", "20.15", false},
                 {"2025.03.01", "00.01", false},
                 {"2025.03.01", "23.59", false},
                 {"2200.01.01", "20.15", false},
                 {"9999.12.31", "23.59", false},
                 {"2025.03.01", "00.00", true},
                 {"2025.03.01", "24.00", true},
                 {"2025.03.01", "8.5", true},
                 {"", "20.15", true}};
    char text[300], path[PATH_SIZE], xg[PATH_SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        FORMAT_TEXT(text,
                    "; [EventDate \"%s\"]\n; [EventTime \"%s\"]\n\n 3 point match\n\n"
                    " Game 1\n a : 0             b : 0\n  1) 31: 8/5 6/5\n",
                    cases[i].date, cases[i].time);
        assert_comes_back(write_file(text, path));
        struct match_turns *turns = match_turns_read(in_folder("match.xg", xg), NULL);
        assert_non_null(turns);
        assert_string_equal(turns->heading.date, cases[i].date);
        assert_string_equal(turns->heading.time, cases[i].time);
        match_turns_free(turns);
        struct record_heading heading = {.length = 3};
        unsigned char record[XG_RECORD_SIZE];
        char comment[XG_COMMENT_SIZE];
        (void)snprintf(heading.date, RECORD_NAME_MAX, "%s", cases[i].date);
        (void)snprintf(heading.time, RECORD_NAME_MAX, "%s", cases[i].time);
        xg_record_put_heading(record, &heading, comment);
        assert_int_equal(strstr(comment, "EventTime") != NULL, cases[i].is_text);
    }
}

TEST(comments_come_back)
{
    static const char *const comments[] = {"plain", "caf\xC3\xA9 {\\b] \\u233? ",
                                           "\xE2\x99\xA5 \xF0\x9F\x8E\xB2 ?"};
    char back[XG_COMMENT_SIZE];
    assert_comes_back("tests/fuzz/corpus/xg_read/comments");
    FILE *file = printed_begin();
    for (int i = 0; i < 3; i++) {
        xg_comment_write(file, comments[i]);
    }
    const char *lines = printed_end(file);
    assert_non_null(strstr(lines, "\\u-10180?\\u-8270?")); /* RTF has 16 bits, signed */
    for (int i = 0; i < 3; i++) {
        assert_true(xg_comment_read(lines, i, back));
        assert_string_equal(back, comments[i]);
    }
}

static void assert_comment_is(const char *line, const char *expected)
{
    char comment[XG_COMMENT_SIZE];
    assert_true(xg_comment_read(line, 0, comment));
    assert_string_equal(comment, expected);
}

/* Letters as bytes and as numbers in one text, and words for what a typist means. */
TEST(rtf_of_windows_is_read)
{
    assert_comment_is("{\\rtf1 caf\\'e9 \\u9829? don\\'92t}\r\n",
                      "caf\xC3\xA9 \xE2\x99\xA5 don\xE2\x80\x99t");
    assert_comment_is("{\\rtf1 don\\rquote t\\tab run\\~8\\emdash 9}",
                      "don\xE2\x80\x99t run 8\xE2\x80\x94"
                      "9");
    assert_comment_is("{\\rtf1 a\\u8217\\'92b \\'zz}", "a\xE2\x80\x99"
                                                       "b zz");
    assert_comment_is("{\\rtf1\\li-360 a\\par b\\line c\\lquote d\\ldblquote e"
                      "\\rdblquote f\\endash g\\bullet h}",
                      "a b c\xE2\x80\x98"
                      "d\xE2\x80\x9C"
                      "e\xE2\x80\x9D"
                      "f\xE2\x80\x93g\xE2\x80\xA2h");
}

/* All of a group, also what stands in it behind a smaller one. */
TEST(tables_of_rtf_are_no_text)
{
    static const char *const words[] = {"fonttbl", "colortbl", "stylesheet",
                                        "info",    "pict",     "*\\other"};
    char line[200];
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        (void)snprintf(line, sizeof line, "{\\rtf1{\\%s{\\f0 One;}Two}a {b}}",
                       words[i]);
        assert_comment_is(line, "a b");
    }
}

TEST(blanks_alone_are_no_comment)
{
    char comment[XG_COMMENT_SIZE];
    assert_false(xg_comment_read("{\\rtf1\\par }\r\n", 0, comment));
    assert_false(xg_comment_read("  \r\n", 0, comment));
    FILE *file = printed_begin();
    xg_comment_write(file, "a\tb\nc"); /* its line is one */
    assert_comment_is(printed_end(file), "a b c");
}

/* Who is player 2 is not told of player 1. */
TEST(each_tag_is_of_its_own_part_of_the_heading)
{
    struct record_heading heading = {.date = "a",
                                     .time = "b",
                                     .elo = {"c", "d"},
                                     .level = {"e", "f"},
                                     .match_id = "g",
                                     .incomplete = "h"};
    static const struct {
        const char *name, *value;
    } wanted[] = {{"EventDate", "a"},      {"EventTime", "b"},
                  {"Player 1 Elo", "c"},   {"Player 2 Elo", "d"},
                  {"Player 1 Level", "e"}, {"Player 2 Level", "f"},
                  {"Match ID", "g"},       {"Incomplete", "h"}};
    struct xg_tag tags[XG_TAGS];
    xg_comment_tags(&heading, tags);
    assert_int_equal(sizeof wanted / sizeof wanted[0], XG_TAGS);
    for (int i = 0; i < XG_TAGS; i++) {
        assert_string_equal(tags[i].name, wanted[i].name);
        assert_string_equal(tags[i].value, wanted[i].value);
    }
}

TEST(long_comments_are_cut_between_their_letters)
{
    char line[XG_COMMENT_SIZE], comment[XG_COMMENT_SIZE];
    for (size_t i = 0; i < sizeof line; i += 2) {
        memcpy(line + i, "\xD0\x96", 2);
    }
    line[sizeof line - 1] = line[sizeof line - 2] = '\0';
    assert_true(xg_comment_read(line, 0, comment));
    assert_true(strncmp(comment, line, strlen(comment)) == 0);
    assert_true(strlen(comment) > 2000);
}

/* In SGF a property of the root; the match keeps its own in the comment of the match. */
TEST(comments_of_games_come_back)
{
    static const char text[] =
        "(;FF[4]GM[6]MI[length:3][game:0]PW[a]PB[b]ID[x-1]RU[Crawford]RE[W+1]"
        "GC[Played in a [hall\\].\n];W[31hefe];B[52lqln])"
        "(;FF[4]GM[6]MI[length:3][game:1][ws:1]PW[a]PB[b]ID[x-1]RU[Crawford]"
        ";W[31hefe];B[52lqln])"
        "(;FF[4]GM[6]MI[length:3][game:2][ws:1]PW[a]PB[b]ID[x-1]RU[Crawford]"
        "GC[still \xF0\x9F\x8E\xB2];W[31hefe])";
    char path[PATH_SIZE], xg[PATH_SIZE];
    assert_comes_back(write_file(text, path));
    struct match_turns *turns = match_turns_read(in_folder("match.xg", xg), NULL);
    assert_non_null(turns);
    assert_int_equal(turns->games, 3);
    assert_string_equal(turns->game[0].comment, "Played in a [hall].");
    assert_null(turns->game[1].comment);
    assert_string_equal(turns->game[2].comment, "still \xF0\x9F\x8E\xB2");
    assert_string_equal(turns->heading.match_id, "x-1");
    match_turns_free(turns);
}

TEST(what_people_wrote_is_left_of_a_comment_with_tags)
{
    char comment[] = "[Match ID \"7\"] A good match [EventDate \"x] y\"][who?] won"
                     "[Incomplete \"8\"]";
    xg_comment_drop_tags(comment);
    assert_string_equal(comment, "A good match [who?] won");
}

TEST(a_game_from_a_set_position_comes_back)
{
    char path[PATH_SIZE];
    struct match_turns *from =
        match_turns_read("tests/fuzz/corpus/xg_read/set_position", NULL);
    convert("tests/fuzz/corpus/xg_read/set_position", in_folder("set.xg", path), "xg");
    struct match_turns *back = match_turns_read(path, NULL);
    assert_true(from != NULL && back != NULL && from->count > 10);
    assert_true(turns_are_alike(from, back));
    match_turns_free(back);
    match_turns_free(from);
}

/* ---- records --------------------------------------------------------------------- */

static int read_records(const char *path, const char *name, unsigned char *records)
{
    struct xg_archive archive;
    struct xg_stream stream;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_true(xg_archive_check(file, NULL));
    assert_true(xg_archive_open(file, &archive, NULL));
    assert_true(xg_stream_open(&stream, &archive, name));
    size_t size = xg_stream_read(&stream, records, (size_t)RECORDS * XG_RECORD_SIZE);
    xg_stream_close(&stream);
    (void)fclose(file);
    return (int)(size / XG_RECORD_SIZE);
}

/* All that a reader replays a match by: first and last byte. */
static const struct {
    int type, first, end;
} replayed[] = {
    {XG_TYPE_MATCH, 92, 120},  /* length, rules, Elo */
    {XG_TYPE_MATCH, 272, 282}, /* levels */
    {XG_TYPE_MATCH, 548, 552},   {XG_TYPE_MATCH, 556, 572},
    {XG_TYPE_MATCH, 576, 584},  /* comments */
    {XG_TYPE_GAME, 12, 68},     /* score, position, number */
    {XG_TYPE_CUBE, 12, 62},     /* who, actions, cube, position */
    {XG_TYPE_CUBE, 208, 211},   /* dice */
    {XG_TYPE_CUBE, 292, 296},   /* comment */
    {XG_TYPE_MOVE, 9, 61},      /* before and after */
    {XG_TYPE_MOVE, 64, 112},    /* who, hops, dice, cube */
    {XG_TYPE_MOVE, 2524, 2528}, /* comment */
    {XG_TYPE_GAME_END, 12, 32}, /* score, winner, points */
    {XG_TYPE_MATCH_END, 12, 56},
};

static void read_beginning(const char *path, unsigned char bytes[40])
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(bytes, 40, 1, file), 1);
    (void)fclose(file);
}

/* Its mark, version and size, and the id that all such files have; between them its
 * picture. */
TEST(the_header_is_that_of_extreme_gammon)
{
    unsigned char theirs[40], ours[40];
    char path[PATH_SIZE];
    convert(MATCH_FILES "xg.xg", in_folder("ours.xg", path), "xg");
    read_beginning(MATCH_FILES "xg.xg", theirs);
    read_beginning(path, ours);
    assert_memory_equal(ours, theirs, 12);
    assert_memory_equal(ours + 24, theirs + 24, 16);
}

TEST(records_are_those_of_extreme_gammon)
{
    size_t size = (size_t)RECORDS * XG_RECORD_SIZE;
    unsigned char *theirs = malloc(size), *ours = malloc(size);
    char path[PATH_SIZE];
    assert_true(theirs != NULL && ours != NULL);
    convert(MATCH_FILES "xg.xg", in_folder("ours.xg", path), "xg");
    int count = read_records(path, "temp.xg", ours);
    assert_int_equal(count, read_records(MATCH_FILES "xg.xg", "temp.xg", theirs));
    assert_int_equal(count, 391);
    for (int i = 0; i < count; i++) {
        const unsigned char *a = theirs + (size_t)i * XG_RECORD_SIZE;
        const unsigned char *b = ours + (size_t)i * XG_RECORD_SIZE;
        assert_int_equal(a[XG_TYPE_AT], b[XG_TYPE_AT]);
        for (size_t k = 0; k < sizeof replayed / sizeof replayed[0]; k++) {
            int at = replayed[k].first;
            if (replayed[k].type == a[XG_TYPE_AT]) {
                assert_memory_equal(b + at, a + at, (size_t)(replayed[k].end - at));
            }
        }
    }
    assert_int_equal(read_records(path, "temp.xgi", theirs), 2);
    assert_memory_equal(theirs, ours, XG_RECORD_SIZE);
    assert_memory_equal(theirs + XG_RECORD_SIZE, ours + (size_t)390 * XG_RECORD_SIZE,
                        XG_RECORD_SIZE);
    free(ours);
    free(theirs);
}

/* The decision is there twice: with its positions, and as its analysis asks. */
TEST(a_move_holds_its_decision_as_the_mover_sees_it)
{
    unsigned char *records = malloc((size_t)RECORDS * XG_RECORD_SIZE);
    char path[PATH_SIZE];
    int moves = 0;
    assert_non_null(records);
    convert(MATCH_FILES "xg.xg", in_folder("ours.xg", path), "xg");
    int count = read_records(path, "temp.xg", records);
    for (int i = 0; i < count; i++) {
        const unsigned char *r = records + (size_t)i * XG_RECORD_SIZE;
        bool is_mine = r[XG_MOVE_WHO] == 1;
        if (r[XG_TYPE_AT] == XG_TYPE_MOVE) {
            for (int point = 0; point < XG_POSITION_SIZE; point++) {
                int before =
                    (signed char)r[XG_MOVE_POSITION + (is_mine ? point : 25 - point)];
                int asked = (signed char)r[XG_MOVE_ASKED_POSITION + point];
                assert_int_equal(asked, is_mine ? before : -before);
            }
            assert_memory_equal(r + XG_MOVE_DIE_1, r + XG_MOVE_ASKED_DIE_1, 8);
            moves++;
        }
    }
    assert_int_equal(moves, 189);
    free(records);
}

/* ---- what cannot be written ------------------------------------------------------ */

static void assert_refused(const char *text, const char *why)
{
    struct error err = {0};
    char path[PATH_SIZE], target[PATH_SIZE];
    (void)write_file(text, path);
    assert_false(match_format_convert(path, in_folder("refused.xg", target),
                                      match_format_find("xg"), NULL, &err));
    assert_non_null(strstr(err.text, why));
    assert_int_not_equal(access(target, F_OK), 0);
}

TEST(what_such_a_file_cannot_hold_is_an_error)
{
    assert_refused(" 3 point match\n\n Game 1\n a : 0      b : 0\n  1) 31: 8/5 6/5\n"
                   "\n 5 point match\n\n Game 1\n a : 0      c : 0\n  1) 31: 8/5 6/5\n",
                   "holds one match");
    assert_refused(
        " 0 point match\n\n Game 1\n a : 0                            b : 0\n"
        "  1) 31: 8/5 6/5                   52: 13/11 13/8\n"
        "  2)  Doubles => 2                  Beavers => 4\n"
        "  3)  Raccoons => 8                 Beavers => 16\n"
        "  4)  Takes\n",
        "no beaver to a raccoon");
    assert_refused(" 3 point match\n", "no game");
}

TEST_MAIN(set_up, tear_down)
