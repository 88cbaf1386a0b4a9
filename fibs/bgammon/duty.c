#include "fibs/bgammon/duty.h"

enum { MEN = 15, OUR_HOME = 6, THEIR_HOME = 19 };

bool bgammon_is_begun(const struct bgammon_board *board)
{
    return board->turn != 0 || board->winner != 0 ||
           board->players[0].points + board->players[1].points > 0;
}

int bgammon_game_winner(const struct bgammon_board *board)
{
    return board->slots[BGAMMON_OFF] == MEN          ? 1
           : board->slots[BGAMMON_THEIR_OFF] == -MEN ? 2
                                                     : 0;
}

int bgammon_game_points(const struct bgammon_board *board, int winner, bool is_resigned)
{
    bool is_mine = winner == 1;
    int sign = is_mine ? -1 : 1; /* of the loser's men */
    int first = is_mine ? 1 : THEIR_HOME, last = is_mine ? OUR_HOME : 24;
    bool is_far = board->slots[is_mine ? BGAMMON_THEIR_BAR : BGAMMON_BAR] != 0;
    for (int point = first; point <= last; point++) {
        is_far = is_far || sign * board->slots[point] > 0;
    }
    bool has_off = board->slots[is_mine ? BGAMMON_THEIR_OFF : BGAMMON_OFF] != 0;
    return board->cube * (has_off && !(is_resigned && is_far) ? 1 : is_far ? 3 : 2);
}

bool bgammon_wins_match(const struct bgammon_board *board, int winner, int points)
{
    return board->players[winner - 1].points + points >= board->points;
}

bool bgammon_may_double(const struct bgammon_board *board)
{
    return board->turn == 1 && board->roll[0] == 0 && !board->is_double_offered &&
           board->points > 1 && board->variant == 0 && board->crawford != 1 &&
           board->cube < BGAMMON_CUBE_MAX && board->cube_owner != 2;
}

static enum bgammon_duty duty_on_turn(const struct bgammon_board *board,
                                      bool has_autoplay)
{
    if (board->roll[0] == 0) {
        return BGAMMON_ROLLS;
    }
    if (board->is_forced && has_autoplay) {
        return BGAMMON_WAITS;
    }
    return board->available.count > 0 ? BGAMMON_PLAYS : BGAMMON_ENDS_TURN;
}

enum bgammon_duty bgammon_board_duty(const struct bgammon_board *board,
                                     bool has_autoplay)
{
    if (board->is_spectating) {
        return BGAMMON_WAITS;
    }
    if (board->winner != 0) {
        return BGAMMON_LEAVES;
    }
    if (bgammon_game_winner(board) != 0 || board->players[1].name[0] == '\0') {
        return BGAMMON_WAITS;
    }
    if (board->is_double_offered) {
        return board->turn == 2 ? BGAMMON_ANSWERS : BGAMMON_WAITS;
    }
    if (board->turn == 0) {
        return board->roll[0] == 0 ? BGAMMON_OPENS : BGAMMON_WAITS;
    }
    return board->turn == 1 ? duty_on_turn(board, has_autoplay) : BGAMMON_WAITS;
}

int bgammon_price(const struct bgammon_board *board)
{
    return bgammon_game_points(board, 2, true);
}
