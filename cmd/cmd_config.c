/* `fibsbot config`: prints the template of bot.conf, checks a file, or shows what is in
 * force. */
#include <stdio.h>
#include <stdlib.h>

#include "bot/config/config.h"
#include "bot/policy/guardian.h"
#include "bot/policy/rules.h"
#include "bot/service/play_check.h"
#include "cmd/tool/subcommand.h"

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

/* The configurations of the accounts, or the one of the only account. */
static struct play_faults find_faults(const struct config_set *set, const char *path)
{
    const struct config *configs[CONFIG_ACCOUNTS_MAX] = {&set->common};
    bool has_tournament = false;
    for (int i = 0; i < set->count; i++) {
        configs[i] = set->accounts[i];
        has_tournament = has_tournament || set->is_entrant[i];
    }
    const struct play_check check = {
        .configs = configs,
        .count = set->count > 0 ? set->count : 1,
        .files = &path,
        .file_count = 1,
        .has_tournament = has_tournament,
        .moment = PLAY_CHECKED,
        .tell = play_check_print,
        .context = stderr,
    };
    return play_check_run(&check, NULL);
}

/* Reads the file and reports faults and warnings. */
static bool read_file(const char *path, struct config_set *set, bool *is_read)
{
    struct config_faults *faults = calloc(1, sizeof *faults);
    bool is_good = faults != NULL && config_set_load(set, path, faults);
    *is_read = faults != NULL && !faults->is_unread;
    if (faults != NULL) {
        config_faults_print(faults, stderr);
    }
    free(faults);
    return is_good;
}

static bool show_file(const char *path, struct config_set *set)
{
    bool is_read;
    bool is_good = read_file(path, set, &is_read);
    if (is_good) {
        config_show(set, path, stdout);
    }
    return is_good && fflush(stdout) == 0;
}

/* Returns an exit status. */
static int check_file(const char *path, bool is_syntax_only, struct config_set *set)
{
    bool is_read;
    bool is_good = read_file(path, set, &is_read);
    struct play_faults faults = {0, 0};
    if (!is_syntax_only && is_read) {
        faults = find_faults(set, path);
    }
    if (!is_good || faults.count > 0) {
        return is_good && faults.passing == faults.count ? SUBCOMMAND_PASSES
                                                         : EXIT_FAILURE;
    }
    tell_valid(set, path);
    return EXIT_SUCCESS;
}

/* What we say when we refuse, with the values of the defaults, and when we set aside. */
static void write_refusals(FILE *out)
{
    static const char head[] = "| code | what the user reads |\n| --- | --- |\n";
    struct config config;
    config_default(&config);
    config.talk.refusal[0] = '\0';
    fputs(head, out);
    for (int i = RULE_ACCEPT + 1; i < RULE_VERDICTS; i++) {
        char text[400];
        rule_explain(&config, (enum rule_verdict)i, text, sizeof text);
        fprintf(out, "| `%s` | %s |\n", rule_code((enum rule_verdict)i), text);
    }
    fprintf(out, "\n%s", head);
    for (int i = GUARDIAN_OPEN + 1; i < GUARDIAN_ENDS; i++) {
        fprintf(out, "| `%s` | %s |\n", guardian_code((enum guardian_end)i),
                guardian_words((enum guardian_end)i));
    }
}

static void (*const writers[])(FILE *) = {
    NULL,
    config_write_template,
    config_write_schema,
    config_write_markdown,
    config_write_man,
    write_refusals,
};

/* What is asked for. */
struct order {
    int asked;         /* options: one is right */
    int writer;        /* index in `writers`; 0: a file is checked */
    const char *file;  /* to check, */
    const char *shown; /* or to show */
    bool is_syntax_only;
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
    if (order->asked != 1) {
        return error_set(call->err,
                         "expected one of --template, --check FILE, --show FILE and "
                         "--schema");
    }
    return !order->is_syntax_only || order->file != NULL ||
           error_set(call->err, "--syntax-only: expected --check FILE as well");
}

static const struct cli_option options[] = {
    {"template", CLI_SET(struct order, writer, 1), .take = count_asked,
     .help =
         "Print a configuration file with every option, its meaning and its default."},
    {"check", CLI_FILE(struct order, file), .take = count_asked,
     .help =
         "Check a configuration file and all that `fibsbot play` needs with it: secrets, "
         "folders, history, list, addresses, port, weights. Show all faults; exit status 1 "
         "if there are any, 75 if all of them pass by themselves, as a full disk."},
    {"syntax-only", CLI_FLAG(struct order, is_syntax_only),
     .help = "With --check: look at nothing but the file itself."},
    {"show", CLI_FILE(struct order, shown), .take = count_asked,
     .help =
         "Print the settings in force with FILE, and where each comes from: a line of "
         "the file, the default, the environment, or in an account what it inherits."},
    {"schema", CLI_SET(struct order, writer, 2), .take = count_asked,
     .help = "Print the options as a JSON Schema, for programs that write such files."},
    {"markdown", CLI_SET(struct order, writer, 3), .take = count_asked,
     .help = "Print the options as a Markdown table."},
    {"man", CLI_SET(struct order, writer, 4), .take = count_asked,
     .help = "Print the options as part of a manual page."},
    {"refusals", CLI_SET(struct order, writer, 5), .take = count_asked,
     .help =
         "Print the codes of refusals and of matches set aside, with what is said to users, "
         "as Markdown tables."},
    {0},
};

static int run_on_file(const struct order *order, struct error *err)
{
    struct config_set *set = config_set_new();
    if (set == NULL) {
        error_no_memory(err);
        return EXIT_FAILURE;
    }
    int status = EXIT_SUCCESS;
    if (order->shown == NULL) {
        status = check_file(order->file, order->is_syntax_only, set);
    } else if (!show_file(order->shown, set)) {
        status = EXIT_FAILURE;
    }
    config_set_free(set);
    return status;
}

static int run(const struct cli_call *call)
{
    const struct order *order = call->context;
    if (order->file != NULL || order->shown != NULL) {
        return run_on_file(order, call->err);
    }
    writers[order->writer](stdout);
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct cli_command cmd_config = {
    .title = "fibsbot config",
    .summary = "print the template of bot.conf, check or show a file",
    .synopsis = "fibsbot config --template | --schema\n"
                "fibsbot config --check FILE [--syntax-only]\n"
                "fibsbot config --show FILE\n",
    .options = options,
    .check = check_options,
    .size = sizeof(struct order),
    .run = run,
};
