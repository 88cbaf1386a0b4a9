#include "lab/study/self_match.h"

#include <stddef.h>

#include "engine/board/position.h"

enum { PLAYS_MAX = 2000, CUBE_MAX = 1024 };

/* A game in progress, seen by the side on roll. */
struct game {
    struct position pos;
    struct match_state ms;
    bool is_first_on_roll; /* the side whose score is my_score */
};

static void change_sides(struct game *game)
{
    game->ms = match_state_swap(&game->ms);
    game->is_first_on_roll = !game->is_first_on_roll;
}

/* Makes the cube decision. Returns whether the game ends because mine has doubled and
 * theirs passed. */
static bool turn_cube(const struct self_player *player, struct game *game)
{
    if (!match_state_may_double(&game->ms) || game->ms.cube >= CUBE_MAX ||
        player->doubles == NULL ||
        !player->doubles(player->context, &game->pos, &game->ms)) {
        return false;
    }
    struct position taker = position_swap(&game->pos);
    struct match_state taker_ms = match_state_swap(&game->ms);
    if (!player->takes(player->context, &taker, &taker_ms)) {
        return true;
    }
    game->ms.cube *= 2;
    game->ms.owner = CUBE_THEIRS;
    return false;
}

/* Plays the game to its end. Returns the points, cube included, of the side then on
 * roll; < 0 if it lost. */
static int play_out(const struct self_player *player, struct game *game,
                    struct roll roll, struct rng *dice)
{
    for (int n = 0; n < PLAYS_MAX; n++) {
        struct position after;
        if (n > 0 && turn_cube(player, game)) {
            return game->ms.cube;
        }
        player->plays(player->context, &game->pos, &game->ms, roll, &after);
        int result = position_game_result(&after);
        if (result != 0) {
            return result * game->ms.cube;
        }
        game->pos = position_swap(&after);
        change_sides(game);
        roll = rng_roll(dice);
    }
    return 1;
}

/* Plays one game at the score of `ms`; returns the points of "me". */
static int play_self_game(const struct self_player *player,
                          const struct match_state *ms, struct rng *dice)
{
    struct game game = {.ms = *ms, .is_first_on_roll = true};
    position_start(&game.pos);
    if (rng_below(dice, 2) == 1) {
        change_sides(&game);
    }
    int points = play_out(player, &game, rng_opening_roll(dice), dice);
    if (player->game_ends != NULL) {
        player->game_ends(player->context);
    }
    return game.is_first_on_roll ? points : -points;
}

void self_match_play(const struct self_player *player, int length, struct rng *dice)
{
    int score[2] = {0, 0};
    bool had_crawford = false;
    if (length == 0) {
        struct match_state money = match_state_money();
        (void)play_self_game(player, &money, dice);
        return;
    }
    while (score[0] < length && score[1] < length) {
        bool is_crawford = length > 1 && !had_crawford &&
                           (score[0] == length - 1 || score[1] == length - 1);
        struct match_state ms =
            match_state_match(length, score[0], score[1], is_crawford);
        int points = play_self_game(player, &ms, dice);
        had_crawford |= is_crawford;
        score[points < 0] += points < 0 ? -points : points;
    }
}
