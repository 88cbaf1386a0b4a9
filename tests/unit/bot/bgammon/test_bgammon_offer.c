/* When a match is opened and left; what a socket shows is in test_bgammon_connect.c. */

#include "bot/bgammon/bgammon_offer.h"
#include "tests/unit/test_case.h"

static struct bgammon_offer offer;
static struct bgammon_offer_case now;
static int points, patience_s;

static int begin(void **state)
{
    points = 3;
    patience_s = 360;
    bgammon_offer_init(&offer, &points, &patience_s);
    now = (struct bgammon_offer_case){
        .now_ms = 1000000, .is_ready = true, .is_free = true};
    return 0;
}

#define CASE(claim) TEST_WITH(claim, begin, NULL)

static void expect(enum bgammon_command_id due)
{
    assert_int_equal(bgammon_offer_due(&offer, &now), due);
}

/* It is opened, and nobody is there yet. */
static void open_match(void)
{
    expect(BGAMMON_CMD_CREATE);
    now.has_match = now.is_empty = true;
    expect(BGAMMON_CMD_NONE);
}

static void hears(enum bgammon_event_type type, const char *text, bool is_news)
{
    struct bgammon_event line = {.type = type};
    COPY_TEXT(line.text, text);
    assert_int_equal(bgammon_offer_line(&offer, &line, now.now_ms) != NULL, is_news);
}

CASE(one_match_is_open_while_matches_are_wanted)
{
    now.is_ready = false;
    expect(BGAMMON_CMD_NONE);
    now.is_ready = true;
    now.is_free = false;
    expect(BGAMMON_CMD_NONE);
    now.is_free = true;
    open_match();
    assert_true(bgammon_offer_deadline(&offer, &now) == INT64_MAX);
    now.is_ready = false;
    expect(BGAMMON_CMD_LEAVE);
    now.is_empty = false; /* somebody has joined it */
    expect(BGAMMON_CMD_NONE);
    now.is_ready = true;
    now.has_match = false;
    expect(BGAMMON_CMD_NONE);
    assert_int_equal(bgammon_offer_deadline(&offer, &now), now.now_ms + 3000);
    now.now_ms += 3000;
    expect(BGAMMON_CMD_CREATE);
    assert_int_equal(offer.opened, 3);
}

CASE(only_the_owners_words_to_all_close_it)
{
    open_match();
    hears(BGAMMON_NOTICE, "ann: SERVER BROADCAST", false);
    expect(BGAMMON_CMD_NONE);
    hears(BGAMMON_NOTICE, "SERVER BROADCAST: shutting down", true);
    expect(BGAMMON_CMD_LEAVE);
    now.has_match = false;
    hears(BGAMMON_FAILED_CREATE, "", true); /* brings it no sooner */
    assert_int_equal(bgammon_offer_deadline(&offer, &now), now.now_ms + 600000);
}

/* Twice as long each time, a minute at most, until somebody joins again. */
CASE(a_server_that_opens_none_is_asked_less_often)
{
    static const int pauses_ms[] = {6000, 12000, 24000, 48000, 60000, 60000};
    for (size_t i = 0; i < sizeof pauses_ms / sizeof pauses_ms[0]; i++) {
        expect(BGAMMON_CMD_CREATE);
        hears(BGAMMON_FAILED_CREATE, "", true);
        assert_int_equal(bgammon_offer_deadline(&offer, &now),
                         now.now_ms + pauses_ms[i]);
        now.now_ms += pauses_ms[i];
    }
    hears(BGAMMON_JOINED, "", false);
    expect(BGAMMON_CMD_CREATE);
    hears(BGAMMON_FAILED_CREATE, "", true);
    assert_int_equal(bgammon_offer_deadline(&offer, &now), now.now_ms + 6000);
}

/* The program was started again, and its match of before waits: nobody asks for its points. */
CASE(an_empty_match_of_before_is_kept)
{
    now.has_match = now.is_empty = true;
    expect(BGAMMON_CMD_NONE);
    offer.leave_at = now.now_ms + 1000; /* of another match */
    assert_true(bgammon_offer_deadline(&offer, &now) == INT64_MAX);
}

/* A match under way is left only when nobody comes back to it for the time of now. */
CASE(who_is_away_is_waited_for)
{
    now.has_match = now.is_empty = now.is_begun = true;
    now.is_ready = false;
    expect(BGAMMON_CMD_NONE);
    patience_s = 20;
    bgammon_offer_alone(&offer, now.now_ms);
    assert_int_equal(bgammon_offer_deadline(&offer, &now), now.now_ms + 20000);
    now.now_ms += 19999;
    expect(BGAMMON_CMD_NONE);
    now.now_ms++;
    now.is_empty = false; /* they are back */
    expect(BGAMMON_CMD_NONE);
    assert_true(bgammon_offer_deadline(&offer, &now) == INT64_MAX);
    now.is_empty = true;
    expect(BGAMMON_CMD_LEAVE);
    now.is_free = false; /* it is on its way: a time that is over would be waited for */
    assert_true(bgammon_offer_deadline(&offer, &now) == INT64_MAX);
}

TEST_MAIN(NULL, NULL)
