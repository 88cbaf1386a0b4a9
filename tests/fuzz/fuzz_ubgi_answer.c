/* What a UBGI engine may say: an answer within its limits, or a fault with a reason. */
#include <assert.h>
#include <string.h>

#include "engine/board/movegen.h"

#include "arena/protocol/ubgi.h"
#include "engine/board/position.h"
#include "tests/fuzz/fuzz_target.h"

enum { INPUT_MAX = UBGI_LINE_SIZE - 1 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct play_list list;
    static struct ubgi_answer answer;
    char line[INPUT_MAX + 1];
    struct position pos;
    size = size < INPUT_MAX ? size : INPUT_MAX;
    memcpy(line, data, size);
    line[size] = '\0';
    position_start(&pos);
    for (int is_bare = 0; is_bare < 2; is_bare++) {
        struct error err = {0};
        bool is_yes = false;
        ubgi_answer_read(line, is_bare != 0, &answer);
        assert(strlen(answer.value) < sizeof answer.text);
        int found =
            ubgi_find_play(answer.value, &pos, (struct roll){3, 1}, &list, &err);
        assert(found < list.count && (found >= 0 || err.text[0] != '\0'));
        (void)ubgi_read_action(answer.value, is_bare != 0, &is_yes, &err);
    }
    return 0;
}
