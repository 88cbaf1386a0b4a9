#include <string.h>
#include <strings.h>

#include "bot/player/core_internal.h"

void player_on_illegal_play(struct player *p, const struct game_event *e)
{
    p->seen.attempts++;
    p->game.has_sent_play = false;
    player_resynchronise(p, e);
}

/* What we sent was not taken. */
void player_on_told_to_wait(struct player *p, const struct game_event *e)
{
    player_wait(p, player_told_wait_ms(e));
}

/* Humans kibitz "move", "roll" or "join" when a bot hangs. */
void player_on_kibitz(struct player *p, const struct game_event *e)
{
    static const char *const words[] = {"move", "roll", "join", "your turn", "please"};
    if (strcmp(e->name, p->match.opponent) != 0) {
        return;
    }
    player_note_opponent(p);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strncasecmp(e->text, words[i], strlen(words[i])) == 0 &&
            p->now_ms - p->hurried_ms > PLAYER_HURRY_PAUSE_MS &&
            p->state != PLAYER_THINKING) {
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
static void expect_board(struct player *p)
{
    p->match.is_fresh = false;
    player_outdate_board(p);
    p->seen.errors = p->seen.attempts = p->seen.asks = 0;
}

/* The roll of a turn that was not told may be known when its play is reconstructed. */
static void note_roll(struct player *p, struct roll roll)
{
    p->game.roll = roll;
    if (p->match.rolled.high == 0) {
        p->match.rolled = roll;
    }
}

void player_on_opening_roll(struct player *p, const struct game_event *e)
{
    p->game.roll = p->match.rolled = e->roll;
    player_wait(p, PLAYER_START_MS);
}

void player_on_auto_cube(struct player *p, const struct game_event *e)
{
    player_log(p, LOG_INFO, "automatic double: the cube is now at %d", e->points);
}

void player_on_first_mover(struct player *p)
{
    player_record_begin(p);
    player_wait(p, PLAYER_START_MS);
}

void player_on_prompt(struct player *p)
{
    struct player_board *seen = &p->seen;
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

void player_on_you_roll(struct player *p, const struct game_event *e)
{
    player_record_begin(p);
    expect_board(p);
    p->game.offer = PLAYER_OFFER_NONE;
    note_roll(p, e->roll);
}

void player_on_opponent_rolls(struct player *p, const struct game_event *e)
{
    player_record_sent_play(p);
    player_note_opponent(p);
    expect_board(p);
    p->game.offer = PLAYER_OFFER_NONE;
    note_roll(p, e->roll);
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

/* A play that the server or the opponent has made. A new game may begin without a board. */
static void record_their_play(struct player *p, const struct game_event *e)
{
    if ((p->seen.has_view || p->game.is_new) && e->has_play) {
        player_record_turn(p, e->is_mine, p->game.roll, &e->play);
    }
}

void player_on_forced_play(struct player *p, const struct game_event *e)
{
    p->game.has_sent_play = false;
    record_their_play(p, e);
    expect_board(p);
    player_enter(p, e->is_mine ? PLAYER_WAITING : PLAYER_ON_ROLL,
                 "a forced move was made by the server");
    player_wait(p, PLAYER_AUTO_ROLL_MS);
}

void player_on_bearing_off(struct player *p)
{
    if (p->seen.has_view && p->seen.view.turn == TURN_MINE) {
        p->game.has_sent_play = false;
        expect_board(p);
        player_enter(p, PLAYER_WAITING, "the server bears off for us");
        player_wait(p, PLAYER_AUTO_ROLL_MS);
    }
}

void player_on_you_dance(struct player *p)
{
    p->game.has_sent_play = false;
    player_record_turn(p, true, p->game.roll, &(struct play){.count = 0});
    expect_board(p);
}

void player_on_opponent_dances(struct player *p)
{
    player_record_sent_play(p);
    player_record_turn(p, false, p->game.roll, &(struct play){.count = 0});
    expect_board(p);
}

void player_on_opponent_moves(struct player *p, const struct game_event *e)
{
    if (strcmp(e->name, p->match.opponent) != 0) {
        return;
    }
    player_record_sent_play(p);
    record_their_play(p, e);
    expect_board(p);
    player_enter(p, PLAYER_ON_ROLL, "the opponent has moved");
    player_wait(p, PLAYER_AUTO_ROLL_MS);
}

void player_on_move_done(struct player *p)
{
    player_ask_board(p, "the move was taken, no board came");
}
