#include "lab/sets/set_draw.h"

#include <stdlib.h>
#include <string.h>

#include "base/thread_pool.h"
#include "engine/board/position.h"
#include "engine/search/ranked_play.h"

/* Games that are played between two looks at what is needed, and how many decisions of
 * a class may wait until their turn before games leave it out. */
enum { ROUND = 64, WAITING_MAX = 64 };
enum { TURNS_MAX = 1000, BASE_TURNS_LEAST = 6, BASE_TURNS_SPAN = 24 };
enum { KNOWN = 1 << 20 };

/* What a game has for a class. */
struct find {
    bool is_there;
    struct decision_context at;
};

/* Decisions of a class that wait for their turn: a ring. */
struct queue {
    int first, waiting, taken;
    struct decision_context at[WAITING_MAX + ROUND];
};

struct drawer {
    const struct set_draw *draw;
    const struct set_recipe *recipe;
    struct set_evaluator evaluators[SET_THREADS_MAX];
    uint64_t games; /* before this round */
    struct find finds[ROUND][SET_CLASSES_MAX];
    struct queue queues[SET_CLASSES_MAX];
    uint64_t *known; /* hashes of positions: open addressing, 0 is free */
};

/* ---- a game ---------------------------------------------------------------------- */

struct game {
    const struct drawer *drawer;
    const struct set_evaluator *evaluator;
    struct rng dice;
    struct rng sampling;
    struct position pos;        /* of the player on roll */
    struct strength players[2]; /* that on roll first */
    bool is_opening;
    struct match_state ms[SET_CLASSES_MAX];
    uint32_t seen[SET_CLASSES_MAX]; /* decisions of the class so far */
    struct find *finds;
};

/* Without players of its own, a recipe draws nothing: the dice of its sets are kept. */
static void draw_players(struct game *game)
{
    const struct set_recipe *recipe = game->drawer->recipe;
    for (int i = 0; i < 2; i++) {
        struct strength *player = &game->players[i];
        *player = strength_default();
        player->play_ply = 0;
        if (recipe->players > 0) {
            const uint32_t drawn =
                rng_below(&game->sampling, (uint32_t)recipe->players);
            player->noise = recipe->noise[drawn];
            player->noise_seed = rng_next(&game->sampling);
        }
    }
}

/* Makes the play that the player on roll thinks best. Returns false if it ends the
 * game. */
static bool make_play(struct game *game, struct roll roll)
{
    const struct match_state money = match_state_money();
    const struct strength player = game->players[0];
    struct ranked_play best;
    (void)engine_rank_plays(game->evaluator->eng, game->evaluator->scratch, &player,
                            &game->pos, &money, roll, &best, 1);
    game->players[0] = game->players[1];
    game->players[1] = player;
    game->pos = position_swap(&best.after);
    return position_game_result(&best.after) == 0;
}

/* A position from a game, for odd positions that modify one. */
static void make_base(struct game *game)
{
    const int turns =
        BASE_TURNS_LEAST + (int)rng_below(&game->sampling, BASE_TURNS_SPAN);
    position_start(&game->pos);
    for (int n = 0; n < turns; n++) {
        struct roll roll =
            start_positions_roll(n == 0 ? START_OPENING : START_ODD, &game->dice);
        if (!make_play(game, roll)) {
            position_start(&game->pos);
        }
    }
}

static void set_up(struct game *game)
{
    const struct set_recipe *recipe = game->drawer->recipe;
    const enum start_positions_kind kind =
        start_positions_draw(&recipe->starts, &game->sampling);
    const bool has_base = start_positions_has_base(kind);
    struct position base;
    draw_players(game);
    if (has_base) {
        make_base(game);
        base = game->pos;
    }
    start_positions_make(kind, has_base ? &base : NULL, &game->sampling, &game->pos);
    game->is_opening = kind == START_OPENING;
    for (int c = 0; c < recipe->classes; c++) {
        game->ms[c] = match_state_money();
        if (recipe->class[c].draw_state != NULL) {
            recipe->class[c].draw_state(&game->sampling, &game->ms[c]);
        }
    }
}

static bool is_wanted(const struct drawer *drawer, int class)
{
    return drawer->queues[class].waiting < WAITING_MAX;
}

/* Keeps the decision for each class that it is of, with the chance of one to the number
 * of those seen so far: each of a game's is as likely in the end. */
static void consider(struct game *game, struct roll roll)
{
    const struct drawer *drawer = game->drawer;
    for (int c = 0; c < drawer->recipe->classes; c++) {
        struct decision_context at = {.pos = game->pos, .ms = game->ms[c]};
        if (drawer->recipe->has_rolls) {
            at.roll = roll;
        }
        if (is_wanted(drawer, c) &&
            set_class_has(&drawer->recipe->class[c], game -> evaluator, &at,
                          game -> is_opening) &&
            rng_below(&game->sampling, ++game->seen[c]) == 0) {
            game->finds[c] = (struct find){true, at};
        }
    }
}

/* Leaves what is worth having. */
static void select_finds(struct game *game)
{
    const struct set_recipe *recipe = game->drawer->recipe;
    for (int c = 0; c < recipe->classes; c++) {
        struct find *find = &game->finds[c];
        find->is_there =
            find->is_there && (recipe->is_selected == NULL ||
                               recipe->is_selected(game->evaluator, &find->at));
    }
}

