/* The reference rules as the server uses them: verdicts on a move command, bearing off,
 * results. Plays are compared with the engine's in tests/unit/engine. */

#include "reference/rules.h"
#include "tests/unit/test_case.h"

static int make_generator(void **state)
{
    *state = reference_generator_new();
    return *state == NULL;
}

static int free_generator(void **state)
{
    reference_generator_free(*state);
    return 0;
}

struct verdict_case {
    const char *description;
    struct reference_board board;
    int colour;
    int dice[2];
    struct reference_hop hops[5];
    int count;
    enum reference_verdict want;
    int hop;
    int number;
};

#define START                                                                          \
    {                                                                                  \
        .point = {                                                                     \
            [24] = 2,                                                                  \
            [13] = 5,                                                                  \
            [8] = 3,                                                                   \
            [6] = 5,                                                                   \
            [1] = -2,                                                                  \
            [12] = -5,                                                                 \
            [17] = -3,                                                                 \
            [19] = -5                                                                  \
        }                                                                              \
    }

/* clang-format off */
static const struct verdict_case cases[] = {
    {"both dice by two checkers", START, REFERENCE_O, {3, 1}, {{8, 5}, {6, 5}}, 2, REFERENCE_LEGAL, 0, 0},
    {"either order of the dice", START, REFERENCE_O, {1, 3}, {{6, 5}, {8, 5}}, 2, REFERENCE_LEGAL, 0, 0},
    {"one checker twice", START, REFERENCE_O, {6, 5}, {{24, 18}, {18, 13}}, 2, REFERENCE_LEGAL, 0, 0},
    {"one checker in one hop", START, REFERENCE_O, {6, 5}, {{24, 13}}, 1, REFERENCE_MUST_GIVE, 0, 2},
    {"X moves upwards", START, REFERENCE_X, {6, 1}, {{12, 18}, {17, 18}}, 2, REFERENCE_LEGAL, 0, 0},
    {"X moves downwards", START, REFERENCE_X, {6, 1}, {{19, 13}, {17, 18}}, 2, REFERENCE_BAD_POINTS, 0, 6},
    {"a die used twice", START, REFERENCE_O, {3, 1}, {{8, 5}, {8, 5}}, 2, REFERENCE_BAD_POINTS, 1, 3},
    {"too many", START, REFERENCE_O, {3, 1}, {{8, 5}, {6, 5}, {6, 5}}, 3, REFERENCE_TOO_MANY, 0, 2},
    {"four for a double", START, REFERENCE_O, {1, 1}, {{8, 7}, {8, 7}, {6, 5}, {6, 5}}, 4, REFERENCE_LEGAL, 0, 0},
    {"somebody else's checker", START, REFERENCE_O, {3, 1}, {{12, 9}, {6, 5}}, 2, REFERENCE_BAD_FROM, 0, 12},
    {"a blocked point", START, REFERENCE_O, {5, 1}, {{24, 19}, {6, 5}}, 2, REFERENCE_BAD_TO, 0, 19},
    {"a blocked point, the smaller die first", START, REFERENCE_O, {1, 5}, {{24, 19}, {6, 5}}, 2, REFERENCE_BAD_TO, 0, 19},
    {"home from afar", START, REFERENCE_O, {6, 1}, {{6, 0}, {6, 5}}, 2, REFERENCE_BAD_N_HOME, 0, 6},
    {"the wrong home", START, REFERENCE_O, {6, 1}, {{24, 25}, {6, 5}}, 2, REFERENCE_BAD_HOME, 0, 0},
    {"the bar first",
        {.point = {[25] = 1, [24] = 1, [13] = 5, [8] = 3, [6] = 5, [1] = -2, [12] = -5, [17] = -3, [19] = -5}},
        REFERENCE_O, {4, 2}, {{13, 11}, {25, 21}}, 2, REFERENCE_BAR_FIRST, 0, 0},
    {"from the bar",
        {.point = {[25] = 1, [24] = 1, [13] = 5, [8] = 3, [6] = 5, [1] = -2, [12] = -5, [17] = -3, [19] = -5}},
        REFERENCE_O, {4, 2}, {{25, 21}, {13, 11}}, 2, REFERENCE_LEGAL, 0, 0},
    {"a larger die from behind the rearmost",
        {.point = {[5] = 2, [3] = 2, [24] = -1}, .off_o = 11, .off_x = 14},
        REFERENCE_O, {6, 4}, {{3, 0}, {5, 1}}, 2, REFERENCE_BAD_REMOVE, 0, 3},
    {"a larger die from the rearmost",
        {.point = {[5] = 2, [3] = 2, [24] = -1}, .off_o = 11, .off_x = 14},
        REFERENCE_O, {6, 4}, {{5, 0}, {5, 1}}, 2, REFERENCE_LEGAL, 0, 0},
    {"X bears off",
        {.point = {[20] = -2, [22] = -2, [1] = 1}, .off_o = 14, .off_x = 11},
        REFERENCE_X, {6, 3}, {{20, 25}, {22, 25}}, 2, REFERENCE_LEGAL, 0, 0},
    {"only the higher die may be chosen",
        {.point = {[14] = 1, [3] = -2}, .off_o = 14, .off_x = 13},
        REFERENCE_O, {6, 5}, {{14, 9}}, 1, REFERENCE_BAD_POINTS, 0, 5},
    {"the higher die alone",
        {.point = {[14] = 1, [3] = -2}, .off_o = 14, .off_x = 13},
        REFERENCE_O, {6, 5}, {{14, 8}}, 1, REFERENCE_LEGAL, 0, 0},
};
/* clang-format on */

