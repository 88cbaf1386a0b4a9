#pragma once
/*
 * Limits and progress reports of work that fills a dataset for minutes or hours.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct work_report {
    int64_t done;   /* samples in the dataset, including earlier runs */
    int64_t wanted; /* samples of the complete dataset */
    int64_t games;  /* self-play: games so far; else 0 */
    double minutes; /* of this run */
    double minutes_left;
    double per_second;        /* samples, recently */
    double per_second_of_run; /* of all of it so far */
};

struct work_limits {
    int threads;             /* 1.. */
    double minutes;          /* time limit; 0: none */
    const atomic_bool *stop; /* stop when it becomes true; or NULL */
    void (*report)(void *context,
                   const struct work_report *report); /* ~10 s; or NULL */
    void *context;
};

struct work_clock {
    const struct work_limits *limits;
    int64_t wanted;
    double begun; /* seconds */
    double reported;
    int64_t done_begun, done_reported;
    bool has_worked, has_reported;
};

/* Returns the seconds since some moment before the program began. */
double work_now(void);

/* Returns the seconds that this thread has spent on a processor. */
double work_thread_seconds(void);

/* Begins work of which `done` samples of `wanted` are done. The caller keeps `limits`. */
void work_begin(struct work_clock *clock, const struct work_limits *limits,
                int64_t done, int64_t wanted);

/* Call it before each step. Reports progress when a report is due. Returns false when
 * all is done or a limit is reached; the time limit allows at least one step. */
bool work_goes_on(struct work_clock *clock, int64_t done, int64_t games);

/* Makes the last report, also of work that was done before it began. */
void work_end(struct work_clock *clock, int64_t done, int64_t games);
