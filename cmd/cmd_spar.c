/* `fibsbot spar`: starts a local server and a bot on it, for people to play against. */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "bot/base/paths.h"
#include "bot/base/secret.h"
#include "bot/local/local_server.h"
#include "bot/seat/browser/table.h"
#include "bot/seat/terminal/terminal.h"
#include "cmd/network_address.h"
#include "cmd/open_browser.h"
#include "cmd/own_server.h"
#include "cmd/play_setup.h"
#include "cmd/spar_print.h"
#include "cmd/spar_rating.h"
#include "cmd/spar_terminal.h"
#include "cmd/tool/long_run.h"
#include "cmd/tool/subcommand.h"
#include "engine/level.h"

enum { SETTINGS_MAX = 64, TEXT_MAX = 512 };

static const char *const languages[] = {"fibs", "bgammon", NULL};
static const int language_ports[] = {4321, 1337};
static const char bgammon_name[] = "bot_fibsbot"; /* bots' names begin so there */

struct spar {
    enum local_server_language language;
    const char *level; /* NULL: as the configuration says */
    const char *name;
    const char *config_file; /* NULL: none */
    int port;                /* -1: the usual one or a free one */
    int delay_ms;
    int seed; /* 0: of dice that nobody can predict */
    bool is_here;
    const char *folder_given; /* NULL: the usual one */
    char folder[PATHS_MAX];
    const char *settings[SETTINGS_MAX]; /* OPTION=VALUE */
    int setting_count;
    char **rest; /* options for play, up to a NULL */
    char password[OWN_SERVER_PASSWORD_SIZE];
    bool is_web, no_open;
    int web_port;       /* -1: that of the last run or a free one */
    const char *person; /* whose seat it is */
    char person_password[OWN_SERVER_PASSWORD_SIZE];
    bool has_friend;
    const char *friend_name;
    const char *address_given; /* NULL: that of the network */
    char address[NETWORK_ADDRESS_SIZE];
    char friend_password[OWN_SERVER_PASSWORD_SIZE];
};

/* ---- options --------------------------------------------------------------------- */

static bool take_level(const struct cli_call *call)
{
    return level_check(call->value, call->err);
}

static bool check_language(struct spar *spar, struct error *err)
{
    bool is_fibs = spar->language == LOCAL_SERVER_FIBS;
    if (spar->name == NULL) {
        spar->name = is_fibs ? "fibsbot" : bgammon_name;
    }
    if (!is_fibs && (spar->is_web || spar->is_here)) {
        return error_set(err, "--web and --here need --protocol fibs");
    }
    return is_fibs || strncasecmp(spar->name, bgammon_name, 4) == 0 ||
           error_set(err, "with --protocol bgammon the bot's name begins with bot_");
}

/* Options of a mode that is not asked for. */
static bool check_modes(const struct spar *spar, struct error *err)
{
    bool is_web = spar->is_web, has_friend = spar->has_friend,
         has_seat = is_web || spar->is_here;
    const struct {
        bool is_wrong;
        const char *text;
    } faults[] = {
        {is_web && spar->is_here, "either --web or --here"},
        {has_friend && !is_web, "--friend needs --web"},
        {!is_web && (spar->no_open || spar->web_port >= 0),
         "--no-open and --web-port need --web"},
        {!has_friend && (spar->friend_name != NULL || spar->address_given != NULL),
         "--friend-name and --address need --friend"},
        {has_friend && spar->level != NULL, "--level is for the bot, not for --friend"},
        {!has_seat && spar->person != NULL, "--as needs --web or --here"},
        {true, NULL}};
    size_t i = 0;
    while (!faults[i].is_wrong) {
        i++;
    }
    return faults[i].text == NULL || error_set(err, "%s", faults[i].text);
}

