#pragma once
/*
 * The parts of a search, shared by its files: the nodes of the tree. All functions run
 * on one thread, with the scratch of their search.
 */

#include "engine/search/search_scratch_internal.h"

static inline enum cube_side cube_other(enum cube_side side)
{
    return side == CUBE_SIDE_MINE ? CUBE_SIDE_THEIRS : CUBE_SIDE_MINE;
}

/* Returns whether the caller has asked to stop or the time is over; once true, it stays
 * true. */
bool search_should_stop(struct search *search);

/* Evaluates at most PLAY_LIST_MAX positions with the net that plays
 * (strength->uses_pruning_net), using the cache. */
void search_net(struct search *search, const struct position *after, int count,
                struct outputs *out);

/* A node is searched further or is a leaf; at a root of search_contest() the outputs
 * after the plays are needed, too. */
enum search_node { SEARCH_INNER, SEARCH_ROOT_CONTEST, SEARCH_LEAF };

/* Chooses the play of `side`, on roll in `pos`, for every roll. Sets the outputs if
 * `node` is not SEARCH_INNER. */
void search_choose_plays(struct search *search, const struct position *pos,
                         enum cube_side side, enum search_node node,
                         struct search_choices *choices);

/* Returns an earlier roll with the same position after its play as roll r (usually a
 * dance), or r itself. */
int search_first_alike(const struct search_choices *choices, int r);

/* Computes the value of the play for roll r in `choices`, made by `side`, after the other
 * side has doubled where that is best. `plies` is the count before that play. Returns
 * false if stopped. */
bool search_choice_value(struct search *search, const struct search_choices *choices,
                         int r, enum cube_side side, int plies,
                         struct search_value *out);

/* Computes the values of all slots from `outputs`, those of `side`, who has just moved;
 * nobody has doubled yet. */
void search_static(const struct search *search, const struct position *after,
                   enum cube_side side, struct outputs outputs,
                   struct search_value *out);

/* Changes the value of every slot to that after `on_roll` has doubled where that is
 * best; `passer` are the checkers of the other side. */
void search_turn_cube(const struct cube_model *model, enum cube_side on_roll,
                      const struct side *passer, struct search_value *node);

/* Sets `out` to the mean over the rolls, added in their order, since the bits depend on
 * it. */
void search_mean(const struct search_value below[ROLLS], int slots,
                 struct search_value *out);

/* Evaluates `count` positions after plays of mine at `ply` >= 1, like search_after(),
 * with all search threads. Returns how many, from the first, were evaluated before it
 * was stopped. */
int search_afters(struct search *search, const struct position *const *after, int count,
                  int ply, struct search_value *out);

/* The same for plays that are compared with each other: those that trail after some of
 * the rolls are given up. Sets is_given_up[i] for the plays that were done; `out[i]` is
 * not set for those given up. At most SEARCH_CONTEST_MAX plays, none of which ends the game;
 * `ply` >= 2. */
enum { SEARCH_CONTEST_MAX = SEARCH_ROOTS_MAX };
int search_contest(struct search *search, const struct position *const *after,
                   int count, int ply, struct search_value *out, bool *is_given_up);

/* Like search_rolls(), on this thread alone. */
bool search_rolls_alone(struct search *search, const struct position *pos, int ply,
                        struct search_value *out);
