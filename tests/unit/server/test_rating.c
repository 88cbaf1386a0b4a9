/* FIBS's rating formula: documented figures. */
#include <math.h>

#include "server/rating.h"
#include "tests/unit/test_case.h"

struct rating_case {
    const char *description;
    struct rating_player winner;
    struct rating_player loser;
    int length;
    double p;
    double winner_change;
    double loser_change;
};

/* The first three from the server's help, the fourth the sample of the CLIP
 * specification, revision 1.3, with the ratings chosen to give its D. */
static const struct rating_case cases[] = {
    {"equal, a point", {1500, 400}, {1500, 400}, 1, 0.5, 2.0, -2.0},
    {"equal, nine points", {1500, 1000}, {1500, 400}, 9, 0.5, 6.0, -6.0},
    {"newcomers, a point", {1500, 0}, {1500, 0}, 1, 0.5, 10.0, -10.0},
    {"the favourite wins",
     {1655.634835, 2761},
     {1500, 187},
     3,
     0.423029,
     2.930831,
     -9.173502},
    {"the underdog wins",
     {1500, 187},
     {1655.634835, 2761},
     3,
     1 - 0.423029,
     12.511774,
     -3.997372},
};

TEST(rating_changes_are_as_documented)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct rating_case *c = &cases[i];
        struct rating_result result =
            rating_after_match(c->winner, c->loser, c->length);
        if (fabs(result.p - c->p) > 1e-6 ||
            fabs(result.change[0] - c->winner_change) > 2e-5 ||
            fabs(result.change[1] - c->loser_change) > 2e-5) {
            fail_msg("%s: P %f, changes %f and %f", c->description, result.p,
                     result.change[0], result.change[1]);
        }
    }
}

TEST(underdog_chance_falls_with_difference_and_length)
{
    const struct rating_player strong = {1800, 500};
    const struct rating_player weak = {1400, 500};
    double short_match = rating_after_match(strong, weak, 1).underdog_wins;
    double long_match = rating_after_match(strong, weak, 9).underdog_wins;
    assert_true(short_match < 0.5);
    assert_true(long_match < short_match);
}

TEST_MAIN(NULL, NULL)
