#include <string.h>

#include "base/text.h"
#include "base/text_width.h"
#include "bot/bgammon/bgammon_events_internal.h"
#include "bot/bgammon/bgammon_translate_internal.h"
#include "fibs/bgammon/duty.h"

enum { POINTS = 24 };

/* ---- telling ----------------------------------------------------------------------- */

struct game_event bgammon_event_of(const struct bgammon_translator *t,
                                   enum event_type type, const char *code)
{
    struct game_event event = {.type = type, .code = code, .line = code};
    memcpy(event.name, t->opponent, sizeof event.name);
    return event;
}

void bgammon_tell(struct bgammon_translator *t, const struct game_event *event)
{
    t->take(t->arg, event);
}

void bgammon_tell_plain(struct bgammon_translator *t, enum event_type type,
                        const char *code)
{
    const struct game_event event = bgammon_event_of(t, type, code);
    bgammon_tell(t, &event);
}

/* With nobody there it is no match yet; one that goes on is told of when they are back. */
static void tell_board(struct bgammon_translator *t, const struct bgammon_board *board)
{
    if (t->opponent[0] == '\0') {
        return;
    }
    struct game_event event = bgammon_event_of(t, EVENT_BOARD, "board");
    event.is_mine = true;
    bgammon_translate_board(board, &event.board);
    bgammon_tell(t, &event);
}

static struct roll roll_of(int first, int second)
{
    bool is_good = first >= 1 && first <= 6 && second >= 1 && second <= 6;
    return is_good ? roll_of_dice(first, second) : (struct roll){0, 0};
}

/* ---- the match --------------------------------------------------------------------- */

void bgammon_events_init(struct bgammon_translator *t, bgammon_event_taker *take,
                         void *arg)
{
    *t = (struct bgammon_translator){.take = take, .arg = arg};
}

/* We sit in no match, or in another one. */
static void forget_match(struct bgammon_translator *t)
{
    struct bgammon_translator fresh = {.take = t->take, .arg = t->arg};
    memcpy(fresh.own, t->own, sizeof fresh.own);
    fresh.own_rating = t->own_rating;
    *t = fresh;
}

/* Guests have no rating, 0. The lists of the server (1-point matches and longer ones) are one
 * for us: each board shows the rating that its match counts for. */
static void tell_rating(struct bgammon_translator *t, enum event_type type, int rating)
{
    struct game_event event = bgammon_event_of(t, type, "rating");
    event.who = (struct event_who){
        .is_playing = true, .standing = {rating > 0, rating, STANDING_NO_EXPERIENCE}};
    bgammon_tell(t, &event);
}

static void tell_own_rating(struct bgammon_translator *t, int rating)
{
    if (rating != t->own_rating) {
        t->own_rating = rating;
        tell_rating(t, EVENT_OWN_STANDING, rating);
    }
}

/* Whether the first board that we hear with an opponent is of a match that had begun before;
 * none has been opened since while the former opponent is known. */
static bool is_going_on(const struct bgammon_translator *t,
                        const struct bgammon_board *board)
{
    return bgammon_is_begun(board) || strcmp(t->opponent, t->former) == 0;
}

/* Somebody has joined our match: they have invited us and we have accepted. Or we are back in
 * one, maybe after the session has settled without its board. */
static void meet_opponent(struct bgammon_translator *t,
                          const struct bgammon_board *board)
{
    const char *name = board->players[1].name;
    COPY_TEXT(t->opponent, name[0] != '\0' ? name : t->former);
    tell_rating(t, EVENT_WHO, board->players[1].rating);
    bool goes_on = is_going_on(t, board);
    struct game_event event =
        bgammon_event_of(t, goes_on ? EVENT_MATCH_RESUME : EVENT_MATCH_START, "joined");
    event.is_mine = event.is_unkept = true;
    event.length = board->points;
    bgammon_tell(t, &event);
}

bool bgammon_is_somebody_away(const struct bgammon_translator *t)
{
    return t->has_board && t->opponent[0] == '\0' && t->board.winner == 0 &&
           bgammon_is_begun(&t->board);
}

static void take_left(struct bgammon_translator *t, const struct bgammon_event *line)
{
    bool has_name = t->opponent[0] != '\0';
    bool is_cut_off = (has_name || bgammon_is_somebody_away(t)) && !t->is_over;
    const struct game_event event =
        bgammon_event_of(t, has_name ? EVENT_MATCH_SAVED : EVENT_SAVED_NONE, "left");
    if (strcmp(line->player, t->own) != 0) {
        return;
    }
    forget_match(t);
    if (is_cut_off) {
        bgammon_tell(t, &event);
    }
}

