#include "bot/seat/terminal/terminal_pace.h"

#include "engine/board/movegen.h"
#include "engine/board/position.h"

/* In milliseconds, by event; those of a play are for each of its hops. */
static const struct {
    int settle; /* after the last hop */
    int times[SEAT_EVENTS];
} speeds[TERMINAL_PACES] = {
    [TERMINAL_PACE_CALM] = {500,
                            {[SEAT_EVENT_OPENING] = 1000,
                             [SEAT_EVENT_ROLL] = 1000,
                             [SEAT_EVENT_PLAY] = 580,
                             [SEAT_EVENT_DANCE] = 400,
                             [SEAT_EVENT_DOUBLE] = 750,
                             [SEAT_EVENT_TAKE] = 700,
                             [SEAT_EVENT_PASS] = 700,
                             [SEAT_EVENT_GAME_END] = 1000}},
    [TERMINAL_PACE_NORMAL] = {300,
                              {[SEAT_EVENT_OPENING] = 600,
                               [SEAT_EVENT_ROLL] = 600,
                               [SEAT_EVENT_PLAY] = 360,
                               [SEAT_EVENT_DANCE] = 300,
                               [SEAT_EVENT_DOUBLE] = 500,
                               [SEAT_EVENT_TAKE] = 450,
                               [SEAT_EVENT_PASS] = 450,
                               [SEAT_EVENT_GAME_END] = 700}},
    [TERMINAL_PACE_QUICK] = {100,
                             {[SEAT_EVENT_OPENING] = 250,
                              [SEAT_EVENT_ROLL] = 250,
                              [SEAT_EVENT_PLAY] = 190,
                              [SEAT_EVENT_DANCE] = 250,
                              [SEAT_EVENT_DOUBLE] = 180,
                              [SEAT_EVENT_TAKE] = 150,
                              [SEAT_EVENT_PASS] = 150,
                              [SEAT_EVENT_GAME_END] = 300}},
};

static const struct seat_event *next_event(const struct terminal_pace *pace,
                                           const struct seat_view *view)
{
    for (int i = 0; i < view->event_count; i++) {
        if (view->events[i].number > pace->last) {
            return &view->events[i];
        }
    }
    return NULL;
}

/* Whether turns of theirs that came later wait: only the last one is shown at its pace. */
static bool is_past(const struct seat_view *view, const struct seat_event *event)
{
    const struct seat_event *end = &view->events[view->event_count];
    bool is_roll = event->type == SEAT_EVENT_ROLL || event->type == SEAT_EVENT_OPENING;
    int turns = is_roll ? -1 : 0; /* that of the roll itself */
    for (const struct seat_event *later = event + 1; later < end; later++) {
        bool is_turn =
            later->type == SEAT_EVENT_PLAY || later->type == SEAT_EVENT_DANCE;
        turns += is_turn && !later->is_mine;
        if (later->type == SEAT_EVENT_MATCH) {
            return true;
        }
    }
    return turns > 0;
}

/* The board after so many hops of a play. */
static void show_hops(struct terminal_pace *pace, const struct seat_event *event,
                      int hops)
{
    struct position pos = event->before;
    for (int i = 0; i < hops; i++) {
        (void)movegen_apply(&pos, event->play.moves[i]);
    }
    pace->shown.board.pos = event->is_mine ? pos : position_swap(&pos);
}

/* The server shows no board before the first turn is over. */
static void show_start(struct seat_view *shown, const struct seat_event *event)
{
    int length = shown->board.match_length;
    shown->board = (struct board_view){
        .match_length = length,
        .ms = length > 0
                  ? match_state_match(length, event->score[0], event->score[1], false)
                  : match_state_money()};
    position_start(&shown->board.pos);
    shown->has_board = true;
}

/* The board that belongs to an event, as far as it goes by itself. */
static void show_board(struct terminal_pace *pace, const struct seat_event *event)
{
    struct seat_view *shown = &pace->shown;
    shown->phase = SEAT_WAITING;
    shown->allowed = 0;
    if (event->type == SEAT_EVENT_MATCH) {
        shown->board = (struct board_view){.match_length = event->points};
        shown->has_board = false;
    } else if (event->type == SEAT_EVENT_GAME) {
        show_start(shown, event);
    } else if (event->type == SEAT_EVENT_ROLL || event->type == SEAT_EVENT_OPENING) {
        shown->board.roll = event->roll;
        shown->board.turn = event->is_mine ? TURN_MINE : TURN_THEIRS;
    } else if (event->type == SEAT_EVENT_PLAY) {
        show_hops(pace, event, event->play.count);
    }
}

/* Shows an event, or a hop of it; returns its time. */
static int show_event(struct terminal_pace *pace, int speed,
                      const struct seat_view *view, const struct seat_event *event,
                      struct terminal_log *log)
{
    char text[TERMINAL_TEXT_SIZE];
    bool is_still = event->is_mine || is_past(view, event);
    int time = is_still ? 0 : speeds[speed].times[event->type];
    bool is_play = event->type == SEAT_EVENT_PLAY;
    show_board(pace, event);
    if (is_play && time > 0 && pace->hop < event->play.count) {
        show_hops(pace, event, ++pace->hop);
        return time;
    }
    pace->last = event->number;
    pace->hop = 0;
    terminal_text_event(view, event, text);
    terminal_log_add(log, text);
    return is_play && time > 0 ? speeds[speed].settle : time;
}

/* A board that is older than the last play shows that. */
static void show_newest(struct terminal_pace *pace, const struct seat_view *view)
{
    const struct seat_event *last = NULL;
    pace->shown = *view;
    for (int i = 0; i < view->event_count; i++) {
        enum seat_event_type type = view->events[i].type;
        bool counts = type == SEAT_EVENT_PLAY || type == SEAT_EVENT_GAME;
        last = counts ? &view->events[i] : last;
    }
    if (last == NULL || last->type == SEAT_EVENT_GAME || view->phase == SEAT_TO_PLAY) {
        return;
    }
    const struct position before =
        last->is_mine ? last->before : position_swap(&last->before);
    if (position_equal(&before, &view->board.pos)) {
        show_hops(pace, last, last->play.count);
    }
}

int terminal_pace_step(struct terminal_pace *pace, int speed,
                       const struct seat_view *view, struct terminal_log *log)
{
    const struct seat_event *event;
    int used = speed >= 0 && speed < TERMINAL_PACES ? speed : TERMINAL_PACE_NORMAL;
    while ((event = next_event(pace, view)) != NULL) {
        int time = show_event(pace, used, view, event, log);
        if (time > 0) {
            pace->is_busy = true;
            return time;
        }
    }
    pace->is_busy = false;
    show_newest(pace, view);
    return 0;
}

void terminal_pace_end(struct terminal_pace *pace, const struct seat_view *view,
                       struct terminal_log *log)
{
    (void)terminal_pace_step(pace, TERMINAL_PACE_NONE, view, log);
}
