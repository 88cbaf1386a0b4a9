/* What a running configuration takes over from its file. */
#include <string.h>

#include "bot/config/config.h"
#include "tests/unit/test_case.h"

struct pair {
    struct config running, fresh;
    struct config_changes changes;
};

static struct pair pair;

static int open_pair(void **state)
{
    config_default(&pair.running);
    config_default(&pair.fresh);
    return 0;
}

#define CASE(claim) TEST_WITH(claim, open_pair, NULL)

static void set(struct config *config, const char *assignment)
{
    struct config_faults faults = {0};
    assert_true(config_override(config, assignment, &faults));
}

static void take_over(void)
{
    config_take_over(&pair.running, &pair.fresh, &pair.changes);
}

CASE(what_has_not_changed_is_not_told)
{
    set(&pair.running, "accept.lengths=1,3,5");
    set(&pair.fresh, "accept.lengths=5,3,1");
    take_over();
    assert_string_equal(pair.changes.taken, "");
    assert_string_equal(pair.changes.waiting, "");
}

CASE(rules_for_the_next_match_are_taken)
{
    set(&pair.fresh, "accept.lengths=7");
    set(&pair.fresh, "accept.block=opp_a,opp_b");
    set(&pair.fresh, "play.resign=no");
    set(&pair.fresh, "strength.play_ply=1");
    take_over();
    assert_string_equal(pair.changes.taken,
                        "accept.lengths, accept.block, play.resign, "
                        "strength.play_ply");
    assert_string_equal(pair.changes.waiting, "");
    assert_true(pair.running.accept.lengths.may_play[7]);
    assert_false(pair.running.accept.lengths.may_play[5]);
    assert_true(config_name_list_has(&pair.running.accept.block, "opp_b"));
    assert_false(pair.running.play.resign);
    assert_int_equal(pair.running.strength.play_ply, 1);
}

CASE(what_was_made_at_the_start_waits_for_the_next_one)
{
    set(&pair.fresh, "server.port=4322");
    set(&pair.fresh, "history.file=other.db");
    set(&pair.fresh, "log.trace=trace");
    take_over();
    assert_string_equal(pair.changes.taken, "");
    assert_string_equal(pair.changes.waiting, "server.port, history.file, log.trace");
    assert_int_equal(pair.running.server.port, 4321);
    assert_string_equal(pair.running.history.file, "history.db");
}

CASE(list_of_many_changes_keeps_its_limit)
{
    memset(&pair.fresh, 1, sizeof pair.fresh);
    take_over();
    assert_in_range(strlen(pair.changes.taken), 100, CONFIG_CHANGES_SIZE - 1);
    assert_in_range(strlen(pair.changes.waiting), 100, CONFIG_CHANGES_SIZE - 1);
}

TEST_MAIN(NULL, NULL)
