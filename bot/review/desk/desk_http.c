/* The requests of browsers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/text.h"
#include "bot/review/desk/desk_internal.h"
#include "engine/board/position_id.h"
#include "engine/board/xgid.h"
#include "match/report/match_html.h"
#include "view/markup.h"
#include "view/page_viewer.h"

#define PAGE_POLICY                                                                    \
    "script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "        \
    "img-src 'self' data:;"

enum { DIGITS = 7 };

static const struct match_html_place place = {"", "../", true};

/* ---- answers as JSON ------------------------------------------------------------- */

/* Takes the object; NULL: what `err` says. */
static enum http_status write_object(json_t *object, const struct error *err,
                                     FILE *body)
{
    enum http_status status = HTTP_OK;
    if (object == NULL) {
        object = json_pack("{s:s}", "error", err->text);
        status = HTTP_BAD_REQUEST;
    }
    if (json_dumpf(object, body, JSON_COMPACT | JSON_REAL_PRECISION(DIGITS)) != 0) {
        status = HTTP_INTERNAL_ERROR;
    }
    json_decref(object);
    return status;
}

static json_t *done_or_null(bool is_done)
{
    return is_done ? json_pack("{s:b}", "isDone", true) : NULL;
}

/* How far the question is; with the lock. */
static json_t *state_of(const struct desk *desk)
{
    const struct desk_job *job = &desk->job;
    const char *by = job->question.method != NULL ? job->question.method->name : "";
    json_t *object =
        json_pack("{s:i, s:s, s:f, s:f, s:b, s:b}", "number", job->number, "by", by,
                  "share", job->share, "error_bar", job->error_bar, "isDone",
                  job->is_done, "isStopped", job->is_stopped);
    if (job->is_done && job->answer != NULL) {
        (void)json_object_set_new(object, "answer", json_loads(job->answer, 0, NULL));
    } else if (job->is_done && !job->is_stopped) {
        (void)json_object_set_new(object, "error",
                                  json_string(job->fault.text[0] != '\0'
                                                  ? job->fault.text
                                                  : "it could not be judged"));
    }
    return object;
}

/* ---- questions ------------------------------------------------------------------- */

/* What a request does, with the lock; NULL with `err`. */
typedef json_t *desk_act(struct desk *desk, const struct http_request *request,
                         struct error *err);

static json_t *act_ask(struct desk *desk, const struct http_request *request,
                       struct error *err)
{
    struct desk_question question;
    if (!desk_question_read(request->body, request->body_length, &question, err)) {
        return NULL;
    }
    desk_worker_ask(desk, &question);
    return state_of(desk);
}

static json_t *act_state(struct desk *desk, const struct http_request *request,
                         struct error *err)
{
    (void)request;
    (void)err;
    return state_of(desk);
}

static json_t *act_stop(struct desk *desk, const struct http_request *request,
                        struct error *err)
{
    (void)request;
    (void)err;
    desk_worker_stop(desk);
    return state_of(desk);
}

static json_t *act_read(struct desk *desk, const struct http_request *request,
                        struct error *err)
{
    struct decision_context at;
    char xgid[XGID_SIZE], gnu[POSITION_GNU_ID_SIZE];
    (void)desk;
    if (!desk_question_id(request->body, request->body_length, &at, err)) {
        return NULL;
    }
    xgid_write(&at, xgid);
    position_id_write_gnu(&at, gnu);
    return json_pack("{s:s, s:s}", "xgid", xgid, "gnu", gnu);
}

static json_t *act_cards(struct desk *desk, const struct http_request *request,
                         struct error *err)
{
    int64_t day;
    return desk_question_day(request->body, request->body_length, &day, err)
               ? collection_cards(desk->options.collection, day, err)
               : NULL;
}

static json_t *act_card(struct desk *desk, const struct http_request *request,
                        struct error *err)
{
    struct desk_card card;
    return done_or_null(
        desk_question_card(request->body, request->body_length, &card, err) &&
        collection_move_card(desk->options.collection, card.key, card.box, card.due,
                             card.has_note ? card.note : NULL, err));
}

