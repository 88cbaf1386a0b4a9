/* The flow of a game on bgammon.org, and single hops against the referee. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/unit/server/bgammon/guests.h"

/* Sets the match as a test wants it: on turn, with dice or not. */
static struct bgammond_match *set_turn(const struct guests *g, int turn, int first,
                                       int second)
{
    struct bgammond_match *match = guests_match(g);
    match->turn = turn;
    match->roll[0] = first;
    match->roll[1] = second;
    match->moved_count = 0;
    match->is_opening = false;
    return match;
}

static void set_board(struct bgammond_match *match, const int points[26], int off_o,
                      int off_x)
{
    for (int i = 0; i < 26; i++) {
        match->board.point[i] = (signed char)points[i];
    }
    match->board.off_o = (signed char)off_o;
    match->board.off_x = (signed char)off_x;
    assert_null(reference_fault(&match->board));
}

/* ---- the opening ----------------------------------------------------------------- */

static void both_roll_for_the_opening_and_the_winner_plays_both_dice(void **state)
{
    struct guests g;
    (void)state;
    guests_open(&g, NULL);
    guests_seat(&g, "create public 5 0");
    guests_forget(&g);
    guests_say(&g, 0, "roll");
    assert_heard(&g, 1, "\"Roll1\":0,\"Roll2\":"); /* the other's die comes second */
    guests_say(&g, 0, "roll");
    assert_heard(&g, 0, "failedroll");
    guests_say(&g, 1, "roll");
    const struct bgammond_match *match = guests_match(&g);
    assert_int_equal(match->turn, match->roll[0] > match->roll[1] ? 0 : 1);
    char own[40];
    (void)snprintf(own, sizeof own, "\"Roll1\":%d,\"Roll2\":%d", match->roll[1],
                   match->roll[0]);
    assert_heard(&g, 1, own);
    guests_close(&g);
}

static void equal_dice_of_the_opening_are_rolled_again(void **state)
{
    struct bgammond_config config;
    struct guests g;
    (void)state;
    bgammond_config_default(&config);
    config.faults.has_equal_openings = true;
    guests_open(&g, &config);
    guests_seat(&g, "create public 5 0");
    guests_say(&g, 0, "roll");
    guests_say(&g, 1, "roll");
    assert_int_not_equal(guests_match(&g)->roll[0], guests_match(&g)->roll[1]);
    int rolled = 0;
    for (const char *at = g.heard[0]; (at = strstr(at, "\"rolled\"")) != NULL; at++) {
        rolled++;
    }
    assert_true(rolled >= 4);
    guests_close(&g);
}

/* ---- turns ----------------------------------------------------------------------- */

static void a_turn_is_moved_and_ended(void **state)
{
    struct guests g;
    (void)state;
    guests_open(&g, NULL);
    guests_seat(&g, "create public 5 0");
    (void)set_turn(&g, 1, 3, 1);
    guests_forget(&g);
    guests_say(&g, 1, "ok");
    assert_heard(&g, 1, "failedok");
    guests_say(&g, 1, "move 8/4");
    assert_heard(&g, 1, "\"moved\""); /* 3 and 1 by one man */
    assert_heard(&g, 1, "\"Moves\":[[8,5],[5,4]]");
    assert_heard(&g, 0, "\"Moves\":[[17,20],[20,21]]");
    guests_say(&g, 1, "move 6/5");
    assert_heard(&g, 1, "failedmove");
    guests_say(&g, 1, "reset");
    guests_say(&g, 1, "mv 8/5 6/5");
    guests_say(&g, 1, "ok");
    assert_int_equal(guests_match(&g)->turn, 0);
    assert_int_equal(bgammond_counts(g.core)->illegal, 2);
    guests_close(&g);
}

