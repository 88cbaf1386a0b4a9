/* `fibsbot play`: log in and play, for days, unattended. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/config/config_reload.h"
#include "bot/config/strength_config.h"
#include "bot/service/loop.h"
#include "cmd/tool/subcommand.h"

static const char usage[] = "usage: fibsbot play [-c bot.conf] [OPTIONS]\n";
static const char help[] =
    "\n"
    "  -c, --config FILE        read this configuration (see fibsbot config\n"
    "                           --template)\n"
    "      --server HOST[:PORT] where to play\n"
    "      --name NAME          the account; its password comes from the password\n"
    "                           file or from the environment variable\n"
    "                           FIBSBOT_PASSWORD. Of several accounts in the file:\n"
    "                           only this one\n"
    "      --password-file FILE\n"
    "      --invite NAME[,NAME...][:N|:unlimited]\n"
    "                           invite these users in turn to an N point or an\n"
    "                           unlimited match as soon as they are there and free\n"
    "      --matches N          log out after N matches\n"
    "      --show-board         draw the board after each turn\n"
    "      --trace FILE         write the dialogue with the server to FILE, for\n"
    "                           fibsbot replay; the password is masked\n"
    "      --strength LEVEL     level of play: beginner ... strongest, or a rating\n"
    "      --threads N          think with so many threads\n"
    "      --log-level LEVEL    error, warning, info or debug\n"
    "  -s, --set OPTION=VALUE   any option of the configuration: strength.play_ply=0\n"
    "\n"
    "SIGTERM or SIGINT finishes the match first or leaves it, as play.on_stop says; a\n"
    "second one leaves at once.\n";

/* Command line options that are other names of configuration options. */
/* clang-format off */
static const struct {
    const char *name;
    const char *option; /* "section.name=" */
} aliases[] = {
    {"name",          "account.name="},
    {"password-file", "account.password_file="},
    {"matches",       "play.max_matches="},
    {"trace",         "log.trace="},
    {"log-level",     "log.level="},
    {"threads",       "strength.threads="},
    {"strength",      "strength.level="},
};
/* clang-format on */
enum { ALIASES = sizeof aliases / sizeof aliases[0], ASSIGNMENT_MAX = 512 };

/* Values of getopt_long beyond characters; aliases follow. */
enum { OPTION_SERVER = 256, OPTION_INVITE, OPTION_SHOW_BOARD, OPTION_ALIAS };

struct play_run {
    int argc; /* as given, to be read again */
    char **argv;
    struct config_set *set;
    struct config_faults faults;
    struct secret secret;
    struct loop_setup setup;
};

static bool override(struct play_run *run, const char *option, const char *value)
{
    char assignment[ASSIGNMENT_MAX];
    int length = snprintf(assignment, sizeof assignment, "%s%s", option, value);
    if (length < 0 || (size_t)length >= sizeof assignment) {
        fprintf(stderr, "fibsbot play: \"%.40s...\" is too long\n", option);
        return false;
    }
    if (!config_set_override(run->set, assignment, &run->faults)) {
        config_faults_print(&run->faults, stderr);
        return false;
    }
    return true;
}

/* "WORD[:NUMBER]" as two options; an address with colons stands in brackets. */
static bool override_pair(struct play_run *run, const char *first, const char *second,
                          const char *value)
{
    char word[ASSIGNMENT_MAX];
    bool is_bracketed = value[0] == '[' && strchr(value, ']') != NULL;
    const char *start = is_bracketed ? value + 1 : value;
    const char *end = is_bracketed ? strchr(value, ']') : value + strcspn(value, ":");
    (void)snprintf(word, sizeof word, "%.*s", (int)(end - start), start);
    if (!override(run, first, word)) {
        return false;
    }
    const char *number = is_bracketed ? end + 1 : end;
    return *number != ':' || override(run, second, number + 1);
}

