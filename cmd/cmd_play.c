/* `fibsbot play`: logs in and plays, unattended. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bot/record/survey.h"
#include "bot/service/loop.h"
#include "bot/service/observer.h"
#include "bot/service/play_check.h"
#include "cmd/play_setup.h"
#include "cmd/tool/subcommand.h"
#include "engine/level.h"

enum { ASSIGNMENT_MAX = 512, FILES_MAX = 16, GIVEN_MAX = 512 };

/* An option of the command line that sets some of the configuration. */
struct given {
    const struct cli_option *option;
    const char *value;
};

struct play_run {
    int argc; /* as given, to be read again */
    char **argv;
    const char *file[FILES_MAX]; /* configurations */
    int files;
    struct given given[GIVEN_MAX]; /* in order */
    int given_count;
    struct config_set *set;
    struct config_faults faults;
    struct secret secret;
    struct loop_setup setup;
    bool (*start)(void *); /* cmd_play_at_terminal(), else NULL */
    void *start_context;
};

static bool print_faults(const struct play_run *run)
{
    config_faults_print(&run->faults, stderr);
    return false;
}

static bool override(struct play_run *run, const char *option, const char *value)
{
    char assignment[ASSIGNMENT_MAX];
    int length = snprintf(assignment, sizeof assignment, "%s%s", option, value);
    if (length < 0 || (size_t)length >= sizeof assignment) {
        fprintf(stderr, "fibsbot play: \"%.40s...\" is too long\n", option);
        return false;
    }
    return config_set_override(run->set, assignment, &run->faults) || print_faults(run);
}

/* "WORD[:NUMBER]" as two options; an address with colons stands in brackets. */
static bool override_pair(struct play_run *run, const char *first, const char *second,
                          const char *value)
{
    char word[ASSIGNMENT_MAX];
    bool is_bracketed = value[0] == '[' && strchr(value, ']') != NULL;
    const char *start = is_bracketed ? value + 1 : value;
    const char *end = is_bracketed ? strchr(value, ']') : value + strcspn(value, ":");
    FORMAT_TEXT(word, "%.*s", (int)(end - start), start);
    if (!override(run, first, word)) {
        return false;
    }
    const char *number = is_bracketed ? end + 1 : end;
    return *number != ':' || override(run, second, number + 1);
}

/* As SETS() of its row says. */
static bool set_given(struct play_run *run, const struct given *given)
{
    const char *const *names = given->option->data;
    const char *value = given->value != NULL ? given->value : "yes";
    if (names[1] == NULL) {
        return override(run, names[0], value);
    }
    return override_pair(run, names[0], names[1], value) &&
           (names[2] == NULL || override(run, names[2], "1"));
}

static bool note_given(const struct cli_call *call)
{
    struct play_run *run = call->context;
    if (run->given_count == GIVEN_MAX) {
        return error_set(call->err, "more than %d options", GIVEN_MAX);
    }
    run->given[run->given_count++] = (struct given){call->option, call->value};
    return true;
}

/* The options of the configuration that a row sets, as "section.name=": one ("" where the
 * value names it), or those of the two parts of the value, and then one that becomes 1.
 */
#define SETS(...)                                                                      \
    CLI_CALL(note_given), .data = (const char *const[])                                \
    {                                                                                  \
        __VA_ARGS__, NULL, NULL                                                        \
    }

static const char *const log_levels[] = {"error", "warning", "info", "debug", NULL};