void bgammon_events_away(struct bgammon_translator *t)
{
    if (t->opponent[0] != '\0' && !t->is_over) {
        bgammon_tell_plain(t, EVENT_THEY_ARE_AWAY, "away");
    }
}

/* ---- turns ------------------------------------------------------------------------- */

/* Their hops on their own points: the server shows them on ours. */
static bool read_their_play(const struct bgammon_hops *hops, struct play *play)
{
    *play = (struct play){.count = 0};
    for (int i = 0; i < hops->count; i++) {
        int from = hops->hop[i].from, to = hops->hop[i].to;
        int own_from = from == BGAMMON_THEIR_BAR ? POINT_BAR : POINTS + 1 - from;
        int own_to = to == BGAMMON_THEIR_OFF ? POINT_OFF : POINTS + 1 - to;
        if (i == CHECKER_MOVES_MAX || own_from < 1 || own_from > POINT_BAR ||
            own_to < POINT_OFF || own_to > POINTS) {
            return false;
        }
        play->moves[play->count++] =
            (struct checker_move){.from = (uint8_t)own_from, .to = (uint8_t)own_to};
    }
    return true;
}

/* What the server plays for them comes after its board, and no other board shows it. The hops
 * that they play themselves are replaced by the board that follows each. */
static void take_moved(struct bgammon_translator *t, const struct bgammon_event *line)
{
    struct bgammon_hops *moves = &t->board.moves;
    for (int i = 0; t->is_their_turn_open && i < line->hops.count &&
                    moves->count < BGAMMON_HOPS_MAX;
         i++) {
        moves->hop[moves->count++] = line->hops.hop[i];
    }
}

/* Their turn is over: the last board of it has all hops. */
static void end_their_turn(struct bgammon_translator *t)
{
    if (!t->is_their_turn_open) {
        return;
    }
    t->is_their_turn_open = false;
    if (t->board.moves.count == 0) {
        bgammon_tell_plain(t, EVENT_THEIR_DANCE, "their_dance");
        return;
    }
    struct game_event event = bgammon_event_of(t, EVENT_THEIR_PLAY, "their_play");
    event.has_play = read_their_play(&t->board.moves, &event.play);
    bgammon_tell(t, &event);
}

/* A die of the opening, or the dice of a turn; those that we have not to roll, too. */
static void take_rolled(struct bgammon_translator *t, const struct bgammon_event *line)
{
    bool is_mine = strcmp(line->player, t->own) == 0;
    if (!t->has_board || t->board.turn == 0) {
        t->has_opened = t->has_opened || is_mine;
        return;
    }
    if (is_mine) {
        end_their_turn(t);
        t->has_moved = t->has_danced = false;
    }
    struct game_event event =
        bgammon_event_of(t, is_mine ? EVENT_OUR_ROLL : EVENT_THEIR_ROLL,
                         is_mine ? "our_roll" : "their_roll");
    event.roll = roll_of(line->rolled[0], line->rolled[1]);
    bgammon_tell(t, &event);
}

static void begin_game(struct bgammon_translator *t, const struct bgammon_board *board)
{
    t->has_moved = t->has_danced = t->has_resigned = false;
    bgammon_tell_plain(t, EVENT_GAME_START, "game_start");
    struct game_event event = bgammon_event_of(t, EVENT_OPENING, "opening");
    event.die[0] = board->roll[0];
    event.die[1] = board->roll[1];
    event.roll = roll_of(board->roll[0], board->roll[1]);
    bgammon_tell(t, &event);
    bgammon_tell_plain(t, EVENT_FIRST_MOVER, "first_mover");
}

/* ---- the cube and ends -------------------------------------------------------------- */

static void tell_cube(struct bgammon_translator *t, const struct bgammon_board *board)
{
    const struct bgammon_board *before = &t->board;
    bool is_mine = board->turn == 1;
    if (!before->is_double_offered && board->is_double_offered) {
        bgammon_tell_plain(t, is_mine ? EVENT_OUR_DOUBLE : EVENT_THEIR_DOUBLE,
                           "double");
    } else if (before->is_double_offered && !board->is_double_offered &&
               board->cube > before->cube) {
        bgammon_tell_plain(t, is_mine ? EVENT_THEIR_TAKE : EVENT_OUR_TAKE, "take");
    }
}

