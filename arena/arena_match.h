#pragma once
/*
 * Plays games or matches between two players, in pairs with the same dice and the seats
 * exchanged, and measures which player is stronger.
 *
 *   cubeless  money games in which nobody may double; a unit is a point
 *   money     the cube is in play (no automatic doubles or beavers, the cube ends at
 *             1024); a unit is a point, so a gammon on a 2-cube counts 4
 *   match     to `length` points with cube and Crawford rule, or without a cube; a unit
 *             is a match
 *
 * `plain` results are what was won. `reduced` results have the luck of all rolls
 * removed (luck.h), including that of the opening roll: the same mean with a fraction
 * of the variance.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena/arena_player.h"
#include "base/error.h"
#include "engine/board/match_state.h"
#include "match/luck.h"

struct arena_rules {
    int length; /* points of a match; 0: money */
    bool is_cubeful;
    bool has_jacoby; /* money with the cube */
    uint64_t seed;
};

/* The events of a game, for records; `player` is 0 (the first player) or 1. */
enum arena_event_kind {
    ARENA_MATCH_START, /* or a money game of a pair */
    ARENA_GAME_START,
    ARENA_PLAY,
    ARENA_DOUBLE,
    ARENA_TAKE,
    ARENA_DROP,
    ARENA_GAME_END,
    ARENA_MATCH_END,
    ARENA_MATCH_BROKEN /* in its place: `player` failed; the pair is void */
};

struct arena_event {
    enum arena_event_kind kind;
    int64_t pair;
    int half; /* game of the pair: 0 or 1 */
    int player;
    int score[2];
    int cube;   /* after a double */
    int points; /* won by `player` */
    struct roll roll;
    const struct play *play;
};

struct arena_watcher {
    void (*tell)(void *context, const struct arena_event *event); /* may be NULL */
    void *context;
};

/* What one thread needs to play. */
struct arena_table {
    struct arena_rules rules;
    struct arena_player *player[2];
    struct luck *luck; /* NULL: results are not reduced */
    struct arena_watcher watcher;
    int64_t dice_from; /* pair N has the dice of pair `dice_from` + N of the seed */
};

/* A pair's results for the first player: means of its two games or matches, in the
 * unit of the match (0..1 in matches), and counts of games (pair_counts.inc): games,
 * games_won and so on. */
struct arena_pair {
    int64_t number;
    double plain;
    double reduced; /* equal to `plain` if table.luck is NULL */
#define PAIR_COUNT(field, ...) int field;
#include "arena/pair_counts.inc"
    int forfeited[2]; /* by player: 1 after too many failures; then no game counts */
};

/* A row of pair_counts.inc, which says more of its fields. */
struct arena_count {
    const char *name;
    const char *share, *words;
    int digits;
    size_t in_pair, in_figures; /* offsets */
};
enum {
#define PAIR_COUNT(field, ...) ARENA_COUNT_##field,
#include "arena/pair_counts.inc"
    ARENA_COUNTS
};
extern const struct arena_count arena_counts[ARENA_COUNTS];

/* The count of row `i`. */
int *arena_pair_count(struct arena_pair *pair, int i);

/* The pair that `player` has forfeited: a point is lost in each money game, or both
 * matches. */
struct arena_pair arena_pair_forfeited(const struct arena_rules *rules, int64_t number,
                                       int player);

/* Puts pairs into the order of their numbers. `pairs` may be NULL if there are none. */
void arena_pairs_sort(struct arena_pair *pairs, int64_t count);

/* Makes the working memory of one thread, which keeps `table`: players and dice may change
 * between pairs. Returns NULL if memory is short. */
struct arena_match;
struct arena_match *arena_match_new(const struct arena_table *table);
void arena_match_free(struct arena_match *match);

/* Plays pair number `number`. The same number, seed and players give the same games.
 * Returns false with `err` if a player fails. */
bool arena_play_pair(struct arena_match *match, int64_t number, struct arena_pair *pair,
                     struct error *err);

/* Returns which player, 0 or 1, has failed in the last pair; -1: none. */
int arena_match_failed(const struct arena_match *match);

/* ---- the games of a pair --------------------------------------------------------- */

/* Gathered from its events, for those who keep more than the result of the pair. */

/* In a match to n points at most 2n - 1 games are played, and a pair has two. */
enum { ARENA_GAMES_MAX = 4 * MATCH_LENGTH_MAX };

struct arena_game {
    int half;     /* of the pair: 0 or 1 */
    int number;   /* in its half, from 1 */
    int score[2]; /* of each player before it */
    int winner;   /* player 0 or 1 */
    int points;   /* that were won */
    int cube;     /* at the end; a double that was dropped does not count */
    int plays;    /* turns of both */
    int offered;  /* the cube with the last double */
};

struct arena_games {
    int count;
    struct arena_game game[ARENA_GAMES_MAX];
};

/* Takes note of an event. A pair that is played again begins from empty. */
void arena_games_note(struct arena_games *games, const struct arena_event *event);

/* ---- figures --------------------------------------------------------------------- */

struct arena_mean {
    double mean;
    double error;     /* standard error; 0 for fewer than two pairs */
    double deviation; /* of one game or match: error x sqrt(their number) */
};

struct arena_figures {
    int64_t pairs;
#define PAIR_COUNT(field, ...) int64_t field;
#include "arena/pair_counts.inc"
    int64_t forfeited[2]; /* pairs, by player */
    struct arena_mean plain;
    struct arena_mean reduced;
};
struct arena_figures arena_figures(const struct arena_pair *pairs, int64_t count);

/* The sum of row `i` of pair_counts.inc, as a share of the games; 0 without games. */
double arena_figures_share(const struct arena_figures *figures, int i);
