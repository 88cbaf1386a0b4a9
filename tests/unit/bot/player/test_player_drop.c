/* The player when one of the two goes: saved matches, drops, idle opponents. */
#include "tests/unit/bot/player/match_harness.h"
#include "tests/unit/test_case.h"

LOBBY(saved_match_is_resumed_when_the_opponent_is_there)
{
    says(&h, SAVED_HEADING);
    says(&h, "  opp_c                   5                2 -  1");
    waits(&h, 10000);
    hears_nothing(&h);
    says(&h, "7 opp_c opp_c logs in.");
    says(&h, FREE("opp_c", "1500.00", "0"));
    waits(&h, 5000);
    hears(&h, "invite opp_c");
}

LOBBY(saved_match_waits_for_the_opponent_where_wanted)
{
    harness_set(&h, "invite.saved=no");
    says(&h, SAVED_HEADING);
    says(&h, "**opp_c                   5                2 -  1");
    says(&h, FREE("opp_c", "1500.00", "0"));
    waits(&h, 60000);
    hears_nothing(&h);
    says(&h, "opp_c wants to resume a saved match with you.");
    hears(&h, "join opp_c");
}

LOBBY(offer_to_resume_a_match_of_the_list_is_joined_at_once)
{
    says(&h, "opp_c wants to resume a saved match with you.");
    waits(&h, 1000);
    hears(&h, "invite opp_c"); /* he could put another offer in its place */
    says(&h, "** There's no saved match with opp_c. Please give a match length.");
    says(&h, SAVED_HEADING);
    says(&h, "**opp_c                   5                2 -  1");
    says(&h, "opp_c wants to resume a saved match with you.");
    hears(&h, "join opp_c");
    says(&h, "You are now playing with opp_c. Your running match was loaded.");
    plays_with(&h, "opp_c");
}

/* Whatever has become of our last invitation to him. */
LOBBY(opponent_of_a_saved_match_is_invited_as_soon_as_he_is_ready)
{
    static const char busy[] = "5 opp_c - - 0 0 1500.00 100 900 1700000000 h - -";
    static const char ready[] = "5 opp_c - - 1 0 1500.00 100 900 1700000000 h - -";
    static const char *const outcomes[] = {"** opp_c is refusing games.",
                                           "** There is no one called opp_c"};
    harness_set(&h, "invite.max_idle=60"); /* he has been silent for longer */
    says(&h, SAVED_HEADING);
    says(&h, "**opp_c                   5                2 -  1");
    waits(&h, 5000);
    for (size_t i = 0; i < 2; i++) {
        hears(&h, "invite opp_c");
        says(&h, outcomes[i]);
        says(&h, busy);
        waits(&h, 20000);
        hears_nothing(&h);
        says(&h, ready);
        waits(&h, 2000);
    }
    hears(&h, "invite opp_c");
    says(&h, outcomes[0]);
    says(&h, ready); /* he was ready before, too */
    waits(&h, 20000);
    hears_nothing(&h);
}

LOBBY(user_who_changes_his_offer_is_not_joined_at_once)
{
    says(&h, SAVED_HEADING);
    says(&h, "**opp_c                   5                2 -  1");
    says(&h, "opp_c wants to play a 1 point match with you.");
    says(&h, "opp_c wants to resume a saved match with you.");
    hears_nothing(&h);
    waits(&h, 1000);
    hears(&h, "invite opp_c");
}

LOBBY(offer_to_resume_that_crosses_ours_is_joined)
{
    static const char *const names[] = {"z_bot", "a_bot"}; /* he may wait for us */
    for (int i = 0; i < 2; i++) {
        char line[120];
        says(&h, SAVED_HEADING);
        FORMAT_TEXT(line, "**%-24s5                2 -  1", names[i]);
        says(&h, line);
        waits(&h, 5000);
        FORMAT_TEXT(line, "invite %s", names[i]);
        hears(&h, line);
        FORMAT_TEXT(line, "%s wants to resume a saved match with you.", names[i]);
        says(&h, line);
        waits(&h, i == 0 ? 0 : 2500);
        FORMAT_TEXT(line, "join %s", names[i]);
        hears(&h, line);
        FORMAT_TEXT(line, "** %s didn't invite you.", names[i]);
        says(&h, line);
    }
}

