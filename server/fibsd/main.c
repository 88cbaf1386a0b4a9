/* The local server as a program: options, signals, loop. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <event2/event.h>

#include "server/fibsd.h"
#include "server/fibsd/crowd.h"
#include "server/server.h"

enum { ACCOUNTS_MAX = 256, LINE_MAX_SIZE = 512 };

struct settings {
    struct fibsd_config config;
    struct fibsd_server_options server;
    const char *accounts[ACCOUNTS_MAX]; /* NAME:PASSWORD[:RATING:EXPERIENCE] */
    int account_count;
    const char *accounts_file;
    const char *log_file;
    const char *results_file;
    bool is_quiet;
};

enum kind { FLAG, INTEGER, TEXT, PROBABILITY, PHASE, ACCOUNT, SEED };

struct option_row {
    const char *name;
    enum kind kind;
    size_t offset; /* in struct settings */
    const char *help;
};

#define AT(member) offsetof(struct settings, member)
/* clang-format off */
static const struct option_row rows[] = {
    {"port", INTEGER, AT(server.port), "N  port, 0 for a free one (4321)"},
    {"bind", TEXT, AT(server.address), "ADDRESS  where to listen (127.0.0.1)"},
    {"account", ACCOUNT, 0, "NAME:PASSWORD[:RATING:EXPERIENCE]  may be repeated"},
    {"accounts", TEXT, AT(accounts_file), "FILE  such lines"},
    {"state", TEXT, AT(server.state_file), "FILE  keeps accounts, ratings and matches"},
    {"seed", SEED, AT(config.seed), "N  of the dice and of random faults (1)"},
    {"log", TEXT, AT(log_file), "FILE  all traffic; - for standard error"},
    {"results", TEXT, AT(results_file), "FILE  append a line for each game and match that ends"},
    {"quiet", FLAG, AT(is_quiet), " say nothing but the port"},
    {"idle", INTEGER, AT(config.idle_ms), "MS  close silent connections (3600000)"},
    {"split", FLAG, AT(server.is_split), " fault: every byte is a write of its own"},
    {"delay", INTEGER, AT(server.delay_ms), "MS  fault: all output comes later"},
    {"restart-after", INTEGER, AT(server.restart_after_s), "S  close everybody after S seconds"},
    {"restart-notice", INTEGER, AT(server.restart_notice_s), "S  first notice so long before (10)"},
    {"glue", FLAG, AT(config.faults.is_glued), " fault: no line end after boards and takes"},
    {"lf-only", FLAG, AT(config.faults.is_lf_only), " LF instead of CR LF"},
    {"trailing-blanks", FLAG, AT(config.faults.has_trailing_blanks), " blanks before line ends"},
    {"clone", FLAG, AT(config.faults.is_clone), " spellings of clone servers"},
    {"board-after-dance", FLAG, AT(config.faults.has_board_after_dance), " FIBS sends none"},
    {"board-on-resume", FLAG, AT(config.faults.has_board_on_resume), " FIBS sends none"},
    {"no-opening-board", FLAG, AT(config.faults.has_no_opening_board), " no board at the start"},
    {"keep-offers", FLAG, AT(config.faults.keeps_offers), " a saved match keeps an open double"},
    {"warn-first", FLAG, AT(config.faults.warns_first), " WARNING before the line Type 'join'"},
    {"never-was-doubled", FLAG, AT(config.faults.never_was_doubled), " board field 40 always 0"},
    {"name-winner", FLAG, AT(config.faults.names_winner), " the winner of a match reads his own name"},
    {"silent-departure", FLAG, AT(config.faults.is_departure_silent), " a lost opponent shows in lines 5 and 8 only"},
    {"swap-invitations", FLAG, AT(config.faults.swaps_invitations), " matches 2 points longer than offered"},
    {"lose-command", PROBABILITY, AT(config.faults.lose_command), "P  fault: commands get lost"},
    {"lose-early", INTEGER, AT(config.faults.lose_early_ms), "MS  fault: a command so soon after another is lost; with a longer --delay: one sent before the answer"},
    {"drop", PROBABILITY, AT(config.faults.drop), "P  fault: players are cut off, per command"},
    {"drop-at", PHASE, AT(config.faults.drop_at), "PHASE  fault: cut off right after it"},
    {"drop-times", INTEGER, AT(config.faults.drop_times), "N  ... so often (0: always)"},
    {"crowd", INTEGER, AT(server.crowd_bytes), "BYTES  shouts and who lines of strangers, to everybody"},
    {"crowd-every", INTEGER, AT(server.crowd_every_s), "S  ... so often (0: never)"},
    {"flood", INTEGER, AT(config.faults.shout_flood), "N  shouts at each board"},
};
/* clang-format on */
enum { ROWS = sizeof rows / sizeof rows[0] };

