/* The program: its table of subcommands, and what is printed from it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cli_complete.h"
#include "base/cli_help.h"
#include "cmd/tool/subcommand.h"

static const struct cli_command cmd_completion;

/* clang-format off */
static const struct cli_command *const commands[] = {
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
    &cmd_completion,
    NULL,
};
/* clang-format on */

static const struct cli_command program = {
    .title = "fibsbot",
    .commands = commands,
    .synopsis = "fibsbot SUBCOMMAND [OPTIONS]\n",
    .about = "fibsbot " FIBSBOT_VERSION " plays backgammon on FIBS.",
    .notes =
        "`fibsbot help SUBCOMMAND` shows the options of one, `man fibsbot` those of "
        "the configuration. To start:\n\n"
        "  fibsbot config --template > bot.conf    then edit it\n"
        "  fibsbot play -c bot.conf",
};

/* ---- completions and the manual page --------------------------------------------- */

/* Not shown: the build makes its files by it. */
static int run(void *context, const struct cli_words *words, struct error *err)
{
    (void)context;
    if (strcmp(words->word[0], "man") == 0) {
        for (int i = 0; commands[i] != NULL; i++) {
            cli_man(commands[i], stdout);
        }
    } else if (!cli_complete(&program, words->word[0], stdout)) {
        error_set(err, "expected bash, zsh, fish or man, found \"%.40s\"",
                  words->word[0]);
        return 2;
    }
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static const struct cli_command cmd_completion = {
    .title = "fibsbot completion",
    .operands = "bash|zsh|fish|man",
    .least = 1,
    .most = 1,
    .about =
        "Prints the completion of a shell, or the subcommands for the manual page.",
    .run = run,
};

int main(int argc, char **argv)
{
    if (argc > 1 &&
        (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "version") == 0)) {
        puts("fibsbot " FIBSBOT_VERSION);
        return EXIT_SUCCESS;
    }
    return subcommand_run(&program, argc, argv);
}