LOBBY(offer_to_resume_is_not_lost_to_another_invitation)
{
    says(&h, "opp_a wants to resume a saved match with you.");
    waits(&h, 1000);
    hears(&h, "invite opp_a");
    says(&h, "** You invited opp_a to resume a saved match.");
    invites("opp_b");
    waits(&h, 9999);
    hears_nothing(&h);
    waits(&h, 1);
    hears(&h, "join opp_a");
    says(&h, "** opp_a didn't invite you.");
    waits(&h, 1000);
    hears(&h, "join opp_b");
}

/* The server may resume a match by itself, before or after the settings are made. */
LOBBY(loaded_match_is_accepted_at_any_time)
{
    static const char loaded[] =
        "You are now playing with opp_b. Your running match was loaded.";
    says(&h, loaded);
    waits(&h, 2500);
    hears(&h, "board");
    player_offline(h.player, h.now_ms);
    harness_drain(&h);
    says(&h, loaded);
    hears_nothing(&h);
    player_online(h.player, h.now_ms, ""); /* no who line has shown it */
    harness_drain(&h);
    hears(&h, "board");
    plays_with(&h, "opp_b");
    player_offline(h.player, h.now_ms);
    says(&h, loaded); /* and that connection is lost, too */
    player_offline(h.player, h.now_ms);
    player_online(h.player, h.now_ms, "");
    harness_drain(&h);
    hears(&h, "show saved");
}

/* The offer shows neither on the board nor in another line. */
LOBBY(a_resignation_while_the_settings_are_made_is_answered)
{
    player_offline(h.player, h.now_ms);
    says(&h, "You are now playing with opp_a. Your running match was loaded.");
    says(&h,
         "opp_a wants to resign. You will win 2 points. Type 'accept' or 'reject'.");
    player_online(h.player, h.now_ms, "");
    harness_drain(&h);
    hears(&h, "board");
    says(&h, HIS_TURN);
    assert_int_equal(h.request.kind, DECISION_RESIGNATION);
    assert_int_equal(h.request.games, 2);
}

/* What is remembered of it, such as the Crawford game, is still true. */
PLAYING(match_that_is_loaded_while_it_is_on_goes_on)
{
    int starts = 0, resumed = 0;
    says(&h, BOARD("4:0", "1", "3:1", "0:0", "1", "1:1"));
    assert_true(h.request.ms.is_crawford);
    says(&h, "Starting a new game with opp_a.");
    says(&h, BOARD("4:1", "1", "3:1", "0:0", "1", "1:1"));
    assert_false(h.request.ms.is_crawford);
    says(&h, "You are now playing with opp_a. Your running match was loaded.");
    says(&h, BOARD("4:1", "1", "3:1", "0:0", "1", "1:1"));
    assert_false(h.request.ms.is_crawford);
    for (int i = 0; i < h.event_count; i++) {
        starts += h.events[i].type == MATCH_START;
        resumed += h.events[i].type == MATCH_RESUMED;
    }
    assert_int_equal(starts, 1);
    assert_int_equal(resumed, 1);
}

PLAYING(resumed_match_is_rolled_in_at_once)
{
    static const char *const boards[] = {
        OUR_TURN,                                    /* whether or not ... */
        BOARD("0:0", "1", "0:0", "0:0", "2", "0:1"), /* ... we may double */
    };
    for (size_t i = 0; i < 2; i++) {
        says(&h, "opp_a has joined you. Your running match was loaded.");
        says(&h, "points for opp_a: 0");
        says(&h, boards[i]); /* that nobody has asked for */
        assert_int_equal(h.request.kind, DECISION_CUBE);
        assert_int_equal(h.request.may_double, i == 0);
        we_roll();
        says(&h, PROMPT); /* too late */
        hears_nothing(&h);
    }
}

PLAYING(left_match_is_not_taken_up_at_once)
{
    harness_set(&h, "invite.left_pause=120");
    says(&h, OUR_ROLLED);
    says(&h, "** Player opp_a has left the game. The game was saved.");
    hears(&h, "show saved");
    says(&h, SAVED_HEADING);
    says(&h, "**opp_a                   5                0 -  0");
    says(&h, FREE("opp_a", "1500.00", "0"));
    waits(&h, 115000);
    hears_nothing(&h);
    waits(&h, 10000);
    hears(&h, "invite opp_a");
}

