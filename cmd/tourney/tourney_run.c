#include "cmd/tourney/tourney.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/arena_player.h"
#include "arena/job/ranks.h"
#include "base/file.h"
#include "base/folder.h"

/* Returns a player who is not installed; NULL if all are. */
static const char *find_missing(const struct tourney *tourney)
{
    for (int i = 0; i < tourney->count; i++) {
        for (int p = 0; p < 2; p++) {
            if (!arena_player_is_installed(tourney->match[i].player[p])) {
                return tourney->match[i].name[p];
            }
        }
    }
    return NULL;
}

static void report_match(const struct tourney_match *match,
                         const struct arena_runner_result *result)
{
    struct arena_figures figures = arena_figures(result->pairs, result->count);
    tourney_report_enter(match, &figures, &match->settings->standings);
    if (match->settings->is_json) {
        tourney_report_json(match, result);
    } else if (!match->settings->is_csv) {
        tourney_report_print(match, result);
    }
}

/* Reports all matches. Returns whether all were played to their end. */
static bool report_matches(struct tourney *tourney)
{
    bool is_complete = true;
    for (int i = 0; i < tourney->count; i++) {
        const struct tourney_match *match = &tourney->match[i];
        struct arena_runner_result *result = &tourney->result[i];
        if (result->count > 0) {
            report_match(match, result);
        }
        int64_t wanted = tourney->options[i].pairs - tourney->options[i].first;
        is_complete = is_complete && (result->count == wanted ||
                                      match->test.state != RATING_SPRT_OPEN);
    }
    return is_complete;
}

static bool write_page(const struct tourney_settings *settings,
                       const struct tourney *tourney, struct error *err)
{
    return settings->page == NULL || tourney_page_write(settings, tourney, err);
}

static bool check_ranks(const struct tourney_settings *settings,
                        const struct tourney *tourney, struct error *err)
{
    bool is_good = long_run_check_ranks(settings->weights, FIBSBOT_VERSION, err);
    for (int i = 0; is_good && i < tourney->count; i++) {
        is_good =
            ranks_agree("weights or conditions", tourney->match[i].conditions, err);
    }
    return is_good;
}

/* Plays all, with the database if there is one. */
static bool play_all(struct tourney_settings *settings, struct tourney *tourney,
                     struct error *err)
{
    if (settings->database != NULL && ranks_is_first()) {
        settings->results = tourney_database_open(settings->database, err);
        if (settings->results == NULL) {
            return false;
        }
    }
    bool is_good =
        arena_runner_play_all(tourney->options, tourney->count, tourney->result, err);
    is_good = tourney_matches_close(tourney, is_good ? err : NULL) && is_good;
    is_good =
        tourney_database_close(settings->results, is_good ? err : NULL) && is_good;
    settings->results = NULL;
    return is_good;
}

/* Returns an exit status. */
static int play_matches(struct tourney_settings *settings, struct tourney *tourney,
                        struct error *err)
{
    const char *missing = find_missing(tourney);
    if (missing != NULL) {
        fprintf(stderr, "fibsbot tourney: skipped: %s is not installed\n", missing);
        return LONG_RUN_SKIPPED;
    }
    atomic_store(&settings->is_over, long_run_is_stopped());
    bool is_good =
        check_ranks(settings, tourney, err) && play_all(settings, tourney, err);
    if (!ranks_is_first()) {
        return is_good ? 0 : 1;
    }
    tourney_report_clear(settings);
    bool is_complete = report_matches(tourney);
    is_good = is_good && write_page(settings, tourney, err);
    return !is_good ? 1 : is_complete ? 0 : LONG_RUN_STOPPED;
}

/* Whether what is written at the end, or pair by pair, can be: an error comes before hours are
 * played. */
static bool check_outputs(const struct tourney_settings *settings,
                          const struct tourney *tourney, struct error *err)
{
    struct file_draft draft;
    for (int i = 0; i < tourney->count && settings->records != NULL; i++) {
        const char *folder = tourney->match[i].records;
        if (!folder_make(folder) || access(folder, W_OK | X_OK) != 0) {
            return error_of_path(err, folder);
        }
    }
    if (settings->page != NULL && ranks_is_first()) {
        if (!tourney_page_open(settings, &draft, err)) {
            return false;
        }
        file_draft_drop(&draft);
    }
    return true;
}

