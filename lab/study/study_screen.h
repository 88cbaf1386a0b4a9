#ifndef LAB_STUDY_STUDY_SCREEN_H
#define LAB_STUDY_STUDY_SCREEN_H
/*
 * Which decisions of the study of move filters need be judged at the full ply, found
 * out for little: in most of them no filter can lose anything.
 *
 * A filter loses where it leaves out the best play. So the plays that any filter leaves
 * out, if they are not hopeless, are held against one play that none leaves out, ply by
 * ply up to the full one: if that is better than all of them, nobody loses.
 *
 * Hopeless is here what is .06 behind at the ply before the full one. In 4000 decisions
 * none of 2967 such plays was the best, nor any of 1248 from .04 on; 57 of 1204 up to
 * .02. (gnubg-large at 2-ply; 0, 3 and 25 of about as many for xg-gigantic.) So where
 * all are .02 behind, or in a race, where losses are small, only one decision in four
 * is looked at and counts four times: the sums stay true, and are had for less.
 */

#include "engine/board/rng.h"
#include "lab/study/study_decision.h"

/* How often the decision `d` at `ply` >= 1 counts, if one of `filters` filters can lose
 * by it: 1 or 4; 0 if it need not be judged. Its plays are known up to `known` < ply
 * (study_judge()); values at further plies are overwritten. `rng` says which decision
 * in four is looked at. */
int study_weight(struct search *search, struct study_decision *d,
                 const struct move_filter *filter, int filters, int ply, int known,
                 struct rng *rng);

#endif