static bool take_option(struct play_run *run, int option, const char *value)
{
    switch (option) {
    case 'c':
        return true; /* read before the others */
    case 's':
        return override(run, "", value);
    case OPTION_SERVER:
        return override_pair(run, "server.host=", "server.port=", value);
    case OPTION_INVITE:
        return override_pair(run, "invite.names=", "invite.length=", value) &&
               override(run, "invite.idle=", "1");
    case OPTION_SHOW_BOARD:
        return override(run, "play.show_board=", "yes");
    default:
        return option >= OPTION_ALIAS &&
               override(run, aliases[option - OPTION_ALIAS].option, value);
    }
}

static void fill_options(struct option table[ALIASES + 7])
{
    static const struct option fixed[] = {
        {"config", required_argument, NULL, 'c'},
        {"set", required_argument, NULL, 's'},
        {"server", required_argument, NULL, OPTION_SERVER},
        {"invite", required_argument, NULL, OPTION_INVITE},
        {"show-board", no_argument, NULL, OPTION_SHOW_BOARD},
        {"help", no_argument, NULL, 'h'},
    };
    int count = 0;
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
        table[count++] = fixed[i];
    }
    for (int i = 0; i < ALIASES; i++) {
        table[count++] =
            (struct option){aliases[i].name, required_argument, NULL, OPTION_ALIAS + i};
    }
    table[count] = (struct option){0};
}

/* The configuration file comes first, wherever it stands on the command line. Returns
 * an exit status, or -1 to go on. */
static int read_config_file(struct play_run *run, int argc, char **argv,
                            const struct option *table)
{
    int option;
    while ((option = getopt_long(argc, argv, "c:s:h", table, NULL)) != -1) {
        if (option == 'h') {
            fputs(usage, stdout);
            fputs(help, stdout);
            return EXIT_SUCCESS;
        }
        if (option == '?') {
            fputs(usage, stderr);
            return 2;
        }
        if (option == 'c' && !config_set_load(run->set, optarg, &run->faults)) {
            config_faults_print(&run->faults, stderr);
            return EXIT_FAILURE;
        }
    }
    if (optind < argc) {
        fprintf(stderr, "fibsbot play: unexpected \"%s\"\n%s", argv[optind], usage);
        return 2;
    }
    return -1;
}

/* The accounts to play, for the loop. */
static void list_accounts(const struct config_set *set, struct loop_setup *setup)
{
    setup->count = set->count > 0 ? set->count : 1;
    setup->configs[0] = &set->common;
    for (int i = 0; i < set->count; i++) {
        setup->configs[i] = set->accounts[i];
    }
}

static bool check_account(const struct config *config)
{
    if (config->account.name[0] == '\0') {
        fputs("fibsbot play: no account: give --name NAME, account.name or a section "
              "[account NAME] in the configuration\n",
              stderr);
        return false;
    }
    return true;
}

static bool check_config(struct play_run *run)
{
    if (!config_set_check(run->set, &run->faults)) {
        config_faults_print(&run->faults, stderr);
        return false;
    }
    config_warnings_print(&run->faults, stderr);
    list_accounts(run->set, &run->setup);
    for (int i = 0; i < run->setup.count; i++) {
        if (!check_account(run->setup.configs[i])) {
            return false;
        }
    }
    return true;
}

static int read_arguments(struct play_run *run, int argc, char **argv)
{
    struct option table[ALIASES + 7];
    fill_options(table);
    int status = read_config_file(run, argc, argv, table);
    if (status >= 0) {
        return status;
    }
    int option;
    optind = 1;
    while ((option = getopt_long(argc, argv, "c:s:h", table, NULL)) != -1) {
        if (!take_option(run, option, optarg)) {
            return 2;
        }
    }
    return check_config(run) ? -1 : 2;
}

/* From a file a password is only tried: it is read again when it is needed. */
static bool check_passwords(struct play_run *run, struct error *err)
{
    for (int i = 0; i < run->setup.count; i++) {
        const char *path = run->setup.configs[i]->account.password_file;
        struct secret secret;
        bool is_known = path[0] == '\0' && run->secret.text[0] != '\0';
        if (is_known) {
            continue;
        }
        bool is_good = secret_read(&secret, path, err);
        if (is_good && path[0] == '\0') {
            run->secret = secret;
        }
        secret_wipe(&secret, sizeof secret);
        if (!is_good) {
            return false;
        }
    }
    return true;
}

