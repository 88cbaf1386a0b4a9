#pragma once
/*
 * What a replay prints: each decision with its reasons, and where the commands differ.
 *
 * Compares the commands of a trace, sent then, with those of its replay, sent now. They
 * may come in either order; what the other side has not matched for long, or has passed
 * over, is a difference and is printed: "-" was sent then, "+" would be sent now.
 */

#include <stdbool.h>
#include <stdint.h>

#include "bot/player/decision.h"
#include "engine/engine.h"
#include "fibs/command.h"

enum { REPLAY_WAITING_MAX = 64 };

/* Commands that the other side has not matched yet. */
struct replay_compare_side {
    char text[REPLAY_WAITING_MAX][FIBS_COMMAND_MAX];
    int count;
};

struct replay_compare {
    struct replay_compare_side then, now;
    int same, different;
};

void replay_command(struct replay_compare *compare, bool is_now, int64_t at_ms,
                    const char *text);
/* Whether a command sent now waits for its counterpart. */
bool replay_waits(const struct replay_compare *compare, const char *text);
/* At the end: what is left is a difference. */
void replay_finish(struct replay_compare *compare, int64_t at_ms);
/* The sums, and what of the trace may be why commands differ. */
void replay_print_end(const struct replay_compare *compare, int decisions, int runs,
                      int reloads);

void replay_print_decision(const struct engine *engine, struct search_scratch *scratch,
                           const struct strength *strength, int64_t at_ms,
                           const struct decision_request *request,
                           const struct decision_answer *answer);
