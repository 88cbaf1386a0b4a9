/* The board line: its fields, its errors, its end, and back to text. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/fibs/board_writer.h"
#include "tests/unit/test_case.h"

#define POINTS "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
#define FRONT                                                                          \
    "board:You:opp_a:3:1:2:" POINTS ":1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:"

/* The field that the error names; -1: none. */
static int field_of(const struct error *err)
{
    int field = -1;
    (void)sscanf(err->text, "field %d", &field);
    return field;
}

static struct fibs_board parse(const char *line, int last_redoubles, const char **rest)
{
    struct fibs_board board;
    struct error err;
    if (!fibs_board_parse(line, last_redoubles, &board, rest, &err)) {
        fail_msg("'%s' was refused: %s", line, err.text);
    }
    return board;
}

/* The good line with field `number` replaced by `text`. */
static void with_field(int number, const char *text, char line[FIBS_BOARD_SIZE])
{
    static const char good[] = FRONT "0";
    const char *from = good;
    for (int i = 0; i < number; i++) {
        from = strchr(from, ':') + 1;
    }
    const char *behind = from + strcspn(from, ":");
    (void)snprintf(line, FIBS_BOARD_SIZE, "%.*s%s%s", (int)(from - good), good, text,
                   behind);
}

TEST(every_field_is_found)
{
    const char *rest;
    struct fibs_board b = parse("board:ann:bob:7:5:4:" POINTS
                                ":-1:6:5:4:3:8:0:1:1:-1:1:25:0:0:0:0:0:9:10:11:12",
                                0, &rest);
    assert_string_equal(rest, "");
    assert_string_equal(b.player[0], "ann");
    assert_string_equal(b.player[1], "bob");
    assert_int_equal(b.match_length, 7);
    assert_int_equal(b.score[0], 5);
    assert_int_equal(b.score[1], 4);
    assert_int_equal(b.points[1], -2);
    assert_int_equal(b.points[24], 2);
    assert_int_equal(b.turn, FIBS_X);
    assert_int_equal(b.dice[0][0] * 1000 + b.dice[0][1] * 100 + b.dice[1][0] * 10 +
                         b.dice[1][1],
                     6543);
    assert_int_equal(b.cube, 8);
    assert_false(b.may_double[0]);
    assert_true(b.may_double[1]);
    assert_true(b.was_doubled);
    assert_int_equal(b.colour, FIBS_X);
    assert_int_equal(b.direction, 1);
    assert_int_equal(b.home, 25);
    assert_int_equal(b.bar, 0);
    assert_int_equal(b.can_move, 9);
    assert_int_equal(b.forced_move, 10);
    assert_int_equal(b.did_crawford, 11);
    assert_int_equal(b.redoubles, 12);
}

TEST(bars_and_checkers_off_count_for_their_players)
{
    const char *rest;
    /* You = X: 3 off, 1 on the bar; O: 2 off, 1 on the bar */
    struct fibs_board b = parse(
        "board:You:opp_a:3:0:0:-1:-2:0:0:0:0:5:0:3:0:0:0:-5:4:0:0:0:-3:0:-1:0:0:0:0:"
        "0:1:1:0:0:0:0:1:1:1:0:-1:1:25:0:3:2:1:1:0:0:0:0",
        0, &rest);
    assert_int_equal(b.off[0], 3);
    assert_int_equal(b.off[1], 2);
    assert_int_equal(b.on_bar[0], 1);
    assert_int_equal(b.on_bar[1], 1);
}

TEST(a_side_may_have_borne_all_its_checkers_off)
{
    const char *rest;
    struct fibs_board b =
        parse("board:You:opp_a:3:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:"
              "0:0:0:0:0:0:0:0:0:0:0:0:0:1:0:0:0:0:1:1:1:0:-1:1:25:0:15:15:0:0:0:0:0:0",
              0, &rest);
    assert_int_equal(b.off[0], 15);
    assert_int_equal(b.off[1], 15);
}

