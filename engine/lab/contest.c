#include "engine/lab/contest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eval.h"
#include "engine/lab/yardstick.h"
#include "engine/movegen.h"
#include "engine/net.h"
#include "engine/rng.h"

enum { PLIES_MAX = 2000 };

struct contestant {
    int (*choose)(struct contestant *contestant, struct rng *rng);
    struct play_list list;
    struct outputs outputs[MAX_PLAYS];
    struct net *net;
    struct net_scratch *net_scratch;
    struct evaluator *evaluator;
    struct eval_scratch *eval_scratch;
};

/* ---- ways to choose -------------------------------------------------------------- */

static int choose_any(struct contestant *c, struct rng *rng)
{
    return (int)rng_below(rng, (uint32_t)c->list.count);
}

static int choose_by_yardstick(struct contestant *c, struct rng *rng)
{
    (void)rng;
    int best = 0;
    float best_score = yardstick_score(&c->list.after[0]);
    for (int i = 1; i < c->list.count; i++) {
        float score = yardstick_score(&c->list.after[i]);
        if (score > best_score) {
            best = i;
            best_score = score;
        }
    }
    return best;
}

static int best_by_outputs(const struct contestant *c)
{
    int best = 0;
    for (int i = 1; i < c->list.count; i++) {
        if (equity_cubeless(c->outputs[i]) > equity_cubeless(c->outputs[best])) {
            best = i;
        }
    }
    return best;
}

static int choose_by_net(struct contestant *c, struct rng *rng)
{
    (void)rng;
    net_evaluate(c->net, net_kernel_find(NULL), c->net_scratch, c->list.after,
                 c->list.count, c->outputs);
    for (int i = 0; i < c->list.count; i++) {
        int result = game_result(&c->list.after[i]);
        if (result != 0) {
            c->outputs[i] = outputs_of_result(result);
        }
    }
    return best_by_outputs(c);
}

static int choose_by_evaluator(struct contestant *c, struct rng *rng)
{
    (void)rng;
    eval_afterstates(c->evaluator, c->eval_scratch, EVAL_BIG, c->list.after,
                     c->list.count, c->outputs);
    return best_by_outputs(c);
}

/* ---- opening
 * ---------------------------------------------------------------------------- */

static bool open_net(struct contestant *c, const char *path, struct engine_error *err)
{
    c->choose = choose_by_net;
    c->net = net_load(path, err);
    if (c->net == NULL) {
        return false;
    }
    const struct net *const nets[1] = {c->net};
    c->net_scratch = net_scratch_new(nets, 1);
    if (c->net_scratch == NULL) {
        engine_error_set(err, "%s: no memory", path);
    }
    return c->net_scratch != NULL;
}

static bool open_evaluator(struct contestant *c, const char *dir,
                           struct engine_error *err)
{
    c->choose = choose_by_evaluator;
    c->evaluator = eval_open(dir, err);
    if (c->evaluator == NULL) {
        return false;
    }
    c->eval_scratch = eval_scratch_new(c->evaluator);
    if (c->eval_scratch == NULL) {
        engine_error_set(err, "%s: no memory", dir);
    }
    return c->eval_scratch != NULL;
}

static bool open_by_name(struct contestant *c, const char *spec,
                         struct engine_error *err)
{
    size_t length = strlen(spec);
    if (strcmp(spec, "random") == 0) {
        c->choose = choose_any;
        return true;
    }
    if (strcmp(spec, "yardstick") == 0) {
        c->choose = choose_by_yardstick;
        return true;
    }
    if (length > 4 && strcmp(spec + length - 4, ".net") == 0) {
        return open_net(c, spec, err);
    }
    return open_evaluator(c, spec, err);
}

struct contestant *contestant_open(const char *spec, struct engine_error *err)
{
    struct contestant *c = aligned_alloc(alignof(struct position), sizeof *c);
    if (c == NULL) {
        engine_error_set(err, "%s: no memory", spec);
        return NULL;
    }
    memset(c, 0, sizeof *c);
    if (!open_by_name(c, spec, err)) {
        contestant_close(c);
        return NULL;
    }
    return c;
}

void contestant_close(struct contestant *c)
{
    if (c == NULL) {
        return;
    }
    net_scratch_free(c->net_scratch);
    net_free(c->net);
    eval_scratch_free(c->eval_scratch);
    eval_close(c->evaluator);
    free(c);
}

/* ---- games
 * ------------------------------------------------------------------------------ */

/* The points of player[0]; player[starts] begins. Ends after PLIES_MAX plays as a draw,
 * which only players at random could reach. */
static int play_game(struct contestant *const player[2], int starts, struct rng dice,
                     struct rng *luck)
{
    struct position pos;
    position_start(&pos);
    struct roll roll = rng_roll(&dice);
    while (roll.high == roll.low) {
        roll = rng_roll(&dice);
    }
    int turn = starts;
    for (int ply = 0; ply < PLIES_MAX; ply++) {
        struct contestant *c = player[turn];
        movegen_plays(&pos, roll, &c->list);
        const struct position *after = &c->list.after[c->choose(c, luck)];
        int result = game_result(after);
        if (result != 0) {
            return turn == 0 ? result : -result;
        }
        pos = position_swap(after);
        turn = 1 - turn;
        roll = rng_roll(&dice);
    }
    return 0;
}

static void count_game(struct contest *sums, int points)
{
    sums->games_won += points > 0;
    sums->gammons_won += points > 1;
    sums->gammons_lost += points < -1;
}

void contest_play_pair(struct contestant *first, struct contestant *second,
                       uint64_t seed, int64_t number, struct contest *sums)
{
    struct contestant *const player[2] = {first, second};
    struct rng dice;
    struct rng luck;
    rng_seed(&dice, seed, (uint64_t)number * 2);
    rng_seed(&luck, seed, (uint64_t)number * 2 + 1);
    int one = play_game(player, 0, dice, &luck);
    int other = play_game(player, 1, dice, &luck);
    double points = (one + other) / 2.0;
    count_game(sums, one);
    count_game(sums, other);
    sums->pairs++;
    sums->points += points;
    sums->points_squares += points * points;
}

struct contest_figures contest_figures(const struct contest *sums)
{
    double pairs = (double)sums->pairs;
    double mean = sums->points / pairs;
    double variance = sums->points_squares / pairs - mean * mean;
    return (struct contest_figures){
        .points_per_game = mean,
        .error = sqrt(variance / pairs),
        .share_won = (double)sums->games_won / (2.0 * pairs),
        .share_gammons_won = (double)sums->gammons_won / (2.0 * pairs),
        .share_gammons_lost = (double)sums->gammons_lost / (2.0 * pairs),
    };
}
