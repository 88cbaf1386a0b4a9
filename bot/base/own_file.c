#include "bot/base/own_file.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAD_SIZE = 4096, PATTERNS = 2 };

/* What our files begin with; 9 stands for any digit. */
static const struct {
    const char *what;
    const char *begins[PATTERNS];
    bool may_be_later; /* in any line */
    const char *only;  /* bytes that it holds; NULL: any */
} kinds[] = {
    [OWN_LOG] = {.what = "a log",
                 .begins = {"9999-99-99T99:99:99Z ", "{\"at\":\"9999-"},
                 .may_be_later = true},
    [OWN_TRACE] = {.what = "a trace", .begins = {"# fibsbot trace, "}},
    [OWN_DECISIONS] = {.what = "decisions",
                       .begins = {"{\"at\":\"9999-"},
                       .may_be_later = true},
    [OWN_HEALTH] = {.what = "a health file",
                    .begins = {"9999-99-99T99:99:99Z accounts "}},
    [OWN_DATABASE] = {.what = "a database", .begins = {"SQLite format 3"}},
    [OWN_LOCK] = {.what = "a lock", .begins = {"9"}, .only = "0123456789\n"},
    [OWN_MATCH] = {.what = "a match file", .begins = {"; [", " 9"}},
    [OWN_PAGE] = {.what = "a page", .begins = {"<!DOCTYPE html>"}},
    [OWN_CURVE] = {.what = "a curve",
                   .begins = {"<?xml version=\"9.9\" encoding=\"UTF-9\"?>\n<svg "}},
};

static bool begins_with(const char *text, const char *pattern)
{
    while (*pattern != '\0' &&
           (*pattern == '9' ? isdigit((unsigned char)*text) != 0 : *pattern == *text)) {
        pattern++;
        text++;
    }
    return *pattern == '\0';
}

static bool is_like(const char *head, enum own_file kind)
{
    const char *line = head, *only = kinds[kind].only;
    if (only != NULL && head[strspn(head, only)] != '\0') {
        return false;
    }
    do {
        for (int i = 0; i < PATTERNS && kinds[kind].begins[i] != NULL; i++) {
            if (begins_with(line, kinds[kind].begins[i])) {
                return true;
            }
        }
        line = strchr(line, '\n');
        line = line == NULL ? NULL : line + 1;
    } while (kinds[kind].may_be_later && line != NULL);
    return false;
}

/* Returns the number of bytes, or -1 with errno set. O_NONBLOCK: a FIFO hangs nobody. */
static ssize_t read_head(const char *path, char head[HEAD_SIZE])
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t length = fd < 0 ? -1 : read(fd, head, HEAD_SIZE - 1);
    int reason = errno;
    if (fd >= 0) {
        (void)close(fd);
    }
    head[length > 0 ? length : 0] = '\0';
    errno = reason;
    return length;
}

bool own_file_is(const char *path, enum own_file kind, struct error *err)
{
    char head[HEAD_SIZE];
    struct stat status;
    bool is_file = stat(path, &status) == 0 && S_ISREG(status.st_mode);
    if (kind == OWN_ANY || !is_file || status.st_size == 0) {
        return true;
    }
    ssize_t length = read_head(path, head);
    if (length < 0) {
        return error_set_errno(err, "%.150s: cannot be read", path);
    }
    return length == 0 || is_like(head, kind) ||
           error_set(err,
                     "%.120s: expected %s of fibsbot or no file, found another file, "
                     "which is left as it is",
                     path, kinds[kind].what);
}
