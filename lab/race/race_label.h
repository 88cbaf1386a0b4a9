#ifndef LAB_RACE_RACE_LABEL_H
#define LAB_RACE_RACE_LABEL_H
/*
 * The waits of one side by looking at its 21 rolls: behind each the play that has the
 * fewest further rolls on average by an exact table where it holds the side, else by a
 * race net.
 */

#include "engine/board/movegen.h"
#include "lab/race/race_learner.h"
#include "lab/race/race_table.h"

struct race_labeller;

/* `table` and `kernel` stay the caller's. NULL: no memory. */
struct race_labeller *race_labeller_new(const struct race_table *table,
                                        const struct net_kernel *kernel);
void race_labeller_free(struct race_labeller *labeller);

/* The net from now on; it stays the caller's. */
void race_labeller_use(struct race_labeller *labeller, const struct race_net *net);

/* The waits of a side that has a checker outside the home board. */
void race_label(struct race_labeller *labeller, const struct side *side,
                struct race_sample *sample);

/* Plays a roll of a side that the table does not hold, for the fewest rolls to `goal`
 * on average. */
void race_label_roll(struct race_labeller *labeller, struct roll roll,
                     enum race_goal goal, struct side *side);

/* The waits of any unfinished side from table or net. */
void race_labeller_rolls(struct race_labeller *labeller, const struct side *side,
                         struct race_rolls wait[RACE_GOALS]);

#endif
