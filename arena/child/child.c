#define _GNU_SOURCE /* pipe2 */
#include "arena/child/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"

enum { STEP_MS = 10, END_STEPS = 100, HELD_SIZE = 4096 };

/* ---- standard error -------------------------------------------------------------- */

/* The standard error of the program, added to a file through a pipe, so that a flood
 * fills no disk: beyond ERROR_FILE_MAX bytes the file grows no more, with a word about it.
 */
enum { ERROR_FILE_MAX = 1 << 20 }; /* bytes */

struct error_file {
    int pipe;   /* to be read; -1: none */
    int writer; /* the program's end */
    int file;
    bool is_full;
};

static void error_file_shut(int *descriptor)
{
    if (*descriptor >= 0) {
        (void)close(*descriptor);
    }
    *descriptor = -1;
}

/* Opens the file, or /dev/null without a name. False with errno. */
static bool error_file_open(struct error_file *errors, const char *path)
{
    int ends[2];
    *errors = (struct error_file){.pipe = -1, .writer = -1, .file = -1};
    if (path == NULL) {
        errors->writer = open("/dev/null", O_WRONLY | O_CLOEXEC);
        return errors->writer >= 0;
    }
    errors->file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (errors->file < 0 || pipe2(ends, O_CLOEXEC) != 0) {
        int why = errno;
        error_file_shut(&errors->file);
        errno = why;
        return false;
    }
    errors->pipe = ends[0];
    errors->writer = ends[1];
    return fcntl(errors->pipe, F_SETFL, O_NONBLOCK) == 0;
}

/* Closes the program's end here, once it runs. */
static void error_file_started(struct error_file *errors)
{
    error_file_shut(&errors->writer);
}

/* Several programs may add to one file. */
static void error_file_add(struct error_file *errors, const char *text, size_t size)
{
    static const char word[] = "\n(the rest is left out: the file is full)\n";
    struct stat status;
    if (errors->is_full || fstat(errors->file, &status) != 0) {
        return;
    }
    size_t room =
        status.st_size < ERROR_FILE_MAX ? (size_t)(ERROR_FILE_MAX - status.st_size) : 0;
    if (write(errors->file, text, size < room ? size : room) < 0) {
        return; /* nobody can be warned */
    }
    if (size > room) {
        errors->is_full = true;
        (void)!write(errors->file, word, room > 0 ? strlen(word) : 0);
    }
}

/* Takes what has come, without waiting. */
static void error_file_take(struct error_file *errors)
{
    enum { PIECES_MAX = 64 }; /* at a time: a flood keeps nobody here */
    char text[4096];
    for (int i = 0; i < PIECES_MAX && errors->pipe >= 0; i++) {
        ssize_t size = read(errors->pipe, text, sizeof text);
        if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) {
            error_file_shut(&errors->pipe);
        }
        if (size <= 0) {
            return;
        }
        error_file_add(errors, text, (size_t)size);
    }
}

/* With what is left. */
static void error_file_close(struct error_file *errors)
{
    error_file_take(errors);
    error_file_shut(&errors->pipe);
    error_file_shut(&errors->writer);
    error_file_shut(&errors->file);
}

struct child {
    const char *name;
    pid_t process;
    int line; /* socket; -1: none */
    struct error_file errors;
    double seconds_at_start;
    size_t held; /* bytes that have arrived and were not taken */
    char bytes[HELD_SIZE];
};

/* ---- finding --------------------------------------------------------------------- */

static bool find_in(const char *folders, const char *program, char path[CHILD_PATH_MAX])
{
    while (*folders != '\0') {
        int length = (int)strcspn(folders, ":");
        int size = snprintf(path, CHILD_PATH_MAX, "%.*s/%s", length, folders, program);
        if (length > 0 && size < CHILD_PATH_MAX && access(path, X_OK) == 0) {
            return true;
        }
        folders += length + (folders[length] == ':');
    }
    return false;
}

bool child_find(const char *program, const char *folders, char path[CHILD_PATH_MAX])
{
    const char *known = getenv("PATH");
    if (strchr(program, '/') != NULL) {
        return snprintf(path, CHILD_PATH_MAX, "%s", program) < CHILD_PATH_MAX &&
               access(path, X_OK) == 0;
    }
    return (known != NULL && find_in(known, program, path)) ||
           find_in(folders, program, path);
}

/* ---- the process ----------------------------------------------------------------- */

/* Runs in the child: only calls that are safe after fork() in a program with threads. */
static void become(const struct child_options *options, int line, int errors,
                   pid_t parent)
{
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == parent) {
        (void)dup2(line, STDIN_FILENO);
        (void)dup2(line, STDOUT_FILENO);
        (void)dup2(errors, STDERR_FILENO);
        /* execv() takes them as not const, and leaves them as they are. */
        (void)execv(options->path, (char *const *)(uintptr_t)options->arguments);
    }
    _exit(127);
}

