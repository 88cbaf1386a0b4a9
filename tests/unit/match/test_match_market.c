/* Market losers and volatility, against positions that were counted otherwise. */

#include "engine/board/decision_context.h"
#include "engine/board/xgid.h"
#include "match/match_market.h"
#include "tests/unit/engine/shipped_engine.h"
#include "tests/unit/test_case.h"

static struct match_market market_of(const char *id)
{
    struct decision_context at = context(id);
    struct match_market market;
    assert_true(match_market_find(eng, &at.pos, &at.ms, &market));
    return market;
}

/* Two checkers on the ace point against a closed race: any roll wins. */
TEST(a_game_that_is_won_by_every_roll_is_lost_to_the_market)
{
    struct match_market market =
        market_of("XGID=-B----------------------d-:0:0:1:00:0:0:0:0:10");
    assert_true(market.losers == 1.0);
    assert_true(market.volatility < 1e-6);
}

/* The last roll: one checker on 6 and one on 1 go off with 15 of 36 rolls (any 6, and 3-3,
 * 2-2, 4-4, 5-5 or a 5-1 that leaves none); else they win with a checker on the ace point. */
TEST(the_last_roll_wins_or_loses)
{
    enum { WINS = 15 };
    struct match_market market =
        market_of("XGID=-A----A-----------------b-:0:0:1:00:0:0:0:0:10");
    double share = WINS / 36.0;
    assert_true(market.losers > share - 1e-9 && market.losers < share + 1e-9);
    assert_true(market.volatility > 0.9);
}

/* Counted over all pairs with `analyse --ply 0` by a script that moves the checkers itself:
 * .471 (.404 with the former nets, as many pairs lie at the edge of the market), .302. */
TEST(a_position_that_was_counted_before_agrees)
{
    /* the doubler's view of -aB--bD-C-C-ba----Bbbcb--A:0:0:-1:D:2:0:0:7:10 */
    struct match_market market =
        market_of("XGID=a--BCBBb----AB-c-c-dB--bA-:0:0:1:00:0:2:0:7:10");
    print_message("losers %.3f, volatility %.3f\n", market.losers, market.volatility);
    assert_true(market.losers > 0.45 && market.losers < 0.51);
    assert_true(market.volatility > 0.26 && market.volatility < 0.34);
}

/* Three on the bar against a closed board, none of theirs home. */
TEST(a_game_that_is_too_good_to_double_is_lost_to_the_market)
{
    struct match_market market =
        market_of("XGID=cBBBBBBC-----l------------:0:0:1:00:0:0:0:0:10");
    assert_true(market.losers > 0.99);
}

TEST(a_quiet_position_loses_no_market)
{
    struct match_market market =
        market_of("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10");
    assert_true(market.losers < 0.02);
    assert_true(market.volatility > 0.05 && market.volatility < 0.5);
}

TEST_MAIN(open_engine, close_engine)
