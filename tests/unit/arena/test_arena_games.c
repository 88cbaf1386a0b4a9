/* Games gathered from the events of a pair. */

#include "arena/arena_match.h"
#include "tests/unit/test_case.h"

static void tell(struct arena_games *games, enum arena_event_kind kind, int half,
                 int player, int number)
{
    const struct arena_event event = {.kind = kind,
                                      .half = half,
                                      .player = player,
                                      .score = {number, 2 * number},
                                      .cube = number,
                                      .points = number};
    arena_games_note(games, &event);
}

TEST(cube_is_that_of_doubles_taken)
{
    struct arena_games games = {0};
    tell(&games, ARENA_MATCH_START, 0, 0, 0);
    tell(&games, ARENA_GAME_START, 0, 0, 1);
    tell(&games, ARENA_PLAY, 0, 0, 0);
    tell(&games, ARENA_DOUBLE, 0, 1, 2);
    tell(&games, ARENA_TAKE, 0, 0, 0);
    tell(&games, ARENA_PLAY, 0, 1, 0);
    tell(&games, ARENA_DOUBLE, 0, 0, 4);
    tell(&games, ARENA_DROP, 0, 1, 0);
    tell(&games, ARENA_GAME_END, 0, 0, 2);
    assert_int_equal(games.count, 1);
    const struct arena_game *game = &games.game[0];
    assert_int_equal(game->cube, 2);
    assert_int_equal(game->plays, 2);
    assert_int_equal(game->winner, 0);
    assert_int_equal(game->points, 2);
    assert_int_equal(game->score[0], 1);
    assert_int_equal(game->score[1], 2);
}

TEST(games_are_numbered_in_each_half)
{
    static const int want[][2] = {{0, 1}, {0, 2}, {1, 1}};
    struct arena_games games = {0};
    tell(&games, ARENA_MATCH_START, 0, 0, 0);
    for (int i = 0; i < 3; i++) {
        if (i == 2) {
            tell(&games, ARENA_MATCH_START, 1, 0, 0);
        }
        tell(&games, ARENA_GAME_START, i / 2, 0, 0);
        tell(&games, ARENA_GAME_END, i / 2, 1, 1);
    }
    assert_int_equal(games.count, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(games.game[i].half, want[i][0]);
        assert_int_equal(games.game[i].number, want[i][1]);
    }
}

TEST(pair_that_is_played_again_begins_anew)
{
    struct arena_games games = {0};
    for (int i = 0; i < 2; i++) {
        tell(&games, ARENA_MATCH_START, 0, 0, 0);
        tell(&games, ARENA_GAME_START, 0, 0, 0);
        tell(&games, ARENA_MATCH_BROKEN, 0, 0, 0);
    }
    assert_int_equal(games.count, 1);
    assert_int_equal(games.game[0].number, 1);
}

TEST(games_beyond_the_most_are_left_out)
{
    struct arena_games games = {0};
    for (int i = 0; i < ARENA_GAMES_MAX + 3; i++) {
        tell(&games, ARENA_GAME_START, 0, 0, 0);
    }
    assert_int_equal(games.count, ARENA_GAMES_MAX);
}

TEST_MAIN(NULL, NULL)
