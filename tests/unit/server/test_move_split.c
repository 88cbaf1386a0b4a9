/* A checker that is moved by two dice in one go. */
#include "server/fibsd_core.h"
#include "tests/unit/test_case.h"

static struct reference_generator *generator;
static struct reference_board board;

static int set_up(void **state)
{
    generator = reference_generator_new();
    reference_start(&board);
    return generator != NULL ? 0 : -1;
}

static int tear_down(void **state)
{
    reference_generator_free(generator);
    return 0;
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)

static const struct reference_play *split(int die_a, int die_b, int count,
                                          const struct reference_hop *hops)
{
    return move_split(reference_plays(generator, &board, REFERENCE_O, die_a, die_b),
                      &board, REFERENCE_O, hops, count);
}

CASE(a_run_is_made_of_both_dice)
{
    const struct reference_hop run[] = {{24, 14}};
    const struct reference_play *play = split(6, 4, 1, run);
    assert_non_null(play);
    assert_int_equal(play->count, 2);
    assert_int_equal(play->hops[0].from, 24);
    assert_int_equal(play->hops[1].to, 14);
    assert_int_equal(play->after.point[14], 1);
}

CASE(doubles_are_split_into_all_their_hops)
{
    const struct reference_hop both[] = {{24, 18}, {24, 18}, {13, 1}};
    const struct reference_hop four[] = {{24, 20}, {24, 20}, {13, 5}};
    assert_null(split(6, 6, 3, both)); /* 13/7/1 is blocked */
    const struct reference_play *play = split(4, 4, 3, four);
    assert_non_null(play);
    assert_int_equal(play->count, 4);
    assert_int_equal(play->after.point[5], 1);
}

CASE(what_the_dice_do_not_give_is_refused)
{
    const struct reference_hop far[] = {{24, 13}}, back[] = {{13, 23}},
                               nobody[] = {{20, 10}}, part[] = {{24, 18}};
    assert_null(split(6, 4, 1, far));
    assert_null(split(6, 4, 1, back));
    assert_null(split(6, 4, 1, nobody));
    assert_null(split(6, 4, 1, part));
    assert_null(split(6, 4, 0, NULL));
}

/* 24/14 by 20 hits there, by 18 it does not. */
CASE(a_hit_that_is_not_written_is_not_made)
{
    const struct reference_hop run[] = {{24, 14}};
    board.point[20] = -1;
    board.point[19] += 1;
    const struct reference_play *play = split(6, 4, 1, run);
    assert_non_null(play);
    assert_int_equal(play->after.point[20], -1);
    assert_int_equal(play->after.point[0], 0);
    board.point[18] = -2; /* now the only way hits */
    board.point[19] += 2;
    play = split(6, 4, 1, run);
    assert_non_null(play);
    assert_int_equal(play->after.point[0], -1);
}

TEST_MAIN(NULL, NULL)
