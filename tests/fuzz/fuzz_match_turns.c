/* Any file as a match: what comes out are positions and scores that can be. */
#include <assert.h>
#include <stdio.h>

#include "match/match_turns.h"

#include "engine/board/position.h"
#include "tests/fuzz/fuzz_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error err;
    FILE *file = size > 0 ? fmemopen((void *)(uintptr_t)data, size, "r") : NULL;
    if (file == NULL) {
        return 0;
    }
    struct match_turns *turns = match_turns_read_file(file, &err);
    for (int i = 0; turns != NULL && i < turns->count; i++) {
        const struct match_turn *turn = &turns->turns[i];
        assert(position_fault(&turn->pos) == NULL);
        assert(match_state_fault(&turn->ms) == NULL);
        assert(turn->play.count <= CHECKER_MOVES_MAX);
    }
    match_turns_free(turns);
    (void)fclose(file);
    return 0;
}
