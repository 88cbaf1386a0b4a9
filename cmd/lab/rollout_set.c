#include "cmd/lab/rollout_set.h"
#include "cmd/lab/rollout_set_internal.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/xgid.h"

enum { LINE_SIZE = 1 << 16, DECISIONS_MAX = 1000000 };

static bool read_candidate(const json_t *object, struct position *after,
                           struct candidate *c, struct error *err)
{
    const char *xgid = json_string_value(json_object_get(object, "xgid"));
    const json_t *equity = json_object_get(object, "equity");
    const json_t *probs = json_object_get(object, "probs");
    float p[5];
    if (xgid == NULL || !json_is_number(equity) || json_array_size(probs) != 5) {
        error_set(err, "a candidate needs \"xgid\", \"equity\" and 5 \"probs\"");
        return false;
    }
    for (size_t i = 0; i < 5; i++) {
        p[i] = (float)json_number_value(json_array_get(probs, i));
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
        error_set(err, "an equity is not within -3 to 3");
        return false;
    }
    if (error != NULL && !(c->truth_error >= 0.0 && c->truth_error <= 3.0)) {
        error_set(err, "a standard error is not within 0 to 3");
        return false;
    }
    return true;
}

bool rollout_read(const char *line, struct rollout_decision *decision,
                  struct error *err)
{
    json_error_t json_err;
    json_t *root = json_loads(line, 0, &json_err);
    const json_t *list = json_object_get(root, "candidates");
    size_t count = json_array_size(list);
    bool is_good = true;
    decision->count = 0;
    if (list == NULL && json_is_integer(json_object_get(root, "line"))) {
        json_decref(root); /* a cube action or a single play of lab rollout */
        return true;
    }
    if (count < 2 || count > BENCHMARK_CANDIDATES_MAX) {
        error_set(err, "expected an object with 2 to %d \"candidates\"",
                  BENCHMARK_CANDIDATES_MAX);
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

/* Room for one more. */
static bool grow(struct rollout_set *set, int *room)
{
    if (set->count < *room) {
        return true;
    }
    int wanted = *room > 0 ? 2 * *room : 256;
    struct rollout_decision *more = aligned_alloc(
        alignof(struct rollout_decision), (size_t)wanted * sizeof *set->decisions);
    if (more == NULL || set->count >= DECISIONS_MAX) {
        free(more);
        return false;
    }
    if (set->count > 0) {
        memcpy(more, set->decisions, (size_t)set->count * sizeof *more);
    }
    free(set->decisions);
    set->decisions = more;
    *room = wanted;
    return true;
}

static bool read_lines(FILE *file, const char *path, char *line,
                       struct rollout_set *set, struct error *err)
{
    int room = 0;
    for (int n = 1; fgets(line, LINE_SIZE, file) != NULL; n++) {
        struct error why;
        if (!grow(set, &room)) {
            error_set(err, "%s: too many decisions", path);
            return false;
        }
        if (!rollout_read(line, &set->decisions[set->count], &why)) {
            error_set(err, "%s:%d: %.180s", path, n, why.text);
            return false;
        }
        set->count += set->decisions[set->count].count > 0;
    }
    if (set->count == 0) {
        error_set(err, "%s: the file is empty", path);
    }
    return set->count > 0;
}

bool rollout_set_load(const char *path, struct rollout_set *set, struct error *err)
{
    *set = (struct rollout_set){.count = 0};
    FILE *file = fopen(path, "r");
    char *line = malloc(LINE_SIZE);
    bool is_good = false;
    if (file == NULL || line == NULL) {
        error_set(err, "%s: %s", path, strerror(errno));
    } else {
        is_good = read_lines(file, path, line, set, err);
    }
    if (!is_good) {
        rollout_set_free(set);
    }
    free(line);
    if (file != NULL) {
        (void)fclose(file);
    }
    return is_good;
}

void rollout_set_free(struct rollout_set *set)
{
    free(set->decisions);
    *set = (struct rollout_set){.count = 0};
}
