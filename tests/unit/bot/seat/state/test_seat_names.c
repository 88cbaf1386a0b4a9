/* Phases, actions and events have names, each its own. */

#include "bot/seat/state/seat_internal.h"
#include "tests/unit/test_case.h"

static const char *phase(int i)
{
    return seat_phase_name((enum seat_phase)i);
}

static const char *action(int i)
{
    return seat_action_name((enum seat_action_type)i);
}

static const char *event(int i)
{
    return seat_event_name((enum seat_event_type)i);
}

static void assert_all_different(const char *(*name)(int), int count)
{
    for (int i = 0; i < count; i++) {
        assert_true(name(i) != NULL && name(i)[0] != '\0');
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(name(i), name(k));
        }
    }
}

TEST(every_phase_action_and_event_has_a_name)
{
    assert_all_different(phase, SEAT_PHASES);
    assert_all_different(action, SEAT_ACTIONS);
    assert_all_different(event, SEAT_EVENTS);
}

TEST_MAIN(NULL, NULL)
