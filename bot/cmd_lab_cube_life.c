/* `fibsbot lab cube-life`: cube life fitted to exact endings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/paths.h"
#include "bot/subcommand.h"
#include "engine/lab/cube_life.h"

static const char usage[] =
    "usage: fibsbot lab cube-life [POSITIONS [SEED]]\n"
    "\n"
    "Fits the cube life, the share of a perfectly efficient cube in a real one, to "
    "the\n"
    "exact cubeful equities of random two-sided endings (200 if not given), by plies\n"
    "searched and by who has the cube. Prints a table in Markdown.\n";

static void print_fits(struct cube_life_fit fits[CUBE_LIFE_PLIES][3])
{
    static const char *const owners[3] = {
        [CUBE_CENTRED] = "in the middle",
        [CUBE_MINE] = "of the player on roll",
        [CUBE_THEIRS] = "of the opponent",
    };
    puts("| ply | cube | best life | error with it | with that of params.h | dead cube "
         "|\n| --- | --- | --- | --- | --- | --- |");
    for (int ply = 0; ply < CUBE_LIFE_PLIES; ply++) {
        for (int owner = 0; owner < 3; owner++) {
            const struct cube_life_fit *fit = &fits[ply][owner];
            printf("| %d | %s | %.2f | %.4f | %.4f | %.4f |\n", ply, owners[owner],
                   fit->life, fit->error, fit->error_now, fit->error_dead);
        }
    }
}

static int run(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return 0;
    }
    long positions = argc > 1 ? strtol(argv[1], NULL, 10) : 200;
    if (argc > 3 || positions < 1 || positions > 1000000) {
        fputs(usage, stderr);
        return 2;
    }
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    struct cube_life_fit fits[CUBE_LIFE_PLIES][3];
    char folder[PATHS_MAX];
    struct engine_error err;
    if (!paths_find_weights(NULL, folder, &err) ||
        !cube_life_fit(folder, (int)positions, seed, fits, &err)) {
        fprintf(stderr, "fibsbot lab cube-life: %s\n", err.text);
        return 1;
    }
    print_fits(fits);
    return fflush(stdout) == 0 ? 0 : 1;
}

const struct subcommand cmd_lab_cube_life = {"cube-life",
                                             "fit the cube life to exact endings", run};