static json_t *act_note(struct desk *desk, const struct http_request *request,
                        struct error *err)
{
    struct desk_note note;
    return desk_question_note(request->body, request->body_length, &note, err)
               ? collection_note(desk->options.collection, note.match, note.link,
                                 note.has_note ? note.note : NULL, err)
               : NULL;
}

static json_t *act_player(struct desk *desk, const struct http_request *request,
                          struct error *err)
{
    char name[RECORD_NAME_MAX];
    return done_or_null(
        desk_question_player(request->body, request->body_length, name, err) &&
        collection_choose(desk->options.collection, name, err));
}

static json_t *act_list(struct desk *desk, const struct http_request *request,
                        struct error *err)
{
    int left = 0;
    (void)request;
    json_t *object = collection_list(desk->options.collection, err);
    json_t *open = json_array();
    for (int i = 0; i < desk->options.batch->count; i++) {
        left += !desk->is_kept[i];
        (void)json_array_append_new(open, json_integer(desk->ids[i]));
    }
    (void)json_object_set_new(object, "left", json_integer(left));
    (void)json_object_set_new(object, "open", open);
    return object;
}

static const struct {
    const char *path;
    desk_act *act;
} acts[] = {{"/ask", act_ask},   {"/state", act_state},   {"/stop", act_stop},
            {"/read", act_read}, {"/cards", act_cards},   {"/card", act_card},
            {"/list", act_list}, {"/player", act_player}, {"/note", act_note}};

/* The path ends in the name of one of the acts. */
static enum http_status answer_act(void *context, const struct http_request *request,
                                   FILE *body)
{
    struct desk *desk = context;
    struct error err = {0};
    const char *name = strrchr(request->path, '/');
    json_t *object = NULL;
    if (request->method == HTTP_POST && !http_request_is_json(request)) {
        error_set(&err, "expected application/json");
        return write_object(NULL, &err, body);
    }
    (void)pthread_mutex_lock(&desk->lock);
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++) {
        if (strcmp(name, acts[i].path) == 0) {
            object = acts[i].act(desk, request, &err);
        }
    }
    (void)pthread_mutex_unlock(&desk->lock);
    return write_object(object, &err, body);
}

/* ---- pages ----------------------------------------------------------------------- */

static int match_of_id(const struct desk *desk, int64_t id)
{
    for (int i = 0; i < desk->options.batch->count; i++) {
        if (desk->ids[i] == id) {
            return i;
        }
    }
    return -1;
}

#define PAGE_BEGIN                                                                      \
    "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" " \
    "content=\"width=device-width,initial-scale=1\"><link rel=\"stylesheet\" "          \
    "href=\"../viewer.css\"><title>Analysis</title>"
#define PAGE_END "</p><p><a href=\"../\">All matches</a></p></div></html>\n"

static void write_waiting(const struct desk *desk, int i, FILE *body)
{
    fprintf(body,
            PAGE_BEGIN "<meta http-equiv=\"refresh\" content=\"1\"><div class=\"page\">"
                       "<p>This match is being analysed, %d %% so far. The page opens "
                       "when it is done." PAGE_END,
            desk->at == i ? desk->share : 0);
}

static void write_refusal(const char *words, const char *reason, FILE *body)
{
    fprintf(body, PAGE_BEGIN "<div class=\"page\"><p>%s", words);
    markup_write_lines(reason, body);
    fputs(PAGE_END, body);
}

/* With the lock. The analysis is that of the collection. */
static bool write_match(struct desk *desk, int i, FILE *body)
{
    const struct desk_options *options = &desk->options;
    const struct match_batch_match *match = &options->batch->matches[i];
    struct match_analysis *analysis = match_batch_analysis(options->batch, match);
    const struct match_report report = {match->turns, analysis,
                                        .program = options->program};
    bool is_good = analysis != NULL &&
                   collection_restore(options->collection, desk->ids[i], options->judge,
                                      match->turns, analysis) &&
                   match_html_page_of_many(&report, &place, body);
    match_analysis_free(analysis);
    return is_good;
}