TEST(all_pairs_of_colour_and_direction_are_taken)
{
    for (int colour = -1; colour <= 1; colour += 2) {
        for (int direction = -1; direction <= 1; direction += 2) {
            char line[FIBS_BOARD_SIZE];
            FORMAT_TEXT(line,
                        "board:You:opp_a:3:1:2:%s:1:6:2:0:0:1:1:1:0:%d:%d:0:25:0:0:0:0:"
                        "2:0:0:0",
                        POINTS, colour, direction);
            const char *rest;
            struct fibs_board b = parse(line, 0, &rest);
            assert_int_equal(b.colour, colour);
            assert_int_equal(b.direction, direction);
        }
    }
}

TEST(lengths_above_99_are_unlimited)
{
    static const struct {
        const char *length;
        int want;
    } cases[] = {{"0", 0},
                 {"1", 1},
                 {"99", 99},
                 {"100", FIBS_UNLIMITED},
                 {"9999", FIBS_UNLIMITED},
                 {"123456789", FIBS_UNLIMITED}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[FIBS_BOARD_SIZE];
        with_field(3, cases[i].length, line);
        const char *rest;
        assert_int_equal(parse(line, 0, &rest).match_length, cases[i].want);
    }
}

TEST(the_highest_cube_is_two_to_the_24)
{
    char line[FIBS_BOARD_SIZE];
    const char *rest;
    with_field(37, "16777216", line);
    assert_int_equal(parse(line, 0, &rest).cube, 1 << 24);
}

/* ---- refusals ------------------------------------------------------------- */

TEST(a_wrong_field_is_named)
{
    static const struct {
        int field;
        const char *text, *name;
    } cases[] = {
        /* clang-format off */
        { 0, "bord", ""}, /* no board line at all */
        { 1, "",          "field 1 (name of player 1)"},
        { 2, "a b",       "field 2 (name of player 2)"},
        { 3, "-1",        "field 3 (match length): expected 0..999999999, found '-1'"},
        { 3, "1234567890","field 3 (match length): expected a number, found '1234567890'"},
        { 4, "x",         "field 4 (score of player 1): expected a number, found 'x'"},
        { 5, "",          "field 5 (score of player 2)"},
        { 5, "3 ",        "field 5 (score of player 2): expected a number and a colon"},
        {10, "16",        "field 10 (checkers on a point): expected -15..15, found '16'"},
        {32, "2",         "field 32 (turn)"},
        {33, "7",         "field 33 (dice of player 1): expected 0..6, found '7'"},
        {33, "0",         "field 33 (dice of player 1): expected two dice or none"},
        {34, "0",         "field 33 (dice of player 1): expected two dice or none"},
        {35, "1",         "field 35 (dice of player 2): expected two dice or none"},
        {36, "1",         "field 35 (dice of player 2): expected two dice or none"},
        {37, "0",         "field 37 (cube)"},
        {37, "33554432",  "field 37 (cube): expected 1..16777216, found '33554432'"},
        {37, "268435456", "field 37 (cube): expected 1..16777216, found '268435456'"},
        {37, "3",         "field 37 (cube): expected a power of 2, found 3"},
        {38, "2",         "field 38 (player 1 may double)"},
        {41, "0",         "field 41 (colour of player 1): expected -1 or 1, found 0"},
        {42, "0",         "field 42 (direction of player 1): expected -1 or 1, found 0"},
        {42, "--1",       "field 42 (direction of player 1)"},
        {45, "16",        "field 45 (borne off by player 1)"},
        {48, "-1",        "field 48 (player 2 on the bar)"},
        {49, "99999",     "field 49 (can move)"},
        {52, "",          "field 52 (redoubles)"},
        {52, "-",         "field 52 (redoubles)"},
        {52, "x",         "field 52 (redoubles)"},
        /* clang-format on */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[FIBS_BOARD_SIZE];
        with_field(cases[i].field, cases[i].text, line);
        struct fibs_board board;
        struct error err = {0};
        const char *rest;
        assert_false(fibs_board_parse(line, 0, &board, &rest, &err));
        if (strncmp(err.text, cases[i].name, strlen(cases[i].name)) != 0) {
            fail_msg("expected '%s...', got '%s'", cases[i].name, err.text);
        }
        bool is_second_die = cases[i].field == 34 || cases[i].field == 36;
        assert_int_equal(field_of(&err), cases[i].field - (is_second_die ? 1 : 0));
        assert_false(fibs_board_parse(line, 0, &board, &rest, NULL));
    }
}

