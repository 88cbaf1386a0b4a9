#pragma once
/*
 * Draws the decisions of a set from games that the engine plays against itself at 0-ply,
 * some of which begin in odd positions; players with noise if the set's recipe has any.
 *
 * A game gives each class one decision at most, drawn from all of the class in it. No
 * position comes twice. The classes take turns by their shares, so that any first part
 * of a set is a fair sample of it, and a set of more decisions with the same seed begins
 * with the decisions of the smaller one. Threads change nothing.
 */

#include <stdatomic.h>

#include "base/error.h"
#include "lab/sets/set_class.h"

enum { SET_COUNT_MAX = 100000, SET_THREADS_MAX = 64 };

struct set_draw {
    const struct engine *eng;
    enum set_kind kind;
    int count; /* 1..SET_COUNT_MAX */
    uint64_t seed;
    int threads;             /* 1..SET_THREADS_MAX */
    const atomic_bool *stop; /* ends it when it becomes true; may be NULL */
    /* Gets the decisions one after the other, with the name of the class. Returns false
     * to end it. Plays have a roll; of back games and cubes, mine is to roll. */
    bool (*take)(void *context, const struct decision_context *at, const char *class);
    void *context;
};

enum set_end { SET_DONE, SET_STOPPED, SET_FAILED };

/* SET_STOPPED: by `stop` or `take`. SET_FAILED with `err`: memory is short. */
enum set_end set_draw(const struct set_draw *draw, struct error *err);
