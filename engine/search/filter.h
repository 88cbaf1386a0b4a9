#ifndef ENGINE_SEARCH_FILTER_H
#define ENGINE_SEARCH_FILTER_H
/*
 * Move filters: which plays of a decision are worth a deeper look.
 *
 * All plays are judged at 0-ply and sorted. Before the evaluation at n + 1 plies, level
 * n of the filter row for this decision's ply says how many of the plays judged at
 * n-ply go on; a level that prunes nothing (accept < 0) is passed over without an
 * evaluation at its ply. Once a single play is left nothing more is evaluated.
 *
 * A decision of 0 plies may have a level, too: then the small net judges all plays
 * first, and the big net those that are left, be it one.
 *
 * The presets (filter_find()) are GNU Backgammon's of several years and eXtreme
 * Gammon's search intervals, shifted to our plies (XG counts one more): a row "up to N
 * plays within E of the best" is accept 0, extra N, threshold E.
 */

#include <stdbool.h>

#include "base/error.h"

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

/* The "ply" of a ranking by the small net, before that of 0-ply by the big one. */
enum { PLY_SMALL_NET = -1 };

/* level[n] decides which plays go from n-ply on to deeper judgement in a decision
 * of ply plies; the columns beyond ply - 1 are empty. Plain data, to be copied. */
struct move_filter {
    const char *name;
    /* [ply of the decision - 1][sub-ply] */
    struct filter_level level[PLY_MAX][PLY_MAX];
    /* In 0-ply decisions: which plays of the small net's ranking the big net values;
     * accept < 0: all, and the small net is not asked. */
    struct filter_level nets;
    bool by_small_net; /* the small net makes the first ranking of a deeper search */
    /* A cube action is clear, and not searched, when no double is better than a double
     * by more than this at 0-ply; 0: never. */
    float cube_threshold;
    int accepted; /* as filter_accept() was told; 0: it was not asked */
};

/* A built-in filter by name ("gnubg-normal", "gnubg108-normal", "xg-normal", ...), NULL
 * if there is none. filter_name(i) walks them, NULL at the end. */
const struct move_filter *filter_find(const char *name);
const char *filter_name(int i);

/* Whether both keep the same plays of every decision, whatever they are called. */
bool filter_equal(const struct move_filter *a, const struct move_filter *b);

/* A filter from text, into `filter`:
 *
 *   gnubg-normal          a name
 *   base-filter:N[:E]     M. Higgins' scheme: the small net ranks, at most N plays
 *                         within E of its best are searched (at 0-ply: go to the
 *                         big net)
 *   8/.16, 4/.08          an own one for decisions of as many plies as it has levels:
 *                         see filter_read_row(); other plies are the default's
 *
 * False with `err`. */
bool filter_read(const char *text, struct move_filter *filter, struct error *err);

/* The ply of the decisions that an own filter in `text` is for; 0 if it is a name or no
 * filter at all. */
int filter_own_ply(const char *text);

/* Replaces the row of `filter` for decisions of `ply` plies (0..PLY_MAX) by `text`: a
 * level for each sub-ply 0, 1, ... (for 0-ply one, from the small net to the big one),
 * between commas, each
 *
 *   EXTRA/E          at most EXTRA plays, within E of the best ("8/.16")
 *   ACCEPT+EXTRA/E   the best ACCEPT always, EXTRA more within E ("4+3/.07")
 *   skip             prunes nothing
 *
 * False with `err`, `filter` is as it was. */
bool filter_read_row(const char *text, int ply, struct move_filter *filter,
                     struct error *err);

/* The row in the words of filter_read_row(). */
enum { FILTER_ROW_SIZE = 128 };
void filter_write_row(const struct move_filter *filter, int ply,
                      char text[FILTER_ROW_SIZE]);

/* Has every level that prunes, the last step of rollers too, let at least `accept`
 * plays through (analysis: two, so that a choice is judged at one depth). The most
 * plays of a level stay as they are. Every cube action is searched then, and by a
 * roller rolled out, and the big net values every play at 0-ply. */
void filter_accept(struct move_filter *filter, int accept);

/* eXtreme Gammon's truncated rollouts as a last step after `searched` plies (2: XGR,
 * XGR+; 3: XGR++): a filter whose row for searched + 1 plies takes the plays through
 * searches of 1 to `searched` plies; its judge at searched + 1 "plies" is the rollout.
 * The intervals have figures of their own; other filters their row of `searched` plies
 * and then the normal interval's last step. */
struct move_filter filter_for_roller(const struct move_filter *filter, int searched);

struct filter_entry;

/* How many of `count` plays, sorted best first, `level` keeps: 1..count (0 if count is
 * 0). */
int filter_keep(const struct filter_level *level, const struct filter_entry *entries,
                int count);

/* The filter level that follows the judgement at `ply` in a decision of `decision_ply`
 * plies: 1..PLY_MAX, or 0 after the small net's. */
const struct filter_level *filter_level_at(const struct move_filter *filter,
                                           int decision_ply, int ply);

/* A play on its way through a filter. */
struct filter_entry {
    int play; /* the caller's number of it, 0.. */
    int ply;  /* how deep it was judged */
    float equity;
    float judged; /* out of the judge: the equity at the new ply */
};

/* Judges `count` entries at `ply`, putting the equity in `judged`. Returns how many of
 * them, from the first, it has judged: fewer than `count` when it was stopped. */
typedef int filter_judge(void *context, int ply, struct filter_entry *entries,
                         int count);

/* Takes plays 0..count-1 of a decision of `decision_ply` plies through `filter`. The
 * entries end up ranked: plays judged deeper first, then by equity, equals in the order
 * of their numbers. When the judge is stopped the plays that he has judged by then, the
 * best so far among them, stand first. */
void filter_run(const struct move_filter *filter, int decision_ply,
                struct filter_entry *entries, int count, filter_judge *judge,
                void *context);

/* The filter of strength_default(). */
extern const char *const filter_default_name;

#endif
