#pragma once
/* The engine's advice to a person at the table: the best plays, what to do with the cube,
 * and how the match was played so far. */

#include "bot/seat/state/seat.h"
#include "bot/seat/terminal/terminal_text.h"
#include "engine/engine.h"
#include "explain/explain_reason.h"

struct terminal_advice;

/* `engine` must outlive it. NULL: no memory. */
struct terminal_advice *terminal_advice_new(const struct engine *engine);
void terminal_advice_free(struct terminal_advice *advice); /* may be NULL */

/* Adds the best plays of the roll to the log, with equity and chances, or what to do with
 * the cube; or why there is nothing to say. A play takes one line of `columns`: where they
 * are few it is without the gammons, since on more lines the best ones would leave. */
void terminal_advice_hint(struct terminal_advice *advice, const struct seat_view *view,
                          int columns, struct terminal_log *log);

/* What a decision of a person is worth. */
struct terminal_judgement {
    double loss;
    char text[NOTATION_SIZE], better[NOTATION_SIZE];
    struct explain_reasons reasons; /* it loses; none below EXPLAIN_LEAST_LOSS */
};

/* Judges an action that seat_judge_may() be judged. */
void terminal_advice_judge(struct terminal_advice *advice, const struct seat_view *view,
                           enum seat_action_type type,
                           struct terminal_judgement *judgement);

/* Adds its reasons, a sentence a line, below the name of the better play. */
void terminal_advice_why(const struct terminal_judgement *judgement,
                         const char *opponent, struct terminal_log *log);

/* Adds the analysis of the newest match of both in `folder`, where the bot's match files
 * are: our error rate, luck, and our worst decisions. */
void terminal_advice_match(struct terminal_advice *advice, const struct seat_view *view,
                           const char *folder, struct terminal_log *log);
