#ifndef LAB_STUDY_STUDY_DECISION_H
#define LAB_STUDY_STUDY_DECISION_H
/*
 * A decision of the study of move filters (filter_study.h): every play with its equity
 * at every ply, and what a filter chooses by these values.
 *
 * A play more than study_windows[n] behind the best at n-ply is hopeless: it is not
 * searched further and stays as far behind.
 */

#include "engine/search/filter.h"
#include "engine/search/search.h"

enum { STUDY_PLAYS_MAX = 32 }; /* as many as eXtreme Gammon looks at */

extern const float study_windows[PLY_MAX];

struct study_decision {
    int count;
    struct ranked_play play[STUDY_PLAYS_MAX]; /* in the order at 0-ply */
    float equity[PLY_MAX + 1][STUDY_PLAYS_MAX];
    float small[STUDY_PLAYS_MAX]; /* the small net's, by a dead cube */
};

/* Fills in the plays of `roll`, best first, at 0-ply and by the small net. The strength
 * of `search` has a play_ply of 0, and has the big net value all plays. */
void study_list(struct search *search, const struct position *pos, struct roll roll,
                struct study_decision *d);

/* Judges the plays that are not hopeless at `ply` - 1, which must be known, at `ply`:
 * 1..PLY_MAX. */
void study_judge(struct search *search, struct study_decision *d, int ply);

/* The equity of a play by the values at `ply`; nobody else's is needed for it. */
float study_judge_one(struct search *search, struct study_decision *d, int play,
                      int ply);

/* The number of the best play at `ply`. */
int study_best(const struct study_decision *d, int ply);

/* Takes the plays through `filter` (filter_run()) in a decision of `ply` plies, all plies
 * up to it being known. */
void study_filter(const struct study_decision *d, const struct move_filter *filter,
                  int ply, struct filter_entry entries[STUDY_PLAYS_MAX]);

/* The number of the play that `filter` chooses in a decision of `ply` plies, all plies
 * up to it being known. */
int study_choice(const struct study_decision *d, const struct move_filter *filter,
                 int ply);

#endif
