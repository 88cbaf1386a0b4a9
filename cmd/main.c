/* The table of subcommands. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/tool/subcommand.h"

/* clang-format off */
static const struct subcommand *const subcommands[] = {
    &cmd_play,
    &cmd_spar,
    &cmd_config,
    &cmd_stats,
    &cmd_replay,
    &cmd_weights,
    &cmd_analyse,
    &cmd_tourney,
    &cmd_bench,
    &cmd_lab,
};
/* clang-format on */
enum { SUBCOMMANDS = sizeof subcommands / sizeof subcommands[0] };

static void print_help(FILE *out)
{
    fputs("fibsbot " FIBSBOT_VERSION " - plays backgammon on FIBS\n\n"
          "usage: fibsbot SUBCOMMAND [OPTIONS]\n\n",
          out);
    for (int i = 0; i < SUBCOMMANDS; i++) {
        fprintf(out, "  %-10s %s\n", subcommands[i]->name, subcommands[i]->summary);
    }
    fputs("\nfibsbot SUBCOMMAND --help tells more; man fibsbot the configuration.\n"
          "To start:\n\n"
          "  fibsbot config --template > bot.conf    then edit it\n"
          "  fibsbot play -c bot.conf\n",
          out);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return 2;
    }
    const char *name = argv[1];
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 ||
        strcmp(name, "-h") == 0) {
        print_help(stdout);
        return EXIT_SUCCESS;
    }
    if (strcmp(name, "--version") == 0 || strcmp(name, "version") == 0) {
        puts("fibsbot " FIBSBOT_VERSION);
        return EXIT_SUCCESS;
    }
    for (int i = 0; i < SUBCOMMANDS; i++) {
        if (strcmp(name, subcommands[i]->name) == 0) {
            char whole[32]; /* as getopt's messages name it */
            (void)snprintf(whole, sizeof whole, "fibsbot %s", name);
            argv[1] = whole;
            return subcommands[i]->run(argc - 1, argv + 1);
        }
    }
    fprintf(stderr, "fibsbot: no subcommand \"%s\"; `fibsbot help` lists them\n", name);
    return 2;
}
