/* The level that the person has chosen reaches the opponent before a match begins; and the
 * games of a match keep their numbers when it is resumed. */
#include <string.h>

#include "tests/unit/bot/seat/link/seat_script.h"
#include "tests/unit/test_case.h"

#define WHO_IS_THERE "5 opp_a - - 1 0 1912.15 827 8 1040515752 192.0.2.5 fibsbot -"
#define BOARD_AT(SCORES)                                                               \
    "board:You:opp_a:5:" SCORES                                                        \
    ":0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:1:-5:0:0:0:0:1:0:1:"                      \
    "0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"

static struct script h;

static void sit_down(const struct seat_setup *setup)
{
    sits_down(&h, setup);
    goes_online(&h);
}

static int stand_up(void **state)
{
    seat_free(h.seat);
    return 0;
}

#define CASE(claim) TEST_WITH(claim, NULL, stand_up)

CASE(the_match_waits_until_the_bot_has_said_its_level)
{
    sit_down(&(struct seat_setup){.resumes = true});
    says(&h, "no saved games.");
    does(&h, SEAT_ACT_NEW, .number = 1, .level = "beginner");
    hears(&h, ""); /* the bot is not there */
    says(&h, WHO_IS_THERE);
    hears(&h, "tell opp_a level beginner");
    hears(&h, "");
    waits(&h); /* it had not heard that yet */
    hears(&h, "tell opp_a level beginner");
    says(&h, "12 opp_a From now on I play you at level beginner.");
    hears(&h, "invite opp_a 1");
    assert_string_equal(view_of(&h)->level, "beginner");
}

CASE(a_bot_that_says_nothing_is_invited_all_the_same)
{
    int tells = 0;
    const char *command;
    sit_down(&(struct seat_setup){.resumes = true});
    says(&h, "no saved games.");
    says(&h, WHO_IS_THERE);
    does(&h, SEAT_ACT_NEW, .number = 1, .level = "beginner");
    while (strncmp(command = heard(&h), "tell", 4) == 0 && tells < 20) {
        tells++;
        waits(&h);
    }
    assert_int_equal(tells, 5);
    assert_string_equal(command, "invite opp_a 1");
}

CASE(a_match_at_another_level_follows_one_that_is_given_up)
{
    sit_down(&(struct seat_setup){.resumes = true});
    says(&h, "no saved games.");
    says(&h, WHO_IS_THERE);
    says(&h, "** Player opp_a has joined you for a 5 point match.");
    says(&h, "Starting a new game with opp_a.");
    says(&h, BOARD_AT("0:0"));
    does(&h, SEAT_ACT_NEW, .number = 7, .level = "beginner", .drops = true);
    hears(&h, "leave");
    hears(&h, "tell opp_a level beginner");
    says(&h, "** You terminated the game. The game was saved.");
    waits(&h);
    is_at(&h, SEAT_INVITING);
    says(&h, "12 opp_a From now on I play you at level beginner.");
    hears(&h, "tell opp_a level beginner"); /* it had waited too long */
    hears(&h, "invite opp_a 7");
    assert_string_equal(view_of(&h)->reason, "");
    assert_true(view_of(&h)->gives_up);
    says(&h, "** Player opp_a has joined you for a 7 point match.");
    assert_false(view_of(&h)->gives_up);
}

CASE(the_bots_word_about_its_level_counts)
{
    sit_down(&(struct seat_setup){.level = "beginner"});
    says(&h, WHO_IS_THERE);
    says(&h, "no saved games.");
    hears(&h, "tell opp_a level beginner");
    says(&h, "12 opp_a From now on I play you at level expert.");
    assert_string_equal(view_of(&h)->level, "expert");
    does(&h, SEAT_ACT_NEW, .number = 1, .level = "casual");
    hears(&h, "tell opp_a level casual");
    says(&h, "12 opp_a My level cannot be chosen here.");
    assert_string_equal(view_of(&h)->level, "");
    hears(&h, "invite opp_a 1");
}

