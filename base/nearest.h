#pragma once
/*
 * The name that a misspelt one was meant to be, for "did you mean ...?".
 *
 *     struct nearest nearest = nearest_to("plys");
 *     for (each known name) {
 *         nearest_offer(&nearest, name);
 *     }
 *     if (nearest.name != NULL) ...
 */

struct nearest {
    const char *wanted; /* as it was typed */
    const char *name;   /* the nearest known name so far; NULL: none is near */
    int distance;       /* letters in which they differ */
};

struct nearest nearest_to(const char *wanted);

/* Takes `known` if it is nearer than those before it. Near is at most every third letter
 * wrong, but two are always forgiven; case does not count. `known` is kept, not copied. */
void nearest_offer(struct nearest *nearest, const char *known);
