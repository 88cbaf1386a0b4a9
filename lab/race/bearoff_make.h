#pragma once
/*
 * Makes the bearoff databases that bearoff.h reads (layout: bearoff_format.h), from the
 * rules alone. Each takes a second or two.
 *
 * A file is written under another name and renamed when it is complete, so that stopped
 * work leaves the old file or none.
 */

#include <stdbool.h>

#include "base/error.h"
#include "lab/race/race_job.h"

/* Makes a one-sided database of at most `checkers` (1..15) checkers. Returns false with
 * `err` if it cannot be written or was stopped (the text then ends with "stopped"). */
bool bearoff_make_one_sided(const char *path, int checkers, const struct race_job *job,
                            struct error *err);

/* Makes a two-sided database of at most `checkers` (1..8) checkers of each side. Memory
 * and file grow with the square of the arrangements (6: 14 MB, 8: 144 MB). Fails as
 * above. */
bool bearoff_make_two_sided(const char *path, int checkers, const struct race_job *job,
                            struct error *err);
