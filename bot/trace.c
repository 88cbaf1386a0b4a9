#include "bot/trace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char head[] = "# fibsbot trace, account ";

struct trace {
    FILE *file;
    int64_t start_ms; /* of the first line; -1: none yet */
};

struct trace *trace_open(const char *path, const char *account,
                         struct engine_error *err)
{
    struct trace *trace = malloc(sizeof *trace);
    FILE *file = fopen(path, "a");
    if (trace == NULL || file == NULL) {
        engine_error_set(err, "cannot write the trace %s: %s", path, strerror(errno));
        free(trace);
        if (file != NULL) {
            (void)fclose(file);
        }
        return NULL;
    }
    (void)setvbuf(file, NULL, _IOLBF, 0);
    (void)fprintf(file, "%s%s\n", head, account);
    *trace = (struct trace){.file = file, .start_ms = -1};
    return trace;
}

void trace_write(struct trace *trace, int64_t now_ms, char kind, const char *text)
{
    if (trace == NULL) {
        return;
    }
    if (trace->start_ms < 0) {
        trace->start_ms = now_ms;
    }
    (void)fprintf(trace->file, "%lld %c%s %s\n", (long long)(now_ms - trace->start_ms),
                  kind, kind == '=' ? "" : ":", text);
}

void trace_close(struct trace *trace)
{
    if (trace != NULL) {
        (void)fclose(trace->file);
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
    if (kind == 'S' || kind == 'C') {
        if (*rest++ != ':') {
            return false;
        }
    } else if (kind != '=') {
        return false;
    }
    rest += *rest == ' ';
    line->at_ms = at_ms;
    line->kind = kind;
    (void)snprintf(line->text, sizeof line->text, "%s", rest);
    return true;
}

enum trace_result trace_read(FILE *file, int *number, char account[FIBS_NAME_MAX],
                             struct trace_line *line, struct engine_error *err)
{
    char text[TRACE_LINE_MAX];
    bool is_cut = false;
    while (read_text_line(file, text, sizeof text, &is_cut)) {
        ++*number;
        if (is_cut) {
            engine_error_set(err, "line %d is longer than %d bytes", *number,
                             TRACE_LINE_MAX - 2);
            return TRACE_BAD;
        }
        if (strncmp(text, head, sizeof head - 1) == 0) {
            (void)snprintf(account, FIBS_NAME_MAX, "%.*s", FIBS_NAME_MAX - 1,
                           text + sizeof head - 1);
        } else if (text[0] != '#' && text[0] != '\0') {
            if (!parse_line(text, line)) {
                engine_error_set(err,
                                 "line %d: expected \"MILLISECONDS S: ...\", \"... C: "
                                 "...\" or \"... = ...\", found \"%.60s\"",
                                 *number, text);
                return TRACE_BAD;
            }
            return TRACE_LINE;
        }
    }
    return TRACE_END;
}
