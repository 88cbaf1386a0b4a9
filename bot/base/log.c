#include "bot/base/log.h"
#include "bot/base/log_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "bot/base/moment.h"
#include "bot/base/rotation.h"

enum { LINE_SIZE = 1400, WHO_SIZE = 160, TAIL_LINE_SIZE = 320 };

struct log {
    atomic_int level; /* enum log_level; threads look at it */
    int fd;
    char *path; /* NULL: standard error */
    enum log_format format;
    struct rotation rotation; /* under the lock */
    /* the last lines: a ring, `lines` of all time; threads share it */
    pthread_mutex_t lock;
    unsigned long lines;
    char tail[LOG_TAIL_MAX][TAIL_LINE_SIZE];
};

static int open_log_file(const char *path, struct error *err)
{
    int fd = file_open(path, O_WRONLY | O_CREAT | O_APPEND, FILE_OF_GROUP);
    if (fd < 0) {
        error_set_for(err, errno, "log file %s: %s", path, file_error(errno));
    }
    return fd;
}

struct log *log_open(enum log_level level, const char *path, struct error *err)
{
    struct log *log = error_allocate(sizeof *log, err);
    if (log == NULL) {
        return NULL;
    }
    atomic_init(&log->level, (int)level);
    (void)pthread_mutex_init(&log->lock, NULL);
    log->fd = STDERR_FILENO;
    if (*path == '\0') {
        return log;
    }
    log->path = strdup(path);
    log->fd = log->path == NULL ? -1 : open_log_file(path, err);
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
    (void)pthread_mutex_destroy(&log->lock);
    free(log->path);
    free(log);
}

void log_set_level(struct log *log, enum log_level level)
{
    atomic_store(&log->level, (int)level);
}

void log_set_format(struct log *log, enum log_format format)
{
    log->format = format;
}

void log_limit(struct log *log, int64_t bytes, int files)
{
    if (log->path != NULL) {
        log->rotation = (struct rotation){log->path, bytes, files, OWN_LOG};
    }
}

bool log_reopen(struct log *log, struct error *err)
{
    if (log->path == NULL) {
        return true;
    }
    int fd = open_log_file(log->path, err);
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
    return log != NULL && (int)level <= atomic_load(&log->level);
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

/* ---- lines ---------------------------------------------------------------------- */

struct entry {
    const char *when;
    enum log_level level;
    const char *who;
    const char *said;
};

static int write_text_line(const struct entry *entry, char *line, size_t size)
{
    char said[LINE_SIZE], who[WHO_SIZE];
    return snprintf(
        line, size, "%s %-7s %s%s%s\n", entry->when, log_level_name(entry->level),
        log_escape(entry->who, who, sizeof who), *entry->who == '\0' ? "" : "  ",
        log_escape(entry->said, said, sizeof said));
}

/* Every byte that is not plain ASCII becomes \u00NN; cut when it does not fit. */
static void escape_json(const char *text, size_t length, char *to, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < length && used + 7 < size; i++) {
        unsigned char c = (unsigned char)text[i];
        bool is_plain = c >= ' ' && c <= '~' && c != '"' && c != '\\';
        if (is_plain) {
            to[used++] = (char)c;
        } else {
            used += (size_t)snprintf(&to[used], size - used, "\\u%04x", c);
        }
    }
    to[used] = '\0';
}

static int write_json_line(const struct entry *entry, char *line, size_t size)
{
    char said[LINE_SIZE], account[WHO_SIZE], match[WHO_SIZE];
    size_t name = strcspn(entry->who, "/");
    const char *opponent = entry->who + name + (entry->who[name] == '/');
    escape_json(entry->said, strlen(entry->said), said, sizeof said);
    escape_json(entry->who, name, account, sizeof account);
    escape_json(opponent, strlen(opponent), match, sizeof match);
    return snprintf(
        line, size,
        "{\"at\":\"%s\",\"level\":\"%s\",\"account\":\"%s\",\"match\":\"%s\","
        "\"text\":\"%s\"}\n",
        entry->when, log_level_name(entry->level), account, match, said);
}

static void keep_tail(struct log *log, const struct entry *entry)
{
    char line[2 * LINE_SIZE];
    int length = write_text_line(entry, line, sizeof line);
    line[length - 1] = '\0'; /* the newline */
    pthread_mutex_lock(&log->lock);
    (void)snprintf(log->tail[log->lines++ % LOG_TAIL_MAX], TAIL_LINE_SIZE, "%.*s",
                   TAIL_LINE_SIZE - 1, line);
    if (rotation_moves(&log->rotation, log->fd)) {
        (void)log_reopen(log, NULL); /* else the old one continues */
    }
    pthread_mutex_unlock(&log->lock);
}

void log_tail(const struct log *log, void (*visit)(void *context, const char *line),
              void *context)
{
    if (log == NULL) {
        return;
    }
    struct log *shared = (struct log *)(uintptr_t)log; /* only to lock it */
    pthread_mutex_lock(&shared->lock);
    unsigned long first = log->lines > LOG_TAIL_MAX ? log->lines - LOG_TAIL_MAX : 0;
    for (unsigned long i = first; i < log->lines; i++) {
        visit(context, log->tail[i % LOG_TAIL_MAX]);
    }
    pthread_mutex_unlock(&shared->lock);
}

void log_event(struct log *log, enum log_level level, const char *who,
               const char *format, ...)
{
    if (!log_wants(log, level)) {
        return;
    }
    char said[LINE_SIZE], when[MOMENT_SIZE], line[2 * LINE_SIZE];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(said, sizeof said, format, args);
    va_end(args);
    moment_write(time(NULL), when);
    const struct entry entry = {when, level, who, said};
    int length = log->format == LOG_JSON ? write_json_line(&entry, line, sizeof line)
                                         : write_text_line(&entry, line, sizeof line);
    write_all(log->fd, line, (size_t)length);
    keep_tail(log, &entry);
}
