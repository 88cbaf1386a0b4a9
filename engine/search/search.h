#ifndef ENGINE_SEARCH_SEARCH_H
#define ENGINE_SEARCH_SEARCH_H
/*
 * Search over dice and replies.
 *
 * Ply: 0-ply is the net on the position after the play (or, for a cube decision, on the
 * position before the roll). Each further ply averages over the 21 rolls of the side
 * next to play, who plays his best reply. This is GNU Backgammon's count; eXtreme
 * Gammon's is one more.
 *
 *   rank plays, 2-ply:
 *     mine's play | theirs' roll and reply | mine's roll and reply: net
 *   cube decision, 2-ply:
 *     mine's roll and reply | theirs' roll and reply: net
 *
 * Replies inside the tree: all replies to all 21 rolls of a node are valued by the
 * small net in one batch; the best few of each roll go on to the big net, whose
 * favourite is played. They are compared by the dead cube's equity at the current cube,
 * which is linear in the outputs. A node searched no further uses the big net's value
 * it already has as its leaf.
 *
 * The cube in the tree: every node carries the value of each state of the cube that can
 * arise (struct cube_slot) in one array, so the tree is walked once. At a leaf all of
 * them come from the same outputs by cube_values(); at each node above the side on roll
 * turns the cube where that is best for it. Money endings in the two-sided database are
 * exact.
 *
 * A scratch serves one thread. Results do not depend on what it was used for before,
 * nor on the number of threads: the tree below a root is cut into pieces, one for each
 * roll, that are worked out by whoever is free and added up in the order of the rolls.
 */

#include "engine/board/movegen.h"
#include "engine/cube/cube.h"
#include "engine/eval/cache.h"
#include "engine/eval/eval.h"
#include "engine/race/bearoff.h"
#include "engine/search/filter.h"
#include "engine/search/ranked_play.h"
#include "engine/search/strength.h"

struct rollout;

enum { ROOM_MAX = 2 * MAX_PLAYS, ROOTS_MAX = 16 };

/* Replies of one node, all rolls together. */
struct reply_room {
    struct position after[ROOM_MAX];
    struct outputs outputs[ROOM_MAX]; /* the small net's */
    int count;
};

/* The chosen replies of one node on the way down. */
struct reply_frame {
    struct position after[ROLLS];
    struct outputs outputs[ROLLS]; /* the big net's, of the side that replied */
};

/* Candidates for the big net. */
struct pick_batch {
    struct position after[ROLLS * CANDIDATES_KEPT_MAX];
    struct outputs outputs[ROLLS * CANDIDATES_KEPT_MAX];
    int count;
};

/* A position valued: mine's outputs and the value of every slot of the model. */
struct node_value {
    struct outputs outputs;
    double values[CUBE_SLOTS_MAX];
};

/* A node whose rolls are shared out among the threads of search threads. */
struct root_frame {
    struct reply_frame candidates;
    struct node_value below[ROLLS];
};

struct scratch {
    struct rollout *rollout; /* of a roller (roller.h); belongs to the engine's face */
    struct eval_scratch *eval;
    struct cache *cache;
    struct play_list list;
    struct reply_room room;
    struct pick_batch picks;
    struct reply_frame frames[PLY_MAX + 1];
    struct position missed[MAX_PLAYS]; /* not in the cache, and where they belong */
    struct outputs missed_outputs[MAX_PLAYS];
    int missed_at[MAX_PLAYS];
    struct ranked_play plays[2][MAX_PLAYS];
    struct ranked_play *ranked; /* one of them, the other being room to sort into */
    struct filter_entry entries[MAX_PLAYS];
    struct root_frame roots[ROOTS_MAX];
    const struct position *afters[MAX_PLAYS]; /* on their way to search_afters() */
    struct node_value values[MAX_PLAYS];
};

struct scratch *search_scratch_new(const struct evaluator *ev); /* NULL: no memory */
void search_scratch_free(struct scratch *scratch);              /* NULL is fine */

/* What one decision is thought through with. */
struct search {
    const struct evaluator *ev;
    const struct bearoff *bearoff; /* for exact money endings; may be NULL */
    const struct strength *strength;
    struct scratch *scratch;
    struct cube_model model;
    struct cube_weights weights[2]; /* by side */
    double efficiency; /* cube efficiency of all positions; < 0: cube_efficiency() */
    int plies;   /* ... of a search so deep: that of the values being worked out */
    float noise; /* of plays; 0 where one leads to a known ending */
    int64_t deadline_ms; /* by the clock of `strength`; INT64_MAX: none */
    bool is_stopped;
};

void search_begin(struct search *search, const struct evaluator *ev,
                  const struct bearoff *bearoff, const struct met *met,
                  struct scratch *scratch, const struct strength *strength,
                  const struct match_state *ms);

/* Makes the cube dead for the rest of this search: nobody may turn it, and a value is
 * what the outputs say at the stakes of the score. After search_begin(). */
void search_kill_cube(struct search *search);

/* mine is on roll and has decided about the cube: the mean over his rolls at `ply`.
 * False if stopped before the end, `out` is worthless then. */
bool search_rolls(struct search *search, const struct position *pos, int ply,
                  struct node_value *out);

/* mine has just moved, theirs is on roll and may double. */
bool search_after(struct search *search, const struct position *after, int ply,
                  struct node_value *out);

/* What mine, on roll, replies to each roll where the tree ends, and mine's value of
 * each, theirs having turned the cube where that is best: for the luck of rolls. Slot 0
 * alone is valued. */
struct roll_candidates {
    struct position after[ROLLS];
    struct outputs outputs[ROLLS];
    double values[ROLLS];
};
void search_roll_candidates(struct search *search, const struct position *pos,
                            struct roll_candidates *out);

/* Judges a play anew at `ply`. False if stopped, the play is as it was. */
bool search_judge_play(struct search *search, struct ranked_play *play, int ply);

/* All plays of `roll`, best first, in scratch->ranked. Returns their number. */
int search_plays(struct search *search, const struct position *pos, struct roll roll);

/* The same for 1..MAX_PLAYS positions after plays of one roll, not known which: their
 * `play` is empty. */
int search_candidates(struct search *search, const struct position *after, int count);

#endif
