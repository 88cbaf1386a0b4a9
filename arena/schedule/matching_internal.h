#ifndef ARENA_SCHEDULE_MATCHING_INTERNAL_H
#define ARENA_SCHEDULE_MATCHING_INTERNAL_H
/* Perfect matchings in small graphs, by the algorithm of J. Edmonds ("Paths, trees, and
 * flowers", 1965). */

#include <stdbool.h>
#include <stdint.h>

enum { MATCHING_MAX = 64 };

/* Bit j of edges[i]: i and j may be paired; symmetrical. */
struct matching_graph {
    uint64_t edges[MATCHING_MAX];
};

/* Whether the vertices of a set (a bit each) can all be paired with each other. */
bool matching_exists(const struct matching_graph *graph, uint64_t set);

#endif
