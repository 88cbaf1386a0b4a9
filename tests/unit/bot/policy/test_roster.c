/* Who is taken for a program. */
#include <stdio.h>
#include <stdlib.h>

#include "bot/policy/roster.h"
#include "tests/unit/test_case.h"

TEST(programs_are_known_by_name_or_client)
{
    static const struct {
        const char *name, *client;
        bool want;
    } rows[] = {
        {"GammonBot_IV", "-", true},
        {"RepBotNG", "", true},
        {"bot", "-", true},
        {"ABBOTT", "-", true},
        {"anna", "WildBG_2", true},
        {"MissManners", "-", true},
        {"our_bot", "-", true},
        {"bot_a", "-", true},
        {"abbott", "-", true},
        {"anna", "fibsbot", true},
        {"anna", "fibsbot_2.0", true},
        {"anna", "MyBot_1.2", true},
        {"anna", "3DFiBs", false},
        {"anna", "fibsbot-seat", false},
        {"my_bot", "fibsbot-seat", false},
        {"anna", "fibsbot-seat2", true},
        {"talbot", "-", false},
        {"Bottomley", "-", false},
        {"robotti", "-", false},
        {"botany", "Gibbon_0.1.1", false},
        {"lookatmeImabot", "-", false},
        {"", "", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (roster_is_robot(rows[i].name, rows[i].client) != rows[i].want) {
            fail_msg("%s with %s", rows[i].name, rows[i].client);
        }
    }
}

static const struct roster_user *met(struct roster *roster, const char *name,
                                     double rating, int64_t now_ms)
{
    struct game_event event = {.who = {.standing = {true, rating, 100}}};
    (void)snprintf(event.name, sizeof event.name, "%s", name);
    roster_update(roster, &event, now_ms);
    return roster_find(roster, name);
}

/* Who leaves takes nobody along. */
TEST(each_user_has_a_row_with_his_last_line)
{
    struct roster *roster = calloc(1, sizeof *roster);
    assert_non_null(roster);
    assert_int_equal(met(roster, "opp_a", 1500.0, 1000)->seen_ms, 1000);
    (void)met(roster, "opp_b", 1600.0, 2000);
    (void)met(roster, "opp_c", 1700.0, 3000);
    assert_int_equal(met(roster, "opp_a", 1510.0, 4000)->seen_ms, 4000);
    assert_true(roster_find(roster, "opp_a")->who.standing.rating == 1510.0);
    assert_int_equal(roster->count, 3);
    roster_remove(roster, "opp_a");
    roster_remove(roster, "opp_x");
    assert_null(roster_find(roster, "opp_a"));
    assert_true(roster_find(roster, "opp_b")->who.standing.rating == 1600.0);
    assert_int_equal(roster_find(roster, "opp_c")->seen_ms, 3000);
    free(roster);
}

TEST_MAIN(NULL, NULL)
