#ifndef CMD_BENCH_LEARNER_H
#define CMD_BENCH_LEARNER_H
/* `fibsbot bench --learner`: how fast `lab train` learns. */

#include <stdbool.h>

enum { BENCH_LEARNER_THREADS_MAX = 64 };

/* Steps of a big net on made-up samples, alone and, with more threads than one, by all
 * of them in turn; prints the medians of five passes. False without memory. */
bool bench_learner(int threads);

#endif
