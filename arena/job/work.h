#ifndef ARENA_JOB_WORK_H
#define ARENA_JOB_WORK_H
/*
 * Work that fills a dataset for minutes or hours: its limits, and how it tells of
 * itself.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct work_report {
    int64_t done;   /* samples in the dataset, those of earlier runs counted */
    int64_t wanted; /* when it is whole */
    int64_t games;  /* self-play: games so far; else 0 */
    double minutes; /* of this run */
    double minutes_left;
    double per_second; /* samples, of late */
};

struct work_limits {
    int threads;             /* 1.. */
    double minutes;          /* stop after so long; 0: no limit */
    const atomic_bool *stop; /* stop when it becomes true; or NULL */
    void (*report)(void *context,
                   const struct work_report *report); /* ~10 s; or NULL */
    void *context;
};

struct work_clock {
    double begun; /* seconds */
    double reported;
    int64_t done_reported;
    bool has_worked;
};

/* Seconds since some moment before the program began. */
double work_now(void);

void work_begin(struct work_clock *clock, int64_t done);

/* To be asked before each step: reports when it is time for it; false when a limit is
 * reached, that of minutes after one step at the earliest. */
bool work_goes_on(struct work_clock *clock, const struct work_limits *limits,
                  int64_t done, int64_t wanted, int64_t games);

/* The last report. */
void work_end(struct work_clock *clock, const struct work_limits *limits, int64_t done,
              int64_t wanted, int64_t games);

#endif
