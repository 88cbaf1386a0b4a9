/* Ids and plays from strangers: what is accepted can be written and read again. */
#include <assert.h>
#include <string.h>

#include "engine/board/board_internal.h"
#include "engine/board/decision_context.h"
#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "engine/board/position.h"
#include "engine/board/position_id.h"
#include "engine/board/xgid.h"
#include "tests/fuzz/fuzz_target.h"

static void check_decision_context(const struct decision_context *at)
{
    struct decision_context again;
    char id[POSITION_GNU_ID_SIZE];
    char xgid[XGID_SIZE];
    assert(position_fault(&at->pos) == NULL);
    assert(match_state_fault(&at->ms) == NULL);
    position_id_write_gnu(at, id);
    assert(decision_context_read(id, &again, NULL));
    assert(position_equal(&at->pos, &again.pos));
    assert(at->ms.cube == again.ms.cube && at->ms.owner == again.ms.owner);
    xgid_write(at, xgid);
    assert(decision_context_read(xgid, &again, NULL));
}

/* The same text as a play of the opening. */
static void check_play(const char *text)
{
    static struct play_list list;
    struct position start;
    struct play play;
    position_start(&start);
    for (int r = 0; r < ROLLS; r++) {
        char written[NOTATION_SIZE];
        if (notation_read(text, &start, roll_all[r].roll, &list, &play, NULL)) {
            notation_write(&start, &play, written);
            assert(
                notation_read(written, &start, roll_all[r].roll, &list, &play, NULL));
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { LIMIT = 512 };
    if (size > LIMIT) {
        return 0;
    }
    char text[LIMIT + 1];
    memcpy(text, data, size);
    text[size] = '\0';
    struct decision_context at;
    struct error err = {0};
    if (decision_context_read(text, &at, &err)) {
        check_decision_context(&at);
    } else {
        assert(err.text[0] != '\0');
    }
    check_play(text);
    return 0;
}
