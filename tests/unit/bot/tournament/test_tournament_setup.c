/* What a configuration says of a tournament. */
#include <stdlib.h>
#include <time.h>

#include "bot/service/loop.h"
#include "bot/status/status.h"
#include "bot/tournament/tournament_setup.h"
#include "tests/unit/bot/config/config_text.h"
#include "tests/unit/test_case.h"

#define HEAD                                                                           \
    "[tournament]\n"                                                                   \
    "director = a_director\n"                                                          \
    "name = Cup\n"
#define ENTRANTS                                                                       \
    "[account a_director]\n"                                                           \
    "password_file = director.password\n"                                              \
    "[entrant anna]\n"                                                                 \
    "[entrant bert]\n"                                                                 \
    "foreign = yes\n"                                                                  \
    "[entrant carl]\n"

static struct tournament_setup setup;
static struct error err;

static struct config_set *read_set(const char *text)
{
    struct config_set *set = read_set_of(text, strlen(text));
    if (f.faults.count > 0) {
        fail_msg("%s", f.faults.text[0]);
    }
    err.text[0] = '\0';
    (void)tournament_setup_read(set, &setup, &err);
    return set;
}

static void forget(struct config_set *set)
{
    tournament_setup_free(&setup);
    config_set_free(set);
}

TEST(its_times_are_seconds_and_those_of_the_director_milliseconds)
{
    struct config_set *set = read_set(HEAD "length = 7\n"
                                           "reminder = 61\n"
                                           "no_show = 122\n"
                                           "away = 183\n"
                                           "away_times = 4\n"
                                           "match_time = 244\n" ENTRANTS);
    assert_string_equal(err.text, "");
    assert_string_equal(setup.name, "Cup");
    assert_string_equal(setup.options.title, "Cup");
    assert_string_equal(setup.options.name, "a_director");
    assert_int_equal(setup.options.length, 7);
    assert_int_equal(setup.options.reminder_ms, 61000);
    assert_int_equal(setup.options.no_show_ms, 122000);
    assert_int_equal(setup.options.away_ms, 183000);
    assert_int_equal(setup.options.away_times, 4);
    assert_int_equal(setup.options.match_ms, 244000);
    assert_false(setup.options.has_registration);
    forget(set);
}

TEST(entrants_play_and_those_of_others_have_no_account_of_ours)
{
    struct config_set *set = read_set(HEAD ENTRANTS);
    assert_int_equal(setup.entrant_count, 3);
    assert_string_equal(setup.entrants[1].name, "bert");
    assert_int_equal(setup.entrants[1].number, 1);
    assert_true(setup.entrants[0].is_ours && setup.entrants[2].is_ours);
    assert_false(setup.entrants[1].is_ours);
    assert_int_equal(setup.account_count, 3);
    assert_string_equal(setup.accounts[0]->account.name, "a_director");
    assert_string_equal(setup.accounts[0]->account.password_file, "director.password");
    assert_false(setup.accounts[0]->talk.answer);
    assert_string_equal(setup.accounts[2]->account.name, "carl");
    forget(set);
}

TEST(each_kind_has_its_plan)
{
    static const struct {
        const char *text;
        enum pairing_kind kind;
        int legs, rounds;
    } cases[] = {
        {HEAD "kind = round-robin\nlegs = 3\n" ENTRANTS, PAIRING_ROUND_ROBIN, 3, 0},
        {HEAD "kind = double\n" ENTRANTS, PAIRING_ROUND_ROBIN, 2, 0},
        {HEAD "kind = swiss\nrounds = 2\n" ENTRANTS, PAIRING_SWISS, 0, 2},
        {HEAD "kind = knock-out\n" ENTRANTS, PAIRING_KNOCK_OUT, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct config_set *set = read_set(cases[i].text);
        const struct pairing_plan *plan = &setup.options.plan;
        assert_string_equal(err.text, "");
        assert_int_equal(plan->kind, cases[i].kind);
        if (cases[i].legs > 0) {
            assert_int_equal(plan->legs, cases[i].legs);
        }
        assert_int_equal(plan->rounds, cases[i].rounds);
        forget(set);
    }
}

/* Local time in the configuration, UTC for those who are told. */
TEST(registration_ends_at_a_moment_that_is_told_in_utc)
{
    (void)setenv("TZ", "CET-1", 1);
    tzset();
    struct config_set *set =
        read_set(HEAD "open_until = 2027-01-30 20:05\nentrants_max = 8\n" ENTRANTS);
    assert_true(setup.options.has_registration);
    assert_int_equal(setup.options.entrants_max, 8);
    assert_int_equal(setup.open_until_s, 1801335900);
    assert_string_equal(setup.options.start, "2027-01-30 19:05 UTC");
    forget(set);
    (void)unsetenv("TZ");
    tzset();
}

TEST(the_largest_one_fits_into_the_loop_with_a_director_without_a_section)
{
    char text[4000] = HEAD;
    for (int i = 0; i < DIRECTOR_ENTRANTS_MAX; i++) {
        size_t length = strlen(text);
        (void)snprintf(text + length, sizeof text - length, "[entrant bot_%c%c]\n",
                       'a' + i / 26, 'a' + i % 26);
    }
    struct config_set *set = read_set(text);
    const struct loop_setup *loop = NULL;
    assert_string_equal(err.text, "");
    assert_int_equal(setup.account_count, DIRECTOR_ENTRANTS_MAX + 1);
    assert_in_range(setup.account_count, 1,
                    sizeof loop->configs / sizeof loop->configs[0]);
    assert_in_range(setup.account_count, 1, STATUS_ACCOUNTS_MAX);
    forget(set);
}

TEST(what_does_not_fit_together_is_refused)
{
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"[tournament]\nname = Cup\n[entrant anna]\n[entrant bert]\n",
         "tournament.director: expected the name of an account; `run --local` needs none"},
        {HEAD "[entrant anna]\n",
         "expected two sections [entrant NAME] or more, found 1"},
        {HEAD "[entrant anna]\n[entrant a_director]\n",
         "a_director is the director, who does not play"},
        {HEAD "[entrant anna]\n[account bert]\n",
         "[account bert]: expected [entrant bert]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct config_set *set = read_set(cases[i].text);
        assert_string_equal(err.text, cases[i].why);
        config_set_free(set);
    }
}

TEST_MAIN(NULL, NULL)
