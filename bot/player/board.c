#include <string.h>

#include "bot/player/core_internal.h"
#include "engine/board/position.h"

/* ---- what to do ----------------------------------------------------------------- */

/* Once a game. */
static void allow_resigning(const struct player *p, struct decision_request *request)
{
    request->may_resign = p->config->play.resign && !p->game.has_resigned;
    request->resign_max_chance = 1.0 - p->config->play.resign_certainty;
    request->resign_most = p->config->play.resign_gammons ? 3 : 1;
}

static void want_play(struct player *p)
{
    struct player_board *seen = &p->seen;
    if (seen->attempts >= PLAYER_PLAY_ATTEMPTS_MAX) {
        player_log(p, LOG_ERROR, "the server refused every play: waiting");
        seen->attempts = 0;
        player_enter(p, PLAYER_ON_ROLL, "every play was refused");
        player_wait(p, PLAYER_OFFER_MS);
        return;
    }
    if (!movegen_has_play(&seen->view.pos, seen->view.roll)) {
        player_enter(p, PLAYER_DANCING, "no legal play");
        player_wait(p, player_patience_ms(seen));
        return;
    }
    struct decision_request request = {
        .kind = DECISION_PLAY,
        .pos = seen->view.pos,
        .ms = seen->view.ms,
        .roll = seen->view.roll,
        .is_my_turn = true,
        .attempt = seen->attempts,
    };
    allow_resigning(p, &request);
    player_request_decision(p, &request, seen->key);
}

/* The dice are not rolled. When the server asks, or is known to wait for us, the cube
 * is to be decided on; else the server may be about to ask, or to roll by itself. In a
 * resumed match it does neither. */
static void want_cube_action(struct player *p)
{
    struct player_board *seen = &p->seen;
    bool is_allowed = match_state_may_double(&seen->view.ms) && !p->game.no_double;
    bool is_due = seen->has_prompt || p->match.is_fresh ||
                  (seen->is_solicited && (is_allowed || seen->after_silence));
    if (!is_due) {
        player_enter(p, PLAYER_ON_ROLL, "our turn");
        player_wait(p, PLAYER_AUTO_ROLL_MS);
        return;
    }
    struct decision_request request = {
        .kind = DECISION_CUBE,
        .pos = seen->view.pos,
        .ms = seen->view.ms,
        .may_double = is_allowed,
        .is_my_turn = true,
    };
    allow_resigning(p, &request);
    if (!request.may_double && !request.may_resign) {
        player_send_plain_action(p, ORDER_ROLL, PLAYER_ROLL_SENT, seen->key);
        return;
    }
    player_request_decision(p, &request, seen->key);
}

static void decide_our_turn(struct player *p)
{
    struct player_board *seen = &p->seen;
    bool has_offered =
        p->state == PLAYER_CUBE_OFFERED || p->state == PLAYER_RESIGN_OFFERED;
    if (has_offered && seen->key == p->request_key) {
        player_wait(p, PLAYER_OFFER_MS); /* some servers do not show an open offer */
    } else if (player_has_answered(p, seen->key)) {
        return;
    } else if (seen->view.roll.high != 0) {
        want_play(p);
    } else {
        want_cube_action(p);
    }
}

static void greet_once(struct player *p)
{
    if (!p->match.is_greeted && !p->match.is_resumed) {
        player_greet(p);
    }
    p->match.is_greeted = true;
}

/* The turn is that of who must answer; some servers leave it to who has doubled. */
static bool is_our_double(const struct player *p)
{
    return p->seen.view.turn == TURN_THEIRS || p->state == PLAYER_DOUBLE_SENT ||
           p->state == PLAYER_CUBE_OFFERED;
}

