/* What the player says, to whom, and how much of it. */
#include "bot/base/seat_client.h"
#include "tests/unit/bot/player/harness.h"
#include "tests/unit/test_case.h"

#define BOARD(turn, ours)                                                              \
    "board:You:opp_a:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:"       \
    "2:0:" turn ":" ours ":0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
#define WHO(name, client)                                                              \
    "5 " name " - - 1 0 1650.00 100 3 1040515752 host " client " -"

static struct harness h;

static int open_lobby(void **state)
{
    harness_init(&h);
    harness_set(&h, "owner.name=boss");
    harness_set(&h, "talk.greeting=Hello");
    harness_set(&h, "talk.goodbye=Goodbye");
    harness_start(&h, "");
    hears(&h, "show saved");
    player_set_owner_secret(h.player, "open_sesame");
    says(&h, WHO("opp_a", "3DFiBs"));
    says(&h, WHO("boss", "3DFiBs"));
    return 0;
}

static int close_harness(void **state)
{
    harness_close(&h);
    return 0;
}

#define LOBBY(claim) TEST_WITH(claim, open_lobby, close_harness)

/* A 5 point match with opp_a, his turn. */
static void start_match(void)
{
    says(&h, "opp_a wants to play a 5 point match with you.");
    waits(&h, 1000);
    says(&h, "** You are now playing a 5 point match with opp_a");
    says(&h, BOARD("-1", "0:0"));
    h.sent_taken = h.sent_count;
}

LOBBY(the_opponent_is_greeted_at_the_first_board)
{
    says(&h, "opp_a wants to play a 5 point match with you.");
    waits(&h, 1000);
    says(&h, "** You are now playing a 5 point match with opp_a");
    h.sent_taken = h.sent_count;
    says(&h, BOARD("-1", "0:0"));
    hears(&h, "tell opp_a Hello");
    says(&h, BOARD("-1", "0:0"));
    hears_nothing(&h);
}

static void end_match(void)
{
    says(&h, "opp_a wins the 5 point match 5-0 .");
    waits(&h, 1);
}

/* Tells that went out since the last look, to `name`; commands beside are skipped. */
static int tells_to(const char *name)
{
    char begin[80];
    FORMAT_TEXT(begin, "tell %s ", name);
    return harness_count(&h, begin);
}

static void expect_tell(const char *text)
{
    const char *sent = harness_next(&h);
    if (sent == NULL || strstr(sent, text) == NULL) {
        fail_msg("expected a tell with \"%s\", got \"%s\"", text,
                 sent != NULL ? sent : "nothing");
    }
}

/* ---- answers --------------------------------------------------------------------- */

LOBBY(commands_are_answered_in_the_lobby_and_in_a_match)
{
    says(&h, "12 opp_a help");
    expect_tell("tell opp_a I know, by tell: help, level");
    says(&h, "12 opp_a about");
    expect_tell("tell opp_a I am fibsbot");
    start_match();
    player_recall_level(h.player, h.now_ms, "opp_a", ""); /* asked at the start */
    says(&h, "12 opp_a level");
    expect_tell("tell opp_a I play you at level usual (2-ply)");
    says(&h, "12 opp_a analysis");
    expect_tell("after the match");
    hears_nothing(&h);
}

LOBBY(chat_and_shouts_are_not_answered)
{
    says(&h, "12 opp_a help me please, what is this?");
    says(&h, "13 opp_a help");
    says(&h, "14 opp_a help");
    hears_nothing(&h);
}

LOBBY(programs_and_blocked_users_are_never_answered)
{
    harness_set(&h, "accept.block=rude_user");
    says(&h, WHO("anna", "fibsbot"));
    says(&h, "12 anna help");
    says(&h, "12 GammonBot_IV help");
    says(&h, "12 our_bot help");
    says(&h, "12 rude_user help");
    hears_nothing(&h);
}

/* In the browser or terminal of spar: answered, and played when programs are not. */
LOBBY(a_person_at_a_seat_of_ours_counts_as_a_person)
{
    harness_set(&h, "accept.users=humans");
    harness_set(&h, "accept.humans_only=00:00-24:00");
    player_set_minute(h.player, 12 * 60);
    says(&h, WHO("our_bot_2", SEAT_CLIENT)); /* whatever his name */
    says(&h, "12 our_bot_2 level beginner");
    expect_tell("tell our_bot_2 From now on I play you at level beginner.");
    says(&h, "our_bot_2 wants to play a 5 point match with you.");
    waits(&h, 1000);
    hears(&h, "join our_bot_2");
}

