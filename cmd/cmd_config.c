/* `fibsbot config`: prints the template of bot.conf, or checks a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/config/config.h"
#include "bot/policy/access.h"
#include "cmd/tool/subcommand.h"

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

static void tell_valid(const struct config_set *set, const char *path)
{
    if (set->count > 0) {
        printf("%s: valid, %d account%s\n", path, set->count,
               set->count == 1 ? "" : "s");
    } else if (set->common.account.name[0] != '\0') {
        printf("%s: valid\n", path);
    } else {
        printf("%s: valid, but account.name is empty and `fibsbot play` needs it\n",
               path);
    }
}

static bool check_file(const char *path, struct error *err)
{
    struct config_set *set = config_set_new();
    struct config_faults *faults = calloc(1, sizeof *faults);
    bool is_good = set != NULL && faults != NULL;
    if (!is_good) {
        error_set(err, "no memory");
    } else if (!config_set_load(set, path, faults)) {
        config_faults_print(faults, stderr);
        is_good = false;
    } else {
        config_warnings_print(faults, stderr);
        is_good = check_list(&set->common);
    }
    if (is_good) {
        tell_valid(set, path);
    }
    free(faults);
    config_set_free(set);
    return is_good;
}

static void (*const writers[])(FILE *) = {
    NULL,
    config_write_template,
    config_write_schema,
    config_write_markdown,
    config_write_man,
};

/* What is asked for. */
struct order {
    int asked;  /* options: one is right */
    int writer; /* index in `writers`; 0: a file is checked */
    const char *file;
};

static bool count_asked(const struct cli_call *call)
{
    struct order *order = call->context;
    order->asked++;
    return true;
}

static bool check_options(const struct cli_call *call)
{
    const struct order *order = call->context;
    return order->asked == 1 ||
           error_set(call->err,
                     "expected one of --template, --check FILE and --schema");
}

static const struct cli_option options[] = {
    {"template", CLI_SET(struct order, writer, 1), .take = count_asked,
     .help =
         "Print a configuration file with every option, its meaning and its default."},
    {"check", CLI_FILE(struct order, file), .take = count_asked,
     .help =
         "Check a configuration file and show its faults; exit status 1 if it has any."},
    {"schema", CLI_SET(struct order, writer, 2), .take = count_asked,
     .help = "Print the options as a JSON Schema, for programs that write such files."},
    {"markdown", CLI_SET(struct order, writer, 3), .take = count_asked,
     .help = "Print the options as a Markdown table."},
    {"man", CLI_SET(struct order, writer, 4), .take = count_asked,
     .help = "Print the options as part of a manual page."},
    {0},
};

static int run(const struct cli_call *call)
{
    const struct order *order = call->context;
    if (order->file != NULL) {
        return check_file(order->file, call->err) ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    writers[order->writer](stdout);
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct cli_command cmd_config = {
    .title = "fibsbot config",
    .summary = "print the template of bot.conf, or check a file",
    .synopsis = "fibsbot config --template | --check FILE | --schema\n",
    .options = options,
    .check = check_options,
    .size = sizeof(struct order),
    .run = run,
};
