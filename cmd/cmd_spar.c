/* `fibsbot spar`: the local server and the bot in one go, for people to play against.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>

#include "base/argument.h"
#include "bot/base/paths.h"
#include "bot/base/secret.h"
#include "bot/local/local_server.h"
#include "cmd/tool/subcommand.h"
#include "engine/level.h"

static const char usage[] = "usage: fibsbot spar [OPTIONS] [-- OPTIONS OF PLAY]\n";
static const char help[] =
    "\n"
    "Starts a server that speaks like FIBS on this machine, and the bot on it: play\n"
    "it with telnet or any FIBS client, without an account anywhere.\n"
    "\n"
    "  -l, --level LEVEL        level of play: beginner ... strongest, or a rating\n"
    "      --port N             of the server on 127.0.0.1 (4321); 0: a free one\n"
    "      --name NAME          of the bot (fibsbot)\n"
    "      --folder FOLDER      keeps accounts, ratings, saved matches, match files\n"
    "                           and history (~/.local/share/fibsbot/spar)\n"
    "  -c, --config FILE        read this configuration; its server and account are\n"
    "                           not looked at\n"
    "  -s, --set OPTION=VALUE   any option of the configuration: strength.spar=equal\n"
    "\n"
    "Behind -- all options of fibsbot play: fibsbot spar --level 1600 -- --show-board\n"
    "Ctrl-C ends; matches being played are saved.\n";

enum {
    PORT_DEFAULT = 4321, /* of FIBS */
    EXPERIENCE = 1000,   /* of the bot: its rating hardly moves */
    PASSWORD_LENGTH = 20,
    SETTINGS_MAX = 64,
    TEXT_MAX = 512
};

struct spar {
    const char *level; /* NULL: as the configuration says */
    const char *name;
    const char *config_file; /* NULL: none */
    int port;
    bool has_port;
    char folder[PATHS_MAX];
    const char *settings[SETTINGS_MAX]; /* OPTION=VALUE */
    int setting_count;
    char **rest; /* options for play, up to a NULL */
    char password[PASSWORD_LENGTH + 1];
};

/* ---- options --------------------------------------------------------------------- */

static bool take_option(struct spar *spar, int option, const char *value)
{
    struct error err;
    struct strength strength = strength_default();
    switch (option) {
    case 'l':
        spar->level = value;
        if (!level_read(value, &strength, &err)) {
            fprintf(stderr, "fibsbot spar: %s\n", err.text);
            return false;
        }
        return true;
    case 'p':
        spar->has_port = true;
        if (!argument_int("--port", value, 0, 65535, &spar->port, &err)) {
            fprintf(stderr, "fibsbot spar: %s\n", err.text);
            return false;
        }
        return true;
    case 'n':
        spar->name = value;
        return true;
    case 'f':
        (void)snprintf(spar->folder, sizeof spar->folder, "%s", value);
        return true;
    case 'c':
        spar->config_file = value;
        return true;
    case 's':
        if (spar->setting_count == SETTINGS_MAX) {
            fprintf(stderr, "fibsbot spar: more than %d settings\n", SETTINGS_MAX);
            return false;
        }
        spar->settings[spar->setting_count++] = value;
        return true;
    default: /* getopt has said what is wrong */
        fputs(usage, stderr);
        return false;
    }
}

