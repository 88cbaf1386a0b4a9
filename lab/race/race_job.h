#pragma once
/* Work of seconds or minutes that shows its progress and can be stopped. */

#include <stdbool.h>
#include <stddef.h>

struct race_job {
    /* Called from time to time with the share done, 0..1; returns false to stop. May be
     * NULL. */
    bool (*progress)(void *context, double done);
    void *context;
};

/* Reports the progress. `job` may be NULL. Returns false to stop. */
static inline bool race_job_goes_on(const struct race_job *job, double done)
{
    return job == NULL || job->progress == NULL || job->progress(job->context, done);
}