static enum http_status answer_match(void *context, const struct http_request *request,
                                     FILE *body)
{
    struct desk *desk = context;
    const char *name = strrchr(request->path, '/') + 1;
    if (strcmp(name, "position") == 0) {
        return match_html_page_of_many(NULL, &place, body) ? HTTP_OK
                                                           : HTTP_INTERNAL_ERROR;
    }
    char *end;
    int i = match_of_id(desk, strtoll(name, &end, 10));
    if (i < 0 || *end != '\0') {
        write_refusal("This match is not open here.", "", body);
        return HTTP_NOT_FOUND;
    }
    bool is_good = true;
    (void)pthread_mutex_lock(&desk->lock);
    desk->wanted = i;
    (void)pthread_cond_signal(&desk->asked);
    if (desk->is_kept[i]) {
        is_good = write_match(desk, i, body);
        if (!is_good) {
            write_refusal("The analysis of this match could not be kept: ",
                          desk->fault.text, body);
        }
    } else {
        write_waiting(desk, i, body);
    }
    (void)pthread_mutex_unlock(&desk->lock);
    return is_good ? HTTP_OK : HTTP_INTERNAL_ERROR;
}

static enum http_status answer_anki(void *context, const struct http_request *request,
                                    FILE *body)
{
    struct desk *desk = context;
    (void)request;
    (void)pthread_mutex_lock(&desk->lock);
    bool is_good = collection_anki(desk->options.collection, body, NULL);
    (void)pthread_mutex_unlock(&desk->lock);
    return is_good ? HTTP_OK : HTTP_INTERNAL_ERROR;
}

/* ---- the port -------------------------------------------------------------------- */

#define HTML   "text/html; charset=utf-8"
#define SCRIPT "text/javascript; charset=utf-8"
#define ACT(name, method)                                                              \
    {                                                                                  \
        name, method, "application/json", .answer = answer_act                         \
    }

static const struct http_route routes[] = {
    {"/", HTTP_GET, HTML, PAGE_POLICY, .write = page_viewer_list,
     .has_own_style = true},
    {"/m/", HTTP_GET, HTML, PAGE_POLICY, answer_match, .has_own_style = true},
    {"/viewer.js", HTTP_GET, SCRIPT, .write = page_viewer_js},
    {"/list.js", HTTP_GET, SCRIPT, .write = page_viewer_list_js},
    {"/viewer.css", HTTP_GET, "text/css; charset=utf-8", .write = page_viewer_css},
    {"/anki.txt", HTTP_GET, "text/plain; charset=utf-8",
     .file = "backgammon-errors.txt", .answer = answer_anki},
    ACT("/list", HTTP_GET),
    ACT("/state", HTTP_GET),
    ACT("/ask", HTTP_POST),
    ACT("/stop", HTTP_POST),
    ACT("/read", HTTP_POST),
    ACT("/cards", HTTP_POST),
    ACT("/card", HTTP_POST),
    ACT("/note", HTTP_POST),
    ACT("/player", HTTP_POST),
};

static void print_warning(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, "fibsbot review: %s\n", text);
}

bool desk_http_open(struct desk *desk, struct error *err)
{
    struct http_setup setup = {.name = "review",
                               .port = desk->options.port,
                               .deadline_ms = HTTP_DEADLINE_MS,
                               .routes = routes,
                               .route_count = sizeof routes / sizeof routes[0],
                               .log = print_warning,
                               .refusal = "This link holds no longer: each run of "
                                          "`fibsbot review` prints a new one.",
                               .context = desk};
    FORMAT_TEXT(setup.prefix, "/%s", desk->token);
    desk->http = http_server_new(desk->base, &setup, err);
    return desk->http != NULL;
}