TEST(a_side_must_have_fifteen_checkers)
{
    char line[FIBS_BOARD_SIZE];
    struct fibs_board board;
    struct error err;
    const char *rest;
    with_field(12, "4", line);
    assert_false(fibs_board_parse(line, 0, &board, &rest, &err));
    assert_int_equal(field_of(&err), -1);
    assert_non_null(strstr(err.text, "player 1 (You, O)"));
    assert_non_null(strstr(err.text, "found 14"));
    with_field(48, "1", line);
    assert_false(fibs_board_parse(line, 0, &board, &rest, &err));
    assert_non_null(strstr(err.text, "player 2 (opp_a, X)"));
    assert_non_null(strstr(err.text, "found 16"));
}

TEST(a_line_cut_anywhere_is_refused)
{
    static const char good[] = FRONT "0";
    for (size_t length = 0; length < strlen(good); length++) {
        char line[FIBS_BOARD_SIZE];
        FORMAT_TEXT(line, "%.*s", (int)length, good);
        struct fibs_board board;
        const char *rest;
        assert_false(fibs_board_parse(line, 0, &board, &rest, NULL));
    }
}

TEST(a_long_name_is_refused)
{
    char line[FIBS_BOARD_SIZE], name[FIBS_NAME_MAX + 1];
    memset(name, 'a', sizeof name);
    struct fibs_board board;
    const char *rest;
    name[FIBS_NAME_MAX] = '\0';
    with_field(2, name, line);
    assert_false(fibs_board_parse(line, 0, &board, &rest, NULL));
    name[FIBS_NAME_MAX - 1] = '\0';
    with_field(2, name, line);
    assert_true(fibs_board_parse(line, 0, &board, &rest, NULL));
    assert_string_equal(board.player[1], name);
}

/* ---- the last field and what is glued to it ------------------------------- */

TEST(the_last_field_is_split_from_what_follows)
{
    static const struct {
        const char *end;
        int last, want;
        const char *rest;
    } cases[] = {
        /* clang-format off */
        {"0", 0, 0, ""},
        {"3", 0, 3, ""},
        {"99", 0, 99, ""},
        {"36", 0, 36, ""},
        {"-1", 0, -1, ""},
        {"05 opp_b - -", 0, 0, "5 opp_b - -"},
        {"05 opp_b - -", 3, 0, "5 opp_b - -"},
        {"013 opp_b hi", 0, 0, "13 opp_b hi"},
        {"35 opp_b - -", 3, 3, "5 opp_b - -"},
        {"35 opp_b - -", 0, 3, "5 opp_b - -"},
        {"313 opp_b hi", 0, 3, "13 opp_b hi"},
        {"115 opp_b hi", 1, 1, "15 opp_b hi"},
        {"115 opp_b hi", 11, 11, "5 opp_b hi"},
        {"9915 opp_b hi", 0, 99, "15 opp_b hi"},
        {"06", 0, 0, "6"},
        {"12It's your turn", 0, 12, "It's your turn"},
        {"0opp_a rolls 1 and 2.", 0, 0, "opp_a rolls 1 and 2."},
        {"0  opponent", 0, 0, "  opponent"},
        {"0board:You", 0, 0, "board:You"},
        {"0** You're not playing.", 5, 0, "** You're not playing."},
        {"99999999999999999999", 0, 9, "9999999999999999999"},
        /* clang-format on */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[FIBS_BOARD_SIZE];
        FORMAT_TEXT(line, FRONT "%s", cases[i].end);
        const char *rest;
        struct fibs_board b = parse(line, cases[i].last, &rest);
        assert_int_equal(b.redoubles, cases[i].want);
        assert_string_equal(rest, cases[i].rest);
    }
}

