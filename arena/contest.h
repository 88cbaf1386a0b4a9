#ifndef ARENA_CONTEST_H
#define ARENA_CONTEST_H
/*
 * Games or matches between two contestants, in pairs with the same dice and the seats
 * exchanged, and what they say about who is stronger.
 *
 *   cubeless  money games in which nobody may double; a unit is a point
 *   money     the cube is in play (no automatic doubles or beavers, the cube ends at
 *             1024); a unit is a point, so a gammon on a 2-cube counts 4
 *   match     to `length` points with cube and Crawford rule; a unit is a match
 *
 * `plain` results are what was won. `reduced` ones have the luck of all rolls taken out
 * (luck.h), the luck of who begins included: the same mean, a fraction of the variance.
 */

#include <stdbool.h>
#include <stdint.h>

#include "arena/contestant.h"
#include "base/error.h"
#include "match/luck.h"

struct contest_rules {
    int length; /* points of a match; 0: money */
    bool is_cubeful;
    bool has_jacoby; /* money with the cube */
    uint64_t seed;
};

/* What happens in a game, for records; `player` is 0 (the first contestant) or 1. */
enum contest_event_kind {
    CONTEST_MATCH_START, /* or a money game's pair mate */
    CONTEST_GAME_START,
    CONTEST_PLAY,
    CONTEST_DOUBLE,
    CONTEST_TAKE,
    CONTEST_DROP,
    CONTEST_GAME_END,
    CONTEST_MATCH_END
};

struct contest_event {
    enum contest_event_kind kind;
    int64_t pair;
    int half; /* of the pair: 0, 1 */
    int player;
    int score[2];
    int cube;   /* after a double */
    int points; /* won by `player` */
    struct roll roll;
    const struct play *play;
};

struct contest_watcher {
    void (*tell)(void *context, const struct contest_event *event); /* may be NULL */
    void *context;
};

/* What one thread plays with. */
struct contest_table {
    struct contest_rules rules;
    struct contestant *player[2];
    struct luck *luck; /* NULL: results are not reduced */
    struct contest_watcher watcher;
};

/* A pair's results for the first contestant: means of its two games or matches, in the
 * unit of the contest (0..1 in matches), and counts of games. */
struct contest_pair {
    int64_t number;
    double plain;
    double reduced; /* equal to `plain` without a judge of luck */
    int games;
    int games_won;
    int gammons_won; /* backgammons too; those of games played to their end */
    int gammons_lost;
};

/* Working room of one thread; NULL: no memory. */
struct contest;
struct contest *contest_new(const struct contest_table *table);
void contest_free(struct contest *contest);

/* Plays pair number `number`; the same number, seed and contestants give the same
 * games. False with `err` when a contestant fails. */
bool contest_play_pair(struct contest *contest, int64_t number,
                       struct contest_pair *pair, struct error *err);

struct contest_mean {
    double mean;
    double error;     /* standard error, 0 for less than two pairs */
    double deviation; /* standard deviation of one game or match: error x sqrt(their
                         number) */
};

struct contest_figures {
    int64_t pairs;
    int64_t games;
    struct contest_mean plain;
    struct contest_mean reduced;
    double share_won; /* of games */
    double share_gammons_won;
    double share_gammons_lost;
};
struct contest_figures contest_figures(const struct contest_pair *pairs, int64_t count);

#endif
