#include "lab/study/evaluation.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena/job/line_file.h"

enum { EVALUATOR_DIGITS = 16, OUTPUTS = 5 };

static const double slack = 0.01; /* sums of rounded chances may be slightly off */

static bool read_evaluator(const char **at, uint64_t *evaluator)
{
    static const char digits[] = "0123456789abcdef";
    bool is_good =
        strspn(*at, digits) == EVALUATOR_DIGITS && (*at)[EVALUATOR_DIGITS] == ' ';
    *evaluator = is_good ? strtoull(*at, NULL, 16) : 0;
    *at += is_good ? EVALUATOR_DIGITS + 1 : 0;
    return is_good;
}

static bool read_value(const char **at, struct outputs *value)
{
    float *const part[OUTPUTS] = {&value->win, &value->win_gammon,
                                  &value->win_backgammon, &value->lose_gammon,
                                  &value->lose_backgammon};
    for (int i = 0; i < OUTPUTS; i++) {
        double number;
        if (!line_file_number(at, &number) ||
            !(number > -slack && number < 1.0 + slack)) {
            return false;
        }
        *part[i] = (float)number;
    }
    return true;
}

bool evaluation_record_read(const char *line, struct evaluation_record *record)
{
    const char *at = line;
    int64_t number;
    int64_t chosen;
    int64_t count;
    if (!read_evaluator(&at, &record->evaluator) ||
        !line_file_integer(&at, EVALUATION_DECISIONS_MAX - 1, &number) ||
        !line_file_number(&at, &record->seconds) ||
        !line_file_integer(&at, ROLLOUT_CANDIDATES_MAX - 1, &chosen) ||
        !line_file_integer(&at, ROLLOUT_CANDIDATES_MAX, &count) || chosen >= count) {
        return false;
    }
    record->number = (int)number;
    record->chosen = (int)chosen;
    record->count = (int)count;
    for (int i = 0; i < record->count; i++) {
        if (!read_value(&at, &record->value[i])) {
            return false;
        }
    }
    return strcmp(at, ".") == 0;
}

bool evaluation_record_write(FILE *file, const struct evaluation_record *record)
{
    bool is_good =
        fprintf(file, "%016" PRIx64 " %d %.6g %d %d ", record->evaluator,
                record->number, record->seconds, record->chosen, record->count) > 0;
    for (int i = 0; i < record->count && is_good; i++) {
        const struct outputs *v = &record->value[i];
        is_good = fprintf(file, "%.9g %.9g %.9g %.9g %.9g ", (double)v->win,
                          (double)v->win_gammon, (double)v->win_backgammon,
                          (double)v->lose_gammon, (double)v->lose_backgammon) > 0;
    }
    return is_good && fputs(".\n", file) >= 0 && fflush(file) == 0;
}
