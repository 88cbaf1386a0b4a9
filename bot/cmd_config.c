/* `fibsbot config`: the template of bot.conf, and whether a file is good. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/config.h"
#include "bot/policy.h"
#include "bot/subcommand.h"

static const char usage[] = "usage: fibsbot config --template | --check FILE\n";
static const char help[] =
    "\n"
    "  --template    print a configuration file with every option, its meaning and "
    "its\n"
    "                default\n"
    "  --check FILE  say what is wrong in a configuration file; status 1 if anything\n"
    "  --markdown    print the options as a Markdown table\n"
    "  --man         print the options as part of a manual page\n";

static int check_file(const char *path)
{
    struct config *config = malloc(sizeof *config);
    struct config_faults *faults = calloc(1, sizeof *faults);
    int status = EXIT_FAILURE;
    if (config == NULL || faults == NULL) {
        fputs("fibsbot config: no memory\n", stderr);
        goto done;
    }
    config_default(config);
    if (!config_load(config, path, faults)) {
        config_faults_print(faults, stderr);
        goto done;
    }
    char fault[64];
    if (policy_opponents_fault(config->strength.opponents, fault, sizeof fault) !=
        NULL) {
        fprintf(stderr, "%s: strength.opponents: expected NAME=LEVEL, found \"%s\"\n",
                path, fault);
        goto done;
    }
    printf("%s: good%s\n", path,
           config->account.name[0] == '\0'
               ? ", but account.name is empty and `fibsbot play` needs it"
               : "");
    status = EXIT_SUCCESS;
done:
    free(faults);
    free(config);
    return status;
}

static int run(int argc, char **argv)
{
    /* clang-format off */
    static const struct {
        const char *flag;
        void (*write)(FILE *);
    } writers[] = {
        {"--template", config_write_template},
        {"--markdown", config_write_markdown},
        {"--man", config_write_man},
    };
    /* clang-format on */
    for (size_t i = 0; argc == 2 && i < sizeof writers / sizeof writers[0]; i++) {
        if (strcmp(argv[1], writers[i].flag) == 0) {
            writers[i].write(stdout);
            return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
        }
    }
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        fputs(usage, stdout);
        fputs(help, stdout);
        return EXIT_SUCCESS;
    }
    if (argc == 3 && strcmp(argv[1], "--check") == 0) {
        return check_file(argv[2]);
    }
    fputs(usage, stderr);
    return 2;
}

const struct subcommand cmd_config = {
    "config", "print the template of bot.conf, or check a file", run};
