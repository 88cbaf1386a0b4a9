/* The flow of a game on bgammon.org. */
#include "tests/unit/server/bgammon/guests.h"
#include "tests/unit/test_case.h"

/* ---- the opening ----------------------------------------------------------------- */

WITH_GUESTS(both_roll_for_the_opening_and_the_winner_plays_both_dice)
{
    guests_seat("create public 5 0");
    guests_forget();
    guests_say(0, "roll");
    assert_heard(1, "\"Roll1\":0,\"Roll2\":"); /* the other's die comes second */
    guests_say(0, "roll");
    assert_heard(0, "failedroll");
    guests_forget();
    guests_say(1, "roll");
    const struct bgammond_match *match = guests_match();
    assert_int_equal(match->turn, match->roll[0] > match->roll[1] ? 0 : 1);
    char own[40];
    FORMAT_TEXT(own, "\"Roll1\":%d,\"Roll2\":%d", match->roll[1], match->roll[0]);
    const char *board = strstr(guests.heard[1], "\"Type\":\"board\"");
    assert_non_null(board);
    assert_non_null(strstr(board, own));
}

TEST(both_see_the_same_dice_and_each_his_own_side)
{
    static const int hit[26] = {[25] = 1, [6] = 14, [19] = -13, [0] = -2};
    struct bgammond_config config;
    bgammond_config_default(&config);
    config.faults.hides_their_hops = true;
    guests_open(&config);
    guests_seat("create public 5 0");
    struct bgammond_match *match = set_turn(0, 3, 1);
    set_board(match, hit, 0, 0);
    match->cube = 2;
    match->cube_owner = 0;
    guests_forget();
    for (int i = 0; i < 2; i++) {
        guests_say(i, "board");
        assert_heard(i, "\"Roll1\":3,\"Roll2\":1");
    }
    assert_heard(0, "0,0,1,-2],\"Turn\":1,");
    assert_heard(1, "0,0,2,-1],\"Turn\":2,");
    assert_heard(0, "\"DoublePlayer\":1,");
    assert_heard(1, "\"DoublePlayer\":2,");
    assert_heard(0, "\"Available\":[[26,22],[26,24]]");
    assert_heard(1, "\"Available\":null");
    guests_say(0, "move bar/24");
    assert_heard(0, "\"Moves\":[[26,24]]");
    assert_heard(1, "\"Moves\":[[27,1]]");
    guests_close();
}

TEST(equal_dice_of_the_opening_are_rolled_again)
{
    struct bgammond_config config;
    bgammond_config_default(&config);
    config.faults.has_equal_openings = true;
    guests_open(&config);
    guests_seat("create public 5 0");
    guests_say(0, "roll");
    guests_say(1, "roll");
    assert_int_not_equal(guests_match()->roll[0], guests_match()->roll[1]);
    int rolled = 0;
    for (const char *at = guests.heard[0]; (at = strstr(at, "\"rolled\"")) != NULL;
         at++) {
        rolled++;
    }
    assert_true(rolled >= 4);
    guests_close();
}

/* ---- turns ----------------------------------------------------------------------- */

WITH_GUESTS(a_turn_is_moved_and_ended)
{
    guests_seat("create public 5 0");
    (void)set_turn(1, 3, 1);
    guests_forget();
    guests_say(1, "ok");
    assert_heard(1, "failedok");
    guests_say(1, "move 8/4");
    assert_heard(1, "\"moved\""); /* 3 and 1 by one man */
    assert_heard(1, "\"Moves\":[[8,5],[5,4]]");
    assert_heard(0, "\"Moves\":[[17,20],[20,21]]");
    guests_say(1, "move 6/5");
    assert_heard(1, "failedmove");
    guests_say(1, "reset");
    guests_say(1, "mv 8/5 6/5");
    guests_say(1, "ok");
    assert_int_equal(guests_match()->turn, 0);
    assert_int_equal(bgammond_counts(guests.core)->illegal, 2);
}

