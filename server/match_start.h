#ifndef SERVER_MATCH_START_H
#define SERVER_MATCH_START_H
/* How a match and its games start, anew or from where they were saved. */

#include "server/state.h"

/* Starts the match for both players: who lines, report, resume block or first game. */
void match_start(struct fibsd *server, struct match *match, bool is_resumed);

void match_start_game(struct fibsd *server, struct match *match);

#endif
