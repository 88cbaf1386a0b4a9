/* `fibsbot tournament`: tournaments on a FIBS server. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/argument.h"
#include "base/text.h"
#include "bot/local/local_server.h"
#include "bot/status/status_tournament.h"
#include "bot/tournament/tournament_run.h"
#include "bot/tournament/tournament_store.h"
#include "cmd/play_setup.h"
#include "cmd/tool/subcommand.h"
#include "cmd/tournament.h"

enum {
    TOURNAMENT_SETTINGS_MAX = 64,
    STATUS_STOPPED = 3, /* subcommand.h */
    ANSWER_TRIES = 30,  /* of an award, one every 100 ms */
};

struct tournament_call {
    bool is_local;
    int port;
    const char *levels; /* NULL: the file must be there */
    const char *settings[TOURNAMENT_SETTINGS_MAX];
    int setting_count;
    bool is_json;
    int point_s;     /* check: seconds a point */
    const char *why; /* award */
    const char *by;
};

/* ---- the configuration ----------------------------------------------------------- */

static bool load_config(struct config_set *set, const struct tournament_call *call,
                        const char *path)
{
    struct config_faults *faults = calloc(1, sizeof *faults);
    bool is_good = faults != NULL && config_set_load(set, path, faults);
    for (int i = 0; i < call->setting_count && is_good; i++) {
        is_good = config_set_override(set, call->settings[i], faults);
    }
    /* an opponent must not choose how strong an entrant is */
    is_good = is_good && config_set_override(set, "talk.levels=no", faults) &&
              config_set_check(set, faults);
    if (faults != NULL) {
        config_faults_print(faults, stderr);
    }
    free(faults);
    return is_good;
}

/* A stop waits for matches as long as one may take, if nothing else is said. */
static void limit_stops(struct config_set *set)
{
    int limit_s = set->common.tournament.match_time;
    for (int i = 0; i < set->count; i++) {
        int *after_s = &set->accounts[i]->play.stop_after;
        *after_s = *after_s == 0 ? limit_s : *after_s;
    }
}

/* NULL with a line on standard error. */
static struct config_set *read_config(const struct tournament_call *call,
                                      const char *path)
{
    struct config_set *set = config_set_new();
    if (set != NULL && !load_config(set, call, path)) {
        config_set_free(set);
        set = NULL;
    }
    if (set != NULL) {
        limit_stops(set);
    }
    return set;
}

/* ---- what is kept ---------------------------------------------------------------- */

static bool load_saved(const struct config_set *set, struct tournament_saved *saved,
                       struct error *err)
{
    const char *path = set->common.tournament.file;
    if (access(path, F_OK) != 0) {
        const char *hint = errno == ENOENT ? "; `tournament run` makes it" : "";
        return error_set_for(err, errno, "%.160s: %s%s", path, strerror(errno), hint);
    }
    struct tournament_store *store = tournament_store_open(path, DATABASE_READ, err);
    bool is_good = store != NULL && tournament_store_load(store, saved, err);
    tournament_store_close(store);
    if (is_good && saved->is_empty) {
        tournament_saved_free(saved);
        return error_at_path(err, 0, path, "the tournament has not begun");
    }
    return is_good;
}

/* In all its matches, or in those that are not over. */
static bool show_saved(const struct config_set *set, bool is_json, bool is_whole,
                       struct error *err)
{
    struct tournament_saved saved;
    if (!load_saved(set, &saved, err)) {
        return false;
    }
    const struct status_tournament tournament = {
        .name = set->common.tournament.name, .rows = &saved.rows, .times = saved.times};
    if (is_json) {
        status_tournament_json(&tournament, stdout);
    } else {
        status_tournament_text(&tournament, is_whole, stdout);
    }
    tournament_saved_free(&saved);
    return fflush(stdout) == 0;
}

