#ifndef LAB_STUDY_JUDGE_SOURCE_H
#define LAB_STUDY_JUDGE_SOURCE_H
/*
 * Where the values come from that are judged: cubeless, for money, of the candidates of
 * one decision. Named like a contestant (contestant.h):
 *
 *   FILE.net           the net alone, 0-ply
 *   FOLDER             our engine: ply=N, net=small, and filter=NAME, without which all
 *                      candidates are judged at full ply; replies=KEPT/WINDOW and
 *                      leaf-replies=KEPT/WINDOW (strength.h). Or level=LEVEL (level.h),
 *                      which judges and plays as in a game, but with a dead cube
 *   gnubg              GNU Backgammon: ply=N, program=PATH, with its pruning nets
 *
 * Serves one thread.
 */

#include "base/error.h"
#include "engine/board/outputs.h"
#include "engine/board/position.h"

enum { JUDGE_CANDIDATES_MAX = 16 };

struct judge_source;

struct judge_source *judge_source_open(const char *spec, struct error *err);
void judge_source_close(struct judge_source *source); /* NULL is fine */

/* Values of `count` siblings, mine having just moved; at most JUDGE_CANDIDATES_MAX.
 * Returns the index of the one it would play: the best, of those judged deepest where a
 * filter leaves others behind. -1 with `err` when the other program fails. */
int judge_source_value(struct judge_source *source, const struct position *after,
                       int count, struct outputs *out, struct error *err);

#endif
