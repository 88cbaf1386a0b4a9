#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bot/seat/state/seat_internal.h"

enum {
    ANSWER_MS =
        4000, /* for the server to answer an action; then the board is asked for */
    PROMPT_MS = 2000,  /* for it to ask us to roll, or to roll */
    QUIET_MS = 20000,  /* of the opponent, before the board is asked for */
    INVITED_MS = 8000, /* for the opponent to join */
    RETRY_MS = 3000    /* before a saved match is asked for again */
};

/* ---- life ------------------------------------------------------------------------ */

struct seat *seat_new(const struct seat_setup *setup)
{
    struct seat *seat = error_allocate(sizeof *seat, NULL);
    if (seat == NULL) {
        return NULL;
    }
    seat->list = error_allocate(sizeof *seat->list, NULL);
    if (seat->list == NULL) {
        free(seat);
        return NULL;
    }
    seat->setup = *setup;
    seat->invited = SEAT_INVITES_NONE;
    seat->stage = SEAT_WAITING;
    seat->view.choices = setup->choices;
    seat->view.progress = setup->progress;
    memcpy(seat->view.level, setup->level, LEVEL_TEXT_SIZE);
    memcpy(seat->view.me.name, setup->name, USER_NAME_SIZE);
    memcpy(seat->view.opponent.name, setup->opponent, USER_NAME_SIZE);
    seat_lose_opponent(seat);
    seat_update(seat);
    return seat;
}

void seat_free(struct seat *seat)
{
    if (seat != NULL) {
        seat_record_free(&seat->record);
        free(seat->list);
        free(seat);
    }
}

const struct seat_view *seat_view(const struct seat *seat)
{
    return &seat->view;
}

/* ---- what goes out --------------------------------------------------------------- */

void seat_send(struct seat *seat, const struct game_order *order)
{
    if (seat->order_count < SEAT_ORDERS_MAX) {
        seat->orders[seat->order_count++] = *order;
    }
}

void seat_send_action(struct seat *seat, const struct game_order *order)
{
    seat_send(seat, order);
    seat->has_sent = true;
}

bool seat_next_order(struct seat *seat, struct game_order *order)
{
    if (seat->order_count == 0) {
        return false;
    }
    *order = seat->orders[0];
    seat->order_count--;
    memmove(&seat->orders[0], &seat->orders[1],
            (size_t)seat->order_count * sizeof seat->orders[0]);
    return true;
}

void seat_ask_board(struct seat *seat)
{
    seat->is_asked = true;
    seat_send(seat, &(struct game_order){.type = ORDER_BOARD});
}

void seat_quote(struct seat *seat, const struct game_event *event)
{
    const char *line = event->line;
    COPY_TEXT(seat->view.reason, strncmp(line, "** ", 3) == 0 ? line + 3 : line);
}

struct seat_event *seat_add_event(struct seat *seat, enum seat_event_type type,
                                  bool is_mine)
{
    struct seat_view *view = &seat->view;
    uint64_t last =
        view->event_count > 0 ? view->events[view->event_count - 1].number : 0;
    if (view->event_count == SEAT_EVENTS_KEPT) {
        view->event_count--;
        memmove(&view->events[0], &view->events[1],
                (size_t)view->event_count * sizeof view->events[0]);
    }
    struct seat_event *event = &view->events[view->event_count++];
    *event = (struct seat_event){.number = last + 1, .type = type, .is_mine = is_mine};
    event->score[0] = view->board.ms.my_score;
    event->score[1] = view->board.ms.their_score;
    return event;
}

void seat_send_play(struct seat *seat)
{
    const struct hops *hops = &seat->view.hops;
    const struct game_order order = {.type = ORDER_PLAY, .play = hops_made(hops)};
    if (order.play.count == 0) {
        return;
    }
    struct seat_event *event = seat_add_event(seat, SEAT_EVENT_PLAY, true);
    event->roll = hops->roll;
    event->play = order.play;
    event->before = hops->before;
    notation_write(&hops->before, &order.play, event->text);
    seat_send_action(seat, &order);
}

