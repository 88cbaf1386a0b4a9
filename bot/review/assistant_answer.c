#include "bot/review/assistant_answer.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/database.h"
#include "base/file.h"
#include "base/text.h"
#include "bot/history/history_analysis.h"
#include "engine/board/points.h"
#include "match/record.h"
#include "match/report/match_html.h"

void assistant_source_of(const struct config *config, struct assistant_source *source)
{
    *source = (struct assistant_source){.writes_analysis = config->record.analysis !=
                                                           CONFIG_RECORD_ANALYSIS_NO,
                                        .program = "fibsbot"};
    COPY_TEXT(source->account, config->account.name);
    config_site(config, source->server);
    COPY_TEXT(source->history, config->history.file);
    if (config->record.matches) {
        COPY_TEXT(source->folder, config->record.folder);
    }
}

__attribute__((format(printf, 2, 3))) static void
add_line(struct assistant_answer *answer, const char *format, ...)
{
    va_list args;
    if (answer->count < MATCH_REPORT_LINES) {
        va_start(args, format);
        (void)vsnprintf(answer->lines[answer->count++], MATCH_REPORT_LINE_SIZE, format,
                        args);
        va_end(args);
    }
}

static void note_failure(struct assistant_answer *answer, const char *text)
{
    answer->is_error = true;
    FORMAT_TEXT(answer->note, "%.399s", text);
}

/* ---- from the history ------------------------------------------------------------ */

static struct database *open_source(const struct assistant_source *source,
                                    struct assistant_answer *answer)
{
    struct error err = {0};
    if (source->history[0] == '\0') {
        return NULL;
    }
    struct database *database = database_open(source->history, DATABASE_READ, &err);
    if (database == NULL) {
        note_failure(answer, err.text);
    }
    return database;
}

void assistant_level(const struct assistant_source *source,
                     struct assistant_answer *answer)
{
    struct error err = {0};
    struct database *database = open_source(source, answer);
    if (database == NULL) {
        return;
    }
    struct database_rows *rows =
        database_query(database, &err,
                       "SELECT level FROM opponent WHERE name=? AND server=? AND"
                       " level IS NOT NULL",
                       "ss", answer->user, source->server);
    if (rows != NULL && database_next(rows)) {
        COPY_TEXT(answer->level, database_text(rows, 0));
    }
    if (!database_done(rows, &err)) {
        note_failure(answer, err.text);
    }
    database_close(database);
}

#define FINISHED                                                                       \
    " FROM match m JOIN opponent o ON o.id=m.opponent_id"                              \
    " JOIN account a ON a.id=m.account_id"                                             \
    " WHERE m.state='finished' AND a.name=? AND a.server=?"

/* Writes "" if there is none. */
static void describe_last_match(const struct assistant_source *source, const char *user,
                                struct database *database, char *text, size_t size)
{
    struct error err = {0};
    struct database_rows *rows = database_query(
        database, &err,
        "SELECT m.length, min(max(m.my_score, m.their_score),"
        " CASE WHEN m.length > 0 THEN m.length ELSE 1 << 30 END),"
        " min(m.my_score, m.their_score), m.my_score > m.their_score,"
        " strftime('%Y-%m-%d', coalesce(m.ended_at, m.touched_at), 'unixepoch')" FINISHED
        " AND o.name=? ORDER BY m.id DESC LIMIT 1",
        "sss", source->account, source->server, user);
    text[0] = '\0';
    if (rows != NULL && database_next(rows)) {
        char points[POINTS_TEXT_SIZE];
        int length = (int)database_int(rows, 0);
        (void)snprintf(text, size, " The last one, %s%s, ended %d-%d for %s on %s.",
                       length > 0 ? "to " : "", points_length_text(length, points),
                       (int)database_int(rows, 1), (int)database_int(rows, 2),
                       database_int(rows, 3) != 0 ? "me" : "you",
                       database_text(rows, 4));
    }
    (void)database_done(rows, &err);
}

struct match_counts {
    int64_t all, all_won, theirs, theirs_won; /* won by us */
};

