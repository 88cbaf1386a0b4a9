/* What happens between boards: rolls, moves, dances, prompts, refused commands. */
#include <string.h>
#include <strings.h>

#include "bot/player/player_internal.h"

/* ---- doubts and errors ----------------------------------------------------------- */

/* Something does not fit: look at the board, and slow down when that does not help. */
void doubt(struct player *p, const struct fibs_message *m)
{
    int errors = ++p->table.errors;
    player_log(p, LOG_WARNING, "in state %s: %.*s", player_state_name(p->state),
               (int)(m->line.length < 200 ? m->line.length : 200), m->line.text);
    if (errors >= ERRORS_LEAVE) {
        leave_match(p, "too many errors without progress");
    } else if (errors >= ERRORS_PAUSE) {
        player_enter(p, PLAYER_ON_ROLL, "too many errors: a pause");
        player_wait(p, OFFER_MS);
    } else {
        ask_board(p, "an error line");
    }
}

void on_illegal_play(struct player *p, const struct fibs_message *m)
{
    p->table.attempts++;
    p->game.has_sent_play = false;
    doubt(p, m);
}

void on_game_error(struct player *p, const struct fibs_message *m)
{
    doubt(p, m);
}

/* Humans kibitz "move", "roll" or "join" when a bot hangs. */
void on_kibitz(struct player *p, const struct fibs_message *m)
{
    static const char *const words[] = {"move", "roll", "join", "your turn", "please"};
    char text[80];
    if (!name_is(m->names[0], p->match.opponent)) {
        return;
    }
    opponent_is_there(p);
    (void)fibs_slice_copy(m->texts[0], text, sizeof text);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strncasecmp(text, words[i], strlen(words[i])) == 0 &&
            p->now_ms - p->hurried_ms > HURRY_PAUSE_MS && p->state != PLAYER_THINKING) {
            p->hurried_ms = p->now_ms;
            if (p->state == PLAYER_BETWEEN_GAMES) {
                between_timeout(p);
            } else {
                ask_board(p, "the opponent asks us to go on");
            }
            return;
        }
    }
}

/* ---- between boards -------------------------------------------------------------- */

/* The position or turn has changed and its board is due. */
static void expect_board(struct player *p, enum player_state state, int64_t ms,
                         const char *why)
{
    p->match.is_fresh = false;
    p->table.is_stale = true;
    p->table.has_prompt = false;
    p->table.acted_key = 0;
    p->table.errors = p->table.attempts = p->table.asks = 0;
    player_enter(p, state, why);
    player_wait(p, ms);
}

void on_game_start(struct player *p, const struct fibs_message *m)
{
    (void)m;
    begin_game(p);
    player_enter(p, PLAYER_STARTING, "a game starts");
}

void on_opening_roll(struct player *p, const struct fibs_message *m)
{
    p->game.roll = translate_roll((int)m->numbers[0], (int)m->numbers[1]);
    player_wait(p, START_MS);
}

void on_auto_cube(struct player *p, const struct fibs_message *m)
{
    player_log(p, LOG_INFO, "equal dice: the cube is now %ld", m->numbers[0]);
}

void on_first_mover(struct player *p, const struct fibs_message *m)
{
    (void)m;
    record_begin(p);
    player_wait(p, START_MS);
}

void on_prompt(struct player *p, const struct fibs_message *m)
{
    (void)m;
    struct table *table = &p->table;
    bool is_acting = p->state == PLAYER_THINKING || p->state == PLAYER_ROLL_SENT ||
                     p->state == PLAYER_DOUBLE_SENT || p->state == PLAYER_CUBE_OFFERED;
    if (is_acting && !table->is_stale) { /* it asks for what is being done */
        table->has_prompt = table->has_prompt || p->state == PLAYER_THINKING;
        return;
    }
    bool is_open = table->has_view && !table->is_stale &&
                   table->view.turn == TURN_MINE && table->view.roll.high == 0 &&
                   !table->view.is_double_pending;
    table->has_prompt = true;
    opponent_is_there(p);
    if (is_open) {
        settle(p);
        return;
    }
    player_enter(p, PLAYER_ON_ROLL, "prompt without a board");
    ask_board(p, "the board does not show our turn");
}

