/* The requests of browsers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/embed.h"
#include "base/text.h"
#include "bot/seat/browser/table_internal.h"
#include "bot/seat/browser/table_json.h"
#include "view/page_style.h"
#include "view/page_viewer.h"

#define PAGE_POLICY                                                                    \
    "script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:;"

/* ---- answers --------------------------------------------------------------------- */

/* TABLE_PAGES, of the Makefile, has PAGE(table_js, "table.js") for each file of the page. */
#define PAGE(symbol, name) EMBED(table_http_##symbol, "bot/seat/browser/page/" name)
TABLE_PAGES
#undef PAGE

/* "/TOKEN/" is the page, and "/TOKEN/NAME" a file of it, or style.css. */
static enum http_status answer_file(void *context, const struct http_request *request,
                                    FILE *body)
{
    const char *name = strrchr(request->path, '/') + 1;
    (void)context;
    name = name[0] == '\0' ? "table.html" : name;
#define PAGE(symbol, file)                                                             \
    if (strcmp(name, file) == 0) {                                                     \
        fputs(table_http_##symbol, body);                                              \
        return HTTP_OK;                                                                \
    }
    TABLE_PAGES
#undef PAGE
    fputs(page_style_sheet(), body);
    return HTTP_OK;
}

static enum http_status write_line(char *line, enum http_status status, FILE *body)
{
    if (line == NULL) {
        return HTTP_INTERNAL_ERROR;
    }
    fputs(line, body);
    free(line);
    return status;
}

static enum http_status answer_view(void *context, const struct http_request *request,
                                    FILE *body)
{
    (void)request;
    return write_line(table_view_line(context), HTTP_OK, body);
}

static enum http_status answer_record(void *context, const struct http_request *request,
                                      FILE *body)
{
    const struct table *table = context;
    int count;
    const struct seat_event *events = seat_link_record(table->link, &count);
    (void)request;
    return write_line(table_json_record(events, count), HTTP_OK, body);
}

static enum http_status answer_events(void *context, const struct http_request *request,
                                      FILE *body)
{
    (void)request;
    fputs("retry: 1000\n" TABLE_BEAT "data: ", body);
    enum http_status status = write_line(table_view_line(context), HTTP_OK, body);
    fputs("\n\n", body);
    return status;
}

static enum http_status answer_watch(void *context, const struct http_request *request,
                                     FILE *body)
{
    (void)request;
    return write_line(table_watch_line(context), HTTP_OK, body);
}

static enum http_status
answer_watch_events(void *context, const struct http_request *request, FILE *body)
{
    fputs("retry: 1000\n" TABLE_BEAT "data: ", body);
    enum http_status status = answer_watch(context, request, body);
    fputs("\n\n", body);
    return status;
}

static enum http_status answer_act(void *context, const struct http_request *request,
                                   FILE *body)
{
    struct table *table = context;
    struct table_action action;
    struct error err = {0};
    if (!http_request_is_json(request)) {
        return write_line(table_json_error("expected application/json"),
                          HTTP_BAD_REQUEST, body);
    }
    if (!table_action_read(request->body, request->body_length, &table->store.choices,
                           &action, &err)) {
        return write_line(table_json_error(err.text), HTTP_BAD_REQUEST, body);
    }
    if (!table_act(table, &action, &err)) {
        return write_line(table_json_error(err.text), HTTP_CONFLICT, body);
    }
    return write_line(table_view_line(table), HTTP_OK, body);
}

/* False: there is no such file. */
static bool copy_file(const char *path, FILE *body)
{
    char bytes[4096];
    size_t length;
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return false;
    }
    while ((length = fread(bytes, 1, sizeof bytes, file)) > 0) {
        (void)fwrite(bytes, 1, length, body);
    }
    (void)fclose(file);
    return true;
}

static enum http_status answer_match(void *context, const struct http_request *request,
                                     FILE *body)
{
    char path[TABLE_PATH_MAX];
    (void)request;
    return table_match_file(context, path) && copy_file(path, body) ? HTTP_OK
                                                                    : HTTP_NOT_FOUND;
}