CASE(a_saved_match_goes_on_at_its_level_and_a_new_one_begins_as_started)
{
    const struct seat_setup setup = {.level = "beginner", .starts_usual = true};
    sit_down(&setup);
    says(&h, WHO_IS_THERE);
    says(&h, "  opponent          matchlength   score (your points first)");
    says(&h, "**opp_a                   5                1 -  1");
    hears(&h, "tell opp_a level beginner");
    says(&h, "12 opp_a From now on I play you at level beginner.");
    hears(&h, "invite opp_a");
    seat_free(h.seat);
    sit_down(&setup);
    says(&h, WHO_IS_THERE);
    says(&h, "no saved games.");
    hears(&h, "tell opp_a level usual");
    assert_string_equal(view_of(&h)->level, "");
}

CASE(a_bot_that_comes_back_is_told_again)
{
    sit_down(&(struct seat_setup){.level = "beginner"});
    says(&h, "no saved games.");
    says(&h, WHO_IS_THERE);
    hears(&h, "tell opp_a level beginner");
    says(&h, "12 opp_a From now on I play you at level beginner.");
    says(&h, "8 opp_a opp_a drops connection.");
    says(&h, "7 opp_a opp_a logs in.");
    hears(&h, "tell opp_a level beginner");
}

/* ---- numbers of games ------------------------------------------------------------- */

static void resume(void)
{
    says(&h, WHO_IS_THERE);
    says(&h, "  opponent          matchlength   score (your points first)");
    says(&h, "**opp_a                   5                4 -  0");
    hears(&h, "invite opp_a");
    says(&h, "opp_a has joined you. Your running match was loaded.");
    hears(&h, "board");
}

CASE(a_resumed_game_has_its_number_where_it_is_known)
{
    const struct seat_setup setup = {.progress = {5, {4, 0}, 2}};
    sit_down(&setup);
    resume();
    says(&h, BOARD_AT("4:0"));
    assert_int_equal(view_of(&h)->game, 3);
    says(&h, "opp_a wins the game and gets 1 point. Sorry.");
    says(&h, "score in 5 point match: our_bot-4 opp_a-1");
    says(&h, "Starting a new game with opp_a.");
    says(&h, BOARD_AT("4:1"));
    assert_int_equal(view_of(&h)->game, 4);
    assert_int_equal(view_of(&h)->progress.games, 3);
    assert_int_equal(view_of(&h)->progress.score[1], 1);
    says(&h, "** Player opp_a has left the game. The game was saved.");
    says(&h, "opp_a has joined you. Your running match was loaded.");
    says(&h, BOARD_AT("4:1"));
    assert_int_equal(view_of(&h)->game, 4);
}

CASE(a_resumed_game_whose_number_nobody_knows_has_none)
{
    const struct seat_setup setup = {.progress = {5, {3, 0}, 2}};
    sit_down(&setup);
    resume();
    says(&h, BOARD_AT("4:0"));
    assert_int_equal(view_of(&h)->game, 0);
    says(&h, "opp_a wins the game and gets 1 point. Sorry.");
    says(&h, "Starting a new game with opp_a.");
    says(&h, BOARD_AT("4:1"));
    assert_int_equal(view_of(&h)->game, 0);
    assert_int_equal(view_of(&h)->progress.score[0], 3); /* of what is known */
}

/* Their roll was before the match was saved. */
CASE(a_play_after_a_resumption_has_the_dice_of_its_board)
{
    int count;
    sit_down(&(struct seat_setup){.level = ""});
    resume();
    says(&h,
         "board:You:opp_a:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:1:-5:0:0:0:0:"
         "1:0:-1:0:0:6:2:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0");
    says(&h, "opp_a moves 1-7 12-14 .");
    const struct seat_event *events = seat_record(h.seat, &count);
    assert_int_equal(events[count - 1].type, SEAT_EVENT_PLAY);
    assert_int_equal(events[count - 1].roll.high, 6);
    assert_int_equal(events[count - 1].roll.low, 2);
}

CASE(the_game_at_0_0_is_the_first)
{
    sit_down(&(struct seat_setup){.level = ""});
    resume();
    says(&h, BOARD_AT("0:0"));
    assert_int_equal(view_of(&h)->game, 1);
}

TEST_MAIN(NULL, NULL)
