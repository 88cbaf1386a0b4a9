#include "cmd/analyse_note.h"

#include <stdio.h>

#include "bot/history/history_analysis.h"
#include "match/record.h"

bool analyse_note(const char *history, const char *path,
                  const struct match_turns *turns,
                  const struct match_analysis *analysis, struct error *err)
{
    const struct record_heading *heading = &turns->heading;
    struct history_analysed analysed = {.account = heading->my_name,
                                        .opponent = heading->opponent,
                                        .length = heading->length};
    time_t started = 0;
    bool is_known = record_start_of(path, &started);
    for (int i = 0; i < 2; i++) {
        const struct match_analysed_side *side =
            match_analysis_side(analysis, i == 0 ? RECORD_ME : RECORD_OPPONENT);
        analysed.sums.decisions[i] = side->decisions;
        analysed.sums.loss[i] = side->loss;
        analysed.sums.luck[i] = side->luck;
    }
    analysed.started_s = started;
    if (is_known && !history_note_analysis(history, &analysed, &is_known, err)) {
        return false;
    }
    if (!is_known) {
        fprintf(stderr, "fibsbot analyse: %s: not a match of %s; not noted\n", path,
                history);
    }
    return true;
}
