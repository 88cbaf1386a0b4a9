#ifndef LAB_STUDY_STUDY_DECISION_H
#define LAB_STUDY_STUDY_DECISION_H
/*
 * A decision of a filter study (filter_study.h): every play with its equity at every
 * ply, and the play that a filter chooses by these values.
 *
 * A play far behind the best is hopeless: it is not searched further and stays as far
 * behind.
 *
 * Most decisions do not need the full ply, since no filter can lose anything in them: a
 * filter loses when it leaves out the best play. study_weight() compares the plays that
 * any filter leaves out, unless hopeless, with one play that no filter leaves out, ply
 * by ply: if that is better than all of them, no filter loses.
 *
 * There a play is hopeless if it is .06 behind at the ply before the full one. In 4000
 * decisions none of 2967 such plays was the best, and none of 1248 that were .04 or
 * more behind; 57 of 1204 that were up to .02 behind were. (gnubg-large at 2-ply; for
 * xg-gigantic 0, 3 and 25 of about as many.) So if all are .02 behind, or in a race,
 * where losses are small, only one decision in four is evaluated and counts four times:
 * the sums stay unbiased at less cost.
 */

#include "engine/board/rng.h"
#include "engine/search/filter.h"
#include "engine/search/search.h"

enum { STUDY_PLAYS_MAX = 32 }; /* as many as eXtreme Gammon considers */

struct study_decision {
    int count;
    struct ranked_play play[STUDY_PLAYS_MAX]; /* in the order at 0-ply */
    float equity[SEARCH_PLY_MAX + 1][STUDY_PLAYS_MAX];
    float pruning[STUDY_PLAYS_MAX]; /* of the pruning net, with a dead cube */
};

/* Lists the plays of `roll`, best first, with equities at 0-ply and by the pruning net.
 * The strength of `search` must have a play_ply of 0 and let the main net evaluate all
 * plays. */
void study_list(struct search *search, const struct position *pos, struct roll roll,
                struct study_decision *d);

/* Evaluates the plays at the plies from..to, 1..SEARCH_PLY_MAX, each ply without those that are
 * hopeless at the one before. The equities at `from` - 1 must be known. */
void study_evaluate(struct search *search, struct study_decision *d, int from, int to);

/* Returns the index of the best play at `ply`. */
int study_best(const struct study_decision *d, int ply);

/* Returns the index of the play that `filter` chooses in a decision of `ply` plies; the
 * equities at all plies up to it must be known. */
int study_choice(const struct study_decision *d, const struct filter *filter, int ply);

/* Returns the weight of decision `d` at `ply` >= 1: 1 or 4 if one of the `filters`
 * filters can lose in it, 0 if it need not be evaluated. Its equities are known up to
 * `known` < ply; those at higher plies are overwritten. `rng` draws one decision in
 * four. */
int study_weight(struct search *search, struct study_decision *d,
                 const struct filter *filter, int filters, int ply, int known,
                 struct rng *rng);

#endif