TEST(move_commands_are_judged_with_the_right_error)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct verdict_case *c = &cases[i];
        struct reference_judgement got = reference_judge(
            *state, &c->board, c->colour, c->dice[0], c->dice[1], c->hops, c->count);
        if (got.verdict != c->want ||
            (got.verdict != REFERENCE_LEGAL &&
             (got.hop != c->hop || got.number != c->number))) {
            fail_msg("%s: verdict %d, hop %d, number %d", c->description, got.verdict,
                     got.hop, got.number);
        }
    }
}

TEST(hit_checker_goes_to_its_own_bar)
{
    const struct reference_board board = {.point = {[8] = 15, [5] = -1, [19] = -14}};
    const struct reference_hop hops[] = {{8, 5}, {8, 7}};
    struct reference_judgement got =
        reference_judge(*state, &board, REFERENCE_O, 3, 1, hops, 2);
    assert_int_equal(got.verdict, REFERENCE_LEGAL);
    assert_int_equal(got.after.point[5], 1);
    assert_int_equal(got.after.point[0], -1);
    assert_int_equal(reference_on_bar(&got.after, REFERENCE_X), 1);
    assert_int_equal(reference_pips(&got.after, REFERENCE_X), 25 + 14 * 6);
    assert_null(reference_fault(&got.after));
}

TEST(off_takes_every_die_or_nothing)
{
    struct reference_play play;
    const struct reference_board good = {.point = {[6] = 2, [2] = 1, [24] = -15},
                                         .off_o = 12};
    assert_true(reference_bear_off(&good, REFERENCE_O, 2, 6, &play));
    assert_int_equal(play.count, 2);
    assert_int_equal(play.hops[0].from, 6);
    assert_int_equal(play.hops[1].from, 2);
    assert_false(reference_bear_off(&good, REFERENCE_O, 3, 6, &play));
    const struct reference_board last = {.point = {[4] = 1, [24] = -15}, .off_o = 14};
    assert_true(reference_bear_off(&last, REFERENCE_O, 5, 5, &play));
    assert_int_equal(play.count, 1);
    const struct reference_board outside = {.point = {[7] = 1, [6] = 1, [24] = -15},
                                            .off_o = 13};
    assert_false(reference_bear_off(&outside, REFERENCE_O, 6, 6, &play));
}

TEST(won_games_count_one_two_or_three)
{
    static const struct {
        const char *description;
        struct reference_board board;
        int result;
    } results[] = {
        {"going on", {.point = {[1] = 1, [24] = -1}, .off_o = 14, .off_x = 14}, 0},
        {"single", {.point = {[24] = -14}, .off_o = 15, .off_x = 1}, 1},
        {"gammon", {.point = {[7] = -15}, .off_o = 15}, 2},
        {"in the winner's home", {.point = {[6] = -1, [19] = -14}, .off_o = 15}, 3},
        {"on the bar", {.point = {[0] = -1, [19] = -14}, .off_o = 15}, 3},
        {"X wins a single game", {.point = {[1] = 14}, .off_o = 1, .off_x = 15}, -1},
        {"X wins a gammon", {.point = {[18] = 15}, .off_x = 15}, -2},
        {"X wins a backgammon", {.point = {[19] = 1, [1] = 14}, .off_x = 15}, -3},
    };
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        int got = reference_result(&results[i].board);
        if (got != results[i].result) {
            fail_msg("%s: %d", results[i].description, got);
        }
    }
}

TEST(faulty_boards_are_found)
{
    struct reference_board board;
    reference_start(&board);
    assert_null(reference_fault(&board));
    assert_int_equal(reference_pips(&board, REFERENCE_O), 167);
    assert_int_equal(reference_pips(&board, REFERENCE_X), 167);
    board.point[24] = 3;
    assert_non_null(reference_fault(&board));
    reference_start(&board);
    board.point[19] = -4;
    assert_non_null(reference_fault(&board));
    board.point[25] = -1;
    assert_non_null(reference_fault(&board));
    reference_start(&board);
    board.point[0] = 1;
    board.point[24] = 1;
    assert_non_null(reference_fault(&board));
}

TEST_MAIN(make_generator, free_generator)