WITH_GUESTS(only_what_is_new_is_told_and_a_reset_takes_all_back)
{
    guests_seat("create public 5 0");
    struct bgammond_match *match = set_turn(0, 3, 1);
    guests_forget();
    guests_say(0, "roll"); /* the dice are there */
    assert_heard(0, "failedroll");
    assert_int_equal(match->roll[0] * 10 + match->roll[1], 31);
    guests_say(0, "move ");
    guests_say(0, "move 8/5 6/1"); /* all of it or nothing */
    assert_heard(0, "{\"Type\":\"failedmove\",\"Player\":\"\",\"From\":6,\"To\":1,");
    assert_int_equal(match->moved_count, 0);
    guests_say(0, "move 8/5");
    guests_forget();
    guests_say(0, "move 6/5");
    assert_heard(1, "\"moved\",\"Player\":\"BOT_a\",\"Moves\":[[19,20]]");
    assert_heard(1, "\"Moves\":[[17,20],[19,20]],\"Winner\"");
    guests_say(0, "reset");
    assert_int_equal(match->moved_count, 0);
    assert_int_equal(match->board.point[8], 3);
    assert_int_equal(match->board.point[6], 5);
    assert_int_equal(bgammond_counts(guests.core)->illegal, 3);
    guests_say(0, "reset");
    assert_int_equal(bgammond_counts(guests.core)->illegal, 4);
}

WITH_GUESTS(who_may_not_double_is_rolled_for)
{
    guests_seat("create public 1 0");
    (void)set_turn(0, 3, 1);
    guests_say(0, "move 8/5 6/5");
    guests_forget();
    guests_say(0, "ok");
    assert_heard(1, "{\"Type\":\"rolled\",\"Player\":\"Guest_ann\"");
    assert_int_not_equal(guests_match()->roll[0], 0);
}

/* Ann moves, and O, who may not double, is rolled for. The hops come after the board that tells
 * of them, and no board shows them. */
TEST(with_autoplay_a_play_without_choice_is_made)
{
    /* all men on the bar against six points; one man that can only bear off */
    static const int points[2][26] = {{[25] = 15,
                                       [19] = -2,
                                       [20] = -2,
                                       [21] = -2,
                                       [22] = -2,
                                       [23] = -2,
                                       [24] = -2,
                                       [1] = -3},
                                      {[1] = 2, [24] = -4}};
    for (int i = 0; i < 2; i++) {
        guests_open(NULL);
        guests_seat("create public 1 0");
        guests_say(0, "set autoplay 1");
        struct bgammond_match *match = set_turn(1, 1, 2);
        set_board(match, points[i], i == 0 ? 0 : 13, i == 0 ? 0 : 11);
        guests_forget();
        guests_say(1, i == 0 ? "move 24/23 24/22" : "move 1/off 1/off");
        guests_say(1, "ok");
        const char *forced = strstr(guests.heard[1], "\"Forced\":true");
        assert_non_null(forced);
        assert_non_null(strstr(guests.heard[0], "\"Forced\":true"));
        assert_int_equal(match->turn, i == 0 ? 1 : 0);
        assert_int_equal(match->winner, i == 0 ? -1 : 0);
        const char *next = strstr(forced, "\"Type\":\"board\"");
        const char *moved = strstr(forced, "[[24,25]]");
        const char *win = strstr(forced, "\"Type\":\"win\"");
        assert_non_null(next);
        assert_true(i == 0 ? moved == NULL : moved < win && win < next);
        guests_close();
    }
}

/* ---- the cube and the end -------------------------------------------------------- */

