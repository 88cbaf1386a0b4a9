#include "cmd/tool/subcommand.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cli_command.h"
#include "cmd/tool/long_run.h"

#define LOST "the output cannot be written"

int subcommand_read(const struct cli_command *command, int argc, char **argv,
                    void *context, struct cli_words *words)
{
    return cli_read(command, argc, argv, context, words, stdout, stderr);
}

/* Whether what was printed is in the file that standard output is, if it is one; who reads
 * a pipe or a terminal may go. Of a write that failed before, errno tells the reason unless
 * another call has failed since; a full disk or a limit is the one taken from it. */
static bool is_printed(struct error *err)
{
    struct stat status;
    const bool is_flushed = fflush(stdout) == 0;
    const int reason = errno;
    bool is_file = fstat(STDOUT_FILENO, &status) == 0 &&
                   (S_ISREG(status.st_mode) || S_ISCHR(status.st_mode)) &&
                   isatty(STDOUT_FILENO) == 0;
    if (!is_file || (is_flushed && ferror(stdout) == 0)) {
        return true;
    }
    error_set_for(err, reason, LOST ": %s", strerror(reason));
    return is_flushed && err->kind != ERROR_FULL && error_set(err, LOST);
}

int subcommand_end(const struct cli_command *command, int status, struct error *err)
{
    bool may_be_that = status == 1 && (err->text[0] == '\0' || ferror(stdout) != 0);
    bool has_results = status == 0 || status == LONG_RUN_STOPPED;
    status = (has_results || may_be_that) && !is_printed(err) ? 1 : status;
    bool is_told = status == 1 || status == 2 || status == SUBCOMMAND_PASSES;
    if (is_told && err->text[0] != '\0') {
        fprintf(stderr, "%s: %s\n", command->title, err->text);
    }
    return status == 1 && error_passes(err) ? SUBCOMMAND_PASSES : status;
}

static int refuse_unknown(const struct cli_command *command, const char *name)
{
    const char *nearest = cli_nearest(command->commands, name);
    fprintf(stderr, "%s: unknown command \"%s\"", command->title, name);
    if (nearest != NULL) {
        fprintf(stderr, "; did you mean `%s %s`?\n", command->title, nearest);
    } else {
        fprintf(stderr, "; `%s help` lists the commands\n", command->title);
    }
    return 2;
}

/* "help", "help NAME", "help lab NAME", "--help", "-h" */
static int show_help(const struct cli_command *command, int argc, char **argv)
{
    for (int i = 2; i < argc && command->commands != NULL; i++) {
        const struct cli_command *below = cli_find(command->commands, argv[i]);
        if (below == NULL) {
            return refuse_unknown(command, argv[i]);
        }
        command = below;
    }
    cli_help(command, stdout);
    return subcommand_end(command, 0, &(struct error){.text = ""});
}

/* Runs the command below `command` that argv[1] names, or shows help. */
static int run_named(const struct cli_command *command, int argc, char **argv)
{
    if (argc < 2) {
        cli_help(command, stderr);
        return 2;
    }
    const char *name = argv[1];
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 ||
        strcmp(name, "-h") == 0) {
        return show_help(command, argc, argv);
    }
    const struct cli_command *below = cli_find(command->commands, name);
    return below != NULL ? subcommand_run(below, argc - 1, argv + 1)
                         : refuse_unknown(command, name);
}

/* A context with the command's defaults; NULL: no memory, which is reported. */
static void *new_context(const struct cli_command *command)
{
    void *context = error_allocate(command->size, NULL);
    if (context == NULL) {
        fprintf(stderr, "%s: out of memory\n", command->title);
        return NULL;
    }
    if (command->defaults != NULL) {
        memcpy(context, command->defaults, command->size);
    }
    return context;
}

int subcommand_check(const struct cli_command *command, int argc, char **argv)
{
    void *context = new_context(command);
    char **copy = calloc((size_t)argc + 1, sizeof *copy); /* its order changes */
    int status = 1;
    if (context != NULL && copy != NULL) {
        memcpy(copy, argv, (size_t)argc * sizeof *copy);
        status = subcommand_read(command, argc, copy, context, NULL);
    }
    free(copy);
    free(context);
    return status;
}

static int read_and_run(const struct cli_command *command, int argc, char **argv,
                        void *context)
{
    struct cli_words words;
    struct error err = {0};
    const struct cli_call call = {.context = context, .err = &err, .words = &words};
    int status = subcommand_read(command, argc, argv, context, &words);
    return subcommand_end(command, status < 0 ? command->run(&call) : status, &err);
}

int subcommand_run(const struct cli_command *command, int argc, char **argv)
{
    if (command->commands != NULL) {
        return run_named(command, argc, argv);
    }
    void *context = new_context(command);
    if (context == NULL) {
        return 1;
    }
    int status = read_and_run(command, argc, argv, context);
    free(context);
    return status;
}
