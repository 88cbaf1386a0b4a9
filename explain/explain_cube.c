/* One function an error that can be made with the cube; each says at most three things. */
#include <math.h>

#include "explain/explain.h"
#include "explain/explain_cube.h"

#define PRICE_OF_MONEY  0.50
#define LEAST_PRICE     0.06 /* away from that of money */
#define NO_PRICE        0.005
#define MANY_GAMMONS    0.20
#define MANY_LOSERS     0.25 /* of two rolls */
#define FEW_LOSERS      0.15
#define NO_LOSERS       0.005
#define MUCH_VOLATILITY 0.25
#define LOW_VOLATILITY  0.08

static void add_reason(struct explain_reasons *reasons, enum explain_kind kind,
                       double a, double b, double c)
{
    explain_reasons_add(reasons,
                        (struct explain_reason){.kind = kind, .number = {a, b, c}});
}

/* The price of gammons, if it is not that of money or there are many. */
static void add_price(const struct explain_cube *cube, enum explain_kind kind,
                      struct explain_reasons *reasons)
{
    double lost = (double)cube->chances.lose_gammon;
    if (cube->gammon_lost < NO_PRICE) {
        if (kind == EXPLAIN_TAKE_PRICE) {
            add_reason(reasons, EXPLAIN_TAKE_FREE, cube->loss, 0.0, 0.0);
        }
        return;
    }
    bool is_special = fabs(cube->gammon_lost - PRICE_OF_MONEY) >= LEAST_PRICE;
    if (is_special || lost >= MANY_GAMMONS) {
        add_reason(reasons, kind, cube->gammon_lost, lost, cube->loss);
    }
}

static void add_passed(const struct explain_cube *cube, struct explain_reasons *reasons)
{
    double win = (double)cube->chances.win;
    if (win > cube->take_point) {
        add_reason(reasons, EXPLAIN_ENOUGH, win, cube->take_point, 0.0);
        add_price(cube, EXPLAIN_TAKE_PRICE, reasons);
    }
}

static void add_taken(const struct explain_cube *cube, struct explain_reasons *reasons)
{
    double win = (double)cube->chances.win;
    if (win < cube->take_point) {
        add_reason(reasons, EXPLAIN_NOT_ENOUGH, win, cube->take_point, 0.0);
    } else {
        add_reason(reasons, EXPLAIN_ENOUGH_BUT, win, cube->take_point, 0.0);
    }
    add_price(cube, EXPLAIN_PASS_PRICE, reasons);
}

/* The taker's cube is dead where the doubled game wins them the match. */
static void add_dead_cube(const struct explain_cube *cube,
                          struct explain_reasons *reasons)
{
    const struct match_state *ms = &cube->ms;
    if (ms->length == 0) {
        return;
    }
    int away = match_state_their_away(ms);
    if (away == 1) {
        add_reason(reasons, EXPLAIN_LAST_GAME, away, 0.0, 0.0);
    } else if (away <= 2 * ms->cube) {
        add_reason(reasons, EXPLAIN_DEAD_CUBE, away, 2 * ms->cube, 0.0);
    }
}

static void add_not_doubled(const struct explain_cube *cube,
                            struct explain_reasons *reasons)
{
    double win = 1.0 - (double)cube->chances.win;
    if (cube->is_pass && win < cube->take_point) {
        add_reason(reasons, EXPLAIN_THEY_PASS, win, cube->take_point, 0.0);
    }
    add_dead_cube(cube, reasons);
    if (cube->has_market && cube->losers >= MANY_LOSERS) {
        add_reason(reasons, EXPLAIN_LOSES_MARKET, cube->losers, 0.0, 0.0);
    }
    if (cube->has_market && cube->volatility > MUCH_VOLATILITY) {
        add_reason(reasons, EXPLAIN_VOLATILE, cube->volatility, 0.0, 0.0);
    }
}

static void add_doubled(const struct explain_cube *cube,
                        struct explain_reasons *reasons)
{
    if (cube->is_too_good) {
        add_reason(reasons, EXPLAIN_TOO_GOOD, (double)cube->chances.win,
                   (double)cube->chances.win_gammon, 0.0);
    } else if (cube->has_market && cube->losers < FEW_LOSERS) {
        add_reason(reasons,
                   cube->losers < NO_LOSERS ? EXPLAIN_HOLDS_MARKET
                                            : EXPLAIN_KEEPS_MARKET,
                   cube->losers, 0.0, 0.0);
    }
    if (cube->has_market && cube->volatility < LOW_VOLATILITY) {
        add_reason(reasons, EXPLAIN_QUIET, cube->volatility, 0.0, 0.0);
    }
}

void explain_cube_reasons(const struct explain_cube *cube,
                          struct explain_reasons *reasons)
{
    static void (*const adders[])(const struct explain_cube *,
                                  struct explain_reasons *) = {
        [EXPLAIN_NOT_DOUBLED] = add_not_doubled,
        [EXPLAIN_DOUBLED] = add_doubled,
        [EXPLAIN_TAKEN] = add_taken,
        [EXPLAIN_PASSED] = add_passed,
    };
    *reasons = (struct explain_reasons){.count = 0};
    if (cube->loss >= EXPLAIN_LEAST_LOSS) {
        adders[cube->made](cube, reasons);
    }
}