static void only_what_is_new_is_told_and_a_reset_takes_all_back(void **state)
{
    struct guests g;
    (void)state;
    guests_open(&g, NULL);
    guests_seat(&g, "create public 5 0");
    struct bgammond_match *match = set_turn(&g, 0, 3, 1);
    guests_forget(&g);
    guests_say(&g, 0, "roll"); /* the dice are there */
    assert_heard(&g, 0, "failedroll");
    assert_int_equal(match->roll[0] * 10 + match->roll[1], 31);
    guests_say(&g, 0, "move ");
    guests_say(&g, 0, "move 8/5 6/1"); /* all of it or nothing */
    assert_heard(&g, 0,
                 "{\"Type\":\"failedmove\",\"Player\":\"\",\"From\":6,\"To\":1,");
    assert_int_equal(match->moved_count, 0);
    guests_say(&g, 0, "move 8/5");
    guests_forget(&g);
    guests_say(&g, 0, "move 6/5");
    assert_heard(&g, 1, "\"moved\",\"Player\":\"BOT_a\",\"Moves\":[[19,20]]");
    assert_heard(&g, 1, "\"Moves\":[[17,20],[19,20]],\"Winner\"");
    guests_say(&g, 0, "reset");
    assert_int_equal(match->moved_count, 0);
    assert_int_equal(match->board.point[8], 3);
    assert_int_equal(match->board.point[6], 5);
    assert_int_equal(bgammond_counts(g.core)->illegal, 3);
    guests_say(&g, 0, "reset");
    assert_int_equal(bgammond_counts(g.core)->illegal, 4);
    guests_close(&g);
}

static void bar_and_home_have_words(void **state)
{
    static const int on_bar[26] = {[25] = 1, [3] = 2, [24] = -1};
    static const int at_home[26] = {[3] = 3, [24] = -1};
    static const struct {
        const int *points;
        const char *move;
        int point, men;
    } rows[] = {{on_bar, "move bar/21", 21, 1}, {on_bar, "move b/21", 21, 1},
                {at_home, "move 3/off", 3, 2},  {at_home, "move 3/o", 3, 2},
                {at_home, "move 3/home", 3, 2}, {at_home, "move 3/h", 3, 2},
                {on_bar, "move off/21", 25, 1}, {at_home, "move 3/bar", 3, 3}};
    struct guests g;
    (void)state;
    guests_open(&g, NULL);
    guests_seat(&g, "create public 5 0");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bgammond_match *match = set_turn(&g, 0, 4, 3);
        set_board(match, rows[i].points, 12, 14);
        guests_say(&g, 0, rows[i].move);
        assert_int_equal(match->board.point[rows[i].point], rows[i].men);
    }
    guests_close(&g);
}

static void a_man_of_both_dice_hits_on_the_way(void **state)
{
    struct guests g;
    (void)state;
    guests_open(&g, NULL);
    guests_seat(&g, "create public 5 0");
    for (int i = 0; i < 2; i++) {
        struct bgammond_match *match = set_turn(&g, 0, i == 0 ? 3 : 1, i == 0 ? 1 : 3);
        reference_start(&match->board);
        match->board.point[i == 0 ? 7 : 5] = -1; /* of the 1 first, and of the 3 */
        match->board.point[1] = -1;
        assert_null(reference_fault(&match->board));
        guests_say(&g, 0, "move 8/4");
        assert_int_equal(match->board.point[0], -1);
        assert_int_equal(match->board.point[4], 1);
    }
    guests_close(&g);
}

static void hops_back_undo(void **state)
{
    struct guests g;
    (void)state;
    guests_open(&g, NULL);
    guests_seat(&g, "create public 5 0");
    (void)set_turn(&g, 0, 3, 1);
    guests_say(&g, 0, "move 8/5");
    guests_say(&g, 0, "move 5/8");
    assert_int_equal(guests_match(&g)->moved_count, 0);
    assert_int_equal(guests_match(&g)->board.point[8], 3);
    guests_close(&g);
}