/* No two of bot, person and friend have one name. */
static bool check_names(struct spar *spar, struct error *err)
{
    bool has_seat = spar->is_web || spar->is_here;
    spar->person = spar->person != NULL ? spar->person
                   : spar->has_friend   ? "host"
                                        : "you";
    spar->friend_name = spar->friend_name != NULL ? spar->friend_name : "friend";
    const char *twin =
        spar->has_friend && (strcmp(spar->person, spar->friend_name) == 0 ||
                             strcmp(spar->name, spar->friend_name) == 0)
            ? spar->friend_name
        : has_seat && strcmp(spar->person, spar->name) == 0 ? spar->name
                                                            : NULL;
    return twin == NULL ||
           error_set(err, "two players cannot both be named %.30s", twin);
}

static bool check_address(struct spar *spar, struct error *err)
{
    return spar->address_given != NULL || !spar->has_friend ||
           network_address_find(spar->address) ||
           error_set(err, "this machine is on no network: --friend needs one");
}

/* After "--" alone come options of play. */
static bool check_options(const struct cli_call *call)
{
    struct spar *spar = call->context;
    spar->rest = call->words->word;
    if (call->words->before_dashes != 0) {
        return error_set(call->err, "\"%.60s\" is not expected", call->words->word[0]);
    }
    return check_modes(spar, call->err) && check_language(spar, call->err) &&
           check_names(spar, call->err) && check_address(spar, call->err);
}

static const struct cli_option options[] = {
    {"here", CLI_FLAG(struct spar, is_here),
     .help =
         "Play in this terminal: the board is drawn in place; ? lists the commands."},
    {"level", CLI_TEXT(struct spar, level), .letter = 'l', .argument = "LEVEL",
     .take = take_level, .word_at = level_name,
     .help =
         "Level of play: beginner to strongest, or a rating. New matches begin at it, "
         "until another one is chosen there."},
    {"strength", CLI_ALSO("level")},
    {"port", CLI_INT(struct spar, port, 0, 65535),
     .otherwise = "4321, of bgammon 1337, or a free one where that is taken",
     .help = "Port of the server on 127.0.0.1; 0: a free one."},
    {"protocol", CLI_WORD(struct spar, language, languages), .initial = "fibs",
     .help =
         "Whose language the server speaks: that of FIBS, or of bgammon.org, whose own "
         "client can play there; it keeps no accounts and no matches under way."},
    {"web", CLI_FLAG(struct spar, is_web),
     .help = "Play in a browser on this machine: prints the address of the table."},
    {"web-port", CLI_INT(struct spar, web_port, 0, 65535), .argument = "PORT",
     .otherwise = "that of the last time, or a free one where that is taken",
     .help = "Port of the table on 127.0.0.1; 0: a free one."},
    {"no-open", CLI_FLAG(struct spar, no_open),
     .help = "Do not start the browser for --web."},
    {"friend", CLI_FLAG(struct spar, has_friend),
     .help =
         "With --web: play a friend instead of the bot. Prints a link for them, and "
         "one for watchers, who can only look on; both hold on your local network "
         "until the program ends."},
    {"friend-name", CLI_TEXT(struct spar, friend_name), .argument = "NAME",
     .otherwise = "friend", .help = "Name of the friend."},
    {"address", CLI_TEXT(struct spar, address_given),
     .otherwise = "the one on the local network",
     .help = "IPv4 address of this machine at which a friend reaches it."},
    {"as", CLI_TEXT(struct spar, person), .argument = "NAME",
     .otherwise = "you; host with --friend",
     .help = "Your account for --web and --here. It is made if it is missing, and gets "
             "a new password."},
    {"delay", CLI_INT(struct spar, delay_ms, 0, 1000), .argument = "MS",
     .initial = "30",
     .help = "Delay what the server says: some clients cannot take an answer at once."},
    {"seed", CLI_INT(struct spar, seed, 1, INT_MAX),
     .otherwise = "dice that nobody can predict",
     .help = "Seed of the dice and of the bot's errors: who plays the same plays sees "
             "the same match again."},
    {"name", CLI_TEXT(struct spar, name), .argument = "NAME",
     .otherwise = "fibsbot; bot_fibsbot with --protocol bgammon",
     .help = "Name of the bot."},
    {"folder", CLI_FOLDER(struct spar, folder_given),
     .otherwise = "~/.local/share/fibsbot/spar",
     .help =
         "Where accounts, ratings, saved matches, match files and history are kept."},
    {"config", CLI_FILE(struct spar, config_file), .letter = 'c',
     .help = "Read this configuration; its server and account are ignored."},
    {"set", CLI_TEXTS(struct spar, settings, setting_count), .letter = 's',
     .argument = "OPTION=VALUE",
     .help = "Set any option of the configuration: strength.spar=equal. May be given "
             "several times."},
    {0},
};

