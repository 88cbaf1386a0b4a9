#include "lab/study/study_search.h"

#include "engine/cube/met.h"

bool study_search_open(struct study_search *study, const char *dir, bool has_met,
                       struct error *err)
{
    *study = (struct study_search){.strength = strength_default(),
                                   .ev = eval_open(dir, err)};
    if (study->ev != NULL && has_met) {
        study->met = met_open_in(dir, err);
    }
    if (study->ev == NULL || (has_met && study->met == NULL)) {
        return false;
    }
    study->scratch = search_scratch_new(study->ev);
    return study->scratch != NULL || error_no_memory(err);
}

void study_search_close(struct study_search *study)
{
    search_scratch_free(study->scratch);
    met_close(study->met);
    eval_close(study->ev);
}

struct search *study_search_begin(const struct study_search *study,
                                  const struct match_state *ms)
{
    return search_begin(study->scratch, study->ev, eval_bearoff(study->ev), study->met,
                        &study->strength, ms);
}
