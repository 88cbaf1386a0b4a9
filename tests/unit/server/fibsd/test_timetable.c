/* Restarts by the clock; test_crowd.c has the crowds. */

#include "server/fibsd/timetable.h"
#include "tests/unit/server/wire.h"
#include "tests/unit/test_case.h"

TEST(restart_closes_everybody_and_goes_on)
{
    /* a second to log in, which is a hash */
    struct timetable timetable = {.restart_after_s = 2, .restart_notice_s = 1};
    const struct server_options restarting = {
        .address = "127.0.0.1", .on_tick = timetable_tick, .tick_context = &timetable};
    struct place place;
    struct wire wire;
    open_place(&place, &restarting);
    timetable.core = place.core;
    dial(&wire, &place);
    type(&wire, "login me 1008 anna secret\r\n");
    assert_true(wait_for(&wire, &place, "FIBS will restart in 1 second\r\n"));
    assert_false(wait_for(&wire, &place, "nothing more"));
    assert_true(wire.is_closed);
    (void)close(wire.fd);
    dial(&wire, &place);
    assert_true(wait_for(&wire, &place, "login: "));
    (void)close(wire.fd);
    close_place(&place);
}

TEST_MAIN(NULL, NULL)
