/* From the board to the command. */
#include <stdio.h>
#include <string.h>

#include "bot/player/player_internal.h"

/* ---- asking for the board -------------------------------------------------------- */

/* Slower and slower while nothing gets better: a server or opponent in trouble is not
 * helped by questions. */
int64_t patience_ms(const struct table *table)
{
    static const int64_t steps[] = {ANSWER_MS, ANSWER_MS, 2 * ANSWER_MS, 30000, 60000};
    int last = (int)(sizeof steps / sizeof steps[0]) - 1;
    int step = table->asks < last ? table->asks : last;
    return steps[step];
}

void ask_board(struct player *p, const char *why)
{
    struct table *table = &p->table;
    if (!player_holds_answer(p)) { /* it has a time of its own */
        player_wait(p, patience_ms(table));
    }
    if (table->is_asked) {
        return; /* on its way; game_timeout() gives it up */
    }
    player_log(p, LOG_DEBUG, "asking for the board: %s", why);
    table->is_asked = table->verifies = true;
    table->after_silence = false;
    table->asks++;
    player_send_plain(p, FIBS_CMD_BOARD);
}

void game_timeout(struct player *p)
{
    if (p->table.is_pausing) {
        p->table.is_pausing = false;
        p->table.may_repeat = true;
        settle(p);
        return;
    }
    p->table.is_asked = false; /* lost, if it was */
    ask_board(p, player_state_name(p->state));
    p->table.after_silence = true;
}

/* ---- the board ------------------------------------------------------------------- */

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

/* Resets what belongs to one game; at its start. */
void begin_game(struct player *p)
{
    p->game = (struct game){.is_new = true};
    p->table.acted_key = 0;
    p->table.is_stale = true;
    p->table.has_prompt = false;
    p->table.errors = p->table.attempts = p->table.asks = 0;
}

/* Carries the Crawford memory from board to board. `is_new`: the first one of a game.
 */
static void remember_crawford(struct player *p, const struct board_view *view,
                              bool is_new)
{
    enum crawford_memory *memory = &p->match.memory.crawford;
    if (view->turn == TURN_NOBODY || view->ms.length < 2) {
        return;
    }
    bool is_one_away =
        match_state_my_away(&view->ms) == 1 || match_state_their_away(&view->ms) == 1;
    if (is_new && *memory == CRAWFORD_NOW) {
        *memory = CRAWFORD_OVER;
    } else if (!is_one_away && *memory == CRAWFORD_UNKNOWN) {
        *memory = CRAWFORD_AHEAD;
    } else if (is_one_away && *memory != CRAWFORD_OVER) {
        *memory = view->ms.is_crawford ? CRAWFORD_NOW : CRAWFORD_OVER;
    }
}

/* The first board of a match: is it the match that was agreed on, and for a resumed
 * one, is it the one we remember? */
static bool check_first_board(struct player *p, const struct board_view *view)
{
    struct match *match = &p->match;
    bool is_as_agreed = match->agreed <= 0 || match->agreed == view->match_length;
    if (!is_as_agreed) {
        player_log(p, LOG_WARNING, "the board shows length %d, agreed was %d: leaving",
                   view->match_length, match->agreed);
        say_to_opponent(p, "This is not the match I accepted, sorry.");
        leave_match(p, "the first board is not of the agreed match");
        return false;
    }
    bool is_remembered = match->length == view->match_length &&
                         match->my_score == view->ms.my_score &&
                         match->their_score == view->ms.their_score;
    if (match->is_resumed && !is_remembered) {
        match->memory.crawford = CRAWFORD_UNKNOWN;
    }
    match->length = view->match_length;
    match->is_checked = true;
    return true;
}

/* Reads the line with what we remember; a new game changes the memory first. */
static bool read_board(struct player *p, const struct fibs_board *board,
                       struct board_view *view)
{
    struct error err = {{0}};
    struct match_memory memory = p->match.memory;
    if (p->game.is_new && memory.crawford == CRAWFORD_NOW) {
        memory.crawford = CRAWFORD_OVER;
    }
    if (!translate_board(board, &memory, view, &err)) {
        player_log(p, LOG_WARNING, "%s", err.text);
        return false;
    }
    return true;
}

static void keep_board(struct player *p, const struct fibs_board *board,
                       const struct board_view *view)
{
    struct table *table = &p->table;
    uint64_t key = view_key(view);
    if (!table->has_view || key != table->key) {
        p->match.is_fresh = p->match.is_fresh && !table->has_view;
        table->asks = table->errors = table->attempts = 0;
        if (p->game.offer == OFFER_NONE) { /* an answered offer has its own key */
            table->acted_key = 0;
        }
        opponent_is_there(p);
    }
    table->may_repeat = table->verifies;
    table->is_solicited = table->is_asked;
    table->is_asked = table->verifies = table->is_stale = false;
    table->has_view = true;
    table->board = *board;
    table->view = *view;
    table->key = key;
    if (!view->is_double_pending) {
        p->match.memory.owner = view->ms.owner;
    }
    p->match.my_score = view->ms.my_score;
    p->match.their_score = view->ms.their_score;
    if (view->roll.high != 0) {
        p->game.roll = view->roll;
    }
}

