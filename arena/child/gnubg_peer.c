#define _XOPEN_SOURCE 700 /* nftw */
#include "arena/child/gnubg_peer.h"
#include "arena/child/gnubg_peer_internal.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "engine/board/decision_context.h"
#include "engine/board/position.h"

enum { PATIENCE = 20 }; /* timeouts allowed while it computes */
/* A socket's path must fit into struct sockaddr_un. */
enum { FOLDER_SIZE = 80, TIMEOUT_S = 120, START_S = 20 };

struct gnubg_peer {
    struct child *child;
    struct child_limit limit;
    char folder[FOLDER_SIZE];
};

/* ---- its process ----------------------------------------------------------------- */

bool gnubg_find(const char *program, char path[CHILD_PATH_MAX])
{
    if (program != NULL) {
        (void)snprintf(path, CHILD_PATH_MAX, "%s", program);
        return access(path, X_OK) == 0;
    }
    return child_find("gnubg", "/usr/games:/usr/local/bin", path);
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

static bool start(struct gnubg_peer *peer, const char *program,
                  const struct gnubg_options *options, struct error *err)
{
    char commands[FOLDER_SIZE + 16];
    char path[FOLDER_SIZE + 16];
    const char *const arguments[] = {"gnubg",      "-t", "-q",     "-r", "-s",
                                     peer->folder, "-c", commands, NULL};
    const struct child_options child = {
        .name = "gnubg", .path = program, .arguments = arguments};
    FORMAT_TEXT(commands, "%s/commands", peer->folder);
    FORMAT_TEXT(path, "%s/socket", peer->folder);
    if (!write_commands(peer->folder, commands, options)) {
        return error_set_errno(err, "cannot start gnubg");
    }
    peer->child = child_start(&child, err);
    return peer->child != NULL && child_connect(peer->child, path, START_S, err);
}

struct gnubg_peer *gnubg_open(const struct gnubg_options *options, struct error *err)
{
    char program[CHILD_PATH_MAX];
    if (!gnubg_find(options->program, program)) {
        error_set(err, "GNU Backgammon (%s) is not installed",
                  options->program != NULL ? options->program : "gnubg");
        return NULL;
    }
    struct gnubg_peer *peer = error_allocate(sizeof *peer, err);
    if (peer == NULL) {
        return NULL;
    }
    peer->limit = (struct child_limit){
        1000 * (options->timeout_s > 0 ? options->timeout_s : TIMEOUT_S), PATIENCE};
    if (!make_folder(peer, err) || !start(peer, program, options, err)) {
        gnubg_close(peer);
        return NULL;
    }
    return peer;
}

void gnubg_close(struct gnubg_peer *peer)
{
    if (peer == NULL) {
        return;
    }
    child_close(peer->child);
    remove_folder(peer->folder);
    free(peer);
}

int gnubg_process(const struct gnubg_peer *peer)
{
    return child_process(peer->child);
}

double gnubg_seconds(const struct gnubg_peer *peer)
{
    return child_seconds(peer->child);
}

/* ---- asking ---------------------------------------------------------------------- */

/* Sends a line, with its line end, and receives the answer, without it. Returns false
 * with `err` if gnubg has ended, is silent for too long or sends too much; then it can be
 * asked nothing more. */
static bool ask_line(struct gnubg_peer *peer, const char *line,
                     char reply[GNUBG_REPLY_MAX], struct error *err)
{
    int64_t deadline = clock_ms() + peer->limit.timeout_ms;
    if (!child_send(peer->child, line, &peer->limit, err) ||
        !child_receive(peer->child, reply, GNUBG_REPLY_MAX, deadline, &peer->limit,
                       err)) {
        return false;
    }
    return !child_has_more(peer->child) ||
           error_set(err, "gnubg sent more than one answer");
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