static void who_may_not_double_is_rolled_for(void **state)
{
    struct guests g;
    (void)state;
    guests_open(&g, NULL);
    guests_seat(&g, "create public 1 0");
    (void)set_turn(&g, 0, 3, 1);
    guests_say(&g, 0, "move 8/5 6/5");
    guests_forget(&g);
    guests_say(&g, 0, "ok");
    assert_heard(&g, 1, "{\"Type\":\"rolled\",\"Player\":\"Guest_ann\"");
    assert_int_not_equal(guests_match(&g)->roll[0], 0);
    guests_close(&g);
}

static void with_autoplay_a_play_without_choice_is_made(void **state)
{
    /* O has all men on the bar against six points */
    static const int points[26] = {[25] = 15, [19] = -2, [20] = -2, [21] = -2,
                                   [22] = -2, [23] = -2, [24] = -2, [1] = -3};
    struct guests g;
    (void)state;
    guests_open(&g, NULL);
    guests_seat(&g, "create public 5 0");
    guests_say(&g, 0, "set autoplay 1");
    struct bgammond_match *match = set_turn(&g, 1, 0, 0);
    set_board(match, points, 0, 0);
    match->cube_owner =
        1; /* seat 0 may not double: it is rolled for, dances, and passes */
    match->turn = 1;
    match->roll[0] = 1;
    match->roll[1] = 2;
    guests_forget(&g);
    guests_say(&g, 1, "move 24/23 24/22");
    guests_say(&g, 1, "ok");
    assert_heard(&g, 0, "\"Forced\":true");
    assert_int_equal(guests_match(&g)->turn, 1);
    guests_close(&g);
}

/* ---- the cube and the end -------------------------------------------------------- */

static void an_offer_is_taken_and_the_doubler_still_rolls(void **state)
{
    struct guests g;
    (void)state;
    guests_open(&g, NULL);
    guests_seat(&g, "create public 5 0");
    (void)set_turn(&g, 0, 0, 0);
    guests_forget(&g);
    guests_say(&g, 1, "double");
    assert_int_equal(bgammond_counts(g.core)->illegal, 1);
    guests_say(&g, 0, "double");
    assert_heard(&g, 1, "\"Turn\":2");
    assert_heard(&g, 1, "\"DoubleOffered\":true");
    guests_say(&g, 0, "roll");
    assert_heard(&g, 0, "failedroll");
    guests_say(&g, 0, "ok"); /* his own double */
    assert_heard(&g, 0, "failedok");
    guests_forget(&g);
    guests_say(&g, 1, "ok");
    assert_heard(&g, 0, "\"DoubleValue\":2,\"DoublePlayer\":2,\"DoubleOffered\":false");
    assert_heard(&g, 0, "\"Turn\":1");
    guests_say(&g, 0, "double");
    assert_int_equal(bgammond_counts(g.core)->illegal, 4);
    guests_close(&g);
}

static void a_drop_costs_what_the_board_says(void **state)
{
    struct guests g;
    (void)state;
    guests_open(&g, NULL);
    guests_seat(&g, "create public 3 0");
    (void)set_turn(&g, 0, 0, 0);
    guests_say(&g, 0, "double");
    guests_forget(&g);
    guests_say(&g, 1, "resign");
    assert_heard(&g, 0,
                 "{\"Type\":\"win\",\"Player\":\"BOT_a\",\"Points\":3,\"Rating\":0,"
                 "\"Resigned\":\"Guest_ann\"}");
    assert_heard(&g, 0, "\"Winner\":1");
    assert_heard(&g, 1, "\"Winner\":2");
    guests_close(&g);
}