void player_decide(struct player *p)
{
    struct board_view *view = &p->seen.view;
    bool is_pending = view->is_double_pending && !p->game.no_pending;
    if (is_pending && !is_our_double(p) && p->game.offer == PLAYER_OFFER_NONE) {
        p->game.offer =
            PLAYER_OFFER_DOUBLE; /* no line told of it: after a reconnection */
        p->game.offered_cube = view->ms.cube * 2;
    }
    if (p->game.offer == PLAYER_OFFER_DOUBLE && view->turn == TURN_THEIRS &&
        view->roll.high != 0) {
        p->game.offer = PLAYER_OFFER_NONE; /* they have rolled: it was accepted */
    }
    if (view->turn == TURN_NOBODY) {
        if (p->state != PLAYER_BETWEEN_GAMES) {
            player_enter(p, PLAYER_BETWEEN_GAMES, "the board shows no game");
        }
    } else if (p->game.offer != PLAYER_OFFER_NONE) {
        player_answer_offer(p);
    } else if (is_pending && is_our_double(p)) {
        player_enter(p, PLAYER_CUBE_OFFERED, "our double is pending");
    } else if (view->turn == TURN_THEIRS) {
        player_enter(p, PLAYER_WAITING, "the opponent's turn");
        player_wait(p, p->seen.asks > 0 ? PLAYER_OFFER_MS : PLAYER_IDLE_BOARD_MS);
        greet_once(p);
    } else {
        decide_our_turn(p);
    }
}

/* A play is not repeated: the server may have taken it without a word. */
bool player_go_on(struct player *p)
{
    struct player_board *seen = &p->seen;
    bool is_told = seen->has_view && !seen->is_stale;
    bool may_act = p->state == PLAYER_ON_ROLL || p->state == PLAYER_STARTING ||
                   p->state == PLAYER_ROLL_SENT || p->state == PLAYER_ANSWER_SENT;
    if (!player_lacks_board(p) || !may_act) {
        return false;
    }
    seen->may_repeat = seen->is_solicited = true;
    if (p->game.offer != PLAYER_OFFER_NONE && seen->has_view) {
        player_answer_offer(p);
    } else if (!is_told) { /* if it is not our turn, that is all it says */
        player_send_plain_action(p, ORDER_ROLL, PLAYER_ROLL_SENT, seen->key);
    } else if (seen->view.turn == TURN_MINE) {
        player_decide(p);
    } else {
        return false;
    }
    return true;
}

void player_on_unknown_order(struct player *p, const struct game_event *e)
{
    if (e->order != ORDER_BOARD) {
        if (!player_awaits_opponent(p)) {
            player_resynchronise(p, e);
        }
        return;
    }
    p->seen.unanswered = PLAYER_BOARDS_UNANSWERED;
    p->seen.is_asked = false;
    (void)player_go_on(p);
}

/* They may be waiting for us: a resignation that a server has kept with the match shows
 * neither on the board nor in a line, but in the answer to a game command. */
static void look_for_kept_offer(struct player *p)
{
    bool is_first = p->match.is_fresh && p->seen.asks == 0;
    if (is_first && p->state == PLAYER_WAITING && !p->match.is_unkept) {
        player_send_plain(p, ORDER_ROLL);
    }
}

void player_game_timeout(struct player *p)
{
    if (p->seen.is_pausing) {
        p->seen.is_pausing = false;
        p->seen.may_repeat = true;
        player_decide(p);
        return;
    }
    bool is_lost = p->seen.is_asked;
    p->seen.unanswered += is_lost ? 1 : 0;
    p->seen.is_asked = false;
    bool may_act = is_lost || p->seen.acted_key == 0;
    look_for_kept_offer(p);
    if (!may_act || !player_go_on(p)) {
        player_ask_board(p, p->states[p->state].name);
        p->seen.after_silence = true;
    }
}

/* ---- the board ------------------------------------------------------------------ */

static uint64_t mix(uint64_t key, uint64_t value)
{
    key ^= value + 0x9E3779B97F4A7C15ULL + (key << 6) + (key >> 2);
    return key * 0xBF58476D1CE4E5B9ULL;
}

static uint64_t view_key(const struct board_view *view)
{
    uint64_t key = position_hash(&view->pos);
    key = mix(key, (uint64_t)view->turn);
    key = mix(key, (uint64_t)(view->roll.high * 8 + view->roll.low));
    key = mix(key, (uint64_t)view->ms.cube * 4 + (uint64_t)view->ms.owner);
    key = mix(key, view->is_double_pending ? 1 : 2);
    key = mix(key, (uint64_t)(view->ms.my_score * 1000 + view->ms.their_score));
    return key != 0 ? key : 1;
}

