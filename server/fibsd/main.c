/* The local server as a program: options, signals, loop. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <event2/event.h>

#include "base/argument.h"
#include "base/cli_command.h"
#include "base/file.h"
#include "server/fibsd.h"
#include "server/fibsd/bgammon_serve.h"
#include "server/fibsd/fault.h"
#include "server/fibsd/timetable.h"
#include "server/fibsd/until_signal.h"
#include "server/server.h"

enum {
    ACCOUNTS_MAX = 256,
    LINE_MAX_SIZE = 512,
    NUMBER_MAX = 1000000000,
    RATING_MAX = 9999
};

enum protocol { PROTOCOL_FIBS, PROTOCOL_BGAMMON };
static const char *const protocols[] = {"fibs", "bgammon", NULL};
static const int protocol_ports[] = {4321, 1337};

struct settings {
    enum protocol protocol;
    struct fibsd_config config;
    struct fault_plan faults;
    struct timetable timetable;
    struct server_options server;
    struct bgammon_order bgammon;
    const char *accounts[ACCOUNTS_MAX]; /* NAME:PASSWORD[:RATING:EXPERIENCE] */
    int account_count;
    const char *accounts_file;
    const char *log_file;
    const char *results_file;
    struct server *listener; /* NULL: not open, or of bgammon */
    int login_time_s;
    bool is_quiet;
};

/* ---- options --------------------------------------------------------------------- */

static const char *phase_word(int i)
{
    return i + 1 < FIBSD_PHASE_COUNT ? fault_phase_name((enum fibsd_phase)(i + 1))
                                     : NULL;
}

static bool take_phase(const struct cli_call *call)
{
    struct settings *settings = call->context;
    settings->faults.drop_at = fault_phase_by_name(call->value);
    error_set(call->err, "\"%.40s\" is no phase; see --help", call->value);
    return settings->faults.drop_at != FIBSD_PHASE_NONE;
}

static bool take_start(const struct cli_call *call)
{
    struct settings *settings = call->context;
    return bgammond_config_start(&settings->bgammon.config, call->value, call->err);
}

#define NUMBER(field)       CLI_INT(struct settings, field, 0, NUMBER_MAX)
#define PROBABILITY(field)  CLI_REAL(struct settings, field, 0, 1), .argument = "P"
#define FAULT(name)         CLI_FLAG(struct settings, config.faults.name)
#define BGAMMON(field)      CLI_INT(struct settings, bgammon.field, 0, NUMBER_MAX)
#define BGAMMON_FAULT(name) CLI_FLAG(struct settings, bgammon.config.faults.name)

/* What it has of the options of FIBS. */
#define OF_BGAMMON                                                                     \
    "--port, --bind, --account, --accounts, --seed, --log, --results, --quiet, what "  \
    "strangers may take but for accounts and passwords, --split, --delay, --drop, "    \
    "--drop-at and --drop-times"

