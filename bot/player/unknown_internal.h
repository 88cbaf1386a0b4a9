#ifndef BOT_PLAYER_UNKNOWN_INTERNAL_H
#define BOT_PLAYER_UNKNOWN_INTERNAL_H
/*
 * Lines of the server that no row of the table fits. Each shape is logged and noted at
 * once and then at most once an hour, with how many there were meanwhile.
 */

#include "bot/player/core_internal.h"

void player_note_unknown(struct player *p, const char *line);

#endif
