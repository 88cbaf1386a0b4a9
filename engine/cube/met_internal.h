#pragma once
/* What met.c shares with its tests: files, and the table as it is. */

#include "engine/cube/met.h"

/* Reads a table from a file. Returns NULL with `err`: file, line, what was expected and
 * what was found. The caller closes it with met_close(). */
struct met *met_open(const char *path, struct error *err);
/* Reads a table from memory; `name` stands for the file in errors. */
struct met *met_parse(const char *text, size_t size, const char *name,
                      struct error *err);

/* Returns the mwc of mine when `mine` and `theirs` are the points to go, at most
 * MET_AWAY_MAX. When a side is 1 away, the next game is the Crawford game unless
 * `is_post_crawford`, which is ignored at all other scores. 1-away 1-away is 0.5.
 * met_mwc(a, b, c) + met_mwc(b, a, c) is 1 up to rounding. A side 0 or fewer points
 * away has won: the result is 1 or 0. */
double met_mwc(const struct met *met, int mine, int theirs, bool is_post_crawford);

/* Returns mine's mwc at the score of `ms`, before the game began. A game with a side 1
 * away is post-Crawford unless `ms` marks it as the Crawford game. Only for ms->length
 * > 0. */
double met_mwc_before(const struct met *met, const struct match_state *ms);
