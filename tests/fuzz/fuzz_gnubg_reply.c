/* What an external player may answer: read or refused with a reason. */
#include <assert.h>
#include <string.h>

#include "engine/board/decision_context.h"

#include "arena/protocol/gnubg.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "tests/fuzz/fuzz_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct play_list list;
    char reply[GNUBG_REPLY_MAX];
    struct error err = {0};
    struct position pos;
    struct outputs out;
    bool is_yes;
    size = size < sizeof reply ? size : sizeof reply - 1;
    memcpy(reply, data, size);
    reply[size] = '\0';
    position_start(&pos);
    int found = gnubg_reply_play(reply, &pos, (struct roll){3, 1}, &list, &err);
    assert(found < list.count && (found >= 0 || err.text[0] != '\0'));
    for (int question = 0; question < 3; question++) {
        const struct decision_context at = {.is_doubled = question == 1,
                                            .resigned = question == 2};
        (void)gnubg_reply_yes(reply, &at, &is_yes, &err);
    }
    assert(!gnubg_reply_outputs(reply, &out, &err) || (out.win >= 0 && out.win <= 1));
    return 0;
}
