#ifndef CMD_REPLAY_PRINT_H
#define CMD_REPLAY_PRINT_H
/* Prints a decision of a replay with its reasons. */

#include <stdint.h>

#include "bot/player/decision.h"
#include "engine/engine.h"

void replay_print_decision(const struct engine *engine, struct search_scratch *scratch,
                           const struct strength *strength, int64_t at_ms,
                           const struct decision_request *request,
                           const struct decision_answer *answer);

#endif