/* ---- where things are kept ------------------------------------------------------- */

static void choose_folder(struct spar *spar)
{
    if (spar->folder_given != NULL ||
        (!paths_under("XDG_DATA_HOME", "/fibsbot/spar", spar->folder) &&
         !paths_under("HOME", "/.local/share/fibsbot/spar", spar->folder))) {
        (void)snprintf(spar->folder, sizeof spar->folder, "%s",
                       spar->folder_given != NULL ? spar->folder_given : "spar");
    }
}

/* ---- the server ------------------------------------------------------------------ */

static bool make_passwords(struct spar *spar, struct error *err)
{
    return own_server_password(spar->password, err) &&
           own_server_password(spar->person_password, err) &&
           own_server_password(spar->friend_password, err) &&
           setenv("FIBSBOT_PASSWORD", spar->password, 1) == 0;
}

/* The rating of a new user of FIBS; so experienced that matches of any length may be
 * played. */
enum { PERSON_RATING = 1500, PERSON_EXPERIENCE = 50 };

/* The port given, else that of FIBS, else any free one. */
static struct local_server *start_server(const struct spar *spar, const char *state,
                                         struct error *err)
{
    const struct local_server_account accounts[] = {
        {spar->name, spar->password, own_server_rating(spar->level),
         OWN_SERVER_EXPERIENCE},
        {spar->person, spar->person_password, PERSON_RATING, PERSON_EXPERIENCE},
        {spar->friend_name, spar->friend_password, PERSON_RATING, PERSON_EXPERIENCE},
    };
    struct local_server_options server_options = {
        .language = spar->language,
        .port = spar->port >= 0 ? spar->port : language_ports[spar->language],
        .delay_ms = spar->delay_ms,
        .seed = (uint64_t)spar->seed,
        .state_file = state,
        .warn = own_server_warn,
        .account_count = spar->has_friend                ? 3
                         : spar->is_web || spar->is_here ? 2
                                                         : 1,
        .accounts = accounts,
    };
    struct local_server *server = local_server_open(&server_options, err);
    if (server == NULL && spar->port < 0) {
        server_options.port = 0;
        server = local_server_open(&server_options, err);
    }
    return server;
}

static void tell_how(const struct spar *spar, int port)
{
    if (spar->language == LOCAL_SERVER_BGAMMON) {
        spar_print_bgammon(spar->name, port, spar->folder);
    } else {
        spar_print_fibs(spar->name, spar->level, port, spar->folder);
    }
}

/* ---- the bot --------------------------------------------------------------------- */

struct arguments {
    char *words[2 * SETTINGS_MAX + 256];
    int count;
    char texts[12][PATHS_MAX + TEXT_MAX];
    int text_count;
};

static void add(struct arguments *arguments, const char *word)
{
    int most = (int)(sizeof arguments->words / sizeof arguments->words[0]) - 1;
    if (arguments->count < most) {
        arguments->words[arguments->count++] = (char *)(uintptr_t)word;
    }
}

static void add_setting(struct arguments *arguments, const char *assignment)
{
    add(arguments, "-s");
    add(arguments, assignment);
}

__attribute__((format(printf, 2, 3))) static void set(struct arguments *arguments,
                                                      const char *format, ...)
{
    char *text = arguments->texts[arguments->text_count++];
    va_list values;
    va_start(values, format);
    (void)vsnprintf(text, sizeof arguments->texts[0], format, values);
    va_end(values);
    add_setting(arguments, text);
}

static void set_level_and_seed(struct arguments *arguments, const struct spar *spar)
{
    if (spar->level != NULL) {
        set(arguments, "strength.level=%s", spar->level);
    }
    if (spar->seed != 0) {
        set(arguments, "strength.noise_seed=%d", spar->seed);
    }
}

