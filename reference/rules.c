#include "reference/rules.h"

#include <stddef.h>

void reference_start(struct reference_board *board)
{
    *board = (struct reference_board){
        .point = {[24] = 2,
                  [13] = 5,
                  [8] = 3,
                  [6] = 5,
                  [1] = -2,
                  [12] = -5,
                  [17] = -3,
                  [19] = -5},
    };
}

int reference_bar(int colour)
{
    return colour == REFERENCE_O ? 25 : 0;
}

int reference_home(int colour)
{
    return colour == REFERENCE_O ? 0 : 25;
}

int reference_off(const struct reference_board *board, int colour)
{
    return colour == REFERENCE_O ? board->off_o : board->off_x;
}

int reference_on_bar(const struct reference_board *board, int colour)
{
    return board->point[reference_bar(colour)] * colour;
}

static int checkers_of(const struct reference_board *board, int colour)
{
    int sum = reference_off(board, colour);
    for (int p = 0; p <= 25; p++) {
        if (board->point[p] * colour > 0) {
            sum += board->point[p] * colour;
        }
    }
    return sum;
}

const char *reference_fault(const struct reference_board *board)
{
    if (board->point[0] > 0 || board->point[25] < 0) {
        return "a bar holds checkers of the wrong side";
    }
    if (board->off_o < 0 || board->off_x < 0) {
        return "fewer than no checkers borne off";
    }
    if (checkers_of(board, REFERENCE_O) != 15 ||
        checkers_of(board, REFERENCE_X) != 15) {
        return "a side has not 15 checkers";
    }
    return NULL;
}

int reference_pips(const struct reference_board *board, int colour)
{
    int pips = 0;
    for (int p = 0; p <= 25; p++) {
        int checkers = board->point[p] * colour;
        int distance = colour == REFERENCE_O ? p : 25 - p;
        pips += checkers > 0 ? checkers * distance : 0;
    }
    return pips;
}

/* The farthest any checker of `colour` has to go, 25 from the bar. */
static int rearmost(const struct reference_board *board, int colour)
{
    for (int distance = 25; distance >= 1; distance--) {
        int p = colour == REFERENCE_O ? distance : 25 - distance;
        if (board->point[p] * colour > 0) {
            return distance;
        }
    }
    return 0;
}

static int points_won(const struct reference_board *board, int loser)
{
    if (reference_off(board, loser) > 0) {
        return 1;
    }
    /* 19 and more to go: in the winner's home board or on the bar */
    return rearmost(board, loser) >= 19 ? 3 : 2;
}

int reference_result(const struct reference_board *board)
{
    if (board->off_o == 15) {
        return points_won(board, REFERENCE_X);
    }
    if (board->off_x == 15) {
        return -points_won(board, REFERENCE_O);
    }
    return 0;
}