static bool is_set_stopped(const struct drawer *drawer)
{
    return drawer->draw->stop != NULL && atomic_load(drawer->draw->stop);
}

static void play_drawn_game(void *context, int64_t unit, int thread)
{
    struct drawer *drawer = context;
    struct game game = {.drawer = drawer,
                        .evaluator = &drawer->evaluators[thread],
                        .finds = drawer->finds[unit]};
    const uint64_t number = drawer->games + (uint64_t)unit;
    memset(game.finds, 0, sizeof drawer->finds[unit]);
    rng_seed(&game.dice, drawer->draw->seed, 2 * number);
    rng_seed(&game.sampling, drawer->draw->seed, 2 * number + 1);
    set_up(&game);
    for (int n = 0; n < TURNS_MAX && !is_set_stopped(drawer); n++) {
        const bool is_first = n == 0 && game.is_opening;
        const struct roll roll =
            start_positions_roll(is_first ? START_OPENING : START_ODD, &game.dice);
        consider(&game, roll);
        if (!make_play(&game, roll)) {
            break;
        }
    }
    select_finds(&game);
}

/* ---- taking turns ---------------------------------------------------------------- */

/* Whether the position is new; it is known from now on. */
static bool is_new(struct drawer *drawer, const struct position *pos)
{
    const uint64_t hash = position_hash(pos) | 1;
    uint64_t at = hash >> 1 & (KNOWN - 1);
    while (drawer->known[at] != 0 && drawer->known[at] != hash) {
        at = (at + 1) & (KNOWN - 1);
    }
    const bool is_known = drawer->known[at] == hash;
    drawer->known[at] = hash;
    return !is_known;
}

/* In the order of the games. */
static void queue_finds(struct drawer *drawer)
{
    for (int g = 0; g < ROUND; g++) {
        for (int c = 0; c < drawer->recipe->classes; c++) {
            const struct find *find = &drawer->finds[g][c];
            struct queue *queue = &drawer->queues[c];
            const int room = sizeof queue->at / sizeof queue->at[0];
            if (find->is_there && is_new(drawer, &find->at.pos)) {
                queue->at[(queue->first + queue->waiting) % room] = find->at;
                queue->waiting++;
            }
        }
    }
}

/* The class that is furthest behind its share. */
static int next_class(const struct drawer *drawer)
{
    const struct set_class *class = drawer->recipe->class;
    int next = 0;
    for (int c = 1; c < drawer->recipe->classes; c++) {
        if ((2 * drawer->queues[c].taken + 1) * class[next].share <
            (2 * drawer->queues[next].taken + 1) * class[c].share) {
            next = c;
        }
    }
    return next;
}

/* Hands out decisions as long as the next class has one. Returns false if `take` ends
 * it. */
static bool hand_out(struct drawer *drawer, int *count)
{
    while (*count < drawer->draw->count) {
        const int c = next_class(drawer);
        struct queue *queue = &drawer->queues[c];
        if (queue->waiting == 0) {
            return true;
        }
        const struct decision_context *at = &queue->at[queue->first];
        queue->first =
            (queue->first + 1) % (int)(sizeof queue->at / sizeof queue->at[0]);
        queue->waiting--;
        queue->taken++;
        (*count)++;
        if (!drawer->draw->take(drawer->draw->context, at,
                                drawer->recipe->class[c].name)) {
            return false;
        }
    }
    return true;
}

/* ---- the whole ------------------------------------------------------------------- */

static enum set_end draw_rounds(struct drawer *drawer, struct thread_pool *pool)
{
    for (int count = 0; count < drawer->draw->count; drawer->games += ROUND) {
        thread_pool_run(pool, ROUND, play_drawn_game, drawer);
        if (is_set_stopped(drawer)) {
            return SET_STOPPED;
        }
        queue_finds(drawer);
        if (!hand_out(drawer, &count)) {
            return SET_STOPPED;
        }
    }
    return SET_DONE;
}

static bool open_drawer(struct drawer *drawer, const struct set_draw *draw)
{
    drawer->draw = draw;
    drawer->recipe = set_recipe(draw->kind);
    drawer->known = calloc(KNOWN, sizeof *drawer->known);
    bool is_good = drawer->known != NULL;
    for (int t = 0; is_good && t < draw->threads; t++) {
        drawer->evaluators[t] =
            (struct set_evaluator){draw->eng, engine_scratch_new(draw->eng)};
        is_good = drawer->evaluators[t].scratch != NULL;
    }
    return is_good;
}

static void close_drawer(struct drawer *drawer)
{
    for (int t = 0; t < SET_THREADS_MAX; t++) {
        engine_scratch_free(drawer->evaluators[t].scratch);
    }
    free(drawer->known);
    free(drawer);
}

enum set_end set_draw(const struct set_draw *draw, struct error *err)
{
    struct drawer *drawer = error_allocate(sizeof *drawer, err);
    enum set_end end = SET_FAILED;
    struct thread_pool *pool = NULL;
    if (drawer == NULL) {
        return end;
    }
    if (open_drawer(drawer, draw)) {
        pool = draw->threads > 1 ? thread_pool_new(draw->threads) : NULL;
        end = draw_rounds(drawer, pool);
    } else {
        error_no_memory(err);
    }
    thread_pool_free(pool);
    close_drawer(drawer);
    return end;
}
