/* Why a decision about the cube loses. */

#include "explain/explain_cube.h"
#include "tests/unit/test_case.h"

static void assert_cube(const struct explain_cube *cube, const char *said)
{
    struct explain_reasons reasons;
    char text[EXPLAIN_SIZE];
    explain_cube_reasons(cube, &reasons);
    (void)explain_write(&reasons, &(struct explain_names){.opponent = "fibsbot"}, text);
    assert_string_equal(text, said);
}

/* A pass of the same match: a take by .190. */
TEST(a_wrong_pass_is_explained_by_take_point_and_gammons)
{
    struct explain_cube cube = {.made = EXPLAIN_PASSED,
                                .loss = .190,
                                .ms = match_state_match(7, 0, 2, false),
                                .chances = {.win = .370F, .lose_gammon = .263F},
                                .take_point = .253,
                                .gammon_lost = .56};
    assert_cube(&cube,
                "You win 37.0 %; 25.3 % is enough without gammons. A gammon costs "
                ".56 of a game here, and 26.3 % are lost: still a take, by "
                "0.190.");
    cube.gammon_lost = .001;
    assert_cube(&cube, "You win 37.0 %; 25.3 % is enough without gammons. A gammon "
                       "costs nothing here: still a take, by 0.190.");
    cube.chances.win = .25F;
    assert_cube(&cube, "");
}

TEST(a_wrong_take_is_explained_by_what_it_needs)
{
    struct explain_cube cube = {.made = EXPLAIN_TAKEN,
                                .loss = .12,
                                .ms = match_state_money(),
                                .chances = {.win = .21F, .lose_gammon = .1F},
                                .take_point = .25,
                                .gammon_lost = .5};
    assert_cube(&cube, "You win 21.0 %; a take needs 25.0 %, even without gammons.");
    cube.chances = (struct outputs){.win = .27F, .lose_gammon = .3F};
    assert_cube(&cube,
                "You win 27.0 %; 25.0 % would be enough without gammons. A gammon "
                "costs .50 of a game here, and 30.0 % are lost: a pass, by "
                "0.120.");
    for (int i = 0; i < 2; i++) {
        cube.gammon_lost = i == 0 ? .996 : 1.0;
        assert_cube(&cube,
                    "You win 27.0 %; 25.0 % would be enough without gammons. A gammon "
                    "costs 1.00 of a game here, and 30.0 % are lost: a pass, by "
                    "0.120.");
    }
    cube.chances.win = .21F;
    cube.gammon_lost = .001;
    assert_cube(&cube, "You win 21.0 %; a take needs 25.0 %, even without gammons.");
}

TEST(doubles_are_explained_by_market_score_and_volatility)
{
    struct explain_cube cube = {.made = EXPLAIN_NOT_DOUBLED,
                                .loss = .08,
                                .ms = match_state_match(7, 2, 5, false),
                                .chances = {.win = .72F},
                                .has_market = true,
                                .losers = .40,
                                .volatility = .30};
    assert_cube(&cube, "fibsbot is 2 away: a cube on 2 is dead. 40 % of the next two "
                       "rolls lose the market. Much can happen: .30 a turn.");
    cube.ms = match_state_match(7, 2, 6, false);
    cube.has_market = false;
    assert_cube(&cube, "fibsbot is 1 away: a double costs nothing.");
    cube.ms = match_state_money();
    cube.is_pass = true;
    cube.take_point = .25;
    cube.chances.win = .80F;
    assert_cube(&cube,
                "fibsbot wins 20.0 %; a take needs 25.0 %, even without gammons.");
    cube.made = EXPLAIN_DOUBLED;
    cube.has_market = true;
    cube.losers = .04;
    cube.volatility = .05;
    assert_cube(&cube, "Only 4 % of the next two rolls lose the market. Little can "
                       "change: .05 a turn.");
    cube.losers = .003;
    assert_cube(&cube, "Hardly any of the next two rolls lose the market. Little can "
                       "change: .05 a turn.");
    cube.is_too_good = true;
    cube.volatility = .1;
    cube.chances.win_gammon = .45F;
    assert_cube(&cube, "You win 80.0 %, and 45.0 % gammons: more than the points of a "
                       "pass.");
}

