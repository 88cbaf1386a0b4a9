/* An event goes to the file that it is about. */
#include <string.h>

#include "bot/seat/state/seat_internal.h"

static const struct seat_reaction *find_reaction(enum event_type type)
{
    static const struct seat_reaction *const tables[] = {
        seat_lobby_reactions, seat_match_reactions, seat_turn_reactions};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        for (const struct seat_reaction *row = tables[i]; row->type != EVENT_NONE;
             row++) {
            if (row->type == type) {
                return row;
            }
        }
    }
    return NULL;
}

/* Whether an event is about somebody who does not sit at this table. */
static bool is_of_others(const struct seat *seat, const struct game_event *event)
{
    return !event->is_mine && event->name[0] != '\0' &&
           strcmp(event->name, seat->setup.opponent) != 0 &&
           strcmp(event->name, "You") != 0;
}

void seat_hear(struct seat *seat, int64_t now_ms, const struct game_event *event)
{
    const struct seat_reaction *row = find_reaction(event->type);
    seat->now_ms = now_ms;
    if (row == NULL || is_of_others(seat, event)) {
        return;
    }
    if (row->next != SEAT_STAYS) {
        seat->stage = (enum seat_phase)row->next;
        seat->has_sent = seat->has_sent && row->next == SEAT_WAITING;
    }
    if (row->handle != NULL) {
        row->handle(seat, event);
    }
    seat_update(seat);
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