static const struct cli_option options[] = {
    {"config", CLI_TEXTS(struct play_run, file, files), .letter = 'c',
     .argument = "FILE", .completion = CLI_COMPLETES_FILES,
     .help =
         "Read this configuration (see `fibsbot config --template`) before the other "
         "options, wherever it stands."},
    {"server", SETS("server.host=", "server.port="), .argument = "HOST[:PORT]",
     .help = "Where to play."},
    {"name", SETS("account.name="), .argument = "NAME",
     .help = "The account. Its password comes from the password file or from the "
             "environment variable FIBSBOT_PASSWORD. Of several accounts in the "
             "configuration, play only this one."},
    {"password-file", SETS("account.password_file="), .argument = "FILE",
     .completion = CLI_COMPLETES_FILES,
     .help = "File whose first line is the password."},
    {"invite", SETS("invite.names=", "invite.length=", "invite.idle="),
     .argument = "NAME[,NAME...][:N|:unlimited]",
     .help =
         "Invite these users in turn to an N point or an unlimited match as soon as "
         "they are online and free."},
    {"matches", SETS("play.max_matches="), .argument = "N",
     .help = "Log out after N matches."},
    {"show-board", SETS("play.show_board="), .help = "Draw the board after each turn."},
    {"observe", SETS("play.observe="),
     .help =
         "Play nobody: watch, ask the server what it knows, write all of it to the file "
         "of --trace (observed.trace), without addresses and private talk, and print a "
         "report at the end. For a first evening on a server."},
    {"trace", SETS("log.trace="), .argument = "FILE", .completion = CLI_COMPLETES_FILES,
     .help = "Write the dialogue with the server to FILE, for `fibsbot replay`; the "
             "password is masked."},
    {"strength", SETS("strength.level="), .argument = "LEVEL", .word_at = level_name,
     .help = "Level of play: beginner to strongest, or a rating."},
    {"threads", SETS("strength.threads="), .argument = "N",
     .help = "Search with N threads."},
    {"log-level", SETS("log.level="), .argument = "LEVEL", .words = log_levels,
     .help = "Log error, warning, info or debug and above."},
    {"set", SETS(""), .letter = 's', .argument = "OPTION=VALUE",
     .help = "Set any option of the configuration: strength.play_ply=0. May be given "
             "several times."},
    {0},
};

static bool load_files(struct play_run *run)
{
    for (int i = 0; i < run->files; i++) {
        if (!config_set_load(run->set, run->file[i], &run->faults)) {
            return print_faults(run);
        }
    }
    return true;
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

static bool check_config(struct play_run *run)
{
    if (!config_set_check(run->set, &run->faults)) {
        return print_faults(run);
    }
    config_warnings_print(&run->faults, stderr);
    for (int i = 0; i < run->set->count; i++) {
        if (run->set->is_entrant[i]) {
            fputs("fibsbot play: the configuration has a section [entrant NAME]: it is "
                  "for `fibsbot tournament run FILE`\n",
                  stderr);
            return false;
        }
    }
    list_accounts(run->set, &run->setup);
    for (int i = 0; i < run->setup.count; i++) {
        if (run->setup.configs[i]->account.name[0] == '\0') {
            fputs("fibsbot play: no account: give --name NAME, or -c FILE with "
                  "account.name or a section [account NAME]\n"
                  "To play against it without an account: fibsbot spar --web\n",
                  stderr);
            return false;
        }
    }
    return true;
}

/* Who only observes needs a trace, and plays and says nothing. */
static bool observe(struct play_run *run)
{
    const struct config *config = &run->set->common;
    return !config->play.observe || ((config->log.trace[0] != '\0' ||
                                      override(run, "log.trace=", "observed.trace")) &&
                                     override(run, "invite.saved=", "no") &&
                                     override(run, "invite.ready=", "no"));
}

/* Applies the files and the other options. Returns an exit status, or -1 to go on. */
static int apply_options(struct play_run *run)
{
    if (!load_files(run)) {
        return EXIT_FAILURE;
    }
    for (int i = 0; i < run->given_count; i++) {
        if (!set_given(run, &run->given[i])) {
            return 2;
        }
    }
    return observe(run) && check_config(run) ? -1 : 2;
}

/* ---- the configuration again ----------------------------------------------------- */

static void take_over(struct play_run *run, struct config *running,
                      const struct config *fresh)
{
    struct config_changes changes;
    const char *name = running->account.name;
    config_take_over(running, fresh, &changes);
    log_event(run->setup.log, LOG_INFO, name, "configuration reloaded: %s%s",
              changes.taken[0] == '\0' ? "no changes" : "changed: ", changes.taken);
    if (changes.waiting[0] != '\0') {
        log_event(run->setup.log, LOG_WARNING, name,
                  "restart the program to change these: %s", changes.waiting);
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
                  "restart the program to add or remove accounts");
    }
}

static void log_finding(void *context, enum play_finding kind, const char *text)
{
    const struct play_run *run = context;
    log_event(run->setup.log, kind == PLAY_FAULT ? LOG_ERROR : LOG_WARNING, "",
              "configuration: %s", text);
}

