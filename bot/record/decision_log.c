#include "bot/record/decision_log.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/board/notation.h"
#include "engine/board/xgid.h"

struct decision_log {
    FILE *file;
    char *path;
};

static FILE *open_file(const char *path, struct error *err)
{
    FILE *file = fopen(path, "ae");
    if (file == NULL) {
        error_set(err, "decisions %.150s: %s", path, strerror(errno));
    }
    return file;
}

struct decision_log *decision_log_open(const char *path, struct error *err)
{
    struct decision_log *log = calloc(1, sizeof *log);
    if (log == NULL || (log->path = strdup(path)) == NULL) {
        error_set(err, "no memory for the decisions");
        free(log);
        return NULL;
    }
    log->file = open_file(path, err);
    if (log->file == NULL) {
        free(log->path);
        free(log);
        return NULL;
    }
    return log;
}

void decision_log_close(struct decision_log *log)
{
    if (log != NULL) {
        (void)fclose(log->file);
        free(log->path);
        free(log);
    }
}

bool decision_log_reopen(struct decision_log *log, struct error *err)
{
    if (log == NULL) {
        return true;
    }
    FILE *file = open_file(log->path, err);
    if (file == NULL) {
        return false;
    }
    (void)fclose(log->file);
    log->file = file;
    return true;
}

/* ---- one decision ---------------------------------------------------------------- */

void decision_describe(const struct decision_request *request,
                       const struct decision_answer *answer,
                       char text[DECISION_TEXT_SIZE])
{
    if (answer->resign_games > 0) {
        (void)snprintf(text, DECISION_TEXT_SIZE, "resign %d", answer->resign_games);
        return;
    }
    switch (request->kind) {
    case DECIDE_PLAY: {
        char play[NOTATION_SIZE];
        notation_write(&request->pos, &answer->play, play);
        (void)snprintf(text, DECISION_TEXT_SIZE, "%s", play);
        break;
    }
    case DECIDE_CUBE:
        (void)snprintf(text, DECISION_TEXT_SIZE,
                       answer->is_double && request->may_double ? "double" : "roll");
        break;
    case DECIDE_TAKE:
        (void)snprintf(text, DECISION_TEXT_SIZE, answer->is_accept ? "take" : "pass");
        break;
    case DECIDE_RESIGNATION:
        (void)snprintf(text, DECISION_TEXT_SIZE,
                       answer->is_accept ? "accept" : "reject");
        break;
    }
}

static void describe_position(const struct decision_request *request,
                              char id[XGID_SIZE])
{
    struct decision_context at = {
        .pos = request->pos, .ms = request->ms, .roll = request->roll};
    at.is_doubled = request->kind == DECIDE_TAKE;
    at.resigned = request->kind == DECIDE_RESIGNATION ? request->games : 0;
    at.is_opponent_on_roll = at.is_doubled || (at.resigned > 0 && !request->is_my_turn);
    xgid_write(&at, id);
}

static void set_real(json_t *json, const char *name, double value)
{
    (void)json_object_set_new(json, name, json_real(value));
}

static void set_int(json_t *json, const char *name, int value)
{
    (void)json_object_set_new(json, name, json_integer(value));
}

static void set_text(json_t *json, const char *name, const char *value)
{
    (void)json_object_set_new(json, name, json_string(value));
}

static void set_decision_context(json_t *json, const struct decision_request *request)
{
    char id[XGID_SIZE], dice[8];
    describe_position(request, id);
    set_text(json, "position", id);
    set_int(json, "length", request->ms.length);
    set_int(json, "my_score", request->ms.my_score);
    set_int(json, "their_score", request->ms.their_score);
    set_int(json, "cube", request->ms.cube);
    if (request->roll.high != 0) {
        (void)snprintf(dice, sizeof dice, "%d%d", request->roll.high,
                       request->roll.low);
        set_text(json, "dice", dice);
    }
}

static void set_odds(json_t *json, const struct outputs *odds)
{
    set_real(json, "win", (double)odds->win);
    set_real(json, "win_gammon", (double)odds->win_gammon);
    set_real(json, "win_backgammon", (double)odds->win_backgammon);
    set_real(json, "lose_gammon", (double)odds->lose_gammon);
    set_real(json, "lose_backgammon", (double)odds->lose_backgammon);
}

static void set_alternatives(json_t *json, const struct decision_request *request,
                             const struct decision_answer *answer)
{
    json_t *list = json_array();
    for (int i = 0; i < answer->choice_count; i++) {
        const struct decision_choice *choice = &answer->choices[i];
        char play[NOTATION_SIZE];
        notation_write(&request->pos, &choice->play, play);
        (void)json_array_append_new(list,
                                    json_pack("{s:s, s:f, s:i}", "play", play, "equity",
                                              choice->equity, "ply", choice->ply));
    }
    (void)json_object_set_new(json, "alternatives", list);
}

static json_t *decision_json(const char *account, const char *opponent,
                             const struct decision_request *request,
                             const struct decision_answer *answer)
{
    static const char *const kinds[] = {"play", "cube", "take", "resignation"};
    char when[32], choice[DECISION_TEXT_SIZE];
    time_t now = time(NULL);
    struct tm utc;
    (void)gmtime_r(&now, &utc);
    (void)strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
    decision_describe(request, answer, choice);
    json_t *json = json_pack("{s:s, s:s, s:s, s:s}", "at", when, "account", account,
                             "opponent", opponent, "kind", kinds[request->kind]);
    set_decision_context(json, request);
    set_text(json, "choice", choice);
    if (answer->resign_games == 0 && request->kind != DECIDE_RESIGNATION) {
        set_real(json, "equity", answer->equity);
        set_odds(json, &answer->odds);
    }
    if (request->kind == DECIDE_PLAY) {
        set_alternatives(json, request, answer);
    }
    if (answer->has_cube) {
        set_real(json, "no_double", answer->no_double);
        set_real(json, "double_take", answer->double_take);
        set_real(json, "double_pass", answer->double_pass);
    }
    set_int(json, "thinking_ms", answer->thinking_ms);
    return json;
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
    bool is_done =
        line != NULL && fprintf(log->file, "%s\n", line) > 0 && fflush(log->file) == 0;
    free(line);
    if (!is_done) {
        clearerr(log->file);
    }
    return is_done;
}
