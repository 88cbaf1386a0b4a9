#include "arena/job/line_file.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/folder.h"

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
    bool is_same = strcmp(found, lines->conditions) == 0 ||
                   (lines->former != NULL && strcmp(found, lines->former) == 0);
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
    (void)snprintf(heading, sizeof heading, "%s %s", lines->magic, lines->conditions);
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

static bool read_file(const struct line_file *lines, struct error *err)
{
    FILE *file = fopen(lines->path, "r+");
    struct error why;
    long whole = 0;
    if (file == NULL && errno == ENOENT) {
        return true;
    }
    if (file == NULL) {
        return error_of_path(err, lines->path);
    }
    bool is_good = take_lines(lines, file, &whole, &why);
    if (!is_good) {
        error_in_path(err, &why, lines->path);
    }
    (void)fclose(file);
    if (is_good && truncate(lines->path, whole) != 0) {
        return error_of_path(err, lines->path);
    }
    return is_good;
}

FILE *line_file_open(const struct line_file *lines, struct error *err)
{
    if (lines->is_resumed && !read_file(lines, err)) {
        return NULL;
    }
    FILE *file = fopen(lines->path, lines->is_resumed ? "a" : "wx");
    bool is_good = file != NULL;
    if (is_good && ftell(file) == 0) {
        is_good = fprintf(file, "%s %s\n", lines->magic, lines->conditions) > 0;
    }
    is_good = is_good && fflush(file) == 0;
    if (!is_good) {
        int reason = errno;
        if (reason == EEXIST && folder_is(lines->path)) {
            reason = EISDIR;
        }
        error_at_path(err, reason, lines->path,
                      reason == EEXIST
                          ? "the file exists already (--resume continues it)"
                          : strerror(reason));
        if (file != NULL) {
            (void)fclose(file);
        }
        return NULL;
    }
    return file;
}
