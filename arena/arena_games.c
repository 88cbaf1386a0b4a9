#include "arena/arena_games.h"

static void begin_kept_game(struct arena_games *games, const struct arena_event *event)
{
    int n = games->count;
    if (n == ARENA_GAMES_MAX) {
        return;
    }
    bool is_first = n == 0 || games->game[n - 1].half != event->half;
    games->game[n] =
        (struct arena_game){.half = event->half,
                            .number = is_first ? 1 : games->game[n - 1].number + 1,
                            .score = {event->score[0], event->score[1]},
                            .cube = 1,
                            .offered = 1};
    games->count++;
}

void arena_games_note(struct arena_games *games, const struct arena_event *event)
{
    if (event->kind == ARENA_MATCH_START && event->half == 0) {
        games->count = 0;
    }
    if (event->kind == ARENA_GAME_START) {
        begin_kept_game(games, event);
    }
    if (games->count == 0) {
        return;
    }
    struct arena_game *game = &games->game[games->count - 1];
    switch (event->kind) {
    case ARENA_PLAY:
        game->plays++;
        break;
    case ARENA_DOUBLE:
        game->offered = event->cube;
        break;
    case ARENA_TAKE:
        game->cube = game->offered;
        break;
    case ARENA_GAME_END:
        game->winner = event->player;
        game->points = event->points;
        break;
    default:
        break;
    }
}
