#ifndef LAB_STUDY_EVALUATION_SOURCE_H
#define LAB_STUDY_EVALUATION_SOURCE_H
/*
 * The evaluator in a benchmark: gives cubeless money outputs of the candidates of one
 * decision. Described like a player (arena_player.h):
 *
 *   FILE.net           the net alone, 0-ply
 *   FOLDER             our engine: ply=N, net=small, and filter=NAME, without which all
 *                      candidates are evaluated at full ply; candidates=KEPT/WINDOW
 *                      and leaf-candidates=KEPT/WINDOW (strength.h). Or level=LEVEL
 *                      (level.h), which evaluates and plays as in a game, but with a
 *                      dead cube
 *   gnubg              GNU Backgammon: ply=N, program=PATH, with its pruning nets
 *
 * For one thread.
 */

#include "base/error.h"
#include "engine/board/checkers.h"
#include "engine/board/outputs.h"

struct evaluation_source;

struct evaluation_source *evaluation_source_open(const char *spec, struct error *err);
void evaluation_source_close(struct evaluation_source *source); /* may be NULL */

/* Evaluates `count` candidates, at most ROLLOUT_CANDIDATES_MAX (rollout_set.h): out[i] gets the
 * outputs of mine, who has just moved in after[i]. Returns the index of the one that it
 * would play: the best of those searched deepest. Returns -1 with `err` if the other
 * program fails. */
int evaluation_source_value(struct evaluation_source *source,
                            const struct position *after, int count,
                            struct outputs *out, struct error *err);

#endif
