#include "lab/selfplay/selfplay.h"

#include <string.h>

#include "engine/board/position.h"

/* The state of a game. */
struct game {
    struct play_scratch *scratch;
    const struct pruned_nets *nets;
    const struct selfplay_rules *rules;
    struct rng *rng;
    int plies;
    struct pruned_evaluated_play state[SELFPLAY_PLIES_MAX + 1]; /* s(t) with V(s(t)) */
    bool is_explored[SELFPLAY_PLIES_MAX + 1];     /* s(t) is of a play drawn */
    struct outputs best[SELFPLAY_PLIES_MAX + 1];  /* V of the roll's best play by V */
    struct position labelled[SELFPLAY_PLIES_MAX]; /* s(t), or the best by V, ... */
    struct outputs ahead[SELFPLAY_PLIES_MAX];    /* ... whose X is by this above X(t) */
    struct outputs expected[SELFPLAY_PLIES_MAX]; /* X(t) */
    bool has_sibling[SELFPLAY_PLIES_MAX + 1];    /* in pairs: of s(t), ... */
    struct sample sibling[SELFPLAY_PLIES_MAX + 1]; /* ... this one */
    int samples;
    struct sample *sample;
};

struct outputs selfplay_outputs_add(struct outputs sum, double factor, struct outputs o)
{
    float f = (float)factor;
    return (struct outputs){
        sum.win + f * o.win,
        sum.win_gammon + f * o.win_gammon,
        sum.win_backgammon + f * o.win_backgammon,
        sum.lose_gammon + f * o.lose_gammon,
        sum.lose_backgammon + f * o.lose_backgammon,
    };
}

/* The linear part of outputs_flip(), for differences. */
static struct outputs flip_difference(struct outputs o)
{
    return (struct outputs){-o.win, o.lose_gammon, o.lose_backgammon, o.win_gammon,
                            o.win_backgammon};
}

static void add(struct game *game, struct sample sample)
{
    if (game->samples < SELFPLAY_SAMPLES_MAX) {
        game->sample[game->samples++] = sample;
    }
}

static void add_sample(struct game *game, const struct position *pos,
                       struct outputs target)
{
    add(game, sample_of(pos, target));
}

/* Returns the play that `nets` make of one roll. */
static struct pruned_evaluated_play best_play(const struct game *game,
                                              const struct pruned_nets *nets,
                                              const struct position *on_roll,
                                              struct roll roll)
{
    const struct roll_weighted only = {.roll = roll, .ways = 1};
    struct pruned_play pruned_play;
    pruned_play_find(game->scratch, nets, on_roll, &only, 1, &pruned_play);
    return pruned_play.play[0];
}

/* Returns a position some plies into a quick game, mine on roll: the base of start
 * positions. */
static struct position middle_game(struct game *game)
{
    enum { PLIES_LEAST = 4, PLIES_SPREAD = 40 };
    struct pruned_nets quick = *game->nets;
    quick.main = quick.pruning != NULL ? NULL : quick.main;
    struct position pos;
    position_start(&pos);
    int plies = PLIES_LEAST + (int)rng_below(game->rng, PLIES_SPREAD);
    for (int t = 0; t < plies; t++) {
        struct pruned_evaluated_play made =
            best_play(game, &quick, &pos, rng_roll(game->rng));
        if (made.is_known) {
            break;
        }
        pos = position_swap(&made.after);
    }
    return pos;
}

static void first_play(struct game *game)
{
    enum start_positions_kind kind =
        start_positions_draw(&game->rules->start_positions, game->rng);
    struct position base;
    struct position start;
    if (start_positions_has_base(kind)) {
        base = middle_game(game);
    }
    start_positions_make(kind, start_positions_has_base(kind) ? &base : NULL, game->rng,
                         &start);
    game->state[0] =
        best_play(game, game->nets, &start, start_positions_roll(kind, game->rng));
}

/* ---- TD(lambda) ---- */

static void play_on(struct game *game)
{
    while (!game->state[game->plies].is_known && game->plies < SELFPLAY_PLIES_MAX) {
        struct position on_roll = position_swap(&game->state[game->plies].after);
        game->state[++game->plies] =
            best_play(game, game->nets, &on_roll, rng_roll(game->rng));
    }
}

static void label_by_returns(struct game *game)
{
    double lambda = game->rules->lambda;
    struct outputs next = game->state[game->plies].outputs;
    struct outputs after = next;
    for (int t = game->plies - 1; t >= 0; t--) {
        struct outputs mixed = {0};
        mixed = selfplay_outputs_add(mixed, 1.0 - lambda, after);
        mixed = selfplay_outputs_add(mixed, lambda, next);
        next = outputs_flip(mixed);
        after = game->state[t].outputs;
        add_sample(game, &game->state[t].after, next);
    }
}

