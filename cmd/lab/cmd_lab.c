/* `fibsbot lab ...`: how weights and databases are made and measured. */
#include <stdio.h>
#include <string.h>

#include "cmd/tool/subcommand.h"

static const struct subcommand *const tools[] = {
    &cmd_lab_bearoff,
    &cmd_lab_race_train,
    &cmd_lab_race_evaluate,
    &cmd_lab_selfplay,
    &cmd_lab_label,
    &cmd_lab_dataset,
    &cmd_lab_train,
    &cmd_lab_recipe,
    &cmd_lab_evaluate,
    &cmd_lab_match,
    &cmd_lab_pace,
    &cmd_lab_rollout,
    &cmd_lab_filter_study,
    &cmd_lab_levels,
    &cmd_lab_cube_efficiency,
    NULL,
};

static void print_help(FILE *out)
{
    fputs("usage: fibsbot lab TOOL [OPTIONS]\n\n", out);
    for (int i = 0; tools[i] != NULL; i++) {
        fprintf(out, "  %-14s %s\n", tools[i]->name, tools[i]->summary);
    }
    fputs("\nfibsbot lab TOOL --help tells more.\n", out);
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return 2;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return 0;
    }
    for (int i = 0; tools[i] != NULL; i++) {
        if (strcmp(argv[1], tools[i]->name) == 0) {
            char whole[48];
            (void)snprintf(whole, sizeof whole, "fibsbot lab %s", tools[i]->name);
            argv[1] = whole;
            return tools[i]->run(argc - 1, argv + 1);
        }
    }
    fprintf(stderr, "fibsbot lab: no tool \"%s\"; `fibsbot lab help` lists them\n",
            argv[1]);
    return 2;
}

const struct subcommand cmd_lab = {"lab", "make and measure weights and databases",
                                   run};
