/* The inputs: rows of single positions, changes between positions, hand-made inputs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/board/rng.h"
#include "engine/net/inputs.h"
#include "tests/unit/test_case.h"

static void count_rows(const struct position *pos, int counts[INPUT_ROWS])
{
    uint16_t rows[INPUTS_ACTIVE];
    memset(counts, 0, INPUT_ROWS * sizeof *counts);
    inputs_rows(pos, rows);
    for (int i = 0; i < INPUTS_ACTIVE; i++) {
        assert_in_range(rows[i], 0, INPUT_ROWS - 1);
        counts[rows[i]]++;
    }
}

TEST(every_checker_switches_on_the_row_of_its_number)
{
    struct position pos;
    int counts[INPUT_ROWS];
    memset(&pos, 0, sizeof pos);
    pos.mine.at[POINT_OFF] = 2;
    pos.mine.at[1] = 9;
    pos.mine.at[24] = 1;
    pos.mine.at[POINT_BAR] = 3;
    pos.theirs.at[POINT_BAR] = 5;
    pos.theirs.at[6] = 10;
    count_rows(&pos, counts);
    const struct {
        int row;
        int count;
    } want[] = {
        {0, 1},           {4, 1},
        {5, 4},           {23 * 6, 1},
        {23 * 6 + 1, 0},  {144, 1},
        {146, 1},         {147, 1},
        {148, 1},         {149, 0},
        {162 + 144, 1},   {162 + 146, 3},
        {162 + 5 * 6, 1}, {162 + 5 * 6 + 5, 5},
    };
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        assert_int_equal(counts[want[i].row], want[i].count);
    }
}

TEST(changes_lead_from_one_position_to_the_other)
{
    struct play_list *list = aligned_alloc(64, sizeof *list);
    assert_non_null(list);
    struct rng rng;
    rng_seed(&rng, 3, 0);
    struct position pos;
    position_start(&pos);
    for (int turn = 0; turn < 300; turn++) {
        movegen_plays(&pos, rng_roll(&rng), list);
        int a = (int)rng_below(&rng, (uint32_t)list->count);
        int b = (int)rng_below(&rng, (uint32_t)list->count);
        int from[INPUT_ROWS];
        int to[INPUT_ROWS];
        count_rows(&list->after[a], from);
        count_rows(&list->after[b], to);
        struct input_changes changes;
        inputs_changes(&list->after[a], &list->after[b], &changes);
        assert_true(a != b || changes.count == 0);
        for (int i = 0; i < changes.count; i++) {
            from[changes.add[i]]++;
        }
        for (int i = 0; i < changes.count; i++) {
            from[changes.remove[i]]--;
        }
        assert_memory_equal(from, to, sizeof from);
        pos = position_swap(&list->after[a]);
        if (position_game_result(&pos) != 0) {
            position_start(&pos);
        }
    }
    free(list);
}

/* Changing a set makes every weights file of it useless: add another set instead. */
TEST(digests_of_the_sets_never_change)
{
    assert_int_equal(input_set_digest(input_set_by_name("checkers")),
                     0x595ed37fcb5b7b99U);
    assert_int_equal(input_set_digest(input_set_by_id(2)), 0x7017bc88f9c45c62U);
}

/* Point numbers of mine just moved; theirs is on roll. */
static struct position one_blot(int blot, int hitter)
{
    struct position pos;
    memset(&pos, 0, sizeof pos);
    pos.mine.at[blot] = 1;
    pos.mine.at[1] = 14;
    pos.theirs.at[hitter] = 2;
    pos.theirs.at[2] = 13;
    return pos;
}

TEST(shots_are_those_of_every_beginners_table)
{
    /* Rolls of 36 that hit a blot so many points away over an empty board: R. Jacoby
     * and J. Crawford, The Backgammon Book (1970). */
    static const int table[25] = {0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3,
                                  0, 0,  1,  1,  0,  1,  0,  1, 0, 0, 0, 1};
    for (int away = 1; away <= 20; away++) {
        float inputs[INPUTS_HAND];
        struct position pos = one_blot(22, 3 + away);
        input_set_by_name("checkers+hand")->fill(&pos, inputs);
        assert_int_equal((int)lroundf(inputs[0] * 36.0F), table[away]);
    }
}

TEST(six_prime_is_seen_before_a_man_on_the_bar)
{
    enum { PRIME = 4, PRIME_6 = 7, DANCE = 11 };
    struct position pos;
    float inputs[INPUTS_HAND];
    memset(&pos, 0, sizeof pos);
    for (int p = 1; p <= 6; p++) {
        pos.mine.at[p] = 2;
    }
    pos.mine.at[20] = 3;
    pos.theirs.at[POINT_BAR] = 1;
    pos.theirs.at[1] = 14;
    input_set_by_name("checkers+hand")->fill(&pos, inputs);
    assert_float_equal(inputs[PRIME], 1.0F, 1e-6F);
    assert_float_equal(inputs[PRIME_6], 1.0F, 1e-6F);
    assert_float_equal(inputs[DANCE], 1.0F, 1e-6F);
    assert_float_equal(inputs[INPUTS_HAND_SIDE + DANCE], 0.0F, 1e-6F);
}

TEST_MAIN(NULL, NULL)