static void take_win(struct bgammon_translator *t, const struct bgammon_event *line)
{
    t->win.is_open = true;
    t->win.is_mine = strcmp(line->player, t->own) == 0;
    t->win.was_offered = t->board.is_double_offered;
    t->win.is_resigned = line->win.resigned[0] != '\0';
    if (!t->win.is_mine && !t->win.is_resigned && t->board.moves.count > 0) {
        end_their_turn(t); /* with their last man off */
    }
    t->is_their_turn_open = false;
    t->win.points = line->win.points > 0
                        ? line->win.points
                        : bgammon_game_points(&t->board, t->win.is_mine ? 1 : 2,
                                              t->win.is_resigned);
}

/* A resignation of theirs is never offered: it counts at once. */
static enum event_type how_it_ended(const struct bgammon_translator *t)
{
    if (t->win.is_resigned && t->win.was_offered) {
        return t->win.is_mine ? EVENT_THEIR_PASS : EVENT_OUR_PASS;
    }
    if (t->win.is_resigned && t->win.is_mine) {
        return EVENT_OUR_ACCEPT;
    }
    if (t->win.is_resigned && t->has_resigned) {
        return EVENT_THEIR_ACCEPT;
    }
    return t->win.is_mine ? EVENT_GAME_WON : EVENT_GAME_LOST;
}

/* Also of a match that has ended while the connection was lost. */
static void tell_match_end(struct bgammon_translator *t,
                           const struct bgammon_board *board)
{
    if (t->is_over) {
        return;
    }
    bool is_mine = board->winner == 1;
    struct game_event event =
        bgammon_event_of(t, is_mine ? EVENT_MATCH_WON : EVENT_MATCH_LOST, "match_end");
    event.score[0] = board->players[0].points;
    event.score[1] = board->players[1].points;
    t->is_over = true;
    bgammon_tell(t, &event);
}

/* In matches to 1 point the line of the win does not say what the game was worth. */
static void tell_game_end(struct bgammon_translator *t,
                          const struct bgammon_board *board)
{
    int winner = t->win.is_mine ? 0 : 1;
    struct game_event event = bgammon_event_of(t, how_it_ended(t), "win");
    event.points = board->players[winner].points - t->board.players[winner].points;
    event.is_counted = true;
    t->win.is_open = t->has_resigned = t->has_opened = false;
    if (event.points > 0) {
        bgammon_tell(t, &event);
    }
}

/* The last board shows that all men of a side are off, and no line has said who has won. */
static void see_win(struct bgammon_translator *t)
{
    int winner = t->board.winner == 0 ? bgammon_game_winner(&t->board) : 0;
    if (winner == 2) {
        end_their_turn(t);
    }
    if (winner != 0 && !t->win.is_open) {
        t->win.is_open = true;
        t->win.is_mine = winner == 1;
        t->win.was_offered = t->win.is_resigned = false;
        t->win.points = bgammon_game_points(&t->board, winner, false);
    }
}

/* The board with the score of the game that has just ended may never come: the match is soon
 * no more, if it was the last game. Returns whether it was. */
static bool tell_unseen_end(struct bgammon_translator *t)
{
    struct bgammon_board end = t->board;
    see_win(t);
    if (!t->win.is_open) {
        return t->is_over;
    }
    int winner = t->win.is_mine ? 1 : 2;
    end.players[winner - 1].points += t->win.points;
    tell_game_end(t, &end);
    return bgammon_wins_match(&end, winner, 0);
}

void bgammon_events_reconnect(struct bgammon_translator *t)
{
    struct bgammon_translator fresh = {.take = t->take, .arg = t->arg};
    fresh.is_over = tell_unseen_end(t);
    memcpy(fresh.former, t->opponent[0] != '\0' ? t->opponent : t->former,
           sizeof fresh.former);
    *t = fresh;
}

/* ---- what is heard ------------------------------------------------------------------ */

static void keep_board(struct bgammon_translator *t, const struct bgammon_board *board)
{
    t->board = *board;
    t->has_board = true;
    if (board->turn == 0) {
        t->has_opened = board->roll[0] != 0;
    }
    if (board->moves.count == 0) {
        t->still = *board;
        t->has_still = true;
    }
    t->is_their_turn_open =
        board->turn == 2 && board->roll[0] != 0 && board->winner == 0;
}

static void hear_board(struct bgammon_translator *t, const struct bgammon_board *board)
{
    if (board->is_spectating) {
        return;
    }
    tell_own_rating(t, board->players[0].rating);
    t->is_over = t->is_over && board->winner != 0;
    bool has_left = bgammon_is_begun(board) && t->former[0] != '\0';
    if ((board->players[1].name[0] != '\0' || has_left) && t->opponent[0] == '\0' &&
        !t->is_over) {
        meet_opponent(t, board);
    }
    if (t->has_board) {
        if (board->turn != 2) {
            end_their_turn(t);
        }
        if (t->win.is_open && (board->winner != 0 || board->turn == 0)) {
            tell_game_end(t, board);
        } else if (t->board.turn == 0 && board->turn != 0) {
            begin_game(t, board);
        } else {
            tell_cube(t, board);
        }
    }
    keep_board(t, board);
}

