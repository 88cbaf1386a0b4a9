/* Two clients without sense play whole matches on the server's core, under faults too.
 */
#include <stdlib.h>
#include <string.h>

#include "server/fibsd/fault.h"
#include "tests/fibsd/chancer.h"
#include "tests/unit/test_case.h"

struct couple {
    struct fibsd *core;
    struct fault_plan plan;
    struct reference_generator *generator;
    struct chancer anna;
    struct chancer bert;
    int relogins;
};

static void enter(struct couple *couple, struct chancer *chancer, const char *name)
{
    assert_true(chancer_login(chancer, couple->core, name, "secret"));
    chancer->generator = couple->generator;
    visitor_flush(&chancer->visitor);
}

static void open_couple(struct couple *couple, const struct fault_plan *plan)
{
    struct fibsd_config config;
    fibsd_config_default(&config);
    fault_set_hooks(&couple->plan, &config.hooks);
    *couple = (struct couple){.core = fibsd_new(&config),
                              .plan = *plan,
                              .generator = reference_generator_new(),
                              .anna = {.random = 17},
                              .bert = {.random = 99}};
    assert_non_null(couple->core);
    assert_non_null(couple->generator);
    assert_true(fibsd_add_account(couple->core, "anna", "secret", 1500.0, 500));
    assert_true(fibsd_add_account(couple->core, "bert", "secret", 1600.0, 100));
    enter(couple, &couple->anna, "anna");
    enter(couple, &couple->bert, "bert");
    visitor_send(&couple->anna.visitor, "toggle ready automove");
    visitor_send(&couple->bert.visitor, "toggle ready automove");
    visitor_flush(&couple->anna.visitor);
    visitor_flush(&couple->bert.visitor);
}

static void close_couple(struct couple *couple)
{
    fibsd_free(couple->core);
    reference_generator_free(couple->generator);
}

/* Whoever was cut off comes again. */
static void come_again(struct couple *couple, struct chancer *chancer, const char *name)
{
    if (fibsd_is_closing(chancer->visitor.connection)) {
        visitor_vanish(&chancer->visitor);
        enter(couple, chancer, name);
        couple->relogins++;
    }
}

static void propose(struct couple *couple, int length)
{
    char invitation[40] = "invite bert";
    if (length > 0) {
        FORMAT_TEXT(invitation, "invite bert %d", length);
    }
    visitor_send(&couple->anna.visitor, invitation);
    if (!fibsd_is_closing(couple->anna.visitor.connection) &&
        !fibsd_is_closing(couple->bert.visitor.connection)) {
        visitor_send(&couple->bert.visitor, "join anna");
    }
}

/* Plays until nobody has anything to do. */
static void play_on(struct couple *couple)
{
    bool is_moving = true;
    while (is_moving) {
        is_moving = chancer_act(&couple->anna);
        is_moving = chancer_act(&couple->bert) || is_moving;
    }
}

static void play_match(struct couple *couple, int length)
{
    int tries = 0;
    propose(couple, length);
    for (;;) {
        play_on(couple);
        come_again(couple, &couple->anna, "anna");
        come_again(couple, &couple->bert, "bert");
        visitor_flush(&couple->anna.visitor);
        visitor_send(&couple->anna.visitor, "show savedcount anna");
        const char *answer = visitor_find(&couple->anna.visitor, "anna has ");
        if (answer != NULL && strstr(answer, "no saved") != NULL) {
            break;
        }
        assert_true(++tries < 1000);
        propose(couple, 0);
    }
    assert_string_equal(couple->anna.error, "");
    assert_string_equal(couple->bert.error, "");
}

TEST(matches_of_every_length_come_to_an_end)
{
    static const struct fault_plan none = {.drop_times = 0};
    struct couple couple;
    open_couple(&couple, &none);
    for (int length = 1; length <= 15; length++) {
        play_match(&couple, length);
        assert_int_equal(couple.anna.matches_won + couple.anna.matches_lost, length);
    }
    assert_int_equal(couple.anna.matches_won, couple.bert.matches_lost);
    assert_int_equal(couple.anna.matches_lost, couple.bert.matches_won);
    assert_true(couple.anna.matches_won > 0 && couple.anna.matches_lost > 0);
    visitor_send(&couple.anna.visitor, "rawwho anna");
    const char *line = visitor_find(&couple.anna.visitor, "5 anna ");
    assert_non_null(line);
    assert_non_null(strstr(line, " 620 ")); /* 500 + 1 + 2 + ... + 15 */
    close_couple(&couple);
}

TEST(dropped_matches_are_resumed_until_they_end)
{
    static const struct fault_plan drops = {.drop = 0.05};
    struct couple couple;
    open_couple(&couple, &drops);
    for (int match = 0; match < 20; match++) {
        play_match(&couple, 1 + match % 7);
    }
    assert_true(couple.relogins > 50);
    close_couple(&couple);
}

TEST(match_survives_a_cut_at_every_phase)
{
    for (int phase = FIBSD_PHASE_OPENING; phase < FIBSD_PHASE_COUNT; phase++) {
        const struct fault_plan cut = {.drop_at = (enum fibsd_phase)phase,
                                       .drop_times = 3};
        struct couple couple;
        open_couple(&couple, &cut);
        for (int match = 0; match < 6; match++) {
            play_match(&couple, 5);
        }
        if (couple.relogins < 3) {
            fail_msg("phase %s: %d cuts", fault_phase_name((enum fibsd_phase)phase),
                     couple.relogins);
        }
        close_couple(&couple);
    }
}

TEST_MAIN(NULL, NULL)
