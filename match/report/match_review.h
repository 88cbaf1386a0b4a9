#pragma once
/*
 * An analysed match as one JSON document, small enough for a page: what the viewer
 * (view/page/viewer.js) shows, wherever it comes from. Its members:
 *
 *   program, judged_by [of each player], players [2 names], length (0: money play), site,
 *   event, date, score [2], is_whole (all turns are there and analysed);
 *   sides [2]: objects with the columns of match_columns.h;
 *   games: number, score [2], is_crawford, points [2];
 *   decisions, in order:
 *     g, t    game from 1, turn; p: player, 0 or 1
 *     a       play, no_double, double, take, pass, beaver, raccoon, redouble
 *     x       XGID of the side that decides
 *     d       dice of a play: "63"
 *     m, b    play made ("": none is legal; null: match_turn_is_unplayed()) and best; of
 *             cube actions b alone
 *     l, u    loss (null: not analysed), luck of a play
 *     w       chance of player 1 to win the match, in percent, before the roll or double
 *     pt      in money play instead: what player 1 wins of the game on average there, in
 *             points
 *     j       by what it was judged
 *     c       candidates, the play made among them: play, equity, by what, then in percent
 *             win, win_gammon, win_backgammon, lose_gammon, lose_backgammon
 *     q       cube table, of the doubler: e [no double, double/take, double/pass], right
 *             (action of cube_decision.h), o [the five chances in percent], tp [take point
 *             of a dead and a live cube in percent], gv [gammon value of doubler, taker]
 *             mk [market losers in percent, volatility] of doubles that lost .05
 *     why     why it loses (match_explain.h)
 *     y       what the file itself says: by what ("XG 4-ply"), loss
 *     n       comment of the file
 *   c, q, y, n and why are left out where there was no choice, or nothing is known.
 */

#include "match/match_report.h"

struct json_t;

/* Writes it without a line end, with < as an escape, so that a <script> may hold it.
 * False: no memory, or it cannot be written. */
bool match_review_write(const struct match_report *report, FILE *out);

/* What was weighed of one decision as an object: j, and c or, `is_cube`, q. Of `turn`
 * position, state and type count. NULL: no memory. */
struct json_t *match_review_weighed(const struct met *met,
                                    const struct match_turn *turn,
                                    const struct match_detail *detail, bool is_cube);

/* Adds mk to such an object (match_market.h): what can happen within two rolls of the side
 * that may double, seen by it. */
void match_review_add_market(const struct engine *engine, const struct position *pos,
                             const struct match_state *ms, struct json_t *object);
