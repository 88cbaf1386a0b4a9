/* The level that the person has chosen reaches the opponent before a match begins; and the
 * games of a match keep their numbers when it is resumed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "bot/seat/state/seat.h"

#define WHO_IS_THERE "5 opp_a - - 1 0 1912.15 827 8 1040515752 192.0.2.5 fibsbot -"
#define BOARD_AT(SCORES)                                                               \
    "board:You:opp_a:5:" SCORES                                                        \
    ":0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:1:-5:0:0:0:0:1:0:1:"                      \
    "0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"

static struct fibs_message_context context;
static struct seat *seat;
static int64_t now_ms;

static void hear(const char *line)
{
    struct fibs_message message;
    fibs_message_read(&context, line, &message);
    seat_message(seat, ++now_ms, &message);
}

static void assert_sent(const char *text)
{
    struct fibs_command command;
    bool is_there = seat_next_command(seat, &command);
    assert_string_equal(is_there ? command.text : "", text);
}

static void sit_down(const struct seat_setup *given)
{
    struct seat_setup setup = *given;
    strcpy(setup.opponent, "opp_a");
    strcpy(setup.name, "our_bot");
    setup.resumes = true;
    now_ms = 0;
    memset(&context, 0, sizeof context);
    seat = seat_new(&setup);
    assert_non_null(seat);
    seat_online(seat, ++now_ms);
    assert_sent("show saved");
}

static int stand_up(void **state)
{
    (void)state;
    seat_free(seat);
    return 0;
}

static void choose_new(int length, const char *level)
{
    struct error err;
    struct seat_action action = {.type = SEAT_ACT_NEW, .number = length};
    strcpy(action.level, level);
    assert_true(seat_act(seat, ++now_ms, &action, &err));
}

static void wait_for_deadline(void)
{
    now_ms = seat_deadline(seat);
    assert_true(now_ms < INT64_MAX);
    seat_tick(seat, now_ms);
}

static void the_match_waits_until_the_bot_has_said_its_level(void **state)
{
    (void)state;
    sit_down(&(struct seat_setup){.resumes = true});
    hear("no saved games.");
    choose_new(1, "beginner");
    assert_sent(""); /* the bot is not there */
    hear(WHO_IS_THERE);
    assert_sent("tell opp_a level beginner");
    assert_sent("");
    wait_for_deadline(); /* it had not heard that yet */
    assert_sent("tell opp_a level beginner");
    hear("12 opp_a From now on I play you at level beginner.");
    assert_sent("invite opp_a 1");
    assert_string_equal(seat_view(seat)->level, "beginner");
}

static void a_bot_that_says_nothing_is_invited_all_the_same(void **state)
{
    int tells = 0;
    struct fibs_command command;
    (void)state;
    sit_down(&(struct seat_setup){.resumes = true});
    hear("no saved games.");
    hear(WHO_IS_THERE);
    choose_new(1, "beginner");
    while (seat_next_command(seat, &command) && strncmp(command.text, "tell", 4) == 0 &&
           tells < 20) {
        tells++;
        wait_for_deadline();
    }
    assert_int_equal(tells, 5);
    assert_string_equal(command.text, "invite opp_a 1");
}

static void the_bots_word_about_its_level_counts(void **state)
{
    (void)state;
    sit_down(&(struct seat_setup){.level = "beginner"});
    hear(WHO_IS_THERE);
    hear("no saved games.");
    assert_sent("tell opp_a level beginner");
    hear("12 opp_a From now on I play you at level expert.");
    assert_string_equal(seat_view(seat)->level, "expert");
    choose_new(1, "casual");
    assert_sent("tell opp_a level casual");
    hear("12 opp_a My level cannot be chosen here.");
    assert_string_equal(seat_view(seat)->level, "");
    assert_sent("invite opp_a 1");
}

