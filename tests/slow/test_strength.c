/* Whether thinking helps: 2-ply beats 0-ply and noise loses, in games played twice with
 * the same dice and the sides changed. Fixed seeds: the same outcome on every machine.
 */
#include <math.h>
#include <stdlib.h>

#include "engine/board/rng.h"
#include "tests/unit/test_case.h"

#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/search/ranked_play.h"
#include "tests/unit/engine/shipped_engine.h" /* last: its names are short */

/* The better the nets, the less there is to gain by thinking: hence many pairs. */
enum {
    THINKING_PAIRS = 1500,
    NOISE_PAIRS = 120,
    MATCH_PAIRS = 150,
    MATCH_LENGTH = 5,
    DICE_STREAMS = 1000,
};

static struct ranked_play ranked[PLAY_LIST_MAX];

static struct strength at_ply(int ply)
{
    struct strength strength = strength_default();
    strength.play_ply = ply;
    strength.cube_ply = 0;
    return strength;
}

/* ---- cubeless games, luck taken out ---------------------------------------------- */

/* The cubeless equity of the best play of a roll at 0-ply, for mine on roll. */
static double best_equity(const struct position *pos, struct roll roll)
{
    struct match_state dead = {.cube = 1, .owner = CUBE_CENTRED};
    struct strength strength = at_ply(0);
    int count = engine_rank_plays(eng, scratch, &strength, pos, &dead, roll, ranked,
                                  PLAY_LIST_MAX);
    double best = -3.0;
    for (int i = 0; i < count; i++) {
        best = fmax(best, (double)ranked[i].equity_cubeless);
    }
    return best;
}

/* How much better than the average this roll is for mine: of mean zero over the dice
 * whatever the evaluation says, so results without it keep their mean. */
static double luck(const struct position *pos, struct roll roll)
{
    double mean = 0.0;
    for (int r = 0; r < ROLLS; r++) {
        mean += roll_all[r].ways * best_equity(pos, roll_all[r].roll) / 36.0;
    }
    return best_equity(pos, roll) - mean;
}

/* One game; its result for the first player less his luck. `starter` begins. */
static double play_game(const struct strength *const players[2], int starter,
                        struct rng *dice)
{
    struct match_state money = match_state_money();
    struct position pos;
    double first = 0.0;
    position_start(&pos);
    for (int player = starter;; player = 1 - player) {
        double sign = player == 0 ? 1.0 : -1.0;
        struct roll roll = rng_roll(dice);
        first -= sign * luck(&pos, roll);
        (void)engine_rank_plays(eng, scratch, players[player], &pos, &money, roll,
                                ranked, PLAY_LIST_MAX);
        struct position after = ranked[0].after;
        if (position_game_result(&after) != 0) {
            return first + sign * position_game_result(&after);
        }
        pos = position_swap(&after);
    }
}

/* Mean and standard error of the first player's points a game. */
static void play_pairs(const struct strength *first, const struct strength *second,
                       int pairs, double *mean, double *error)
{
    const struct strength *const players[2] = {first, second};
    double sum = 0.0;
    double squares = 0.0;
    for (int pair = 0; pair < pairs; pair++) {
        double points = 0.0;
        for (int starter = 0; starter < 2; starter++) {
            struct rng dice;
            rng_seed(&dice, 2026, (uint64_t)pair);
            points += play_game(players, starter, &dice) / 2.0;
        }
        sum += points;
        squares += points * points;
    }
    *mean = sum / pairs;
    *error = sqrt((squares / pairs - *mean * *mean) / (pairs - 1));
    print_message("%+.4f +- %.4f points a game\n", *mean, *error);
}

TEST(two_plies_beat_none)
{
    struct strength deep = at_ply(2);
    struct strength plain = at_ply(0);
    double mean;
    double error;
    play_pairs(&deep, &plain, THINKING_PAIRS, &mean, &error);
    assert_true(mean > 2.0 * error);
}

TEST(noise_loses)
{
    struct strength plain = at_ply(0);
    struct strength noisy = plain;
    noisy.noise = 0.06F;
    noisy.noise_seed = 1;
    double mean;
    double error;
    play_pairs(&plain, &noisy, NOISE_PAIRS, &mean, &error);
    assert_true(mean > 3.0 * error);
}

/* ---- matches with the cube ------------------------------------------------------- */

/* What the player on roll and then the other one make of the cube; true if the game
 * ends with a pass. */
static bool turn_cube(const struct strength *strength, const struct position *pos,
                      struct match_state *ms)
{
    struct cube_decision decision;
    if (!match_state_may_double(ms)) {
        return false;
    }
    engine_cube_decision(eng, scratch, strength, pos, ms, &decision);
    if (decision.action == CUBE_DOUBLE_TAKE) {
        ms->cube *= 2;
        ms->owner = CUBE_THEIRS;
    }
    return decision.action == CUBE_DOUBLE_PASS;
}

/* Points of a game with cube for the player `ms` belongs to, who is on roll. */
static int play_cube_game(const struct strength *const players[2], int player,
                          struct match_state ms, struct rng *dice)
{
    struct position pos;
    int sign = 1;
    position_start(&pos);
    for (bool is_opening = true;; is_opening = false) {
        if (!is_opening && turn_cube(players[player], &pos, &ms)) {
            return sign * ms.cube;
        }
        (void)engine_rank_plays(eng, scratch, players[player], &pos, &ms,
                                rng_roll(dice), ranked, PLAY_LIST_MAX);
        struct position after = ranked[0].after;
        if (position_game_result(&after) != 0) {
            return sign * position_game_result(&after) * ms.cube;
        }
        pos = position_swap(&after);
        ms = match_state_swap(&ms);
        player = 1 - player;
        sign = -sign;
    }
}

/* Whether the first player wins a match whose games `starter` begins. */
static bool wins_match(const struct strength *const players[2], int starter,
                       uint64_t number)
{
    int score[2] = {0, 0};
    bool is_crawford_played = false;
    for (uint64_t game = 0;; game++) {
        struct rng dice;
        rng_seed(&dice, 4711 + number, game % DICE_STREAMS);
        bool is_last_point =
            (score[0] == MATCH_LENGTH - 1) != (score[1] == MATCH_LENGTH - 1);
        struct match_state ms =
            match_state_match(MATCH_LENGTH, score[starter], score[1 - starter],
                              is_last_point && !is_crawford_played);
        is_crawford_played |= is_last_point;
        int points = play_cube_game(players, starter, ms, &dice);
        score[points > 0 ? starter : 1 - starter] += abs(points);
        if (score[0] >= MATCH_LENGTH || score[1] >= MATCH_LENGTH) {
            return score[0] >= MATCH_LENGTH;
        }
    }
}

TEST(noise_loses_matches)
{
    struct strength plain = at_ply(0);
    struct strength noisy = plain;
    noisy.noise = 0.15F;
    const struct strength *const players[2] = {&plain, &noisy};
    int won = 0;
    for (uint64_t pair = 0; pair < MATCH_PAIRS; pair++) {
        noisy.noise_seed = pair;
        won += wins_match(players, 0, pair);
        won += wins_match(players, 1, pair);
    }
    double share = won / (2.0 * MATCH_PAIRS);
    print_message("%.1f %% of %d matches to %d\n", 100.0 * share, 2 * MATCH_PAIRS,
                  MATCH_LENGTH);
    assert_true(share > 0.5 + 3.0 * sqrt(0.25 / (2.0 * MATCH_PAIRS)));
}

TEST_MAIN(open_engine, close_engine)
