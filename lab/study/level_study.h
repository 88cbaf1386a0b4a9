#ifndef LAB_STUDY_LEVEL_STUDY_H
#define LAB_STUDY_LEVEL_STUDY_H
/*
 * How well a strength plays: it plays itself, and a stronger search judges each of its
 * decisions.
 *
 *   PR   500 x the mean equity lost by a decision (the scale of eXtreme Gammon). Plays
 *        count when there are two or more, cube actions when they are not far from the
 *        other action (.2) or wrong.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "engine/engine.h"

/* Sums; start with zeros. */
struct level_figures {
    int64_t games;
    int64_t plays;
    int64_t cubes;
    double play_loss;
    double cube_loss;
    double squares; /* of the losses of all decisions */
    double worst;   /* the largest loss of a play */
};

struct level_study;

/* NULL: no memory. `eng` must outlive it. */
struct level_study *level_study_new(const struct engine *eng,
                                    const struct strength *player,
                                    const struct strength *judge);
void level_study_free(struct level_study *study); /* NULL is fine */

/* Plays match `number` of `seed`: a money game or a match to 5 points in turn, whose
 * figures are added. */
void level_study_match(struct level_study *study, uint64_t seed, int64_t number,
                       struct level_figures *figures);

/* Adds `part`, such as a match's. */
void level_figures_add(struct level_figures *figures, const struct level_figures *part);

/* A line for a file (line_file.h), with its end, that comes back to the bit; false when
 * it is none, or could not be written. */
bool level_figures_write(FILE *file, const struct level_figures *figures);
bool level_figures_read(const char *line, struct level_figures *figures);

struct level_rating {
    double rating; /* PR */
    double error;  /* its standard error */
};
struct level_rating level_rating(const struct level_figures *figures);

#endif