/* An exit status, or -1 to go on. */
static int read_arguments(struct spar *spar, int argc, char **argv)
{
    static const struct option table[] = {
        {"level", required_argument, NULL, 'l'},
        {"strength", required_argument, NULL, 'l'},
        {"port", required_argument, NULL, 'p'},
        {"name", required_argument, NULL, 'n'},
        {"folder", required_argument, NULL, 'f'},
        {"config", required_argument, NULL, 'c'},
        {"set", required_argument, NULL, 's'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int option;
    while ((option = getopt_long(argc, argv, "l:c:s:h", table, NULL)) != -1) {
        if (option == 'h') {
            fputs(usage, stdout);
            fputs(help, stdout);
            return EXIT_SUCCESS;
        }
        if (!take_option(spar, option, optarg)) {
            return 2;
        }
    }
    bool has_dashes = optind > 0 && strcmp(argv[optind - 1], "--") == 0;
    if (optind < argc && !has_dashes) {
        fprintf(stderr, "fibsbot spar: unexpected \"%s\"\n%s", argv[optind], usage);
        return 2;
    }
    spar->rest = &argv[optind];
    return -1;
}

/* ---- where things are kept ------------------------------------------------------- */

static void choose_folder(struct spar *spar)
{
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    if (spar->folder[0] != '\0') {
        return;
    }
    if (data != NULL && data[0] == '/') {
        (void)snprintf(spar->folder, sizeof spar->folder, "%s/fibsbot/spar", data);
    } else if (home != NULL && home[0] == '/') {
        (void)snprintf(spar->folder, sizeof spar->folder,
                       "%s/.local/share/fibsbot/spar", home);
    } else {
        (void)snprintf(spar->folder, sizeof spar->folder, "spar");
    }
}

/* With its parents; only for us, since the server keeps passwords there. */
static bool make_folder(char *folder)
{
    for (char *slash = strchr(folder + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool is_there = mkdir(folder, 0755) == 0 || errno == EEXIST;
        *slash = '/';
        if (!is_there) {
            return false;
        }
    }
    return mkdir(folder, 0700) == 0 || errno == EEXIST;
}

/* ---- the server ------------------------------------------------------------------ */

static bool make_password(struct spar *spar)
{
    unsigned char bytes[PASSWORD_LENGTH];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        return false;
    }
    for (int i = 0; i < PASSWORD_LENGTH; i++) {
        spar->password[i] = (char)('a' + bytes[i] % 26);
    }
    return setenv("FIBSBOT_PASSWORD", spar->password, 1) == 0;
}

/* What its level aims at; as strong as the default plays without one. */
static int rating_of(const char *level)
{
    const struct level *row = level_at(0);
    for (int i = 0; level != NULL && row != NULL; row = level_at(++i)) {
        if (strcmp(row->name, level) == 0) {
            return row->rating;
        }
    }
    int rating = level == NULL ? 0 : atoi(level);
    return rating > 0 ? rating : 2035;
}

/* The port that was asked for, or FIBS's, or any that is free. */
static struct local_server *start_server(const struct spar *spar, const char *state,
                                         struct error *err)
{
    struct local_server_options options = {
        .port = spar->has_port ? spar->port : PORT_DEFAULT,
        .state_file = state,
        .bot = spar->name,
        .bot_rating = rating_of(spar->level),
        .bot_experience = EXPERIENCE,
        .bot_password = spar->password,
    };
    struct local_server *server = local_server_open(&options, err);
    if (server == NULL && !spar->has_port) {
        options.port = 0;
        server = local_server_open(&options, err);
    }
    return server;
}

static void tell_how(const struct spar *spar, int port)
{
    printf(
        "%s%s%s%s plays on a server of its own: 127.0.0.1, port %d.\n"
        "\n"
        "With telnet:       telnet 127.0.0.1 %d\n"
        "  the first time:  log in as guest, then   name YOUR_NAME   and a password\n"
        "                   twice; then   bye   and telnet again, as YOUR_NAME\n"
        "  to play:         invite %s 5          (a match to 5 points; any length)\n"
        "  in the match:    roll, double, accept, reject, move 24-18 13-11, board,\n"
        "                   resign n, leave; help, help COMMAND\n"
        "  the bot's help:  tell %s help\n"
        "With a FIBS client: server 127.0.0.1 (localhost), port %d; register there\n"
        "  as a new user.\n"
        "\n"
        "Accounts, saved matches and match files are kept in %s\n"
        "Ctrl-C ends.\n\n",
        spar->name, spar->level != NULL ? " (" : "",
        spar->level != NULL ? spar->level : "", spar->level != NULL ? ")" : "", port,
        port, spar->name, spar->name, port, spar->folder);
    (void)fflush(stdout);
}

/* ---- the bot --------------------------------------------------------------------- */

struct arguments {
    char *words[2 * SETTINGS_MAX + 256];
    int count;
    char texts[8][PATHS_MAX + TEXT_MAX];
    int text_count;
};

static void add(struct arguments *arguments, const char *word)
{
    int most = (int)(sizeof arguments->words / sizeof arguments->words[0]) - 1;
    if (arguments->count < most) {
        arguments->words[arguments->count++] = (char *)(uintptr_t)word;
    }
}

static void set(struct arguments *arguments, const char *option, const char *value,
                const char *more)
{
    char *text = arguments->texts[arguments->text_count++];
    (void)snprintf(text, sizeof arguments->texts[0], "%s=%s%s", option, value, more);
    add(arguments, "-s");
    add(arguments, text);
}

/* `fibsbot play` as it would be called for this server. */
static int play(const struct spar *spar, int port)
{
    static struct arguments arguments;
    struct arguments *a = &arguments;
    char number[16];
    (void)snprintf(number, sizeof number, "%d", port);
    add(a, "play");
    if (spar->config_file != NULL) {
        add(a, "-c");
        add(a, spar->config_file);
    } else {
        set(a, "accept.lengths", "1-99", "");
        set(a, "accept.unlimited", "yes", "");
        set(a, "play.on_stop", "leave", "");
        set(a, "record.folder", spar->folder, "/matches");
        set(a, "history.file", spar->folder, "/history.db");
    }
    add(a, "-s"), add(a, "server.host=127.0.0.1");
    set(a, "server.port", number, "");
    add(a, "-s"), add(a, "server.tls=no");
    set(a, "account.name", spar->name, "");
    add(a, "-s"), add(a, "account.password_file=");
    if (spar->level != NULL) {
        set(a, "strength.level", spar->level, "");
    }
    for (int i = 0; i < spar->setting_count; i++) {
        add(a, "-s"), add(a, spar->settings[i]);
    }
    for (int i = 0; spar->rest[i] != NULL; i++) {
        add(a, spar->rest[i]);
    }
    optind = 0; /* getopt begins anew */
    return cmd_play.run(a->count, a->words);
}

static int run_spar(int argc, char **argv)
{
    struct spar spar = {.name = "fibsbot"};
    char state[PATHS_MAX + 16];
    struct error err = {{0}};
    int status = read_arguments(&spar, argc, argv);
    if (status >= 0) {
        return status;
    }
    choose_folder(&spar);
    if (!make_folder(spar.folder)) {
        fprintf(stderr, "fibsbot spar: %s: %s\n", spar.folder, strerror(errno));
        return EXIT_FAILURE;
    }
    (void)snprintf(state, sizeof state, "%s/server.state", spar.folder);
    if (!make_password(&spar)) {
        fputs("fibsbot spar: no random numbers\n", stderr);
        return EXIT_FAILURE;
    }
    struct local_server *server = start_server(&spar, state, &err);
    if (server == NULL) {
        fprintf(stderr, "fibsbot spar: %s\n", err.text);
        return EXIT_FAILURE;
    }
    tell_how(&spar, local_server_port(server));
    status = play(&spar, local_server_port(server));
    local_server_close(server);
    secret_wipe(spar.password, sizeof spar.password);
    return status;
}

const struct subcommand cmd_spar = {
    "spar", "a local server and the bot on it, to play against", run_spar};
