#include "arena/schedule/matching_internal.h"

#include <string.h>

#include "engine/board/rng.h"

/* Numbers are those from 0 to a prime, of which products are quickly reduced. */
static const uint64_t prime = (UINT64_C(1) << 61) - 1;

static uint64_t product(uint64_t a, uint64_t b)
{
    const unsigned __int128 whole = (unsigned __int128)a * b;
    const uint64_t sum = (uint64_t)(whole & prime) + (uint64_t)(whole >> 61);
    return sum >= prime ? sum - prime : sum;
}

/* One row a vertex, of `n` numbers. */
typedef uint64_t matrix[MATCHING_MAX][MATCHING_MAX];

/* Tutte's matrix of the vertices in the set, with numbers by chance for its unknowns.
 * Returns how many vertices these are. */
static int make_matrix(const struct matching_graph *graph, uint64_t set, matrix m)
{
    int vertex[MATCHING_MAX], n = 0;
    struct rng rng;
    rng_seed(&rng, 1, 0);
    for (int i = 0; i < MATCHING_MAX; i++) {
        if ((set >> i & 1) != 0) {
            vertex[n++] = i;
        }
    }
    for (int i = 0; i < n; i++) {
        m[i][i] = 0;
        for (int j = i + 1; j < n; j++) {
            const bool is_edge = (graph->edges[vertex[i]] >> vertex[j] & 1) != 0;
            m[i][j] = is_edge ? 1 + rng_next(&rng) % (prime - 1) : 0;
            m[j][i] = is_edge ? prime - m[i][j] : 0;
        }
    }
    return n;
}

/* Whether the determinant is not 0, by elimination without division. */
static bool is_regular(matrix m, int n)
{
    for (int k = 0; k < n; k++) {
        int pivot = k;
        while (pivot < n && m[pivot][k] == 0) {
            pivot++;
        }
        if (pivot == n) {
            return false;
        }
        uint64_t row[MATCHING_MAX];
        memcpy(row, m[pivot], sizeof row);
        memcpy(m[pivot], m[k], sizeof row);
        for (int i = k + 1; i < n; i++) {
            const uint64_t factor = prime - m[i][k];
            for (int j = k + 1; factor < prime && j < n; j++) {
                const uint64_t sum = product(row[k], m[i][j]) + product(factor, row[j]);
                m[i][j] = sum >= prime ? sum - prime : sum;
            }
        }
    }
    return true;
}

bool matching_exists(const struct matching_graph *graph, uint64_t set)
{
    matrix m;
    const int n = make_matrix(graph, set, m);
    return is_regular(m, n);
}
