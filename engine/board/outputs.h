#ifndef ENGINE_BOARD_OUTPUTS_H
#define ENGINE_BOARD_OUTPUTS_H
/*
 * The five probabilities of a cubeless game played to its end, of one named player.
 * They are cumulative: win includes gammons, gammons include backgammons. Losing is 1 -
 * win.
 */

struct outputs {
    float win;
    float win_gammon;
    float win_backgammon;
    float lose_gammon;
    float lose_backgammon;
};

/* The same forecast for the other player. */
static inline struct outputs outputs_flip(struct outputs o)
{
    return (struct outputs){1.0F - o.win, o.lose_gammon, o.lose_backgammon,
                            o.win_gammon, o.win_backgammon};
}

/* Points per game at cube 1 without cube: -3..3. */
static inline float equity_cubeless(struct outputs o)
{
    return 2.0F * o.win - 1.0F + o.win_gammon + o.win_backgammon - o.lose_gammon -
           o.lose_backgammon;
}

/* sum[0..4] += factor * o, in the order above. */
static inline void outputs_add_to(double sum[5], double factor, struct outputs o)
{
    sum[0] += factor * (double)o.win;
    sum[1] += factor * (double)o.win_gammon;
    sum[2] += factor * (double)o.win_backgammon;
    sum[3] += factor * (double)o.lose_gammon;
    sum[4] += factor * (double)o.lose_backgammon;
}

/* Such a sum divided by `by`. */
static inline struct outputs outputs_of_sum(const double sum[5], double by)
{
    return (struct outputs){(float)(sum[0] / by), (float)(sum[1] / by),
                            (float)(sum[2] / by), (float)(sum[3] / by),
                            (float)(sum[4] / by)};
}

/* Certain outcome: result is 1..3 or -1..-3 as position_game_result() gives it. */
struct outputs outputs_of_result(int result);

/* Puts every value in 0..1 and restores the order win >= win_gammon >= win_backgammon,
 * 1 - win >= lose_gammon >= lose_backgammon, by lowering what is too high. */
struct outputs outputs_clamp(struct outputs o);

#endif
