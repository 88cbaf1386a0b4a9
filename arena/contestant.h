#ifndef ARENA_CONTESTANT_H
#define ARENA_CONTESTANT_H
/*
 * Who plays in a contest (contest.h). A contestant is named by a text, its name and
 * then, with commas, options KEY=VALUE:
 *
 *   random             any legal play
 *   yardstick          the hand-made linear player of yardstick.h
 *   FILE.net           a net at 0-ply
 *   FOLDER             our engine with the weights in it
 *        ply=N         look-ahead of plays and cube; default 0
 *        cube=N        look-ahead of the cube alone; default as plays, one less where
 *                      that is odd
 *        filter=NAME   move filter
 *        level=LEVEL   a level of strength or a rating (level.h), instead of these
 *        noise=X       standard deviation of noise added to equities
 *        time=MS       bound on the processor time of a decision
 *        replies=KEPT/WINDOW, leaf-replies=KEPT/WINDOW  pruning inside the tree
 *                      (strength.h)
 *        life=CENTRED/OWNED  cube life in contact (params.h)
 *        net=small     by the small net alone
 *   gnubg              GNU Backgammon (gnubg_peer.h)
 *        ply=N cube=N noise=X prune=yes|no      as its settings; default 0, yes
 *        program=PATH  where it is
 *
 * Only our engine and gnubg know the cube. A contestant serves one thread.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/board/match_state.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"

struct contestant;

/* How the contest is played, for contestants who think differently then. */
struct contestant_terms {
    bool is_cubeful;
    uint64_t noise_seed;
};

/* NULL with `err`. */
struct contestant *contestant_open(const char *spec,
                                   const struct contestant_terms *terms,
                                   struct error *err);
void contestant_close(struct contestant *contestant); /* NULL is fine */

bool contestant_knows_cube(const struct contestant *contestant);
/* Whether the program that `spec` names is installed; true for our own. */
bool contestant_is_installed(const char *spec);

/* A play to choose: mine is on roll with `roll`, whose plays are in `list`. */
struct contestant_turn {
    const struct position *pos;
    const struct match_state *ms;
    struct roll roll;
    const struct play_list *list;
};

/* Its choice, an index in turn->list; -1 with `err`. */
int contestant_choose(struct contestant *contestant, const struct contestant_turn *turn,
                      struct error *err);

/* Whether mine, on roll, doubles; whether mine takes the double of theirs, who is on
 * roll (ms->cube: before the double). 1 or 0; -1 with `err`. */
int contestant_doubles(struct contestant *contestant, const struct position *pos,
                       const struct match_state *ms, struct error *err);
int contestant_takes(struct contestant *contestant, const struct position *pos,
                     const struct match_state *ms, struct error *err);

/* Decisions asked for, forced plays apart, and the processor time that they have taken:
 * of our engine (0 where that is too short to be measured) or of gnubg's process. */
struct contestant_effort {
    int64_t plays;
    int64_t cubes;
    double seconds;
};
struct contestant_effort contestant_effort(const struct contestant *contestant);

#endif