static void points_are_not_cut_and_crawford_steps_on(void **state)
{
    struct guests g;
    (void)state;
    guests_open(&g, NULL);
    guests_seat(&g, "create public 5 0");
    struct bgammond_match *match = set_turn(&g, 0, 3, 1);
    match->seats[0].points = 1;
    guests_say(&g, 0, "resign"); /* 1:3 */
    assert_int_equal(match->seats[1].points, 3);
    assert_int_equal(match->crawford, 0);
    (void)set_turn(&g, 1, 3, 1);
    guests_say(&g, 1, "resign"); /* 4:3 */
    assert_int_equal(match->crawford, 1);
    (void)set_turn(&g, 0, 0, 0);
    guests_say(&g, 0, "double");
    assert_int_equal(bgammond_counts(g.core)->illegal, 1);
    match->seats[0].points = 3;
    match->seats[1].points = 3;
    match->crawford = 2;
    match->cube = 4;
    (void)set_turn(&g, 0, 0, 0);
    guests_say(&g, 0, "resign");
    assert_int_equal(match->seats[1].points, 15);
    assert_int_equal(match->winner, 1);
    guests_say(&g, 0, "roll"); /* the match is over */
    assert_int_equal(bgammond_counts(g.core)->illegal, 2);
    guests_close(&g);
}

static void the_last_man_off_ends_the_game_without_ok(void **state)
{
    static const int points[26] = {[1] = 1, [24] = -1};
    struct guests g;
    (void)state;
    guests_open(&g, NULL);
    guests_seat(&g, "create public 1 0");
    set_board(set_turn(&g, 0, 2, 1), points, 14, 14);
    guests_forget(&g);
    guests_say(&g, 0, "move 1/off");
    const char *moved = strstr(g.heard[1], "\"moved\"");
    assert_non_null(moved);
    const char *win =
        strstr(moved, "{\"Type\":\"win\",\"Player\":\"BOT_a\",\"Points\":0");
    assert_non_null(win);
    assert_non_null(strstr(win, "\"Winner\":2"));
    guests_forget(&g);
    guests_say(&g, 0, "leave");
    guests_say(&g, 1, "leave");
    assert_int_equal(g.core->match_count, 0);
    guests_close(&g);
}

static void each_game_begins_with_the_cube_in_the_middle(void **state)
{
    struct guests g;
    (void)state;
    guests_open(&g, NULL);
    guests_seat(&g, "create public 25 0");
    struct bgammond_match *match = set_turn(&g, 0, 0, 0);
    guests_say(&g, 0, "double");
    guests_say(&g, 0, "double"); /* it is offered already */
    assert_int_equal(bgammond_counts(g.core)->illegal, 1);
    guests_say(&g, 1, "ok");
    (void)set_turn(&g, 1, 0, 0);
    guests_say(&g, 1, "double");
    guests_forget(&g);
    guests_say(&g, 0, "resign");
    assert_heard(&g, 0, "\"DoubleValue\":1,\"DoublePlayer\":0,\"DoubleOffered\":false");
    assert_int_equal(match->seats[1].points, 6);
    assert_int_equal(match->turn, -1);
    guests_close(&g);
}

static void cubes_stop_at_64(void **state)
{
    struct guests g;
    (void)state;
    guests_open(&g, NULL);
    guests_seat(&g, "create public 127 0");
    struct bgammond_match *match = set_turn(&g, 1, 3, 1);
    match->cube = 64;
    match->cube_owner = 0;
    guests_say(&g, 1, "move 8/5 6/5");
    guests_say(&g, 1, "ok");
    assert_int_not_equal(match->roll[0], 0); /* who may not double is rolled for */
    (void)set_turn(&g, 0, 0, 0);
    guests_say(&g, 0, "double");
    assert_int_equal(bgammond_counts(g.core)->illegal, 1);
    match->cube = 32;
    guests_say(&g, 0, "double");
    assert_true(match->is_offered);
    guests_close(&g);
}

static void a_gammon_costs_twice_the_cube(void **state)
{
    static const int points[26] = {[1] = 1, [19] = -15};
    struct guests g;
    (void)state;
    guests_open(&g, NULL);
    guests_seat(&g, "create public 5 0");
    struct bgammond_match *match = set_turn(&g, 0, 2, 1);
    set_board(match, points, 14, 0);
    match->cube = 2;
    guests_say(&g, 0, "move 1/off");
    assert_heard(&g, 1, "\"Points\":4,\"Rating\":0,\"Resigned\":\"\"");
    assert_int_equal(match->seats[0].points, 4);
    guests_close(&g);
}