TEST(state_says_that_a_length_is_not_known_yet)
{
    struct harness new;
    char text[200];
    harness_init(&new);
    new.player = player_new(&new.config);
    player_online(new.player, 0, "opp_a");
    player_describe(new.player, text, sizeof text);
    assert_string_equal(text, "playing opp_a, 0-0, length unknown; 0 matches finished");
    player_free(new.player);
}

/* For `systemctl status` and SIGUSR1: no names of states. */
static void assert_described(const char *want)
{
    char text[200];
    player_describe(h.player, text, sizeof text);
    assert_string_equal(text, want);
}

PLAYING(operator_reads_in_words_what_the_player_does)
{
    assert_described("playing opp_a, 0-0 of 5; 0 matches finished");
    says(&h, "opp_a drops connection. The game was saved.");
    assert_described("waiting for an opponent; 0 matches finished");
    player_stop(h.player, h.now_ms, CONFIG_ON_STOP_FINISH);
    assert_described("taking no new matches; 0 matches finished");
    player_offline(h.player, h.now_ms);
    assert_described("0 matches finished");
}

PLAYING(drop_while_thinking_ends_the_playing)
{
    says(&h, OUR_ROLLED);
    says(&h, "opp_a drops connection. The game was saved.");
    assert_false(h.has_request);
    is_at(&h, PLAYER_LOBBY);
    plays_with(&h, "");
    hears(&h, "show saved");
}

PLAYING(only_a_finished_match_is_logged_as_won_or_lost)
{
    static const char *const saved[] = {
        "opp_a drops connection. The game was saved.",
        "** Player opp_a has left the game. The game was saved.",
        "** You're not playing.",
    };
    for (size_t i = 0; i < sizeof saved / sizeof saved[0]; i++) {
        says(&h, BOARD("3:1", "1", "3:1", "0:0", "1", "1:1"));
        says(&h, saved[i]);
        is_at(&h, PLAYER_LOBBY);
        assert_int_equal(h.results_logged, 0);
        assert_int_equal(h.player->finished, 0);
    }
    says(&h, BOARD("3:1", "1", "3:1", "0:0", "1", "1:1"));
    player_offline(h.player, h.now_ms);
    player_online(h.player, h.now_ms, "opp_a");
    harness_drain(&h);
    assert_int_equal(h.results_logged, 0);
    says(&h, "You win the 5 point match 5-1 .");
    assert_int_equal(h.results_logged, 1);
    assert_int_equal(h.player->finished, 1);
}

PLAYING(own_who_line_without_opponent_is_checked_with_the_board)
{
    says(&h, HIS_TURN);
    says(&h, FREE("our_bot", "1500.00", "0"));
    hears(&h, "board");
    says(&h, "** You're not playing.");
    is_at(&h, PLAYER_LOBBY);
}

PLAYING(no_command_goes_out_when_there_may_be_no_match)
{
    says(&h, OUR_ROLLED);
    assert_true(h.has_request);
    says(&h, FREE("our_bot", "1500.00", "0"));
    hears(&h, "board");
    assert_false(h.has_request);
    says(&h, OUR_ROLLED); /* there is one */
    assert_true(h.has_request);
    hears_nothing(&h);
}

/* The line that says so went down with the connection. */
PLAYING(drop_after_the_last_game_ends_the_match)
{
    int saved = 0;
    says(&h, OUR_ROLLED);
    h.player->match.my_score = 4;
    says(&h, "You win the game and get 1 point. Congratulations!");
    player_offline(h.player, h.now_ms);
    harness_drain(&h);
    const struct match_event *end = &h.events[h.event_count - 1];
    assert_int_equal(end->type, MATCH_END);
    assert_true(end->is_finished);
    assert_int_equal(end->my_score, 5);
    for (int i = 0; i < h.event_count; i++) {
        saved += h.events[i].type == MATCH_SAVED;
    }
    assert_int_equal(saved, 0);
    assert_int_equal(h.player->finished, 1);
    player_offline(h.player, h.now_ms); /* not once more */
    assert_int_equal(h.player->finished, 1);
    player_online(h.player, h.now_ms, "");
    harness_drain(&h);
    hears(&h, "show saved");
}

