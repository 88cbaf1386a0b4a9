/* The program: its table of subcommands, and what is printed from it. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/job/ranks.h"
#include "base/cli_command.h"
#include "cmd/tool/long_run.h"
#include "cmd/tool/subcommand.h"

static const struct cli_command cmd_completion;

/* `fibsbot lab ...`: how weights and databases are made and measured. */
/* clang-format off */
static const struct cli_command *const tools[] = {
    &cmd_lab_bearoff,
    &cmd_lab_race_train,
    &cmd_lab_selfplay,
    &cmd_lab_label,
    &cmd_lab_dataset,
    &cmd_lab_train,
    &cmd_lab_dmp,
    &cmd_lab_recipe,
    &cmd_lab_evaluate,
    &cmd_lab_positions,
    &cmd_lab_rollout,
    &cmd_lab_filter_study,
    &cmd_lab_levels,
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
    &cmd_review,
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
    .about = "fibsbot " FIBSBOT_VERSION
             " plays backgammon on FIBS, and analyses positions and matches.",
    .notes =
        "`fibsbot help SUBCOMMAND` shows the options of one, `man fibsbot` those of "
        "the configuration. To start:\n\n"
        "  fibsbot spar --web                      play against it, without an account\n"
        "  fibsbot config --template > bot.conf    then edit it, and\n"
        "  fibsbot play -c bot.conf                play on FIBS",
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
    CLI_OPERANDS("bash|zsh|fish|man", 1, 1),
    .about =
        "Prints the completion of a shell, or the subcommands for the manual page.",
    .run = run,
};

static int run_program(int argc, char **argv)
{
    if (argc > 1 &&
        (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "version") == 0)) {
        puts("fibsbot " FIBSBOT_VERSION);
        return subcommand_end(&program, EXIT_SUCCESS, &(struct error){.text = ""});
    }
    if (argc > 1 && strcmp(argv[1], "--ubgi") == 0) { /* as controllers start engines */
        return subcommand_run(&cmd_ubgi, argc - 1, argv + 1);
    }
    return subcommand_run(&program, argc, argv);
}

/* ---- on many ranks --------------------------------------------------------------- */

/* What runs on several ranks; anything else would be done by each of them. */
static const struct cli_command *const shared[] = {
    &cmd_tourney, &cmd_lab_selfplay, &cmd_lab_label, &cmd_lab_rollout, NULL,
};

/* The one of them that is called; `*skipped` words stand before it. NULL: none. */
static const struct cli_command *find_shared(int argc, char **argv, int *skipped)
{
    const struct cli_command *command = &program;
    *skipped = 0;
    while (command != NULL && command->commands != NULL) {
        ++*skipped;
        command = argc > *skipped ? cli_find(command->commands, argv[*skipped]) : NULL;
    }
    for (int i = 0; command != NULL && shared[i] != NULL; i++) {
        if (shared[i] == command) {
            return command;
        }
    }
    return NULL;
}

/* Rank 0 alone prints results, and reads the command line first, so that a wrong one is
 * refused once. */
static int run_on_ranks(int argc, char **argv)
{
    int skipped = 0;
    const struct cli_command *command = find_shared(argc, argv, &skipped);
    int status = 2;
    if (command == NULL && ranks_is_first()) {
        fputs("fibsbot-mpi: this subcommand runs on one rank\n", stderr);
    } else if (command != NULL) {
        status = ranks_is_first()
                     ? subcommand_check(command, argc - skipped, argv + skipped)
                     : 0;
        status = ranks_share(status);
    }
    if (status >= 0) {
        return ranks_is_first() ? status : EXIT_SUCCESS;
    }
    struct error err;
    if (!ranks_agree("version", FIBSBOT_VERSION, &err)) {
        fprintf(stderr, "fibsbot-mpi: %s\n", err.text);
        return EXIT_FAILURE;
    }
    if (!ranks_is_first() && freopen("/dev/null", "w", stdout) == NULL) {
        return EXIT_FAILURE;
    }
    status = subcommand_run(command, argc - skipped, argv + skipped);
    if (status != EXIT_SUCCESS && !ranks_is_first()) {
        fprintf(stderr, "fibsbot-mpi: %s ends the run\n", ranks_name().text);
    }
    return status;
}

int main(int argc, char **argv)
{
    (void)signal(SIGXFSZ,
                 SIG_IGN); /* write() says EFBIG then: as good as a full disk */
    if (!ranks_begin(&argc, &argv)) {
        fputs("fibsbot-mpi: MPI does not start, or cannot be used by threads\n",
              stderr);
        return EXIT_FAILURE;
    }
    int status = ranks_count() > 1 ? run_on_ranks(argc, argv) : run_program(argc, argv);
    return ranks_end(status, LONG_RUN_STOPPED);
}
