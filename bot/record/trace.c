#include "bot/record/trace.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "bot/base/rotation.h"
#include "bot/record/trace_mask.h"

enum { INPUT_SIZE = 512 };

static const char head[] = "# fibsbot trace, account ";

static const char all_inputs[] = "# all inputs";

struct trace {
    FILE *file;
    int64_t start_ms; /* of the first line; -1: none yet */
    struct trace_setup setup;
    char *path;
    char account[USER_NAME_SIZE];
    struct rotation rotation;
    struct trace_mask mask;
};

static FILE *open_trace_file(const struct trace_setup *setup)
{
    FILE *file = file_stream(setup->path, "a", FILE_OF_GROUP);
    if (file != NULL) {
        (void)setvbuf(file, NULL, _IOLBF, 0);
        (void)fprintf(file, "%s%s\n", head, setup->account);
        if (setup->has_inputs) {
            (void)fprintf(file, "%s\n", all_inputs);
        }
        if (setup->hides_addresses) {
            (void)fputs("# addresses and private talk are replaced\n", file);
        }
    }
    return file;
}

struct trace *trace_open(const struct trace_setup *setup, struct error *err)
{
    struct trace *trace = calloc(1, sizeof *trace);
    if (trace == NULL || (trace->path = strdup(setup->path)) == NULL) {
        error_no_memory(err);
    } else {
        COPY_TEXT(trace->account, setup->account);
        trace->setup = *setup;
        trace->setup.path = trace->path;
        trace->setup.account = trace->account;
        trace->start_ms = -1;
        trace->rotation =
            (struct rotation){trace->path, setup->limit, setup->files, OWN_TRACE};
        trace->file = open_trace_file(&trace->setup);
        if (trace->file != NULL) {
            return trace;
        }
        error_set_for(err, errno, "cannot write the trace %s: %s", setup->path,
                      file_error(errno));
    }
    trace_close(trace);
    return NULL;
}

/* If no new file can be opened, the old one continues. */
static void open_again(struct trace *trace)
{
    FILE *file = open_trace_file(&trace->setup);
    if (file != NULL) {
        (void)fclose(trace->file);
        trace->file = file;
    }
}

static void append_line(struct trace *trace, int64_t now_ms, char kind,
                        const char *text)
{
    if (trace->start_ms < 0) {
        trace->start_ms = now_ms;
    }
    (void)fprintf(trace->file, "%lld %c%s %s\n", (long long)(now_ms - trace->start_ms),
                  kind, kind == '=' ? "" : ":", text);
    if (rotation_moves(&trace->rotation, fileno(trace->file))) {
        open_again(trace);
    }
}

void trace_write(struct trace *trace, int64_t now_ms, char kind, const char *text)
{
    char masked[TRACE_LINE_MAX];
    if (trace == NULL) {
        return;
    }
    if (trace->setup.hides_addresses && kind != '=') {
        trace_mask_line(&trace->mask, kind, text, masked, sizeof masked);
        text = masked;
    } else if (strcmp(text, "connected") == 0) {
        trace->mask = (struct trace_mask){.context = {0}};
    }
    append_line(trace, now_ms, kind, text);
}

void trace_input(struct trace *trace, int64_t now_ms, const char *format, ...)
{
    char text[INPUT_SIZE];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    trace_write(trace, now_ms, '=', text);
}

void trace_close(struct trace *trace)
{
    if (trace != NULL) {
        if (trace->file != NULL) {
            (void)fclose(trace->file);
        }
        free(trace->path);
        free(trace);
    }
}

static bool read_text_line(FILE *file, char *text, size_t size, bool *is_cut)
{
    if (fgets(text, (int)size, file) == NULL) {
        return false;
    }
    size_t length = strcspn(text, "\r\n");
    *is_cut = text[length] == '\0' && !feof(file);
    text[length] = '\0';
    return true;
}

static bool parse_line(const char *text, struct trace_line *line)
{
    char *end = NULL;
    errno = 0;
    long long at_ms = strtoll(text, &end, 10);
    bool has_time = end != text && errno == 0 && at_ms >= 0 && *end == ' ';
    if (!has_time) {
        return false;
    }
    char kind = end[1];
    const char *rest = end + 2;
    bool has_colon = kind == 'S' || kind == 'C';
    if ((!has_colon && kind != '=') || (has_colon && *rest++ != ':')) {
        return false;
    }
    rest += *rest == ' ';
    line->at_ms = at_ms;
    line->kind = kind;
    COPY_TEXT(line->text, rest);
    return true;
}

/* "# fibsbot trace, account our_bot" begins a trace, also in the middle of a file that was
 * appended to. */
static void learn_remark(struct trace_reader *reader, const char *text)
{
    if (strncmp(text, head, sizeof head - 1) == 0) {
        (void)snprintf(reader->account, USER_NAME_SIZE, "%.*s", USER_NAME_SIZE - 1,
                       text + sizeof head - 1);
        reader->has_inputs = false;
        reader->has_head = true;
    } else if (strcmp(text, all_inputs) == 0) {
        reader->has_inputs = true;
    }
}

enum trace_result trace_read(struct trace_reader *reader, struct trace_line *line,
                             struct error *err)
{
    char text[TRACE_LINE_MAX];
    bool is_cut = false;
    while (read_text_line(reader->file, text, sizeof text, &is_cut)) {
        reader->number++;
        if (is_cut) {
            error_set(err, "line %d is longer than %d bytes", reader->number,
                      TRACE_LINE_MAX - 2);
            return TRACE_BAD;
        }
        if (text[0] == '#') {
            learn_remark(reader, text);
        } else if (text[0] != '\0') {
            if (!parse_line(text, line)) {
                error_set(err,
                          "line %d: expected \"MILLISECONDS S: ...\", \"... C: "
                          "...\" or \"... = ...\", found \"%.60s\"",
                          reader->number, text);
                return TRACE_BAD;
            }
            /* a rotated file has a head, too, but its clock goes on */
            reader->begins_run = reader->has_head && line->at_ms == 0;
            reader->has_head = false;
            return TRACE_LINE;
        }
    }
    return TRACE_END;
}
