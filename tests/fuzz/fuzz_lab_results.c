/* Lines of files of results, of matches, of judging and of levels: refused, or within what those
 * can give. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "arena/arena_results.h"
#include "lab/study/evaluation.h"
#include "lab/study/level_study.h"
#include "tests/fuzz/fuzz_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char line[2048];
    struct arena_pair pair;
    struct evaluation_record record;
    struct level_figures figures;
    size = size < sizeof line ? size : sizeof line - 1;
    memcpy(line, data, size);
    line[size] = '\0';
    for (int is_match = 0; is_match < 2; is_match++) {
        assert(!arena_results_read_line(line, is_match, &pair) ||
               (pair.number >= 0 && isfinite(pair.plain) &&
                pair.games >= pair.games_won && pair.games_won >= pair.gammons_won));
    }
    assert(!evaluation_record_read(line, &record) ||
           (record.chosen >= 0 && record.chosen < record.count &&
            record.count <= ROLLOUT_CANDIDATES_MAX));
    assert(!level_figures_read(line, &figures) ||
           (figures.plays >= 0 && isfinite(figures.squares) && figures.worst >= 0.0));
    return 0;
}
