#pragma once
/*
 * Failed writes, reported without noise: a full disk fails three times a turn, its operator
 * wants one line an hour and one when it is over. Pure; one struct for each account.
 */

#include <stdbool.h>
#include <stdint.h>

enum storage {
    STORAGE_MATCH, /* the match file */
    STORAGE_SGF,
    STORAGE_DECISIONS,
    STORAGE_HISTORY,
    STORAGE_COUNT
};

enum {
    STORAGE_TOLD_MS = 3600 * 1000,
    STORAGE_CALM_MS =
        10 * 1000, /* a nearly full disk takes one write and not the next */
    STORAGE_TEXT_SIZE = 320
};

struct storage_faults {
    struct {
        bool is_failing;
        long failures;     /* since it began to fail */
        int64_t told_ms;   /* when that was last reported */
        int64_t failed_ms; /* the last failure */
    } of[STORAGE_COUNT];
};

/* Notes a failed write at `now_ms` of clock_ms(), for the reason `why`. Returns whether it
 * is to be reported, as `text`: the first of a row, then one an hour. */
bool storage_faults_failed(struct storage_faults *faults, enum storage what,
                           int64_t now_ms, const char *why,
                           char text[STORAGE_TEXT_SIZE]);

/* Notes a write that worked. Returns whether that is news, with `text`: once none has
 * failed for STORAGE_CALM_MS. */
bool storage_faults_worked(struct storage_faults *faults, enum storage what,
                           int64_t now_ms, char text[STORAGE_TEXT_SIZE]);
