#ifndef ENGINE_FILTER_H
#define ENGINE_FILTER_H
/*
 * Move filters: which plays of a decision are worth a deeper look.
 *
 * All plays are judged at 0-ply and sorted. Before the evaluation at n + 1 plies, level
 * n of the filter row for this decision's ply says how many of the plays judged at
 * n-ply go on; a level that prunes nothing (accept < 0) is passed over without an
 * evaluation at its ply. Once a single play is left nothing more is evaluated.
 *
 * The presets (filter_find()) are GNU Backgammon's of several years and
 * eXtreme Gammon's search intervals, shifted to our plies (XG counts one more): a row
 * "up to N plays within E of the best" is accept 0, extra N, threshold E.
 */

#include <stdbool.h>

#include "error.h"

/* One level of a move filter (GNU Backgammon's three numbers). Of the plays ranked so
 * far the best `accept` always go on to the deeper evaluation, and of the next ones at
 * most `extra` whose equity is within `threshold` of the best. accept < 0: this level
 * prunes nothing and is passed over without an evaluation of its own. */
struct filter_level {
    int accept;
    int extra;
    float threshold;
};

enum { PLY_MAX = 4 };

/* level[n] decides which plays go from n-ply on to deeper judgement in a decision
 * of ply plies; the columns beyond ply - 1 are empty. */
struct move_filter {
    const char *name;
    struct filter_level level[PLY_MAX]
                             [PLY_MAX]; /* [ply of the decision - 1][sub-ply] */
    bool by_small_net; /* the small net makes the first ranking of a deeper search */
};

/* A built-in filter by name ("gnubg-normal", "gnubg108-normal", "xg-normal", ...), NULL
 * if there is none. filter_name(i) walks them, NULL at the end. */
const struct move_filter *filter_find(const char *name);
const char *filter_name(int i);

/* The same from text, into `filter`: a name, or "base-filter:N" or
 * "base-filter:N:CUTOFF" (M. Higgins' scheme: the small net ranks, at most N plays
 * within CUTOFF of its best are searched). False with `err`. */
bool filter_read(const char *text, struct move_filter *filter,
                 struct engine_error *err);

struct filter_entry;

/* How many of `count` plays, sorted best first, `level` keeps: 1..count (0 if count is
 * 0). */
int filter_keep(const struct filter_level *level, const struct filter_entry *entries,
                int count);

/* The next ply at which the plays of a decision are judged after `ply`: past levels
 * that prune nothing, `decision_ply` at most. Its filter level is the one of `ply`. */
int filter_next_ply(const struct move_filter *filter, int decision_ply, int ply);

/* The filter level that follows the judgement at `ply` in a decision of `decision_ply`
 * plies (1..PLY_MAX). */
const struct filter_level *filter_level_at(const struct move_filter *filter,
                                           int decision_ply, int ply);

/* A play on its way through a filter. */
struct filter_entry {
    int play; /* the caller's number of it, 0.. */
    int ply;  /* how deep it was judged */
    float equity;
    float judged; /* out of the judge: the equity at the new ply */
};

/* Judges `count` entries at `ply`, putting the equity in `judged`. False when it was
 * stopped; the entries then keep what they had. */
typedef bool filter_judge(void *context, int ply, struct filter_entry *entries,
                          int count);

/* Takes plays 0..count-1 of a decision of `decision_ply` plies through `filter`. The
 * entries end up ranked: plays judged deeper first, then by equity, equals in the order
 * of their numbers. */
void filter_run(const struct move_filter *filter, int decision_ply,
                struct filter_entry *entries, int count, filter_judge *judge,
                void *context);

/* The filter of strength_default(). */
extern const char *const filter_default_name;

#endif
