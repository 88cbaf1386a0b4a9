#include "cmd/tool/lab_run.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/job/work.h"

/* ---- signals --------------------------------------------------------------------- */

/* A signal handler gets no context: the one variable of the program outside of all
 * functions and structures. */
static atomic_bool stop;

static void set_stop(int number)
{
    (void)number;
    atomic_store(&stop, true);
}

static void catch_signal(int number)
{
    const struct sigaction action = {.sa_handler = set_stop,
                                     .sa_flags = (int)SA_RESETHAND};
    (void)sigaction(number, &action, NULL);
}

const atomic_bool *lab_catch_interrupt(void)
{
    catch_signal(SIGINT);
    return &stop;
}

const atomic_bool *lab_catch_signals(void)
{
    catch_signal(SIGTERM);
    catch_signal(SIGHUP);
    return lab_catch_interrupt();
}

bool lab_is_stopped(void)
{
    return atomic_load(&stop);
}

/* ---- progress -------------------------------------------------------------------- */

static const double log_seconds = 30.0;
static const char clear_line[] = "\r\033[K";

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

void lab_tell_no_more(struct lab_progress *progress)
{
    if (progress->has_told && is_terminal()) {
        fputs(clear_line, stderr);
    }
    progress->has_told = false;
}

bool lab_tell_share(void *context, double done)
{
    if (is_terminal()) {
        fprintf(stderr, "\r%s %3d %%", (const char *)context, (int)(100.0 * done));
        fputs(done >= 1.0 ? clear_line : "", stderr);
    }
    return !lab_is_stopped();
}

/* ---- runs ------------------------------------------------------------------------ */

const struct cli_option lab_limit_options[] = {
    {"minutes", CLI_REAL(struct lab_run, minutes, 0, 1e9), .argument = "N",
     .help = "Stop after N minutes, with exit status 3."},
    {"quiet", CLI_FLAG(struct lab_run, progress.is_quiet),
     .help = "Do not show progress."},
    {0},
};

const struct cli_option lab_run_options[] = {
    {CLI_ROWS(lab_limit_options, 0)},
    {"resume", CLI_FLAG(struct lab_run, is_resumed),
     .help = "Continue the file of --save; only what is missing is done, and the "
             "result is the same as without an interruption."},
    LAB_WEIGHTS(struct lab_run, weights),
    {0},
};

void lab_run_begin(struct lab_run *run)
{
    (void)lab_catch_signals();
    run->begun = work_now();
}

double lab_run_seconds_left(const struct lab_run *run)
{
    return run->minutes > 0 ? run->begun + 60.0 * run->minutes - work_now() : HUGE_VAL;
}

bool lab_run_is_over(const struct lab_run *run)
{
    return lab_is_stopped() || lab_run_seconds_left(run) <= 0;
}

bool lab_run_check(const struct lab_run *run, struct error *err)
{
    return !run->is_resumed || run->save != NULL ||
           error_set(err, "--resume needs --save FILE");
}

/* ---- what they work with ----------------------------------------------------------- */

bool lab_make_folder(const char *path, struct error *err)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST ||
           error_set(err, "%s: %s", path, strerror(errno));
}

struct engine *lab_open_engine(const char *weights, char folder[PATHS_MAX],
                               struct error *err)
{
    return paths_find_weights(weights, folder, err) ? engine_open(folder, err) : NULL;
}

const struct cli_option lab_endings_options[] = {
    {"bearoff", CLI_FOLDER(struct lab_endings, folder),
     .help = "Take exact endings from the bearoff databases in FOLDER."},
    {"race", CLI_FILE(struct lab_endings, race_file),
     .help = "A race net evaluates positions without contact, so that games end there "
             "and the nets need not learn them; needs --bearoff."},
    {0},
};

static struct bearoff *open_bearoff(const char *folder, struct error *err)
{
    char one[PATHS_MAX];
    char two[PATHS_MAX];
    (void)snprintf(one, sizeof one, "%s/" BEAROFF_ONE_SIDED_NAME, folder);
    (void)snprintf(two, sizeof two, "%s/" BEAROFF_TWO_SIDED_NAME, folder);
    return bearoff_open(one, two, err);
}

bool lab_open_endings(struct lab_endings *endings, struct error *err)
{
    if (endings->folder == NULL) {
        return endings->race_file == NULL || error_set(err, "--race needs --bearoff");
    }
    endings->bearoff = open_bearoff(endings->folder, err);
    if (endings->bearoff != NULL && endings->race_file != NULL) {
        endings->race = race_load(endings->race_file, endings->bearoff, err);
    }
    return endings->bearoff != NULL &&
           (endings->race_file == NULL || endings->race != NULL);
}

void lab_close_endings(struct lab_endings *endings)
{
    race_free(endings->race);
    bearoff_close(endings->bearoff);
}

/* ---- reports --------------------------------------------------------------------- */

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

void lab_print_command(FILE *out, int argc, char **argv)
{
    fprintf(out, "    fibsbot lab");
    for (int i = 0; i < argc; i++) {
        bool is_option = i > 0 && strncmp(argv[i], "--", 2) == 0;
        fprintf(out, "%s%s", is_option && i > 1 ? " \\\n        " : " ", argv[i]);
    }
    fputs("\n", out);
}
