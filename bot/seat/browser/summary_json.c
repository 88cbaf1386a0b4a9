#include "bot/seat/browser/summary_json.h"

#include <stdio.h>

#include "base/text.h"
#include "bot/seat/browser/table_json.h"
#include "engine/board/points.h"

/* ---- numbers --------------------------------------------------------------------- */

/* With the minus of typography. */
static json_t *luck_text(double luck, int length)
{
    char text[MATCH_RESULT_SIZE];
    (void)match_analysis_result(luck, length > 0, text);
    return json_sprintf("%s%s", text[0] == '-' ? "\u2212" : "+", text + 1);
}

static json_t *sides_array(const struct summary *summary)
{
    json_t *array = json_array();
    for (int i = 0; i < 2; i++) {
        const struct summary_side *side = &summary->sides[i];
        (void)json_array_append_new(
            array, json_pack("{s:f,s:i,s:i,s:o}", "pr", side->error_rate, "errors",
                             side->errors, "blunders", side->blunders, "luck",
                             luck_text(side->luck, summary->length)));
    }
    return array;
}

/* ---- boards ---------------------------------------------------------------------- */

/* Of a take or pass: offered by the opponent. */
static json_t *cube_object(const struct match_turn *turn)
{
    if (turn->ms.is_crawford) {
        return json_null();
    }
    if (turn->type == RECORD_CELL_TAKE || turn->type == RECORD_CELL_DROP) {
        return json_pack("{s:i,s:s}", "value", 2 * turn->ms.cube, "offeredBy", "them");
    }
    return json_pack("{s:i,s:s}", "value", turn->ms.cube, "owner",
                     table_json_owner(turn->ms.owner));
}

/* A position as the page draws it. */
static json_t *board_object(const struct match_turn *turn, bool has_dice)
{
    json_t *dice =
        has_dice ? json_pack("[i,i]", turn->roll.high, turn->roll.low) : json_null();
    return json_pack("{s:o,s:o,s:o,s:o}", "mine", table_json_side(&turn->pos.mine),
                     "theirs", table_json_side(&turn->pos.theirs), "dice", dice, "cube",
                     cube_object(turn));
}

static json_t *worst_array(const struct summary *summary)
{
    json_t *array = json_array();
    for (int i = 0; i < summary->worst_count; i++) {
        const struct summary_worst *worst = &summary->worst[i];
        (void)json_array_append_new(
            array, json_pack("{s:i,s:s,s:s,s:f,s:s,s:o}", "game", worst->game, "text",
                             worst->made, "better", worst->better, "loss", worst->loss,
                             "why", worst->why, "board",
                             board_object(&worst->turn, !worst->is_cube)));
    }
    return array;
}

/* ---- the curve ------------------------------------------------------------------- */

static json_t *curve_array(const struct summary *summary)
{
    json_t *array = json_array();
    for (int i = 0; i < summary->curve_count; i++) {
        const struct summary_point *point = &summary->curve[i];
        (void)json_array_append_new(array,
                                    json_pack("[i,f]", point->turn, point->value));
    }
    return array;
}

static json_t *ends_array(const struct summary *summary)
{
    json_t *array = json_array();
    for (int i = 0; i < summary->end_count; i++) {
        const struct summary_end *end = &summary->ends[i];
        char text[32];
        FORMAT_TEXT(text, "%d-%d", points_shown(end->score[0], summary->length),
                    points_shown(end->score[1], summary->length));
        (void)json_array_append_new(array, json_pack("[i,s]", end->turn, text));
    }
    return array;
}

json_t *summary_json(const struct summary *summary)
{
    if (!summary->is_good) {
        return json_null();
    }
    return json_pack("{s:f,s:i,s:i,s:s,s:o,s:o,s:o,s:o}", "done", summary->done, "game",
                     summary->game, "length", summary->length, "judge", summary->judge,
                     "sides", sides_array(summary), "worst", worst_array(summary),
                     "curve", curve_array(summary), "games", ends_array(summary));
}
