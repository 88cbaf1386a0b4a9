#pragma once
/*
 * Move filters: select the plays of a decision that are searched deeper.
 *
 * All plays are evaluated at 0-ply and sorted. Before the evaluation at n + 1 plies,
 * level n of the filter row for this decision's ply selects those of the plays
 * evaluated at n-ply that are searched on. A level that prunes nothing (accept < 0) is
 * skipped, together with the evaluation at its ply. When only one play is left, nothing
 * more is evaluated. At the full ply plays may be given up while they are searched
 * (search_contest()).
 *
 * A 0-ply decision may have a level, too: the pruning net then evaluates all plays, and
 * the main net those that the level keeps, even if it is only one.
 *
 * The presets (filter_find()) are GNU Backgammon's of several years and eXtreme
 * Gammon's search intervals, shifted to our plies (XG counts one more): a row "up to N
 * plays within E of the best" is accept 0, extra N, threshold E.
 */

#include "base/error.h"

/* One level of a move filter (GNU Backgammon's three numbers). The best `accept` plays
 * are always searched deeper, and of the next ones at most `extra` whose equity is
 * within `threshold` of the best. accept < 0: the level prunes nothing and is
 * skipped. */
struct filter_level {
    int accept;
    int extra;
    float threshold;
};

enum {
    SEARCH_PLY_MAX = 4,
    SEARCH_PLY_PRUNING_NET =
        -1 /* the "ply" of the pruning net, which comes before 0-ply by
                          * the main net */
};

/* A move filter. In a decision of p plies, level[p - 1][n] selects the plays evaluated
 * at n-ply that are searched deeper; columns beyond p - 1 are not used. Plain data that
 * may be copied. */
struct filter {
    const char *name;
    /* [ply of the decision - 1][sub-ply] */
    struct filter_level level[SEARCH_PLY_MAX][SEARCH_PLY_MAX];
    /* In 0-ply decisions: selects the candidates of the pruning net that the main net
     * evaluates; accept < 0: the main net evaluates all plays, without the pruning
     * net. */
    struct filter_level nets;
    bool by_pruning_net; /* the pruning net makes the first ranking of a deeper
                          * search */
    /* A cube action is clear, and not searched, when at 0-ply no double is better than
     * a double by more than this; 0: every cube action is searched. */
    float cube_threshold;
    int accepted; /* argument of filter_accept(); 0 if it was not called */
    /* [ply of the decision - 1], from 2-ply: while plays are searched to the full ply,
     * those that trail after some of the rolls are given up. They keep their evaluation
     * at the ply before. */
    bool gives_up[SEARCH_PLY_MAX];
};

/* Finds a built-in filter by name ("gnubg-normal", "gnubg108-normal", "xg-normal",
 * ...). Returns NULL if there is none. filter_name(i), i = 0, 1, ..., lists the names,
 * then NULL. */
const struct filter *filter_find(const char *name);
const char *filter_name(int i);

/* Returns whether both filters keep the same plays in every decision; their names may
 * differ. */
bool filter_equal(const struct filter *a, const struct filter *b);

/* Reads a filter from text into `filter`. Returns false with `err` on failure. The text
 * is one of
 *
 *   gnubg-normal          a name
 *   base-filter:N[:E]     M. Higgins' scheme: the pruning net ranks; at most N plays
 *                         within E of its best are searched (at 0-ply: go to the
 *                         main net)
 *   8/.16, 4/.08          a custom row for decisions of as many plies as it has levels:
 *                         see filter_read_row(); all other rows are the default's */
bool filter_read(const char *text, struct filter *filter, struct error *err);

/* Returns the ply of the decisions for which a custom row in `text` is; 0 if `text` is
 * a name or no filter at all. */
int filter_own_ply(const char *text);

/* Reads `text` as the row of `filter` for decisions of `ply` plies (0..SEARCH_PLY_MAX): one
 * level for each sub-ply 0, 1, ... (for 0-ply: one level, between pruning net and main
 * net), separated by commas. Each level is
 *
 *   EXTRA/E          at most EXTRA plays within E of the best ("8/.16")
 *   ACCEPT+EXTRA/E   the best ACCEPT plays and at most EXTRA more within E ("4+3/.07")
 *   skip             prunes nothing
 *
 * Plays are not given up in decisions of a row that was read. Returns false with `err`,
 * and leaves `filter` unchanged, on failure. */
bool filter_read_row(const char *text, int ply, struct filter *filter,
                     struct error *err);

/* Writes the row for decisions of `ply` plies in the form that filter_read_row()
 * reads. */
enum { FILTER_ROW_SIZE = 128 };
void filter_write_row(const struct filter *filter, int ply, char text[FILTER_ROW_SIZE]);

/* Makes every level that prunes, the last step of rollers included, keep at least
 * `accept` plays; the maximum of a level does not change. Also makes the search
 * consider every cube action, a roller roll every cube action out, and the main net
 * evaluate every play at 0-ply, and gives no play up. Analysis uses 2, so that the plays
 * it compares are evaluated at the same depth. */
void filter_accept(struct filter *filter, int accept);

/* Plies of the search before a truncated rollout (roller.h). */
enum { SEARCH_PLY_OF_ROLLERS = 2 };

/* Returns the filter for truncated rollouts in the manner of eXtreme Gammon after a
 * search at SEARCH_PLY_OF_ROLLERS (XGR, XGR+). Its row for a ply more selects plays through
 * the search; the evaluation at that ply is the rollout. eXtreme Gammon's intervals have
 * rows of their own; other filters use their row for SEARCH_PLY_OF_ROLLERS and then the last
 * step of the normal interval. */
struct filter filter_for_roller(const struct filter *filter);

struct filter_entry;

/* Returns how many of `count` plays, sorted best first, `level` keeps: 1..count, or 0
 * if count is 0. */
int filter_keep(const struct filter_level *level, const struct filter_entry *entries,
                int count);

/* Returns the filter level that follows the evaluation at `ply` in a decision of
 * `decision_ply` plies: 1..SEARCH_PLY_MAX, or 0 when `ply` is SEARCH_PLY_PRUNING_NET. */
const struct filter_level *filter_level_at(const struct filter *filter,
                                           int decision_ply, int ply);

/* The state of a play in filter_run(). */
struct filter_entry {
    int play; /* the caller's index of the play, from 0 */
    int ply;  /* the deepest ply at which it was evaluated */
    float equity;
    float new_equity; /* set by the callback: the equity at the new ply */
    bool is_given_up; /* set by the callback: not evaluated at the new ply, since it is
                       * not the best play */
};

/* Callback that evaluates `count` entries at `ply` and sets their new_equity, or gives
 * some of them up. Returns the number of entries, from the first, with which it is done:
 * fewer than `count` if it was stopped. */
typedef int filter_evaluate(void *context, int ply, struct filter_entry *entries,
                            int count);

/* Runs plays 0..count-1 of a decision of `decision_ply` plies through `filter` and
 * ranks them in `entries`: plays evaluated deeper first, then by equity, equal ones by
 * index. If the callback is stopped, the plays that it has evaluated at that ply come
 * first; the best play so far is among them. */
void filter_run(const struct filter *filter, int decision_ply,
                struct filter_entry *entries, int count, filter_evaluate *evaluate,
                void *context);

extern const char *const filter_default_name; /* of the one in strength_default() */
