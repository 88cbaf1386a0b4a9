#ifndef MATCH_RECORD_BRIDGE_H
#define MATCH_RECORD_BRIDGE_H
/*
 * Reconstructs one or two turns between two positions that we did not see because the
 * connection was lost or the program was killed. The plays follow from the positions
 * and the dice from the plays; if several rolls fit, the first is taken.
 */

#include "match/record.h"

struct record_turn {
    enum record_side side;
    struct roll roll;
    struct play play;
};

enum { RECORD_BRIDGE_MAX = 2 };

/* Finds the turns from position `from`, where `next` is to play (-1: first turn of a
 * game, either side), to `to`, where `on_turn` is to play; mine is us in both. Returns
 * the number of turns written to `turns`, or -1 if at most two turns do not suffice. */
int record_bridge(const struct position *from, int next, const struct position *to,
                  enum record_side on_turn,
                  struct record_turn turns[RECORD_BRIDGE_MAX]);

#endif
