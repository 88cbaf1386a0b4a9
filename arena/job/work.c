#include "arena/job/work.h"

#include <time.h>

static const double report_seconds = 10.0;

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    (void)clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double work_now(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double work_thread_seconds(void)
{
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

void work_begin(struct work_clock *clock, const struct work_limits *limits,
                int64_t done, int64_t wanted)
{
    double now = work_now();
    *clock = (struct work_clock){.limits = limits,
                                 .wanted = wanted,
                                 .begun = now,
                                 .reported = now,
                                 .done_begun = done,
                                 .done_reported = done};
}

static void report_work(struct work_clock *clock, int64_t done, int64_t games)
{
    double now = work_now();
    double seconds = now - clock->reported;
    double per_second =
        seconds > 0 ? (double)(done - clock->done_reported) / seconds : 0;
    const double here = now - clock->begun;
    double left = clock->wanted > done ? (double)(clock->wanted - done) : 0;
    const struct work_report figures = {
        .done = done,
        .wanted = clock->wanted,
        .games = games,
        .minutes = here / 60.0,
        .minutes_left = per_second > 0 ? left / per_second / 60.0
                        : left > 0     ? -1
                                       : 0,
        .per_second = per_second,
        .per_second_of_run = here > 0 ? (double)(done - clock->done_begun) / here : 0,
    };
    if (clock->limits->report != NULL) {
        clock->limits->report(clock->limits->context, &figures);
    }
    clock->reported = now;
    clock->done_reported = done;
    clock->has_reported = true;
}

bool work_goes_on(struct work_clock *clock, int64_t done, int64_t games)
{
    const struct work_limits *limits = clock->limits;
    double now = work_now();
    if (now - clock->reported >= report_seconds) {
        report_work(clock, done, games);
    }
    bool is_late = clock->has_worked && limits->minutes > 0 &&
                   now - clock->begun >= limits->minutes * 60.0;
    clock->has_worked = true;
    return !is_late && done < clock->wanted &&
           (limits->stop == NULL || !atomic_load(limits->stop));
}

void work_end(struct work_clock *clock, int64_t done, int64_t games)
{
    if (done > clock->done_reported || !clock->has_reported) {
        report_work(clock, done, games);
    }
}
