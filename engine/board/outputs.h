#pragma once
/*
 * The five probabilities of a cubeless game played to its end, from one player's side.
 * They are cumulative: win includes gammons, and gammons include backgammons. The
 * chance to lose is 1 - win.
 */

struct outputs {
    float win;
    float win_gammon;
    float win_backgammon;
    float lose_gammon;
    float lose_backgammon;
};

/* Returns the same probabilities from the other player's side. */
static inline struct outputs outputs_flip(struct outputs o)
{
    return (struct outputs){1.0F - o.win, o.lose_gammon, o.lose_backgammon,
                            o.win_gammon, o.win_backgammon};
}

/* Returns the cubeless equity in points per game at cube 1: -3..3. */
static inline float equity_cubeless(struct outputs o)
{
    return 2.0F * o.win - 1.0F + o.win_gammon + o.win_backgammon - o.lose_gammon -
           o.lose_backgammon;
}

/* Adds factor * o to sum[0..4], in the order of the struct. */
static inline void outputs_add_to(double sum[5], double factor, struct outputs o)
{
    sum[0] += factor * (double)o.win;
    sum[1] += factor * (double)o.win_gammon;
    sum[2] += factor * (double)o.win_backgammon;
    sum[3] += factor * (double)o.lose_gammon;
    sum[4] += factor * (double)o.lose_backgammon;
}

/* Returns such a sum divided by `by`. */
static inline struct outputs outputs_of_sum(const double sum[5], double by)
{
    return (struct outputs){(float)(sum[0] / by), (float)(sum[1] / by),
                            (float)(sum[2] / by), (float)(sum[3] / by),
                            (float)(sum[4] / by)};
}

/* Returns the outputs of a finished game; `result` is 1..3 or -1..-3 as returned by
 * position_game_result(). */
struct outputs outputs_of_result(int result);

/* Limits every value to 0..1 and lowers values as needed so that win >= win_gammon >=
 * win_backgammon and 1 - win >= lose_gammon >= lose_backgammon. A NaN becomes 0. */
struct outputs outputs_clamp(struct outputs o);