static void take_say(struct bgammon_translator *t, const struct bgammon_event *line)
{
    struct game_event event = bgammon_event_of(t, EVENT_TELL, "say");
    if (strcmp(line->player, t->own) != 0) {
        COPY_TEXT(event.name, line->player);
        size_t length = text_cut(line->text, strlen(line->text), sizeof event.text - 1);
        FORMAT_TEXT(event.text, "%.*s", (int)length, line->text);
        bgammon_tell(t, &event);
    }
}

void bgammon_events_line(struct bgammon_translator *t, const struct bgammon_event *line)
{
    switch (line->type) {
    case BGAMMON_WELCOME:
        COPY_TEXT(t->own, line->welcome.name);
        break;
    case BGAMMON_LEFT:
        take_left(t, line);
        break;
    case BGAMMON_ROLLED:
        take_rolled(t, line);
        break;
    case BGAMMON_MOVED:
        take_moved(t, line);
        break;
    case BGAMMON_WIN:
        take_win(t, line);
        break;
    case BGAMMON_BOARD:
        hear_board(t, &line->board);
        break;
    case BGAMMON_SAY:
        take_say(t, line);
        break;
    default:
        break;
    }
}

/* ---- what a board asks for ---------------------------------------------------------- */

/* A play that we have ordered is ended; hops of before the connection was lost are not. */
static enum bgammon_command_id end_turn(struct bgammon_translator *t,
                                        const struct bgammon_board *board)
{
    if (board->moves.count > 0) {
        return t->has_moved ? BGAMMON_CMD_OK : BGAMMON_CMD_RESET;
    }
    if (!t->has_danced) {
        t->has_danced = true;
        tell_board(t, board);
        bgammon_tell_plain(t, EVENT_OUR_DANCE, "our_dance");
    }
    return BGAMMON_CMD_OK;
}

/* While they move the table sees the position of before. */
static void wait_for_them(struct bgammon_translator *t,
                          const struct bgammon_board *board)
{
    if (bgammon_game_winner(board) != 0 || board->turn == 0) {
        return;
    }
    if (board->moves.count == 0) {
        tell_board(t, board);
    } else if (board->turn == 2 && t->has_still && t->still.turn == 2) {
        tell_board(t, &t->still);
    }
}

bool bgammon_is_as_ordered(const struct bgammon_translator *t,
                           const struct bgammon_board *board)
{
    const struct bgammon_board *before = &t->ordered;
    return board->turn == before->turn && board->cube == before->cube &&
           board->is_double_offered == before->is_double_offered &&
           board->moves.count == 0 &&
           memcmp(board->roll, before->roll, sizeof board->roll) == 0 &&
           memcmp(board->slots, before->slots, sizeof board->slots) == 0;
}

enum bgammon_command_id bgammon_events_board(struct bgammon_translator *t,
                                             const struct bgammon_board *board)
{
    if (board->variant != 0) {
        return BGAMMON_CMD_LEAVE;
    }
    if (t->has_order && bgammon_is_as_ordered(t, board)) {
        t->has_order = false;
        t->refused++;
        bgammon_tell_plain(t, EVENT_WRONG_MOMENT, "not_taken");
    }
    switch (bgammon_board_duty(board, false)) {
    case BGAMMON_LEAVES:
        tell_match_end(t, board);
        return BGAMMON_CMD_LEAVE;
    case BGAMMON_OPENS:
        bgammon_tell_plain(t, EVENT_NEXT_GAME, "next_game");
        return BGAMMON_CMD_NONE;
    case BGAMMON_PLAYS:
        if (board->moves.count > 0) {
            return BGAMMON_CMD_RESET;
        }
        t->has_moved = false;
        tell_board(t, board);
        return BGAMMON_CMD_NONE;
    case BGAMMON_ENDS_TURN:
        return end_turn(t, board);
    case BGAMMON_ROLLS:
        tell_board(t, board);
        bgammon_tell_plain(t, EVENT_TO_ROLL, "to_roll");
        return BGAMMON_CMD_NONE;
    case BGAMMON_ANSWERS:
        tell_board(t, board);
        return BGAMMON_CMD_NONE;
    case BGAMMON_WAITS:
        wait_for_them(t, board);
        return BGAMMON_CMD_NONE;
    }
    return BGAMMON_CMD_NONE;
}
