/* Actions of the browser: any bytes are an action within its bounds, or a refusal. */
#include <assert.h>
#include <string.h>

#include "bot/seat/browser/table_action.h"
#include "tests/fuzz/fuzz_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct seat_preferences now = {.pips = true, .warn = 0.04};
    struct table_action action;
    struct error err = {0};
    if (!table_action_read((const char *)data, size, &now, &action, &err)) {
        assert(err.text[0] != '\0');
        return 0;
    }
    const struct seat_action *seat = &action.seat;
    assert(action.type <= TABLE_ACT_UNHINT && seat->type < SEAT_ACTIONS);
    assert(seat->from >= 0 && seat->to >= 0 && seat->number >= 0);
    assert(memchr(seat->text, '\0', sizeof seat->text) != NULL);
    assert(memchr(seat->level, '\0', sizeof seat->level) != NULL);
    assert(action.choices.warn >= 0.0 && action.choices.warn <= SEAT_WARN_MAX);
    return 0;
}
