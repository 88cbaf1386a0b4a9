/* The move generator against a second one that was written from the rules alone, and
 * both against turns that were played on fibs.com. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/board/rng.h"
#include "reference/rules.h"
#include "tests/unit/engine/board/reference_board.h"
#include "tests/unit/test_case.h"

enum { COMPARISONS = 120000 };

static struct tools {
    struct play_list *list;
    struct reference_generator *generator;
    struct rng rng;
} tools;

static int make_tools(void **state)
{
    memset(&tools, 0, sizeof tools);
    tools.list = aligned_alloc(64, sizeof *tools.list);
    tools.generator = reference_generator_new();
    assert_non_null(tools.list);
    assert_non_null(tools.generator);
    rng_seed(&tools.rng, 20260101, 0);
    return 0;
}

static int free_tools(void **state)
{
    free(tools.list);
    reference_generator_free(tools.generator);
    return 0;
}

static struct position as_position(const struct reference_board *board, int colour)
{
    struct position pos = {.mine = {{0}}};
    for (int p = 0; p <= 25; p++) {
        int count = board->point[p] * colour;
        int mine_at = colour == REFERENCE_O ? p : 25 - p;
        if (count > 0) {
            pos.mine.at[mine_at] = (uint8_t)count;
        } else if (count < 0) {
            pos.theirs.at[25 - mine_at] = (uint8_t)-count;
        }
    }
    pos.mine.at[0] = (uint8_t)reference_off(board, colour);
    pos.theirs.at[0] = (uint8_t)reference_off(board, -colour);
    return pos;
}

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct reference_board));
}

static void assert_same_plays(const struct position *pos, int colour, struct roll roll)
{
    static struct reference_board ours[PLAY_LIST_MAX];
    static struct reference_board theirs[REFERENCE_MAX_PLAYS];
    struct reference_board before = as_reference(pos, colour);
    const struct reference_plays *plays =
        reference_plays(tools.generator, &before, colour, roll.low, roll.high);
    movegen_plays(pos, roll, tools.list);
    if (tools.list->count != plays->count) {
        fail_msg("%d plays, the reference has %d", tools.list->count, plays->count);
    }
    for (int i = 0; i < plays->count; i++) {
        ours[i] = as_reference(&tools.list->after[i], colour);
        theirs[i] = plays->plays[i].after;
        assert_int_equal(tools.list->plays[i].count, plays->most);
    }
    qsort(ours, (size_t)plays->count, sizeof ours[0], by_bytes);
    qsort(theirs, (size_t)plays->count, sizeof theirs[0], by_bytes);
    assert_memory_equal(ours, theirs, (size_t)plays->count * sizeof ours[0]);
}

/* Both sides anywhere, with blots, primes, bars and borne-off checkers. */
static struct position scattered_position(struct rng *rng)
{
    struct position pos = {.mine = {{0}}};
    int reach = 1 + (int)rng_below(rng, 25);
    for (int side = 0; side < 2; side++) {
        struct side *own = side == 0 ? &pos.mine : &pos.theirs;
        const struct side *other = side == 0 ? &pos.theirs : &pos.mine;
        for (int left = CHECKERS; left > 0;) {
            int p = (int)rng_below(rng, (uint32_t)reach + 1);
            int wanted = 1 + (int)rng_below(rng, 3);
            int count = wanted < left ? wanted : left;
            if (p == 0 || p == 25 || other->at[25 - p] == 0) {
                own->at[p] = (uint8_t)(own->at[p] + count);
                left -= count;
            }
        }
    }
    return pos;
}

TEST(plays_of_random_positions_are_those_of_the_reference)
{
    struct position pos;
    position_start(&pos);
    for (int i = 0; i < COMPARISONS; i++) {
        int colour = i % 2 == 0 ? REFERENCE_O : REFERENCE_X;
        if (i % 4 == 0) {
            struct position scattered = scattered_position(&tools.rng);
            if (position_fault(&scattered) == NULL &&
                position_game_result(&scattered) == 0) {
                assert_same_plays(&scattered, colour, rng_roll(&tools.rng));
                continue;
            }
        }
        assert_same_plays(&pos, colour, rng_roll(&tools.rng));
        uint32_t chosen = rng_below(&tools.rng, (uint32_t)tools.list->count);
        pos = position_swap(&tools.list->after[chosen]);
        if (position_game_result(&pos) != 0) {
            position_start(&pos);
        }
    }
}

