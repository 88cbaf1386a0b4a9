#pragma once
/* The parts of `fibsbot bench` beside the engine's own. */

#include <stdbool.h>

#include "base/cli_command.h"

/* ---- players on the same decisions: `fibsbot bench PLAYER...` -------------------- */

enum { BENCH_PLAYERS_MAX = 16 };

/* What the command line says. */
struct bench_players {
    const char *weights; /* NULL: found by themselves */
    uint64_t seed;       /* of the games that the decisions are from */
    int plays;           /* decisions */
    int rounds;          /* parts that they are timed in */
};

/* The options that set it, --weights left out. */
extern const struct cli_option bench_players_options[];

/* Paragraphs for help. */
#define BENCH_PLAYERS_ABOUT                                                             \
    "With players, times them on the plays and cube actions of the same decisions, on " \
    "one thread, and prints the processor time of a decision: of this thread, or of "   \
    "gnubg's process. PLAYER is as in `fibsbot tourney --help`, e.g. fibsbot,ply=2 "    \
    "gnubg,ply=2. The last column is the time of a play relative to the first player's."
#define BENCH_PLAYERS_NOTES                                                                 \
    "The decisions are every third one of money games that fibsbot plays against "          \
    "itself at 0-ply, without forced plays. Leaves out a player that is not installed.\n\n" \
    "Exit status: 0 done, 1 failed, 2 usage error, 77 if no player is installed."

/* Whether all options fit together, and there are such players; false with `err`. */
bool bench_players_check(const struct bench_players *order,
                         const struct cli_words *names, struct error *err);

/* Times the players `names` and prints the table; reports on stderr each player that is
 * left out because it is not installed. Returns an exit status, that of skipping without a
 * player; 1 with `err`. */
int bench_players_run(const struct bench_players *order, const struct cli_words *names,
                      struct error *err);

/* ---- how fast `lab train` learns: --learner -------------------------------------- */

enum { BENCH_LEARNER_THREADS_MAX = 64 };

/* Steps of a big net on made-up samples, alone and, with more threads than one, by all
 * of them in turn; prints the medians of five passes. False without memory. */
bool bench_learner(int threads);
