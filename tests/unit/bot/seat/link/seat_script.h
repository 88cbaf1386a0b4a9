#pragma once
/* Tests of the seat as scripts, one line each: what the server says and hears, and what the
 * person does in between. */

#include <string.h>

#include "bot/fibs/translate.h"
#include "bot/seat/state/seat.h"
#include "tests/unit/test_case.h"

struct script {
    struct seat *seat;
    struct fibs_message_context context;
    struct fibs_translator translator;
    int64_t now_ms;
};

static inline const struct seat_view *view_of(const struct script *h)
{
    return seat_view(h->seat);
}

/* The server says a line. */
static inline void says(struct script *h, const char *line)
{
    struct fibs_message message;
    struct game_event event;
    fibs_message_read(&h->context, line, &message);
    translate_event(&h->translator, &message, &event);
    seat_hear(h->seat, ++h->now_ms, &event);
}

/* The next command that the server hears; "": none. */
static inline const char *heard(struct script *h)
{
    static struct fibs_command command;
    struct game_order order;
    command.text[0] = '\0';
    if (seat_next_order(h->seat, &order)) {
        assert_true(translate_order(&h->translator, &order, &command));
    }
    return command.text;
}

#define hears(h, text)   assert_string_equal(heard(h), text)
#define hears_nothing(h) hears(h, "")
#define is_at(h, wanted) assert_int_equal(view_of(h)->phase, wanted)
#define does(h, ...)                                                                   \
    assert_true(acts(h, &(const struct seat_action){.type = __VA_ARGS__}))
#define may_not(h, ...)                                                                \
    assert_false(acts(h, &(const struct seat_action){.type = __VA_ARGS__}))

/* The person acts: does(&h, SEAT_ACT_HOP, .from = 24, .to = 18), may_not(&h, SEAT_ACT_ROLL). */
static inline bool acts(struct script *h, const struct seat_action *action)
{
    struct error err;
    return seat_act(h->seat, ++h->now_ms, action, &err);
}

/* Nothing happens until something is due. */
static inline void waits(struct script *h)
{
    h->now_ms = seat_deadline(h->seat);
    assert_true(h->now_ms < INT64_MAX);
    seat_tick(h->seat, h->now_ms);
}

/* our_bot sits down to play opp_a. */
static inline void sits_down(struct script *h, const struct seat_setup *given)
{
    struct seat_setup setup = *given;
    FORMAT_TEXT(setup.opponent, "opp_a");
    FORMAT_TEXT(setup.name, "our_bot");
    setup.resumes = true;
    memset(h, 0, sizeof *h);
    FORMAT_TEXT(h->translator.name, "our_bot");
    h->seat = seat_new(&setup);
    assert_non_null(h->seat);
    is_at(h, SEAT_OFFLINE);
}

static inline void goes_online(struct script *h)
{
    seat_online(h->seat, ++h->now_ms);
    hears(h, "show saved");
}