/* `fibsbot play` as it would be called for this server; `start` shows how to play. */
static int play_on(const struct spar *spar, int port, bool (*start)(void *),
                   void *context, const struct loop_guest *guest)
{
    struct arguments arguments = {.count = 0};
    struct arguments *a = &arguments;
    add(a, "play");
    if (spar->config_file != NULL) {
        add(a, "-c");
        add(a, spar->config_file);
    } else {
        add_setting(a, "accept.lengths=1-99");
        add_setting(a, "accept.unlimited=yes");
        add_setting(a, "play.on_stop=leave");
        if (spar->is_here) { /* the screen is the board's */
            set(a, "log.file=%s/log", spar->folder);
        }
        set(a, "record.folder=%s/matches", spar->folder);
        set(a, "history.file=%s/history.db", spar->folder);
    }
    if (spar->is_web) { /* the table offers the file of the match */
        set(a, "record.folder=%s/matches", spar->folder);
        add_setting(a, "record.analysis=all");
    }
    if (spar->is_web || spar->is_here) { /* a match may be given up for another ... */
        add_setting(a, "accept.replace_saved=yes");
        add_setting(a, "play.set_aside_after=0"); /* people may sleep for a night */
        add_setting(a, "talk.answer=yes");        /* ... and a level be chosen */
        add_setting(a, "talk.levels=yes");
        add_setting(a, "talk.lines=100");
    }
    set(a, "server.protocol=%s", languages[spar->language]);
    add_setting(a, "server.transport=tcp");
    add_setting(a, "server.host=127.0.0.1");
    set(a, "server.port=%d", port);
    add_setting(a, "server.tls=no");
    set(a, "account.name=%s", spar->name);
    add_setting(a, "account.password_file=");
    set_level_and_seed(a, spar);
    for (int i = 0; i < spar->setting_count; i++) {
        add_setting(a, spar->settings[i]);
    }
    for (int i = 0; spar->rest[i] != NULL; i++) {
        add(a, spar->rest[i]);
    }
    return cmd_play_at_terminal(a->count, a->words, start, context, guest);
}

/* ---- the ways to play --------------------------------------------------------------- */

/* What a person plays with beside the bot's loop. */
struct way {
    const struct spar *spar;
    int port;
    struct error *err;
    char matches[PATHS_MAX + 16], own[PATHS_MAX + 16], other[PATHS_MAX + 16];
    struct table_guest guest;
    struct spar_terminal *here;
    struct table *table;
};

static bool start_here(struct way *way)
{
    const struct spar *spar = way->spar;
    struct terminal_setup setup = {.port = way->port,
                                   .level = spar->level,
                                   .store = way->own,
                                   .name = spar->person,
                                   .password = spar->person_password,
                                   .opponent = spar->name,
                                   .matches = way->matches,
                                   .history = way->other};
    (void)snprintf(way->other, sizeof way->other, "%s/lines", spar->folder);
    (void)snprintf(way->own, sizeof way->own, "%s/table.json", spar->folder);
    way->here = spar_terminal_start(&setup, way->err);
    return way->here != NULL;
}

static void warn(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, "fibsbot spar: %s\n", text);
}

/* Says where the table is, and starts the browser if there is a desktop. */
static void show_table(const struct way *way)
{
    const struct spar *spar = way->spar;
    char address[TABLE_ADDRESS_SIZE], path[PATHS_MAX + 32];
    char guest[TABLE_ADDRESS_SIZE], watch[TABLE_ADDRESS_SIZE];
    table_address(way->table, address);
    if (spar->has_friend) {
        table_links(way->table, guest, watch);
    }
    spar_print_table(address, spar->has_friend ? guest : NULL, watch);
    (void)snprintf(path, sizeof path, "%s/table.html", way->own);
    if (!spar->no_open) {
        open_browser(path, address);
    }
}