/* ---- exact ---- */

struct outputs selfplay_look_ahead(struct play_scratch *scratch,
                                   const struct pruned_nets *nets,
                                   const struct position *after,
                                   struct pruned_play pruned_play[ROLLS])
{
    struct position on_roll = position_swap(after);
    struct outputs expected = {0};
    pruned_play_find(scratch, nets, &on_roll, roll_all, ROLLS, pruned_play);
    for (int r = 0; r < ROLLS; r++) {
        expected = selfplay_outputs_add(expected, roll_all[r].ways / 36.0,
                                        outputs_flip(pruned_play[r].play[0].outputs));
    }
    return expected;
}

static int index_of_roll(struct roll roll)
{
    int r = 0;
    while (roll_all[r].roll.high != roll.high || roll_all[r].roll.low != roll.low) {
        r++;
    }
    return r;
}

/* Draws with this chance one of the next best plays; 0: none is drawn, the best stays. */
static uint32_t draw_other(struct game *game, const struct pruned_play *made,
                           double chance)
{
    uint32_t others = made->count - 1 < 3 ? (uint32_t)made->count - 1 : 3;
    return others < 1 || rng_unit(game->rng) >= chance
               ? 0
               : 1 + rng_below(game->rng, others);
}

/* Labels one of the next best plays, so that the net also learns positions that good
 * play avoids; the best one instead of the one that was played. */
static void label_sibling(struct game *game, const struct pruned_play *made,
                          uint32_t played)
{
    const uint32_t drawn = draw_other(game, made, game->rules->sibling);
    const struct pruned_evaluated_play *other =
        &made->play[drawn == played ? 0 : drawn];
    if (drawn == 0) {
        return;
    }
    if (!other->is_known) {
        struct pruned_play pruned_play[ROLLS];
        struct position pos = other->after;
        struct sample sample = sample_of(
            &pos, selfplay_look_ahead(game->scratch, game->nets, &pos, pruned_play));
        if (game->rules->in_pairs && !game->state[game->plies].is_known) {
            game->has_sibling[game->plies] = true;
            game->sibling[game->plies] = sample;
        } else {
            add(game, sample);
        }
    }
}

/* Labels a leaf of the 2-ply tree of the decision just made: what a search evaluates,
 * which games mostly do not reach. From any candidate the opponent answers a roll with
 * its best play, and any candidate of the next roll is the leaf. */
static void label_leaf(struct game *game, const struct pruned_play *made)
{
    enum { PLIES = 2 };
    if (game->rules->leaves <= 0 || rng_unit(game->rng) >= game->rules->leaves) {
        return;
    }
    struct pruned_evaluated_play leaf =
        made->play[rng_below(game->rng, (uint32_t)made->count)];
    struct pruned_play pruned_play[ROLLS];
    for (int ply = 1; ply <= PLIES && !leaf.is_known; ply++) {
        const struct roll_weighted only = {.roll = rng_roll(game->rng), .ways = 1};
        const struct position on_roll = position_swap(&leaf.after);
        pruned_play_find(game->scratch, game->nets, &on_roll, &only, 1, pruned_play);
        const uint32_t candidates = ply < PLIES ? 1 : (uint32_t)pruned_play->count;
        leaf = pruned_play->play[rng_below(game->rng, candidates)];
    }
    if (!leaf.is_known) {
        add_sample(
            game, &leaf.after,
            selfplay_look_ahead(game->scratch, game->nets, &leaf.after, pruned_play));
    }
}

/* The last state of a game that is cut off has no sample to stand beside. */
static void add_sibling(struct game *game, int t)
{
    if (game->has_sibling[t]) {
        sample_set_sibling(&game->sibling[t], t < game->plies);
        add(game, game->sibling[t]);
    }
}

/* Takes the best of the first `choices` plays of a roll by their exact targets, sets
 * `value` to its target and `first` to that of the first play, and returns its index.
 * Where the game goes on, `next` then has the plays that follow. */
static uint32_t take_best(struct play_scratch *scratch, const struct pruned_nets *nets,
                          const struct pruned_play *roll, int choices,
                          struct pruned_play next[ROLLS], struct outputs *value,
                          struct outputs *first)
{
    struct pruned_play follow[ROLLS];
    uint32_t best = 0;
    for (int i = 0; i < roll->count && i < choices; i++) {
        const struct pruned_evaluated_play *play = &roll->play[i];
        struct outputs exact =
            play->is_known ? play->outputs
                           : selfplay_look_ahead(scratch, nets, &play->after, follow);
        *first = i == 0 ? exact : *first;
        if (i == 0 || pruned_equity(nets, exact) > pruned_equity(nets, *value)) {
            *value = exact;
            best = (uint32_t)i;
            if (!play->is_known) {
                memcpy(next, follow, sizeof follow);
            }
        }
    }
    return best;
}

