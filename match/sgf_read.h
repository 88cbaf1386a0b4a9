#ifndef MATCH_SGF_READ_H
#define MATCH_SGF_READ_H
/*
 * Reads matches in SGF, FF[4] GM[6], as GNU Backgammon and sgf_write.h write them: a
 * tree a game, for match_format.h. Of variations the first is read; analysis is
 * skipped. A game with checkers set by hand is left out from there on. Gibbon's
 * "resign:2" and "accept" end a game where the root has no result (RE).
 *
 * White is player 1 in GNU Backgammon's files, black in ours. Files of fibsbot 0.1.0
 * (AP[fibsbot] without a version) have all points mirrored.
 */

#include <stdio.h>

#include "match/record_read.h"

/* Returns whether the file has a match; the visitor gets all that was read. */
bool sgf_read(FILE *file, const struct record_visitor *visitor, void *context);

#endif