/* The bot analyses its matches when they are over, and writes a page beside X.mat. */
static enum http_status answer_report(void *context, const struct http_request *request,
                                      FILE *body)
{
    static const char extension[] = ".analysis.html";
    char path[TABLE_PATH_MAX + sizeof extension];
    (void)request;
    if (!table_match_file(context, path)) {
        return HTTP_NOT_FOUND;
    }
    char *dot = strrchr(path, '.');
    (void)snprintf(dot != NULL ? dot : path + strlen(path), sizeof extension, "%s",
                   extension);
    if (!copy_file(path, body)) {
        fputs("<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\">"
              "<meta name=\"viewport\" content=\"width=device-width\">"
              "<meta name=\"color-scheme\" content=\"light dark\">"
              "<meta http-equiv=\"refresh\" content=\"2\"><title>Report</title>"
              "<p>The report comes when the match is over and has been analysed. "
              "This page reloads it every two seconds.</p></html>\n",
              body);
    }
    return HTTP_OK;
}

#define SCRIPT "text/javascript; charset=utf-8"
#define FILE_ROUTE(name, media)                                                        \
    {                                                                                  \
        name, HTTP_GET, media, PAGE_POLICY, answer_file, .has_own_style = true         \
    }

/* What everybody reads. */
#define PAGE_ROUTES(view, events)                                                      \
    FILE_ROUTE("/", "text/html; charset=utf-8"),                                       \
        FILE_ROUTE("/style.css", "text/css; charset=utf-8"),                           \
        FILE_ROUTE("/table.css", "text/css; charset=utf-8"),                           \
        FILE_ROUTE("/table.js", SCRIPT), FILE_ROUTE("/board.js", SCRIPT),              \
        FILE_ROUTE("/page.js", SCRIPT), FILE_ROUTE("/dialogs.js", SCRIPT),             \
        FILE_ROUTE("/hands.js", SCRIPT), FILE_ROUTE("/queue.js", SCRIPT),              \
        FILE_ROUTE("/record.js", SCRIPT), FILE_ROUTE("/sound.js", SCRIPT),             \
        FILE_ROUTE("/side.js", SCRIPT), FILE_ROUTE("/words.js", SCRIPT),               \
        {"/view", HTTP_GET, "application/json", .answer = (view)},                     \
        {"/record", HTTP_GET, "application/json", .answer = answer_record},            \
    {                                                                                  \
        .path = "/events", .methods = HTTP_GET, .type = "text/event-stream",           \
        .answer = (events), .is_stream = true                                          \
    }

static const struct http_route watch_routes[] = {
    PAGE_ROUTES(answer_watch, answer_watch_events)};

static const struct http_route routes[] = {
    PAGE_ROUTES(answer_view, answer_events),
    {"/act", HTTP_POST, "application/json", .answer = answer_act},
    {"/match.mat", HTTP_GET, "text/plain; charset=utf-8", .file = "match.mat",
     .answer = answer_match},
    {"/report", HTTP_GET, "text/html; charset=utf-8", PAGE_VIEWER_POLICY,
     .answer = answer_report},
};

/* ---- the port -------------------------------------------------------------------- */

static void log_warning(void *context, const char *text)
{
    const struct table *table = context;
    table->options.log(table->options.context, text);
}

#define OLD_LINK                                                                       \
    "This link does not hold, or no longer: links hold until the program that made "   \
    "them ends. Ask who sent it for a new one."

static struct http_setup port_setup(struct table *table, const char *token)
{
    struct http_setup setup = {.name = "table",
                               .deadline_ms = HTTP_DEADLINE_MS,
                               .routes = routes,
                               .route_count = sizeof routes / sizeof routes[0],
                               .log = log_warning,
                               .context = table};
    FORMAT_TEXT(setup.prefix, "/%s", token);
    return setup;
}

static bool open_port(struct table *table, int port, struct error *err)
{
    struct http_setup setup = port_setup(table, table->store.token);
    setup.port = port;
    if (table->host != NULL) {
        setup.address = table->host->options.guest->address;
        setup.refusal = OLD_LINK;
    }
    table->http = http_server_new(table->base, &setup, err);
    return table->http != NULL;
}

bool table_http_open_watch(struct table *table, struct error *err)
{
    struct http_setup setup = port_setup(table, table->watch_token);
    setup.name = "watchers";
    setup.address = table->options.guest->address;
    setup.refusal = OLD_LINK;
    setup.routes = watch_routes;
    setup.route_count = sizeof watch_routes / sizeof watch_routes[0];
    table->watch = http_server_new(table->base, &setup, err);
    return table->watch != NULL;
}

/* The last one again, so that a page that was left open finds the new run. */
bool table_http_open(struct table *table, struct error *err)
{
    int port = table->options.port;
    if (port >= 0) {
        return open_port(table, port, err);
    }
    return (table->store.port != 0 && open_port(table, table->store.port, err)) ||
           open_port(table, 0, err);
}
