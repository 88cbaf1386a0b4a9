#ifndef ENGINE_CUBE_MET_INTERNAL_H
#define ENGINE_CUBE_MET_INTERNAL_H
/* What met.c shares with its tests: files, the table as it is, and what follows from it
 * that is published. */

#include "engine/cube/met.h"

/* Reads a table from a file. Returns NULL with `err`: file, line, what was expected and
 * what was found. The caller closes it with met_close(). */
struct met *met_open(const char *path, struct error *err);
/* Reads a table from memory; `name` stands for the file in errors. */
struct met *met_parse(const char *text, size_t size, const char *name,
                      struct error *err);

/* Return the name given in the table, and the number of points away up to which it goes
 * without extension. */
const char *met_name(const struct met *met);
int met_size(const struct met *met);

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

/* Returns mine's gammon value, or the opponent's if `is_theirs`: what a gammon gains
 * over a single win, as a share of the difference between winning and losing a single
 * game: (gammon - win) / (win - lose), in mwc at the cube of `ms`. 0.5 in money
 * play. */
double met_gammon_value(const struct met *met, const struct match_state *ms,
                        bool is_theirs);
/* Returns the same for a backgammon over a gammon: (backgammon - gammon) / (win -
 * lose). */
double met_backgammon_value(const struct met *met, const struct match_state *ms,
                            bool is_theirs);

/* The shares of a side's wins that are gammons or better, and that are backgammons. */
struct gammon_rates {
    double gammon;
    double backgammon;
};

/* Return mine's take point: the winning chance at which taking and passing are equal
 * when the opponent doubles. ms->cube is the value before the double.
 *
 * Dead: mine never redoubles. (pass - lose) / (win - lose) in mwc, where win and lose
 * are averages over single games, gammons and backgammons at the doubled cube.
 *
 * Live: mine redoubles with perfect efficiency at the opponent's live take point t.
 * (pass - lose) / (cash - lose) * (1 - t), where cash is a single win at the doubled
 * cube; t is computed in the same way, until the cube is dead for its owner. (R.
 * Janowski, "Take-Points in Money Games", 1993, carried over to match play.)
 *
 * `mine` and `theirs` are the gammon rates of the two sides' wins; NULL: no gammons. In
 * money play without gammons the results are 0.25 and 0.20. */
double met_take_point_dead(const struct met *met, const struct match_state *ms,
                           const struct gammon_rates *mine,
                           const struct gammon_rates *theirs);
double met_take_point_live(const struct met *met, const struct match_state *ms,
                           const struct gammon_rates *mine,
                           const struct gammon_rates *theirs);

#endif
