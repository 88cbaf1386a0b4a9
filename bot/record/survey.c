#include "bot/record/survey.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "bot/game/line_shape.h"
#include "fibs/command.h"
#include "fibs/line.h"
#include "fibs/queue.h"

enum {
    SHAPES_MAX = 500,
    BOARDS_MAX = 50,
    NAMES_MAX = 4096, /* a power of 2 */
    TIMES_MAX = 20000,
    SAMPLE_SIZE = 400,
    TOGGLES = 18 /* numbers of the line with our own settings */
};

struct unknown_shape {
    char shape[LINE_SHAPE_SIZE];
    char sample[SAMPLE_SIZE];
    int count;
};

struct bad_board {
    char line[SAMPLE_SIZE];
    char why[160];
};

/* The first line of a message, as it came. */
struct seen_message {
    long count;
    enum fibs_message_id glued; /* behind it */
    char line[SAMPLE_SIZE];
};

struct survey {
    struct fibs_message_context context;
    struct seen_message seen[FIBS_MSG_COUNT];
    struct unknown_shape shapes[SHAPES_MAX];
    int shape_count;
    long unknown, unshaped; /* lines; of shapes that found no room */
    struct bad_board boards[BOARDS_MAX];
    int board_count;
    long bad_boards;
    char names[NAMES_MAX][USER_NAME_SIZE]; /* a hash table of users */
    int name_count;
    long toggles[TOGGLES];
    bool has_toggles;
    enum fibs_command_id asked; /* not answered yet */
    int64_t asked_ms;
    int times[TIMES_MAX]; /* ms between command and answer */
    int time_count;
    int64_t last_ms, span_ms; /* of all runs */
    long lines;
    int connections;
};

struct survey *survey_new(void)
{
    return calloc(1, sizeof(struct survey));
}

void survey_free(struct survey *survey)
{
    free(survey);
}

/* ---- users ------------------------------------------------------------------------- */

/* The place of the name, or the free one where it belongs. */
static char *find_name(const struct survey *survey, const char *name, size_t length)
{
    uint32_t at = 5381;
    for (size_t i = 0; i < length; i++) {
        at = at * 33 + (unsigned char)name[i];
    }
    const char *row;
    do {
        row = survey->names[at++ % NAMES_MAX];
    } while (*row != '\0' && !(strncmp(row, name, length) == 0 && row[length] == '\0'));
    return (char *)row;
}

static bool is_user(const void *context, const char *word, size_t length)
{
    return length < USER_NAME_SIZE && *find_name(context, word, length) != '\0';
}

static void learn_user(struct survey *survey, struct fibs_slice name)
{
    char *row = name.length > 0 && name.length < USER_NAME_SIZE
                    ? find_name(survey, name.text, name.length)
                    : NULL;
    if (row != NULL && *row == '\0' && survey->name_count < NAMES_MAX / 2) {
        (void)fibs_slice_copy(name, row, USER_NAME_SIZE);
        survey->name_count++;
    }
}

/* ---- lines of the server --------------------------------------------------------------- */

static void take_unknown(struct survey *survey, struct fibs_slice line)
{
    char text[FIBS_LINE_MAX + 1], shape[LINE_SHAPE_SIZE];
    line_shape(fibs_slice_copy(line, text, sizeof text), is_user, survey, shape);
    survey->unknown++;
    for (int i = 0; i < survey->shape_count; i++) {
        if (strcmp(survey->shapes[i].shape, shape) == 0) {
            survey->shapes[i].count++;
            return;
        }
    }
    if (survey->shape_count == SHAPES_MAX) {
        survey->unshaped++;
        return;
    }
    struct unknown_shape *row = &survey->shapes[survey->shape_count++];
    memcpy(row->shape, shape, sizeof row->shape);
    (void)fibs_slice_copy(line, row->sample, sizeof row->sample);
    row->count = 1;
}

static void take_bad_board(struct survey *survey, const struct fibs_message *m)
{
    survey->bad_boards++;
    if (survey->board_count < BOARDS_MAX) {
        struct bad_board *row = &survey->boards[survey->board_count++];
        (void)fibs_slice_copy(m->line, row->line, sizeof row->line);
        FORMAT_TEXT(row->why, "%.159s", m->board_error.text);
    }
}

static void time_answer(struct survey *survey, int64_t at_ms,
                        const struct fibs_message *m)
{
    enum { ANSWER_MS_MAX = 60 * 60 * 1000 };
    int64_t ms = at_ms - survey->asked_ms;
    if (survey->asked != FIBS_CMD_NONE && fibs_is_answer(survey->asked, m)) {
        survey->asked = FIBS_CMD_NONE;
        if (survey->time_count < TIMES_MAX && ms >= 0 && ms < ANSWER_MS_MAX) {
            survey->times[survey->time_count++] = (int)ms;
        }
    }
}

