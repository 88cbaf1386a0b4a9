#include "cmd/tool/lab_run.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/job/work.h"
#include "cmd/tool/stop_signal.h"

const atomic_bool *lab_catch_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, 0};
    return stop_signal_catch(signals);
}

bool lab_is_stopped(void)
{
    return atomic_load(stop_signal_flag());
}

bool lab_make_folder(const char *path, struct error *err)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST) {
        return true;
    }
    error_set(err, "%s: %s", path, strerror(errno));
    return false;
}

bool lab_check_resume(bool is_resumed, const char *save, struct error *err)
{
    if (is_resumed && save == NULL) {
        error_set(err, "--resume needs --save FILE");
        return false;
    }
    return true;
}

static struct bearoff *open_bearoff(const char *folder, struct error *err)
{
    char one[4096];
    char two[4096];
    (void)snprintf(one, sizeof one, "%s/" BEAROFF_ONE_SIDED_NAME, folder);
    (void)snprintf(two, sizeof two, "%s/" BEAROFF_TWO_SIDED_NAME, folder);
    return bearoff_open(one, two, err);
}

bool lab_open_endings(struct lab_endings *endings, const char *folder, const char *race,
                      struct error *err)
{
    *endings = (struct lab_endings){NULL, NULL};
    if (folder == NULL) {
        error_set(err, "--race needs --bearoff");
        return race == NULL;
    }
    endings->bearoff = open_bearoff(folder, err);
    if (endings->bearoff != NULL && race != NULL) {
        endings->race = race_load(race, endings->bearoff, err);
    }
    return endings->bearoff != NULL && (race == NULL || endings->race != NULL);
}

void lab_close_endings(struct lab_endings *endings)
{
    race_free(endings->race);
    bearoff_close(endings->bearoff);
}

struct lab_count lab_count(double count)
{
    struct lab_count c;
    if (count < 10e3) {
        (void)snprintf(c.text, sizeof c.text, "%.0f", count);
    } else if (count < 1e6) {
        (void)snprintf(c.text, sizeof c.text, "%.0f k", count * 1e-3);
    } else {
        (void)snprintf(c.text, sizeof c.text, "%.*f M", count < 100e6 ? 1 : 0,
                       count * 1e-6);
    }
    return c;
}

struct lab_count lab_minutes(double minutes)
{
    struct lab_count c;
    if (!(minutes >= 0)) {
        (void)snprintf(c.text, sizeof c.text, "?");
    } else if (minutes < 100) {
        (void)snprintf(c.text, sizeof c.text, "%.*f min", minutes < 10 ? 1 : 0,
                       minutes);
    } else {
        (void)snprintf(c.text, sizeof c.text, "%d h %d min", (int)minutes / 60,
                       (int)minutes % 60);
    }
    return c;
}

static const double log_seconds = 30.0;

static bool is_terminal(void)
{
    return isatty(STDERR_FILENO) == 1;
}

bool lab_may_tell(const struct lab_progress *progress)
{
    return !progress->is_quiet && (is_terminal() || !progress->has_told ||
                                   work_now() >= progress->told_at + log_seconds);
}

void lab_tell(struct lab_progress *progress, const char *format, ...)
{
    va_list arguments;
    if (!lab_may_tell(progress)) {
        return;
    }
    progress->has_told = true;
    progress->told_at = work_now();
    if (is_terminal()) {
        fputs("\r\033[K", stderr);
    }
    va_start(arguments, format);
    (void)vfprintf(stderr, format, arguments);
    va_end(arguments);
    if (!is_terminal()) {
        fputc('\n', stderr);
    }
    (void)fflush(stderr);
}

void lab_tell_no_more(struct lab_progress *progress)
{
    if (progress->has_told && is_terminal()) {
        fputs("\r\033[K", stderr);
    }
    progress->has_told = false;
}

void lab_print_command(FILE *out, int argc, char **argv)
{
    fprintf(out, "    fibsbot lab");
    for (int i = 0; i < argc; i++) {
        bool is_option = i > 0 && strncmp(argv[i], "--", 2) == 0;
        fprintf(out, "%s%s", is_option && i > 1 ? " \\\n        " : " ", argv[i]);
    }
    fputs("\n", out);
}