LOBBY(nothing_is_answered_when_the_option_says_so)
{
    harness_set(&h, "talk.answer=no");
    says(&h, "12 opp_a help");
    hears_nothing(&h);
}

LOBBY(at_most_ten_lines_a_match_with_greeting_and_goodbye)
{
    start_match();
    for (int i = 0; i < 30; i++) {
        says(&h, "12 opp_a help");
    }
    h.sent_taken = 0;
    assert_int_equal(tells_to("opp_a"), 9); /* the greeting among them */
    end_match();
    hears(&h, "tell opp_a Goodbye");
    for (int i = 0; i < 30; i++) {
        says(&h, "12 opp_a help");
    }
    assert_int_equal(tells_to("opp_a"), 10); /* of questions afterwards */
    waits(&h, 3600000);
    h.sent_taken = h.sent_count;
    says(&h, "12 opp_a help");
    assert_int_equal(tells_to("opp_a"), 1);
}

LOBBY(many_strangers_together_get_no_flood_either)
{
    int lines = 0;
    for (int i = 0; i < 200; i++) {
        char line[80], name[20];
        FORMAT_TEXT(name, "user_%c%c", 'a' + i / 26, 'a' + i % 26);
        FORMAT_TEXT(line, "12 %s help", name);
        says(&h, line);
        lines += tells_to(name);
        h.sent_count = h.sent_taken = 0;
    }
    assert_int_equal(lines, 120);
}

LOBBY(lines_can_be_switched_off)
{
    harness_set(&h, "talk.lines=0");
    start_match();
    says(&h, "12 opp_a help");
    end_match();
    h.sent_taken = 0;
    assert_int_equal(tells_to("opp_a"), 0);
}

/* ---- levels ---------------------------------------------------------------------- */

LOBBY(level_is_chosen_told_and_played)
{
    says(&h, "12 opp_a level Beginner");
    expect_tell("tell opp_a From now on I play you at level beginner.");
    assert_string_equal(h.level, "opp_a beginner");
    start_match();
    says(&h, BOARD("1", "3:1"));
    assert_string_equal(h.request.level, "beginner");
    assert_string_equal(h.events[0].level, "beginner");
}

LOBBY(the_usual_level_is_told_by_its_name)
{
    harness_set(&h, "strength.level=casual");
    player_recall_level(h.player, h.now_ms, "opp_a", "");
    says(&h, "12 opp_a level");
    expect_tell("tell opp_a I play you at level casual");
}

LOBBY(level_may_follow_the_rating)
{
    says(&h, "12 opp_a level below");
    expect_tell("level 1550");
    says(&h, "12 opp_a level usual");
    expect_tell("usual");
    assert_string_equal(h.level, "opp_a ");
}

LOBBY(unknown_and_slow_levels_are_refused_with_the_choice)
{
    static const char *const wrong[] = {"god", "99", "9999", "roller++"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char line[60];
        FORMAT_TEXT(line, "12 opp_a level %s", wrong[i]);
        says(&h, line);
        expect_tell("Choose: level and a FIBS rating");
        assert_string_equal(h.level, "");
    }
}

LOBBY(remembered_level_is_asked_for_at_the_invitation)
{
    says(&h, "opp_a wants to play a 5 point match with you.");
    assert_int_equal(h.asked[PLAYER_QUESTION_LEVEL], 1);
    player_recall_level(h.player, h.now_ms, "opp_a", "casual");
    waits(&h, 1000);
    says(&h, "** You are now playing a 5 point match with opp_a");
    assert_int_equal(h.asked[PLAYER_QUESTION_LEVEL], 1);
    says(&h, BOARD("1", "3:1"));
    assert_string_equal(h.request.level, "casual");
}

/* ... which is asked of the history once. */
static void asks_before_the_level_is_known(void)
{
    says(&h, "12 opp_a level");
    hears_nothing(&h);
    assert_int_equal(h.asked[PLAYER_QUESTION_LEVEL], 1);
    player_recall_level(h.player, h.now_ms, "opp_a", "casual");
    harness_drain(&h);
    expect_tell("I play you at level casual");
}

LOBBY(question_for_the_level_waits_for_the_remembered_one)
{
    asks_before_the_level_is_known();
}

LOBBY(question_right_after_the_start_waits_for_the_remembered_level)
{
    says(&h, "opp_a wants to play a 5 point match with you.");
    asks_before_the_level_is_known();
    says(&h, "12 opp_a level");
    expect_tell("I play you at level casual");
}

