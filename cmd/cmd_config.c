/* `fibsbot config`: the template of bot.conf, and whether a file is good. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/config/config.h"
#include "bot/policy/access.h"
#include "cmd/tool/subcommand.h"

static const char usage[] = "usage: fibsbot config --template | --check FILE\n";
static const char help[] =
    "\n"
    "  --template    print a configuration file with every option, its meaning and\n"
    "                its default\n"
    "  --check FILE  say what is wrong in a configuration file; status 1 if anything\n"
    "  --markdown    print the options as a Markdown table\n"
    "  --man         print the options as part of a manual page\n"
    "  --schema      print them as a JSON Schema, for programs that write such files\n";

static bool check_list(const struct config *config)
{
    struct access_list list = {.count = 0};
    struct error err = {{0}};
    const char *path = config->accept.list_file;
    bool is_good = path[0] == '\0' || access_list_load(&list, path, &err);
    if (!is_good) {
        fprintf(stderr, "accept.list_file: %s\n", err.text);
    }
    access_list_clear(&list);
    return is_good;
}

static void praise(const struct config_set *set, const char *path)
{
    if (set->count > 0) {
        printf("%s: good, %d account%s\n", path, set->count,
               set->count == 1 ? "" : "s");
    } else if (set->common.account.name[0] != '\0') {
        printf("%s: good\n", path);
    } else {
        printf("%s: good, but account.name is empty and `fibsbot play` needs it\n",
               path);
    }
}

static int check_file(const char *path)
{
    struct config_set *set = config_set_new();
    struct config_faults *faults = calloc(1, sizeof *faults);
    bool is_good = set != NULL && faults != NULL;
    if (!is_good) {
        fputs("fibsbot config: no memory\n", stderr);
    } else if (!config_set_load(set, path, faults)) {
        config_faults_print(faults, stderr);
        is_good = false;
    } else {
        config_warnings_print(faults, stderr);
        is_good = check_list(&set->common);
    }
    if (is_good) {
        praise(set, path);
    }
    free(faults);
    config_set_free(set);
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
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
        {"--schema", config_write_schema},
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
