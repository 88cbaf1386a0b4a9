#ifndef ENGINE_SEARCH_SEARCH_TREE_H
#define ENGINE_SEARCH_SEARCH_TREE_H
/*
 * The parts of a search, for the files that share them: one node of the tree and what
 * it is made of. Everything works on one thread, with the scratch of its search.
 */

#include "engine/search/search.h"

static inline enum cube_side cube_other(enum cube_side side)
{
    return side == SIDE_MINE ? SIDE_THEIRS : SIDE_MINE;
}

/* Whether the caller wants an end or the time is over; stays so. */
bool search_should_stop(struct search *search);

/* The values of the net that plays, from the cache where it has them; at most MAX_PLAYS
 * positions. */
void search_net(struct search *search, const struct position *after, int count,
                struct outputs *out);

/* The reply of `side`, on roll in `pos`, to every roll. With `is_leaf` their outputs
 * are filled, too. */
void search_opponent_plays(struct search *search, const struct position *pos,
                           enum cube_side side, bool is_leaf,
                           struct reply_frame *frame);

/* An earlier roll with the same reply as roll r, a dance as a rule, or r itself. */
int search_first_alike(const struct reply_frame *frame, int r);

/* The value of the reply to roll r in `frame`, made by `side`, the other side having
 * turned the cube where that is best; `plies` as they are counted before the reply.
 * False if stopped. */
bool search_reply_value(struct search *search, const struct reply_frame *frame, int r,
                        enum cube_side side, int plies, struct node_value *out);

/* `side` has just moved, `outputs` are his: all slots, nobody doubling yet. */
void search_static(const struct search *search, const struct position *after,
                   enum cube_side side, struct outputs outputs, struct node_value *out);

/* Every slot after `on_roll` has turned the cube where that is best for him. */
void search_turn_cube(const struct cube_model *model, enum cube_side on_roll,
                      struct node_value *node);

/* A sum over rolls; start with zeros. The order of adding is part of the result. */
struct mean {
    double outputs[5];
    double values[CUBE_SLOTS_MAX];
};
void search_mean_add(struct mean *mean, const struct node_value *node, int slots,
                     int ways);
void search_mean_take(const struct mean *mean, int slots, struct node_value *node);

/* Values `count` positions after plays of mine at `ply` >= 1 as search_after() does,
 * all workers of the search threads at work. Returns how many of them, from the first, were
 * valued before it was stopped. */
int search_afters(struct search *search, const struct position *const *after, int count,
                  int ply, struct node_value *out);

/* search_rolls() on this thread alone. */
bool search_rolls_alone(struct search *search, const struct position *pos, int ply,
                        struct node_value *out);

#endif