WITH_GUESTS(an_offer_is_taken_and_the_doubler_still_rolls)
{
    guests_seat("create public 5 0");
    (void)set_turn(0, 0, 0);
    guests_forget();
    guests_say(1, "double");
    assert_int_equal(bgammond_counts(guests.core)->illegal, 1);
    guests_say(0, "double");
    assert_heard(1, "\"Turn\":2");
    assert_heard(1, "\"DoubleOffered\":true");
    guests_say(0, "roll");
    assert_heard(0, "failedroll");
    guests_say(0, "ok"); /* his own double */
    assert_heard(0, "failedok");
    guests_forget();
    guests_say(1, "ok");
    assert_heard(0, "\"DoubleValue\":2,\"DoublePlayer\":2,\"DoubleOffered\":false");
    assert_heard(0, "\"Turn\":1");
    guests_say(0, "double");
    assert_int_equal(bgammond_counts(guests.core)->illegal, 4);
}

WITH_GUESTS(a_drop_costs_what_the_board_says)
{
    guests_seat("create public 3 0");
    (void)set_turn(0, 0, 0);
    guests_say(0, "double");
    guests_forget();
    guests_say(1, "resign");
    assert_heard(0, "{\"Type\":\"win\",\"Player\":\"BOT_a\",\"Points\":3,\"Rating\":0,"
                    "\"Resigned\":\"Guest_ann\"}");
    assert_heard(0, "\"Winner\":1");
    assert_heard(1, "\"Winner\":2");
}

WITH_GUESTS(points_are_not_cut_and_crawford_steps_on)
{
    guests_seat("create public 5 0");
    struct bgammond_match *match = set_turn(0, 3, 1);
    match->seats[0].points = 1;
    guests_say(0, "resign"); /* 1:3 */
    assert_int_equal(match->seats[1].points, 3);
    assert_int_equal(match->crawford, 0);
    (void)set_turn(1, 3, 1);
    guests_say(1, "resign"); /* 4:3 */
    assert_int_equal(match->crawford, 1);
    (void)set_turn(0, 0, 0);
    guests_say(0, "double");
    assert_int_equal(bgammond_counts(guests.core)->illegal, 1);
    match->seats[0].points = 3;
    match->seats[1].points = 3;
    match->crawford = 2;
    match->cube = 4;
    (void)set_turn(0, 0, 0);
    guests_say(0, "resign");
    assert_int_equal(match->seats[1].points, 15);
    assert_int_equal(match->winner, 1);
    guests_say(0, "roll"); /* the match is over */
    assert_int_equal(bgammond_counts(guests.core)->illegal, 2);
}

WITH_GUESTS(the_last_man_off_ends_the_game_without_ok)
{
    static const int points[26] = {[1] = 1, [24] = -1};
    guests_seat("create public 1 0");
    set_board(set_turn(0, 2, 1), points, 14, 14);
    assert_heard(0, "\"Started\":0,\"Ended\":0,");
    guests_pass(5000);
    guests_forget();
    guests_say(0, "move 1/off");
    const char *moved = strstr(guests.heard[1], "\"moved\"");
    assert_non_null(moved);
    const char *win =
        strstr(moved, "{\"Type\":\"win\",\"Player\":\"BOT_a\",\"Points\":0");
    assert_non_null(win);
    assert_non_null(strstr(win, "\"Winner\":2"));
    assert_non_null(strstr(win, "\"Started\":0,\"Ended\":5,"));
    guests_forget();
    guests_say(0, "leave");
    guests_say(1, "leave");
    assert_int_equal(guests.core->match_count, 0);
}

WITH_GUESTS(each_game_begins_with_the_cube_in_the_middle)
{
    guests_seat("create public 25 0");
    struct bgammond_match *match = set_turn(0, 0, 0);
    guests_say(0, "double");
    guests_say(0, "double"); /* it is offered already */
    assert_int_equal(bgammond_counts(guests.core)->illegal, 1);
    guests_say(1, "ok");
    (void)set_turn(1, 0, 0);
    guests_say(1, "double");
    guests_forget();
    guests_say(0, "resign");
    assert_heard(0, "\"DoubleValue\":1,\"DoublePlayer\":0,\"DoubleOffered\":false");
    assert_int_equal(match->seats[1].points, 6);
    assert_int_equal(match->turn, -1);
}