/* A match is worth more than its history: without one the bot plays all the same. */
static void open_history(struct loop_setup *setup)
{
    const struct config *config = setup->configs[0];
    struct error err = {{0}};
    if (config->history.file[0] == '\0') {
        return;
    }
    setup->history = history_open(config->history.file, &err);
    if (setup->history == NULL) {
        log_event(setup->log, LOG_ERROR, config->account.name, "no history: %s",
                  err.text);
    }
}

static bool open_setup(struct play_run *run, struct error *err)
{
    struct loop_setup *setup = &run->setup;
    const struct config *config = setup->configs[0];
    setup->secret = &run->secret;
    if (!check_passwords(run, err)) {
        return false;
    }
    setup->engine = strength_engine_from_config(config, err);
    if (setup->engine == NULL) {
        return false;
    }
    setup->log = log_open((enum log_level)config->log.level, config->log.file, err);
    if (setup->log == NULL) {
        return false;
    }
    log_set_format(setup->log, (enum log_format)config->log.format);
    open_history(setup);
    return true;
}

static void close_setup(struct play_run *run)
{
    history_close(run->setup.history);
    log_close(run->setup.log);
    engine_close(run->setup.engine);
    secret_wipe(&run->secret, sizeof run->secret);
    config_set_free(run->set);
}

/* ---- the configuration again ----------------------------------------------------- */

static void take_over(struct play_run *run, struct config *running,
                      const struct config *fresh)
{
    struct config_changes changes;
    const char *name = running->account.name;
    config_take_over(running, fresh, &changes);
    log_event(
        run->setup.log, LOG_INFO, name, "configuration read again: %s%s",
        changes.taken[0] == '\0' ? "nothing to change" : "changed: ", changes.taken);
    if (changes.waiting[0] != '\0') {
        log_event(run->setup.log, LOG_WARNING, name,
                  "these change when the program starts again: %s", changes.waiting);
    }
}

static void take_over_all(struct play_run *run, struct config_set *fresh)
{
    struct config_set *set = run->set;
    if (set->count == 0 && fresh->count == 0) {
        take_over(run, &set->common, &fresh->common);
        return;
    }
    bool are_others = set->count != fresh->count;
    for (int i = 0; i < set->count; i++) {
        const struct config *found =
            config_set_find(fresh, set->accounts[i]->account.name);
        are_others = are_others || found == NULL;
        if (found != NULL) {
            take_over(run, set->accounts[i], found);
        }
    }
    if (are_others) {
        log_event(run->setup.log, LOG_WARNING, "",
                  "accounts come and go when the program starts again");
    }
}

/* A file with a fault changes nothing. */
static void read_again(void *context)
{
    struct play_run *run = context;
    struct play_run *again = calloc(1, sizeof *again);
    if (again == NULL || (again->set = config_set_new()) == NULL) {
        free(again);
        return;
    }
    optind = 1;
    if (read_arguments(again, run->argc, run->argv) < 0) {
        take_over_all(run, again->set);
        log_set_level(run->setup.log, (enum log_level)run->setup.configs[0]->log.level);
    } else {
        log_event(run->setup.log, LOG_ERROR, "",
                  "the configuration stays as it was: %s",
                  again->faults.count > 0 ? again->faults.text[0] : "it has faults");
    }
    config_set_free(again->set);
    free(again);
}

static int run_play(int argc, char **argv)
{
    struct play_run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        fputs("fibsbot play: no memory\n", stderr);
        return EXIT_FAILURE;
    }
    run->argc = argc;
    run->argv = argv;
    run->setup.read_again = read_again;
    run->setup.context = run;
    run->set = config_set_new();
    int status = run->set == NULL ? EXIT_FAILURE : read_arguments(run, argc, argv);
    if (status < 0) {
        struct error err = {{0}};
        if (open_setup(run, &err)) {
            status = loop_run(&run->setup);
        } else {
            fprintf(stderr, "fibsbot play: %s\n", err.text);
            status = EXIT_FAILURE;
        }
    }
    close_setup(run);
    free(run);
    return status;
}

const struct subcommand cmd_play = {"play", "log in and play", run_play};