PLAYING(reconnection_takes_up_the_match_again)
{
    says(&h, OUR_ROLLED);
    player_offline(h.player, h.now_ms);
    harness_drain(&h);
    is_at(&h, PLAYER_OFFLINE);
    says(&h, OUR_ROLLED); /* before the session is ready */
    hears_nothing(&h);
    player_online(h.player, h.now_ms, "");
    harness_drain(&h);
    hears(&h, "board");
    says(&h, OUR_ROLLED);
    assert_int_equal(h.request.kind, DECISION_PLAY);
    int starts = 0, saved = 0, resumed = 0;
    for (int i = 0; i < h.event_count; i++) {
        starts += h.events[i].type == MATCH_START;
        saved += h.events[i].type == MATCH_SAVED;
        resumed += h.events[i].type == MATCH_RESUMED;
    }
    assert_int_equal(starts, 1); /* the record goes on ... */
    assert_int_equal(saved, 1);
    assert_int_equal(resumed,
                     1); /* ... and whoever was told that it is saved hears so */
}

/* A resignation that the server has kept with the match: nobody is told of it. */
PLAYING(resignation_kept_with_a_saved_match_is_looked_for)
{
    says(&h, "opp_a has joined you. Your running match was loaded.");
    says(&h, HIS_TURN);
    waits(&h, PLAYER_IDLE_BOARD_MS); /* he seems to do nothing */
    hears(&h, "roll");
    hears(&h, "board");
    says(&h, HIS_TURN);
    waits(&h, PLAYER_OFFER_MS);
    hears(&h, "board");
    says(&h, HIS_TURN);
    says(&h, "** opp_a wanted to resign. Type 'accept' or 'reject'.");
    logged(&h, "an offer is open: ** opp_a wanted to resign");
    assert_int_equal(h.request.kind, DECISION_RESIGNATION);
    decides(&h, (struct decision_answer){.is_accept = true});
    hears(&h, "accept");
}

PLAYING(nothing_is_looked_for_once_the_match_goes_on)
{
    says(&h, "opp_a has joined you. Your running match was loaded.");
    says(&h, HIS_TURN);
    says(&h, "opp_a rolls 3 and 1.");
    says(&h, BOARD("0:0", "-1", "0:0", "3:1", "1", "1:1"));
    waits(&h, 181000);
    assert_int_equal(harness_count(&h, "roll"), 0);
}

PLAYING(open_resignation_of_a_resumed_match_is_told_to_the_opponent)
{
    says(&h, "opp_a has joined you. Your running match was loaded.");
    says(&h, OUR_ROLLED);
    decides(&h, (struct decision_answer){.resign_games = 1});
    hears(&h, "resign n");
    says(&h, "** You already did that.");
    hears(&h, "kibitz I still want to resign: please type accept or reject.");
    is_at(&h, PLAYER_RESIGN_OFFERED);
}

PLAYING(idle_opponent_is_asked_then_left)
{
    says(&h, HIS_TURN);
    int asked = 0, left = 0;
    for (int second = 0; second < 400; second++) {
        waits(&h, 1000);
        for (const char *sent = harness_next(&h); sent != NULL;
             sent = harness_next(&h)) {
            if (strcmp(sent, "board") == 0) {
                says(&h, HIS_TURN);
            }
            asked = asked == 0 && strncmp(sent, "kibitz", 6) == 0 ? second : asked;
            left = left == 0 && strcmp(sent, "leave") == 0 ? second : left;
        }
    }
    assert_in_range(asked, 178, 182);
    assert_in_range(left, 358, 362);
}

/* At bgammon.org, which keeps the table while they are away. */
static void goes_away_from_our_play(void)
{
    const struct game_event away = {
        .type = EVENT_THEY_ARE_AWAY, .line = "away", .name = "opp_a"};
    we_play();
    player_event(h.player, h.now_ms, &away);
    harness_drain(&h);
}

PLAYING(opponent_who_is_away_on_our_turn_is_left_in_the_same_time)
{
    goes_away_from_our_play();
    int left = 0;
    for (int second = 0; second < 400; second++) {
        waits(&h, 1000);
        left = harness_count(&h, "leave") > 0 && left == 0 ? second : left;
    }
    assert_in_range(left, 358, 362);
}

PLAYING(play_that_came_too_late_is_made_when_they_are_back)
{
    goes_away_from_our_play();
    waits(&h, 20000);
    hears_nothing(&h);
    we_play();
}

/* As bgammon.org does where a program logs in again: the match comes before we are ready, or
 * only then. */