static struct match_counts count_matches(const struct assistant_source *source,
                                         const char *user, struct database *database)
{
    struct error err = {0};
    struct match_counts counts = {0};
    struct database_rows *rows = database_query(
        database, &err,
        "SELECT count(*), sum(m.has_won), sum(o.name=?), sum(o.name=? AND m.has_won)" FINISHED,
        "ssss", user, user, source->account, source->server);
    if (rows != NULL && database_next(rows)) {
        counts = (struct match_counts){database_int(rows, 0), database_int(rows, 1),
                                       database_int(rows, 2), database_int(rows, 3)};
    }
    (void)database_done(rows, &err);
    return counts;
}

void assistant_stats(const struct assistant_source *source,
                     struct assistant_answer *answer)
{
    struct database *database = open_source(source, answer);
    char last[160];
    if (database == NULL) {
        add_line(answer, "I keep no statistics.");
        return;
    }
    struct match_counts counts = count_matches(source, answer->user, database);
    describe_last_match(source, answer->user, database, last, sizeof last);
    database_close(database);
    if (counts.theirs == 0) {
        add_line(answer, "We have not finished a match yet.");
    } else {
        add_line(answer, "We have finished %lld match%s: you have won %lld, I %lld.%s",
                 (long long)counts.theirs, counts.theirs == 1 ? "" : "es",
                 (long long)(counts.theirs - counts.theirs_won),
                 (long long)counts.theirs_won, last);
    }
    if (counts.all > 0) {
        add_line(answer, "Against everybody I have won %lld of %lld match%s.",
                 (long long)counts.all_won, (long long)counts.all,
                 counts.all == 1 ? "" : "es");
    }
}

/* ---- analysis -------------------------------------------------------------------- */

struct assistant_study {
    char path[ASSISTANT_PATH_SIZE];
    struct match_turns *turns;
    struct search_scratch *scratch;
    struct match_analysis *analysis;
};

static bool open_study(struct assistant_study *study, const struct engine *eng,
                       struct assistant_answer *answer)
{
    struct error err = {0};
    study->turns = match_turns_read(study->path, &err);
    if (study->turns == NULL) {
        note_failure(answer, err.text);
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
        note_failure(answer, "out of memory");
        add_line(answer, "Sorry, not now.");
    }
    return study->analysis != NULL;
}

/* Our own side is evaluated deeper than it thought, by the file or the history. */
static void set_reference_level(struct assistant_study *study,
                                const struct assistant_source *source)
{
    const struct match_turns *turns = study->turns;
    const struct record_heading *heading = &turns->heading;
    const struct history_played played = {.account = source->account,
                                          .opponent = heading->opponent,
                                          .date = heading->date,
                                          .length = heading->length,
                                          .my_score = turns->score[RECORD_ME],
                                          .their_score = turns->score[RECORD_OPPONENT]};
    struct strength reference = *match_analysis_strength(study->analysis, RECORD_ME);
    char asked[HISTORY_LEVEL_SIZE] = REFERENCE_LEVEL_UNKNOWN;
    const char *level = heading->level[RECORD_ME];
    if (level[0] == '\0') {
        (void)history_level_of(source->history, &played, asked);
        level = asked;
    }
    reference_level_deepen(level, &reference);
    match_analysis_set_strength(study->analysis, RECORD_ME, &reference);
}

static bool find_studied(const struct assistant_source *source, const char *user,
                         char path[ASSISTANT_PATH_SIZE])
{
    if (source->record[0] != '\0') {
        memcpy(path, source->record, ASSISTANT_PATH_SIZE);
        return true;
    }
    return source->folder[0] != '\0' &&
           record_find_newest(source->folder, source->account, user, path,
                              ASSISTANT_PATH_SIZE);
}

