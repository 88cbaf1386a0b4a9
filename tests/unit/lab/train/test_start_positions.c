/* Start positions of self-play: what is drawn, and how often. */
#include <string.h>

#include "engine/board/position.h"
#include "lab/selfplay/start_positions.h"
#include "tests/unit/engine/board/random_position.h"
#include "tests/unit/test_case.h"

static int men_in_the_other_home(const struct side *side)
{
    int men = 0;
    for (int p = 19; p <= POINT_BAR; p++) {
        men += side->at[p];
    }
    return men;
}

TEST(starting_positions_are_possible_and_not_over)
{
    struct rng rng;
    rng_seed(&rng, 1, 0);
    for (int kind = 0; kind < START_KINDS; kind++) {
        for (int i = 0; i < 1000; i++) {
            struct position base = after_random_turns(&rng, (int)rng_below(&rng, 60));
            struct position pos;
            bool has_base = start_positions_has_base((enum start_positions_kind)kind);
            start_positions_make((enum start_positions_kind)kind,
                                 has_base ? &base : NULL, &rng, &pos);
            assert_null(position_fault(&pos));
            assert_int_equal(position_game_result(&pos), 0);
            if (kind == START_RACE || kind == START_LONG_RACE) {
                assert_false(position_has_contact(&pos));
            }
            if (kind == START_LONG_RACE) {
                assert_int_equal(pos.mine.at[POINT_OFF] + pos.theirs.at[POINT_OFF], 0);
            }
        }
    }
}

/* As far as the base had fewer, a back game or men back has more of them. */
TEST(men_are_sent_back_where_asked)
{
    struct rng rng;
    struct position opening;
    int many = 0;
    rng_seed(&rng, 8, 0);
    position_start(&opening);
    for (int i = 0; i < 1000; i++) {
        struct position pos;
        start_positions_make(i % 2 == 0 ? START_BACK_GAME : START_CHECKERS_BACK,
                             &opening, &rng, &pos);
        int mine = men_in_the_other_home(&pos.mine);
        int theirs = men_in_the_other_home(&pos.theirs);
        assert_true(mine >= 2 && theirs >= 2);
        many += mine >= 3 || theirs >= 3;
    }
    assert_true(many > 850);
}

TEST(openings_begin_without_a_double)
{
    struct rng rng;
    int doubles = 0;
    rng_seed(&rng, 5, 0);
    for (int i = 0; i < 600; i++) {
        struct roll first = start_positions_roll(START_OPENING, &rng);
        struct roll other = start_positions_roll(START_ODD, &rng);
        assert_true(first.high > first.low);
        doubles += other.high == other.low;
    }
    assert_in_range(doubles, 60, 140);
}

TEST(starts_are_drawn_by_their_shares)
{
    struct rng rng;
    struct start_positions_shares shares;
    int drawn[START_KINDS] = {0};
    rng_seed(&rng, 6, 0);
    assert_true(start_positions_shares_read("odd:.25,back-game:.5", &shares, NULL));
    for (int i = 0; i < 4000; i++) {
        drawn[start_positions_draw(&shares, &rng)]++;
    }
    assert_in_range(drawn[START_OPENING], 880, 1120);
    assert_in_range(drawn[START_ODD], 880, 1120);
    assert_in_range(drawn[START_BACK_GAME], 1880, 2120);
}

TEST(a_list_of_shares_is_not_cut_off)
{
    char text[400];
    struct error err = {0};
    struct start_positions_shares shares;
    FORMAT_TEXT(text, "odd:.%0250d,stray:.5", 0);
    assert_false(start_positions_shares_read(text, &shares, &err));
    assert_non_null(strstr(err.text, "odd:.000"));
}

TEST(bad_shares_are_refused_with_the_text)
{
    static const char *const bad[] = {"odd",      "odd:",       "odd:x",
                                      "odd:-.1",  "prime:.1",   "odd:.6,stray:.5",
                                      "odd:.1:2", "opening:.3", "odd:nan"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct start_positions_shares shares;
        struct error err = {0};
        assert_false(start_positions_shares_read(bad[i], &shares, &err));
        assert_non_null(strstr(err.text, bad[i]));
    }
}

TEST_MAIN(NULL, NULL)
