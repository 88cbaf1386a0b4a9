#ifndef LAB_STUDY_STUDY_STATE_H
#define LAB_STUDY_STUDY_STATE_H
/*
 * A study of move filters that goes on another day: its figures as a text file.
 *
 *     fibsbot-filter-study 1 CONDITIONS
 *     figures CONTESTS GAMES PLAYS TIMED CUBES
 *     cube STOPPED ERRORS LOSS                        for each threshold
 *     filter LOSS SQUARES WORST DIFFERENT ABOVE ABOVE SECONDS EVALUATIONS GAMES...
 *     end
 *
 * CONDITIONS is one line without meaning here: a study goes on only under its own.
 */

#include <stdbool.h>

#include "base/error.h"
#include "lab/study/filter_study.h"

enum { STUDY_CONDITIONS_SIZE = 4096 };

/* Replaces the file at one blow. False with `err`. */
bool study_state_write(const char *path, const char *conditions,
                       const struct study_settings *settings,
                       const struct study_figures *figures, struct error *err);

/* False with `err`, `figures` are then worthless. A file that is not there is an error,
 * too. */
bool study_state_read(const char *path, const char *conditions,
                      const struct study_settings *settings,
                      struct study_figures *figures, struct error *err);

#endif
