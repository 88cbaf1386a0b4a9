#pragma once
/*
 * Rehearses a tournament: a director, a clock that jumps, and imagined players who come at
 * once, play every match in the same time and win by chance. Finds how many rounds,
 * matches and hours there are to be, and what would be said to whom. With a registration
 * somebody_a and others register until there are four entrants. Pure: no server.
 */

#include "bot/director/director.h"

struct rehearsal {
    const struct director_options *options;
    const struct director_entrant *entrants; /* as for director_new() */
    int count;
    const struct director_rows *rows; /* go on from these; NULL: from the start */
    int match_ms;                     /* a match takes so long */
    uint64_t seed;                    /* of the results */
};

/* Calls `visit` with each output of the director, and the time since the start. False with
 * `err` if no tournament can be made of it, or if it does not end in 1,000 hours. */
typedef void rehearsal_visit(void *context, int64_t at_ms,
                             const struct director_output *output);
bool rehearsal_run(const struct rehearsal *rehearsal, rehearsal_visit *visit,
                   void *context, struct error *err);
