#pragma once
/*
 * Match equity table: the match winning chance (mwc, 0..1) at each score, before the
 * next game begins, for two equal players. Scores are points to go ("away"), 1 and up.
 *
 * The file is text, see weights/kazaross-xg2.met: a version line, the size, rows of
 * pre-Crawford values, one row of post-Crawford values. The shipped table is Neil
 * Kazaross' XG2 table (2011), 25 points away at most. FIBS allows matches of up to 99
 * points; scores beyond the table are computed when it is opened, each from the scores
 * to which one more game can lead (met.c describes the model and its accuracy).
 *
 * A struct met is read-only once open, so threads may share it.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "engine/board/match_state.h"

enum { MET_AWAY_MAX = MATCH_LENGTH_MAX };

struct met;

/* Reads the table of a weights folder, its kazaross-xg2.met. NULL with `err` filled: file,
 * line, what was expected and found. */
struct met *met_open_in(const char *dir, struct error *err);
/* Makes that of matches without a cube, where a game gives 1, 2 or 3 points and there is no
 * Crawford game. NULL with `err` if memory is short. */
struct met *met_new_without_cube(struct error *err);
void met_close(struct met *met); /* may be NULL */

/* Returns mine's mwc after the game in `ms` has ended with `points` for mine, or for
 * theirs if negative. Points include the cube: a gammon on a 2-cube is 4. 0 leaves the
 * score unchanged. Only for ms->length > 0. */
double met_mwc_after(const struct met *met, const struct match_state *ms, int points);
