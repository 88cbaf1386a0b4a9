#ifndef LAB_STUDY_STUDY_STATE_H
#define LAB_STUDY_STUDY_STATE_H
/*
 * The state of a filter study as a text file, so that it can be continued later.
 *
 *     fibsbot-filter-study 2 CONDITIONS
 *     figures MATCHES GAMES PLAYS EVALUATED TIMED CUBES
 *     cube STOPPED ERRORS LOSS                        for each threshold
 *     filter LOSS SQUARES WORST DIFFERENT ABOVE ABOVE SECONDS EVALUATIONS GAMES...
 *     end
 *
 * CONDITIONS is any single line: a study continues only with the same one.
 */

#include <stdbool.h>

#include "base/error.h"
#include "lab/study/filter_study.h"

enum { STUDY_CONDITIONS_SIZE = 4096 };

/* Replaces the file atomically. Returns false with `err` on failure. */
bool study_state_write(const char *path, const char *conditions,
                       const struct study_settings *settings,
                       const struct study_figures *figures, struct error *err);

/* Reads the file. Returns false with `err` on failure, also if the file does not exist;
 * `figures` are then undefined. */
bool study_state_read(const char *path, const char *conditions,
                      const struct study_settings *settings,
                      struct study_figures *figures, struct error *err);

#endif