static void free_tourney(struct tourney *tourney)
{
    for (int i = 0; tourney != NULL && i < tourney->count; i++) {
        arena_runner_free(&tourney->result[i]);
    }
    free(tourney);
}

/* No usage error: it has been a failure since 0.1.0. */
static bool check_cube(const struct tourney_settings *settings, struct error *err)
{
    return !settings->runner.rules.is_cubeful ||
           named_player_check_cube(settings->typed, settings->standings.count,
                                   ": --cubeless plays without it", err);
}

static int play_contest(struct tourney_settings *settings, struct error *err)
{
    struct tourney *tourney = error_allocate(sizeof *tourney, err);
    int status = tourney != NULL ? 2 : 1;
    if (tourney != NULL && tourney_matches_make(settings, tourney, err)) {
        status = check_cube(settings, err) && check_outputs(settings, tourney, err)
                     ? play_matches(settings, tourney, err)
                     : 1;
    }
    if (tourney != NULL) {
        (void)tourney_matches_close(tourney, NULL);
    }
    free_tourney(tourney);
    return status;
}

/* With a match alone its report says it all. */
static void print_standings(const struct tourney_settings *settings)
{
    if (settings->is_csv) {
        tourney_table_csv(&settings->standings, stdout);
    } else if (settings->form != TOURNEY_MATCH || settings->saved != NULL) {
        if (settings->is_json) {
            tourney_table_json(&settings->standings, stdout);
        } else {
            tourney_table_print(&settings->standings, true, stdout);
        }
    }
}

/* A word as a shell reads it. */
static void print_word(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_-+=:,./%@";
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        fprintf(stderr, " %s", word);
        return;
    }
    fputs(" '", stderr);
    for (; *word != '\0'; word++) {
        fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, stderr);
    }
    fputc('\'', stderr);
}

static void tell_how_to_go_on(const struct tourney_settings *settings,
                              const struct cli_words *words)
{
    if (settings->run.save == NULL) {
        fputs(
            "fibsbot tourney: stopped; the same command with --save and --resume could "
            "continue\n",
            stderr);
        return;
    }
    fputs("fibsbot tourney: stopped; the same command with --save and --resume "
          "continues:\n    fibsbot",
          stderr);
    for (int i = 0; i < words->argc; i++) {
        print_word(words->argv[i]);
        fputs(i == 0 && !settings->run.is_resumed ? " --resume" : "", stderr);
    }
    fputc('\n', stderr);
}

/* ---- result files ---------------------------------------------------------------- */

/* Returns an exit status. */
static int report_saved(struct tourney_settings *settings, struct error *err)
{
    struct tourney *tourney = error_allocate(sizeof *tourney, err);
    int status = 1;
    if (tourney != NULL && tourney_saved_read(settings, tourney, err)) {
        status = tourney_entrants_check_shown(settings, err) ? 0 : 2;
    }
    if (status == 0) {
        print_standings(settings);
        status = write_page(settings, tourney, err) ? 0 : 1;
    }
    free_tourney(tourney);
    return status;
}

/* ---- the command ----------------------------------------------------------------- */

/* Says whom it lets play where not both are named, before it does so for long. */
static void tell_defaults(const struct tourney_settings *settings,
                          const struct cli_words *words)
{
    if (settings->form == TOURNEY_MATCH && words->count < 2) {
        fprintf(
            stderr,
            "fibsbot tourney: %s: %s against %s, %lld %s; `fibsbot tourney --help` says "
            "how to name others\n",
            words->count == 0 ? "no players are named" : "one player is named",
            settings->typed[0], settings->typed[1], (long long)settings->games,
            settings->runner.rules.length > 0 ? "matches" : "money games");
    }
}

int tourney_run(const struct cli_call *call)
{
    struct tourney_settings *settings = call->context;
    if ((settings->is_merge || settings->saved != NULL) && !ranks_is_first()) {
        return 0; /* nothing is played */
    }
    if (settings->is_merge) {
        return tourney_merge(settings, call->err);
    }
    if (settings->saved != NULL) {
        return report_saved(settings, call->err);
    }
    if (ranks_is_first()) {
        tell_defaults(settings, call->words);
    }
    (void)long_run_catch_signals();
    int status = play_contest(settings, call->err);
    if (!ranks_is_first()) {
        return status;
    }
    if (status == 0 || status == LONG_RUN_STOPPED) {
        print_standings(settings);
    }
    if (status == LONG_RUN_STOPPED) {
        tell_how_to_go_on(settings, call->words);
    }
    return status;
}
