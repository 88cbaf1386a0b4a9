/* What a client of bgammon.org sees: log-ins, time, matches, drops, the lock. */
#include "tests/unit/server/bgammon/guests.h"
#include "tests/unit/test_case.h"

WITH_GUESTS(the_first_line_is_a_text_that_begins_with_hello)
{
    guests_connect(0, "");
    assert_memory_equal(guests.heard[0], "hello ", 6);
}

TEST(a_log_in_shows_the_name)
{
    static const struct {
        const char *line, *shown;
    } logins[] = {
        {"lj test/en", "\"PlayerName\":\"Guest_"},
        {"lj test/en ann", "\"PlayerName\":\"Guest_ann\""},
        {"lj test/en abcdefghijklmnopqr",
         "\"PlayerName\":\"Guest_abcdefghijklmnopqr\""},
        {"loginjson test/en guest_bea", "\"PlayerName\":\"Guest_bea\""},
        {"LJ test/en bot_a", "\"PlayerName\":\"BOT_a\""},
        {"lj test/en carl my_word", "\"PlayerName\":\"carl\""},
        {"lj test/en carl my word", "\"PlayerName\":\"carl\""},
    };
    for (size_t i = 0; i < sizeof logins / sizeof logins[0]; i++) {
        guests_open(NULL);
        assert_true(bgammond_add_account(guests.core, "carl", "my word", 1612));
        guests_connect(0, logins[i].line);
        assert_heard(0, logins[i].shown);
        assert_heard(0, "{\"Type\":\"list\",\"Player\":\"\",\"Games\":null}\n");
        guests_close();
    }
}

TEST(refusals_are_a_notice_and_the_end_after_a_second)
{
    static const char *const logins[] = {
        "lj test/en 12345",
        "lj test/en a-b",
        "lj test/en a_name_of_19_letter",
        "lj test/en carl wrong",
        "lj test/en nobody word",
        "lj test/en carl wor",
        "lj test/en carl words",
        "lj test/en bot_a",
        "lj test/en Bot_A",
    };
    for (size_t i = 0; i < sizeof logins / sizeof logins[0]; i++) {
        guests_open(NULL);
        assert_true(bgammond_add_account(guests.core, "carl", "word", 1500));
        guests_connect(0, "lj test/en bot_a");
        guests_connect(1, logins[i]);
        assert_heard(1, "\"Connection terminated: ");
        guests_say(1, "lj test/en dora"); /* nothing more is heard */
        assert_false(guests_has_heard(1, "welcome"));
        guests_pass(999);
        assert_non_null(guests.client[1]);
        guests_pass(1);
        assert_null(guests.client[1]);
        guests_close();
    }
}

WITH_GUESTS(guests_without_a_name_get_different_ones)
{
    uint64_t random = guests.core->random;
    guests_connect(0, "lj test/en");
    guests.core->random = random;
    guests_connect(1, "lj test/en");
    assert_memory_equal(guests.client[1]->name, "Guest_", 6);
    assert_string_not_equal(guests.client[0]->name, guests.client[1]->name);
}

/* The search for a free number begins anywhere, and goes on behind the last one at the first. */
WITH_GUESTS(the_numbers_of_guests_have_three_digits)
{
    guests_connect(0, "lj test/en guest_999");
    for (int i = 0; i < 10000; i++) {
        guests_connect(1, "lj test/en");
        int number = atoi(guests.client[1]->name + strlen("Guest_"));
        assert_in_range(number, 100, 998);
        guests_say(1, "disconnect");
        guests.heard[1][0] = '\0';
    }
}

WITH_GUESTS(who_does_not_log_in_is_sent_away)
{
    guests_connect(0, "");
    guests_pass(30000);
    assert_heard(0, "\nnotice Connection terminated: ");
    guests_pass(1000);
    assert_null(guests.client[0]);
}