/* ---- the phase ------------------------------------------------------------------- */

static enum seat_phase phase_of_turn(const struct seat *seat)
{
    const struct board_view *board = &seat->view.board;
    if (board->turn != TURN_MINE) {
        return SEAT_WAITING;
    }
    if (board->roll.high == 0) {
        return seat->stage;
    }
    return seat->view.hops.most > 0 ? SEAT_TO_PLAY : SEAT_WAITING;
}

static enum seat_phase phase_of_game(const struct seat *seat)
{
    if (seat->stage == SEAT_BETWEEN) {
        return SEAT_BETWEEN;
    }
    if (!seat->view.has_board) {
        return SEAT_WAITING;
    }
    if (seat->has_sent && seat->stage != SEAT_RESIGNED) {
        return SEAT_WAITING;
    }
    bool is_turn = seat->stage == SEAT_WAITING || seat->stage == SEAT_TO_ROLL;
    return is_turn ? phase_of_turn(seat) : seat->stage;
}

static enum seat_phase phase_now(const struct seat *seat)
{
    if (!seat->is_online) {
        return SEAT_OFFLINE;
    }
    if (seat->is_playing) {
        return phase_of_game(seat);
    }
    if (!seat->knows_saved) {
        return SEAT_OFFLINE;
    }
    if (seat->invited != SEAT_INVITES_NONE) {
        return SEAT_INVITING;
    }
    return seat->is_over ? SEAT_OVER : SEAT_LOBBY;
}

#define ACT(name) (1U << SEAT_ACT_##name)

enum { STOP = ACT(LEAVE) | ACT(NEW) }; /* in a match */
static const unsigned GUEST_NEVER = STOP | ACT(RESUME) | ACT(LEVEL);

static const struct {
    const char *name;
    unsigned allowed;
} phases[SEAT_PHASES] = {
    [SEAT_OFFLINE] = {"offline", 0},
    [SEAT_LOBBY] = {"lobby", ACT(NEW)},
    [SEAT_INVITING] = {"inviting", ACT(LEAVE)},
    [SEAT_WAITING] = {"waiting", ACT(RESIGN) | STOP},
    [SEAT_TO_ROLL] = {"to_roll", ACT(ROLL) | ACT(RESIGN) | STOP},
    [SEAT_TO_PLAY] = {"to_play", ACT(HOP) | ACT(PLAY) | ACT(RESIGN) | STOP},
    [SEAT_OFFERED] = {"offered", ACT(TAKE) | ACT(PASS) | STOP},
    [SEAT_DOUBLED] = {"doubled", STOP},
    [SEAT_RESIGN_OFFERED] = {"resign_offered", ACT(ACCEPT) | ACT(REJECT) | STOP},
    [SEAT_RESIGNED] = {"resigned", STOP},
    [SEAT_BETWEEN] = {"between", ACT(NEXT) | STOP},
    [SEAT_OVER] = {"over", ACT(NEW)},
};

const char *seat_phase_name(enum seat_phase phase)
{
    return phases[phase].name;
}

/* What FIBS allows, but not in a match to 1 point, where nobody plays with the cube. */
static bool seat_may_double(const struct seat_view *view)
{
    const struct match_state *ms = &view->board.ms;
    return !ms->is_crawford && ms->owner != CUBE_THEIRS && ms->length != 1;
}

static unsigned allowed_now(const struct seat *seat)
{
    const struct seat_view *view = &seat->view;
    unsigned allowed = phases[view->phase].allowed | ACT(SET);
    if (view->phase != SEAT_OFFLINE && view->is_opponent_there) {
        allowed |= ACT(LEVEL);
    }
    if (view->phase == SEAT_LOBBY && view->has_saved) {
        allowed |= ACT(RESUME);
    }
    if (view->phase == SEAT_TO_ROLL && seat_may_double(view)) {
        allowed |= ACT(DOUBLE);
    }
    if (view->phase == SEAT_TO_PLAY && view->hops.count > 0) {
        allowed |= ACT(UNDO) | ACT(CLEAR);
    }
    if (view->phase == SEAT_TO_PLAY && hops_is_complete(&view->hops)) {
        allowed |= ACT(DONE);
    }
    return seat->setup.is_guest ? allowed & ~GUEST_NEVER : allowed;
}