TEST(game_over_and_pips_are_those_of_the_reference)
{
    for (int i = 0; i < 20000; i++) {
        struct position pos = scattered_position(&tools.rng);
        if (i % 2 == 0) { /* somebody has finished */
            memset(&pos.theirs, 0, sizeof pos.theirs);
            pos.theirs.at[0] = CHECKERS;
        }
        int colour = i % 3 == 0 ? REFERENCE_O : REFERENCE_X;
        struct reference_board board = as_reference(&pos, colour);
        assert_null(reference_fault(&board));
        assert_int_equal(reference_pips(&board, colour), position_pip_count(&pos.mine));
        assert_int_equal(reference_pips(&board, -colour),
                         position_pip_count(&pos.theirs));
        if (pos.mine.at[0] < CHECKERS || pos.theirs.at[0] < CHECKERS) {
            assert_int_equal(reference_result(&board) * colour,
                             position_game_result(&pos));
        }
        struct position back = as_position(&board, colour);
        assert_true(position_equal(&back, &pos));
    }
}

static uint64_t reference_perft(struct reference_generator *generator,
                                const struct reference_board *board, int colour,
                                int depth)
{
    uint64_t sum = 0;
    for (int a = 1; a <= 6; a++) {
        for (int b = 1; b <= a; b++) {
            const struct reference_plays *plays =
                reference_plays(generator, board, colour, a, b);
            int count = plays->count;
            if (depth == 1) {
                sum += (uint64_t)count;
                continue;
            }
            struct reference_board *after = calloc((size_t)count, sizeof *after);
            assert_non_null(after);
            for (int i = 0; i < count; i++) {
                after[i] = plays->plays[i].after;
            }
            for (int i = 0; i < count; i++) {
                sum += reference_perft(generator, &after[i], -colour, depth - 1);
            }
            free(after);
        }
    }
    return sum;
}

/* Counts checked with GNU Backgammon 1.07, see tests/data. */
TEST(reference_has_the_known_numbers_of_plays)
{
    struct reference_board board;
    reference_start(&board);
    assert_int_equal(reference_perft(tools.generator, &board, REFERENCE_O, 1), 447);
    assert_int_equal(reference_perft(tools.generator, &board, REFERENCE_X, 2), 202782);
}

/* ---- turns from fibs.com --------------------------------------------------------- */

static struct reference_board read_board(const char *text, int off)
{
    struct reference_board board = {.off_o = (signed char)off};
    int x = 0;
    for (int p = 0; p <= 25; p++) {
        char *end;
        board.point[p] = (signed char)strtol(text, &end, 10);
        x -= board.point[p] < 0 ? board.point[p] : 0;
        text = end + (*end == ':');
    }
    board.off_x = (signed char)(15 - x);
    return board;
}

static bool has_after(const struct reference_plays *plays,
                      const struct reference_board *after)
{
    for (int i = 0; i < plays->count; i++) {
        if (by_bytes(&plays->plays[i].after, after) == 0) {
            return true;
        }
    }
    return false;
}

static void check_live_turn(char *line)
{
    char *field[7];
    int fields = 0;
    for (char *rest = line; fields < 7 && rest != NULL; fields++) {
        field[fields] = strsep(&rest, "\t\n");
    }
    assert_int_equal(fields, 7);
    int off_before = atoi(field[2]);
    int die_a = field[3][0] - '0';
    int die_b = field[3][2] - '0';
    struct reference_board before = read_board(field[1], off_before);
    struct reference_board after = before;
    int can_move = 0;
    if (strcmp(field[4], "DANCE") != 0) {
        after = read_board(field[4], atoi(field[5]));
        can_move = atoi(field[6]);
    }
    assert_null(reference_fault(&before));
    assert_null(reference_fault(&after));
    const struct reference_plays *plays =
        reference_plays(tools.generator, &before, REFERENCE_O, die_a, die_b);
    if (plays->most != can_move || !has_after(plays, &after)) {
        fail_msg("%s: not a play of the reference", field[0]);
    }
    struct position pos = as_position(&before, REFERENCE_O);
    struct roll roll = {(uint8_t)(die_a > die_b ? die_a : die_b),
                        (uint8_t)(die_a > die_b ? die_b : die_a)};
    assert_same_plays(&pos, REFERENCE_O, roll);
}

TEST(turns_of_real_games_are_among_the_plays)
{
    FILE *file = fopen("tests/data/turns_live_fibs.tsv", "r");
    assert_non_null(file);
    char line[1024];
    int turns = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] != '#') {
            check_live_turn(line);
            turns++;
        }
    }
    (void)fclose(file);
    assert_int_equal(turns, 42);
}

TEST_MAIN(make_tools, free_tools)
