#include "cmd/bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/arena_player.h"
#include "arena/player_spec.h"
#include "bot/base/paths.h"
#include "cmd/tool/long_run.h"
#include "cmd/tool/named_player.h"
#include "engine/board/decision_context.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/board/rng.h"

enum { PLAYS_MAX = 100000, ROUNDS_MAX = 1000, EVERY = 3 };

/* A decision: which play, and before that: whether to double. */
struct pace_decision {
    struct position pos;
    struct roll roll;
};

/* Figures of the rounds so far. */
struct tally {
    int count;
    double sum;
    double squares;
};

/* A player and its times, in ms a decision. */
struct pacer {
    char name[PLAYER_NAME_SIZE]; /* as the table shows it */
    struct arena_player *player;
    double play; /* of this round */
    struct tally plays;
    struct tally cubes;
    struct tally ratio; /* of its plays to the first player's */
};

struct pace {
    const struct bench_players *order;
    char weights[PATHS_MAX];
    int pacers;
    struct pacer pacer[BENCH_PLAYERS_MAX];
    int count; /* decisions so far */
    struct pace_decision *decisions;
    struct play_list *list;
};

/* ---- decisions ------------------------------------------------------------------- */

/* Collects decisions of one game, until there are as many as wanted. */
static bool collect_from_game(struct pace *pace, struct arena_player *player,
                              uint64_t number, struct error *err)
{
    const struct match_state money = match_state_money();
    struct position pos;
    struct rng dice;
    rng_seed(&dice, pace->order->seed, number);
    position_start(&pos);
    for (int ply = 0; pace->count < pace->order->plays; ply++) {
        struct roll roll = rng_roll(&dice);
        movegen_plays(&pos, roll, pace->list);
        if (ply % EVERY == EVERY - 1 && pace->list->count > 1) {
            pace->decisions[pace->count++] = (struct pace_decision){pos, roll};
        }
        const struct arena_player_turn turn = {&pos, &money, roll, pace->list};
        int choice = arena_player_choose(player, &turn, err);
        if (choice < 0) {
            return false;
        }
        if (position_game_result(&pace->list->after[choice]) != 0) {
            return true;
        }
        pos = position_swap(&pace->list->after[choice]);
    }
    return true;
}

static bool collect_decisions(struct pace *pace, struct error *err)
{
    const struct arena_player_terms terms = {.is_cubeful = false};
    pace->decisions =
        aligned_alloc(alignof(struct pace_decision),
                      (size_t)pace->order->plays * sizeof *pace->decisions);
    pace->list = error_allocate(sizeof *pace->list, NULL);
    if (pace->decisions == NULL || pace->list == NULL) {
        return error_no_memory(err);
    }
    struct arena_player *player = arena_player_open(pace->weights, &terms, err);
    bool is_good = player != NULL;
    for (uint64_t game = 0; is_good && pace->count < pace->order->plays; game++) {
        is_good = collect_from_game(pace, player, game, err);
    }
    arena_player_close(player);
    return is_good;
}

/* ---- timing ---------------------------------------------------------------------- */

/* Decisions from..to-1. */
struct part {
    int from;
    int to;
};

static bool think_about_plays(struct pace *pace, struct arena_player *player,
                              struct part part, struct error *err)
{
    const struct match_state money = match_state_money();
    for (int n = part.from; n < part.to; n++) {
        const struct pace_decision *d = &pace->decisions[n];
        movegen_plays(&d->pos, d->roll, pace->list);
        const struct arena_player_turn turn = {&d->pos, &money, d->roll, pace->list};
        if (arena_player_choose(player, &turn, err) < 0) {
            return false;
        }
    }
    return true;
}

static bool think_about_cube(struct pace *pace, struct arena_player *player,
                             struct part part, struct error *err)
{
    struct decision_context at = {.ms = match_state_money()};
    for (int n = part.from; n < part.to; n++) {
        at.pos = pace->decisions[n].pos;
        if (arena_player_answer(player, &at, err) < 0) {
            return false;
        }
    }
    return true;
}

/* Ours plays cubeful, so that the engine is timed, not the net alone. */
static bool open_pacer(struct pace *pace, const char *name, struct error *err)
{
    const struct arena_player_terms terms = {.is_cubeful = true};
    char spec[NAMED_PLAYER_SPEC_SIZE];
    named_player_spec(name, pace->weights, spec);
    if (!arena_player_is_installed(spec)) {
        fprintf(stderr, "fibsbot bench: skipped: %s is not installed\n", name);
        return true;
    }
    struct arena_player *player = arena_player_open(spec, &terms, err);
    if (player == NULL) {
        return false;
    }
    struct pacer *pacer = &pace->pacer[pace->pacers++];
    *pacer = (struct pacer){.player = player};
    player_spec_shown(name, pacer->name);
    return true;
}