static void print_help(void)
{
    printf("fibsd: a local server that speaks like FIBS, for tests and practice\n\n");
    for (int i = 0; i < ROWS; i++) {
        printf("  --%s %s\n", rows[i].name, rows[i].help);
    }
    printf("\nphases:");
    for (int i = 1; i < FIBSD_PHASE_COUNT; i++) {
        printf(" %s", fibsd_phase_name((enum fibsd_phase)i));
    }
    printf("\n");
}

static bool set_option(struct settings *settings, const struct option_row *row,
                       const char *value)
{
    void *place = (char *)settings + row->offset;
    char *end = NULL;
    switch (row->kind) {
    case FLAG:
        *(bool *)place = true;
        return true;
    case INTEGER: {
        long number = strtol(value, &end, 10);
        *(int *)place = (int)number;
        return end != value && *end == '\0' && number >= 0 && number <= 1000000000;
    }
    case SEED:
        *(uint64_t *)place = strtoull(value, &end, 10);
        return end != value && *end == '\0';
    case PROBABILITY:
        *(double *)place = strtod(value, &end);
        return end != value && *end == '\0' && *(double *)place >= 0.0 &&
               *(double *)place <= 1.0;
    case TEXT:
        *(const char **)place = value;
        return true;
    case PHASE:
        *(enum fibsd_phase *)place = fibsd_phase_by_name(value);
        return *(enum fibsd_phase *)place != FIBSD_PHASE_NONE;
    case ACCOUNT:
        if (settings->account_count == ACCOUNTS_MAX) {
            return false;
        }
        settings->accounts[settings->account_count++] = value;
        return true;
    }
    return false;
}

static bool read_options(struct settings *settings, int argc, char **argv)
{
    struct option options[ROWS + 2] = {{0}};
    for (int i = 0; i < ROWS; i++) {
        options[i] = (struct option){
            rows[i].name, rows[i].kind == FLAG ? no_argument : required_argument, NULL,
            i + 1};
    }
    options[ROWS] = (struct option){"help", no_argument, NULL, 'h' + 1000};
    for (int code; (code = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (code == 'h' + 1000) {
            print_help();
            exit(EXIT_SUCCESS);
        }
        if (code < 1 || code > ROWS) {
            return false; /* getopt has said why */
        }
        if (!set_option(settings, &rows[code - 1], optarg)) {
            (void)fprintf(stderr, "fibsd: --%s: cannot be '%s'\n", rows[code - 1].name,
                          optarg);
            return false;
        }
    }
    if (optind < argc) {
        (void)fprintf(stderr, "fibsd: what is '%s'? See --help\n", argv[optind]);
        return false;
    }
    return true;
}

/* NAME:PASSWORD[:RATING:EXPERIENCE]; a known name keeps its password and rating. */
static bool add_account(struct fibsd *core, const char *text)
{
    char line[LINE_MAX_SIZE];
    (void)snprintf(line, sizeof line, "%s", text);
    char *rest = line;
    const char *name = strsep(&rest, ":");
    const char *password = strsep(&rest, ":");
    const char *rating = strsep(&rest, ":");
    const char *experience = strsep(&rest, ":");
    if (password == NULL || strlen(text) >= sizeof line) {
        (void)fprintf(stderr, "fibsd: account '%s': expected NAME:PASSWORD\n", name);
        return false;
    }
    if (fibsd_has_account(core, name)) {
        return true; /* from the state file */
    }
    if (!fibsd_add_account(core, name, password,
                           rating == NULL ? 1500.0 : strtod(rating, NULL),
                           experience == NULL ? 0 : atoi(experience))) {
        (void)fprintf(stderr,
                      "fibsd: account '%s': expected letters and underscores, and a "
                      "password without blanks\n",
                      name);
        return false;
    }
    return true;
}

static bool add_accounts_of_file(struct fibsd *core, const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        (void)fprintf(stderr, "fibsd: %s: %s\n", path, strerror(errno));
        return false;
    }
    char line[LINE_MAX_SIZE];
    bool is_good = true;
    while (is_good && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] != '\0' && line[0] != '#') {
            is_good = add_account(core, line);
        }
    }
    (void)fclose(file);
    return is_good;
}