static void the_price_of_giving_up_ends_with_the_19_point(void **state)
{
    static const struct {
        int loser, far, off, price; /* the loser's rearmost man, on his own points */
    } rows[] = {{0, 25, 1, 3}, {0, 19, 1, 3}, {0, 18, 0, 2}, {0, 18, 1, 1},
                {1, 25, 1, 3}, {1, 19, 1, 3}, {1, 18, 0, 2}, {1, 18, 1, 1}};
    struct guests g;
    (void)state;
    guests_open(&g, NULL);
    guests_seat(&g, "create public 5 0");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const int off = rows[i].off, is_x = rows[i].loser == 1;
        int points[26] = {0};
        points[is_x ? 25 - 6 : 6] = is_x ? -(14 - off) : 14 - off;
        points[is_x ? 25 - rows[i].far : rows[i].far] += is_x ? -1 : 1;
        points[is_x ? 24 : 1] += is_x ? 1 : -1; /* of the other */
        struct bgammond_match *match = set_turn(&g, rows[i].loser, 0, 0);
        set_board(match, points, is_x ? 14 : off, is_x ? off : 14);
        assert_int_equal(bgammond_hops_price(match, rows[i].loser), rows[i].price);
        match->cube = 4;
        assert_int_equal(bgammond_hops_price(match, rows[i].loser), 4 * rows[i].price);
        g.core->config.faults.has_single_price = true;
        assert_int_equal(bgammond_hops_price(match, rows[i].loser), 4);
        g.core->config.faults.has_single_price = false;
        match->cube = 1;
    }
    guests_close(&g);
}

static void a_refusal_that_is_a_fault_is_not_counted_as_illegal(void **state)
{
    struct bgammond_config config;
    struct guests g;
    (void)state;
    bgammond_config_default(&config);
    config.faults.refuse_move = 1.0;
    guests_open(&g, &config);
    guests_seat(&g, "create public 5 0");
    struct bgammond_match *match = set_turn(&g, 0, 3, 1);
    guests_say(&g, 0, "move 8/5 6/5");
    assert_heard(&g, 0, "failedmove");
    assert_int_equal(match->moved_count, 0);
    assert_int_equal(bgammond_counts(g.core)->illegal, 0);
    guests_close(&g);
}

static void clients_are_cut_off_between_games_or_when_a_match_is_over(void **state)
{
    (void)state;
    for (int is_over = 0; is_over < 2; is_over++) {
        struct bgammond_config config;
        struct guests g;
        bgammond_config_default(&config);
        config.faults.drop_at = is_over ? FIBSD_PHASE_OVER : FIBSD_PHASE_BETWEEN;
        guests_open(&g, &config);
        guests_seat(&g, "create public 5 0");
        for (int game = 0; game < 2 && g.client[0] != NULL; game++) { /* 3:0, 6:0 */
            assert_int_equal(bgammond_counts(g.core)->games, game);
            (void)set_turn(&g, 0, 0, 0);
            guests_say(&g, 0, "resign");
        }
        assert_int_equal(bgammond_counts(g.core)->games, 1 + is_over);
        assert_int_equal(bgammond_counts(g.core)->drops, 2);
        assert_null(g.client[0]);
        guests_close(&g);
    }
}

static void a_server_that_rolls_by_hand_rolls_for_nobody(void **state)
{
    struct bgammond_config config;
    struct guests g;
    (void)state;
    bgammond_config_default(&config);
    config.faults.rolls_by_hand = true;
    guests_open(&g, &config);
    guests_seat(&g, "create public 1 0");
    struct bgammond_match *match = set_turn(&g, 0, 3, 1);
    guests_say(&g, 0, "move 8/5 6/5");
    guests_say(&g, 0, "ok");
    assert_int_equal(match->turn, 1);
    assert_int_equal(match->roll[0], 0);
    guests_close(&g);
}

/* ---- hops against the referee ---------------------------------------------------- */

