/* Who may play what, and what is told to whom it is refused; the roster of users. */
#include <stdio.h>

#include "bot/config/opponents.h"
#include "bot/policy/policy.h"
#include "bot/policy/roster.h"
#include "tests/unit/test_case.h"

static struct config config;

static void set(const char *assignment)
{
    struct config_faults faults = {0};
    if (!config_override(&config, assignment, &faults)) {
        fail_msg("%s", faults.text[0]);
    }
}

static int defaults(void **state)
{
    config_default(&config);
    set("accept.lengths=1, 3-5");
    set("accept.block=bad_user");
    return 0;
}

#define CASE(claim) TEST_WITH(claim, defaults, NULL)

CASE(levels_follow_name_and_rating_of_the_opponent)
{
    static const struct {
        const char *spar, *opponents, *name;
        double rating; /* 0: not known */
        const char *want;
    } rows[] = {
        {"no", "", "anna", 1700.0, ""},
        {"equal", "", "anna", 1699.6, "1700"},
        {"below", "", "anna", 1700.0, "1550"},
        {"above", "", "anna", 1700.0, "1850"},
        {"above", "", "anna", 2090.0, "2100"},
        {"below", "", "anna", 820.0, "800"},
        {"equal", "", "anna", 0.0, ""},
        {"no", "anna=beginner", "anna", 1700.0, "beginner"},
        {"no", "anna=beginner", "bert", 1700.0, ""},
        {"equal", "anna=beginner, bert=1900,carl=no", "bert", 1700.0, "1900"},
        {"equal", "anna=beginner, bert=1900,carl=no", "carl", 1700.0, ""},
        {"no", " anna = above ", "anna", 1500.0, "1650"},
        {"no", "anna=above", "anna", 0.0, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char option[120], level[LEVEL_TEXT_SIZE];
        struct standing standing = {rows[i].rating > 0.0, rows[i].rating, 100};
        (void)snprintf(option, sizeof option, "strength.spar=%s", rows[i].spar);
        set(option);
        (void)snprintf(option, sizeof option, "strength.opponents=%s",
                       rows[i].opponents);
        set(option);
        set("strength.spar_margin=150");
        policy_level(&config, rows[i].name, "", "", &standing, level);
        assert_string_equal(level, rows[i].want);
    }
    char level[LEVEL_TEXT_SIZE];
    set("strength.spar=equal");
    policy_level(&config, "anna", "", "", NULL, level);
    assert_string_equal(level, "");
}

CASE(options_come_before_the_list_and_the_list_before_wishes)
{
    char level[LEVEL_TEXT_SIZE];
    struct standing standing = {true, 1700.0, 100};
    policy_level(&config, "anna", "1600", "expert", &standing, level);
    assert_string_equal(level, "1600");
    policy_level(&config, "anna", "equal", "expert", &standing, level);
    assert_string_equal(level, "1700");
    set("strength.opponents=anna=beginner");
    policy_level(&config, "anna", "1600", "expert", &standing, level);
    assert_string_equal(level, "beginner");
}

CASE(faulty_rules_for_opponents_are_found)
{
    assert_true(opponents_check("", NULL));
    assert_true(opponents_check("anna=expert, bert=1200, carl=equal", NULL));
    static const char *const bad[] = {"anna", "anna=", "=expert", "anna=strong",
                                      "anna=expert, bert=5000"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(opponents_check(bad[i], NULL));
    }
    struct error err;
    assert_false(opponents_check("carl=equal, anna=strong", &err));
    assert_string_equal(err.text, "anna=strong: expected a level such as beginner, "
                                  "expert or strongest, or a rating from 800 to 2100, "
                                  "found \"strong\"");
}

TEST(roster_follows_who_is_there)
{
    static struct roster roster;
    static const struct game_event rows[] = {
        {.type = EVENT_WHO, .name = "opp_a"},
        {.type = EVENT_WHO, .name = "opp_a", .who.is_ready = true},
        {.type = EVENT_WHO,
         .name = "opp_a",
         .other = "opp_b",
         .who = {.is_ready = true, .is_playing = true}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        roster_update(&roster, &rows[i], 0);
        const struct roster_user *user = roster_find(&roster, "opp_a");
        assert_non_null(user);
        assert_int_equal(user->who.is_ready, rows[i].who.is_ready);
        assert_int_equal(user->who.is_playing, rows[i].who.is_playing);
    }
    assert_int_equal(roster.count, 1);
    roster_remove(&roster, "opp_a");
    assert_null(roster_find(&roster, "opp_a"));
}

TEST(full_roster_takes_no_more)
{
    static struct roster roster;
    for (int i = 0; i < ROSTER_MAX + 10; i++) {
        struct game_event event = {.type = EVENT_WHO};
        (void)snprintf(event.name, sizeof event.name, "u_%d", i);
        roster_update(&roster, &event, 0);
    }
    assert_int_equal(roster.count, ROSTER_MAX);
}

TEST_MAIN(NULL, NULL)