static bool start_process(struct child *child, const struct child_options *options,
                          int line)
{
    pid_t parent = getpid();
    if (!error_file_open(&child->errors, options->errors)) {
        return false;
    }
    child->process = fork();
    if (child->process == 0) {
        become(options, line, child->errors.writer, parent);
    }
    error_file_started(&child->errors);
    return child->process > 0;
}

/* The two ends of the line: ours is kept, the child's returned. */
static int make_line(struct child *child, const struct child_options *options)
{
    int ends[2];
    if (!options->is_talked_to) {
        return open("/dev/null", O_RDWR | O_CLOEXEC);
    }
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        return -1;
    }
    child->line = ends[0];
    return ends[1];
}

static void pause_ms(int ms)
{
    const struct timespec pause = {.tv_nsec = ms * 1000000L};
    (void)nanosleep(&pause, NULL);
}

static bool has_ended_by(const struct child *child, siginfo_t *info)
{
    *info = (siginfo_t){.si_pid = 0};
    return waitid(P_PID, (id_t)child->process, info, WEXITED | WNOHANG | WNOWAIT) !=
               0 ||
           info->si_pid != 0;
}

static bool has_ended(const struct child *child)
{
    siginfo_t info;
    return has_ended_by(child, &info);
}

/* Of a line that is gone: how the process has ended, which may take it a moment more, or
 * that it has closed the line alone. */
static bool tell_end(const struct child *child, struct error *err)
{
    siginfo_t info;
    for (int i = 0; !has_ended_by(child, &info); i++) {
        if (i == END_STEPS) {
            return error_set(err, "%s has closed the line", child->name);
        }
        pause_ms(STEP_MS);
    }
    if (info.si_pid == 0) { /* SIGCHLD is ignored: nobody knows */
        return error_set(err, "%s has ended", child->name);
    }
    return info.si_code == CLD_EXITED
               ? error_set(err, "%s has ended: exit status %d", child->name,
                           info.si_status)
               : error_set(err, "%s has ended: signal %d, %s", child->name,
                           info.si_status, strsignal(info.si_status));
}

/* Ends the process, and what it has started, by SIGTERM or, if it hangs, SIGKILL. Its
 * group cannot be another's before it is waited for. */
static void stop(struct child *child)
{
    if (child->process <= 0) {
        return;
    }
    (void)kill(child->process, SIGTERM);
    for (int i = 0; i < END_STEPS && !has_ended(child); i++) {
        pause_ms(STEP_MS);
    }
    (void)kill(-child->process, SIGKILL);
    (void)kill(child->process, SIGKILL);
    (void)waitpid(child->process, NULL, 0);
}

/* Returns what /proc/PID/stat has after the name (proc(5)), which may have blanks; NULL
 * if the process has ended. */
enum { STAT_SIZE = 1024, STAT_STATE = 3, STAT_USER_TIME = 14 };

static const char *read_stat(const struct child *child, int wanted,
                             char text[STAT_SIZE])
{
    char path[64];
    FORMAT_TEXT(path, "/proc/%d/stat", (int)child->process);
    ssize_t size = file_read(path, text, STAT_SIZE - 1);
    text[size > 0 ? size : 0] = '\0';
    const char *at = strrchr(text, ')');
    for (int field = STAT_STATE - 1; at != NULL && field < wanted; field++) {
        at = strchr(at + 1, ' ');
    }
    return at != NULL ? at + 1 : NULL;
}