WITH_GUESTS(who_is_silent_for_40_seconds_is_cut_off)
{
    guests_connect(0, "lj test/en ann");
    guests_connect(1, "lj test/en bea");
    for (int s = 0; s < 41; s++) {
        guests_pass(1000);
        if (s == 20) {
            guests_say(1, "pong 0");
        }
    }
    assert_null(guests.client[0]);
    assert_non_null(guests.client[1]);
    assert_heard(1, "{\"Type\":\"ping\",\"Player\":\"\",\"Message\":\"30\"}\n");
}

WITH_GUESTS(a_line_of_more_than_64_kb_ends_the_connection)
{
    char bytes[1024];
    guests_connect(0, "lj test/en ann");
    memset(bytes, 'x', sizeof bytes);
    for (int i = 0; i < 64; i++) {
        bgammond_receive(guests.client[0], bytes, sizeof bytes);
    }
    assert_false(bgammond_is_closing(guests.client[0]));
    bgammond_receive(guests.client[0], bytes, 1);
    assert_true(bgammond_is_closing(guests.client[0]));
}

WITH_GUESTS(a_match_is_made_joined_and_seen_from_both_sides)
{
    guests_seat("create public 5 0 come in");
    assert_heard(
        0,
        "{\"Type\":\"joined\",\"Player\":\"BOT_a\",\"GameID\":1,\"PlayerNumber\":1}\n");
    assert_heard(
        0,
        "{\"Type\":\"joined\",\"Player\":\"Guest_ann\",\"GameID\":1,\"PlayerNumber\":2}\n");
    assert_heard(
        1,
        "{\"Type\":\"joined\",\"Player\":\"Guest_ann\",\"GameID\":1,\"PlayerNumber\":1}\n");
    for (int i = 0; i < 2; i++) {
        assert_heard(
            i,
            "\"Board\":[0,-2,0,0,0,0,5,0,3,0,0,0,-5,5,0,0,0,-3,0,-5,0,0,0,0,2,0,0,0]");
        assert_heard(i, "\"Turn\":0");
        assert_heard(i, "\"Available\":null");
    }
    assert_heard(0, "\"Player2\":{\"Number\":2,\"Name\":\"Guest_ann\"");
    assert_heard(1, "\"Player1\":{\"Number\":1,\"Name\":\"Guest_ann\"");
    guests_forget();
    guests_say(0, "list");
    assert_heard(0,
                 "{\"ID\":1,\"Password\":false,\"Points\":5,\"Players\":2,\"Rating\":0,"
                 "\"Name\":\"come in\"}");
    guests_say(0, "create public 5 0");
    assert_heard(0, "failedcreate");
}

WITH_GUESTS(only_backgammon_of_1_to_127_points_is_offered)
{
    guests_connect(0, "lj test/en ann");
    guests_say(0, "create public 5 1");
    guests_say(0, "create public 0 0");
    guests_say(0, "create private word 5 0");
    guests_say(0, "create");
    assert_int_equal(guests.core->match_count, 0);
    guests.core->match_count = BGAMMOND_MATCHES_MOST;
    guests_say(0, "create public 5 0");
    assert_null(guests.core->matches);
    guests.core->match_count = 0;
    guests_say(0, "c public 500 0");
    assert_int_equal(guests_match()->length, 127);
}

WITH_GUESTS(a_bot_that_joins_a_person_hangs_the_server)
{
    guests_connect(0, "lj test/en ann");
    guests_connect(1, "lj test/en bot_b");
    guests_say(0, "create public 5 0");
    guests_say(1, "join Guest_ann");
    assert_heard(1, "failedjoin");
    assert_true(bgammond_is_hung(guests.core));
    assert_int_equal(bgammond_counts(guests.core)->forbidden_joins, 1);
    guests_forget();
    guests_say(0, "list");
    guests_pass(30000);
    assert_string_equal(guests.heard[0], "");
}