LOBBY(rules_of_the_configuration_come_before_wishes)
{
    harness_set(&h, "strength.opponents=opp_a=expert");
    says(&h, "12 opp_a level beginner");
    expect_tell("level expert");
    harness_set(&h, "talk.levels=no");
    says(&h, "12 opp_a level beginner");
    expect_tell("cannot be chosen");
}

/* ---- stats, analysis, rematch ---------------------------------------------------- */

LOBBY(questions_go_outside_once_at_a_time)
{
    says(&h, "12 opp_a stats");
    says(&h, "12 opp_a stats");
    says(&h, "12 opp_a analysis");
    assert_int_equal(h.asked[PLAYER_QUESTION_STATS], 1);
    assert_int_equal(h.asked[PLAYER_QUESTION_ANALYSIS], 0);
    player_report(h.player, h.now_ms, "opp_a", "We have not played.", true);
    harness_drain(&h);
    hears(&h, "tell opp_a We have not played.");
    says(&h, "12 opp_a analysis");
    assert_int_equal(h.asked[PLAYER_QUESTION_ANALYSIS], 1);
}

LOBBY(who_has_asked_too_much_is_answered_again_an_hour_later)
{
    for (int i = 0; i < 30; i++) {
        says(&h, "12 opp_a help");
    }
    says(&h, "12 opp_a stats");
    assert_int_equal(h.asked[PLAYER_QUESTION_STATS], 0);
    waits(&h, 3600000);
    says(&h, "12 opp_a stats");
    assert_int_equal(h.asked[PLAYER_QUESTION_STATS], 1);
}

/* Where nobody hears us but at the table, this is the time to ask. */
LOBBY(the_last_match_is_analysed_until_the_next_one_begins)
{
    says(&h, "** Player opp_a has joined you for a 5 point match.");
    says(&h, "12 opp_a analysis");
    assert_int_equal(h.asked[PLAYER_QUESTION_ANALYSIS], 1);
}

/* We move 24 -> 1, so he moves 1 -> 24, and the analysis has his numbers. */
LOBBY(questions_say_in_which_direction_the_user_played)
{
    says(&h, "12 opp_a stats");
    assert_false(h.asked_moves_up);
    player_report(h.player, h.now_ms, "opp_a", "We have not played.", true);
    start_match();
    says(&h, "12 opp_a stats");
    assert_int_equal(h.asked[PLAYER_QUESTION_STATS], 2);
    assert_true(h.asked_moves_up);
}

LOBBY(rematch_invites_to_the_same_length)
{
    says(&h, "12 opp_a rematch");
    expect_tell("please invite me");
    start_match();
    says(&h, "12 opp_a rematch");
    expect_tell("after the match");
    end_match();
    h.sent_taken = h.sent_count;
    says(&h, "12 opp_a rematch");
    hears(&h, "invite opp_a 5");
}

LOBBY(rematch_needs_a_ready_opponent)
{
    start_match();
    end_match();
    says(&h, "5 opp_a - - 0 0 1650.00 100 3 1040515752 host 3DFiBs -");
    h.sent_taken = h.sent_count;
    says(&h, "12 opp_a rematch");
    expect_tell("toggle ready");
}

/* ---- kibitz ---------------------------------------------------------------------- */

LOBBY(kibitz_of_the_opponent_makes_us_look_at_the_board)
{
    static const char *const words[] = {"move", "roll", "Join", "MOVE please"};
    start_match();
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char line[60];
        waits(&h, 10001);
        says(&h, BOARD("-1", "0:0"));
        h.sent_taken = h.sent_count;
        FORMAT_TEXT(line, "15 opp_a %s", words[i]);
        says(&h, line);
        hears(&h, "board");
        says(&h, line); /* impatience is not answered by more */
        hears_nothing(&h);
    }
}

/* When the opponent himself would be heeded. */
LOBBY(kibitz_of_others_is_not_heeded)
{
    start_match();
    waits(&h, 10001);
    says(&h, BOARD("-1", "0:0"));
    h.sent_taken = h.sent_count;
    says(&h, "15 somebody move");
    says(&h, "12 somebody move");
    hears_nothing(&h);
    says(&h, "15 opp_a move");
    hears(&h, "board");
}

/* ---- the owner ------------------------------------------------------------------- */

LOBBY(owner_gives_orders_with_his_secret)
{
    says(&h, "12 boss owner open_sesame status");
    expect_tell("tell boss lobby; playing nobody; level usual");
    says(&h, "12 boss owner open_sesame dance");
    expect_tell("status, pause, resume, last, level");
    says(&h, "12 boss owner open_sesame level 1500");
    expect_tell("Level for everybody: 1500");
    start_match();
    says(&h, BOARD("1", "3:1"));
    assert_string_equal(h.request.level, "1500");
    says(&h, "12 boss owner open_sesame leave");
    expect_tell("tell boss Leaving");
    hears(&h, "leave");
}

