#include "arena/arena_match.h"

#include <math.h>
#include <stdlib.h>

#include "engine/board/decision_context.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/board/rng.h"

/* A game of this length ends as a draw; only random players could reach it. */
enum { PLIES_MAX = 2000 };
enum { CUBE_MAX = 1024, MATCH_GAMES_MAX = 1000, STREAMS = 1024 };
/* While both games of a pair are alike, the luck of their rolls is the same. */
enum { KNOWN_MAX = 64 };

enum outcome { GOES_ON, ENDED, FAILED };

struct known_luck {
    struct position pos;
    struct roll roll;
    int cube;
    enum cube_owner owner;
    struct luck_value value;
};

struct arena_match {
    const struct arena_table *table;
    struct play_list list;
    struct known_luck known[KNOWN_MAX]; /* of the first game of this pair, by ply */
    int known_count;
    int failed; /* the player who failed in this pair; -1: none */
};

/* The state of a game. */
struct game {
    struct position pos; /* of the player on roll */
    struct match_state ms;
    int turn; /* its number, 0 or 1 */
    int ply;
    bool is_first; /* the first game of the pair, whose luck is kept */
    struct rng dice;
    double luck; /* of player 0, in units, so far */
    struct arena_event event;
};

struct arena_match *arena_match_new(const struct arena_table *table)
{
    struct arena_match *match = error_allocate(sizeof *match, NULL);
    if (match != NULL) {
        match->table = table;
    }
    return match;
}

void arena_match_free(struct arena_match *match)
{
    free(match);
}

int arena_match_failed(const struct arena_match *match)
{
    return match->failed;
}

static enum outcome fail_player(struct arena_match *match, int player)
{
    match->failed = player;
    return FAILED;
}

static void tell_watcher(const struct arena_match *match, struct game *game,
                         enum arena_event_kind kind, int player)
{
    if (match->table->watcher.tell != NULL) {
        game->event.kind = kind;
        game->event.player = player;
        match->table->watcher.tell(match->table->watcher.context, &game->event);
    }
}

/* ---- luck ------------------------------------------------------------------------ */

static struct luck_value find_luck(struct arena_match *match, const struct game *game,
                                   struct roll roll)
{
    int i = game->ply;
    struct known_luck *known = &match->known[i < KNOWN_MAX ? i : 0];
    bool is_known = i < match->known_count && known->cube == game->ms.cube &&
                    known->owner == game->ms.owner && game->ms.length == 0 &&
                    known->roll.high == roll.high && known->roll.low == roll.low &&
                    position_equal(&known->pos, &game->pos);
    if (is_known) {
        return known->value;
    }
    struct luck_value value =
        luck_of_roll(match->table->luck, &game->pos, &game->ms, roll, game->ply == 0);
    if (game->is_first && i < KNOWN_MAX && i == match->known_count) {
        *known =
            (struct known_luck){game->pos, roll, game->ms.cube, game->ms.owner, value};
        match->known_count++;
    }
    return value;
}

/* Converts a value of the player on roll to one of player 0. */
static double for_first(const struct game *game, int turn, double value)
{
    if (turn == 0) {
        return value;
    }
    return game->ms.length > 0 ? 1.0 - value : -value;
}

static void add_luck(struct arena_match *match, struct game *game, struct roll roll)
{
    if (match->table->luck == NULL) {
        return;
    }
    struct luck_value value = find_luck(match, game, roll);
    double mean = for_first(game, game->turn, value.mean);
    if (game->ply == 0) {
        struct match_state other = match_state_swap(&game->ms);
        struct luck_value begun =
            luck_of_roll(match->table->luck, &game->pos, &other, roll, true);
        mean = (mean + for_first(game, 1 - game->turn, begun.mean)) / 2.0;
    }
    game->luck += for_first(game, game->turn, value.roll) - mean;
}

/* ---- a game ---------------------------------------------------------------------- */

/* Lets the player on roll double; a pass ends the game. */
static enum outcome turn_cube(struct arena_match *match, struct game *game, int *points,
                              struct error *err)
{
    struct arena_player *const *player = match->table->player;
    if (!match->table->rules.is_cubeful || game->ply == 0 ||
        !match_state_may_double(&game->ms) || game->ms.cube >= CUBE_MAX) {
        return GOES_ON;
    }
    const struct decision_context offer = {.pos = game->pos, .ms = game->ms};
    int doubles = arena_player_answer(player[game->turn], &offer, err);
    if (doubles <= 0) {
        return doubles == 0 ? GOES_ON : fail_player(match, game->turn);
    }
    game->event.cube = 2 * game->ms.cube;
    tell_watcher(match, game, ARENA_DOUBLE, game->turn);
    const struct decision_context answer = {.pos = position_swap(&game->pos),
                                            .ms = match_state_swap(&game->ms),
                                            .is_doubled = true,
                                            .is_opponent_on_roll = true};
    int takes = arena_player_answer(player[1 - game->turn], &answer, err);
    if (takes < 0) {
        return fail_player(match, 1 - game->turn);
    }
    tell_watcher(match, game, takes != 0 ? ARENA_TAKE : ARENA_DROP, 1 - game->turn);
    if (takes == 0) {
        *points = game->ms.cube;
        return ENDED;
    }
    game->ms.cube *= 2;
    game->ms.owner = CUBE_THEIRS;
    return GOES_ON;
}