WITH_GUESTS(bots_may_join_bots)
{
    guests_connect(0, "lj test/en bot_a");
    guests_connect(1, "lj test/en bot_b");
    guests_say(0, "create public 5 0");
    guests_say(1, "join BOT_a");
    assert_false(bgammond_is_hung(guests.core));
    assert_heard(1, "\"GameID\":1");
}

WITH_GUESTS(who_comes_back_is_put_into_his_match)
{
    guests_seat("create public 5 0");
    struct bgammond_match *match = set_turn(1, 0, 0);
    match->board.point[6] = 4; /* as no game begins */
    match->board.point[5] = 1;
    bgammond_disconnect(guests.client[0]);
    guests.client[0] = NULL;
    guests_forget();
    guests_take();
    assert_heard(1, "{\"Type\":\"left\",\"Player\":\"BOT_a\"}\n");
    guests_say(1, "roll");
    assert_heard(1, "failedroll");
    assert_int_equal(bgammond_counts(guests.core)->absent, 1);
    guests_say(1, "board");
    assert_heard(1, "\"Number\":2,\"Name\":\"\"");
    for (int s = 0; s < 14 * 60; s += 20) {
        guests_pass(20000);
        guests_say(1, "pong 0");
    }
    guests_connect(0, "lj test/en bot_a");
    assert_heard(0, "\"GameID\":1,\"PlayerNumber\":1");
    assert_heard(0, "\"Type\":\"board\"");
    assert_heard(0, "Rejoined match: ");
    assert_int_equal(match->turn, 1);
    assert_int_equal(match->board.point[5], 1);
    assert_heard(1, "\"Player\":\"BOT_a\",\"GameID\":1,\"PlayerNumber\":2");
    assert_heard(1, "\"Number\":2,\"Name\":\"BOT_a\"");
}

WITH_GUESTS(who_is_left_alone_for_15_minutes_is_free)
{
    guests_seat("create public 5 0");
    bgammond_disconnect(guests.client[0]);
    guests.client[0] = NULL;
    for (int s = 0; s <= 15 * 60; s += 20) {
        guests_pass(20000);
        guests_say(1, "pong 0");
    }
    assert_heard(1, "Left completed match.");
    assert_int_equal(guests.core->match_count, 0);
}

static void keep_result(void *context, const char *line)
{
    (void)snprintf(context, 200, "%s", line);
}

TEST(who_leaves_first_loses_when_both_leave)
{
    char result[200] = "";
    struct bgammond_config config;
    bgammond_config_default(&config);
    config.on_result = keep_result;
    config.result_context = result;
    guests_open(&config);
    guests_seat("create public 5 0");
    guests_say(1, "leave");
    guests_pass(1000);
    guests_forget();
    guests_say(0, "leave");
    assert_int_equal(bgammond_counts(guests.core)->matches, 1);
    assert_memory_equal(result, "match BOT_a Guest_ann 5 ", 24);
    assert_int_equal(guests.core->match_count, 0);
    guests_say(0, "leave");
    assert_heard(0, "failedleave");
    guests_close();
}

WITH_GUESTS(a_match_that_is_over_is_shown_joined_by_nobody_and_goes)
{
    assert_true(bgammond_add_account(guests.core, "carl", "word", 1612));
    guests_connect(0, "lj test/en bea");
    guests_connect(1, "lj test/en carl word");
    guests_connect(2, "lj test/en dan");
    guests_say(0, "create public 4 0");
    guests_say(2, "list");
    assert_heard(2, "\"Points\":4,\"Players\":1,");
    guests_say(1, "join 1");
    assert_heard(0, "\"Name\":\"carl\",\"Rating\":1612,\"Points\":0,");
    assert_heard(1, "\"Name\":\"Guest_bea\",\"Rating\":0,\"Points\":0,");
    (void)set_turn(0, 0, 0);
    guests_say(0, "resign");
    assert_heard(0, "\"Name\":\"carl\",\"Rating\":1612,\"Points\":3,");
    assert_heard(0, "\"Crawford\":1,");
    (void)set_turn(0, 0, 0);
    guests_say(0, "resign");
    guests_say(0, "leave");
    assert_string_equal(guests_match()->seats[0].name, "");
    guests_say(2, "join 1");
    assert_heard(2, "failedjoin");
    for (int s = 20; s < 120; s += 20) {
        guests_pass(20000);
        guests_say(1, "pong 0");
        guests_say(2, "pong 0");
    }
    assert_int_equal(guests.core->match_count, 1);
    guests_pass(20000);
    assert_int_equal(guests.core->match_count, 0);
    assert_heard(1, "Left completed match.");
}