bool seat_allows(const struct seat *seat, enum seat_action_type type)
{
    return seat_view_allows(&seat->view, type);
}

/* ---- what goes without asking ---------------------------------------------------- */

static void seat_invite(struct seat *seat)
{
    struct game_order order = {.type = ORDER_INVITE, .length = seat->invited};
    memcpy(order.name, seat->setup.opponent, sizeof order.name);
    seat->is_invitation_sent = true;
    seat->is_refused = false;
    seat->wait_until_ms = seat->now_ms + INVITED_MS;
    seat_send(seat, &order);
}

static bool seat_may_go_on(const struct seat *seat)
{
    const struct seat_view *view = &seat->view;
    return view->phase == SEAT_LOBBY && view->has_saved && view->is_opponent_there &&
           seat->setup.resumes && !seat->has_left &&
           seat->now_ms >= seat->wait_until_ms;
}

/* Makes the only play there is. */
static void seat_play_forced(struct seat *seat)
{
    movegen_plays(&seat->view.hops.before, seat->view.hops.roll, seat->list);
    if (hops_play(&seat->view.hops, &seat->list->plays[0])) {
        seat_send_play(seat);
    }
}

/* Returns whether anything was done. */
static bool seat_go_by_itself(struct seat *seat)
{
    const struct seat_view *view = &seat->view;
    struct game_order order;
    if (seat_level_order(seat, &order)) {
        seat_send(seat, &order);
    } else if (view->phase == SEAT_INVITING && !seat->is_invitation_sent &&
               view->is_opponent_there && !seat->level.is_owed) {
        seat_invite(seat);
    } else if (seat_may_go_on(seat)) {
        seat->invited = SEAT_INVITES_SAVED;
        seat->is_invitation_sent = false;
        seat->wait_until_ms = INT64_MAX;
    } else if (view->phase == SEAT_TO_ROLL &&
               (view->choices.rolls || !seat_may_double(view))) {
        seat_send_action(seat, &(struct game_order){.type = ORDER_ROLL});
    } else if (view->phase == SEAT_TO_PLAY && view->choices.forced &&
               view->hops.is_forced && view->hops.count == 0) {
        seat_play_forced(seat);
    } else if (view->phase == SEAT_BETWEEN && view->choices.next) {
        seat->stage = SEAT_WAITING;
        seat_send_action(seat, &(struct game_order){.type = ORDER_NEXT_GAME});
    } else {
        return false;
    }
    return true;
}

static void seat_set_timer(struct seat *seat)
{
    enum seat_phase phase = seat->view.phase;
    const struct board_view *board = &seat->view.board;
    bool is_due = board->turn == TURN_MINE && board->roll.high == 0;
    if (phase == SEAT_INVITING || phase == SEAT_LOBBY || phase == SEAT_OFFLINE) {
        return; /* as it was set with the question or the invitation */
    }
    bool is_waiting =
        phase == SEAT_WAITING || phase == SEAT_DOUBLED || phase == SEAT_RESIGNED;
    int wait_ms = seat->has_sent ? ANSWER_MS : is_due ? PROMPT_MS : QUIET_MS;
    seat->wait_until_ms = is_waiting ? seat->now_ms + wait_ms : INT64_MAX;
}