/* Makes the best play of the roll, or one drawn to explore. `next` has then the plays
 * that follow it. What is labelled is the best play by V, since a net is asked for the
 * value of the plays that it thinks best: it overvalues these more than those that exact
 * targets choose, and learns nothing of that from the latter. */
static void play_roll(struct game *game, const struct pruned_play *made,
                      struct pruned_play next[ROLLS])
{
    const struct selfplay_rules *rules = game->rules;
    const int t = ++game->plies, choices = rules->choices > 1 ? rules->choices : 1;
    /* without it no number is drawn: datasets of before keep their bytes */
    uint32_t played = rules->explore > 0 ? draw_other(game, made, rules->explore) : 0;
    uint32_t labelled = played;
    struct outputs exact = {0}, first;
    game->is_explored[t] = played > 0;
    if (played == 0) {
        played =
            take_best(game->scratch, game->nets, made, choices, next, &exact, &first);
        labelled = made->play[0].is_known ? played : 0;
    } else if (!made->play[played].is_known) {
        exact = selfplay_look_ahead(game->scratch, game->nets,
                                    &made->play[played].after, next);
    }
    game->state[t] = made->play[played];
    game->best[t] = made->play[0].outputs;
    if (t < SELFPLAY_PLIES_MAX) {
        game->expected[t] = exact;
        game->labelled[t] = made->play[labelled].after;
        game->ahead[t] = labelled == played ? (struct outputs){0}
                                            : selfplay_outputs_add(first, -1.0, exact);
    }
    label_sibling(game, made, labelled);
    label_leaf(game, made);
}

static void play_on_exactly(struct game *game)
{
    struct pruned_play next[ROLLS];
    game->labelled[0] = game->state[0].after;
    if (!game->state[0].is_known) {
        game->expected[0] =
            selfplay_look_ahead(game->scratch, game->nets, &game->state[0].after, next);
    }
    while (!game->state[game->plies].is_known && game->plies < SELFPLAY_PLIES_MAX) {
        const struct pruned_play made = next[index_of_roll(rng_roll(game->rng))];
        play_roll(game, &made, next);
    }
}

static void label_by_expectation(struct game *game)
{
    struct outputs target = game->state[game->plies].outputs;
    add_sibling(game, game->plies);
    for (int t = game->plies - 1; t >= 0; t--) {
        /* T(t+1) less the value that X(t) has of that roll */
        struct outputs surprise = {0};
        if (!game->is_explored[t + 1]) {
            surprise = selfplay_outputs_add(target, -1.0, game->best[t + 1]);
        }
        target = selfplay_outputs_add(game->expected[t], game->rules->lambda,
                                      flip_difference(surprise));
        add_sample(game, &game->labelled[t],
                   selfplay_outputs_add(target, 1.0, game->ahead[t]));
        add_sibling(game, t);
    }
}

struct outputs selfplay_trial(struct play_scratch *scratch,
                              const struct pruned_nets *nets,
                              const struct position *after, int plies, int choices,
                              struct rng *rng)
{
    struct pruned_play pruned_play[ROLLS];
    struct outputs sum = selfplay_look_ahead(scratch, nets, after, pruned_play);
    bool goes_on = true;
    for (int t = 1; t < plies && goes_on; t++) {
        const struct pruned_play roll = pruned_play[index_of_roll(rng_roll(rng))];
        struct outputs value = {0}, first;
        const uint32_t best =
            take_best(scratch, nets, &roll, choices, pruned_play, &value, &first);
        goes_on = !roll.play[best].is_known;
        /* the luck of the roll is that of its best play at 0-ply, whatever is played */
        struct outputs surprise =
            selfplay_outputs_add(value, -1.0, roll.play[0].outputs);
        sum = selfplay_outputs_add(sum, 1.0,
                                   t % 2 == 1 ? flip_difference(surprise) : surprise);
    }
    return sum;
}

int selfplay_game(struct play_scratch *scratch, const struct pruned_nets *nets,
                  const struct selfplay_rules *rules, struct rng *rng,
                  struct sample *samples)
{
    struct game game = {.scratch = scratch,
                        .nets = nets,
                        .rules = rules,
                        .rng = rng,
                        .sample = samples};
    first_play(&game);
    if (rules->is_exact) {
        play_on_exactly(&game);
        label_by_expectation(&game);
    } else {
        play_on(&game);
        label_by_returns(&game);
    }
    return game.samples;
}