/* Updates the Crawford memory from board to board. */
static void remember_crawford(struct player *p, const struct board_view *view)
{
    enum game_crawford *memory = &p->match.memory.crawford;
    if (view->turn == TURN_NOBODY || view->ms.length < 2) {
        return;
    }
    bool is_one_away =
        match_state_my_away(&view->ms) == 1 || match_state_their_away(&view->ms) == 1;
    if (p->game.is_new && *memory == GAME_CRAWFORD_NOW) {
        *memory = GAME_CRAWFORD_OVER;
    } else if (!is_one_away && *memory == GAME_CRAWFORD_UNKNOWN) {
        *memory = GAME_CRAWFORD_AHEAD;
    } else if (is_one_away && *memory != GAME_CRAWFORD_OVER) {
        *memory = view->ms.is_crawford ? GAME_CRAWFORD_NOW : GAME_CRAWFORD_OVER;
    }
}

/* Uses the match memory; a new game updates the memory first. */
static bool take_board(struct player *p, const struct game_board *board,
                       struct board_view *view)
{
    struct game_memory memory = p->match.memory;
    if (p->game.is_new && memory.crawford == GAME_CRAWFORD_NOW) {
        memory.crawford = GAME_CRAWFORD_OVER;
    }
    if (board->fault != NULL) {
        player_log(p, LOG_WARNING, "the board line is not a position of a game: %s",
                   board->fault);
        return false;
    }
    *view = game_board_recall(board, &memory);
    return true;
}

static void keep_board(struct player *p, const struct board_view *view)
{
    struct player_board *seen = &p->seen;
    uint64_t key = view_key(view);
    if (!seen->has_view || key != seen->key) {
        p->match.is_fresh = p->match.is_fresh && !seen->has_view;
        p->guardian.progress_ms = p->now_ms;
        if (seen->has_view) {
            player_guard_progress(p);
        }
        seen->asks = seen->errors = seen->attempts = 0;
        if (p->game.offer ==
            PLAYER_OFFER_NONE) { /* an answered offer has its own key */
            seen->acted_key = 0;
        }
        player_note_opponent(p);
    }
    seen->may_repeat = seen->verifies;
    seen->is_solicited = seen->is_asked;
    if (seen->is_asked && p->now_ms - seen->asked_ms < PLAYER_BOARD_COMES_MS) {
        seen->unanswered = 0;
    }
    seen->is_asked = seen->verifies = seen->is_stale = seen->is_unreadable = false;
    seen->has_view = true;
    seen->view = *view;
    seen->key = key;
    if (!view->is_double_pending) {
        p->match.memory.owner = view->ms.owner;
    }
    p->match.my_score = view->ms.my_score;
    p->match.their_score = view->ms.their_score;
    if (view->roll.high != 0) {
        p->game.roll = view->roll;
    }
}

/* Whether our last command was lost: nothing came, and the board has not changed. */
static bool is_lost_command(const struct player *p, bool is_new_key)
{
    const struct player_board *seen = &p->seen;
    return !is_new_key && seen->may_repeat && seen->after_silence &&
           seen->acted_key != 0 && p->state != PLAYER_CUBE_OFFERED &&
           p->state != PLAYER_RESIGN_OFFERED;
}

/* It is an answer, but says nothing. */
static void refuse_board(struct player *p, const struct game_event *e)
{
    p->seen.is_unreadable = true;
    p->seen.is_asked = false;
    p->seen.unanswered = 0;
    player_resynchronise(p, e);
}

void player_on_board(struct player *p, const struct game_event *e)
{
    if (!e->is_mine) {
        return; /* somebody else's match */
    }
    if (p->state == PLAYER_OFFLINE) {
        memcpy(p->seen_opponent, e->name, sizeof p->seen_opponent);
        return;
    }
    if (!player_is_playing(p) || strcmp(e->name, p->match.opponent) != 0) {
        player_adopt_match(p, e->name);
    }
    struct board_view view;
    if (p->state == PLAYER_LEAVING || player_is_over(p, &e->board.view)) {
        return;
    }
    if (!take_board(p, &e->board, &view)) {
        refuse_board(p, e);
        return;
    }
    if (!p->match.is_checked && !player_check_first_board(p, &view)) {
        return;
    }
    bool is_new_key = !p->seen.has_view || view_key(&view) != p->seen.key;
    remember_crawford(p, &view);
    keep_board(p, &view);
    player_known_user(p, p->match.opponent)->moves_up = e->board.they_move_upwards;
    if (is_new_key) {
        struct player_output output = {.type = PLAYER_BOARD, .board.view = view};
        memcpy(output.board.opponent, p->match.opponent, USER_NAME_SIZE);
        player_record_board(p);
        player_emit(p, &output);
    }
    p->game.is_new = false;
    if (is_lost_command(p, is_new_key)) {
        p->seen.is_pausing = true;
        player_wait(p, PLAYER_REPEAT_MS);
        return;
    }
    player_decide(p);
}