static const struct cli_option options[] = {
    {"protocol", CLI_WORD(struct settings, protocol, protocols), .initial = "fibs",
     .help = "Whose language it speaks: that of FIBS, or of bgammon.org."},
    {"port", NUMBER(server.port), .otherwise = "4321; of bgammon 1337",
     .help = "Port; 0: a free one."},
    {"bind", CLI_TEXT(struct settings, server.address), .argument = "ADDRESS",
     .initial = "127.0.0.1", .help = "Address to listen on."},
    {"account", CLI_TEXTS(struct settings, accounts, account_count),
     .argument = "NAME:PASSWORD[:RATING:EXPERIENCE]",
     .help = "Create an account. May be given several times."},
    {"accounts", CLI_FILE(struct settings, accounts_file),
     .help = "Create the accounts of a file with such lines."},
    {"state", CLI_FILE(struct settings, server.state_file),
     .help = "Keep accounts, ratings and matches in FILE."},
    {"seed", CLI_SEED(struct settings, config.seed), .initial = "1",
     .help = "Seed of the dice and of random faults."},
    {"log", CLI_FILE(struct settings, log_file),
     .help =
         "Log all traffic but for what clients say before they are logged in; - for "
         "standard error."},
    {"results", CLI_FILE(struct settings, results_file),
     .help = "Append a line for each game and match that ends."},
    {"quiet", CLI_FLAG(struct settings, is_quiet), .help = "Print only the port."},
    {.kind = CLI_HEADING, .help = "What strangers may take:"},
    {"connections", CLI_INT(struct settings, server.limits.connections, 1, 10000),
     .initial = "512", .help = "Serve at most N connections at once."},
    {"per-address", NUMBER(server.limits.per_address), .initial = "32",
     .help = "... and N from one address of another machine; 0: no limit."},
    {"per-address-here", NUMBER(server.limits.per_address_here), .initial = "0",
     .help = "... and N from one address of this machine; 0: no limit."},
    {"input-rate", NUMBER(server.limits.input_rate), .argument = "BYTES",
     .initial = "65536",
     .help =
         "Read so many bytes a second of a connection, where a command counts for 64 "
         "more and for 1/8 of its answer, a password for 4096; 0: no limit."},
    {"login-time", CLI_INT(struct settings, login_time_s, 0, 86400), .argument = "S",
     .initial = "120", .help = "Close connections that have not logged in; 0: never."},
    {"new-accounts", NUMBER(config.new_accounts), .initial = "20",
     .help = "Let guests make N accounts an hour from one address of another machine."},
    {"new-accounts-all", NUMBER(config.new_accounts_all), .initial = "500",
     .help = "... and N in all; 0: no limit."},
    {"password-delay", NUMBER(config.password_delay_ms), .argument = "MS",
     .initial = "1000",
     .help = "Let the fourth try of a password wait so long, each further one twice as "
             "long as the one before, up to a minute; 0: never."},
    {.kind = CLI_HEADING, .help = "How it runs:"},
    {"idle", NUMBER(config.idle_ms), .argument = "MS", .initial = "3600000",
     .help = "Close connections silent for so long."},
    {"restart-after", NUMBER(timetable.restart_after_s), .argument = "S",
     .help = "Close all connections after S seconds."},
    {"restart-notice", NUMBER(timetable.restart_notice_s), .argument = "S",
     .initial = "10", .help = "Announce that S seconds before."},
    {"crowd", NUMBER(timetable.crowd_bytes), .argument = "BYTES",
     .help = "Send shouts and who lines of strangers to everybody."},
    {"crowd-every", NUMBER(timetable.crowd_every_s), .argument = "S",
     .help = "Send them every S seconds; 0: never."},
    {.kind = CLI_HEADING, .help = "What other servers do:"},
    {"lf-only", FAULT(is_lf_only), .help = "End lines with LF instead of CR LF."},
    {"trailing-blanks", FAULT(has_trailing_blanks), .help = "Add blanks to lines."},
    {"clone", FAULT(is_clone), .help = "Use the spellings of clone servers."},
    {"board-after-dance", FAULT(has_board_after_dance),
     .help = "Send a board after a dance; FIBS sends none."},
    {"board-on-resume", FAULT(has_board_on_resume),
     .help = "Send a board when a match is resumed; FIBS sends none."},
    {"no-opening-board", FAULT(has_no_opening_board),
     .help = "Send no board at the start of a game."},
    {"keep-offers", FAULT(keeps_offers),
     .help = "Keep an open double in a saved match."},
    {"warn-first", FAULT(warns_first),
     .help = "Send WARNING before the line Type 'join'."},
    {"never-was-doubled", FAULT(never_was_doubled),
     .help = "Send 0 in board field 40."},
    {"name-winner", FAULT(names_winner),
     .help = "Send the winner of a match their own name."},
    {"silent-departure", FAULT(is_departure_silent),
     .help = "Show a lost opponent in lines 5 and 8 only."},
    {"no-who-list", FAULT(has_no_who_list),
     .help = "Leave the who list out at log-ins, as FIBS does when they are many."},
    {"one-point", FAULT(says_one_point),
     .help = "Say that a game is worth 1 point; the score is right."},
    {"swap-invitations", FAULT(swaps_invitations),
     .help = "Start matches 2 points longer than offered."},
    {.kind = CLI_HEADING, .help = "Faults:"},
    {"split", CLI_FLAG(struct settings, server.is_split),
     .help = "Write every byte by itself."},
    {"delay", NUMBER(server.delay_ms), .argument = "MS", .help = "Delay all output."},
    {"glue", FAULT(is_glued), .help = "Leave out the line end after boards and takes."},
    {"lose-command", PROBABILITY(faults.lose_command),
     .help = "Lose commands with probability P."},
    {"lose-early", NUMBER(faults.lose_early_ms), .argument = "MS",
     .help =
         "Lose a command sent within MS of another; with a longer --delay, one sent "
         "before the answer."},
    {"drop", PROBABILITY(faults.drop),
     .help = "Cut players off with probability P at each command."},
    {"drop-at", CLI_CALL(take_phase), .argument = "PHASE", .word_at = phase_word,
     .help = "Cut players off right after PHASE; with --protocol bgammon with the "
             "probability of --drop."},
    {"drop-times", NUMBER(faults.drop_times), .help = "... N times; 0: always."},
    {"flood", NUMBER(faults.shout_flood), .help = "Send N shouts at each board."},
    {.kind = CLI_HEADING,
     .help = "With --protocol bgammon. Of the options above it has " OF_BGAMMON ":"},
    {"hosts", BGAMMON(hosts), .help = "Let N bots create matches and play at random."},
    {"persons", BGAMMON(persons),
     .help = "Let N persons join matches and play at random."},
    {"points", CLI_INT(struct settings, bgammon.points_most, 1, 127), .initial = "7",
     .help = "Hosts create matches of 1 to N points."},
    {"pace", BGAMMON(pace_ms), .argument = "MS", .initial = "300",
     .help = "They take so long for each action."},
    {"ping", CLI_INT(struct settings, bgammon.config.ping_ms, 100, NUMBER_MAX),
     .argument = "MS", .initial = "30000", .help = "Ping clients so often."},
    {"silence", CLI_INT(struct settings, bgammon.config.silence_ms, 100, NUMBER_MAX),
     .argument = "MS", .initial = "40000", .help = "Close clients silent for so long."},
    {"linger", BGAMMON(config.faults.linger_ms), .argument = "MS",
     .help = "A name stays in use for so long when its client was cut off."},
    {"refuse-move", PROBABILITY(bgammon.config.faults.refuse_move),
     .help = "Refuse legal moves with probability P."},
    {"empty-arrays", BGAMMON_FAULT(has_empty_arrays),
     .help = "Send [] for empty arrays; the real server sends null."},
    {"unknown-events", BGAMMON_FAULT(has_unknown),
     .help = "Send types and members that nobody knows."},
    {"hide-hops", BGAMMON_FAULT(hides_their_hops),
     .help = "Do not send what hops the opponent has."},
    {"equal-openings", BGAMMON_FAULT(has_equal_openings),
     .help = "Let the first opening roll of each game be equal."},
    {"roll-by-hand", BGAMMON_FAULT(rolls_by_hand),
     .help = "Do not roll for who may not double."},
    {"board", CLI_CALL(take_start), .argument = "BOARD",
     .help = "Begin each game at this Board of who has created the match: 28 numbers, "
             "[0,-2,...]."},
    {"single-price", BGAMMON_FAULT(has_single_price),
     .help = "Dropping and resigning cost the cube once, as on FIBS."},
    {0},
};

