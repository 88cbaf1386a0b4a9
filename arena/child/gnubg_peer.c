#define _XOPEN_SOURCE 700 /* nftw */
#include "arena/child/gnubg_peer.h"
#include "arena/child/gnubg_peer_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

enum { PATIENCE = 20 }; /* timeouts allowed while it computes */
/* A socket's path must fit into struct sockaddr_un. */
enum { FOLDER_SIZE = 80, TIMEOUT_S = 120, START_S = 20, STEP_MS = 10, END_STEPS = 100 };

struct gnubg_peer {
    pid_t process;
    int socket;
    int timeout_ms;
    double seconds_at_start;
    char folder[FOLDER_SIZE];
};

/* ---- its process ----------------------------------------------------------------- */

/* Finds gnubg in a list of folders separated by colons. */
static bool find_in(const char *folders, char path[GNUBG_PATH_MAX])
{
    while (*folders != '\0') {
        int length = (int)strcspn(folders, ":");
        int size = snprintf(path, GNUBG_PATH_MAX, "%.*s/gnubg", length, folders);
        if (length > 0 && size < GNUBG_PATH_MAX && access(path, X_OK) == 0) {
            return true;
        }
        folders += length + (folders[length] == ':');
    }
    return false;
}

bool gnubg_find(const char *program, char path[GNUBG_PATH_MAX])
{
    const char *folders = getenv("PATH");
    if (program != NULL) {
        (void)snprintf(path, GNUBG_PATH_MAX, "%s", program);
        return access(path, X_OK) == 0;
    }
    return (folders != NULL && find_in(folders, path)) ||
           find_in("/usr/games:/usr/local/bin", path);
}

static bool make_folder(struct gnubg_peer *peer, struct error *err)
{
    const char *parent = getenv("TMPDIR");
    int length = snprintf(peer->folder, sizeof peer->folder, "%s/fibsbot-gnubg-XXXXXX",
                          parent != NULL ? parent : "/tmp");
    if (length >= (int)sizeof peer->folder || mkdtemp(peer->folder) == NULL) {
        error_set(err, "%.100s: %s", peer->folder,
                  length >= (int)sizeof peer->folder ? "the name is too long"
                                                     : strerror(errno));
        peer->folder[0] = '\0';
        return false;
    }
    return true;
}

static int remove_entry(const char *path, const struct stat *status, int type,
                        struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    return remove(path);
}

static void remove_folder(const char *folder)
{
    enum { FILES_OPEN = 8 };
    if (folder[0] != '\0') {
        (void)nftw(folder, remove_entry, FILES_OPEN, FTW_DEPTH | FTW_PHYS);
    }
}

static bool write_commands(const char *folder, const char *path,
                           const struct gnubg_options *options)
{
    static const char *const decisions[] = {"chequerplay", "cubedecision"};
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        return false;
    }
    fputs("set threads 1\nset jacoby off\nset beavers 0\n", file);
    for (int d = 0; d < 2; d++) {
        const char *name = decisions[d];
        fprintf(file, "set evaluation %s evaluation plies %d\n", name,
                d == 0 ? options->play_ply : options->cube_ply);
        fprintf(file, "set evaluation %s evaluation prune %s\n", name,
                options->has_pruning ? "on" : "off");
        fprintf(file, "set evaluation %s evaluation cubeful %s\n", name,
                options->is_cubeful ? "on" : "off");
        fprintf(file, "set evaluation %s evaluation noise %.4f\n", name,
                options->noise);
    }
    fprintf(file, "external %s/socket\n", folder);
    return fclose(file) == 0;
}

/* Runs in the child: only calls that are safe after fork() in a program with
 * threads. */
static void become_gnubg(const char *program, const char *folder, const char *commands,
                         pid_t parent)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (null >= 0 && getppid() == parent) {
        (void)dup2(null, STDIN_FILENO);
        (void)dup2(null, STDOUT_FILENO);
        (void)dup2(null, STDERR_FILENO);
        (void)execl(program, "gnubg", "-t", "-q", "-r", "-s", folder, "-c", commands,
                    (char *)NULL);
    }
    _exit(127);
}

static bool start(struct gnubg_peer *peer, const char *program,
                  const struct gnubg_options *options, struct error *err)
{
    char commands[FOLDER_SIZE + 16];
    (void)snprintf(commands, sizeof commands, "%s/commands", peer->folder);
    pid_t parent = getpid();
    peer->process = write_commands(peer->folder, commands, options) ? fork() : -1;
    if (peer->process == 0) {
        become_gnubg(program, peer->folder, commands, parent);
    }
    if (peer->process < 0) {
        error_set(err, "cannot start gnubg: %s", strerror(errno));
    }
    return peer->process > 0;
}

