/* Lines of saved analyses: refused, or within what can be shown, and written as they were. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "match/batch/analysed_line.h"
#include "tests/fuzz/fuzz_target.h"

static void check_detail(const struct match_detail *detail)
{
    assert(detail->plays >= 0 && detail->plays <= MATCH_DETAIL_PLAYS &&
           detail->made >= -1 && detail->made < MATCH_DETAIL_PLAYS &&
           (!detail->has_cube || isfinite(detail->cube.double_take)));
    for (int i = 0; i < detail->plays; i++) {
        assert(isfinite(detail->play[i].equity) && detail->play[i].ply >= -1);
    }
}

/* Writes a turn without the line end. */
static void write_line(const struct match_analysed_turn *turn, char line[4096])
{
    FILE *file = fmemopen(line, 4096, "w");
    assert(file != NULL);
    analysed_line_write(turn, file);
    (void)fclose(file);
    line[strcspn(line, "\n")] = '\0';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char line[4096], once[4096], twice[4096];
    struct match_analysed_turn turn;
    size = size < sizeof line ? size : sizeof line - 1;
    memcpy(line, data, size);
    line[size] = '\0';
    if (!analysed_line_read(line, &turn)) {
        return 0;
    }
    check_detail(&turn.detail);
    write_line(&turn, once);
    assert(analysed_line_read(once, &turn));
    write_line(&turn, twice);
    assert(strcmp(once, twice) == 0);
    return 0;
}
