#ifndef ENGINE_LAB_CONTEST_H
#define ENGINE_LAB_CONTEST_H
/*
 * Cubeless money games at 0-ply between two players, each pair of games with the same
 * dice and the sides changed, so that luck mostly cancels.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/error.h"

struct contestant;

/* "random", "yardstick" (yardstick.h), a weights file (FILE.net), or a folder with
 * weights.txt, whose big net and databases play. NULL with `err`. */
struct contestant *contestant_open(const char *spec, struct engine_error *err);
void contestant_close(struct contestant *contestant);

/* Sums over pairs of games, of the first player. Start with zeros. */
struct contest {
    int64_t pairs;
    int64_t games_won;
    int64_t gammons_won; /* backgammons too */
    int64_t gammons_lost;
    double points; /* mean of the two games, summed over pairs */
    double points_squares;
};

/* Plays pair number `number` of the match `seed`. */
void contest_play_pair(struct contestant *first, struct contestant *second,
                       uint64_t seed, int64_t number, struct contest *sums);

struct contest_figures {
    double points_per_game; /* of the first player */
    double error;           /* standard error */
    double share_won;       /* of games */
    double share_gammons_won;
    double share_gammons_lost;
};
struct contest_figures contest_figures(const struct contest *sums);

#endif