static const struct cli_command command = {
    .title = "fibsd",
    .summary = "a local server that speaks like FIBS",
    .about =
        "A local server that speaks like FIBS or bgammon.org, for tests and practice.\n\n"
        "With --protocol bgammon it has the last group of options below, and of the "
        "others " OF_BGAMMON ".",
    .options = options,
};

/* Prints the phases below the help. */
static void print_phases(void)
{
    printf("\nPhases:");
    for (int i = 0; phase_word(i) != NULL; i++) {
        printf(" %s", phase_word(i));
    }
    printf("\n");
}

/* Returns an exit status, or -1 to go on. */
static int read_options(struct settings *settings, int argc, char **argv)
{
    int status = cli_read(&command, argc, argv, settings, NULL, stdout, stderr);
    if (status == 0) {
        print_phases();
    }
    return status > 0 ? EXIT_FAILURE : status;
}

/* Adds an account to a core; false if its name or password cannot be. */
typedef bool account_adder(void *core, const char *name, const char *password,
                           double rating, int experience);

static bool add_to_fibs(void *core, const char *name, const char *password,
                        double rating, int experience)
{
    return fibsd_has_account(core, name) || /* from the state file */
           fibsd_add_account(core, name, password, rating, experience);
}

static bool add_to_bgammon(void *core, const char *name, const char *password,
                           double rating, int experience)
{
    (void)experience;
    return bgammond_add_account(core, name, password, (int)rating);
}

/* Adds "NAME:PASSWORD[:RATING:EXPERIENCE]". */
static bool add_account(account_adder *add, void *core, const char *text)
{
    char line[LINE_MAX_SIZE];
    (void)snprintf(line, sizeof line, "%s", text);
    char *rest = line;
    const char *name = strsep(&rest, ":");
    const char *password = strsep(&rest, ":");
    const char *standing = strsep(&rest, ":");
    double rating = 1500.0;
    int experience = 0;
    struct error err;
    if (password == NULL || strlen(text) >= sizeof line) {
        (void)fprintf(stderr, "fibsd: account '%s': expected NAME:PASSWORD\n", name);
        return false;
    }
    if ((standing != NULL &&
         !argument_real("rating", standing, 0, RATING_MAX, &rating, &err)) ||
        (rest != NULL &&
         !argument_int("experience", rest, 0, NUMBER_MAX, &experience, &err))) {
        (void)fprintf(stderr, "fibsd: account '%s': %s\n", name, err.text);
        return false;
    }
    if (!add(core, name, password, rating, experience)) {
        (void)fprintf(stderr,
                      "fibsd: account '%s': expected letters and underscores, and a "
                      "password without blanks\n",
                      name);
        return false;
    }
    return true;
}

