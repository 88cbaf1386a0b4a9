#pragma once
/* What the tests of the report look at, too. */

#include "match/match_report.h"

/* Write what was made ("6-3: 24/18 13/10", "double"), and what would be better. */
void match_report_made(const struct match_turn *turn, char text[MATCH_TURN_SIZE]);
void match_report_better(const struct match_turn *turn,
                         const struct match_analysed_turn *analysed,
                         char text[NOTATION_SIZE]);
