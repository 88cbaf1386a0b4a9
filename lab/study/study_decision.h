#ifndef LAB_STUDY_STUDY_DECISION_H
#define LAB_STUDY_STUDY_DECISION_H
/*
 * A decision of a filter study (filter_study.h): every play with its equity at every
 * ply, and the play that a filter chooses by these values.
 *
 * A play more than study_windows[n] behind the best at n-ply is hopeless: it is not
 * searched further and stays as far behind.
 */

#include "engine/search/filter.h"
#include "engine/search/search.h"

enum { STUDY_PLAYS_MAX = 32 }; /* as many as eXtreme Gammon considers */

extern const float study_windows[PLY_MAX];

struct study_decision {
    int count;
    struct ranked_play play[STUDY_PLAYS_MAX]; /* in the order at 0-ply */
    float equity[PLY_MAX + 1][STUDY_PLAYS_MAX];
    float pruning[STUDY_PLAYS_MAX]; /* of the pruning net, with a dead cube */
};

/* Lists the plays of `roll`, best first, with equities at 0-ply and by the pruning net.
 * The strength of `search` must have a play_ply of 0 and let the main net evaluate all
 * plays. */
void study_list(struct search *search, const struct position *pos, struct roll roll,
                struct study_decision *d);

/* Evaluates the plays at the plies from..to, 1..PLY_MAX, each ply without those that are
 * hopeless at the one before. The equities at `from` - 1 must be known. */
void study_evaluate(struct search *search, struct study_decision *d, int from, int to);

/* Evaluates one play at `ply` and returns its equity, without the other plays. */
float study_evaluate_play(struct search *search, struct study_decision *d, int play,
                          int ply);

/* Returns the index of the best play at `ply`. */
int study_best(const struct study_decision *d, int ply);

/* Runs the plays through `filter` (filter_run()) in a decision of `ply` plies; the
 * equities at all plies up to it must be known. */
void study_filter(const struct study_decision *d, const struct move_filter *filter,
                  int ply, struct filter_entry entries[STUDY_PLAYS_MAX]);

/* Returns the index of the play that `filter` chooses in a decision of `ply` plies; the
 * equities at all plies up to it must be known. */
int study_choice(const struct study_decision *d, const struct move_filter *filter,
                 int ply);

#endif