static bool add_accounts_of_file(account_adder *add, void *core, const char *path)
{
    struct error err;
    FILE *file = file_to_read(path, &err);
    if (file == NULL) {
        (void)fprintf(stderr, "fibsd: %s\n", err.text);
        return false;
    }
    char line[LINE_MAX_SIZE];
    bool is_good = true;
    while (is_good && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] != '\0' && line[0] != '#') {
            is_good = add_account(add, core, line);
        }
    }
    (void)fclose(file);
    return is_good;
}

static bool add_accounts(account_adder *add, void *core,
                         const struct settings *settings)
{
    for (int i = 0; i < settings->account_count; i++) {
        if (!add_account(add, core, settings->accounts[i])) {
            return false;
        }
    }
    return settings->accounts_file == NULL ||
           add_accounts_of_file(add, core, settings->accounts_file);
}

static void on_result(void *context, const char *line)
{
    const struct settings *settings = context;
    FILE *file = settings->results_file != NULL
                     ? fopen(settings->results_file, "a")
                     : NULL; /* opened each time, so that others see each line */
    if (settings->listener != NULL) {
        server_save_result(settings->listener);
    }
    if (file != NULL) {
        (void)fprintf(file, "%s\n", line);
        (void)fclose(file);
    }
}

static void tell_operator(void *context, const char *text)
{
    (void)context;
    (void)fprintf(stderr, "fibsd: %s\n", text);
}

static int serve_fibsd(struct settings *settings, struct fibsd *core)
{
    struct event_base *base = event_base_new();
    struct error err = {"no event loop", ERROR_OTHER};
    const struct server_core port_core = server_core_of_fibs(core);
    struct server *server =
        base == NULL ? NULL : server_new(base, &port_core, &settings->server, &err);
    if (server == NULL) {
        (void)fprintf(stderr, "fibsd: %s\n", err.text);
        return EXIT_FAILURE;
    }
    int status = EXIT_FAILURE;
    settings->listener = server;
    if (add_accounts(add_to_fibs, core, settings)) {
        printf("listening on %s:%d\n", settings->server.address, server_port(server));
        if (!settings->is_quiet) {
            printf("telnet %s %d, and log in by name, or as guest to register\n",
                   settings->server.address, server_port(server));
        }
        (void)fflush(stdout);
        until_signal_run(base);
        status = EXIT_SUCCESS;
    }
    server_free(server);
    event_base_free(base);
    return status;
}

static int run_fibs(struct settings *settings)
{
    struct fibsd *core = fibsd_new(&settings->config);
    settings->timetable.core = core;
    int status = core == NULL ? EXIT_FAILURE : serve_fibsd(settings, core);
    fibsd_free(core);
    return status;
}

static bool add_bgammon_accounts(void *context, struct bgammond *core)
{
    return add_accounts(add_to_bgammon, core, context);
}

/* What both protocols have is told once, by the options of FIBS. */
static int run_bgammon(struct settings *settings)
{
    struct bgammon_order *order = &settings->bgammon;
    struct bgammond_faults *faults = &order->config.faults;
    order->port = settings->server;
    order->config.seed = settings->config.seed;
    order->config.epoch_s = settings->config.epoch_s;
    order->config.on_result = settings->config.on_result;
    order->config.result_context = settings->config.result_context;
    faults->drop = settings->faults.drop;
    faults->drop_at = settings->faults.drop_at;
    faults->drop_times = settings->faults.drop_times;
    order->is_quiet = settings->is_quiet;
    order->add_accounts = add_bgammon_accounts;
    order->context = settings;
    return bgammon_serve(order);
}

int main(int argc, char **argv)
{
    struct settings settings = {.server = {.address = "127.0.0.1",
                                           .port = -1,
                                           .limits = server_limits,
                                           .warn = tell_operator,
                                           .on_tick = timetable_tick,
                                           .tick_context = &settings.timetable},
                                .timetable = {.restart_notice_s = 10}};
    fibsd_config_default(&settings.config);
    bgammond_config_default(&settings.bgammon.config);
    fault_set_hooks(&settings.faults, &settings.config.hooks);
    int status = read_options(&settings, argc, argv);
    if (status >= 0) {
        return status;
    }
    if (settings.server.port < 0) {
        settings.server.port = protocol_ports[settings.protocol];
    }
    settings.server.limits.setup_ms = settings.login_time_s * 1000;
    settings.config.epoch_s = (int64_t)time(NULL);
    settings.config.on_result = on_result;
    settings.config.result_context = &settings;
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
    status = settings.protocol == PROTOCOL_BGAMMON ? run_bgammon(&settings)
                                                   : run_fibs(&settings);
    if (settings.server.log != NULL && settings.server.log != stderr) {
        (void)fclose(settings.server.log);
    }
    return status;
}
