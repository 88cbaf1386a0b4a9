#ifndef ARENA_RATING_DISTRIBUTION_H
#define ARENA_RATING_DISTRIBUTION_H
/*
 * Distributions of statistics with a whole number of degrees of freedom, as finite sums
 * (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.4.4, 26.4.5, 26.7.3 and
 * 26.7.4).
 */

/* The chance that chi-square with `freedom` >= 1 degrees of freedom is above x >= 0. */
double distribution_chi_square_above(double x, int freedom);

/* The chance that Student's t with `freedom` >= 1 degrees of freedom is below t. */
double distribution_student_below(double t, int freedom);

/* The t that |t| exceeds with a chance of 5 %: half the width of a 95 % interval in
 * standard errors. */
double distribution_student_95(int freedom);

#endif