/* What the last opponent had chosen holds for nobody else. */
LOBBY(owner_hears_of_no_match_that_is_not)
{
    says(&h, "12 opp_a level 1500");
    start_match();
    says(&h, BOARD("1", "3:1"));
    assert_string_equal(h.request.level, "1500");
    says(&h, "12 boss owner open_sesame status");
    expect_tell("playing opp_a, 0-0; level 1500");
    says(&h, "opp_a wins the 5 point match 5-0 .");
    h.sent_taken = h.sent_count;
    says(&h, "12 boss owner open_sesame status");
    expect_tell("tell boss lobby; playing nobody; level usual");
    h.sent_taken = h.sent_count;
    says(&h, "12 boss owner open_sesame last");
    expect_tell("tell boss I am not playing: I log out.");
    waits(&h, 5000);
    assert_true(h.is_done);
}

LOBBY(owner_hears_no_more_points_than_the_match_has)
{
    start_match();
    h.player->match.my_score = 7;
    h.player->match.their_score = 2;
    says(&h, "12 boss owner open_sesame status");
    expect_tell("playing opp_a, 5-2; ");
}

LOBBY(owner_hears_our_score_first_and_what_the_server_counts)
{
    static const struct {
        struct standing standing;
        const char *want; /* at the end */
    } rows[] = {{{false, 0.0, 0}, "; no rating yet"},
                {{true, 1612.5, 400}, "; rating 1612.50, experience 400"},
                {{true, 1612.5, STANDING_NO_EXPERIENCE}, "; rating 1612.50"}};
    start_match();
    h.player->match.my_score = 2;
    h.player->match.their_score = 1;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        h.sent_taken = h.sent_count;
        h.player->standing = rows[i].standing;
        says(&h, "12 boss owner open_sesame status");
        const char *told = harness_next(&h);
        assert_non_null(told);
        assert_non_null(strstr(told, "playing opp_a, 2-1; "));
        assert_true(strlen(told) > strlen(rows[i].want));
        assert_string_equal(told + strlen(told) - strlen(rows[i].want), rows[i].want);
    }
}

LOBBY(pause_takes_no_matches_until_resume)
{
    assert_true(h.is_ready);
    says(&h, "12 boss owner open_sesame pause");
    expect_tell("no new matches");
    assert_false(h.is_ready);
    says(&h, "opp_a wants to play a 5 point match with you.");
    waits(&h, 1000);
    expect_tell("rest");
    assert_string_equal(h.refusal.code, "resting");
    says(&h, "12 boss owner open_sesame resume");
    expect_tell("I take matches");
    assert_true(h.is_ready);
}

LOBBY(a_match_that_is_being_joined_is_played_although_pause_is_said)
{
    says(&h, "opp_a wants to play a 5 point match with you.");
    waits(&h, 1000);
    hears(&h, "join opp_a");
    says(&h, "12 boss owner open_sesame pause");
    waits(&h, 1000);
    says(&h, "** You are now playing a 5 point match with opp_a");
    expect_tell("no new matches");
    hears_nothing(&h);
    assert_null(h.refusal.code);
}

LOBBY(last_finishes_the_match_and_logs_out)
{
    start_match();
    says(&h, "12 boss owner open_sesame last");
    expect_tell("after this match");
    end_match();
    waits(&h, 60000);
    assert_true(h.is_done);
}

LOBBY(others_and_wrong_secrets_get_no_answer)
{
    says(&h, "12 opp_a owner open_sesame pause");
    says(&h, "12 Boss owner open_sesame pause");
    says(&h, "12 boss_ owner open_sesame pause");
    assert_true(h.is_ready);
    for (int i = 0; i < 5; i++) {
        says(&h, "12 boss owner guess pause");
    }
    says(&h, "12 boss owner open_sesame pause"); /* locked by now */
    hears_nothing(&h);
    assert_true(h.is_ready);
    waits(&h, 3600000);
    h.sent_taken = h.sent_count;
    says(&h, "12 boss owner open_sesame status");
    expect_tell("tell boss");
}

LOBBY(without_a_secret_there_is_no_owner)
{
    player_set_owner_secret(h.player, "");
    says(&h, "12 boss owner open_sesame pause");
    hears_nothing(&h);
    assert_true(h.is_ready);
}

TEST_MAIN(NULL, NULL)
