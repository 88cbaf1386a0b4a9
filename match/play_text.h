#pragma once
/* Plays as match files write them. */

#include <stdbool.h>

#include "engine/board/play.h"

/* Reads the moves as they stand there ("24/18/13* 8/2(2)"), whether or not the rules allow
 * them; points in between count as moves of their own. False: not understood. */
bool play_text_read(const char *text, struct play *play);