/* Also who says that he leaves may come back while the other is there. */
WITH_GUESTS(a_seat_is_kept_while_the_other_is_there)
{
    guests_seat("create public 5 0");
    guests_connect(2, "lj test/en bea");
    guests_say(1, "leave");
    guests_say(2, "join 1");
    assert_heard(2, "failedjoin");
    guests_pass(20000); /* nobody waits for who is away */
    assert_int_equal(bgammond_counts(guests.core)->longest_wait_ms, 0);
    guests_say(1, "join 1");
    assert_ptr_equal(guests_match()->seats[1].client, guests.client[1]);
}

WITH_GUESTS(a_join_without_a_word_joins_nobody)
{
    guests_connect(0, "lj test/en ann");
    guests_connect(1, "lj test/en bot_b");
    guests_say(0, "create public 5 0");
    guests_say(1, "join");
    guests_say(1, "join ");
    guests_say(1, "join 99");
    assert_false(bgammond_is_hung(guests.core));
    assert_heard(1, "failedjoin");
}

TEST(a_name_lingers_when_its_client_is_cut_off)
{
    struct bgammond_config config;
    bgammond_config_default(&config);
    config.faults.linger_ms = 30000;
    guests_open(&config);
    guests_connect(0, "lj test/en bot_a");
    bgammond_disconnect(guests.client[0]);
    guests.client[0] = NULL;
    guests_connect(1, "lj test/en bot_a");
    assert_heard(1, "already in use");
    guests_pass(30000);
    guests_connect(2, "lj test/en bot_a");
    assert_heard(2, "welcome");
    guests_say(2, "disconnect");
    assert_null(guests.client[2]);
    guests_connect(3, "lj test/en bot_a"); /* who says goodbye does not linger */
    assert_heard(3, "welcome");
    guests_close();
}

WITH_GUESTS(history_takes_a_client_out_of_its_match)
{
    guests_seat("create public 5 0");
    guests_say(0, "history BOT_a");
    assert_null(guests.client[0]->match);
    assert_int_equal(bgammond_counts(guests.core)->illegal, 1);
    guests_say(0, "frobnicate now");
    assert_heard(0, "Unknown command: frobnicate");
    guests_forget();
    guests_say(0, "");
    assert_string_equal(guests.heard[0], "");
    guests_say(0, "  list\r");
    assert_heard(0, "\"Type\":\"list\"");
    bgammond_receive(guests.client[0], "li\0st\n", 6);
    guests_take();
    assert_heard(0, "Unknown command: li?st");
    assert_int_equal(bgammond_counts(guests.core)->unknown, 2);
}

WITH_GUESTS(r_rolls_and_resets_nothing)
{
    guests_seat("create public 5 0");
    struct bgammond_match *match = set_turn(0, 3, 1);
    guests_say(0, "move 8/5");
    guests_say(0, "r");
    assert_heard(0, "failedroll");
    assert_int_equal(match->moved_count, 1);
}

WITH_GUESTS(commands_have_short_names_and_need_a_match)
{
    static const char *const words[] = {"roll",  "R",     "double", "d",     "move 8/5",
                                        "M 8/5", "mv",    "ok",     "K",     "resign",
                                        "reset", "say x", "S x",    "board", "B"};
    guests_connect(0, "lj test/en ann");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        guests_forget();
        guests_say(0, words[i]);
        assert_heard(0, "You are not currently in a match.");
    }
    guests_say(0, "L");
    assert_heard(0, "failedleave");
    assert_int_equal(bgammond_counts(guests.core)->unknown, 0);
}

