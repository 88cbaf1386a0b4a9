/* What notifications say, in the shapes of the services. */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "bot/notify/notify_message.h"
#include "tests/unit/test_case.h"

static json_t *body_json(enum notify_shape shape, const struct notify_message *message)
{
    char *body = notify_body(shape, "topic", message);
    assert_non_null(body);
    json_t *json = json_loads(body, 0, NULL);
    assert_non_null(json);
    free(body);
    return json;
}

static const char *text_of(const json_t *json, const char *name)
{
    return json_string_value(json_object_get(json, name));
}

static const struct notify_message won = {.event = NOTIFY_END,
                                          .at_s = 1700000000,
                                          .account = "our_bot",
                                          .opponent = "opp_a",
                                          .length = 5,
                                          .my_score = 6,
                                          .their_score = 3,
                                          .has_rating = true,
                                          .rating = 1654.88,
                                          .rating_change = 4.88};

TEST(json_has_fields_and_a_sentence)
{
    json_t *json = body_json(NOTIFY_JSON, &won);
    assert_string_equal(text_of(json, "event"), "end");
    assert_string_equal(text_of(json, "at"), "2023-11-14T22:13:20Z");
    assert_string_equal(
        text_of(json, "text"),
        "our_bot wins 5:3 against opp_a (5 points), rating 1654.88 (+4.88)");
    assert_true(json_is_true(json_object_get(json, "won")));
    assert_int_equal(json_integer_value(json_object_get(json, "my_score")), 6);
    assert_int_equal(json_integer_value(json_object_get(json, "their_score")), 3);
    assert_true(json_real_value(json_object_get(json, "rating")) == 1654.88);
    assert_true(json_real_value(json_object_get(json, "rating_change")) == 4.88);
    json_decref(json);
    struct notify_message saved = won;
    saved.event = NOTIFY_SAVED;
    saved.my_score = 2;
    json = body_json(NOTIFY_JSON, &saved);
    assert_string_equal(text_of(json, "text"),
                        "our_bot: the match with opp_a is saved at 2:3 (5 points)");
    json_decref(json);
    saved.is_unkept = true;
    json = body_json(NOTIFY_JSON, &saved);
    assert_string_equal(
        text_of(json, "text"),
        "our_bot: the match with opp_a is left or cut off at 2:3 (5 points)");
    json_decref(json);
}

TEST(a_match_that_is_set_aside_is_told_with_its_score)
{
    struct notify_message stuck = won;
    stuck.event = NOTIFY_STUCK;
    stuck.my_score = 2;
    stuck.has_rating = false;
    stuck.text = "no answer";
    json_t *json = body_json(NOTIFY_JSON, &stuck);
    assert_string_equal(text_of(json, "text"),
                        "our_bot sets the saved match with opp_a aside at 2:3 (5 "
                        "points): no answer");
    json_decref(json);
}

TEST(a_match_that_is_resumed_does_not_start)
{
    struct notify_message start = won;
    start.event = NOTIFY_START;
    start.is_resumed = true;
    json_t *json = body_json(NOTIFY_JSON, &start);
    assert_string_equal(text_of(json, "text"),
                        "our_bot resumes a match with opp_a (5 points)");
    assert_true(json_is_true(json_object_get(json, "resumed")));
    json_decref(json);
}

TEST(who_has_lost_is_said_to_lose)
{
    struct notify_message lost = won;
    lost.my_score = 2;
    lost.their_score = 7;
    lost.has_rating = false;
    json_t *json = body_json(NOTIFY_JSON, &lost);
    assert_string_equal(text_of(json, "text"),
                        "our_bot loses 2:5 against opp_a (5 points)");
    assert_true(json_is_false(json_object_get(json, "won")));
    json_decref(json);
}

TEST(services_get_their_shapes)
{
    json_t *json = body_json(NOTIFY_DISCORD, &won);
    assert_string_equal(text_of(json, "content"),
                        "our\\_bot wins 5:3 against opp\\_a (5 points), rating 1654.88 "
                        "(+4.88)");
    assert_int_equal(json_array_size(json_object_get(
                         json_object_get(json, "allowed_mentions"), "parse")),
                     0);
    json_decref(json);
    json = body_json(NOTIFY_SLACK, &won);
    assert_int_equal(strncmp(text_of(json, "text"), "our_bot wins 5:3", 16), 0);
    json_decref(json);
    json = body_json(NOTIFY_NTFY, &won);
    assert_string_equal(text_of(json, "topic"), "topic");
    assert_string_equal(
        json_string_value(json_array_get(json_object_get(json, "tags"), 0)),
        "checkered_flag");
    json_decref(json);
}

TEST(ntfy_rings_louder_for_what_somebody_has_to_mend)
{
    for (int i = 0; i < NOTIFY_EVENTS; i++) {
        struct notify_message message = won;
        message.event = (enum notify_event)i;
        message.text = "why";
        bool is_urgent =
            i == NOTIFY_ERROR || i == NOTIFY_DISCONNECT || i == NOTIFY_STUCK;
        json_t *json = body_json(NOTIFY_NTFY, &message);
        assert_int_equal(json_integer_value(json_object_get(json, "priority")),
                         is_urgent ? 4 : 3);
        json_decref(json);
    }
}

TEST(length_is_told_as_people_say_it)
{
    static const struct {
        int length;
        const char *text;
    } rows[] = {
        {0, "our_bot starts a match with opp_a (unlimited)"},
        {1, "our_bot starts a match with opp_a (1 point)"},
        {2, "our_bot starts a match with opp_a (2 points)"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct notify_message message = {.event = NOTIFY_START,
                                         .account = "our_bot",
                                         .opponent = "opp_a",
                                         .length = rows[i].length};
        json_t *json = body_json(NOTIFY_JSON, &message);
        assert_string_equal(text_of(json, "text"), rows[i].text);
        json_decref(json);
    }
}

TEST(foreign_text_calls_nobody)
{
    const struct notify_message message = {
        .event = NOTIFY_ERROR,
        .account = "our_bot",
        .opponent = "",
        .text = "@everyone <!channel> <http://x|y> [a](b) \x1b[31m\x7f\"\n"};
    json_t *json = body_json(NOTIFY_SLACK, &message);
    assert_null(strpbrk(text_of(json, "text"), "<>\x1b\x7f\n"));
    json_decref(json);
    json = body_json(NOTIFY_DISCORD, &message);
    assert_non_null(strstr(text_of(json, "content"), "\\@everyone"));
    assert_non_null(strstr(text_of(json, "content"), "\\[a\\]\\(b\\)"));
    json_decref(json);
}

TEST_MAIN(NULL, NULL)
