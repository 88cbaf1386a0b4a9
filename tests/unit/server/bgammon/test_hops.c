/* Single hops of a turn on bgammon.org: words, ways, prices, and the referee's plays. */
#include "tests/unit/server/bgammon/guests.h"
#include "tests/unit/test_case.h"

WITH_GUESTS(bar_and_home_have_words)
{
    static const int on_bar[26] = {[25] = 1, [3] = 2, [24] = -1};
    static const int at_home[26] = {[3] = 3, [24] = -1};
    static const struct {
        const int *points;
        const char *move;
        int point, men;
    } rows[] = {{on_bar, "move bar/21", 21, 1}, {on_bar, "move b/21", 21, 1},
                {at_home, "move 3/off", 3, 2},  {at_home, "move 3/o", 3, 2},
                {at_home, "move 3/home", 3, 2}, {at_home, "move 3/h", 3, 2},
                {on_bar, "move off/21", 25, 1}, {at_home, "move 3/bar", 3, 3}};
    guests_seat("create public 5 0");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bgammond_match *match = set_turn(0, 4, 3);
        set_board(match, rows[i].points, 12, 14);
        guests_say(0, rows[i].move);
        assert_int_equal(match->board.point[rows[i].point], rows[i].men);
    }
}

/* With autoplay the server plays for who has no choice, and for nobody else. */
WITH_GUESTS(a_choice_of_two_plays_is_not_forced)
{
    static const int points[26] = {[4] = 1, [2] = 1, [24] = -2};
    guests_seat("create public 1 0");
    set_board(set_turn(0, 2, 1), points, 13, 13); /* 4/2, 2/1 or 4/3, 2/off */
    assert_false(bgammond_hops_are_forced(guests_match()));
    (void)set_turn(0, 6, 5); /* 4/off, 2/off */
    assert_true(bgammond_hops_are_forced(guests_match()));
}

WITH_GUESTS(hops_back_undo)
{
    guests_seat("create public 5 0");
    (void)set_turn(0, 3, 1);
    guests_say(0, "move 8/5");
    guests_say(0, "move 5/8");
    assert_int_equal(guests_match()->moved_count, 0);
    assert_int_equal(guests_match()->board.point[8], 3);
}

WITH_GUESTS(a_man_of_both_dice_hits_on_the_way)
{
    guests_seat("create public 5 0");
    for (int i = 0; i < 2; i++) {
        struct bgammond_match *match = set_turn(0, i == 0 ? 3 : 1, i == 0 ? 1 : 3);
        reference_start(&match->board);
        match->board.point[i == 0 ? 7 : 5] = -1; /* of the 1 first, and of the 3 */
        match->board.point[1] = -1;
        assert_null(reference_fault(&match->board));
        guests_say(0, "move 8/4");
        assert_int_equal(match->board.point[0], -1);
        assert_int_equal(match->board.point[4], 1);
    }
}

WITH_GUESTS(the_price_of_giving_up_ends_with_the_19_point)
{
    static const struct {
        int loser, far, off, price; /* the loser's rearmost man, on his own points */
    } rows[] = {{0, 25, 1, 3}, {0, 19, 1, 3}, {0, 18, 0, 2}, {0, 18, 1, 1},
                {1, 25, 1, 3}, {1, 19, 1, 3}, {1, 18, 0, 2}, {1, 18, 1, 1}};
    guests_seat("create public 5 0");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const int off = rows[i].off, is_x = rows[i].loser == 1;
        int points[26] = {0};
        points[is_x ? 25 - 6 : 6] = is_x ? -(14 - off) : 14 - off;
        points[is_x ? 25 - rows[i].far : rows[i].far] += is_x ? -1 : 1;
        points[is_x ? 24 : 1] += is_x ? 1 : -1; /* of the other */
        struct bgammond_match *match = set_turn(rows[i].loser, 0, 0);
        set_board(match, points, is_x ? 14 : off, is_x ? off : 14);
        assert_int_equal(bgammond_hops_price(match, rows[i].loser), rows[i].price);
        match->cube = 4;
        assert_int_equal(bgammond_hops_price(match, rows[i].loser), 4 * rows[i].price);
        guests.core->config.faults.has_single_price = true;
        assert_int_equal(bgammond_hops_price(match, rows[i].loser), 4);
        guests.core->config.faults.has_single_price = false;
        match->cube = 1;
    }
}

/* ---- hops against the referee ---------------------------------------------------- */

static bool is_full_play(const struct reference_plays *plays,
                         const struct reference_board *board)
{
    for (int i = 0; i < plays->count; i++) {
        if (memcmp(&plays->plays[i].after, board, sizeof *board) == 0) {
            return true;
        }
    }
    return false;
}

/* A turn of hops drawn at random ends as one of the full plays, with the most dice. */
static void play_drawn_hops(struct bgammond_match *match,
                            const struct reference_plays *plays)
{
    struct bgammond_hops hops;
    for (bgammond_hops_available(match, &hops); hops.count > 0;
         bgammond_hops_available(match, &hops)) {
        unsigned i = splitmix_below(&match->server->random, (unsigned)hops.count);
        assert_true(bgammond_hops_play(match, hops.hop[i].from, hops.hop[i].to));
    }
    assert_int_equal(match->moved_count, plays->most);
    assert_true(is_full_play(plays, &match->board));
}

/* Each full play of the referee can be made by its hops. */
static void play_all(struct bgammond_match *match, const struct reference_plays *plays)
{
    const struct bgammond_match before = *match;
    for (int i = 0; i < plays->count; i++) {
        const struct reference_play *play = &plays->plays[i];
        for (int k = 0; k < play->count; k++) {
            assert_true(
                bgammond_hops_play(match, play->hops[k].from, play->hops[k].to));
        }
        assert_memory_equal(&match->board, &play->after, sizeof match->board);
        *match = before;
    }
}

WITH_GUESTS(hops_lead_to_the_plays_of_the_referee_and_to_no_others)
{
    enum { TURNS = 3000 };
    guests_seat("create public 5 0");
    struct bgammond_match *match = guests_match();
    struct reference_generator *referee = reference_generator_new();
    for (int turn = 0; turn < TURNS; turn++) {
        if (reference_result(&match->board) != 0) {
            reference_start(&match->board);
        }
        (void)set_turn(turn % 2, bgammond_die(guests.core), bgammond_die(guests.core));
        const struct reference_plays *plays =
            reference_plays(referee, &match->board, bgammond_colour(match->turn),
                            match->roll[0], match->roll[1]);
        if (plays->count < 100) {
            play_all(match, plays);
        }
        play_drawn_hops(match, plays);
    }
    reference_generator_free(referee);
}

TEST_MAIN(NULL, NULL)