static void a_saved_match_goes_on_at_its_level_and_a_new_one_begins_as_started(void **s)
{
    (void)s;
    const struct seat_setup setup = {.level = "beginner", .starts_usual = true};
    sit_down(&setup);
    hear(WHO_IS_THERE);
    hear("  opponent          matchlength   score (your points first)");
    hear("**opp_a                   5                1 -  1");
    assert_sent("tell opp_a level beginner");
    hear("12 opp_a From now on I play you at level beginner.");
    assert_sent("invite opp_a");
    seat_free(seat);
    sit_down(&setup);
    hear(WHO_IS_THERE);
    hear("no saved games.");
    assert_sent("tell opp_a level usual");
    assert_string_equal(seat_view(seat)->level, "");
}

static void a_bot_that_comes_back_is_told_again(void **state)
{
    (void)state;
    sit_down(&(struct seat_setup){.level = "beginner"});
    hear("no saved games.");
    hear(WHO_IS_THERE);
    assert_sent("tell opp_a level beginner");
    hear("12 opp_a From now on I play you at level beginner.");
    hear("8 opp_a opp_a drops connection.");
    hear("7 opp_a opp_a logs in.");
    assert_sent("tell opp_a level beginner");
}

/* ---- numbers of games ------------------------------------------------------------- */

static void resume(void)
{
    hear(WHO_IS_THERE);
    hear("  opponent          matchlength   score (your points first)");
    hear("**opp_a                   5                4 -  0");
    assert_sent("invite opp_a");
    hear("opp_a has joined you. Your running match was loaded.");
    assert_sent("board");
}

static void a_resumed_game_has_its_number_where_it_is_known(void **state)
{
    (void)state;
    const struct seat_setup setup = {.progress = {5, {4, 0}, 2}};
    sit_down(&setup);
    resume();
    hear(BOARD_AT("4:0"));
    assert_int_equal(seat_view(seat)->game, 3);
    hear("opp_a wins the game and gets 1 point. Sorry.");
    hear("score in 5 point match: our_bot-4 opp_a-1");
    hear("Starting a new game with opp_a.");
    hear(BOARD_AT("4:1"));
    assert_int_equal(seat_view(seat)->game, 4);
    assert_int_equal(seat_view(seat)->progress.games, 3);
    assert_int_equal(seat_view(seat)->progress.score[1], 1);
    hear("** Player opp_a has left the game. The game was saved.");
    hear("opp_a has joined you. Your running match was loaded.");
    hear(BOARD_AT("4:1"));
    assert_int_equal(seat_view(seat)->game, 4);
}

static void a_resumed_game_whose_number_nobody_knows_has_none(void **state)
{
    (void)state;
    const struct seat_setup setup = {.progress = {5, {3, 0}, 2}};
    sit_down(&setup);
    resume();
    hear(BOARD_AT("4:0"));
    assert_int_equal(seat_view(seat)->game, 0);
    hear("opp_a wins the game and gets 1 point. Sorry.");
    hear("Starting a new game with opp_a.");
    hear(BOARD_AT("4:1"));
    assert_int_equal(seat_view(seat)->game, 0);
    assert_int_equal(seat_view(seat)->progress.score[0], 3); /* of what is known */
}

static void the_game_at_0_0_is_the_first(void **state)
{
    (void)state;
    sit_down(&(struct seat_setup){.level = ""});
    resume();
    hear(BOARD_AT("0:0"));
    assert_int_equal(seat_view(seat)->game, 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, stand_up)
    const struct CMUnitTest tests[] = {
        TEST(the_match_waits_until_the_bot_has_said_its_level),
        TEST(a_bot_that_says_nothing_is_invited_all_the_same),
        TEST(the_bots_word_about_its_level_counts),
        TEST(a_saved_match_goes_on_at_its_level_and_a_new_one_begins_as_started),
        TEST(a_bot_that_comes_back_is_told_again),
        TEST(a_resumed_game_has_its_number_where_it_is_known),
        TEST(a_resumed_game_whose_number_nobody_knows_has_none),
        TEST(the_game_at_0_0_is_the_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