/* Returns the points of the player on roll for a finished game. */
static int points_won(const struct game *game, int result)
{
    const struct match_state *ms = &game->ms;
    bool is_single = ms->has_jacoby && ms->owner == CUBE_CENTRED && ms->cube == 1;
    return is_single ? (result > 0) - (result < 0) : result * ms->cube;
}

/* Plays one turn. When the game ends, sets `points` to those of the player on roll and
 * `result` to how it ended (0: by a pass). */
static enum outcome play_turn(struct arena_match *match, struct game *game, int *points,
                              int *result, struct error *err)
{
    enum outcome outcome = turn_cube(match, game, points, err);
    if (outcome != GOES_ON) {
        return outcome;
    }
    struct roll roll =
        game->ply == 0 ? rng_opening_roll(&game->dice) : rng_roll(&game->dice);
    add_luck(match, game, roll);
    movegen_plays(&game->pos, roll, &match->list);
    const struct arena_player_turn turn = {&game->pos, &game->ms, roll, &match->list};
    int choice = arena_player_choose(match->table->player[game->turn], &turn, err);
    if (choice < 0) {
        return fail_player(match, game->turn);
    }
    game->event.roll = roll;
    game->event.play = &match->list.plays[choice];
    tell_watcher(match, game, ARENA_PLAY, game->turn);
    const struct position *after = &match->list.after[choice];
    *result = position_game_result(after);
    if (*result != 0) {
        *points = points_won(game, *result);
        return ENDED;
    }
    game->pos = position_swap(after);
    game->ms = match_state_swap(&game->ms);
    game->turn = 1 - game->turn;
    game->ply++;
    return GOES_ON;
}

static void count_game(struct arena_pair *pair, int points, int result)
{
#define PAIR_COUNT(field, share, words, digits, counts) pair->field += (counts);
#include "arena/pair_counts.inc"
}

/* Plays `game` from its start; sets `points` to those of player 0. */
static bool play_arena_game(struct arena_match *match, struct game *game,
                            struct arena_pair *pair, int *points, struct error *err)
{
    enum outcome outcome = GOES_ON;
    int result = 0;
    *points = 0;
    position_start(&game->pos);
    game->ply = 0;
    arena_player_new_game(match->table->player[0]);
    arena_player_new_game(match->table->player[1]);
    tell_watcher(match, game, ARENA_GAME_START, game->turn);
    while (outcome == GOES_ON && game->ply < PLIES_MAX) {
        outcome = play_turn(match, game, points, &result, err);
    }
    if (outcome == FAILED) {
        return false;
    }
    *points = game->turn == 0 ? *points : -*points;
    count_game(pair, *points, result);
    game->event.points = abs(*points);
    tell_watcher(match, game, ARENA_GAME_END, *points > 0 ? 0 : 1);
    return true;
}

/* ---- a money game, a match ------------------------------------------------------- */

static void start_dice(const struct arena_match *match, struct game *game, int number)
{
    rng_seed(&game->dice, match->table->rules.seed,
             (uint64_t)(match->table->dice_from + game->event.pair) * STREAMS +
                 (uint64_t)number);
    /* drawn even when not needed, so that the dice do not depend on the rules */
    game->turn = (int)(rng_next(&game->dice) & 1) ^ game->event.half;
}

static bool play_money(struct arena_match *match, struct game *game,
                       struct arena_pair *pair, double *plain, struct error *err)
{
    int points;
    game->ms = match_state_money();
    game->ms.has_jacoby = match->table->rules.has_jacoby;
    start_dice(match, game, 0);
    if (!play_arena_game(match, game, pair, &points, err)) {
        return false;
    }
    *plain = points;
    return true;
}

