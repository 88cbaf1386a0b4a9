#ifndef ENGINE_SEARCH_STRENGTH_H
#define ENGINE_SEARCH_STRENGTH_H
/* How strongly the engine is to think about one decision. */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/search/filter.h"

struct search_threads;
struct roller;

/* A bound on the thinking time of one decision, by the caller's clock: the engine has
 * none. Plays judged by then are kept, the first look is always made. */
struct time_limit {
    int limit_ms; /* 0: no bound */
    int64_t (*now_ms)(
        void *context); /* may be called from the threads of search threads */
    void *context;
};

/* Replies inside the tree: the small net ranks those to a roll, the best `kept` within
 * `window` of its favourite's equity get the big net's value. */
enum { CANDIDATES_KEPT_MAX = 16 };
struct reply_rule {
    int kept; /* 1..CANDIDATES_KEPT_MAX */
    float window;
};

/* How strongly to think; plain data, set by the caller for each call and free to be
 * copied. */
struct strength {
    int play_ply; /* checker plays: 0..PLY_MAX */
    int cube_ply; /* cube actions: 0, 2 or 4 */
    struct move_filter filter;
    struct reply_rule candidates;      /* at a node that is searched further */
    struct reply_rule leaf_candidates; /* where the big net's value is the leaf */
    float efficiency_centred; /* cube efficiency in contact; < 0: cube_efficiency() */
    float efficiency_owned;
    bool is_small;    /* the small net values contact, too: weak levels */
    float noise;      /* deviation of equity added to each play; 0: none. A play chosen
                         at 0-ply loses twice that at most, as the net sees it */
    float cube_noise; /* the same of the difference between cube actions */
    uint64_t noise_seed;         /* same seed and position: same noise */
    const struct roller *roller; /* truncated rollouts after the search, see roller.h,
                                    which sets the plies; NULL: none */
    struct time_limit time;
    struct search_threads *
        search_threads; /* threads to think with, see search threads.h; NULL: the caller's alone */
    const atomic_bool *stop; /* when it becomes true, return soon with what there is;
                                may be NULL */
};

/* The default: 2-ply plays and cube, default filter, no noise. */
struct strength strength_default(void);

#define STRENGTH_DEVIATES 2.0F /* deviations, at most */

/* A number that depends on seed and position hash alone: normally distributed, but cut
 * off at two standard deviations, so that no choice is absurd. */
float strength_deviate(uint64_t seed, uint64_t hash);

#endif