static void take_message(struct survey *survey, int64_t at_ms,
                         const struct fibs_message *m)
{
    struct seen_message *seen = &survey->seen[m->id];
    if (seen->count++ == 0) {
        (void)fibs_slice_copy(m->line, seen->line, sizeof seen->line);
    }
    bool is_unknown = m->id == FIBS_MSG_UNKNOWN || m->id == FIBS_MSG_UNKNOWN_STARRED;
    if (is_unknown && m->line.length > 0) {
        take_unknown(survey, m->line);
    } else if (m->id == FIBS_MSG_BOARD_BAD) {
        take_bad_board(survey, m);
    } else if (m->id == FIBS_MSG_CLIP_WHO_INFO) {
        learn_user(survey, m->names[0]);
    } else if (m->id == FIBS_MSG_CLIP_OWN_INFO && !survey->has_toggles &&
               m->number_count >= TOGGLES) {
        survey->has_toggles = true;
        memcpy(survey->toggles, m->numbers, sizeof survey->toggles);
    }
    time_answer(survey, at_ms, m);
}

/* Banners before the log-in and the words after it are free text. */
static bool is_free_text(const struct survey *survey, const struct fibs_message *m)
{
    return m->id == FIBS_MSG_UNKNOWN &&
           (survey->seen[FIBS_MSG_CLIP_WELCOME].count < survey->connections ||
            survey->asked == FIBS_CMD_BYE);
}

static void take_line(struct survey *survey, int64_t at_ms, const char *text)
{
    struct fibs_message m;
    survey->lines++;
    do {
        fibs_message_read(&survey->context, text, &m);
        if (!is_free_text(survey, &m)) {
            take_message(survey, at_ms, &m);
        }
        text = m.rest.text;
        if (m.rest.length > 0) {
            struct fibs_message_context context = survey->context;
            struct fibs_message next;
            fibs_message_read(&context, text, &next);
            survey->seen[m.id].glued =
                survey->seen[m.id].count == 1 ? next.id : survey->seen[m.id].glued;
        }
    } while (m.rest.length > 0);
}

static void take_trace_line(struct survey *survey, const struct trace_line *line)
{
    int64_t step = line->at_ms > survey->last_ms ? line->at_ms - survey->last_ms : 0;
    int64_t most = INT64_MAX - survey->span_ms;
    survey->span_ms += step < most ? step : most;
    survey->last_ms = line->at_ms;
    if (line->kind == 'S') {
        take_line(survey, line->at_ms, line->text);
    } else if (line->kind == 'C') {
        survey->asked = fibs_command_find(line->text);
        survey->asked_ms = line->at_ms;
    } else if (strcmp(line->text, "connected") == 0) {
        memset(&survey->context, 0, sizeof survey->context);
        survey->asked = FIBS_CMD_NONE;
        survey->connections++;
    }
}

bool survey_read(struct survey *survey, const char *path, struct error *err)
{
    struct trace_reader reader = {.file = file_to_read(path, err)};
    struct trace_line *line = malloc(sizeof *line);
    struct error why = {.text = "out of memory"};
    enum trace_result result = TRACE_BAD;
    if (reader.file == NULL) {
        free(line);
        return false;
    }
    while (line != NULL && (result = trace_read(&reader, line, &why)) == TRACE_LINE) {
        take_trace_line(survey, line);
    }
    free(line);
    (void)fclose(reader.file);
    return result != TRACE_BAD || error_in_path(err, &why, path);
}

/* ---- the report ---------------------------------------------------------------------- */

/* Strangers wrote it: what is not printable ASCII is shown as \xNN, as in the log. */
static void put_text(const char *text, FILE *out)
{
    for (; *text != '\0'; text++) {
        fprintf(out, *text >= ' ' && *text <= '~' ? "%c" : "\\x%02x",
                (unsigned char)*text);
    }
    fputc('\n', out);
}