WITH_GUESTS(what_is_said_is_heard_by_the_other)
{
    guests_seat("create public 5 0");
    guests_forget();
    guests_say(0, "say good luck");
    guests_say(0, "say ");
    assert_string_equal(guests.heard[0], "");
    assert_string_equal(
        guests.heard[1],
        "{\"Type\":\"say\",\"Player\":\"BOT_a\",\"Message\":\"good luck\"}\n");
    guests_say(0, "set autoplay 1");
    assert_true(guests.client[0]->has_autoplay);
    guests_say(0, "set autoplay 0");
    assert_false(guests.client[0]->has_autoplay);
}

WITH_GUESTS(accounts_have_limits)
{
    assert_true(bgammond_add_account(guests.core, "carl", "word", 1612));
    assert_false(bgammond_add_account(guests.core, "Carl", "word", 1612));
    assert_false(bgammond_add_account(guests.core, "dan", "", 1500));
    assert_false(bgammond_add_account(guests.core, "dan",
                                      "a_password_that_has_32_letters__", 1500));
    assert_true(bgammond_add_account(guests.core, "dan",
                                     "a_password_that_has_31_letters_", 1500));
    for (int i = 2; i <= BGAMMOND_ACCOUNTS_MOST; i++) {
        char name[20];
        FORMAT_TEXT(name, "name_%d", i);
        assert_int_equal(bgammond_add_account(guests.core, name, "word", 1500),
                         i < BGAMMOND_ACCOUNTS_MOST);
    }
    guests_connect(0, "lj test/en carl"); /* a guest, whose name is like his */
    assert_string_equal(guests.client[0]->name, "Guest_carl");
    assert_int_equal(guests.client[0]->rating, 0);
}

TEST(switches_change_what_is_sent)
{
    struct bgammond_config config;
    bgammond_config_default(&config);
    config.epoch_s = INT64_C(1) << 40;
    config.faults.has_empty_arrays = config.faults.has_unknown = true;
    guests_open(&config);
    guests_seat("create public 5 0");
    assert_heard(0, "\"Available\":[]");
    assert_heard(0, "\"Games\":[]");
    assert_heard(0, "{\"Type\":\"weather\"");
    assert_heard(0, "\"Started\":1099511627776");
    guests_close();
}

TEST(games_begin_at_the_board_that_is_set)
{
    static const char end[] =
        "[0,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,5,5,3,0,0,0,0,0,-8,-7,0,0]";
    struct bgammond_config config;
    struct error err;
    bgammond_config_default(&config);
    assert_false(bgammond_config_start(&config, "[0,1]", &err));
    assert_string_equal(err.text, "expected 28 numbers as [0,-2,...]");
    assert_false(bgammond_config_start(&config,
                                       "[0,254,0,0,0,0,5,0,3,0,0,0,-5,5,0,0,0,-3,0,-5,"
                                       "0,0,0,0,2,0,0,0]",
                                       &err));
    assert_string_equal(err.text, "expected 28 numbers as [0,-2,...]");
    assert_false(bgammond_config_start(
        &config, "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,5,5,3,0,0,0,0,0,-8,-7,0,0]", &err));
    assert_non_null(strstr(err.text, "the board cannot be: "));
    assert_false(bgammond_config_start(
        &config, "[0,15,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-15,0,0]", &err));
    assert_string_equal(err.text, "the board cannot be: the game is over");
    assert_false(config.has_start);
    assert_true(bgammond_config_start(&config, end, &err));
    guests_open(&config);
    guests_seat("create public 5 0");
    assert_heard(0, end);
    assert_heard(1, "[7,8,0,0,0,0,0,-3,-5,-5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-2,0,0,0]");
    guests_close();
}

TEST_MAIN(NULL, NULL)
