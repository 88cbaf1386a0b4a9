#include "bot/service/storage_faults.h"

#include <stdio.h>

static const char *const names[STORAGE_COUNT] = {
    [STORAGE_MATCH] = "match file",
    [STORAGE_SGF] = "SGF file",
    [STORAGE_DECISIONS] = "decisions",
    [STORAGE_HISTORY] = "history",
};

bool storage_faults_failed(struct storage_faults *faults, enum storage what,
                           int64_t now_ms, const char *why,
                           char text[STORAGE_TEXT_SIZE])
{
    bool is_first = !faults->of[what].is_failing;
    if (is_first) {
        faults->of[what].is_failing = true;
        faults->of[what].failures = 0;
    }
    faults->of[what].failures++;
    faults->of[what].failed_ms = now_ms;
    if (!is_first && now_ms - faults->of[what].told_ms < STORAGE_TOLD_MS) {
        return false;
    }
    faults->of[what].told_ms = now_ms;
    if (is_first) {
        (void)snprintf(text, STORAGE_TEXT_SIZE,
                       "%s: not written, to be tried again: %.240s", names[what], why);
    } else {
        (void)snprintf(text, STORAGE_TEXT_SIZE,
                       "%s: still not written after %ld attempts: %.240s", names[what],
                       faults->of[what].failures, why);
    }
    return true;
}

bool storage_faults_worked(struct storage_faults *faults, enum storage what,
                           int64_t now_ms, char text[STORAGE_TEXT_SIZE])
{
    if (!faults->of[what].is_failing ||
        now_ms - faults->of[what].failed_ms < STORAGE_CALM_MS) {
        return false;
    }
    faults->of[what].is_failing = false;
    (void)snprintf(text, STORAGE_TEXT_SIZE, "%s: written again, after %ld failure%s",
                   names[what], faults->of[what].failures,
                   faults->of[what].failures == 1 ? "" : "s");
    return true;
}
