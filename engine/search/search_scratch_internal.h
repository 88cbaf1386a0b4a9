#pragma once
/* The memory of one thread that searches, for the files of engine/search. */

#include "engine/search/search.h"

enum { SEARCH_LEGAL_MAX = 2 * PLAY_LIST_MAX, SEARCH_ROOTS_MAX = 16 };

/* The search for one decision. Threads and search_cube() search with changed copies. */
struct search {
    const struct evaluator *ev;
    const struct bearoff *bearoff; /* for exact money endings; may be NULL */
    const struct strength *strength;
    struct search_scratch *scratch;
    struct cube_model model;
    struct cube_weights weights[2]; /* by side, for ranking */
    int plies;   /* depth of the values being computed, for cube_efficiencies_at() */
    float noise; /* standard deviation of the noise of plays; 0 if a play leads to a
                  * known ending */
    int64_t deadline_ms; /* by the clock in `strength`; INT64_MAX: none */
    bool is_stopped;
};

/* The legal plays of a node, for all rolls together. */
struct search_legal {
    struct position after[SEARCH_LEGAL_MAX];
    struct outputs outputs[SEARCH_LEGAL_MAX]; /* of the pruning net */
    float score[SEARCH_LEGAL_MAX]; /* by the weights of the side that plays */
    int count;
};

/* The play chosen for each roll of a node. */
struct search_choices {
    struct position after[ROLLS];
    struct outputs outputs[ROLLS]; /* of the main net, for the side that played */
};

/* The candidates that the main net evaluates. */
struct search_candidates {
    struct position after[ROLLS * SEARCH_CANDIDATES_MAX];
    struct outputs outputs[ROLLS * SEARCH_CANDIDATES_MAX];
    int count;
};

/* A root of search_roots.c, with its values by roll. */
struct search_root {
    struct search_choices choices;
    struct search_value unsearched[ROLLS]; /* in a contest */
    struct search_value searched[ROLLS];
};

struct search_scratch {
    struct search search;    /* the one that has begun last */
    struct rollout *rollout; /* of a roller (roller.h); owned by engine.c */
    struct eval_scratch *eval;
    struct cache *cache;
    struct play_list list;
    struct search_legal legal;
    struct search_candidates candidates;
    struct search_choices choices[SEARCH_PLY_MAX + 1]; /* by plies left */
    uint64_t keys[PLAY_LIST_MAX];          /* of the cache, for search_net() */
    struct position missed[PLAY_LIST_MAX]; /* positions not in the cache, and their
                                        * indices */
    struct outputs missed_outputs[PLAY_LIST_MAX];
    uint64_t missed_keys[PLAY_LIST_MAX];
    int missed_as
        [PLAY_LIST_MAX]; /* of each position: its index among the missed, or -1 */
    struct ranked_play plays[2][PLAY_LIST_MAX];
    struct ranked_play *ranked; /* one of `plays`; the other is used for sorting */
    struct filter_entry entries[PLAY_LIST_MAX];
    struct search_root roots[SEARCH_ROOTS_MAX];
    const struct position *afters[PLAY_LIST_MAX]; /* arguments of search_afters() */
    struct search_value values[PLAY_LIST_MAX];
};
