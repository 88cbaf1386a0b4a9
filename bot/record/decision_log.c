#include "bot/record/decision_log.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "bot/base/moment.h"
#include "bot/base/rotation.h"
#include "engine/board/decision_context.h"
#include "engine/board/notation.h"
#include "engine/board/xgid.h"

struct decision_log {
    FILE *file;
    char *path;
    struct rotation rotation;
    bool is_ragged; /* ends in a part of a line: a full disk, a killed program */
};

static bool ends_ragged(const char *path)
{
    char last = '\n';
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool is_read = fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
                   pread(fd, &last, 1, status.st_size - 1) == 1;
    if (fd >= 0) {
        (void)close(fd);
    }
    return is_read && last != '\n';
}

static bool open_decisions_file(struct decision_log *log, struct error *err)
{
    FILE *file = file_stream(log->path, "a", FILE_OF_GROUP);
    if (file == NULL) {
        return error_set_for(err, errno, "decisions %.150s: %s", log->path,
                             file_error(errno));
    }
    if (log->file != NULL) {
        (void)fclose(log->file);
    }
    log->file = file;
    log->is_ragged = ends_ragged(log->path);
    return true;
}

void decision_log_close(struct decision_log *log)
{
    if (log != NULL) {
        if (log->file != NULL) {
            (void)fclose(log->file);
        }
        free(log->path);
        free(log);
    }
}

struct decision_log *decision_log_open(const char *path, int64_t limit, int files,
                                       struct error *err)
{
    struct decision_log *log = calloc(1, sizeof *log);
    if (log == NULL || (log->path = strdup(path)) == NULL) {
        error_no_memory(err);
    } else if (open_decisions_file(log, err)) {
        log->rotation = (struct rotation){log->path, limit, files, OWN_DECISIONS};
        return log;
    }
    decision_log_close(log);
    return NULL;
}

bool decision_log_reopen(struct decision_log *log, struct error *err)
{
    return log == NULL || open_decisions_file(log, err);
}

/* ---- one decision ---------------------------------------------------------------- */

void decision_describe(const struct decision_request *request,
                       const struct decision_answer *answer,
                       char text[DECISION_TEXT_SIZE])
{
    static const char *const words[][2] = {
        [DECISION_CUBE] = {"roll", "double"},
        [DECISION_TAKE] = {"pass", "take"},
        [DECISION_RESIGNATION] = {"reject", "accept"},
    };
    if (answer->resign_games > 0) {
        (void)snprintf(text, DECISION_TEXT_SIZE, "resign %d", answer->resign_games);
    } else if (request->kind == DECISION_PLAY) {
        notation_write(&request->pos, &answer->play, text);
    } else {
        bool is_yes = request->kind == DECISION_CUBE
                          ? answer->is_double && request->may_double
                          : answer->is_accept;
        (void)snprintf(text, DECISION_TEXT_SIZE, "%s", words[request->kind][is_yes]);
    }
}

static void describe_position(const struct decision_request *request,
                              char id[XGID_SIZE])
{
    struct decision_context at = {
        .pos = request->pos, .ms = request->ms, .roll = request->roll};
    at.is_doubled = request->kind == DECISION_TAKE;
    at.resigned = request->kind == DECISION_RESIGNATION ? request->games : 0;
    at.is_opponent_on_roll = at.is_doubled || (at.resigned > 0 && !request->is_my_turn);
    xgid_write(&at, id);
}

static json_t *real_if(bool is_known, double value)
{
    return is_known ? json_real(value) : NULL;
}

/* NULL for all decisions but plays. */
static json_t *alternatives_array(const struct decision_request *request,
                                  const struct decision_answer *answer)
{
    if (request->kind != DECISION_PLAY) {
        return NULL;
    }
    json_t *list = json_array();
    for (int i = 0; i < answer->choice_count; i++) {
        const struct decision_choice *choice = &answer->choices[i];
        char play[NOTATION_SIZE];
        notation_write(&request->pos, &choice->play, play);
        (void)json_array_append_new(list,
                                    json_pack("{s:s, s:f, s:i}", "play", play, "equity",
                                              choice->equity, "ply", choice->ply));
    }
    return list;
}

/* A member whose value is NULL is left out: "s*", "o*". */
static json_t *decision_json(const char *account, const char *opponent,
                             const struct decision_request *request,
                             const struct decision_answer *answer)
{
    static const char *const kinds[] = {"play", "cube", "take", "resignation"};
    char when[MOMENT_SIZE], id[XGID_SIZE], dice[8], choice[DECISION_TEXT_SIZE];
    moment_write(time(NULL), when);
    FORMAT_TEXT(dice, "%d%d", request->roll.high, request->roll.low);
    describe_position(request, id);
    decision_describe(request, answer, choice);
    bool has_equity =
        answer->resign_games == 0 && request->kind != DECISION_RESIGNATION;
    const struct outputs *odds = &answer->odds;
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:s*, s:s, s:o*, s:o*, s:o*, "
        "s:o*, s:o*, s:o*, s:o*, s:o*, s:o*, s:o*, s:i}",
        "at", when, "account", account, "opponent", opponent, "kind",
        kinds[request->kind], "position", id, "length", request->ms.length, "my_score",
        request->ms.my_score, "their_score", request->ms.their_score, "cube",
        request->ms.cube, "dice", request->roll.high != 0 ? dice : NULL, "choice",
        choice, "equity", real_if(has_equity, answer->equity), "win",
        real_if(has_equity, (double)odds->win), "win_gammon",
        real_if(has_equity, (double)odds->win_gammon), "win_backgammon",
        real_if(has_equity, (double)odds->win_backgammon), "lose_gammon",
        real_if(has_equity, (double)odds->lose_gammon), "lose_backgammon",
        real_if(has_equity, (double)odds->lose_backgammon), "alternatives",
        alternatives_array(request, answer), "no_double",
        real_if(answer->has_cube, answer->no_double), "double_take",
        real_if(answer->has_cube, answer->double_take), "double_pass",
        real_if(answer->has_cube, answer->double_pass), "thinking_ms",
        answer->thinking_ms);
}

bool decision_log_write(struct decision_log *log, const char *account,
                        const char *opponent, const struct decision_request *request,
                        const struct decision_answer *answer)
{
    if (log == NULL) {
        return true;
    }
    json_t *json = decision_json(account, opponent, request, answer);
    char *line = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(6));
    json_decref(json);
    bool is_done = line != NULL &&
                   fprintf(log->file, "%s%s\n", log->is_ragged ? "\n" : "", line) > 0 &&
                   fflush(log->file) == 0;
    free(line);
    log->is_ragged = !is_done;
    if (is_done && rotation_moves(&log->rotation, fileno(log->file))) {
        (void)decision_log_reopen(log, NULL); /* else the old one continues */
    }
    return is_done;
}
