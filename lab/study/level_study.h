#pragma once
/*
 * Measures the error rate of a strength: it plays itself, and a stronger search
 * analyses each of its decisions.
 *
 *   PR   500 x the mean equity lost per decision (the scale of eXtreme Gammon). Plays
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

/* Makes a study of `player`, analysed by `analyst`. `eng` must outlive it. Returns NULL
 * if memory is short. The caller frees it with level_study_free(). */
struct level_study *level_study_new(const struct engine *eng,
                                    const struct strength *player,
                                    const struct strength *analyst);
void level_study_free(struct level_study *study); /* may be NULL */

/* Plays match `number` of `seed`, in turn a money game or a match to 5 points, and adds
 * its figures. */
void level_study_match(struct level_study *study, uint64_t seed, int64_t number,
                       struct level_figures *figures);

/* Adds `part`, such as the figures of a match. */
void level_figures_add(struct level_figures *figures, const struct level_figures *part);

/* Write and read a line of a file (line_file.h) that keeps all bits; it is written with
 * its end and read without. Return false if it is malformed or could not be written. */
bool level_figures_write(FILE *file, const struct level_figures *figures);
bool level_figures_read(const char *line, struct level_figures *figures);

struct level_rating {
    double rating; /* PR */
    double error;  /* its standard error */
};
struct level_rating level_rating(const struct level_figures *figures);
