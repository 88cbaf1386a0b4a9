/* What a program that asks an external player may say: a question about a possible
 * position, or a refusal with a reason. */
#include <assert.h>
#include <string.h>

#include "engine/board/decision_context.h"

#include "arena/protocol/gnubg.h"
#include "engine/board/position.h"
#include "tests/fuzz/fuzz_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char line[GNUBG_QUESTION_SIZE];
    struct decision_context at;
    struct error err = {0};
    size = size < sizeof line ? size : sizeof line - 1;
    memcpy(line, data, size);
    line[size] = '\0';
    if (!gnubg_question_read(line, &at, &err)) {
        assert(err.text[0] != '\0');
        return 0;
    }
    assert(position_fault(&at.pos) == NULL && position_game_result(&at.pos) == 0);
    assert(match_state_fault(&at.ms) == NULL);
    assert(at.roll.high <= 6 && (at.roll.high == 0) == (at.roll.low == 0));
    assert(at.resigned >= 0 && at.resigned <= 3);
    assert(at.is_opponent_on_roll == (at.is_doubled || at.resigned > 0));
    return 0;
}
