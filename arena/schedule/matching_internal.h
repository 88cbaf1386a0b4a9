#pragma once
/* Perfect matchings in small graphs. There is one if and only if the determinant of the
 * graph's matrix of unknowns is not 0 (W. T. Tutte, "The factorization of linear graphs",
 * 1947). With numbers by chance for the unknowns a determinant that is not 0 comes out as 0
 * with a chance of 64 / 2^61 at most (L. Lovasz, 1979). The numbers are always the same. */

#include <stdbool.h>
#include <stdint.h>

enum { MATCHING_MAX = 64 };

/* Bit j of edges[i]: i and j may be paired; symmetrical. */
struct matching_graph {
    uint64_t edges[MATCHING_MAX];
};

/* Whether the vertices of a set (a bit each) can all be paired with each other. */
bool matching_exists(const struct matching_graph *graph, uint64_t set);