/* ---- lines seen in the wild ----------------------------------------------- */

TEST(recorded_lines_are_read_and_written_back)
{
    FILE *file = fopen("tests/data/boards_misc.tsv", "r");
    assert_non_null(file);
    char text[1024];
    int count = 0;
    while (fgets(text, sizeof text, file) != NULL) {
        char *line = strstr(text, "board:");
        if (text[0] == '#' || line == NULL) {
            continue;
        }
        line[strcspn(line, "\r\n")] = '\0';
        struct fibs_board board;
        struct error err;
        const char *rest;
        bool is_good = fibs_board_parse(line, 0, &board, &rest, &err);
        if (strstr(text, "\tbad\t") != NULL) {
            assert_false(is_good);
            assert_non_null(strstr(err.text, "found 14"));
        } else {
            char written[FIBS_BOARD_SIZE];
            assert_true(is_good);
            assert_int_equal(board_write(&board, written), strlen(line));
            assert_string_equal(written, line);
        }
        count++;
    }
    (void)fclose(file);
    assert_int_equal(count, 12);
}

/* ---- random boards -------------------------------------------------------- */

static uint32_t next_random(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

static int below(uint32_t *seed, int limit)
{
    return (int)(next_random(seed) % (uint32_t)limit);
}

/* Fifteen checkers of each player on points that the other one does not hold. */
static void place_checkers(uint32_t *seed, struct fibs_board *b)
{
    for (int player = 0; player < 2; player++) {
        int colour = player == 0 ? b->colour : -b->colour;
        for (int i = 0; i < 15; i++) {
            int p = below(seed, 27);
            if (p == 0) {
                b->off[player]++;
            } else if (p >= 25 || b->points[p] * colour < 0) {
                b->on_bar[player]++;
                b->points[colour == FIBS_X ? 0 : 25] += colour;
            } else {
                b->points[p] += colour;
            }
        }
    }
}

static void fill_random(uint32_t *seed, struct fibs_board *b)
{
    static const char *const names[] = {"You", "opp_a", "A", "<x>",
                                        "Longer_Name_Than_Most"};
    memset(b, 0, sizeof *b);
    b->colour = below(seed, 2) * 2 - 1;
    b->direction = below(seed, 2) * 2 - 1;
    b->match_length = below(seed, 10) == 0 ? FIBS_UNLIMITED : 1 + below(seed, 99);
    b->turn = below(seed, 3) - 1;
    b->cube = 1 << below(seed, 12);
    b->was_doubled = below(seed, 2) == 1;
    b->home = below(seed, 2) * 25;
    b->bar = 25 - b->home;
    b->can_move = below(seed, 5);
    b->forced_move = below(seed, 7);
    b->did_crawford = below(seed, 2);
    b->redoubles = below(seed, 100);
    for (int player = 0; player < 2; player++) {
        (void)snprintf(b->player[player], FIBS_NAME_MAX, "%s", names[below(seed, 5)]);
        b->score[player] = below(seed, 100);
        b->may_double[player] = below(seed, 2) == 1;
        if (below(seed, 2) == 1) {
            b->dice[player][0] = 1 + below(seed, 6);
            b->dice[player][1] = 1 + below(seed, 6);
        }
    }
    place_checkers(seed, b);
}

TEST(random_boards_survive_the_round_trip)
{
    uint32_t seed = 1;
    for (int i = 0; i < 200000; i++) {
        struct fibs_board board, again;
        char line[FIBS_BOARD_SIZE], written[FIBS_BOARD_SIZE];
        fill_random(&seed, &board);
        size_t length = board_write(&board, line);
        const char *rest;
        again = parse(line, board.redoubles, &rest);
        if (*rest != '\0' || board_write(&again, written) != length ||
            strcmp(line, written) != 0) {
            fail_msg("'%s' came back as '%s'", line, written);
        }
    }
}

TEST_MAIN(NULL, NULL)