TEST(a_market_that_is_not_known_is_not_said)
{
    struct explain_cube cube = {.loss = .19,
                                .ms = match_state_money(),
                                .chances = {.win = .37F, .lose_gammon = .3F},
                                .losers = .40,
                                .volatility = .30};
    for (cube.made = EXPLAIN_NOT_DOUBLED; cube.made <= EXPLAIN_DOUBLED; cube.made++) {
        assert_cube(&cube, "");
        cube.losers = cube.made == EXPLAIN_NOT_DOUBLED ? .04 : .40;
        cube.volatility = cube.losers;
    }
}

/* `losers` of the market, and the volatility, of a take that was not doubled, or doubled. */
static void assert_market(enum explain_cube_error made, double losers,
                          double volatility, const char *said)
{
    const struct explain_cube cube = {.made = made,
                                      .loss = .08,
                                      .ms = match_state_money(),
                                      .chances = {.win = .80F},
                                      .take_point = .25,
                                      .has_market = true,
                                      .losers = losers,
                                      .volatility = volatility};
    assert_cube(&cube, said);
}

TEST(a_market_is_said_where_much_or_little_of_it_is_lost)
{
    assert_market(EXPLAIN_NOT_DOUBLED, .24, .25, "");
    assert_market(EXPLAIN_NOT_DOUBLED, .25, .25,
                  "25 % of the next two rolls lose the market.");
    assert_market(EXPLAIN_NOT_DOUBLED, .24, .26, "Much can happen: .26 a turn.");
    assert_market(EXPLAIN_DOUBLED, .15, .08, "");
    assert_market(EXPLAIN_DOUBLED, .14, .08,
                  "Only 14 % of the next two rolls lose the market.");
    assert_market(EXPLAIN_DOUBLED, .15, .07, "Little can change: .07 a turn.");
}

/* Of who took, with 27 % wins: what is said of `lost` gammons at a `price`. */
TEST(a_price_is_said_where_it_is_not_that_of_money_or_many_are_lost)
{
    static const struct {
        double price;
        float lost;
        const char *said; /* NULL: nothing */
    } rows[] = {
        {.50, .19F, NULL},  {.50, .21F, ".50 of a game here, and 21.0 %"},
        {.45, .10F, NULL},  {.43, .10F, ".43 of a game here, and 10.0 %"},
        {.55, .10F, NULL},  {.57, .10F, ".57 of a game here, and 10.0 %"},
        {.004, .30F, NULL}, {.02, .10F, ".02 of a game here, and 10.0 %"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct explain_cube cube = {
            .made = EXPLAIN_TAKEN,
            .loss = .12,
            .ms = match_state_money(),
            .chances = {.win = .27F, .lose_gammon = rows[i].lost},
            .take_point = .25,
            .gammon_lost = rows[i].price};
        char said[EXPLAIN_SIZE];
        FORMAT_TEXT(said,
                    "You win 27.0 %%; 25.0 %% would be enough without gammons.%s%s%s",
                    rows[i].said != NULL ? " A gammon costs " : "",
                    rows[i].said != NULL ? rows[i].said : "",
                    rows[i].said != NULL ? " are lost: a pass, by 0.120." : "");
        assert_cube(&cube, said);
    }
}

TEST(small_losses_with_the_cube_are_not_explained)
{
    struct explain_cube cube = {.made = EXPLAIN_NOT_DOUBLED,
                                .loss = .019,
                                .ms = match_state_match(7, 2, 6, false),
                                .chances = {.win = .72F}};
    assert_cube(&cube, "");
    cube.loss = .02;
    assert_cube(&cube, "fibsbot is 1 away: a double costs nothing.");
}

TEST_MAIN(NULL, NULL)