static void tally_add(struct tally *tally, double value)
{
    tally->count++;
    tally->sum += value;
    tally->squares += value * value;
}

static bool time_pacer(struct pace *pace, struct pacer *pacer, struct part part,
                       struct error *err)
{
    struct arena_player *player = pacer->player;
    double start = arena_player_effort(player).seconds;
    bool is_good = think_about_plays(pace, player, part, err);
    double between = arena_player_effort(player).seconds;
    is_good = is_good && think_about_cube(pace, player, part, err);
    double end = arena_player_effort(player).seconds;
    int count = part.to - part.from;
    pacer->play = 1e3 * (between - start) / count;
    tally_add(&pacer->plays, pacer->play);
    tally_add(&pacer->cubes, 1e3 * (end - between) / count);
    if (pace->pacer[0].play > 0.0) {
        tally_add(&pacer->ratio, pacer->play / pace->pacer[0].play);
    }
    return is_good;
}

static bool time_pacers(struct pace *pace, struct error *err)
{
    bool is_good = true;
    struct part part = {0, 0};
    for (int round = 0; is_good && round < pace->order->rounds; round++) {
        part.from = part.to;
        part.to = (int)((int64_t)pace->count * (round + 1) / pace->order->rounds);
        for (int i = 0; is_good && i < pace->pacers; i++) {
            is_good = time_pacer(pace, &pace->pacer[i], part, err);
        }
    }
    return is_good;
}

/* The mean and, of several, its standard error. */
static void print_tally(const struct tally *tally, int digits)
{
    double n = tally->count;
    double mean = tally->sum / n;
    printf(" %.*f ", digits, mean);
    if (tally->count > 1) {
        double variance = fmax(tally->squares / n - mean * mean, 0.0) / (n - 1.0);
        printf("+- %.*f ", digits, sqrt(variance));
    }
    putchar('|');
}

static void print_pacers(const struct pace *pace)
{
    printf("| %d decisions, money | ms a play | ms a cube action | play by the first's "
           "|\n| --- | --- | --- | --- |\n",
           pace->order->plays);
    for (int i = 0; i < pace->pacers; i++) {
        const struct pacer *pacer = &pace->pacer[i];
        printf("| %s |", pacer->name);
        print_tally(&pacer->plays, 4);
        print_tally(&pacer->cubes, 4);
        if (pacer->ratio.count > 0) {
            print_tally(&pacer->ratio, 2);
        }
        putchar('\n');
    }
}

/* ---- all of it ------------------------------------------------------------------- */

int bench_players_run(const struct bench_players *order, const struct cli_words *names,
                      struct error *err)
{
    struct pace pace = {.order = order};
    bool is_good = paths_find_weights(order->weights, pace.weights, err);
    for (int i = 0; is_good && i < names->count; i++) {
        is_good = open_pacer(&pace, names->word[i], err);
    }
    const bool is_skipped = is_good && pace.pacers == 0;
    is_good = is_good && pace.pacers > 0 && collect_decisions(&pace, err) &&
              time_pacers(&pace, err);
    if (is_good) {
        print_pacers(&pace);
    }
    for (int i = 0; i < pace.pacers; i++) {
        arena_player_close(pace.pacer[i].player);
    }
    free(pace.decisions);
    free(pace.list);
    return is_skipped ? LONG_RUN_SKIPPED : is_good ? 0 : 1;
}

/* ---- the command line ------------------------------------------------------------ */

bool bench_players_check(const struct bench_players *order,
                         const struct cli_words *names, struct error *err)
{
    if (order->rounds > order->plays) {
        return error_set(err, "more rounds than decisions");
    }
    const char *const *words = (const char *const *)names->word;
    return named_player_check(words, names->count, err) &&
           named_player_check_cube(words, names->count, "", err);
}

const struct cli_option bench_players_options[] = {
    {"plays", CLI_INT(struct bench_players, plays, 1, PLAYS_MAX), .initial = "300",
     .help =
         "Decisions. gnubg's clock ticks in 10 ms, so N decisions should take a second "
         "or more."},
    {"rounds", CLI_INT(struct bench_players, rounds, 1, ROUNDS_MAX), .initial = "1",
     .help =
         "Time them in N parts, all players in turn over each, and print means of the "
         "parts with standard errors: for machines of varying speed."},
    {"seed", CLI_SEED(struct bench_players, seed), .initial = "1",
     .help = "Seed of the games that the decisions are from."},
    {0},
};
