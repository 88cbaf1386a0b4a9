#include "cmd/tool/subcommand.h"

#include <stdio.h>
#include <string.h>

#include "base/cli_help.h"
#include "base/cli_parse.h"

int subcommand_read(const struct cli_command *command, int argc, char **argv,
                    void *context, struct cli_words *words)
{
    return cli_read(command, argc, argv, context, words, stdout, stderr);
}

int subcommand_fail(const struct cli_command *command, const struct error *err,
                    int status)
{
    fprintf(stderr, "%s: %s\n", command->title, err->text);
    return status;
}

/* "help", "help NAME", "--help", "-h" */
static int show_help(const struct cli_command *command, const char *name)
{
    const struct cli_command *below = cli_find(command->commands, name);
    cli_help(below != NULL ? below : command, stdout);
    return 0;
}

static int refuse(const struct cli_command *command, const char *name)
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

int subcommand_dispatch(const struct cli_command *command, int argc, char **argv)
{
    if (argc < 2) {
        cli_help(command, stderr);
        return 2;
    }
    const char *name = argv[1];
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 ||
        strcmp(name, "-h") == 0) {
        return show_help(command, argc > 2 ? argv[2] : "");
    }
    const struct cli_command *below = cli_find(command->commands, name);
    return below != NULL ? below->run(argc - 1, argv + 1) : refuse(command, name);
}