static int show(const struct cli_call *call, bool is_whole)
{
    const struct tournament_call *tournament = call->context;
    struct config_set *set = read_config(tournament, call->words->word[0]);
    bool is_good =
        set != NULL && show_saved(set, tournament->is_json, is_whole, call->err);
    config_set_free(set);
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int run_status(const struct cli_call *call)
{
    return show(call, false);
}

static int run_report(const struct cli_call *call)
{
    return show(call, true);
}

/* ---- run ------------------------------------------------------------------------- */

/* A line for each piece of news. */
static void show_progress(void *context, const struct tournament_progress *progress)
{
    char spent[32], left[32];
    (void)context;
    tournament_check_span(progress->spent_s, spent);
    printf("%4d of %d  %s", progress->over, progress->total, progress->text);
    if (progress->what == DIRECTOR_NEWS_RESULT && progress->remaining_s >= 0 &&
        progress->over < progress->total) {
        tournament_check_span(progress->remaining_s, left);
        printf("  (%s, about %s left)", spent, left);
    }
    fputc('\n', stdout);
    (void)fflush(stdout);
}

/* What the file says now may not be what the tournament began with. */
static void read_again(void *context)
{
    log_event(context, LOG_INFO, "",
              "the log is open again, and the list of users read; the configuration of "
              "a tournament is read at its start only");
}

static int play_tournament(const struct tournament_setup *setup, const char *path,
                           struct tournament_run_options *options, struct error *err)
{
    struct secret secret = {{0}};
    struct loop_setup loop = {.count = setup->account_count};
    struct tournament_run *run = NULL;
    int status = EXIT_FAILURE;
    memcpy(loop.configs, setup->accounts,
           (size_t)setup->account_count * sizeof loop.configs[0]);
    const struct play_files files = {&path, 1, true};
    if (play_setup_open(&loop, &files, &secret, err)) {
        options->log = loop.log;
        run = tournament_run_new(options, err);
    }
    if (run != NULL && tournament_run_is_over(run)) {
        status = EXIT_SUCCESS;
    } else if (run != NULL) {
        loop.guest = tournament_run_guest(run);
        loop.read_again = read_again;
        loop.context = loop.log;
        status = play_setup_run(&loop, err);
        status = status == 0 && !tournament_run_is_over(run) ? STATUS_STOPPED : status;
    }
    tournament_run_free(run);
    play_setup_close(&loop, &secret);
    return status;
}

static int run_with(struct config_set *set, const char *path, bool shows_progress,
                    struct error *err)
{
    struct tournament_setup setup;
    struct tournament_run_options options = {
        .setup = &setup, .show_progress = shows_progress ? show_progress : NULL};
    if (!tournament_setup_read(set, &setup, err)) {
        return EXIT_FAILURE;
    }
    int status = play_tournament(&setup, path, &options, err);
    tournament_setup_free(&setup);
    if (status == EXIT_SUCCESS && !show_saved(set, false, true, err)) {
        status = EXIT_FAILURE;
    }
    return status;
}

static int run_local(struct config_set *set, const char *path,
                     const struct tournament_call *call, struct error *err)
{
    struct tournament_local local;
    if (!tournament_local_open(&local, set, call->port, err)) {
        return EXIT_FAILURE;
    }
    printf("Server on 127.0.0.1, port %d. Ctrl-C stops; the same command goes on.\n",
           local_server_port(local.server));
    (void)fflush(stdout);
    int status = run_with(set, path, true, err);
    tournament_local_close(&local);
    return status;
}

/* Status of the tournament of the file. `*has_begun`: there is something to go on with. */
static int run_file(const struct tournament_call *tournament, const char *path,
                    bool *has_begun, struct error *err)
{
    struct config_set *set = read_config(tournament, path);
    if (set == NULL) {
        return EXIT_FAILURE;
    }
    int status = tournament->is_local ? run_local(set, path, tournament, err)
                                      : run_with(set, path, isatty(STDOUT_FILENO), err);
    *has_begun = access(set->common.tournament.file, F_OK) == 0;
    config_set_free(set);
    return status;
}

/* A file that we wrote is removed where its tournament is refused. */
static int run_run(const struct cli_call *call)
{
    const struct tournament_call *tournament = call->context;
    const char *path = call->words->word[0];
    bool is_new = tournament->levels != NULL && access(path, F_OK) != 0;
    bool has_begun = false;
    if (is_new) {
        if (!tournament_local_write(path, tournament->levels, call->err)) {
            return EXIT_FAILURE;
        }
        printf("%s is written: a tournament of these levels.\n", path);
    } else if (tournament->levels != NULL) {
        printf("%s is played as it stands; --levels is for a new one.\n", path);
    }
    int status = run_file(tournament, path, &has_begun, call->err);
    if (is_new && status == EXIT_FAILURE && !has_begun && unlink(path) == 0) {
        printf("%s is removed: the tournament did not begin.\n", path);
    }
    if (status == STATUS_STOPPED) {
        puts("Stopped; the same command goes on.");
    }
    return status;
}

static bool check_run(const struct cli_call *call)
{
    const struct tournament_call *tournament = call->context;
    return tournament->levels == NULL ||
           (tournament->is_local
                ? tournament_local_check(tournament->levels, call->err)
                : error_set(call->err, "--levels: expected --local as well"));
}

/* ---- check ----------------------------------------------------------------------- */

static int run_check(const struct cli_call *call)
{
    const struct tournament_call *tournament = call->context;
    struct config_set *set = read_config(tournament, call->words->word[0]);
    bool is_good =
        set != NULL &&
        (!tournament->is_local || tournament_local_rehearse(set, call->err)) &&
        tournament_check(set, call->words->word[0], tournament->point_s, call->err);
    config_set_free(set);
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- award ----------------------------------------------------------------------- */

static bool read_award(const struct cli_call *call, struct tournament_award *award)
{
    const struct tournament_call *tournament = call->context;
    const char *number = call->words->word[1], *winner = call->words->word[2];
    const char *user = tournament->by != NULL ? tournament->by : getenv("USER");
    int match;
    if (!argument_int("", number, 1, DIRECTOR_MATCHES_MAX, &match, NULL)) {
        return error_set(call->err, "expected the number of a match, found \"%.40s\"",
                         number);
    }
    bool is_nobody = strcmp(winner, "nobody") == 0;
    if (strlen(winner) >= sizeof award->winner) {
        return error_set(call->err, "expected the name of a player or nobody");
    }
    user = user != NULL && *user != '\0' ? user : "operator";
    if (!director_check_reason(user, tournament->why, call->err)) {
        return false;
    }
    *award = (struct tournament_award){.match = match - 1};
    COPY_TEXT(award->winner, is_nobody ? "" : winner);
    COPY_TEXT(award->by, user);
    COPY_TEXT(award->why, tournament->why);
    return true;
}

/* The program that runs the tournament answers soon, if there is one. */
static bool wait_for_answer(struct tournament_store *store, struct error *err)
{
    static const struct timespec pause = {.tv_nsec = 100 * 1000 * 1000};
    char text[DIRECTOR_WHY_SIZE];
    const char *answer = NULL;
    for (int i = 0; i < ANSWER_TRIES && answer == NULL; i++) {
        answer = tournament_store_answer(store, text, err);
        if (answer == NULL) {
            (void)nanosleep(&pause, NULL);
        }
    }
    if (answer == NULL) {
        puts("Kept: it is carried out when the tournament runs.");
    } else if (*answer == '\0') {
        puts("Done.");
    } else {
        return error_set(err, "%s", answer);
    }
    return true;
}

static int run_award(const struct cli_call *call)
{
    struct tournament_award award;
    if (!read_award(call, &award)) {
        return 2;
    }
    struct config_set *set = read_config(call->context, call->words->word[0]);
    struct tournament_saved saved = {.is_empty = true};
    struct tournament_store *store = NULL;
    bool is_good = set != NULL && load_saved(set, &saved, call->err);
    if (is_good) {
        /* nothing is kept that no run of the tournament would carry out */
        is_good =
            director_check_award(&saved.rows, award.match, award.winner, call->err);
        tournament_saved_free(&saved);
    }
    if (is_good) {
        store = tournament_store_open(set->common.tournament.file, DATABASE_WRITE,
                                      call->err);
    }
    is_good =
        store != NULL &&
        tournament_store_leave_award(store, &award, (int64_t)time(NULL), call->err) &&
        wait_for_answer(store, call->err);
    tournament_store_close(store);
    config_set_free(set);
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- commands -------------------------------------------------------------------- */

#define SET_OPTION                                                                        \
    {                                                                                     \
        "set", CLI_TEXTS(struct tournament_call, settings, setting_count),                \
            .letter = 's', .argument = "OPTION=VALUE",                                    \
            .help =                                                                       \
                "Set any option of the configuration: tournament.length=1. May be given " \
                "several times."                                                          \
    }

static const struct cli_option options_of_run[] = {
    {"local", CLI_FLAG(struct tournament_call, is_local),
     .help =
         "Play on a server of our own, in this program, without accounts anywhere."},
    {"levels", CLI_TEXT(struct tournament_call, levels), .argument = "LEVEL,LEVEL...",
     .help = "With --local: if FILE is missing, write one with a bot for each of these "
             "levels (beginner to strongest, or a rating)."},
    {"port", CLI_INT(struct tournament_call, port, 0, 65535), .initial = "0",
     .help = "With --local: port of the server on 127.0.0.1; 0: a free one."},
    SET_OPTION,
    {0},
};

static const struct cli_option options_of_show[] = {
    {"json", CLI_FLAG(struct tournament_call, is_json), .help = "Print JSON."},
    SET_OPTION,
    {0},
};

static const struct cli_option options_of_check[] = {
    {"local", CLI_FLAG(struct tournament_call, is_local),
     .help = "As `run --local` would play it."},
    {"pace", CLI_INT(struct tournament_call, point_s, 1, 3600), .argument = "S",
     .initial = "90", .help = "Assume so many seconds for each point of a match."},
    SET_OPTION,
    {0},
};

static const struct cli_option options_of_award[] = {
    {"why", CLI_TEXT(struct tournament_call, why), .argument = "TEXT",
     .is_needed = true,
     .help = "The reason, which is kept, shown and sent to the players: ASCII, as FIBS "
             "takes nothing else."},
    {"by", CLI_TEXT(struct tournament_call, by), .argument = "NAME",
     .otherwise = "your user name", .help = "Who decides."},
    SET_OPTION,
    {0},
};

static const struct cli_command tournament_run_command = {
    .title = "fibsbot tournament run",
    .summary = "play it, or continue it",
    CLI_FILES("FILE", 1, 1),
    .about =
        "Plays the tournament of the configuration FILE: logs in the director and "
        "our entrants, and ends with the table. Stopped or killed, the same command "
        "goes on.",
    .options = options_of_run,
    .notes = "Exit status 3: stopped before its end.",
    .check = check_run,
    .size = sizeof(struct tournament_call),
    .run = run_run,
};

static const struct cli_command tournament_status_command = {
    .title = "fibsbot tournament status",
    .summary = "show the table, and what is being played",
    CLI_FILES("FILE", 1, 1),
    .options = options_of_show,
    .size = sizeof(struct tournament_call),
    .run = run_status,
};

static const struct cli_command tournament_report_command = {
    .title = "fibsbot tournament report",
    .summary = "show the table and all matches",
    CLI_FILES("FILE", 1, 1),
    .options = options_of_show,
    .size = sizeof(struct tournament_call),
    .run = run_report,
};

static const struct cli_command tournament_check_command = {
    .title = "fibsbot tournament check",
    .summary = "check all that `run` needs, and rehearse it",
    CLI_FILES("FILE", 1, 1),
    .about =
        "Refuses all that `run` would refuse, such as a password file that cannot be "
        "read, and rehearses the tournament: rounds, hours, what would be said to "
        "whom. Nothing is written or sent; one that has begun goes on from where it "
        "is.",
    .options = options_of_check,
    .size = sizeof(struct tournament_call),
    .run = run_check,
};

static const struct cli_command tournament_award_command = {
    .title = "fibsbot tournament award",
    .summary = "decide a match that is not over, or was forfeited",
    CLI_OPERANDS("FILE MATCH WINNER|nobody", 3, 3),
    .about =
        "Decides a match that is not over, or was forfeited, for one of its players "
        "or for nobody.",
    .options = options_of_award,
    .notes =
        "`fibsbot tournament report FILE` shows the numbers of matches. Works while "
        "the tournament runs, and before it goes on.",
    .size = sizeof(struct tournament_call),
    .run = run_award,
};

static const struct cli_command *const tournament_commands[] = {
    &tournament_run_command,   &tournament_status_command, &tournament_report_command,
    &tournament_check_command, &tournament_award_command,  NULL,
};

const struct cli_command cmd_tournament = {
    .title = "fibsbot tournament",
    .summary = "play a tournament on a FIBS server, or on one of our own",
    .synopsis = "fibsbot tournament run FILE [--local [--levels LEVEL,LEVEL...]]\n"
                "fibsbot tournament status|report FILE [--json]\n"
                "fibsbot tournament check FILE\n"
                "fibsbot tournament award FILE MATCH WINNER|nobody --why TEXT\n",
    .about =
        "FILE is a bot.conf with [tournament] and a section [entrant NAME] for each "
        "entrant: our own accounts, and others' with foreign = yes. One command for "
        "a try, without any account:\n\n"
        "  fibsbot tournament run cup.conf --local --levels beginner,casual,expert",
    .commands = tournament_commands,
};
