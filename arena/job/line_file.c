#include "arena/job/line_file.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/text.h"

bool line_file_integer(const char **at, int64_t most, int64_t *number)
{
    char *end = NULL;
    if (**at < '0' || **at > '9') {
        return false;
    }
    errno = 0;
    *number = strtoll(*at, &end, 10);
    bool is_good = errno == 0 && *number <= most && *end == ' ';
    *at = end + (*end == ' ');
    return is_good;
}

bool line_file_number(const char **at, double *number)
{
    char *end = NULL;
    *number = strtod(*at, &end);
    bool is_good = end != *at && *end == ' ' && isfinite(*number);
    *at = end + (*end == ' ');
    return is_good;
}

bool line_file_differs(const char *expected, const char *found, struct error *err)
{
    enum { LONG_PATH = 20 };
    size_t word = 0;
    for (size_t i = 0; expected[i] != '\0' && expected[i] == found[i]; i++) {
        bool is_end = strchr(" ,", expected[i]) != NULL ||
                      (expected[i] == '/' && i - word > LONG_PATH);
        word = is_end ? i + 1 : word;
    }
    return error_set(err,
                     "expected results under the same conditions (files, players, "
                     "options): \"%.40s\", found \"%.40s\"",
                     expected + word, found + word);
}

static bool read_heading(const struct line_file *lines, const char *line,
                         struct error *err)
{
    size_t length = strlen(lines->magic);
    if (strncmp(line, lines->magic, length) != 0 || line[length] != ' ') {
        return error_set(err, "expected a file that begins with \"%s\"", lines->magic);
    }
    const char *found = line + length + 1;
    bool is_same = strcmp(found, lines->conditions) == 0;
    for (const char *const *former = lines->former;
         former != NULL && *former != NULL && !is_same; former++) {
        is_same = strcmp(found, *former) == 0;
    }
    return is_same || line_file_differs(lines->conditions, found, err);
}

static bool take_line(const struct line_file *lines, char *line, int number,
                      struct error *err)
{
    char *end = strchr(line, '\n');
    if (end != NULL) {
        *end = '\0';
    }
    if (number == 1) {
        return read_heading(lines, line, err);
    }
    if (end == NULL || !lines->take(lines->context, line)) {
        return error_set(err, "line %d: expected %s", number, lines->expected);
    }
    return true;
}

/* Whether `line` is the beginning of the heading, cut off by a kill; other text is not
 * cut. */
static bool is_cut_heading(const struct line_file *lines, const char *line)
{
    char heading[LINE_FILE_LINE_MAX];
    FORMAT_TEXT(heading, "%s %s", lines->magic, lines->conditions);
    return strncmp(line, heading, strlen(line)) == 0;
}

/* `*whole` is the length of the file up to the last whole line. What cannot be read is no
 * end: the rest would be cut off. */
static bool take_lines(const struct line_file *lines, FILE *file, long *whole,
                       struct error *err)
{
    char line[LINE_FILE_LINE_MAX];
    for (int n = 1; fgets(line, sizeof line, file) != NULL; n++) {
        bool is_cut = strchr(line, '\n') == NULL && feof(file);
        if (is_cut && (n > 1 || is_cut_heading(lines, line))) {
            break;
        }
        if (!take_line(lines, line, n, err)) {
            return false;
        }
        *whole = ftell(file);
    }
    return ferror(file) == 0 || error_set_for(err, errno, "%s", strerror(errno));
}

/* Reads what is there, and cuts off what a kill has left behind its last whole line. */
static bool read_file(const struct line_file *lines, FILE *file, struct error *err)
{
    struct error why;
    long whole = 0;
    if (!take_lines(lines, file, &whole, &why)) {
        return error_in_path(err, &why, lines->path);
    }
    return (ftruncate(fileno(file), whole) == 0 && fseek(file, 0, SEEK_END) == 0) ||
           error_of_path(err, lines->path);
}

static bool put_heading(const struct line_file *lines, FILE *file, struct error *err)
{
    bool is_there = ftell(file) > 0 ||
                    fprintf(file, "%s %s\n", lines->magic, lines->conditions) > 0;
    return (is_there && fflush(file) == 0) || error_of_path(err, lines->path);
}

static void set_open_error(const struct line_file *lines, int reason, struct error *err)
{
    bool is_folder = reason == EEXIST && folder_is(lines->path);
    bool is_file = reason == EEXIST && !is_folder;
    reason = is_folder ? EISDIR : reason;
    error_at_path(err, reason, lines->path,
                  is_file ? "the file exists already (--resume continues it)"
                          : strerror(reason));
}

FILE *line_file_open(const struct line_file *lines, struct error *err)
{
    FILE *file = fopen(lines->path, lines->is_resumed ? "a+e" : "wxe");
    if (file == NULL) {
        set_open_error(lines, errno, err);
        return NULL;
    }
    if (file_lock(file, lines->path, err) &&
        (!lines->is_resumed || read_file(lines, file, err)) &&
        put_heading(lines, file, err)) {
        return file;
    }
    (void)fclose(file);
    return NULL;
}