void on_you_roll(struct player *p, const struct fibs_message *m)
{
    record_begin(p);
    expect_board(p, PLAYER_ON_ROLL, AUTO_ROLL_MS, "our dice are rolled");
    p->game.offer = OFFER_NONE;
    p->game.roll = translate_roll((int)m->numbers[0], (int)m->numbers[1]);
}

void on_opponent_rolls(struct player *p, const struct fibs_message *m)
{
    record_sent_play(p);
    opponent_is_there(p);
    expect_board(p, PLAYER_WAITING, IDLE_BOARD_MS, "the opponent rolls");
    p->game.offer = OFFER_NONE;
    p->game.roll = translate_roll((int)m->numbers[0], (int)m->numbers[1]);
}

/* We think from the board with the dice on; the line only shows that one is missing. */
void on_please_move(struct player *p, const struct fibs_message *m)
{
    (void)m;
    bool has_dice = !p->table.is_stale && p->table.has_view &&
                    p->table.view.turn == TURN_MINE && p->table.view.roll.high != 0;
    if (!has_dice && p->state != PLAYER_PLAY_SENT) {
        ask_board(p, "dice to play but no board with them");
    }
}

static bool was_our_turn(const struct player *p)
{
    return p->table.has_view && p->table.view.turn == TURN_MINE;
}

/* A move list in a line, made by the server or the opponent. */
static void record_moves(struct player *p, struct fibs_slice moves, bool is_mine)
{
    int direction = p->table.board.direction * (is_mine ? 1 : -1);
    struct play play;
    if (p->table.has_view && translate_moves(moves, direction, &play)) {
        record_turn(p, is_mine, p->game.roll, &play);
    }
}

/* Automove, ours or the opponent's: the line has no name, the last board tells. */
void on_only_move(struct player *p, const struct fibs_message *m)
{
    bool is_mine = was_our_turn(p);
    p->game.has_sent_play = false;
    record_moves(p, m->texts[0], is_mine);
    expect_board(p, is_mine ? PLAYER_WAITING : PLAYER_ON_ROLL, AUTO_ROLL_MS,
                 "a forced move was made by the server");
}

void on_bearing_off(struct player *p, const struct fibs_message *m)
{
    (void)m;
    if (was_our_turn(p)) {
        p->game.has_sent_play = false;
        expect_board(p, PLAYER_WAITING, AUTO_ROLL_MS, "the server bears off for us");
    }
}

void on_you_dance(struct player *p, const struct fibs_message *m)
{
    (void)m;
    const struct play dance = {.count = 0};
    p->game.has_sent_play = false;
    record_turn(p, true, p->game.roll, &dance);
    expect_board(p, PLAYER_WAITING, ANSWER_MS, "we cannot move");
}

void on_opponent_dances(struct player *p, const struct fibs_message *m)
{
    (void)m;
    const struct play dance = {.count = 0};
    record_sent_play(p);
    record_turn(p, false, p->game.roll, &dance);
    expect_board(p, PLAYER_ON_ROLL, DANCE_MS, "the opponent cannot move");
}

void on_opponent_moves(struct player *p, const struct fibs_message *m)
{
    if (!name_is(m->names[0], p->match.opponent)) {
        return;
    }
    record_sent_play(p);
    record_moves(p, m->texts[0], false);
    expect_board(p, PLAYER_ON_ROLL, AUTO_ROLL_MS, "the opponent has moved");
}

void on_move_done(struct player *p, const struct fibs_message *m)
{
    (void)m;
    ask_board(p, "the move was taken, no board came");
}
