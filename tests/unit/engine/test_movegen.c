/* The move generator: known counts and the rules that are easy to get wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine/movegen.h"

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

static void opening_has_the_known_numbers_of_plays(void **state)
{
    struct position start;
    position_start(&start);
    assert_int_equal(movegen_perft(&start, 1, false, *state), 447);
    assert_int_equal(movegen_perft(&start, 1, true, *state), 637);
    assert_int_equal(movegen_perft(&start, 2, false, *state), 202782);
    assert_int_equal(movegen_perft(&start, 2, true, *state), 419783);
}

static void checkers_on_the_bar_enter_first(void **state)
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

static void the_higher_die_is_played_when_only_one_can_be(void **state)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opening_has_the_known_numbers_of_plays),
        cmocka_unit_test(checkers_on_the_bar_enter_first),
        cmocka_unit_test(the_higher_die_is_played_when_only_one_can_be),
    };
    return cmocka_run_group_tests(tests, make_lists, free_lists);
}
