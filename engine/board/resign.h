#pragma once
/*
 * Decides when a loss is certain, from bounds on the rolls that each side needs in a
 * race. The bounds hold for all dice and all plays; no net is asked.
 *
 * Upper bound: every die of 2 or more lowers the sum (pips + checkers left) by at least
 * 2, and every 1 by at least 1, since a die that is not played in full bears a checker
 * off. So every roll lowers it by at least 3 (a double by more), and every die takes at
 * least one pip. Lower bound: no roll moves more than 24 pips or bears off more than 4
 * checkers.
 */

struct position;
struct side;
struct match_state;

/* Returns the games that giving up costs `loser` where ms->pays_by_board: 3 with a
 * checker on the bar or in the opponent's home board, else 2 with none borne off, else
 * 1. */
int resign_price(const struct side *loser);

/* Returns the games to resign for mine, who will lose `games` (0..3) by playing on. That
 * is `games` where they can be chosen. Where ms->pays_by_board it is the price, or 0 if
 * that costs more than the loss. */
int resign_at_price(const struct position *pos, const struct match_state *ms,
                    int games);

/* Returns 1, 2 or 3 if mine, on roll, is certain to lose exactly a single game, a
 * gammon or a backgammon, and 0 if that is still open. Where a smaller loss costs just
 * as much (it already loses the match, or gammons do not count under the Jacoby rule),
 * returns that smaller loss as soon as it is certain. Where ms->pays_by_board, returns
 * what resign_at_price() makes of it. */
int resign_certain_loss(const struct position *pos, const struct match_state *ms);

/* Returns the most that mine can still win: 1 when theirs has borne off a checker, 2
 * when theirs can no longer be backgammoned, else 3. */
int resign_highest_win(const struct position *pos);
