#pragma once
/* Plays as match files write them. */

#include <stdbool.h>

#include "engine/board/play.h"
#include "match/record.h"

/* Reads the moves as they stand there ("24/18/13* 8/2(2)"), whether or not the rules allow
 * them; points in between count as moves of their own. False: not understood. */
bool play_text_read(const char *text, struct play *play);

/* "13", "bar", "off" or "home" and what may follow, as FIBS names points of its board: the
 * point as the side counts, where RECORD_ME moves up. -1: none (match_reader_point). */
int play_text_fibs_point(const char *name, size_t length, enum record_side side);
