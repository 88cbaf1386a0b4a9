/* The rules of invitations: each refuses what it is for, in their order. */
#include <string.h>

#include "bot/base/schedule.h"
#include "bot/policy/rules.h"
#include "engine/board/points.h"
#include "tests/unit/test_case.h"

static struct fixture {
    struct config config;
    struct config_faults faults;
    struct access access;
    struct rule_case offer;
} f;

static int set_up(void **state)
{
    memset(&f, 0, sizeof f);
    config_default(&f.config);
    f.offer = (struct rule_case){
        .name = "opp_a",
        .length = 5,
        .minute = 12 * 60,
        .ended_ms = INT64_MAX,
        .who = RULE_FACT_KNOWN,
        .standing = {true, 1600.0, 300},
    };
    return 0;
}

static int tear_down(void **state)
{
    access_list_clear(&f.access.lists[ACCESS_FILE]);
    return 0;
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)

static void set(const char *assignment)
{
    assert_true(config_override(&f.config, assignment, &f.faults));
}

static enum rule_verdict judge(void)
{
    return rules_judge(&f.config, &f.offer);
}

CASE(the_defaults_accept_what_is_usual)
{
    assert_int_equal(judge(), RULE_ACCEPT);
    f.offer.who = RULE_FACT_UNKNOWN;
    f.offer.standing.is_known = false;
    assert_int_equal(judge(), RULE_ACCEPT); /* nothing needs to be asked */
}

/* One setting, one case on each side of it; what a case leaves out is as usual. */
enum { SAVED = -1 };

