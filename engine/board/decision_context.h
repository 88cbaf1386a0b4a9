#ifndef ENGINE_BOARD_DECISION_CONTEXT_H
#define ENGINE_BOARD_DECISION_CONTEXT_H
/*
 * A decision to be made, with all that bears on it. Its text forms are GNU ids
 * (position_id.h) and XGIDs (xgid.h); decision_context_text.h reads either. FIBS board lines
 * are fibs/board.h; bot/exchange/translate.h joins them to these types.
 */

#include <stdbool.h>

#include "engine/board/match_state.h"
#include "engine/board/position.h"

/* Everything that an analysable position can carry. `mine` is the player who has to
 * decide: he is on roll, or answers a double or a resignation. */
struct decision_context {
    struct position pos;
    struct match_state ms; /* seen by the same player */
    struct roll roll;      /* {0, 0} before the roll */
    bool is_doubled; /* the opponent, on roll, has doubled and mine must take or pass;
                        ms.cube is still the value before the double */
    int resigned;    /* the opponent offers to lose 1, 2, 3 times the cube; else 0 */
    bool is_opponent_on_roll; /* always when is_doubled; else only with a resignation */
};

#endif