/* What passes, as a full disk, keeps nobody from a better configuration. */
static bool check_again(struct play_run *run, const struct play_run *again)
{
    const struct play_check check = {
        .configs = again->setup.configs,
        .count = again->setup.count,
        .files = again->file,
        .file_count = again->files,
        .moment = PLAY_RELOADING,
        .tell = log_finding,
        .context = run,
    };
    struct play_faults faults = play_check_run(&check, NULL);
    return faults.count == faults.passing;
}

/* A file with a fault is ignored. */
static void read_again(void *context)
{
    struct play_run *run = context;
    struct play_run *again = calloc(1, sizeof *again);
    if (again == NULL || (again->set = config_set_new()) == NULL) {
        free(again);
        return;
    }
    if (subcommand_read(&cmd_play, run->argc, run->argv, again, NULL) < 0 &&
        apply_options(again) < 0 && check_again(run, again)) {
        take_over_all(run, again->set);
        log_set_level(run->setup.log, (enum log_level)run->setup.configs[0]->log.level);
    } else {
        log_event(run->setup.log, LOG_ERROR, "", "configuration not reloaded: %s",
                  again->faults.count > 0 ? again->faults.text[0]
                                          : "see the faults above, or in its check");
    }
    config_set_free(again->set);
    free(again);
}

/* What was observed, from the trace. Also `fibsbot replay --survey FILE`, at any time. */
static void print_survey(const struct config *config)
{
    struct error err = {0};
    struct survey *survey = survey_new();
    printf("observed as %s, in %s\n", config->account.name, config->log.trace);
    if (survey != NULL && survey_read(survey, config->log.trace, &err)) {
        survey_print(survey, false, stdout);
        printf("fibsbot replay --survey %s lists the messages that never came\n",
               config->log.trace);
    } else {
        fprintf(stderr, "fibsbot play: %s\n", err.text);
    }
    survey_free(survey);
}

/* The first account observes; others only log in. */
static int run_loop(struct play_run *play, struct error *err)
{
    const struct config *config = play->setup.configs[0];
    struct observer *observer = NULL;
    if (config->play.observe && (observer = observer_new(config)) != NULL) {
        play->setup.guest = observer_guest(observer);
    }
    int status = config->play.observe && observer == NULL
                     ? EXIT_FAILURE
                     : play_setup_run(&play->setup, err);
    if (observer != NULL) {
        print_survey(config);
    }
    observer_free(observer);
    return status;
}

static int run(const struct cli_call *call)
{
    struct play_run *play = call->context;
    play->argc = call->words->argc;
    play->argv = call->words->argv;
    play->setup.read_again = read_again;
    play->setup.context = play;
    play->set = config_set_new();
    int status = play->set == NULL ? EXIT_FAILURE : apply_options(play);
    if (status < 0) {
        const struct play_files files = {play->file, play->files, false};
        bool is_open =
            play_setup_open(&play->setup, &files, &play->secret, call->err) &&
            (play->start == NULL || play->start(play->start_context));
        status = is_open ? run_loop(play, call->err) : EXIT_FAILURE;
    }
    play_setup_close(&play->setup, &play->secret);
    config_set_free(play->set);
    (void)fflush(stdout);
    clearerr(stdout); /* a board that a full disk has not taken fails no match */
    return status;
}

const struct cli_command cmd_play = {
    .title = "fibsbot play",
    .summary = "log in to FIBS and play",
    .about = "Logs in to FIBS and plays until stopped, as the configuration says.",
    .options = options,
    .notes =
        "SIGTERM or SIGINT finishes the match first or leaves it, as play.on_stop says; "
        "a second one leaves at once.",
    .size = sizeof(struct play_run),
    .run = run,
};

int cmd_play_at_terminal(int argc, char **argv, bool (*start)(void *), void *context,
                         const struct loop_guest *guest)
{
    const struct play_run at_terminal = {.setup.ends_with_terminal = true,
                                         .setup.guest = guest,
                                         .start = start,
                                         .start_context = context};
    struct cli_command command = cmd_play;
    command.defaults = &at_terminal;
    return subcommand_run(&command, argc, argv);
}
