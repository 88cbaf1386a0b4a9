#include "cmd/tool/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/job/work.h"
#include "base/text.h"

enum { LARGE_FILE = 8 << 20 };

static const double log_seconds = 30.0;
static const char clear_line[] = "\r\033[K";

static bool is_terminal(void)
{
    return isatty(STDERR_FILENO) == 1;
}

bool progress_is_due(const struct progress *progress)
{
    return !progress->is_quiet && (is_terminal() || progress->printed_at <= 0.0 ||
                                   work_now() >= progress->printed_at + log_seconds);
}

void progress_print(struct progress *progress, const char *format, ...)
{
    va_list arguments;
    if (!progress_is_due(progress)) {
        return;
    }
    progress->has_printed = true;
    progress->printed_at = work_now();
    if (is_terminal()) {
        fputs(clear_line, stderr);
    }
    va_start(arguments, format);
    (void)vfprintf(stderr, format, arguments);
    va_end(arguments);
    if (!is_terminal()) {
        fputc('\n', stderr);
    }
    (void)fflush(stderr);
}

void progress_clear(struct progress *progress)
{
    if (progress->has_printed && is_terminal()) {
        fputs(clear_line, stderr);
    }
    progress->has_printed = false;
}

void progress_reading(struct progress *progress, const char *path, int number,
                      int count)
{
    struct stat status;
    double now = work_now();
    if (progress->reading_since <= 0.0) {
        progress->reading_since = now;
    }
    bool is_large = stat(path, &status) == 0 && status.st_size >= LARGE_FILE;
    if (!is_large && now < progress->reading_since + 1.0) {
        return;
    }
    if (count > 1) {
        progress_print(progress, "reading file %d of %d: %s", number, count, path);
    } else {
        progress_print(progress, "reading %s", path);
    }
}

/* ---- figures --------------------------------------------------------------------- */

struct progress_count progress_count(double count)
{
    struct progress_count c;
    if (count < 10e3) {
        FORMAT_TEXT(c.text, "%.0f", count);
    } else if (count < 1e6) {
        FORMAT_TEXT(c.text, "%.0f k", count * 1e-3);
    } else {
        FORMAT_TEXT(c.text, "%.*f M", count < 100e6 ? 1 : 0, count * 1e-6);
    }
    return c;
}

struct progress_count progress_minutes(double minutes)
{
    struct progress_count c;
    if (!(minutes >= 0)) {
        FORMAT_TEXT(c.text, "?");
    } else if (minutes < 100) {
        FORMAT_TEXT(c.text, "%.*f min", minutes < 10 ? 1 : 0, minutes);
    } else {
        FORMAT_TEXT(c.text, "%d h %d min", (int)minutes / 60, (int)minutes % 60);
    }
    return c;
}