struct assistant_study *assistant_study_begin(const struct assistant_source *source,
                                              const struct engine *eng,
                                              const atomic_bool *stop,
                                              struct assistant_answer *answer)
{
    struct assistant_study *study = calloc(1, sizeof *study);
    if (study == NULL || !find_studied(source, answer->user, study->path)) {
        add_line(answer, "I have no record of a match with you.");
        free(study);
        return NULL;
    }
    if (!open_study(study, eng, answer)) {
        assistant_study_free(study);
        return NULL;
    }
    set_reference_level(study, source);
    match_analysis_set_stop(study->analysis, stop);
    return study;
}

bool assistant_study_step(struct assistant_study *study)
{
    return match_analysis_step(study->analysis);
}

/* What the history keeps of the analysis. */
static void make_event(const struct assistant_study *study,
                       const struct assistant_source *source, const char *user,
                       struct history_event *event)
{
    const int *score = study->turns->score;
    time_t began = 0;
    (void)record_start_of(study->path, &began);
    *event = (struct history_event){.type = HISTORY_ANALYSIS,
                                    .at_s = (int64_t)time(NULL),
                                    .began_s = (int64_t)began,
                                    .length = study->turns->heading.length,
                                    .my_score = score[RECORD_ME],
                                    .their_score = score[RECORD_OPPONENT]};
    COPY_TEXT(event->account, source->account);
    COPY_TEXT(event->server, source->server);
    COPY_TEXT(event->name, user);
    for (int i = 0; i < 2; i++) {
        const struct match_analysed_side *side =
            match_analysis_side(study->analysis, i == 0 ? RECORD_ME : RECORD_OPPONENT);
        event->analysis.decisions[i] = side->decisions;
        event->analysis.loss[i] = side->loss;
        event->analysis.luck[i] = side->luck;
    }
}

static void print_page(const struct match_report *report, FILE *out)
{
    (void)match_html_page(report, out);
}

static void print_text(const struct match_report *report, FILE *out)
{
    (void)match_report_print(report, out);
}

/* "X.mat" -> "X.analysis.txt" */
static void name_file(const char *record, const char *ending, char *path, size_t size)
{
    int stem = (int)strlen(record) - (int)strlen(".mat");
    (void)snprintf(path, size, "%.*s%s", stem > 0 ? stem : 0, record, ending);
}

/* Writes X.analysis.txt and the page of match_html.h, X.analysis.html, beside the
 * match file X.mat, each in one step. `path` gets the name of the text. False with `err`. */
static bool write_analysis(const struct match_report *report, const char *record,
                           char *path, size_t size, struct error *err)
{
    static const struct {
        const char *ending;
        void (*print)(const struct match_report *report, FILE *out);
    } rows[] = {{".analysis.html", print_page}, {".analysis.txt", print_text}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct file_draft draft;
        name_file(record, rows[i].ending, path, size);
        if (!file_draft_open(&draft, path, FILE_OF_GROUP, err)) {
            return false;
        }
        rows[i].print(report, draft.stream);
        if (!file_draft_keep(&draft, FILE_SAFE_FROM_KILLS, err)) {
            return false;
        }
    }
    return true;
}

void assistant_study_tell(struct assistant_study *study,
                          const struct assistant_source *source,
                          struct assistant_answer *answer)
{
    char path[ASSISTANT_PATH_SIZE + 32];
    struct error err;
    answer->has_event = true;
    make_event(study, source, answer->user, &answer->event);
    answer->count = match_report_lines(study->turns, study->analysis, answer->moves_up,
                                       answer->lines);
    if (!source->writes_analysis) {
        return;
    }
    const struct match_report report = {study->turns, study->analysis,
                                        .program = source->program};
    if (!write_analysis(&report, study->path, path, sizeof path, &err)) {
        note_failure(answer, err.text);
        return;
    }
    FORMAT_TEXT(answer->note, "the analysis of the match is in %.300s", path);
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

void assistant_study_leave_out(const struct assistant_source *source, const char *why,
                               struct assistant_answer *answer)
{
    answer->is_error = true;
    FORMAT_TEXT(answer->note, "the match with %.60s is not analysed: %.120s (%.160s)",
                answer->user, why, source->record);
}