static void seat_find_phase(struct seat *seat)
{
    struct seat_view *view = &seat->view;
    const struct match_state *ms = &view->board.ms;
    view->phase = phase_now(seat);
    view->allowed = allowed_now(seat);
    view->gives_up &= seat->invited != SEAT_INVITES_NONE;
    bool is_doubled = seat->stage == SEAT_OFFERED || seat->stage == SEAT_DOUBLED;
    view->offered_cube = is_doubled ? 2 * ms->cube : 0;
    view->resign_points = seat->resign_points;
    if (seat->is_playing && view->has_board && seat->games_over != SEAT_GAMES_UNKNOWN) {
        view->progress = (struct seat_progress){
            ms->length, {ms->my_score, ms->their_score}, seat->games_over};
    }
}

void seat_update(struct seat *seat)
{
    enum { STEPS_MAX = 8 }; /* each step leaves a phase */
    seat_find_phase(seat);
    for (int i = 0; i < STEPS_MAX && seat_go_by_itself(seat); i++) {
        seat_find_phase(seat);
    }
    seat_set_timer(seat);
    seat_record_follow(seat);
    seat->view.version++;
}

void seat_know_saved(struct seat *seat)
{
    if (!seat->knows_saved) {
        seat->knows_saved = true;
        seat->wait_until_ms = seat->now_ms;
        seat_level_begin(seat);
    }
}

void seat_lose_opponent(struct seat *seat)
{
    seat->view.is_opponent_there = false;
    if (seat->view.level[0] != '\0') {
        seat_level_owe(seat);
    }
}

/* ---- inputs ---------------------------------------------------------------------- */

void seat_online(struct seat *seat, int64_t now_ms)
{
    seat->now_ms = now_ms;
    seat->is_online = true;
    seat->view.reason[0] = '\0';
    seat->wait_until_ms = now_ms + ANSWER_MS;
    seat_send(seat, &(struct game_order){.type = ORDER_SAVED});
    seat_update(seat);
}

void seat_offline(struct seat *seat, int64_t now_ms, const char *reason)
{
    struct seat_view *view = &seat->view;
    seat->now_ms = now_ms;
    seat->order_count = seat->resign_points = 0;
    seat->stage = SEAT_WAITING;
    seat->is_online = seat->knows_saved = seat->is_playing = false;
    seat->has_sent = seat->is_asked = seat->is_invitation_sent = false;
    view->has_saved = false;
    seat_lose_opponent(seat);
    COPY_TEXT(view->reason, reason);
    seat_update(seat);
}

static void seat_give_up_inviting(struct seat *seat)
{
    struct seat_view *view = &seat->view;
    seat->invited = SEAT_INVITES_NONE;
    seat->wait_until_ms = seat->now_ms + RETRY_MS;
    FORMAT_TEXT(view->reason, "%s does not answer", view->opponent.name);
}

/* When something is to be done about the phase. */
static int64_t phase_deadline(const struct seat *seat)
{
    const struct seat_view *view = &seat->view;
    bool is_idle = !seat->is_online || (view->phase == SEAT_LOBBY &&
                                        !(view->has_saved && view->is_opponent_there &&
                                          seat->setup.resumes && !seat->has_left));
    return is_idle ? INT64_MAX : seat->wait_until_ms;
}

static void seat_tick_phase(struct seat *seat)
{
    if (seat->view.phase == SEAT_OFFLINE) {
        seat_know_saved(seat);
    } else if (seat->is_refused) {
        seat->is_refused = seat->is_invitation_sent = false;
    } else if (seat->view.phase == SEAT_INVITING) {
        seat_give_up_inviting(seat);
    } else if (seat->is_playing) {
        seat->has_sent = false;
        seat_ask_board(seat);
    }
}

void seat_tick(struct seat *seat, int64_t now_ms)
{
    seat->now_ms = now_ms;
    if (now_ms < seat_deadline(seat)) {
        return;
    }
    if (now_ms >= phase_deadline(seat)) {
        seat_tick_phase(seat);
    }
    seat_update(seat);
}

int64_t seat_deadline(const struct seat *seat)
{
    int64_t phase = phase_deadline(seat), level = seat_level_deadline(seat);
    return phase < level ? phase : level;
}
