#include "bot/review/collection/collection_theme.h"

#include <stdio.h>
#include <string.h>

#include "engine/board/position.h"

enum { OPENING_TURNS = 6, BACK_GAME_PIPS = 40 };

static int points_in_their_home(const struct side *side)
{
    int points = 0;
    for (int p = 19; p <= 24; p++) {
        points += side->at[p] >= 2;
    }
    return points;
}

static bool plays_back_game(const struct side *side, const struct side *other)
{
    return points_in_their_home(side) >= 2 &&
           position_pip_count(side) - position_pip_count(other) >= BACK_GAME_PIPS;
}

const char *collection_theme(const struct decision_context *at, const char *action,
                             int turn)
{
    static const char *const cubes[][2] = {{"no_double", "no double"},
                                           {"double", "double"},
                                           {"take", "take"},
                                           {"pass", "pass"}};
    for (size_t i = 0; i < sizeof cubes / sizeof cubes[0]; i++) {
        bool is_answer = i >= 2; /* to a beaver if nothing is offered */
        if (strcmp(action, cubes[i][0]) == 0 && (!is_answer || at->is_doubled)) {
            return cubes[i][1];
        }
    }
    if (strcmp(action, "play") != 0) {
        return "beaver";
    }
    const struct side *mine = &at->pos.mine, *theirs = &at->pos.theirs;
    return turn <= OPENING_TURNS             ? "opening"
           : !position_has_contact(&at->pos) ? "race"
           : plays_back_game(mine, theirs) || plays_back_game(theirs, mine)
               ? "back game"
               : "contact";
}

void collection_score(const struct match_state *ms, char text[COLLECTION_SCORE_SIZE])
{
    if (ms->length == 0) {
        (void)snprintf(text, COLLECTION_SCORE_SIZE, "money");
    } else if (ms->is_crawford) {
        (void)snprintf(text, COLLECTION_SCORE_SIZE, "Crawford");
    } else {
        (void)snprintf(text, COLLECTION_SCORE_SIZE, "%d-away %d-away",
                       match_state_my_away(ms), match_state_their_away(ms));
    }
}