static bool is_full_play(const struct reference_plays *plays,
                         const struct reference_board *board)
{
    for (int i = 0; i < plays->count; i++) {
        if (memcmp(&plays->plays[i].after, board, sizeof *board) == 0) {
            return true;
        }
    }
    return false;
}

/* A turn of hops drawn at random ends as one of the full plays, with the most dice. */
static void play_drawn_hops(struct bgammond_match *match,
                            const struct reference_plays *plays)
{
    struct bgammond_hops hops;
    for (bgammond_hops_available(match, &hops); hops.count > 0;
         bgammond_hops_available(match, &hops)) {
        unsigned i = bgammond_random_below(match->server, (unsigned)hops.count);
        assert_true(bgammond_hops_play(match, hops.hop[i].from, hops.hop[i].to));
    }
    assert_int_equal(match->moved_count, plays->most);
    assert_true(is_full_play(plays, &match->board));
}

/* Each full play of the referee can be made by its hops. */
static void play_all(struct bgammond_match *match, const struct reference_plays *plays)
{
    const struct bgammond_match before = *match;
    for (int i = 0; i < plays->count; i++) {
        const struct reference_play *play = &plays->plays[i];
        for (int k = 0; k < play->count; k++) {
            assert_true(
                bgammond_hops_play(match, play->hops[k].from, play->hops[k].to));
        }
        assert_memory_equal(&match->board, &play->after, sizeof match->board);
        *match = before;
    }
}

static void hops_lead_to_the_plays_of_the_referee_and_to_no_others(void **state)
{
    enum { TURNS = 3000 };
    struct guests g;
    (void)state;
    guests_open(&g, NULL);
    guests_seat(&g, "create public 5 0");
    struct bgammond_match *match = guests_match(&g);
    struct reference_generator *referee = reference_generator_new();
    for (int turn = 0; turn < TURNS; turn++) {
        if (reference_result(&match->board) != 0) {
            reference_start(&match->board);
        }
        (void)set_turn(&g, turn % 2, bgammond_random_die(g.core),
                       bgammond_random_die(g.core));
        const struct reference_plays *plays =
            reference_plays(referee, &match->board, bgammond_colour(match->turn),
                            match->roll[0], match->roll[1]);
        if (plays->count < 100) {
            play_all(match, plays);
        }
        play_drawn_hops(match, plays);
    }
    reference_generator_free(referee);
    guests_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_roll_for_the_opening_and_the_winner_plays_both_dice),
        cmocka_unit_test(equal_dice_of_the_opening_are_rolled_again),
        cmocka_unit_test(a_turn_is_moved_and_ended),
        cmocka_unit_test(only_what_is_new_is_told_and_a_reset_takes_all_back),
        cmocka_unit_test(bar_and_home_have_words),
        cmocka_unit_test(a_man_of_both_dice_hits_on_the_way),
        cmocka_unit_test(hops_back_undo),
        cmocka_unit_test(who_may_not_double_is_rolled_for),
        cmocka_unit_test(with_autoplay_a_play_without_choice_is_made),
        cmocka_unit_test(an_offer_is_taken_and_the_doubler_still_rolls),
        cmocka_unit_test(a_drop_costs_what_the_board_says),
        cmocka_unit_test(points_are_not_cut_and_crawford_steps_on),
        cmocka_unit_test(the_last_man_off_ends_the_game_without_ok),
        cmocka_unit_test(each_game_begins_with_the_cube_in_the_middle),
        cmocka_unit_test(cubes_stop_at_64),
        cmocka_unit_test(a_gammon_costs_twice_the_cube),
        cmocka_unit_test(the_price_of_giving_up_ends_with_the_19_point),
        cmocka_unit_test(a_refusal_that_is_a_fault_is_not_counted_as_illegal),
        cmocka_unit_test(clients_are_cut_off_between_games_or_when_a_match_is_over),
        cmocka_unit_test(a_server_that_rolls_by_hand_rolls_for_nobody),
        cmocka_unit_test(hops_lead_to_the_plays_of_the_referee_and_to_no_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
