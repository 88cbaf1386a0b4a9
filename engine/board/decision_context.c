#include "engine/board/decision_context.h"

#include <string.h>

#include "engine/board/board_internal.h"
#include "engine/board/ogid.h"
#include "engine/board/position.h"
#include "engine/board/position_id.h"
#include "engine/board/xgid.h"

static bool gnu_id_read(char *text, struct decision_context *at, struct error *err)
{
    char *colon = strchr(text, ':');
    if (colon != NULL) {
        *colon = '\0';
    }
    *at = (struct decision_context){.ms = match_state_money()};
    if (!position_id_read(text, &at->pos, err)) {
        return false;
    }
    if (colon != NULL && !position_id_read_match(colon + 1, at, err)) {
        return false;
    }
    if (at->is_opponent_on_roll) {
        at->pos = position_swap(&at->pos);
    }
    return true;
}

static bool read_form(char *id, struct decision_context *at, struct error *err)
{
    const char *first_colon = strchr(id, ':');
    if (ogid_is_one(id)) {
        return ogid_read(id, at, err);
    }
    if (strncmp(id, "XGID=", 5) == 0 ||
        (first_colon != NULL && strchr(first_colon + 1, ':') != NULL)) {
        return xgid_read(id, at, err);
    }
    return gnu_id_read(id, at, err);
}

bool decision_context_read(const char *text, struct decision_context *at,
                           struct error *err)
{
    static const char blanks[] = " \t\r\n";
    char id[2 * XGID_SIZE];
    struct decision_context read;
    text += strspn(text, blanks);
    size_t length = strlen(text);
    while (length > 0 && strchr(blanks, text[length - 1]) != NULL) {
        length--;
    }
    if (length == 0 || length >= sizeof id) {
        return error_set_kind(
            err, ERROR_MALFORMED,
            "expected a position id, POSITIONID:MATCHID, XGID or OGID, found %s",
            length == 0 ? "nothing" : "a text that is too long");
    }
    memcpy(id, text, length);
    id[length] = '\0';
    if (!read_form(id, &read, err)) {
        return false;
    }
    if (position_game_result(&read.pos) != 0) {
        return decision_context_refuse(err, "position", id, "the game is over");
    }
    *at = read;
    return true;
}

const char *decision_context_double_fault(const struct decision_context *at)
{
    const struct match_state doublers = match_state_swap(&at->ms);
    return !at->is_doubled   ? NULL
           : at->has_no_cube ? "a double in a match without a cube"
                             : match_state_double_fault(&doublers);
}

struct board_view decision_context_view(const struct decision_context *at)
{
    return (struct board_view){.pos = at->pos,
                               .ms = at->ms,
                               .turn = TURN_MINE,
                               .roll = at->roll,
                               .is_double_pending = at->is_doubled,
                               .match_length = at->ms.length};
}
