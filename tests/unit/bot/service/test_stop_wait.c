/* How long a stop may take, in words, and until the last of the accounts is done. */
#include <string.h>

#include "bot/service/account_internal.h"
#include "bot/service/stop_wait.h"
#include "tests/unit/test_case.h"

static struct config configs[3];
static struct account accounts[3];

/* Accounts with these times to end a match; those with `plays` are in one. */
static struct stop_wait stop(int stops, const int seconds[3], const char *plays)
{
    struct account *of_all[3];
    const struct config *configs_of_all[3];
    for (int i = 0; i < 3; i++) {
        config_default(&configs[i]);
        configs[i].play.stop_after = seconds[i];
        accounts[i].player = player_new(&configs[i]);
        player_online(accounts[i].player, 0, plays[i] == 'x' ? "opp_a" : "");
        of_all[i] = &accounts[i];
        configs_of_all[i] = &configs[i];
    }
    struct stop_wait wait = stop_wait_of(stops, of_all, configs_of_all, 3);
    for (int i = 0; i < 3; i++) {
        player_free(accounts[i].player);
    }
    return wait;
}

TEST(the_longest_time_counts_in_minutes_and_seconds)
{
    static const int seconds[3] = {90, 3605, 7};
    struct stop_wait wait = stop(1, seconds, "xxx");
    assert_int_equal(wait.matches, 3);
    assert_int_equal(wait.seconds, 3605);
    assert_string_equal(wait.text,
                        "stopping: waits at most 60 min 05 s for the end of 3 "
                        "matches; a second signal leaves them");
    wait = stop(1, seconds, "x-x"); /* who is in no match is not waited for */
    assert_string_equal(wait.text,
                        "stopping: waits at most 1 min 30 s for the end of 2 "
                        "matches; a second signal leaves them");
    wait = stop(1, seconds, "--x");
    assert_string_equal(wait.text,
                        "stopping: waits at most 0 min 07 s for the end of 1 "
                        "match; a second signal leaves it");
}

TEST(one_match_without_a_limit_has_none)
{
    static const int seconds[3] = {90, 0, 3605};
    struct stop_wait wait = stop(1, seconds, "xxx");
    assert_int_equal(wait.seconds, -1);
    assert_non_null(strstr(wait.text, "waits without limit (play.stop_after) for"));
}

TEST(later_stops_wait_for_nothing)
{
    static const int seconds[3] = {90, 90, 90};
    assert_string_equal(stop(1, seconds, "---").text, "stopping");
    struct stop_wait wait = stop(2, seconds, "xxx");
    assert_int_equal(wait.matches, 0);
    assert_int_equal(wait.seconds, 0);
    assert_string_equal(wait.text, "stopping: leaving all matches");
    assert_string_equal(stop(3, seconds, "xxx").text,
                        "stopping: closing the connections");
    assert_string_equal(stop(9, seconds, "xxx").text,
                        "stopping: closing the connections");
}

TEST_MAIN(NULL, NULL)
