#pragma once
/* What the decisions of a person are worth that have to do with the cube. Pure. */

#include "bot/seat/state/seat.h"
#include "engine/cube/cube_decision.h"

/* Whether the action is a decision that a tutor can judge: a play with a choice, or to roll,
 * double, take or pass. */
bool seat_judge_may(const struct seat_view *view, enum seat_action_type type);

/* The equity that a roll, double, take or pass loses; `cube` is the doubler's. */
double seat_judge_loss(enum seat_action_type type, const struct cube_decision *cube);

/* The better one of roll and double, or of take and pass. */
const char *seat_judge_better(enum seat_action_type type,
                              const struct cube_decision *cube);
