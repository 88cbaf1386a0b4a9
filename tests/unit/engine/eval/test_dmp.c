/* The chance to win when both play only to win. */
#include "engine/board/position.h"
#include "engine/eval/dmp.h"
#include "engine/net/classes.h"
#include "tests/unit/engine/board/random_position.h"
#include "tests/unit/test_case.h"

/* A blitz: three checkers back, two of them on the bar. */
static const struct outputs favourite = {.win = 0.75F,
                                         .win_gammon = 0.4F,
                                         .win_backgammon = 0.01F,
                                         .lose_gammon = 0.05F,
                                         .lose_backgammon = 0.001F};
static const struct side attacker = {
    .at = {[4] = 2, [5] = 2, [6] = 4, [8] = 3, [13] = 2, [24] = 2}};
static const struct side attacked = {
    .at = {[6] = 4, [8] = 3, [13] = 5, [22] = 1, [POINT_BAR] = 2}};

TEST(the_favourite_wins_less_and_the_other_more)
{
    struct position moved = {.mine = attacker, .theirs = attacked};
    struct position answered = {.mine = attacked, .theirs = attacker};
    struct outputs other = outputs_flip(favourite);
    double lost = dmp_gain(&moved, &favourite);
    double gained = dmp_gain(&answered, &other);
    print_message("%f %f\n", lost, gained);
    assert_true(lost < -0.003 && lost > -0.05);
    assert_true(gained > 0.003 && gained < 0.05);
}

TEST(a_race_is_the_same_game_at_any_score)
{
    struct position race = {.mine = {.at = {[POINT_OFF] = 5, [6] = 10}},
                            .theirs = {.at = {[POINT_OFF] = 5, [6] = 10}}};
    assert_true(dmp_gain(&race, &favourite) == 0.0);
}

TEST(the_chance_stays_a_chance)
{
    struct rng rng;
    rng_seed(&rng, 1, 0);
    for (int i = 0; i < 3000; i++) {
        struct position pos;
        random_position(&rng, &pos);
        float win = i % 3 == 0 ? 0.0F : i % 3 == 1 ? 1.0F : (float)rng_unit(&rng);
        struct outputs o = {.win = win,
                            .win_gammon = win * (float)rng_unit(&rng),
                            .lose_gammon = (1.0F - win) * (float)rng_unit(&rng)};
        double chance = (double)win + dmp_gain(&pos, &o);
        assert_true(chance >= 0.0 && chance <= 1.0);
        assert_in_range(dmp_class(&pos), 0, CLASSES_MAX - 1);
    }
}

TEST(terms_vanish_where_the_game_is_decided)
{
    double term[DMP_TERMS];
    dmp_terms(&(struct outputs){.win = 1.0F, .win_gammon = 0.6F}, term);
    for (int t = 0; t < DMP_TERMS; t++) {
        assert_true(term[t] == 0.0);
    }
}

TEST_MAIN(NULL, NULL)
