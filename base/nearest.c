#include "base/nearest.h"

#include <string.h>
#include <strings.h>

enum { COMPARED_MAX = 32 }; /* longer than every name that is offered */

static int smallest(int a, int b, int c)
{
    int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* Levenshtein distance without regard to case. */
static int edit_distance(const char *a, const char *b)
{
    size_t length_a = strlen(a), length_b = strlen(b);
    if (length_a >= COMPARED_MAX || length_b >= COMPARED_MAX) {
        return COMPARED_MAX;
    }
    int row[COMPARED_MAX];
    for (size_t j = 0; j <= length_b; j++) {
        row[j] = (int)j;
    }
    for (size_t i = 1; i <= length_a; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= length_b; j++) {
            int is_other = strncasecmp(&a[i - 1], &b[j - 1], 1) != 0;
            int cost = smallest(row[j] + 1, row[j - 1] + 1, diagonal + is_other);
            diagonal = row[j];
            row[j] = cost;
        }
    }
    return row[length_b];
}

struct nearest nearest_to(const char *wanted)
{
    return (struct nearest){.wanted = wanted, .distance = COMPARED_MAX};
}

void nearest_offer(struct nearest *nearest, const char *known)
{
    int third = (int)strlen(nearest->wanted) / 3;
    int limit = third > 2 ? third : 2;
    int distance = edit_distance(nearest->wanted, known);
    if (distance <= limit && distance < nearest->distance &&
        distance < (int)strlen(known)) {
        nearest->name = known;
        nearest->distance = distance;
    }
}
