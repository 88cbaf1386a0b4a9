#include <string.h>
#include <strings.h>

#include "bot/player/board_internal.h"
#include "bot/player/end_internal.h"
#include "bot/player/events_internal.h"
#include "bot/player/match_internal.h"
#include "bot/player/turns_internal.h"

void player_on_illegal_play(struct player *p, const struct fibs_message *m)
{
    p->seen.attempts++;
    p->game.has_sent_play = false;
    player_resynchronise(p, m);
}

/* What we sent was not taken. */
void player_on_told_to_wait(struct player *p, const struct fibs_message *m)
{
    player_wait(p, player_told_wait_ms(m));
}

/* Humans kibitz "move", "roll" or "join" when a bot hangs. */
void player_on_kibitz(struct player *p, const struct fibs_message *m)
{
    static const char *const words[] = {"move", "roll", "join", "your turn", "please"};
    char text[80];
    if (!fibs_slice_is(m->names[0], p->match.opponent)) {
        return;
    }
    player_note_opponent(p);
    (void)fibs_slice_copy(m->texts[0], text, sizeof text);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strncasecmp(text, words[i], strlen(words[i])) == 0 &&
            p->now_ms - p->hurried_ms > HURRY_PAUSE_MS && p->state != PLAYER_THINKING) {
            p->hurried_ms = p->now_ms;
            if (p->state == PLAYER_BETWEEN_GAMES) {
                player_between_timeout(p);
            } else {
                player_ask_board(p, "the opponent urges us to go on");
            }
        }
    }
}

/* ---- between boards ------------------------------------------------------------- */

/* The position or turn has changed and its board is due. */
static void expect_board(struct player *p, enum player_state state, int64_t ms,
                         const char *why)
{
    p->match.is_fresh = false;
    player_outdate_board(p);
    p->seen.errors = p->seen.attempts = p->seen.asks = 0;
    player_enter(p, state, why);
    player_wait(p, ms);
}

void player_on_game_start(struct player *p)
{
    player_begin_game(p);
    player_enter(p, PLAYER_STARTING, "a game starts");
}

void player_on_opening_roll(struct player *p, const struct fibs_message *m)
{
    p->game.roll = translate_roll((int)m->numbers[0], (int)m->numbers[1]);
    player_wait(p, START_MS);
}

void player_on_auto_cube(struct player *p, const struct fibs_message *m)
{
    player_log(p, LOG_INFO, "automatic double: the cube is now at %ld", m->numbers[0]);
}

void player_on_first_mover(struct player *p)
{
    player_record_begin(p);
    player_wait(p, START_MS);
}

void player_on_prompt(struct player *p)
{
    struct seen_board *seen = &p->seen;
    bool is_acting = p->state == PLAYER_THINKING || p->state == PLAYER_ROLL_SENT ||
                     p->state == PLAYER_DOUBLE_SENT || p->state == PLAYER_CUBE_OFFERED;
    if (is_acting && !seen->is_stale) { /* it asks for what is being done */
        seen->has_prompt = seen->has_prompt || p->state == PLAYER_THINKING;
        return;
    }
    bool is_open = seen->has_view && !seen->is_stale && seen->view.turn == TURN_MINE &&
                   seen->view.roll.high == 0 && !seen->view.is_double_pending;
    seen->has_prompt = true;
    player_note_opponent(p);
    if (is_open) {
        player_decide(p);
        return;
    }
    player_enter(p, PLAYER_ON_ROLL, "prompt without a board");
    if (!player_go_on(p)) {
        player_ask_board(p, "the board does not show our turn");
    }
}

void player_on_you_roll(struct player *p, const struct fibs_message *m)
{
    player_record_begin(p);
    expect_board(p, PLAYER_ON_ROLL, AUTO_ROLL_MS, "our dice are rolled");
    p->game.offer = OFFER_NONE;
    p->game.roll = translate_roll((int)m->numbers[0], (int)m->numbers[1]);
}

void player_on_opponent_rolls(struct player *p, const struct fibs_message *m)
{
    player_record_sent_play(p);
    player_note_opponent(p);
    expect_board(p, PLAYER_WAITING, IDLE_BOARD_MS, "the opponent rolls");
    p->game.offer = OFFER_NONE;
    p->game.roll = translate_roll((int)m->numbers[0], (int)m->numbers[1]);
}

/* We decide from the board that shows the dice; the line only tells that it is due. */
void player_on_please_move(struct player *p)
{
    bool has_dice = !p->seen.is_stale && p->seen.has_view &&
                    p->seen.view.turn == TURN_MINE && p->seen.view.roll.high != 0;
    if (!has_dice && p->state != PLAYER_PLAY_SENT) {
        player_ask_board(p, "dice to play but no board with them");
    }
}

static bool was_our_turn(const struct player *p)
{
    return p->seen.has_view && p->seen.view.turn == TURN_MINE;
}

/* A move list in a line, made by the server or the opponent. */
static void record_moves(struct player *p, struct fibs_slice moves, bool is_mine)
{
    int direction = p->seen.board.direction * (is_mine ? 1 : -1);
    struct play play;
    if (p->seen.has_view && translate_moves(moves, direction, &play)) {
        player_record_turn(p, is_mine, p->game.roll, &play);
    }
}

/* Automove, ours or the opponent's: the line has no name, the last board tells. */
void player_on_only_move(struct player *p, const struct fibs_message *m)
{
    bool is_mine = was_our_turn(p);
    p->game.has_sent_play = false;
    record_moves(p, m->texts[0], is_mine);
    expect_board(p, is_mine ? PLAYER_WAITING : PLAYER_ON_ROLL, AUTO_ROLL_MS,
                 "a forced move was made by the server");
}

void player_on_bearing_off(struct player *p)
{
    if (was_our_turn(p)) {
        p->game.has_sent_play = false;
        expect_board(p, PLAYER_WAITING, AUTO_ROLL_MS, "the server bears off for us");
    }
}

void player_on_you_dance(struct player *p)
{
    p->game.has_sent_play = false;
    player_record_turn(p, true, p->game.roll, &(struct play){.count = 0});
    expect_board(p, PLAYER_WAITING, ANSWER_MS, "we cannot move");
}

void player_on_opponent_dances(struct player *p)
{
    player_record_sent_play(p);
    player_record_turn(p, false, p->game.roll, &(struct play){.count = 0});
    expect_board(p, PLAYER_ON_ROLL, DANCE_MS, "the opponent cannot move");
}

void player_on_opponent_moves(struct player *p, const struct fibs_message *m)
{
    if (!fibs_slice_is(m->names[0], p->match.opponent)) {
        return;
    }
    player_record_sent_play(p);
    record_moves(p, m->texts[0], false);
    expect_board(p, PLAYER_ON_ROLL, AUTO_ROLL_MS, "the opponent has moved");
}

void player_on_move_done(struct player *p)
{
    player_ask_board(p, "the move was taken, no board came");
}