CASE(each_rule_refuses_beyond_its_limit_only)
{
    /* clang-format off */
    static const struct {
        const char *set;
        struct rule_case good, bad;
        enum rule_verdict want;
    } rows[] = {
        {"accept.lengths=1,5-7", {.length = 6}, {.length = 8}, RULE_LENGTH},
        {"accept.lengths=1,5-7", {.length = 7}, {.length = MATCH_LENGTH_MAX + 1}, RULE_LENGTH},
        {"accept.lengths=none", {.length = SAVED}, {.length = 1}, RULE_LENGTH},
        {"accept.unlimited=no", {.length = 5}, {.length = POINTS_UNLIMITED}, RULE_UNLIMITED},
        {"accept.min_rating=1600", {.standing = {true, 1600.0, 9}}, {.standing = {true, 1599.99, 9}}, RULE_RATING_LOW},
        {"accept.max_rating=1700", {.standing = {true, 1700.0, 9}}, {.standing = {true, 1700.01, 9}}, RULE_RATING_HIGH},
        {"accept.min_experience=50", {.standing = {true, 1500, 50}}, {.standing = {true, 1500, 49}}, RULE_EXPERIENCE_LOW},
        {"accept.min_experience=50", {.standing = {true, 1500, STANDING_NO_EXPERIENCE}}, {.standing = {true, 1500, 0}}, RULE_EXPERIENCE_LOW},
        {"accept.experience_divider=10", {.length = 5, .standing = {true, 1500, STANDING_NO_EXPERIENCE}}, {.length = 5, .standing = {true, 1500, 0}}, RULE_LENGTH_EXPERIENCE},
        {"accept.max_experience=50", {.standing = {true, 1500, 50}}, {.standing = {true, 1500, 51}}, RULE_EXPERIENCE_HIGH},
        {"accept.experience_divider=10", {.length = 5, .standing = {true, 1500, 50}}, {.length = 5, .standing = {true, 1500, 49}}, RULE_LENGTH_EXPERIENCE},
        {"accept.experience_divider=10", {.length = 1, .standing = {true, 1500, 1}}, {.length = 3, .standing = {true, 1500, 1}}, RULE_LENGTH_EXPERIENCE},
        {"accept.experience_divider=10", {.length = POINTS_UNLIMITED, .standing = {true, 1500, 1}}, {.length = 3, .standing = {true, 1500, 2}}, RULE_LENGTH_EXPERIENCE},
        {"accept.users=humans", {.is_robot = false}, {.is_robot = true}, RULE_HUMANS_ONLY},
        {"accept.users=bots", {.is_robot = true}, {.is_robot = false}, RULE_BOTS_ONLY},
        {"accept.users=bots", {.who = RULE_FACT_NOT_TOLD}, {.is_robot = false}, RULE_BOTS_ONLY},
        {"accept.users=humans", {.length = SAVED, .is_robot = true}, {.is_robot = true}, RULE_HUMANS_ONLY},
        {"accept.humans_only=12:00-13:00", {.is_robot = true, .minute = 13 * 60}, {.is_robot = true, .minute = 12 * 60}, RULE_RESERVED},
        {"accept.humans_only=12:00-13:00", {.is_robot = false}, {.is_robot = true, .minute = 12 * 60}, RULE_RESERVED},
        {"accept.humans_only=00:00-23:59", {.is_robot = true, .minute = SCHEDULE_UNKNOWN}, {.is_robot = true, .minute = 12 * 60}, RULE_RESERVED},
        {"accept.humans_only=12:00-13:00", {.length = SAVED, .is_robot = true, .minute = 12 * 60}, {.is_robot = true, .minute = 12 * 60}, RULE_RESERVED},
        {"accept.max_saved=3", {.own_saved = 2}, {.own_saved = 3}, RULE_OWN_SAVED},
        {"accept.max_saved=3", {.length = SAVED, .own_saved = 3}, {.length = 5, .own_saved = 3}, RULE_OWN_SAVED},
        {"accept.max_their_saved=4", {.saved = {RULE_FACT_KNOWN, 4}}, {.saved = {RULE_FACT_KNOWN, 5}}, RULE_THEIR_SAVED},
        {"accept.max_their_saved=4", {.saved = {RULE_FACT_NOT_TOLD, 0}}, {.saved = {RULE_FACT_UNKNOWN, 0}}, RULE_ASK_SAVED},
        {"accept.per_day=2", {.today = 1}, {.today = 2}, RULE_QUOTA},
        {"accept.replay_pause=8", {.ended_ms = 8000}, {.ended_ms = 7999}, RULE_REPLAY},
        {"accept.ask_reputation=yes", {.reputation = {RULE_FACT_KNOWN, 0}}, {.reputation = {RULE_FACT_KNOWN, -1}}, RULE_REPUTATION},
        {"accept.ask_reputation=yes", {.reputation = {RULE_FACT_NOT_TOLD, 0}}, {.reputation = {RULE_FACT_UNKNOWN, 0}}, RULE_ASK_REPUTATION},
        {"accept.block=opp_b", {.name = "opp_a"}, {.name = "opp_b"}, RULE_BLOCKED},
        {"accept.allow=opp_a", {.name = "opp_a"}, {.name = "opp_b"}, RULE_NOT_ON_LIST},
        {"hours.active=08:00-13:00", {.minute = 12 * 60}, {.minute = 13 * 60}, RULE_CLOSED},
        {"hours.active=08:00-13:00", {.minute = SCHEDULE_UNKNOWN}, {.length = SAVED, .minute = 13 * 60}, RULE_CLOSED},
        {"hours.maintenance=Mon 08:00-13:00", {.minute = 13 * 60}, {.minute = 12 * 60}, RULE_MAINTENANCE},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        config_default(&f.config);
        set("accept.unlimited=yes");
        set(rows[i].set);
        struct rule_case cases[2] = {rows[i].good, rows[i].bad};
        for (int side = 0; side < 2; side++) {
            struct rule_case *c = &cases[side];
            c->name = c->name == NULL ? "opp_a" : c->name;
            c->who = c->who == RULE_FACT_UNKNOWN ? RULE_FACT_KNOWN : c->who;
            c->ended_ms = c->ended_ms == 0 ? INT64_MAX : c->ended_ms;
            c->length = c->length == SAVED ? 0 : c->length == 0 ? 5 : c->length;
        }
        assert_int_equal(rules_judge(&f.config, &cases[0]), RULE_ACCEPT);
        assert_int_equal(rules_judge(&f.config, &cases[1]), rows[i].want);
    }
}