static void pause_ms(int ms)
{
    const struct timespec pause = {.tv_nsec = ms * 1000000L};
    (void)nanosleep(&pause, NULL);
}

/* Ends the process with SIGTERM, or with SIGKILL if it hangs. */
static void stop(struct gnubg_peer *peer)
{
    if (peer->process <= 0) {
        return;
    }
    (void)kill(peer->process, SIGTERM);
    for (int i = 0; i < END_STEPS; i++) {
        if (waitpid(peer->process, NULL, WNOHANG) != 0) {
            return;
        }
        pause_ms(STEP_MS);
    }
    (void)kill(peer->process, SIGKILL);
    (void)waitpid(peer->process, NULL, 0);
}

/* Returns what /proc/PID/stat has after the name (proc(5)), which may have blanks; NULL
 * if the process has ended. */
enum { STAT_SIZE = 1024, STAT_STATE = 3, STAT_USER_TIME = 14 };

static const char *read_stat(const struct gnubg_peer *peer, int wanted,
                             char text[STAT_SIZE])
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%d/stat", (int)peer->process);
    FILE *file = fopen(path, "r");
    size_t size = file != NULL ? fread(text, 1, STAT_SIZE - 1, file) : 0;
    if (file != NULL) {
        (void)fclose(file);
    }
    text[size] = '\0';
    const char *at = strrchr(text, ')');
    for (int field = STAT_STATE - 1; at != NULL && field < wanted; field++) {
        at = strchr(at + 1, ' ');
    }
    return at != NULL ? at + 1 : NULL;
}

static double processor_seconds(const struct gnubg_peer *peer)
{
    char text[STAT_SIZE];
    const char *at = read_stat(peer, STAT_USER_TIME, text);
    if (at == NULL) {
        return 0.0;
    }
    char *rest = NULL;
    unsigned long long user = strtoull(at, &rest, 10);
    unsigned long long system = strtoull(rest, NULL, 10);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

/* Whether it computes or waits for a core; a busy machine can delay it for minutes. */
static bool is_computing(const struct gnubg_peer *peer)
{
    char text[STAT_SIZE];
    const char *at = read_stat(peer, STAT_STATE, text);
    return at != NULL && *at == 'R';
}

/* ---- its socket ------------------------------------------------------------------ */

static bool try_to_connect(struct gnubg_peer *peer)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    (void)snprintf(address.sun_path, sizeof address.sun_path, "%s/socket",
                   peer->folder);
    peer->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (peer->socket >= 0 &&
        connect(peer->socket, (struct sockaddr *)&address, sizeof address) == 0) {
        return true;
    }
    if (peer->socket >= 0) {
        (void)close(peer->socket);
        peer->socket = -1;
    }
    return false;
}

static bool wait_for_it(struct gnubg_peer *peer, struct error *err)
{
    for (int i = 0; i < START_S * 1000 / STEP_MS; i++) {
        if (try_to_connect(peer)) {
            return true;
        }
        if (waitpid(peer->process, NULL, WNOHANG) != 0) {
            peer->process = 0;
            return error_set(err, "gnubg ended before it answered");
        }
        pause_ms(STEP_MS);
    }
    return error_set(err, "gnubg did not listen within %d s", START_S);
}

struct gnubg_peer *gnubg_open(const struct gnubg_options *options, struct error *err)
{
    char program[GNUBG_PATH_MAX];
    if (!gnubg_find(options->program, program)) {
        error_set(err, "GNU Backgammon (%s) is not installed",
                  options->program != NULL ? options->program : "gnubg");
        return NULL;
    }
    struct gnubg_peer *peer = calloc(1, sizeof *peer);
    if (peer == NULL) {
        error_set(err, "out of memory");
        return NULL;
    }
    peer->socket = -1;
    peer->timeout_ms = 1000 * (options->timeout_s > 0 ? options->timeout_s : TIMEOUT_S);
    if (!make_folder(peer, err) || !start(peer, program, options, err) ||
        !wait_for_it(peer, err)) {
        gnubg_close(peer);
        return NULL;
    }
    peer->seconds_at_start = processor_seconds(peer);
    return peer;
}