static bool start_table(struct way *way)
{
    const struct spar *spar = way->spar;
    (void)snprintf(way->own, sizeof way->own, "%s%s", spar->folder,
                   spar->has_friend ? "/host" : "");
    (void)snprintf(way->other, sizeof way->other, "%s/friend", spar->folder);
    if (spar->has_friend && (!own_server_folder(way->own, way->err) ||
                             !own_server_folder(way->other, way->err))) {
        return false;
    }
    way->guest = (struct table_guest){
        .password = spar->friend_password,
        .address = spar->address_given != NULL ? spar->address_given : spar->address,
        .folder = way->other};
    const struct table_options setup = {.name = spar->person,
                                        .password = spar->person_password,
                                        .opponent = spar->has_friend ? spar->friend_name
                                                                     : spar->name,
                                        .guest = spar->has_friend ? &way->guest : NULL,
                                        .level = spar->level,
                                        .host = "127.0.0.1",
                                        .server_port = way->port,
                                        .port = spar->web_port,
                                        .folder = way->own,
                                        .matches = way->matches,
                                        .weights = "",
                                        .log = warn};
    way->table = table_open(&setup, way->err);
    if (way->table != NULL) {
        show_table(way);
    }
    return way->table != NULL;
}

static bool start_way(void *context)
{
    struct way *way = context;
    const struct spar *spar = way->spar;
    (void)snprintf(way->matches, sizeof way->matches, "%s/matches", spar->folder);
    if (spar->is_web || spar->is_here) {
        return spar->is_web ? start_table(way) : start_here(way);
    }
    tell_how(spar, way->port);
    return true;
}

/* The options of `play` are read before anything is shown. */
static int play_in_some_way(const struct spar *spar, struct local_server *server,
                            struct error *err)
{
    struct way way = {.spar = spar, .port = local_server_port(server), .err = err};
    struct spar_rating rating = {server, spar->name, spar->level};
    const struct loop_guest guest = spar_rating_guest(&rating);
    int status = play_on(spar, way.port, start_way, &way, &guest);
    table_close(way.table);
    return spar_terminal_stop(way.here) ? status : EXIT_FAILURE;
}

static int run(const struct cli_call *call)
{
    struct spar *spar = call->context;
    char state[PATHS_MAX + 16];
    choose_folder(spar);
    if (!own_server_folder(spar->folder, call->err)) {
        return EXIT_FAILURE;
    }
    int lock = own_server_lock(spar->folder, call->err);
    if (lock < 0) {
        return EXIT_FAILURE;
    }
    (void)snprintf(state, sizeof state, "%s/server.state", spar->folder);
    struct local_server *server =
        make_passwords(spar, call->err) ? start_server(spar, state, call->err) : NULL;
    int status = server != NULL ? play_in_some_way(spar, server, call->err)
                 : call->err->kind == ERROR_REFUSED ? 2 /* a name */
                                                    : EXIT_FAILURE;
    local_server_close(server);
    (void)close(lock);
    secret_wipe(spar->password, sizeof spar->password);
    secret_wipe(spar->person_password, sizeof spar->person_password);
    secret_wipe(spar->friend_password, sizeof spar->friend_password);
    return status;
}

const struct cli_command cmd_spar = {
    .title = "fibsbot spar",
    .summary = "play against it: in the browser, in this terminal, by telnet",
    CLI_OPERANDS("[-- OPTIONS OF PLAY]", 0, -1),
    .synopsis = "fibsbot spar [OPTIONS] [-- OPTIONS OF PLAY]\n",
    .about =
        "Starts a FIBS-compatible server on this machine, and the bot on it. Play "
        "against it in the browser (--web), in this terminal (--here), with telnet, any "
        "FIBS client, or bgammon.org's client (--protocol bgammon); no account is needed.",
    .options = options,
    .notes =
        "All options of `fibsbot play` may follow after --: fibsbot spar --level 1600 -- "
        "--show-board. Ctrl-C and closing the terminal end it; matches are saved. With "
        "--here, commands may come from a pipe.\n\nExit status: 0 done, 1 failed (no bot or "
        "match has come), 2 usage error, 75 the folder or a port is in use.",
    .check = check_options,
    .size = sizeof(struct spar),
    .defaults = &(const struct spar){.port = -1, .web_port = -1},
    .run = run,
};