WITH_GUESTS(cubes_stop_at_64)
{
    guests_seat("create public 127 0");
    struct bgammond_match *match = set_turn(1, 3, 1);
    match->cube = 64;
    match->cube_owner = 0;
    guests_say(1, "move 8/5 6/5");
    guests_say(1, "ok");
    assert_int_not_equal(match->roll[0], 0); /* who may not double is rolled for */
    (void)set_turn(0, 0, 0);
    guests_say(0, "double");
    assert_int_equal(bgammond_counts(guests.core)->illegal, 1);
    match->cube = 32;
    guests_say(0, "double");
    assert_true(match->is_offered);
}

WITH_GUESTS(a_gammon_costs_twice_the_cube)
{
    static const int points[26] = {[1] = 1, [19] = -15};
    guests_seat("create public 5 0");
    struct bgammond_match *match = set_turn(0, 2, 1);
    set_board(match, points, 14, 0);
    match->cube = 2;
    guests_say(0, "move 1/off");
    assert_heard(1, "\"Points\":4,\"Rating\":0,\"Resigned\":\"\"");
    assert_int_equal(match->seats[0].points, 4);
}

TEST(a_refusal_that_is_a_fault_is_not_counted_as_illegal)
{
    struct bgammond_config config;
    bgammond_config_default(&config);
    config.faults.refuse_move = 1.0;
    guests_open(&config);
    guests_seat("create public 5 0");
    struct bgammond_match *match = set_turn(0, 3, 1);
    guests_say(0, "move 8/5 6/5");
    assert_heard(0, "failedmove");
    assert_int_equal(match->moved_count, 0);
    assert_int_equal(bgammond_counts(guests.core)->illegal, 0);
    guests_close();
}

TEST(clients_are_cut_off_between_games_or_when_a_match_is_over)
{
    for (int is_over = 0; is_over < 2; is_over++) {
        struct bgammond_config config;
        bgammond_config_default(&config);
        config.faults.drop_at = is_over ? FIBSD_PHASE_OVER : FIBSD_PHASE_BETWEEN;
        guests_open(&config);
        guests_seat("create public 5 0");
        for (int game = 0; game < 2 && guests.client[0] != NULL;
             game++) { /* 3:0, 6:0 */
            assert_int_equal(bgammond_counts(guests.core)->games, game);
            (void)set_turn(0, 0, 0);
            guests_say(0, "resign");
        }
        assert_int_equal(bgammond_counts(guests.core)->games, 1 + is_over);
        assert_int_equal(bgammond_counts(guests.core)->drops, 2);
        assert_null(guests.client[0]);
        guests_close();
    }
}

TEST(who_is_cut_off_hears_nothing_and_drops_have_a_limit)
{
    struct bgammond_config config;
    size_t size;
    bgammond_config_default(&config);
    config.faults.drop_at = FIBSD_PHASE_BETWEEN;
    config.faults.drop_times = 1;
    guests_open(&config);
    guests_seat("create public 5 0");
    (void)set_turn(0, 0, 0);
    bgammond_receive(guests.client[0], "resign\n", 7);
    assert_true(bgammond_is_closing(guests.client[0]));
    (void)bgammond_output(guests.client[0], &size);
    assert_int_equal(size, 0); /* not even what was there before */
    assert_false(bgammond_is_closing(guests.client[1]));
    assert_int_equal(bgammond_counts(guests.core)->drops, 1);
    guests_close();
}

TEST(a_server_that_rolls_by_hand_rolls_for_nobody)
{
    struct bgammond_config config;
    bgammond_config_default(&config);
    config.faults.rolls_by_hand = true;
    guests_open(&config);
    guests_seat("create public 1 0");
    struct bgammond_match *match = set_turn(0, 3, 1);
    guests_say(0, "move 8/5 6/5");
    guests_say(0, "ok");
    assert_int_equal(match->turn, 1);
    assert_int_equal(match->roll[0], 0);
    guests_close();
}

TEST_MAIN(NULL, NULL)
