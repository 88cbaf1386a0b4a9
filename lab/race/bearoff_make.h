#ifndef LAB_RACE_BEAROFF_MAKE_H
#define LAB_RACE_BEAROFF_MAKE_H
/*
 * Makes the bearoff databases that bearoff.h reads (layout: bearoff_format.h), from the
 * rules alone. Both take about a second or two.
 *
 * A file is written under another name beside its place and renamed when it is whole:
 * whoever stops the work on the way leaves the old file or none.
 */

#include <stdbool.h>

#include "base/error.h"

struct bearoff_job {
    /* Called now and then with the part done, 0..1; false stops the work. May be NULL.
     */
    bool (*progress)(void *context, double done);
    void *context;
};

/* checkers: the most of a side, 1..15. False with `err` filled: cannot be written, or
 * stopped ("stopped" ends the text). */
bool bearoff_make_one_sided(const char *path, int checkers,
                            const struct bearoff_job *job, struct error *err);

/* checkers: the most of each side, 1..8; memory and file grow with the square of the
 * arrangements (6: 14 MB, 8: 144 MB). */
bool bearoff_make_two_sided(const char *path, int checkers,
                            const struct bearoff_job *job, struct error *err);

#endif
