/* What the server says to a seat goes to the file that it is about. */
#include "bot/seat/state/seat_internal.h"

static bool seat_react(struct seat *seat, const struct seat_reaction *row,
                       const struct fibs_message *m)
{
    while (row->handle != NULL && row->id != m->id) {
        row++;
    }
    if (row->handle != NULL) {
        row->handle(seat, m);
    }
    return row->handle != NULL;
}

void seat_message(struct seat *seat, int64_t now_ms, const struct fibs_message *message)
{
    seat->now_ms = now_ms;
    if (seat_react(seat, seat_lobby_reactions, message) ||
        seat_react(seat, seat_match_reactions, message) ||
        seat_react(seat, seat_turn_reactions, message) ||
        seat_react(seat, seat_offer_reactions, message)) {
        seat_update(seat);
    }
}

static const char *const event_names[SEAT_EVENTS] = {
    [SEAT_EVENT_MATCH] = "match",         [SEAT_EVENT_GAME] = "game",
    [SEAT_EVENT_OPENING] = "opening",     [SEAT_EVENT_ROLL] = "roll",
    [SEAT_EVENT_PLAY] = "play",           [SEAT_EVENT_DANCE] = "dance",
    [SEAT_EVENT_DOUBLE] = "double",       [SEAT_EVENT_TAKE] = "take",
    [SEAT_EVENT_PASS] = "pass",           [SEAT_EVENT_RESIGN] = "resign",
    [SEAT_EVENT_REJECT] = "reject",       [SEAT_EVENT_GAME_END] = "game_end",
    [SEAT_EVENT_MATCH_END] = "match_end", [SEAT_EVENT_SAVED] = "saved",
    [SEAT_EVENT_SAYS] = "says",
};

const char *seat_event_name(enum seat_event_type type)
{
    return event_names[type];
}
