#pragma once
/*
 * What one thread of a study searches with: weights, match equity table, scratch memory
 * and strength.
 */

#include <stdbool.h>

#include "base/error.h"
#include "engine/search/search.h"

struct study_search {
    struct evaluator *ev;
    struct met *met; /* NULL: money only */
    struct search_scratch *scratch;
    struct strength strength; /* the default; the study may change it */
};

/* Opens the weights in `dir`, `has_met` also its match equity table. Returns false with
 * `err` on failure. Call study_search_close() in any case. */
bool study_search_open(struct study_search *study, const char *dir, bool has_met,
                       struct error *err);
void study_search_close(struct study_search *study);

/* search_begin() with these. */
struct search *study_search_begin(const struct study_search *study,
                                  const struct match_state *ms);