static void sit_where_none_is_kept(enum event_type type, bool is_late)
{
    const struct game_event joined = {.type = type,
                                      .line = "joined",
                                      .name = "opp_a",
                                      .is_mine = true,
                                      .is_unkept = true,
                                      .length = 5};
    player_free(h.player);
    h.player = player_new(&h.config);
    assert_non_null(h.player);
    if (is_late) {
        player_online(h.player, h.now_ms, "");
        player_event(h.player, h.now_ms, &joined);
    } else {
        player_event(h.player, h.now_ms, &joined);
        player_online(h.player, h.now_ms, "opp_a");
    }
    harness_drain(&h);
    says(&h, HIS_TURN);
    assert_true(h.events[h.event_count - 2].is_resumed);
    h.sent_taken = h.sent_count;
    bool has_left = false;
    for (int second = 0; second < 400 && !has_left; second++) {
        waits(&h, 1000);
        for (const char *sent = harness_next(&h); sent != NULL;
             sent = harness_next(&h)) {
            if (strcmp(sent, "board") == 0) {
                says(&h, HIS_TURN);
            }
            assert_true(strstr(sent, "saved") == NULL && strcmp(sent, "roll") != 0);
            has_left = has_left || strcmp(sent, "leave") == 0;
        }
    }
    assert_true(has_left);
    says(&h, "You terminated the game. The game was saved.");
    logged(&h, "match with opp_a is left");
    const struct match_event *last = &h.events[h.event_count - 1];
    assert_int_equal(last->type, MATCH_SAVED);
    assert_true(last->is_unkept);
}

/* On a slow link it comes: the session waits for it. */
PLAYING(a_late_board_is_waited_for_where_no_match_is_kept)
{
    const struct game_event joined = {.type = EVENT_MATCH_RESUME,
                                      .line = "joined",
                                      .name = "opp_a",
                                      .is_unkept = true};
    player_event(h.player, h.now_ms, &joined);
    harness_drain(&h);
    h.sent_taken = h.sent_count;
    for (int second = 0; second < 100; second++) {
        waits(&h, 1000);
    }
    for (const char *sent; (sent = harness_next(&h)) != NULL;) {
        assert_string_equal(sent, "board");
    }
    is_at(&h, PLAYER_STARTING);
}

PLAYING(nobody_is_told_of_a_saved_match_where_none_is_kept)
{
    sit_where_none_is_kept(EVENT_MATCH_START, false);
    sit_where_none_is_kept(EVENT_MATCH_RESUME, false);
    sit_where_none_is_kept(EVENT_MATCH_RESUME, true);
}

static int passes_until(const char *word, int most_s)
{
    for (int second = 1; second <= most_s; second++) {
        waits(&h, 1000);
        for (const char *sent = harness_next(&h); sent != NULL;
             sent = harness_next(&h)) {
            if (strncmp(sent, word, strlen(word)) == 0) {
                return second;
            }
        }
    }
    return 0;
}

PLAYING(opponent_who_acts_or_speaks_has_his_time_anew)
{
    says(&h, HIS_TURN);
    assert_in_range(passes_until("kibitz", 400), 178, 182);
    says(&h, "15 opp_a one moment, please");
    assert_in_range(passes_until("kibitz", 400), 178, 182);
    says(&h, "opp_a rolls 3 and 1.");
    assert_in_range(passes_until("kibitz", 400), 178, 182);
    assert_in_range(passes_until("leave", 400), 178, 182);
}

PLAYING(time_we_think_is_not_his)
{
    says(&h, OUR_ROLLED);
    assert_true(h.has_request);
    assert_int_equal(passes_until("", 3600), 0); /* nothing is said, nobody left */
}

PLAYING(match_that_the_who_list_shows_late_goes_on)
{
    static const char own[] = "5 our_bot opp_a - 1 0 1650.00 400 3 1700000000 - - -";
    player_offline(h.player, h.now_ms);
    player_online(h.player, h.now_ms, "");
    harness_drain(&h);
    hears(&h, "show saved");
    says(&h, own);
    hears(&h, "board");
    says(&h, own); /* asked once */
    hears_nothing(&h);
    says(&h, OUR_ROLLED);
    plays_with(&h, "opp_a");
    assert_true(h.has_request);
}

TEST_MAIN(NULL, NULL)
