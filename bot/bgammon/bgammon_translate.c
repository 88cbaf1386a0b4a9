#include "bot/bgammon/bgammon_translate.h"

#include <string.h>

#include "bot/bgammon/bgammon_translate_internal.h"
#include "engine/board/position.h"

enum { POINTS = 24 };

static void place_men(const struct bgammon_board *board, struct position *pos)
{
    memset(pos, 0, sizeof *pos);
    for (int point = 1; point <= POINTS; point++) {
        int count = board->slots[point];
        if (count > 0) {
            pos->mine.at[point] = (uint8_t)count;
        } else {
            pos->theirs.at[POINTS + 1 - point] = (uint8_t)-count;
        }
    }
    pos->mine.at[POINT_BAR] = (uint8_t)board->slots[BGAMMON_BAR];
    pos->theirs.at[POINT_BAR] = (uint8_t)-board->slots[BGAMMON_THEIR_BAR];
    pos->mine.at[POINT_OFF] = (uint8_t)board->slots[BGAMMON_OFF];
    pos->theirs.at[POINT_OFF] = (uint8_t)-board->slots[BGAMMON_THEIR_OFF];
}

/* Who has to act. */
static enum turn turn_on(const struct bgammon_board *board)
{
    static const enum turn turns[] = {TURN_NOBODY, TURN_MINE, TURN_THEIRS};
    bool is_over = board->winner != 0 || board->turn == 0;
    return is_over ? TURN_NOBODY
                   : turns[board->is_double_offered ? 3 - board->turn : board->turn];
}

void bgammon_translate_board(const struct bgammon_board *board, struct game_board *read)
{
    static const enum cube_owner owners[] = {CUBE_CENTRED, CUBE_MINE, CUBE_THEIRS};
    struct board_view *view = &read->view;
    place_men(board, &view->pos);
    view->turn = turn_on(board);
    view->roll = board->turn == 0 || board->roll[0] == 0 || board->roll[1] == 0
                     ? (struct roll){0, 0}
                     : roll_of_dice(board->roll[0], board->roll[1]);
    view->ms = match_state_match(board->points, board->players[0].points,
                                 board->players[1].points, board->crawford == 1);
    view->ms.cube = board->cube;
    view->ms.pays_by_board = true;
    view->ms.owner = owners[board->cube_owner];
    view->is_double_pending = board->is_double_offered;
    view->match_length = board->points;
    read->is_owner_told = read->they_move_upwards = true;
    game_board_judge(read);
}

bool bgammon_decision_context(const struct bgammon_board *board,
                              struct decision_context *at, struct error *err)
{
    struct game_board read;
    bgammon_translate_board(board, &read);
    const struct board_view *view = &read.view;
    const char *fault = board->variant != 0         ? "Variant: it is not backgammon"
                        : read.fault != NULL        ? read.fault
                        : view->turn == TURN_NOBODY ? "Turn: it is nobody's"
                        : board->moves.count > 0    ? "Moves: part of the play is made"
                                                    : NULL;
    if (fault != NULL) {
        return error_set(err, "the board of bgammon.org is no decision: %s", fault);
    }
    bool is_mine = view->turn == TURN_MINE;
    *at = (struct decision_context){
        .pos = is_mine ? view->pos : position_swap(&view->pos),
        .ms = is_mine ? view->ms : match_state_swap(&view->ms),
        .roll = view->roll,
        .is_doubled = view->is_double_pending,
        .is_opponent_on_roll = view->is_double_pending,
    };
    return true;
}

int bgammon_translate_play(const struct play *play,
                           struct bgammon_hop hops[CHECKER_MOVES_MAX])
{
    for (int i = 0; i < play->count; i++) {
        int from = play->moves[i].from, to = play->moves[i].to;
        hops[i].from = from == POINT_BAR ? BGAMMON_BAR : from;
        hops[i].to = to == POINT_OFF ? BGAMMON_OFF : to;
    }
    return play->count;
}
