#include "bot/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_SIZE = 1400, ACCOUNT_SIZE = 80 };

struct log {
    enum log_level level;
    int fd;
    char *path; /* NULL: standard error */
};

static int open_file(const char *path, struct engine_error *err)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640);
    if (fd < 0) {
        engine_error_set(err, "log file %s: %s", path, strerror(errno));
    }
    return fd;
}

struct log *log_open(enum log_level level, const char *path, struct engine_error *err)
{
    struct log *log = calloc(1, sizeof *log);
    if (log == NULL) {
        engine_error_set(err, "no memory for the log");
        return NULL;
    }
    log->level = level;
    log->fd = STDERR_FILENO;
    if (*path == '\0') {
        return log;
    }
    log->path = strdup(path);
    log->fd = log->path == NULL ? -1 : open_file(path, err);
    if (log->fd < 0) {
        free(log->path);
        free(log);
        return NULL;
    }
    return log;
}

void log_close(struct log *log)
{
    if (log == NULL) {
        return;
    }
    if (log->path != NULL) {
        (void)close(log->fd);
    }
    free(log->path);
    free(log);
}

bool log_reopen(struct log *log, struct engine_error *err)
{
    if (log->path == NULL) {
        return true;
    }
    int fd = open_file(log->path, err);
    if (fd < 0) {
        return false;
    }
    /* dup2 changes the file under the old number in one step, so that a thread in the
     * middle of log_event() never writes to a closed or foreign descriptor. */
    bool is_done = dup2(fd, log->fd) >= 0;
    (void)close(fd);
    return is_done;
}

bool log_wants(const struct log *log, enum log_level level)
{
    return log != NULL && level <= log->level;
}

const char *log_level_name(enum log_level level)
{
    static const char *const names[] = {"error", "warning", "info", "debug"};
    return names[level];
}

char *log_escape(const char *text, char *buffer, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    size_t length = 0;
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        bool is_plain = c >= ' ' && c <= '~' && c != '\\';
        size_t needed = is_plain ? 1 : 4;
        if (length + needed + 4 > size) {
            memcpy(&buffer[length], "...", 3);
            length += 3;
            break;
        }
        if (is_plain) {
            buffer[length] = (char)c;
        } else {
            memcpy(&buffer[length], "\\x", 2);
            buffer[length + 2] = digits[c >> 4];
            buffer[length + 3] = digits[c & 15];
        }
        length += needed;
    }
    buffer[length] = '\0';
    return buffer;
}

static void write_all(int fd, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t done = write(fd, text, length);
        if (done < 0 && errno == EINTR) {
            continue;
        }
        if (done <= 0) {
            return; /* a full disk must not stop a match */
        }
        text += done;
        length -= (size_t)done;
    }
}

void log_event(struct log *log, enum log_level level, const char *account,
               const char *format, ...)
{
    if (!log_wants(log, level)) {
        return;
    }
    char said[LINE_SIZE], escaped[LINE_SIZE], who[ACCOUNT_SIZE], when[32];
    char line[2 * LINE_SIZE];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(said, sizeof said, format, args);
    va_end(args);
    time_t now = time(NULL);
    struct tm utc;
    (void)gmtime_r(&now, &utc);
    (void)strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
    int length =
        snprintf(line, sizeof line, "%s %-7s %s%s%s\n", when, log_level_name(level),
                 log_escape(account, who, sizeof who), *account == '\0' ? "" : "  ",
                 log_escape(said, escaped, sizeof escaped));
    write_all(log->fd, line, (size_t)length);
}
