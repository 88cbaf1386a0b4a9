#include "lab/sets/rollout_set.h"
#include "engine/board/decision_context.h"
#include "engine/board/position.h"
#include "lab/sets/rollout_set_internal.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "engine/board/xgid.h"
#include "lab/sets/decision_lines.h"

static const float slack = 0.01F; /* rounded chances may be slightly off */

static bool read_candidate(const json_t *object, struct position *after,
                           struct rollout_candidate *c, struct error *err)
{
    const char *xgid = json_string_value(json_object_get(object, "xgid"));
    const json_t *equity = json_object_get(object, "equity");
    const json_t *probs = json_object_get(object, "probs");
    float p[5];
    if (xgid == NULL || !json_is_number(equity) || json_array_size(probs) != 5) {
        return error_set(err, "a candidate needs \"xgid\", \"equity\" and 5 \"probs\"");
    }
    for (size_t i = 0; i < 5; i++) {
        const json_t *chance = json_array_get(probs, i);
        p[i] = (float)json_number_value(chance);
        if (!json_is_number(chance) || !(p[i] >= -slack && p[i] <= 1.0F + slack)) {
            return error_set(err, "a probability is not within 0 to 1");
        }
    }
    struct decision_context at;
    if (!xgid_read(xgid, &at, err)) {
        return false;
    }
    *after = position_swap(&at.pos);
    c->truth = (struct outputs){p[0], p[1], p[2], p[3], p[4]};
    c->truth_equity = json_number_value(equity);
    const json_t *error = json_object_get(object, "se");
    c->truth_error = json_number_value(error);
    if (!(fabs(c->truth_equity) <= 3.0)) {
        return error_set(err, "an equity is not within -3 to 3");
    }
    return error == NULL || json_is_null(error) ||
           (json_is_number(error) && c->truth_error >= 0.0 && c->truth_error <= 3.0) ||
           error_set(err, "a standard error is not within 0 to 3");
}

bool rollout_read(const char *line, struct rollout_decision *decision,
                  struct error *err)
{
    json_t *root = json_loads(line, 0, NULL);
    const json_t *list = json_object_get(root, "candidates");
    const json_t *single = json_object_get(root, "single");
    size_t count = json_array_size(list);
    bool is_good = true;
    decision->count = 0;
    if (list == NULL && json_is_integer(json_object_get(root, "line"))) {
        decision->count = single != NULL; /* else a cube action of lab rollout */
        is_good = single == NULL || read_candidate(single, &decision->after[0],
                                                   &decision->candidates[0], err);
        json_decref(root);
        return is_good;
    }
    if (count < 2 || count > ROLLOUT_CANDIDATES_MAX) {
        error_set(err, "expected an object with 2 to %d \"candidates\"",
                  ROLLOUT_CANDIDATES_MAX);
        is_good = false;
    }
    for (size_t i = 0; is_good && i < count; i++) {
        is_good = read_candidate(json_array_get(list, i), &decision->after[i],
                                 &decision->candidates[i], err);
    }
    decision->count = (int)count;
    json_decref(root);
    return is_good;
}

static enum decision_line take_rollout_line(void *context, char *line, void *decision,
                                            struct error *err)
{
    struct rollout_decision *d = decision;
    (void)context;
    if (!rollout_read(line, d, err)) {
        return DECISION_LINE_BAD;
    }
    return d->count > 0 ? DECISION_LINE_TAKEN : DECISION_LINE_OTHER;
}

/* Single positions count only where there is nothing else: beside decisions they are
 * forced plays. */
static void drop_singles(struct rollout_set *set)
{
    int decisions = 0;
    for (int n = 0; n < set->count; n++) {
        if (set->decisions[n].count > 1) {
            set->decisions[decisions++] = set->decisions[n];
        }
    }
    set->count = decisions > 0 ? decisions : set->count;
}

bool rollout_set_load(const char *path, struct rollout_set *set, struct error *err)
{
    const struct decision_lines lines = {.size = sizeof *set->decisions,
                                         .take = take_rollout_line};
    set->decisions = decision_lines_read(&lines, path, &set->count, err);
    if (set->decisions != NULL) {
        drop_singles(set);
    }
    return set->decisions != NULL;
}

void rollout_set_free(struct rollout_set *set)
{
    free(set->decisions);
}
