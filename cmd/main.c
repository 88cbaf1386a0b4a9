/* The program: its table of subcommands, and what is printed from it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/job/ranks.h"
#include "base/cli_complete.h"
#include "base/cli_help.h"
#include "cmd/tool/lab_run.h"
#include "cmd/tool/subcommand.h"

static const struct cli_command cmd_completion;

/* `fibsbot lab ...`: how weights and databases are made and measured. */
/* clang-format off */
static const struct cli_command *const tools[] = {
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
    &cmd_lab_positions,
    &cmd_lab_rollout,
    &cmd_lab_filter_study,
    &cmd_lab_levels,
    &cmd_lab_cube_efficiency,
    NULL,
};
/* clang-format on */

static const struct cli_command cmd_lab = {
    .title = "fibsbot lab",
    .summary = "make and measure weights and databases",
    .synopsis = "fibsbot lab TOOL [OPTIONS]\n",
    .commands = tools,
    .notes = "`fibsbot lab TOOL --help` shows the options of a tool.",
};

/* clang-format off */
static const struct cli_command *const commands[] = {
    &cmd_play,
    &cmd_spar,
    &cmd_config,
    &cmd_stats,
    &cmd_replay,
    &cmd_weights,
    &cmd_analyse,
    &cmd_convert,
    &cmd_tourney,
    &cmd_tournament,
    &cmd_bench,
    &cmd_ubgi,
    &cmd_external,
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
static int run(const struct cli_call *call)
{
    if (strcmp(call->words->word[0], "man") == 0) {
        for (int i = 0; commands[i] != NULL; i++) {
            cli_man(commands[i], stdout);
        }
    } else if (!cli_complete(&program, call->words->word[0], stdout)) {
        error_set(call->err, "expected bash, zsh, fish or man, found \"%.40s\"",
                  call->words->word[0]);
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

/* What runs on several ranks; anything else would be done by each of them. */
static bool runs_on_ranks(int argc, char **argv)
{
    static const char *const labs[] = {"match", "selfplay", "label", NULL};
    if (argc > 1 && strcmp(argv[1], "tourney") == 0) {
        return true;
    }
    for (int i = 0; labs[i] != NULL && argc > 2; i++) {
        if (strcmp(argv[1], "lab") == 0 && strcmp(argv[2], labs[i]) == 0) {
            return true;
        }
    }
    return false;
}

static int run_program(int argc, char **argv)
{
    if (argc > 1 &&
        (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "version") == 0)) {
        puts("fibsbot " FIBSBOT_VERSION);
        return EXIT_SUCCESS;
    }
    if (argc > 1 && strcmp(argv[1], "--ubgi") == 0) { /* as controllers start engines */
        return subcommand_run(&cmd_ubgi, argc - 1, argv + 1);
    }
    return subcommand_run(&program, argc, argv);
}

/* Rank 0 alone prints results. */
static int run_on_ranks(int argc, char **argv)
{
    if (!runs_on_ranks(argc, argv)) {
        if (ranks_is_first()) {
            fputs("fibsbot-mpi: this subcommand runs on one rank\n", stderr);
        }
        return 2;
    }
    if (!ranks_is_first() && freopen("/dev/null", "w", stdout) == NULL) {
        return EXIT_FAILURE;
    }
    return run_program(argc, argv);
}

int main(int argc, char **argv)
{
    if (!ranks_begin(&argc, &argv)) {
        fputs("fibsbot-mpi: MPI does not start, or cannot be used by threads\n",
              stderr);
        return EXIT_FAILURE;
    }
    int status = ranks_count() > 1 ? run_on_ranks(argc, argv) : run_program(argc, argv);
    return ranks_end(status, LAB_STOPPED);
}
