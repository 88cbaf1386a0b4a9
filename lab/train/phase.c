#include "lab/train/phase.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "lab/selfplay/pruned_play.h"

static const double usual_sibling = 0.25;
#define COUNT_MAX 1e15

/* The defaults of each kind, found in training runs (weights/LOG.md). */
/* clang-format off */
static const struct {
    const char *name;
    bool is_exact;
    struct train_phase usual;
} kinds[] = {
    /*                                         measure        amount  rates       lambda keep */
    [TRAIN_SMALL] = {"small", false, {TRAIN_SMALL, PHASE_LABELS,  500e3, 2e-3, 2e-3, 0.7,  1, 0, {{0}}}},
    [TRAIN_TD]    = {"td",    false, {TRAIN_TD,    PHASE_LABELS,  10e6,  2e-3, 1e-3, 0.7,  3, 0, {{0}}}},
    [TRAIN_EXACT] = {"exact", true,  {TRAIN_EXACT, PHASE_LABELS,  5e6,   1e-3, 1e-4, 0.85, 5, 0, {{0}}}},
    [TRAIN_REFIT] = {"refit", true,  {TRAIN_REFIT, PHASE_LABELS,  1e6,   2e-3, 1e-3, 0.85, 5, 0, {{0}}}},
    [TRAIN_FIT]   = {"fit",   true,  {TRAIN_FIT,   PHASE_PASSES,  4,     2e-3, 5e-5, 0,    1, 0, {{0}}}},
};
/* clang-format on */
enum { KINDS = sizeof kinds / sizeof kinds[0] };

const char *train_kind_name(enum train_kind kind)
{
    return kinds[kind].name;
}

bool train_kind_is_exact(enum train_kind kind)
{
    return kinds[kind].is_exact;
}

double phase_rate(const struct train_phase *phase, double share)
{
    return phase->rate_from *
           pow(phase->rate_to / phase->rate_from, fmin(fmax(share, 0.0), 1.0));
}

/* Reads a number >= 0 and the unit after it. */
static bool read_with_unit(const char *text, double *number, char *unit)
{
    char *end;
    *number = strtod(text, &end);
    *unit = *end;
    return end != text && *number >= 0 && *number < COUNT_MAX &&
           (*end == '\0' || end[1] == '\0');
}

bool phase_count_read(const char *text, double *count)
{
    char unit;
    if (!read_with_unit(text, count, &unit)) {
        return false;
    }
    *count *= unit == 'M' ? 1e6 : unit == 'k' ? 1e3 : 1.0;
    return *count < COUNT_MAX && (unit == '\0' || unit == 'k' || unit == 'M');
}

static bool read_amount(const char *text, struct train_phase *phase)
{
    char unit;
    if (!read_with_unit(text, &phase->amount, &unit)) {
        return false;
    }
    phase->measure = unit == '\0'  ? PHASE_MINUTES
                     : unit == 'x' ? PHASE_PASSES
                                   : PHASE_LABELS;
    return unit == '\0' || phase_count_read(text, &phase->amount) ||
           (unit == 'x' && phase->kind == TRAIN_FIT);
}

static bool read_share(char *word, struct train_phase *phase)
{
    char unit;
    double share;
    char *number = strchr(word, '=');
    *number++ = '\0';
    if (!read_with_unit(number, &share, &unit) || unit != '\0' || share > 1.0) {
        return false;
    }
    if (strcmp(word, "sibling") == 0) {
        phase->sibling = share;
        return true;
    }
    return start_positions_share_set(&phase->start_positions, word, share);
}

static bool read_kind(const char *word,
                      const struct start_positions_shares *start_positions,
                      struct train_phase *phase)
{
    size_t kind = 0;
    while (kind < KINDS && (word == NULL || strcmp(word, kinds[kind].name) != 0)) {
        kind++;
    }
    if (kind == KINDS) {
        return false;
    }
    *phase = kinds[kind].usual;
    phase->sibling =
        phase->kind != TRAIN_FIT && kinds[kind].is_exact ? usual_sibling : 0;
    phase->start_positions = *start_positions;
    return true;
}

static bool read_phase(char *text, const struct start_positions_shares *start_positions,
                       struct train_phase *phase)
{
    char *rest = NULL;
    if (strstr(text, "::") != NULL ||
        !read_kind(strtok_r(text, ":", &rest), start_positions, phase)) {
        return false;
    }
    double keep = phase->keep;
    double *const fields[] = {NULL, &phase->rate_from, &phase->rate_to, &phase->lambda,
                              &keep};
    size_t f = 0;
    for (char *word = strtok_r(NULL, ":", &rest); word != NULL;
         word = strtok_r(NULL, ":", &rest)) {
        char unit = '\0';
        bool is_read = strchr(word, '=') != NULL ? read_share(word, phase)
                       : f == 0                  ? read_amount(word, phase)
                       : f < sizeof fields / sizeof fields[0]
                           ? read_with_unit(word, fields[f], &unit)
                           : false;
        if (!is_read || unit != '\0') {
            return false;
        }
        f += strchr(word, '=') == NULL && f < sizeof fields / sizeof fields[0];
    }
    phase->keep = keep < 1 ? 1 : keep > PRUNED_KEEP_MAX ? PRUNED_KEEP_MAX : (int)keep;
    return phase->rate_from > 0 && phase->rate_from <= 1.0 && phase->rate_to > 0 &&
           phase->rate_to <= 1.0 && phase->lambda <= 1.0 &&
           start_positions_shares_fit(&phase->start_positions);
}

int train_phases_read(const char *text,
                      const struct start_positions_shares *start_positions,
                      struct train_phase phases[TRAIN_PHASES_MAX], struct error *err)
{
    char copy[4096];
    if (snprintf(copy, sizeof copy, "%s", text) >= (int)sizeof copy) {
        error_set(err, "the list of phases is too long");
        return 0;
    }
    char *rest = NULL;
    int count = 0;
    for (char *word = strtok_r(copy, ",", &rest); word != NULL;
         word = strtok_r(NULL, ",", &rest)) {
        char shown[64];
        COPY_TEXT(shown, word);
        if (count == TRAIN_PHASES_MAX ||
            !read_phase(word, start_positions, &phases[count])) {
            error_set(err,
                      "\"%s\": expected small|td|exact|refit|fit:AMOUNT"
                      "[:RATE:RATE:LAMBDA:KEEP][:NAME=SHARE], rates, lambda and the "
                      "sum of shares at most 1, at most %d phases",
                      shown, TRAIN_PHASES_MAX);
            return 0;
        }
        count++;
    }
    if (count == 0) {
        error_set(err, "no phases given");
    }
    return count;
}
