#ifndef ENGINE_CUBE_MET_INTERNAL_H
#define ENGINE_CUBE_MET_INTERNAL_H
/* What met.c shares with its tests: files, the table as it is, and what follows from it
 * that is published. */

#include "engine/cube/met.h"

/* Reads the file. NULL with `err` filled: file, line, what was expected and found. */
struct met *met_open(const char *path, struct error *err);
/* The same from memory; `name` stands for the file in messages. */
struct met *met_parse(const char *text, size_t size, const char *name,
                      struct error *err);

/* The name that the table gives itself, and how far it goes without extension. */
const char *met_name(const struct met *met);
int met_size(const struct met *met);

/* Mine's mwc when `mine` and `theirs` are the points to go, at most MET_AWAY_MAX. When
 * a side is 1 away the next game is the Crawford game, or, if that has been played,
 * `is_post_crawford`; it is not looked at otherwise. 1-away 1-away is 0.5. met_mwc(a,
 * b, c) + met_mwc(b, a, c) == 1, but for rounding. A side 0 or fewer away has won: 1 or
 * 0. */
double met_mwc(const struct met *met, int mine, int theirs, bool is_post_crawford);

/* mwc at the score of `ms`, as if the game in it had not begun. A game with a side 1
 * away that is not marked as the Crawford game is post-Crawford. length > 0. */
double met_mwc_before(const struct met *met, const struct match_state *ms);

/* What a gammon is worth to mine above a single win, as a share of what lies between
 * winning and losing a single game: (gammon - win) / (win - lose), in mwc at the cube
 * of `ms`. 0.5 in money play. With `is_theirs` the same for the opponent. */
double met_gammon_value(const struct met *met, const struct match_state *ms,
                        bool is_theirs);
/* Likewise a backgammon above a gammon: (backgammon - gammon) / (win - lose). */
double met_backgammon_value(const struct met *met, const struct match_state *ms,
                            bool is_theirs);

/* Of a side's wins the share that are gammons or better, and backgammons. */
struct gammon_rates {
    double gammon;
    double backgammon;
};

/* The winning chance with which mine may just take when the opponent doubles; the cube
 * of `ms` has the value before the double.
 *
 * Dead: mine never redoubles. (pass - lose) / (win - lose) in mwc, where win and lose
 * are averages over single games, gammons and backgammons at the doubled cube.
 *
 * Live: mine redoubles with perfect efficiency at the opponent's own live take point t.
 * (pass - lose) / (cash - lose) * (1 - t), where cash is a single win at the doubled
 * cube, and so on until the cube is dead for the side that holds it. (R. Janowski,
 * "Take-Points in Money Games", 1993, carried over to match play.)
 *
 * `mine` and `theirs` are the shares of gammons in own wins; NULL: none. Money play
 * (length == 0) gives 0.25 and 0.20 without gammons. */
double met_take_point_dead(const struct met *met, const struct match_state *ms,
                           const struct gammon_rates *mine,
                           const struct gammon_rates *theirs);
double met_take_point_live(const struct met *met, const struct match_state *ms,
                           const struct gammon_rates *mine,
                           const struct gammon_rates *theirs);

#endif
