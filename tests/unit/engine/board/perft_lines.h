#pragma once
/* tests/data/perft.txt, for the fast suite (depth 1 and 2) and the slow one (3). */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/board/movegen.h"
#include "engine/board/position_id.h"
#include "tests/unit/test_case.h"

/* Checks every position of the file at `depth` and says how many there were. `lists`:
 * room for `depth` play lists. */
static inline int check_perft_lines(int depth, struct play_list *lists)
{
    FILE *file = fopen("tests/data/perft.txt", "r");
    assert_non_null(file);
    char line[160];
    int checked = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        char id[64];
        int found_depth = 0;
        uint64_t plain = 0;
        uint64_t weighted = 0;
        struct position pos;
        if (line[0] == '#' || strncmp(line, "opening ", 8) == 0) {
            continue;
        }
        assert_int_equal(sscanf(line, "%63s %d %" SCNu64 " %" SCNu64, id, &found_depth,
                                &plain, &weighted),
                         4);
        if (found_depth != depth) {
            continue;
        }
        assert_true(position_id_read(id, &pos, NULL));
        uint64_t counted = movegen_perft(&pos, depth, false, lists);
        uint64_t counted_weighted = movegen_perft(&pos, depth, true, lists);
        if (counted != plain || counted_weighted != weighted) {
            fail_msg("%s, depth %d: %" PRIu64 " and %" PRIu64 " instead of %" PRIu64
                     " and %" PRIu64,
                     id, depth, counted, counted_weighted, plain, weighted);
        }
        checked++;
    }
    (void)fclose(file);
    return checked;
}
