/* What the page of a review posts: questions within their bounds, or a refusal in words. */
#include <stdio.h>
#include <string.h>

#include "bot/review/desk/desk_question.h"
#include "engine/rollout/roller.h"
#include "tests/unit/test_case.h"

#define OPENING "-b----E-C---eE---c-e----B-"

static bool read(const char *text, struct desk_question *question, struct error *err)
{
    *err = (struct error){0};
    return desk_question_read(text, strlen(text), question, err);
}

TEST(a_question_has_a_position_a_play_and_a_judge)
{
    struct desk_question question;
    struct error err;
    assert_true(read("{\"xgid\":\"XGID=" OPENING ":0:0:1:31:0:0:0:0:10\","
                     "\"play\":\"8/5 6/5\",\"by\":\"roller+\"}",
                     &question, &err));
    assert_string_equal(question.play, "8/5 6/5");
    assert_int_equal(question.at.roll.high, 3);
    assert_int_equal(question.method->judge, DESK_ROLLOUT);
    assert_ptr_equal(question.roller, roller_find("roller+")); /* as everywhere else */
    assert_true(read("{\"xgid\":\"4HPwATDgc/ABMA\",\"play\":\"\",\"by\":\"3-ply\"}",
                     &question, &err));
    assert_int_equal(question.method->ply, 3);
    assert_int_equal(question.at.roll.high, 0);
}

TEST(what_cannot_be_is_refused_with_the_reason)
{
    static const struct {
        const char *text, *reason;
    } cases[] = {
        {"", "not JSON"},
        {"[]", "\"by\" is no judge"},
        {"{\"xgid\":\"a\",\"play\":\"\",\"by\":\"5-ply\"}", "\"by\" is no judge"},
        {"{\"xgid\":7,\"play\":\"\",\"by\":\"2-ply\"}", "\"xgid\" is no text"},
        {"{\"xgid\":\"" OPENING "\",\"play\":\"\",\"by\":\"2-ply\"}", "26 letters"},
        {"{\"xgid\":\"4HPwATDgc/ABMA\",\"play\":\"\\u0007\",\"by\":\"2-ply\"}",
         "control characters"},
        {"{\"xgid\":\"XGID=" OPENING ":0:0:1:31:0:0:0:0:10\",\"play\":\"\","
         "\"by\":\"scores\"}",
         "without dice"},
        {"{\"xgid\":\"XGID=" OPENING ":0:0:1:00:0:0:0:5:0\",\"play\":\"\","
         "\"by\":\"2-ply\"}",
         "nobody may double"},
    };
    struct desk_question question;
    struct error err;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_false(read(cases[i].text, &question, &err));
        if (i != 4 && strstr(err.text, cases[i].reason) == NULL) {
            fail_msg("%s: %s", cases[i].text, err.text);
        }
        assert_string_not_equal(err.text, "");
    }
}

TEST(cards_have_a_key_a_box_and_a_day)
{
    static const char noted[] = "{\"key\":12,\"box\":5,\"due\":1,\"note\":\"hit\"}";
    static const char good[] = "{\"key\":12,\"box\":5,\"due\":20500}";
    static const char *const bad[] = {"{\"key\":12,\"box\":6,\"due\":20500}",
                                      "{\"key\":0,\"box\":1,\"due\":20500}",
                                      "{\"key\":12,\"box\":1,\"due\":-1}",
                                      "{\"key\":12,\"box\":1}",
                                      "{\"key\":\"12\",\"box\":1,\"due\":1}",
                                      "{\"key\":12,\"box\":1,\"due\":1,\"note\":7}"};
    struct desk_card card;
    struct error err;
    int64_t day;
    assert_true(desk_question_card(good, sizeof good - 1, &card, &err));
    assert_true(card.key == 12 && card.box == 5 && card.due == 20500 && !card.has_note);
    assert_true(desk_question_card(noted, sizeof noted - 1, &card, &err));
    assert_true(card.has_note && strcmp(card.note, "hit") == 0);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(desk_question_card(bad[i], strlen(bad[i]), &card, &err));
    }
    assert_true(desk_question_day("{\"day\":20500}", 13, &day, &err) && day == 20500);
    assert_false(desk_question_day("{\"day\":-1}", 10, &day, &err));
}

TEST(notes_are_of_a_match_and_a_decision)
{
    static const char *const bad[] = {
        "{\"match\":0,\"link\":\"1.2\"}", "{\"match\":1,\"link\":3}", "{\"match\":1}",
        "{\"match\":1,\"link\":\"1234567890123456789012345678901234567890\"}",
        "{\"match\":1,\"link\":\"1.2\",\"note\":\"a\\u0007\"}"};
    static const char asked[] = "{\"match\":3,\"link\":\"1.2.cube\"}",
                      noted[] = "{\"match\":3,\"link\":\"1.2\",\"note\":\"hit\"}";
    struct desk_note note;
    struct error err;
    assert_true(desk_question_note(asked, sizeof asked - 1, &note, &err));
    assert_true(note.match == 3 && !note.has_note);
    assert_string_equal(note.link, "1.2.cube");
    assert_true(desk_question_note(noted, sizeof noted - 1, &note, &err));
    assert_true(note.has_note && strcmp(note.note, "hit") == 0);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(desk_question_note(bad[i], strlen(bad[i]), &note, &err));
    }
}

TEST(names_of_players_have_a_limit)
{
    char text[2 * RECORD_NAME_MAX], name[RECORD_NAME_MAX];
    struct error err;
    assert_true(desk_question_player("{\"name\":\"J\u00f6rg\"}", 16, name, &err));
    assert_string_equal(name, "J\u00f6rg");
    int length = snprintf(text, sizeof text, "{\"name\":\"%0*d\"}", RECORD_NAME_MAX, 0);
    assert_false(desk_question_player(text, (size_t)length, name, &err));
}

TEST_MAIN(NULL, NULL)