static bool add_accounts(struct fibsd *core, const struct settings *settings)
{
    for (int i = 0; i < settings->account_count; i++) {
        if (!add_account(core, settings->accounts[i])) {
            return false;
        }
    }
    return settings->accounts_file == NULL ||
           add_accounts_of_file(core, settings->accounts_file);
}

static void on_result(void *context, const char *line)
{
    FILE *file = fopen(context, "a"); /* seldom: a line is there when it is written */
    if (file != NULL) {
        (void)fprintf(file, "%s\n", line);
        (void)fclose(file);
    }
}

static void on_signal(evutil_socket_t signal_number, short events, void *context)
{
    (void)signal_number;
    (void)events;
    (void)event_base_loopexit(context, NULL);
}

static int serve(struct settings *settings, struct fibsd *core)
{
    struct event_base *base = event_base_new();
    struct error err = {"no event loop"};
    struct fibsd_server *server =
        base == NULL ? NULL : server_new(base, core, &settings->server, &err);
    if (server == NULL) {
        (void)fprintf(stderr, "fibsd: %s\n", err.text);
        return EXIT_FAILURE;
    }
    int status = EXIT_FAILURE;
    if (add_accounts(core, settings)) {
        struct event *on_term = evsignal_new(base, SIGTERM, on_signal, base);
        struct event *on_int = evsignal_new(base, SIGINT, on_signal, base);
        (void)event_add(on_term, NULL);
        (void)event_add(on_int, NULL);
        printf("listening on %s:%d\n", settings->server.address, server_port(server));
        if (!settings->is_quiet) {
            printf("telnet %s %d, and log in by name, or as guest to register\n",
                   settings->server.address, server_port(server));
        }
        (void)fflush(stdout);
        (void)event_base_dispatch(base);
        event_free(on_term);
        event_free(on_int);
        status = EXIT_SUCCESS;
    }
    server_free(server);
    event_base_free(base);
    return status;
}

int main(int argc, char **argv)
{
    struct settings settings = {.server = {.address = "127.0.0.1",
                                           .port = 4321,
                                           .restart_notice_s = 10,
                                           .crowd = crowd_write}};
    fibsd_config_default(&settings.config);
    if (!read_options(&settings, argc, argv)) {
        return EXIT_FAILURE;
    }
    settings.config.epoch_s = (int64_t)time(NULL);
    if (settings.results_file != NULL) {
        settings.config.on_result = on_result;
        settings.config.result_context = (void *)(uintptr_t)settings.results_file;
    }
    if (settings.log_file != NULL) {
        settings.server.log = strcmp(settings.log_file, "-") == 0
                                  ? stderr
                                  : fopen(settings.log_file, "w");
        if (settings.server.log == NULL) {
            perror(settings.log_file);
            return EXIT_FAILURE;
        }
    }
    (void)signal(SIGPIPE, SIG_IGN);
    struct fibsd *core = fibsd_new(&settings.config);
    int status = core == NULL ? EXIT_FAILURE : serve(&settings, core);
    fibsd_free(core);
    if (settings.server.log != NULL && settings.server.log != stderr) {
        (void)fclose(settings.server.log);
    }
    return status;
}