static bool play_match(struct arena_match *match, struct game *game,
                       struct arena_pair *pair, double *plain, struct error *err)
{
    const int length = match->table->rules.length;
    int *score = game->event.score;
    bool is_crawford_played = false;
    for (int number = 0; score[0] < length && score[1] < length; number++) {
        bool has_last = (score[0] == length - 1) != (score[1] == length - 1);
        int points;
        start_dice(match, game, number % STREAMS);
        game->ms = match_state_match(length, score[game->turn], score[1 - game->turn],
                                     has_last && !is_crawford_played);
        is_crawford_played |= has_last;
        if (!play_arena_game(match, game, pair, &points, err)) {
            return false;
        }
        score[points > 0 ? 0 : 1] += abs(points);
        if (number == MATCH_GAMES_MAX) {
            return error_set(err, "a match of %d games does not end", number);
        }
    }
    *plain = score[0] > score[1] ? 1.0 : 0.0;
    return true;
}

bool arena_play_pair(struct arena_match *match, int64_t number, struct arena_pair *pair,
                     struct error *err)
{
    *pair = (struct arena_pair){.number = number};
    match->known_count = 0;
    match->failed = -1;
    for (int half = 0; half < 2; half++) {
        struct game game = {.event = {.pair = number, .half = half},
                            .is_first = half == 0};
        double plain = 0;
        tell_watcher(match, &game, ARENA_MATCH_START, 0);
        bool is_good = match->table->rules.length > 0
                           ? play_match(match, &game, pair, &plain, err)
                           : play_money(match, &game, pair, &plain, err);
        if (!is_good) {
            tell_watcher(match, &game, ARENA_MATCH_BROKEN, match->failed);
            return false;
        }
        tell_watcher(match, &game, ARENA_MATCH_END, plain > 0 ? 0 : 1);
        pair->plain += plain / 2.0;
        pair->reduced += (plain - game.luck) / 2.0;
    }
    return true;
}

struct arena_pair arena_pair_forfeited(const struct arena_rules *rules, int64_t number,
                                       int player)
{
    double lost = rules->length > 0 ? 0.0 : -1.0;
    double result = player == 0 ? lost : 1.0;
    struct arena_pair pair = {.number = number, .plain = result, .reduced = result};
    pair.forfeited[player] = 1;
    return pair;
}

/* ---- the games of a pair --------------------------------------------------------- */

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

/* ---- pairs ----------------------------------------------------------------------- */

const struct arena_count arena_counts[ARENA_COUNTS] = {
#define PAIR_COUNT(field, share, words, digits, counts)                                \
    {#field,                                                                           \
     share,                                                                            \
     words,                                                                            \
     digits,                                                                           \
     offsetof(struct arena_pair, field),                                               \
     offsetof(struct arena_figures, field)},
#include "arena/pair_counts.inc"
};

int *arena_pair_count(struct arena_pair *pair, int i)
{
    return (int *)((char *)pair + arena_counts[i].in_pair);
}

static int by_number(const void *a, const void *b)
{
    const struct arena_pair *one = a;
    const struct arena_pair *other = b;
    return (one->number > other->number) - (one->number < other->number);
}

void arena_pairs_sort(struct arena_pair *pairs, int64_t count)
{
    if (count > 0) {
        qsort(pairs, (size_t)count, sizeof *pairs, by_number);
    }
}

/* ---- figures --------------------------------------------------------------------- */

static struct arena_mean mean_of_pairs(const struct arena_pair *pairs, int64_t count,
                                       bool is_reduced)
{
    double sum = 0;
    double squares = 0;
    double n = (double)count;
    for (int64_t i = 0; i < count; i++) {
        sum += is_reduced ? pairs[i].reduced : pairs[i].plain;
    }
    double mean = n > 0 ? sum / n : 0.0;
    for (int64_t i = 0; i < count; i++) {
        double off = (is_reduced ? pairs[i].reduced : pairs[i].plain) - mean;
        squares += off * off;
    }
    double error = count > 1 ? sqrt(squares / (n - 1.0) / n) : 0.0;
    return (struct arena_mean){mean, error, error * sqrt(2.0 * n)};
}

struct arena_figures arena_figures(const struct arena_pair *pairs, int64_t count)
{
    struct arena_figures figures = {
        .pairs = count,
        .plain = mean_of_pairs(pairs, count, false),
        .reduced = mean_of_pairs(pairs, count, true),
    };
    for (int64_t i = 0; i < count; i++) {
#define PAIR_COUNT(field, ...) figures.field += pairs[i].field;
#include "arena/pair_counts.inc"
        figures.forfeited[0] += pairs[i].forfeited[0];
        figures.forfeited[1] += pairs[i].forfeited[1];
    }
    return figures;
}

double arena_figures_share(const struct arena_figures *figures, int i)
{
    const int64_t *count =
        (const int64_t *)((const char *)figures + arena_counts[i].in_figures);
    return figures->games > 0 ? (double)*count / (double)figures->games : 0.0;
}