static double processor_seconds(const struct child *child)
{
    char text[STAT_SIZE];
    const char *at = read_stat(child, STAT_USER_TIME, text);
    if (at == NULL) {
        return 0.0;
    }
    char *rest = NULL;
    unsigned long long user = strtoull(at, &rest, 10);
    unsigned long long system = strtoull(rest, NULL, 10);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

/* Whether it computes or waits for a core. */
static bool is_computing(const struct child *child)
{
    char text[STAT_SIZE];
    const char *at = read_stat(child, STAT_STATE, text);
    return at != NULL && *at == 'R';
}

struct child *child_start(const struct child_options *options, struct error *err)
{
    struct child *child = error_allocate(sizeof *child, err);
    if (child == NULL) {
        return NULL;
    }
    child->name = options->name;
    child->line = -1;
    child->errors = (struct error_file){.pipe = -1, .writer = -1, .file = -1};
    int line = make_line(child, options);
    bool is_good = line >= 0 && start_process(child, options, line);
    if (!is_good) {
        error_set_errno(err, "cannot start %s", child->name);
        child_close(child);
        child = NULL;
    }
    if (line >= 0) {
        (void)close(line);
    }
    return child;
}

void child_close(struct child *child)
{
    if (child == NULL) {
        return;
    }
    if (child->line >= 0) {
        (void)close(child->line);
    }
    stop(child);
    error_file_close(&child->errors);
    free(child);
}

int child_process(const struct child *child)
{
    return (int)child->process;
}

double child_seconds(const struct child *child)
{
    return processor_seconds(child) - child->seconds_at_start;
}

/* ---- a line by a socket that it listens on --------------------------------------- */

static bool try_to_connect(struct child *child, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    COPY_TEXT(address.sun_path, path);
    child->line = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (child->line >= 0 &&
        connect(child->line, (struct sockaddr *)&address, sizeof address) == 0) {
        return true;
    }
    if (child->line >= 0) {
        (void)close(child->line);
        child->line = -1;
    }
    return false;
}

bool child_connect(struct child *child, const char *path, int seconds,
                   struct error *err)
{
    for (int i = 0; i < seconds * 1000 / STEP_MS; i++) {
        if (try_to_connect(child, path)) {
            child->seconds_at_start = processor_seconds(child);
            return true;
        }
        if (has_ended(child)) {
            return tell_end(child, err);
        }
        pause_ms(STEP_MS);
    }
    return error_set(err, "%s did not listen within %d s", child->name, seconds);
}

/* ---- talking --------------------------------------------------------------------- */

/* Waits until the line is ready for `events`. What has come before the deadline counts also
 * where this program looks later: a busy machine can delay it, too. */
static bool wait_for(struct child *child, short events, int64_t deadline_ms,
                     const struct child_limit *limit, struct error *err)
{
    int patience = limit->patience;
    for (;;) {
        int64_t left = deadline_ms - clock_ms();
        struct pollfd wanted[] = {{.fd = child->line, .events = events},
                                  {.fd = child->errors.pipe, .events = POLLIN}};
        int ready = poll(wanted, 2, left > 0 ? (int)left : 0);
        if ((ready > 0 && wanted[0].revents != 0) || (ready < 0 && errno != EINTR)) {
            return true; /* the call that follows finds the fault */
        }
        if (ready != 0 && left > 0) {
            error_file_take(&child->errors);
            continue;
        }
        if (patience <= 0 || !is_computing(child)) {
            return error_set(err, "%s has not answered for %g s", child->name,
                             limit->timeout_ms / 1000.0);
        }
        patience--;
        deadline_ms = clock_ms() + limit->timeout_ms;
    }
}

bool child_send(struct child *child, const char *text, const struct child_limit *limit,
                struct error *err)
{
    int64_t deadline_ms = clock_ms() + limit->timeout_ms;
    size_t length = strlen(text);
    while (length > 0) {
        if (!wait_for(child, POLLOUT, deadline_ms, limit, err)) {
            return false;
        }
        ssize_t sent = send(child->line, text, length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno != EINTR && errno != EAGAIN) {
            return tell_end(child, err);
        }
        text += sent > 0 ? sent : 0;
        length -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

/* Takes some more bytes of the line. */
static bool take_bytes(struct child *child, struct error *err)
{
    ssize_t size =
        recv(child->line, child->bytes + child->held, HELD_SIZE - child->held, 0);
    if (size > 0) {
        child->held += (size_t)size;
    }
    return size > 0 || (size < 0 && errno == EINTR) || tell_end(child, err);
}

/* Moves the first `length` bytes that are held to `line`, and forgets them with the line
 * end behind them. */
static void move_line(struct child *child, size_t length, char *line)
{
    memcpy(line, child->bytes, length);
    line[length] = '\0';
    if (length > 0 && line[length - 1] == '\r') {
        line[length - 1] = '\0';
    }
    child->held -= length + 1;
    memmove(child->bytes, child->bytes + length + 1, child->held);
}

bool child_receive(struct child *child, char *line, size_t size, int64_t deadline_ms,
                   const struct child_limit *limit, struct error *err)
{
    size_t most = size < HELD_SIZE ? size : HELD_SIZE;
    for (;;) {
        char *end = memchr(child->bytes, '\n', child->held);
        if (end != NULL && (size_t)(end - child->bytes) < most) {
            move_line(child, (size_t)(end - child->bytes), line);
            return true;
        }
        if (child->held >= most) {
            return error_set(err, "%s sent an answer of more than %zu bytes",
                             child->name, most - 1);
        }
        if (!wait_for(child, POLLIN, deadline_ms, limit, err) ||
            !take_bytes(child, err)) {
            return false;
        }
    }
}

bool child_has_more(const struct child *child)
{
    return child->held > 0;
}