void gnubg_close(struct gnubg_peer *peer)
{
    if (peer == NULL) {
        return;
    }
    if (peer->socket >= 0) {
        (void)close(peer->socket);
    }
    stop(peer);
    remove_folder(peer->folder);
    free(peer);
}

int gnubg_process(const struct gnubg_peer *peer)
{
    return (int)peer->process;
}

double gnubg_seconds(const struct gnubg_peer *peer)
{
    return processor_seconds(peer) - peer->seconds_at_start;
}

/* ---- asking ---------------------------------------------------------------------- */

static bool send_line(struct gnubg_peer *peer, const char *line)
{
    size_t length = strlen(line);
    while (length > 0) {
        ssize_t sent = send(peer->socket, line, length, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR) {
            return false;
        }
        line += sent > 0 ? sent : 0;
        length -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

/* Receives some bytes of the answer; returns 0 with `err` when there will be none. */
static size_t receive(struct gnubg_peer *peer, char *to, size_t room,
                      int64_t deadline_ms, struct error *err)
{
    int patience = PATIENCE;
    for (;;) {
        int64_t left = deadline_ms - clock_ms();
        struct pollfd wanted = {.fd = peer->socket, .events = POLLIN};
        int ready = left > 0 ? poll(&wanted, 1, (int)left) : 0;
        if (ready == 0 && patience > 0 && is_computing(peer)) {
            patience--;
            deadline_ms = clock_ms() + peer->timeout_ms;
            continue;
        }
        if (ready == 0) {
            error_set(err, "gnubg has not answered for %d s", peer->timeout_ms / 1000);
            return 0;
        }
        ssize_t size = ready > 0 ? recv(peer->socket, to, room, 0) : -1;
        if (size > 0) {
            return (size_t)size;
        }
        if (size == 0 || errno != EINTR) {
            error_set(err, "gnubg has ended: %s",
                      size == 0 ? "it closed the connection" : strerror(errno));
            return 0;
        }
    }
}

/* Sends a line, with its line end, and receives the answer, without it. Returns false
 * with `err` if gnubg has ended, is silent for too long or sends too much; then it can be
 * asked nothing more. */
static bool ask_line(struct gnubg_peer *peer, const char *line,
                     char reply[GNUBG_REPLY_MAX], struct error *err)
{
    int64_t deadline = clock_ms() + peer->timeout_ms;
    size_t size = 0;
    if (!send_line(peer, line)) {
        return error_set(err, "gnubg has ended: %s", strerror(errno));
    }
    while (size < GNUBG_REPLY_MAX) {
        size_t more =
            receive(peer, reply + size, GNUBG_REPLY_MAX - size, deadline, err);
        if (more == 0) {
            return false;
        }
        size += more;
        char *end = memchr(reply, '\n', size);
        if (end != NULL && end == reply + size - 1) {
            *end = '\0';
            return true;
        }
        if (end != NULL) {
            return error_set(err, "gnubg sent more than one answer");
        }
    }
    return error_set(err, "gnubg sent an answer of more than %d bytes",
                     GNUBG_REPLY_MAX - 1);
}

static bool ask_about(struct gnubg_peer *peer, const struct decision_context *at,
                      char reply[GNUBG_REPLY_MAX], struct error *err)
{
    char line[GNUBG_LINE_MAX];
    return gnubg_line_write(at, line, err) && ask_line(peer, line, reply, err);
}

int gnubg_play(struct gnubg_peer *peer, const struct decision_context *at,
               struct play_list *list, struct error *err)
{
    char reply[GNUBG_REPLY_MAX];
    return ask_about(peer, at, reply, err)
               ? gnubg_reply_play(reply, &at->pos, at->roll, list, err)
               : -1;
}

bool gnubg_agrees(struct gnubg_peer *peer, const struct decision_context *at,
                  bool *is_yes, struct error *err)
{
    char reply[GNUBG_REPLY_MAX];
    return ask_about(peer, at, reply, err) && gnubg_reply_yes(reply, at, is_yes, err);
}

bool gnubg_value(struct gnubg_peer *peer, const struct position *after, int plies,
                 struct outputs *out, struct error *err)
{
    char line[GNUBG_LINE_MAX];
    char reply[GNUBG_REPLY_MAX];
    struct position on_roll = position_swap(after);
    struct outputs theirs;
    if (!gnubg_line_write_evaluation(&on_roll, plies, line, err) ||
        !ask_line(peer, line, reply, err) ||
        !gnubg_reply_outputs(reply, &theirs, err)) {
        return false;
    }
    *out = outputs_flip(theirs);
    return true;
}