static void show_board(struct player *p)
{
    struct player_output output = {.type = PLAYER_BOARD, .board.view = p->table.view};
    memcpy(output.board.opponent, p->match.opponent, FIBS_NAME_MAX);
    player_emit(p, &output);
}

/* A board outside a match means that we are in one: not every server says more. */
static void adopt_match(struct player *p, const struct fibs_board *board)
{
    player_log(p, LOG_INFO, "the server shows a match with %s: playing on",
               board->player[1]);
    int agreed = agreed_with(p, board->player[1], p->state == PLAYER_JOINING);
    begin_match(p, board->player[1], agreed, agreed <= 0);
}

/* Nothing came after our command, and the board has not changed. */
static bool is_lost_command(const struct player *p, bool is_new_key)
{
    const struct table *table = &p->table;
    return !is_new_key && table->may_repeat && table->after_silence &&
           table->acted_key != 0 && p->state != PLAYER_CUBE_OFFERED &&
           p->state != PLAYER_RESIGN_OFFERED;
}

void on_board(struct player *p, const struct fibs_message *m)
{
    const struct fibs_board *board = &m->board;
    bool is_ours =
        strcmp(board->player[0], "You") == 0 || strcmp(board->player[0], p->name) == 0;
    if (!is_ours) {
        return; /* somebody else's match */
    }
    if (p->state == PLAYER_OFFLINE) {
        memcpy(p->seen_opponent, board->player[1], sizeof p->seen_opponent);
        return;
    }
    if (!player_is_playing(p) || strcmp(board->player[1], p->match.opponent) != 0) {
        adopt_match(p, board);
    }
    struct board_view view;
    if (p->state == PLAYER_LEAVING) {
        return;
    }
    if (!read_board(p, board, &view)) {
        doubt(p, m);
        return;
    }
    if (!p->match.is_checked && !check_first_board(p, &view)) {
        return;
    }
    bool is_new_key = !p->table.has_view || view_key(&view) != p->table.key;
    remember_crawford(p, &view, p->game.is_new);
    keep_board(p, board, &view);
    if (is_new_key) {
        record_board(p);
        show_board(p);
    }
    p->game.is_new = false;
    if (is_lost_command(p, is_new_key)) {
        p->table.is_pausing = true;
        player_wait(p, REPEAT_MS);
        return;
    }
    settle(p);
}

void on_board_bad(struct player *p, const struct fibs_message *m)
{
    player_log(p, LOG_WARNING, "a board line that cannot be used: %s",
               m->board_error.text);
    doubt(p, m);
}

/* ---- what to do ------------------------------------------------------------------ */

/* Whether the position has been answered and nothing says that the answer was lost. */
static bool is_answered(const struct player *p, uint64_t key)
{
    return p->table.acted_key == key && !p->table.may_repeat;
}

/* We have acted on this position: stay, but never without a deadline. */
static void stay(struct player *p)
{
    if (p->deadline_ms == INT64_MAX && p->state != PLAYER_THINKING) {
        player_wait(p, ANSWER_MS);
    }
}

void request_decision(struct player *p, const struct decision_request *request,
                      uint64_t key)
{
    bool is_the_same = p->state == PLAYER_THINKING && p->request_key == key &&
                       p->request.kind == request->kind &&
                       p->request.attempt == request->attempt;
    if (is_the_same) {
        return;
    }
    player_enter(p, PLAYER_THINKING, "a decision is wanted");
    p->request = *request;
    p->request.number = ++p->numbers;
    p->request_ms = p->now_ms;
    talk_level(p, p->match.opponent, p->request.level);
    p->request_key = key;
    struct player_output output = {.type = PLAYER_THINK, .request = p->request};
    player_emit(p, &output);
}

/* The one place where a position is answered. */
void act(struct player *p, const struct fibs_command *command, enum player_state next,
         uint64_t key)
{
    p->table.acted_key = key;
    p->table.verifies = p->table.may_repeat = p->table.has_prompt = false;
    player_send(p, command);
    player_enter(p, next, fibs_command_name(command->id));
}

static void act_plain(struct player *p, enum fibs_command_id id, enum player_state next)
{
    struct fibs_command command;
    if (fibs_command_plain(&command, id)) {
        act(p, &command, next, p->table.key);
    }
}

/* Once a game. */
static void allow_resigning(const struct player *p, struct decision_request *request)
{
    request->may_resign = p->config->play.resign && !p->game.has_resigned;
    request->resign_doubt = 1.0 - p->config->play.resign_certainty;
    request->resign_most = p->config->play.resign_gammons ? 3 : 1;
}

