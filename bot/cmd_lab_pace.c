/* `fibsbot lab pace`: how long players think about the same decisions. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "bot/argument.h"
#include "bot/lab_run.h"
#include "bot/paths.h"
#include "bot/subcommand.h"
#include "bot/who.h"
#include "engine/lab/contestant.h"
#include "engine/rng.h"

static const char usage[] =
    "usage: fibsbot lab pace WHO... [--plays N] [--seed N] [--weights FOLDER]\n"
    "\n"
    "Asks players for plays and for cube actions of the same decisions, one thread,\n"
    "and prints the processor time that each decision takes: of this thread, or of\n"
    "gnubg's process, so that whatever else the machine does does not count. WHO is\n"
    "as in `fibsbot lab match --help`, e.g. fibsbot,ply=2 gnubg,ply=2.\n"
    "\n"
    "  --plays N     decisions (default 300; gnubg's clock ticks in 10 ms, so N times\n"
    "                what a decision takes should be a second or more)\n"
    "  --seed N      of the games that they are from (default 1)\n"
    "\n"
    "The decisions are every third one of money games that fibsbot plays with itself\n"
    "at 0-ply; forced plays are left out. Exit status as of lab match; who is not\n"
    "installed is left out with a word.\n";

enum { PLAYS_MAX = 100000, EVERY = 3 };

/* A decision: which play, and before that: whether to double. */
struct pace_decision {
    struct position pos;
    struct roll roll;
};

struct pace {
    const char *folder; /* as it was asked for; NULL: wherever they are */
    char weights[PATHS_MAX];
    uint64_t seed;
    int wanted;
    int count; /* decisions so far */
    struct pace_decision *decisions;
    struct play_list *list;
};

/* ---- decisions ------------------------------------------------------------------- */

/* Some decisions of one game, until there are as many as wanted. */
static bool play_game(struct pace *pace, struct contestant *player, uint64_t number,
                      struct engine_error *err)
{
    const struct match_state money = match_state_money();
    struct position pos;
    struct rng dice;
    rng_seed(&dice, pace->seed, number);
    position_start(&pos);
    for (int ply = 0; pace->count < pace->wanted; ply++) {
        struct roll roll = rng_roll(&dice);
        movegen_plays(&pos, roll, pace->list);
        if (ply % EVERY == EVERY - 1 && pace->list->count > 1) {
            pace->decisions[pace->count++] = (struct pace_decision){pos, roll};
        }
        const struct contestant_turn turn = {&pos, &money, roll, pace->list};
        int choice = contestant_choose(player, &turn, err);
        if (choice < 0) {
            return false;
        }
        if (game_result(&pace->list->after[choice]) != 0) {
            return true;
        }
        pos = position_swap(&pace->list->after[choice]);
    }
    return true;
}

static bool collect(struct pace *pace, struct engine_error *err)
{
    const struct contestant_terms terms = {.is_cubeful = false};
    pace->decisions = aligned_alloc(alignof(struct pace_decision),
                                    (size_t)pace->wanted * sizeof *pace->decisions);
    pace->list = aligned_alloc(alignof(struct position), sizeof *pace->list);
    if (pace->decisions == NULL || pace->list == NULL) {
        engine_error_set(err, "no memory");
        return false;
    }
    struct contestant *player = contestant_open(pace->weights, &terms, err);
    bool is_good = player != NULL;
    for (uint64_t game = 0; is_good && pace->count < pace->wanted; game++) {
        is_good = play_game(pace, player, game, err);
    }
    contestant_close(player);
    return is_good;
}

/* ---- timing ---------------------------------------------------------------------- */

static bool think_about_plays(struct pace *pace, struct contestant *player,
                              struct engine_error *err)
{
    const struct match_state money = match_state_money();
    for (int n = 0; n < pace->count; n++) {
        const struct pace_decision *d = &pace->decisions[n];
        movegen_plays(&d->pos, d->roll, pace->list);
        const struct contestant_turn turn = {&d->pos, &money, d->roll, pace->list};
        if (contestant_choose(player, &turn, err) < 0) {
            return false;
        }
    }
    return true;
}

static bool think_about_cube(struct pace *pace, struct contestant *player,
                             struct engine_error *err)
{
    const struct match_state money = match_state_money();
    for (int n = 0; n < pace->count; n++) {
        if (contestant_doubles(player, &pace->decisions[n].pos, &money, err) < 0) {
            return false;
        }
    }
    return true;
}

static bool time_player(struct pace *pace, const char *name, struct engine_error *err)
{
    const struct contestant_terms terms = {.is_cubeful = true};
    char spec[WHO_SPEC_SIZE];
    who_spell_out(name, pace->weights, spec);
    if (!contestant_is_installed(spec)) {
        fprintf(stderr, "fibsbot lab pace: skipped: %s is not installed\n", name);
        return true;
    }
    struct contestant *player = contestant_open(spec, &terms, err);
    if (player == NULL) {
        return false;
    }
    bool is_good = contestant_knows_cube(player);
    if (!is_good) {
        engine_error_set(err, "%s does not know the cube", name);
    }
    is_good = is_good && think_about_plays(pace, player, err);
    double plays = contestant_effort(player).seconds;
    is_good = is_good && think_about_cube(pace, player, err);
    double cubes = contestant_effort(player).seconds - plays;
    contestant_close(player);
    if (is_good) {
        printf("| %s | %.4f | %.4f |\n", name, 1e3 * plays / pace->count,
               1e3 * cubes / pace->count);
        (void)fflush(stdout);
    }
    return is_good;
}

/* ---- the command line ------------------------------------------------------------ */

static const struct option long_options[] = {
    {"plays", required_argument, NULL, 'n'},
    {"seed", required_argument, NULL, 's'},
    {"weights", required_argument, NULL, 'w'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static bool read_option(int option, void *context, struct engine_error *err)
{
    struct pace *pace = context;
    switch (option) {
    case 'n':
        return argument_int("--plays", optarg, 1, PLAYS_MAX, &pace->wanted, err);
    case 's':
        return argument_seed(optarg, &pace->seed, err);
    default:
        pace->folder = optarg;
        return true;
    }
}

static const struct lab_options lab_options = {
    .tool = "pace",
    .usage = usage,
    .table = long_options,
    .take = read_option,
    .takes_words = true,
};

static bool time_players(struct pace *pace, int count, char **names,
                         struct engine_error *err)
{
    bool is_good =
        paths_find_weights(pace->folder, pace->weights, err) && collect(pace, err);
    if (is_good) {
        printf("| %d decisions, money | ms a play | ms a cube action |\n"
               "| --- | --- | --- |\n",
               pace->wanted);
    }
    for (int i = 0; is_good && i < count; i++) {
        is_good = time_player(pace, names[i], err);
    }
    free(pace->decisions);
    free(pace->list);
    return is_good;
}

static int run(int argc, char **argv)
{
    struct pace pace = {.seed = 1, .wanted = 300};
    struct engine_error err;
    int status = lab_read_options(&lab_options, argc, argv, &pace);
    if (status != 0) {
        return status - 1;
    }
    if (optind >= argc) {
        fputs(usage, stderr);
        return 2;
    }
    return time_players(&pace, argc - optind, argv + optind, &err)
               ? 0
               : lab_fail("pace", &err, 1);
}

const struct subcommand cmd_lab_pace = {
    "pace", "time that players take for the same decisions", run};