CASE(the_first_rule_that_refuses_decides)
{
    set("accept.lengths=1");
    set("accept.min_rating=2000");
    set("accept.per_day=1");
    set("accept.ask_reputation=yes");
    f.offer.today = 1;
    f.offer.who = RULE_FACT_UNKNOWN;
    f.offer.standing.is_known = false;
    assert_int_equal(judge(), RULE_LENGTH); /* nobody is asked for nothing */
    f.offer.length = 1;
    assert_int_equal(judge(), RULE_ASK_WHO);
    f.offer.who = RULE_FACT_NOT_TOLD;
    assert_int_equal(judge(), RULE_QUOTA);
    f.offer.today = 0;
    assert_int_equal(judge(), RULE_ASK_REPUTATION);
    f.offer.is_stopping = true;
    assert_int_equal(judge(), RULE_STOPPING);
}

CASE(who_he_is_is_asked_for_each_rule_that_needs_it)
{
    static const char *const settings[] = {
        "accept.min_rating=1",     "accept.max_rating=3000",
        "accept.min_experience=1", "accept.max_experience=50",
        "accept.users=humans",     "accept.experience_divider=10",
        "accept.users=bots",       "accept.humans_only=12:00-13:00"};
    const struct config usual = f.config;
    f.offer.who = RULE_FACT_UNKNOWN;
    f.offer.standing.is_known = false;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        f.config = usual;
        set(settings[i]);
        assert_int_equal(judge(), RULE_ASK_WHO);
    }
}

CASE(lists_shut_out_in_their_direction)
{
    static const char list[] = "block opp_a in\nblock opp_b out\n";
    struct error err = {0};
    assert_true(
        access_list_read(&f.access.lists[ACCESS_FILE], list, strlen(list), "x", &err));
    f.offer.access = &f.access;
    assert_int_equal(judge(), RULE_BLOCKED);
    f.offer.is_ours = true;
    assert_int_equal(judge(), RULE_ACCEPT);
    f.offer.name = "opp_b";
    assert_int_equal(judge(), RULE_BLOCKED);
    f.offer.is_ours = false;
    assert_int_equal(judge(), RULE_ACCEPT);
}

/* By the owner's command, without a line of bot.conf. */
CASE(whom_the_owner_has_blocked_is_refused)
{
    static const struct config_name_list blocked = {.count = 1, .names = {"opp_a"}};
    f.offer.blocked = &blocked;
    assert_int_equal(judge(), RULE_BLOCKED);
    f.offer.name = "opp_b";
    assert_int_equal(judge(), RULE_ACCEPT);
}

CASE(a_saved_match_goes_on_whatever_its_length_or_opponent)
{
    set("accept.lengths=none");
    set("accept.min_rating=2000");
    set("accept.per_day=1");
    set("accept.replay_pause=100");
    set("accept.ask_reputation=yes");
    f.offer.length = 0;
    f.offer.today = 9;
    f.offer.ended_ms = 0;
    assert_int_equal(judge(), RULE_ACCEPT);
    f.offer.is_paused = true;
    assert_int_equal(judge(), RULE_PAUSED);
    f.offer.is_paused = false;
    f.offer.is_aside = true;
    assert_int_equal(judge(), RULE_SET_ASIDE);
    f.offer.length = 1;
    set("accept.lengths=1");
    set("accept.min_rating=0");
    set("accept.per_day=0");
    set("accept.replay_pause=0");
    set("accept.ask_reputation=no");
    assert_int_equal(judge(), RULE_ACCEPT); /* a new match is another */
    set("accept.block=opp_a");
    assert_int_equal(judge(), RULE_BLOCKED);
    f.offer.length = 0;
    f.offer.is_aside = false;
    assert_int_equal(judge(), RULE_BLOCKED); /* who is blocked has no saved match */
    set("accept.block=");
    set("accept.allow=opp_b");
    assert_int_equal(judge(), RULE_NOT_ON_LIST);
}

/* A match of a tournament is refused only while we cannot play at all. */
CASE(an_ordered_match_is_played_whoever_it_is_with)
{
    set("accept.lengths=none");
    set("accept.block=opp_a");
    set("accept.allow=opp_b");
    f.offer.is_ordered = f.offer.takes_orders = true;
    assert_int_equal(judge(), RULE_ACCEPT);
    f.offer.is_aside = true;
    assert_int_equal(judge(), RULE_SET_ASIDE);
    f.offer.is_paused = true;
    assert_int_equal(judge(), RULE_PAUSED);
    f.offer.server_ends = true;
    assert_int_equal(judge(), RULE_SERVER_ENDS);
    f.offer.is_stopping = true;
    assert_int_equal(judge(), RULE_STOPPING);
    f.offer.is_ordered = f.offer.is_stopping = false;
    assert_int_equal(judge(), RULE_ORDERS);
}

