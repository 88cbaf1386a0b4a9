#include "bot/review/assistant_answer.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/database.h"
#include "engine/board/points.h"
#include "match/record.h"

void assistant_desk_of(const struct config *config, struct assistant_desk *desk)
{
    *desk = (struct assistant_desk){.writes_analysis =
                                        config->record.analysis != RECORD_ANALYSIS_NO};
    (void)snprintf(desk->account, sizeof desk->account, "%s", config->account.name);
    (void)snprintf(desk->server, sizeof desk->server, "%s", config->server.host);
    (void)snprintf(desk->history, sizeof desk->history, "%s", config->history.file);
    if (config->record.matches) {
        (void)snprintf(desk->folder, sizeof desk->folder, "%s", config->record.folder);
    }
}

static void add_line(struct assistant_answer *answer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add_line(struct assistant_answer *answer, const char *format, ...)
{
    va_list args;
    if (answer->count < REPORT_LINES) {
        va_start(args, format);
        (void)vsnprintf(answer->lines[answer->count++], REPORT_LINE_SIZE, format, args);
        va_end(args);
    }
}

static void fail(struct assistant_answer *answer, const char *text)
{
    answer->is_error = true;
    (void)snprintf(answer->note, sizeof answer->note, "%.399s", text);
}

/* ---- from the history ------------------------------------------------------------ */

static struct database *open_history(const struct assistant_desk *desk,
                                     struct assistant_answer *answer)
{
    struct error err = {{0}};
    if (desk->history[0] == '\0') {
        return NULL;
    }
    struct database *database = database_open(desk->history, DATABASE_READ, &err);
    if (database == NULL) {
        fail(answer, err.text);
    }
    return database;
}

void assistant_level(const struct assistant_desk *desk, struct assistant_answer *answer)
{
    struct error err = {{0}};
    struct database *database = open_history(desk, answer);
    if (database == NULL) {
        return;
    }
    struct database_rows *rows =
        database_query(database, &err,
                       "SELECT level FROM opponent WHERE name=? AND server=? AND"
                       " level IS NOT NULL",
                       "ss", answer->user, desk->server);
    if (rows != NULL && database_next(rows)) {
        (void)snprintf(answer->level, sizeof answer->level, "%s",
                       database_text(rows, 0));
    }
    if (!database_done(rows, &err)) {
        fail(answer, err.text);
    }
    database_close(database);
}

#define FINISHED                                                                       \
    " FROM match m JOIN opponent o ON o.id=m.opponent_id"                              \
    " JOIN account a ON a.id=m.account_id"                                             \
    " WHERE m.state='finished' AND a.name=? AND a.server=?"

static void tell_last(const struct assistant_desk *desk, struct database *database,
                      char *text, size_t size)
{
    struct error err = {{0}};
    struct database_rows *rows = database_query(
        database, &err,
        "SELECT m.length, m.my_score, m.their_score,"
        " coalesce(m.ended_at, m.touched_at)" FINISHED
        " AND o.name=? ORDER BY coalesce(m.ended_at, m.touched_at) DESC LIMIT 1",
        "sss", desk->account, desk->server, text);
    text[0] = '\0';
    if (rows != NULL && database_next(rows)) {
        char day[20] = "", length[POINTS_TEXT_SIZE];
        time_t at = (time_t)database_int(rows, 3);
        struct tm utc;
        if (gmtime_r(&at, &utc) != NULL) {
            (void)strftime(day, sizeof day, "%Y-%m-%d", &utc);
        }
        (void)snprintf(text, size, " The last one, to %s, ended %d-%d for %s on %s.",
                       points_text((int)database_int(rows, 0), length),
                       (int)(database_int(rows, 1) > database_int(rows, 2)
                                 ? database_int(rows, 1)
                                 : database_int(rows, 2)),
                       (int)(database_int(rows, 1) > database_int(rows, 2)
                                 ? database_int(rows, 2)
                                 : database_int(rows, 1)),
                       database_int(rows, 1) > database_int(rows, 2) ? "me" : "you",
                       day);
    }
    (void)database_done(rows, &err);
}

static int64_t count_of(struct database *database, const struct assistant_desk *desk,
                        const char *user, const char *sql)
{
    struct error err = {{0}};
    int64_t number = user != NULL ? database_number(database, &err, sql, "sss",
                                                    desk->account, desk->server, user)
                                  : database_number(database, &err, sql, "ss",
                                                    desk->account, desk->server);
    return number == DATABASE_NULL ? 0 : number;
}

void assistant_stats(const struct assistant_desk *desk, struct assistant_answer *answer)
{
    struct database *database = open_history(desk, answer);
    char last[160];
    if (database == NULL) {
        add_line(answer, "I keep no statistics.");
        return;
    }
    int64_t ours = count_of(database, desk, answer->user,
                            "SELECT count(*)" FINISHED " AND o.name=?");
    int64_t won = count_of(database, desk, answer->user,
                           "SELECT count(*)" FINISHED " AND o.name=? AND m.has_won");
    int64_t all = count_of(database, desk, NULL, "SELECT count(*)" FINISHED);
    int64_t all_won =
        count_of(database, desk, NULL, "SELECT count(*)" FINISHED " AND m.has_won");
    (void)snprintf(last, sizeof last, "%s", answer->user);
    tell_last(desk, database, last, sizeof last);
    database_close(database);
    if (ours == 0) {
        add_line(answer, "We have not finished a match yet.");
    } else {
        add_line(answer, "We have finished %lld match%s: you have won %lld, I %lld.%s",
                 (long long)ours, ours == 1 ? "" : "es", (long long)(ours - won),
                 (long long)won, last);
    }
    if (all > 0) {
        add_line(answer, "Against everybody I have won %lld of %lld match%s.",
                 (long long)all_won, (long long)all, all == 1 ? "" : "es");
    }
}

/* ---- analysis -------------------------------------------------------------------- */

struct assistant_study {
    char path[ASSISTANT_PATH_SIZE];
    struct match_turns *turns;
    struct scratch *scratch;
    struct match_analysis *analysis;
};

static bool open_study(struct assistant_study *study, const struct engine *eng,
                       struct assistant_answer *answer)
{
    struct error err = {{0}};
    study->turns = match_turns_read(study->path, &err);
    if (study->turns == NULL) {
        fail(answer, err.text);
        add_line(answer, "Sorry, I cannot read my record of our match.");
        return false;
    }
    if (study->turns->heading.length > 0 && !match_turns_is_over(study->turns)) {
        add_line(answer, "Our last match is not over yet; please ask me then.");
        return false;
    }
    study->scratch = engine_scratch_new(eng);
    study->analysis = study->scratch == NULL
                          ? NULL
                          : match_analysis_new(eng, study->scratch, study->turns);
    if (study->analysis == NULL) {
        fail(answer, "no memory for the analysis of a match");
        add_line(answer, "Sorry, not now.");
    }
    return study->analysis != NULL;
}

struct assistant_study *assistant_study_begin(const struct assistant_desk *desk,
                                              const struct engine *eng,
                                              const atomic_bool *stop,
                                              struct assistant_answer *answer)
{
    struct assistant_study *study = calloc(1, sizeof *study);
    if (study == NULL || desk->folder[0] == '\0' ||
        !record_find_newest(desk->folder, desk->account, answer->user, study->path,
                            sizeof study->path)) {
        add_line(answer, "I have no record of a match with you.");
        free(study);
        return NULL;
    }
    if (!open_study(study, eng, answer)) {
        assistant_study_free(study);
        return NULL;
    }
    match_analysis_set_stop(study->analysis, stop);
    return study;
}

bool assistant_study_step(struct assistant_study *study)
{
    return match_analysis_step(study->analysis);
}

/* "X.mat" -> "X.analysis.txt", in one step. */
static bool write_file(const struct assistant_study *study, char *path, size_t size)
{
    char draft[ASSISTANT_PATH_SIZE + 32];
    int stem = (int)strlen(study->path) - (int)strlen(".mat");
    (void)snprintf(path, size, "%.*s.analysis.txt", stem, study->path);
    (void)snprintf(draft, sizeof draft, "%.*s.analysis.new", stem, study->path);
    FILE *file = fopen(draft, "we");
    if (file == NULL) {
        return false;
    }
    bool is_good = match_report_print(study->turns, study->analysis, file);
    is_good = fclose(file) == 0 && is_good;
    return is_good && rename(draft, path) == 0;
}

void assistant_study_tell(struct assistant_study *study,
                          const struct assistant_desk *desk,
                          struct assistant_answer *answer)
{
    char path[ASSISTANT_PATH_SIZE + 32], text[ASSISTANT_PATH_SIZE + 200];
    answer->count = match_report_lines(study->turns, study->analysis, answer->lines);
    if (!desk->writes_analysis) {
        return;
    }
    bool is_written = write_file(study, path, sizeof path);
    (void)snprintf(text, sizeof text, "%s%s%s%s",
                   is_written ? "the analysis of the match is in " : "analysis ", path,
                   is_written ? "" : ": ", is_written ? "" : strerror(errno));
    (void)snprintf(answer->note, sizeof answer->note, "%.399s", text);
    answer->is_error = !is_written;
}

void assistant_study_free(struct assistant_study *study)
{
    if (study != NULL) {
        match_analysis_free(study->analysis);
        engine_scratch_free(study->scratch);
        match_turns_free(study->turns);
        free(study);
    }
}
