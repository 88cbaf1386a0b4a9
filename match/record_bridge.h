#ifndef MATCH_RECORD_BRIDGE_H
#define MATCH_RECORD_BRIDGE_H
/*
 * The turns between two positions that we did not see: one or two, when the line was
 * lost or the program killed in the middle of a turn. The position tells the plays; the
 * dice follow from them, though not always in one way only: then the first roll that
 * fits is taken.
 */

#include "match/record.h"

struct record_turn {
    enum record_side side;
    struct roll roll;
    struct play play;
};

enum { RECORD_BRIDGE_MAX = 2 };

/* From the recorded position `from`, where `next` is to play (-1: the first turn of a
 * game, either side), to `to`, where `on_turn` is to play; mine is us in both. Returns
 * how many turns were written into `turns`, -1 when there is no way in two turns. */
int record_bridge(const struct position *from, int next, const struct position *to,
                  enum record_side on_turn,
                  struct record_turn turns[RECORD_BRIDGE_MAX]);

#endif