CASE(every_verdict_has_its_code_and_its_words)
{
    char text[400];
    for (int i = RULE_STOPPING; i < RULE_VERDICTS; i++) {
        rule_explain(&f.config, (enum rule_verdict)i, text, sizeof text);
        assert_non_null(rule_code((enum rule_verdict)i));
        assert_true(strlen(text) > strlen(f.config.talk.refusal) + 5);
        for (int j = RULE_ACCEPT; j < i; j++) {
            assert_string_not_equal(rule_code((enum rule_verdict)i),
                                    rule_code((enum rule_verdict)j));
        }
    }
    rule_explain(&f.config, RULE_LENGTH, text, sizeof text);
    assert_string_equal(text,
                        "Sorry, I do not play that match. I play matches of these "
                        "lengths: 1, 3-15");
    set("talk.refusal=");
    set("accept.per_day=3");
    rule_explain(&f.config, RULE_QUOTA, text, sizeof text);
    assert_string_equal(text,
                        "Matches with the same user in 24 hours are limited to 3");
}

CASE(a_refusal_ends_with_the_limit_of_its_rule)
{
    static const struct {
        const char *set;
        enum rule_verdict verdict;
        const char *end;
    } cases[] = {
        {"accept.min_rating=1301", RULE_RATING_LOW, "this rating or more: 1301"},
        {"accept.max_rating=1702", RULE_RATING_HIGH, "this rating or less: 1702"},
        {"accept.min_experience=53", RULE_EXPERIENCE_LOW, "experience or more: 53"},
        {"accept.max_experience=904", RULE_EXPERIENCE_HIGH, "experience or less: 904"},
        {"accept.experience_divider=15", RULE_LENGTH_EXPERIENCE, "divided by 15"},
        {"accept.max_their_saved=6", RULE_THEIR_SAVED, "users with at most 6"},
        {"accept.humans_only=12:00-13:00", RULE_RESERVED, "these hours: 12:00-13:00"},
        {"hours.active=08:00-09:00", RULE_CLOSED, "my local time: 08:00-09:00"},
        {"accept.lengths=1-2,7", RULE_LENGTH, "these lengths: 1-2, 7"},
        {"accept.lengths=99", RULE_LENGTH, "these lengths: 99"},
        {"accept.lengths=2,98-99", RULE_LENGTH, "these lengths: 2, 98-99"},
        {"accept.replay_pause=90", RULE_REPLAY, "please wait 90 s"},
        {"accept.replay_pause=600", RULE_REPLAY, "please wait 10 min"},
        {"accept.replay_pause=7200", RULE_REPLAY, "please wait 2 h"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[400];
        set(cases[i].set);
        rule_explain(&f.config, cases[i].verdict, text, sizeof text);
        const char *end = text + strlen(text) - strlen(cases[i].end);
        assert_string_equal(end, cases[i].end);
    }
}

/* What we would not take we do not offer, but for how soon a user is played again. */
CASE(our_own_invitations_keep_our_limits)
{
    const struct rule_case usual = f.offer;
    set("accept.max_saved=3");
    set("accept.per_day=2");
    set("accept.humans_only=12:00-13:00");
    set("accept.replay_pause=100");
    set("accept.max_their_saved=4");
    set("accept.ask_reputation=yes");
    f.offer.is_ours = true;
    f.offer.ended_ms = 0;
    assert_int_equal(judge(), RULE_ACCEPT); /* whom we invite we do not ask about */
    f.offer = usual;
    f.offer.is_ours = true;
    f.offer.own_saved = 3;
    assert_int_equal(judge(), RULE_OWN_SAVED);
    f.offer.own_saved = 0;
    f.offer.today = 2;
    assert_int_equal(judge(), RULE_QUOTA);
    f.offer.today = 0;
    f.offer.is_robot = true;
    assert_int_equal(judge(), RULE_RESERVED);
}

TEST_MAIN(NULL, NULL)