static void want_play(struct player *p)
{
    struct table *table = &p->table;
    if (table->attempts >= PLAY_ATTEMPTS_MAX) {
        player_log(p, LOG_ERROR, "every play was refused: waiting");
        table->attempts = 0;
        player_enter(p, PLAYER_ON_ROLL, "every play was refused");
        player_wait(p, OFFER_MS);
        return;
    }
    movegen_plays(&table->view.pos, table->view.roll, &p->plays);
    if (p->plays.plays[0].count == 0) {
        player_enter(p, PLAYER_DANCING, "no legal play");
        player_wait(p, patience_ms(table));
        return;
    }
    struct decision_request request = {
        .kind = DECIDE_PLAY,
        .pos = table->view.pos,
        .ms = table->view.ms,
        .roll = table->view.roll,
        .is_my_turn = true,
        .attempt = table->attempts,
    };
    allow_resigning(p, &request);
    request_decision(p, &request, table->key);
}

/* The dice are not rolled. When the server asks, or is known to wait for us, the cube
 * is to be decided on; else the server may be about to ask, or to roll by itself. */
static void want_cube_action(struct player *p)
{
    struct table *table = &p->table;
    bool is_allowed = match_state_may_double(&table->view.ms) && !p->game.no_double;
    bool is_due =
        table->has_prompt || (table->is_solicited && (is_allowed || table->asks > 1));
    if (!is_due) {
        player_enter(p, PLAYER_ON_ROLL, "our turn");
        player_wait(p, table->is_solicited ? AUTO_ROLL_MS : ANSWER_MS);
        return;
    }
    struct decision_request request = {
        .kind = DECIDE_CUBE,
        .pos = table->view.pos,
        .ms = table->view.ms,
        .may_double = is_allowed,
        .is_my_turn = true,
    };
    allow_resigning(p, &request);
    if (!request.may_double && !request.may_resign) {
        act_plain(p, FIBS_CMD_ROLL, PLAYER_ROLL_SENT);
        return;
    }
    request_decision(p, &request, table->key);
}

static void settle_our_turn(struct player *p)
{
    struct table *table = &p->table;
    bool has_offered =
        p->state == PLAYER_CUBE_OFFERED || p->state == PLAYER_RESIGN_OFFERED;
    if (has_offered && table->key == p->request_key) {
        player_wait(p, OFFER_MS); /* some servers do not show an open offer */
    } else if (is_answered(p, table->key)) {
        stay(p);
    } else if (table->view.roll.high != 0) {
        want_play(p);
    } else {
        want_cube_action(p);
    }
}

static void greet(struct player *p)
{
    if (!p->match.is_greeted && !p->match.is_resumed) {
        talk_greet(p);
    }
    p->match.is_greeted = true;
}

/* A pending double on the board that no line told of (after a reconnection). */
static void adopt_double(struct player *p)
{
    p->game.offer = OFFER_DOUBLE;
    p->game.offered_cube = p->table.view.ms.cube * 2;
}

/* Reads from the current board what is to be done now. */
void settle(struct player *p)
{
    struct board_view *view = &p->table.view;
    bool is_pending = view->is_double_pending && !p->game.no_pending;
    if (is_pending && view->turn == TURN_MINE && p->game.offer == OFFER_NONE) {
        adopt_double(p);
    }
    if (p->game.offer != OFFER_NONE && view->turn == TURN_THEIRS &&
        view->roll.high != 0 && p->game.offer == OFFER_DOUBLE) {
        p->game.offer = OFFER_NONE; /* he has rolled: it was accepted */
    }
    if (view->turn == TURN_NOBODY) {
        if (p->state != PLAYER_BETWEEN_GAMES) {
            player_enter(p, PLAYER_BETWEEN_GAMES, "the board shows no game");
        }
    } else if (p->game.offer != OFFER_NONE) {
        answer_offer(p);
    } else if (view->turn == TURN_THEIRS && is_pending) {
        player_enter(p, PLAYER_CUBE_OFFERED, "our double is pending");
    } else if (view->turn == TURN_THEIRS) {
        player_enter(p, PLAYER_WAITING, "the opponent's turn");
        player_wait(p, p->table.asks > 0 ? OFFER_MS : IDLE_BOARD_MS);
        greet(p);
    } else {
        settle_our_turn(p);
    }
}

/* ---- carrying out decisions ------------------------------------------------------ */

void carry_out_play(struct player *p, const struct decision_answer *answer)
{
    struct fibs_hop hops[MAX_CHECKER_MOVES];
    struct fibs_command command;
    int count = translate_play(&p->table.board, &answer->play, hops);
    if (count == 0 || !fibs_command_move(&command, hops, count)) {
        player_enter(p, PLAYER_DANCING, "the engine has no play");
        return;
    }
    p->game.sent = answer->play;
    p->game.sent_roll = p->request.roll;
    p->game.has_sent_play = true;
    act(p, &command, PLAYER_PLAY_SENT, p->request_key);
}

void carry_out_cube(struct player *p, const struct decision_answer *answer)
{
    if (answer->is_double && p->request.may_double) {
        act_plain(p, FIBS_CMD_DOUBLE, PLAYER_DOUBLE_SENT);
    } else {
        act_plain(p, FIBS_CMD_ROLL, PLAYER_ROLL_SENT);
    }
}
