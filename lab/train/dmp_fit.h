#pragma once
/*
 * Fits the weights of engine/eval/dmp.h to results of games played only to win, by least
 * squares within each class of positions.
 */

#include <stdint.h>

#include "engine/eval/dmp.h"
#include "engine/net/classes.h"

/* The sums of the fit; begins as zeros. */
struct dmp_fit {
    int64_t count;
    double squares; /* of what the net's chance to win is off by */
    double product[CLASSES_MAX][DMP_TERMS][DMP_TERMS]; /* of two terms */
    double moment[CLASSES_MAX][DMP_TERMS]; /* of a term and what the chance lacks */
};

/* Adds a position with contact, whose mover has just moved: its outputs by the net, and
 * the chance to win that games show. */
void dmp_fit_add(struct dmp_fit *fit, const struct position *after,
                 const struct outputs *outputs, float win);

/* Solves for the weights; returns the sum of squares that they leave. A class without
 * positions gets zeros. */
double dmp_fit_solve(const struct dmp_fit *fit, double weight[CLASSES_MAX][DMP_TERMS]);