static int compare_ints(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void print_times(const struct survey *survey, FILE *out)
{
    int count = survey->time_count;
    int *sorted = malloc(sizeof survey->times);
    if (count == 0 || sorted == NULL) {
        fputs("Answers: none was measured\n", out);
    } else {
        memcpy(sorted, survey->times, (size_t)count * sizeof *sorted);
        qsort(sorted, (size_t)count, sizeof *sorted, compare_ints);
        fprintf(out,
                "Answers: %d measured; ms: least %d, half within %d, 95 %% within %d, "
                "most %d\n",
                count, sorted[0], sorted[count / 2], sorted[count * 95 / 100],
                sorted[count - 1]);
    }
    free(sorted);
}

/* In the order of the numbers of that line (CLIP specification 1.3). */
static const char *const toggle_names[TOGGLES] = {
    "allowpip", "autoboard", "autodouble", "automove", "away",       "bell",
    "crawford", "double",    NULL,         "greedy",   "moreboards", "moves",
    "notify",   "ratings",   "ready",      NULL,       "report",     "silent"};

static void print_toggles(const struct survey *survey, FILE *out)
{
    fputs("Toggles as found:", out);
    for (int i = 0; survey->has_toggles && i < TOGGLES; i++) {
        if (toggle_names[i] != NULL) {
            fprintf(out, " %s %s", toggle_names[i],
                    survey->toggles[i] != 0 ? "YES" : "NO");
        }
    }
    fputs(survey->has_toggles ? "\n" : " no line said them\n", out);
}

static void print_unknown(const struct survey *survey, FILE *out)
{
    fprintf(out, "Unknown lines: %ld, of %d shape%s\n", survey->unknown,
            survey->shape_count, survey->shape_count == 1 ? "" : "s");
    for (int i = 0; i < survey->shape_count; i++) {
        const struct unknown_shape *row = &survey->shapes[i];
        fprintf(out, "%6d  ", row->count);
        put_text(row->shape, out);
        fputs("        ", out);
        put_text(row->sample, out);
    }
    if (survey->unshaped > 0) {
        fprintf(out, "%6ld  of further shapes\n", survey->unshaped);
    }
}

static void print_boards(const struct survey *survey, FILE *out)
{
    fprintf(out, "Boards that did not parse: %ld of %ld\n", survey->bad_boards,
            survey->bad_boards + survey->seen[FIBS_MSG_BOARD].count);
    for (int i = 0; i < survey->board_count; i++) {
        fputs("        ", out);
        put_text(survey->boards[i].why, out);
        fputs("        ", out);
        put_text(survey->boards[i].line, out);
    }
}

static bool is_of_table(enum fibs_message_id id)
{
    return id != FIBS_MSG_UNKNOWN && id != FIBS_MSG_UNKNOWN_STARRED &&
           id != FIBS_MSG_BOARD_BAD;
}

static void print_unseen(const struct survey *survey, bool lists_unseen, FILE *out)
{
    int unseen = 0, all = 0, column = 0;
    for (int i = 0; i < FIBS_MSG_COUNT; i++) {
        all += is_of_table((enum fibs_message_id)i);
        unseen += is_of_table((enum fibs_message_id)i) && survey->seen[i].count == 0;
    }
    fprintf(out, "Messages of the table that never came: %d of %d\n", unseen, all);
    for (int i = 0; lists_unseen && i < FIBS_MSG_COUNT; i++) {
        if (is_of_table((enum fibs_message_id)i) && survey->seen[i].count == 0) {
            const char *name = fibs_message_name((enum fibs_message_id)i);
            column = column == 0 ? fprintf(out, "        %s", name)
                                 : column + fprintf(out, " %s", name);
            if (column > 80) {
                fputc('\n', out);
                column = 0;
            }
        }
    }
    fputs(column > 0 ? "\n" : "", out);
}

void survey_print(const struct survey *survey, bool lists_unseen, FILE *out)
{
    fprintf(out, "%ld line%s of the server in %lld min, %d connection%s\n",
            survey->lines, survey->lines == 1 ? "" : "s",
            (long long)survey->span_ms / 60000, survey->connections,
            survey->connections == 1 ? "" : "s");
    print_times(survey, out);
    print_toggles(survey, out);
    print_unknown(survey, out);
    print_boards(survey, out);
    print_unseen(survey, lists_unseen, out);
}

void survey_print_rows(const struct survey *survey, FILE *out)
{
    for (int i = 0; i < FIBS_MSG_COUNT; i++) {
        const struct seen_message *seen = &survey->seen[i];
        if (seen->count > 0 && is_of_table((enum fibs_message_id)i)) {
            fprintf(out, "%s\t%s\t", fibs_message_name((enum fibs_message_id)i),
                    seen->glued == FIBS_MSG_UNKNOWN ? "-"
                                                    : fibs_message_name(seen->glued));
            put_text(seen->line, out);
        }
    }
    for (int i = 0; i < survey->shape_count; i++) {
        fputs("unknown\t-\t", out);
        put_text(survey->shapes[i].sample, out);
    }
}
