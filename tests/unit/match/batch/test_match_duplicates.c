/* Which matches of a run are the same. */
#include <stdbool.h>
#include <stdio.h>

#include "engine/board/position.h"
#include "match/batch/match_duplicates.h"
#include "tests/unit/test_case.h"

static const char *find(struct match_duplicates *seen, const char *player_1,
                        const char *player_2, const char *id)
{
    struct match_turns turns = {.count = 0};
    (void)snprintf(turns.heading.my_name, RECORD_NAME_MAX, "%s", player_1);
    (void)snprintf(turns.heading.opponent, RECORD_NAME_MAX, "%s", player_2);
    (void)snprintf(turns.heading.match_id, RECORD_NAME_MAX, "%s", id);
    return match_duplicates_find(seen, &turns, player_1);
}

TEST(the_same_players_in_either_order_are_the_same)
{
    struct match_duplicates seen = {.count = 0};
    assert_null(find(&seen, "anna", "bert", "7"));
    assert_string_equal(find(&seen, "anna", "bert", "7"), "anna");
    assert_string_equal(find(&seen, "bert", "anna", "7"), "anna");
    assert_string_equal(find(&seen, "bert", "anna", ""), "anna");
    assert_null(find(&seen, "anna", "carl", "7"));
    match_duplicates_free(&seen);
}

/* Names in which only numbers differ, as those of guests. */
TEST(names_that_are_nearly_alike_are_others)
{
    struct match_duplicates seen = {.count = 0};
    char first[20], second[20];
    for (int i = 1; i <= 1000; i++) {
        FORMAT_TEXT(first, "Grandmaster_%d", i);
        FORMAT_TEXT(second, "Backgammon%d", 7 * i);
        assert_null(find(&seen, first, second, ""));
    }
    match_duplicates_free(&seen);
}

/* Resigned before the first play, each. */
TEST(matches_without_a_turn_are_told_apart_by_date_and_points)
{
    struct match_duplicates seen = {.count = 0};
    struct match_turns turns = {.heading = {.date = "2026.01.02", .time = "20.15"}};
    assert_null(match_duplicates_find(&seen, &turns, "first"));
    assert_string_equal(match_duplicates_find(&seen, &turns, "copy"), "first");
    turns.heading.time[4] = '6';
    assert_null(match_duplicates_find(&seen, &turns, "later"));
    turns.heading.date[9] = '3';
    assert_null(match_duplicates_find(&seen, &turns, "next day"));
    turns.score[1] = 3;
    assert_null(match_duplicates_find(&seen, &turns, "won"));
    match_duplicates_free(&seen);
}

static const char *find_decision(struct match_duplicates *seen, int my_score, int cube,
                                 bool is_to_roll)
{
    struct match_turn turn = {.ms = match_state_match(7, my_score, 2, false)};
    turn.ms.cube = cube;
    turn.ms.owner = cube > 1 ? CUBE_MINE : CUBE_CENTRED;
    position_start(&turn.pos);
    turn.roll = is_to_roll ? (struct roll){0} : (struct roll){3, 1};
    struct match_turns turns = {.count = !is_to_roll,
                                .turns = &turn,
                                .is_to_roll = is_to_roll,
                                .next_turn = turn};
    return match_duplicates_find(seen, &turns, "first");
}

/* Files of one position each. */
TEST(positions_are_told_apart_by_score_and_cube)
{
    struct match_duplicates seen = {.count = 0};
    for (int i = 0; i < 2; i++) {
        assert_null(find_decision(&seen, 0, 1, i > 0));
        assert_null(find_decision(&seen, 1, 1, i > 0));
        assert_null(find_decision(&seen, 1, 2, i > 0));
        assert_string_equal(find_decision(&seen, 1, 2, i > 0), "first");
    }
    match_duplicates_free(&seen);
}

TEST_MAIN(NULL, NULL)