void player_on_board_bad(struct player *p, const struct game_event *e)
{
    player_log(p, LOG_WARNING, "cannot read the board line: %s", e->text);
    refuse_board(p, e);
}

/* ---- from the decision to the command ------------------------------------------- */

static void carry_out_play(struct player *p, const struct decision_answer *answer)
{
    const struct game_order order = {.type = ORDER_PLAY, .play = answer->play};
    if (answer->play.count == 0) {
        player_enter(p, PLAYER_DANCING, "the engine has no play");
        return;
    }
    p->game.sent = answer->play;
    p->game.sent_roll = p->request.roll;
    p->game.has_sent_play = true;
    player_send_action(p, &order, PLAYER_PLAY_SENT, p->request_key);
}

static void carry_out_cube(struct player *p, const struct decision_answer *answer)
{
    bool doubles = answer->is_double && p->request.may_double;
    player_send_plain_action(p, doubles ? ORDER_DOUBLE : ORDER_ROLL,
                             doubles ? PLAYER_DOUBLE_SENT : PLAYER_ROLL_SENT,
                             p->seen.key);
}

static void carry_out(struct player *p, const struct decision_answer *answer)
{
    struct player_output output = {
        .type = PLAYER_DECIDED, .decided = {.request = p->request, .answer = *answer}};
    memcpy(output.decided.opponent, p->match.opponent, USER_NAME_SIZE);
    player_emit(p, &output);
    p->guardian.progress_ms += p->now_ms - p->request_ms; /* thinking does not count */
    p->request.number = 0;
    if (player_try_resign(p, answer)) {
        return;
    }
    switch (p->request.kind) {
    case DECISION_PLAY:
        carry_out_play(p, answer);
        break;
    case DECISION_CUBE:
        carry_out_cube(p, answer);
        break;
    case DECISION_TAKE:
        player_send_plain_action(p, answer->is_accept ? ORDER_TAKE : ORDER_PASS,
                                 PLAYER_ANSWER_SENT, p->request_key);
        break;
    case DECISION_RESIGNATION:
        player_send_plain_action(p, answer->is_accept ? ORDER_ACCEPT : ORDER_REJECT,
                                 PLAYER_ANSWER_SENT, p->request_key);
        break;
    }
}

/* When to carry out the answer: people like to see what happens. The same position
 * takes the same time. */
static int64_t due_ms(const struct player *p, const struct decision_answer *answer)
{
    int64_t least_ms = p->config->play.move_time;
    bool is_forced = p->request.kind == DECISION_PLAY && answer->candidates <= 1;
    least_ms += least_ms * (int64_t)(p->request_key % 512) / 1024;
    return p->request_ms + (is_forced ? least_ms / 4 : least_ms);
}

void player_answer(struct player *p, int64_t now_ms,
                   const struct decision_answer *answer)
{
    static const char *const kinds[] = {"play", "cube", "take", "resignation"};
    p->now_ms = now_ms;
    if (p->state != PLAYER_THINKING || answer->number != p->request.number ||
        answer->number == 0) {
        player_log(p, LOG_DEBUG, "decision %llu is stale: dropped",
                   (unsigned long long)answer->number);
        return;
    }
    player_log(p, LOG_DEBUG, "decision %llu (%s): equity %+.3f, %d plays",
               (unsigned long long)answer->number, kinds[answer->kind], answer->equity,
               answer->candidates);
    if (due_ms(p, answer) > now_ms) {
        p->held = *answer;
        p->deadline_ms = due_ms(p, answer);
        return;
    }
    carry_out(p, answer);
}

void player_thinking_timeout(struct player *p)
{
    if (player_holds_answer(p)) {
        const struct decision_answer answer = p->held;
        carry_out(p, &answer);
    } else {
        player_game_timeout(p);
    }
}
