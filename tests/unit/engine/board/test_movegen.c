/* The move generator: known counts and the rules that are easy to get wrong. */
#include <stdlib.h>

#include "engine/board/decision_context.h"
#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "engine/board/position.h"
#include "engine/board/position_id.h"
#include "engine/board/side_bits.h"
#include "tests/unit/engine/board/context.h"
#include "tests/unit/engine/board/random_position.h"
#include "tests/unit/test_case.h"

static int make_lists(void **state)
{
    *state = aligned_alloc(64, 3 * sizeof(struct play_list));
    return *state == NULL;
}

static int free_lists(void **state)
{
    free(*state);
    return 0;
}

TEST(opening_has_the_known_numbers_of_plays)
{
    struct position start;
    position_start(&start);
    assert_int_equal(movegen_perft(&start, 1, false, *state), 447);
    assert_int_equal(movegen_perft(&start, 1, true, *state), 637);
    assert_int_equal(movegen_perft(&start, 2, false, *state), 202782);
    assert_int_equal(movegen_perft(&start, 2, true, *state), 419783);
}

TEST(checkers_on_the_bar_enter_first)
{
    struct play_list *list = *state;
    struct position pos;
    position_start(&pos);
    pos.mine.at[13]--;
    pos.mine.at[POINT_BAR]++;
    movegen_plays(&pos, (struct roll){6, 4}, list);
    for (int i = 0; i < list->count; i++) {
        assert_int_equal(list->plays[i].moves[0].from, POINT_BAR);
        assert_int_equal(list->plays[i].moves[0].to, 21);
    }
    movegen_plays(&pos, (struct roll){6, 6}, list);
    assert_int_equal(list->count, 1);
    assert_int_equal(list->plays[0].count, 0);
    assert_true(position_equal(&list->after[0], &pos));
}

TEST(the_higher_die_is_played_when_only_one_can_be)
{
    struct play_list *list = *state;
    struct position pos = {.mine = {{[0] = 14, [14] = 1}},
                           .theirs = {{[0] = 13, [22] = 2}}};
    /* 14/8 and 14/9 are open, but going on to 3 is blocked by their 22 point */
    movegen_plays(&pos, (struct roll){6, 5}, list);
    assert_int_equal(list->count, 1);
    assert_int_equal(list->plays[0].count, 1);
    assert_int_equal(list->plays[0].moves[0].to, 8);
}

#define X(board) "XGID=" board ":0:0:1:00:0:0:0:0:10"

/* Positions with few plays; each play is named. */
TEST(the_rules_leave_just_these_plays)
{
    struct play_list *list = *state;
    static const struct {
        const char *rule;
        const char *position;
        struct roll roll;
        const char *plays[3];
    } cases[] = {
        {"the order of the dice is chosen so that both can be played",
         X("-----------------b-----A--"),
         {6, 1},
         {"23/22/16"}},
        {"the lower die is played when the higher cannot be",
         X("---------------b-b-----A--"),
         {6, 2},
         {"23/21"}},
        {"a hit opens no other way",
         X("------------------a----bA-"),
         {6, 1},
         {"24/18*/17"}},
        {"nobody moves while one is on the bar",
         X("--------A----------b-----B"),
         {6, 4},
         {"bar/21"}},
        {"a double is played as often as it can be",
         X("-------------b-----------A"),
         {4, 4},
         {"bar/21/17"}},
        {"a closed board is a dance", X("-------------------bbbbbbA"), {6, 6}, {""}},
        {"a closed board is a dance", X("-------------------bbbbbbA"), {4, 3}, {""}},
        {"bearing off begins when all are home",
         X("-A-----A------------a-----"),
         {6, 1},
         {"7/6/off"}},
        {"a larger die bears off the rearmost checker",
         X("--AAA---------------a-----"),
         {6, 5},
         {"4/off 3/off"}},
        {"a die may be played within the board",
         X("-A--A---------------a-----"),
         {4, 1},
         {"4/off 1/off", "4/3/off"}},
        {"a larger die waits for checkers behind",
         X("--A---A-------------a-----"),
         {5, 5},
         {"6/1/off 2/off"}},
    };
    struct play_list *room = list + 1;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct decision_context at = context(cases[i].position);
        struct play play;
        struct error err = {0};
        int wanted = 0;
        for (; wanted < 3 && cases[i].plays[wanted] != NULL; wanted++) {
            if (!notation_read(cases[i].plays[wanted], &at.pos, cases[i].roll, room,
                               &play, &err)) {
                fail_msg("%s: %s", cases[i].rule, err.text);
            }
        }
        movegen_plays(&at.pos, cases[i].roll, list);
        if (list->count != wanted) {
            fail_msg("%s: %d plays", cases[i].rule, list->count);
        }
    }
}

TEST(there_is_a_play_unless_the_only_one_is_a_dance)
{
    struct play_list *list = *state;
    struct rng rng;
    int dances = 0;
    rng_seed(&rng, 20, 0);
    for (int i = 0; i < 2000; i++) {
        struct position pos;
        random_position(&rng, &pos);
        for (int r = 0; r < ROLLS; r++) {
            movegen_plays(&pos, roll_all[r].roll, list);
            bool has_play = list->plays[0].count > 0;
            assert_int_equal(movegen_has_play(&pos, roll_all[r].roll), has_play);
            dances += !has_play;
        }
    }
    assert_true(dances > 100 && dances < 2000 * ROLLS - 1000);
}

/* The search does not look at contact again where it is certain. */
TEST(no_play_ends_a_contact_that_is_certain)
{
    struct play_list *list = *state;
    struct rng rng;
    int certain = 0;
    int ended = 0;
    rng_seed(&rng, 6, 6);
    for (int i = 0; i < 3000; i++) {
        struct position pos;
        random_position(&rng, &pos);
        bool is_certain = position_keeps_contact(&pos);
        certain += is_certain;
        for (int r = 0; r < ROLLS; r++) {
            movegen_plays(&pos, roll_all[r].roll, list);
            for (int n = 0; n < list->count; n++) {
                bool has_contact = position_has_contact(&list->after[n]);
                assert_true(has_contact || !is_certain);
                ended += !has_contact && position_has_contact(&pos);
            }
        }
    }
    assert_in_range(certain, 1000, 2900);
    assert_in_range(ended, 10, 1000000);
}

TEST_MAIN(make_lists, free_lists)
