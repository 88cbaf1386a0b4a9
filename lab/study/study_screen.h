#ifndef LAB_STUDY_STUDY_SCREEN_H
#define LAB_STUDY_STUDY_SCREEN_H
/*
 * Finds, at little cost, which decisions of a filter study need the full ply: in most
 * of them no filter can lose anything.
 *
 * A filter loses when it leaves out the best play. So the plays that any filter leaves
 * out, unless hopeless, are compared with one play that no filter leaves out, ply by
 * ply up to the full one: if that is better than all of them, no filter loses.
 *
 * Here a play is hopeless if it is .06 behind at the ply before the full one. In 4000
 * decisions none of 2967 such plays was the best, and none of 1248 that were .04 or
 * more behind; 57 of 1204 that were up to .02 behind were. (gnubg-large at 2-ply; for
 * xg-gigantic 0, 3 and 25 of about as many.) So if all are .02 behind, or in a race,
 * where losses are small, only one decision in four is evaluated and counts four times:
 * the sums stay unbiased at less cost.
 */

#include "engine/board/rng.h"
#include "lab/study/study_decision.h"

/* Returns the weight of decision `d` at `ply` >= 1: 1 or 4 if one of the `filters`
 * filters can lose in it, 0 if it need not be evaluated. Its equities are known up to
 * `known` < ply (study_evaluate()); those at higher plies are overwritten. `rng` draws one
 * decision in four. */
int study_weight(struct search *search, struct study_decision *d,
                 const struct move_filter *filter, int filters, int ply, int known,
                 struct rng *rng);

#endif
