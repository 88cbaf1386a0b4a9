/* `fibsbot lab match`: two players at 0-ply, cubeless, with duplicate dice. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/subcommand.h"
#include "engine/lab/contest.h"

static const char usage[] =
    "usage: fibsbot lab match A B [GAMES [SEED]]\n"
    "\n"
    "Plays cubeless money games at 0-ply, in pairs with the same dice and the sides\n"
    "changed, and prints what A wins a game, with its standard error. A and B are "
    "each\n"
    "  random        any legal play\n"
    "  yardstick     a hand-made linear player, about as strong as pubeval\n"
    "  FILE.net      a weights file\n"
    "  FOLDER        weights.txt in it: its big net and bearoff databases\n"
    "GAMES is 1000 if not given, SEED 1.\n";

static void print_figures(const char *a, const char *b, const struct contest *sums)
{
    struct contest_figures f = contest_figures(sums);
    printf("%s v. %s: %+.4f +- %.4f points a game, won %.2f %%, gammons won %.1f %% "
           "lost %.1f %% (%lld games)\n",
           a, b, f.points_per_game, f.error, 100.0 * f.share_won,
           100.0 * f.share_gammons_won, 100.0 * f.share_gammons_lost,
           2 * (long long)sums->pairs);
}

static int run(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return 0;
    }
    long games = argc > 3 ? strtol(argv[3], NULL, 10) : 1000;
    if (argc < 3 || argc > 5 || games < 4) {
        fputs(usage, stderr);
        return 2;
    }
    uint64_t seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
    struct engine_error err;
    struct contest sums = {.pairs = 0};
    struct contestant *a = contestant_open(argv[1], &err);
    struct contestant *b = a != NULL ? contestant_open(argv[2], &err) : NULL;
    if (b == NULL) {
        fprintf(stderr, "fibsbot lab match: %s\n", err.text);
        contestant_close(a);
        return 1;
    }
    for (long pair = 0; pair < games / 2; pair++) {
        contest_play_pair(a, b, seed, pair, &sums);
    }
    print_figures(argv[1], argv[2], &sums);
    contestant_close(a);
    contestant_close(b);
    return 0;
}

const struct subcommand cmd_lab_match = {"match",
                                         "play nets against each other at 0-ply", run};
