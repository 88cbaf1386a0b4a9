#include "bot/seat/link/seat_store_internal.h"

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"

/* ---- preferences ----------------------------------------------------------------- */

/* All but `warn` and `pace`. */
static const struct {
    const char *name;
    size_t offset; /* of a bool */
} switches[] = {
    {"rolls", offsetof(struct seat_preferences, rolls)},
    {"forced", offsetof(struct seat_preferences, forced)},
    {"next", offsetof(struct seat_preferences, next)},
    {"pips", offsetof(struct seat_preferences, pips)},
    {"left", offsetof(struct seat_preferences, left)},
    {"dark", offsetof(struct seat_preferences, dark)},
    {"tutor", offsetof(struct seat_preferences, tutor)},
    {"full", offsetof(struct seat_preferences, full)},
};
enum { SWITCHES = sizeof switches / sizeof *switches };

static bool read_warn(const json_t *member, double *warn)
{
    double value = json_number_value(member);
    bool is_good = json_is_number(member) && value >= 0.0 && value <= SEAT_WARN_MAX;
    *warn = is_good ? value : *warn;
    return is_good || member == NULL;
}

static bool read_pace(const json_t *member, int *pace)
{
    json_int_t value = json_integer_value(member);
    bool is_good = json_is_integer(member) && value >= 0 && value <= SEAT_PACE_MAX;
    *pace = is_good ? (int)value : *pace;
    return is_good || member == NULL;
}

bool seat_preferences_read(const json_t *object, struct seat_preferences *preferences)
{
    bool is_good = read_warn(json_object_get(object, "warn"), &preferences->warn);
    is_good = read_pace(json_object_get(object, "pace"), &preferences->pace) && is_good;
    for (int i = 0; i < SWITCHES; i++) {
        const json_t *member = json_object_get(object, switches[i].name);
        if (json_is_boolean(member)) {
            *(bool *)((char *)preferences + switches[i].offset) = json_is_true(member);
        }
        is_good = is_good && (member == NULL || json_is_boolean(member));
    }
    return is_good;
}

json_t *seat_preferences_json(const struct seat_preferences *preferences)
{
    json_t *object = json_object();
    for (int i = 0; i < SWITCHES; i++) {
        const char *at = (const char *)preferences + switches[i].offset;
        (void)json_object_set_new(object, switches[i].name,
                                  json_boolean(*(const bool *)at));
    }
    (void)json_object_set_new(object, "warn", json_real(preferences->warn));
    (void)json_object_set_new(object, "pace", json_integer(preferences->pace));
    return object;
}

/* ---- reading --------------------------------------------------------------------- */

static void copy_member(const json_t *object, const char *name, char *text, size_t size)
{
    const char *value = json_string_value(json_object_get(object, name));
    if (value != NULL && strlen(value) < size) {
        (void)snprintf(text, size, "%s", value);
    }
}

static int int_of(const json_t *object, const char *name)
{
    json_int_t value = json_integer_value(json_object_get(object, name));
    return value >= 0 && value <= 65535 ? (int)value : 0;
}

static void read_progress(const json_t *object, struct seat_progress *progress)
{
    *progress = (struct seat_progress){
        .length = int_of(object, "length"),
        .score = {int_of(object, "mine"), int_of(object, "theirs")},
        .games = int_of(object, "games")};
}

static void read_result(const json_t *object, struct seat_result *result)
{
    const json_t *when = json_object_get(object, "when");
    *result = (struct seat_result){
        .when = (time_t)json_integer_value(when),
        .length = int_of(object, "length"),
        .score = {int_of(object, "mine"), int_of(object, "theirs")},
        .rating = json_number_value(json_object_get(object, "rating"))};
    copy_member(object, "level", result->level, sizeof result->level);
}

/* A token of ours has only such characters as may stand in an address. */
static void read_token(const json_t *object, struct seat_store *store)
{
    copy_member(object, "token", store->token, sizeof store->token);
    if (strspn(store->token, "0123456789abcdef") != HTTP_TOKEN_SIZE - 1) {
        store->token[0] = '\0';
    }
}

void seat_store_read(struct seat_store *store, const char *path)
{
    *store = (struct seat_store){
        .choices = {.pips = true, /* as the design of the table has it */
                    .full = true, /* as it was before one could choose */
                    .pace = 1,
                    .warn = 0.04}};
    char *text = malloc(SEAT_STORE_MAX);
    ssize_t length = text != NULL ? file_read(path, text, SEAT_STORE_MAX) : -1;
    json_t *object = length > 0 ? json_loadb(text, (size_t)length, 0, NULL) : NULL;
    read_token(object, store);
    store->port = int_of(object, "port");
    (void)seat_preferences_read(json_object_get(object, "choices"), &store->choices);
    copy_member(object, "level", store->level, sizeof store->level);
    read_progress(json_object_get(object, "match"), &store->progress);
    const json_t *results = json_object_get(object, "results");
    for (size_t i = 0; i < json_array_size(results) && i < SEAT_RESULTS_MAX; i++) {
        read_result(json_array_get(results, i), &store->results[i]);
        store->result_count++;
    }
    json_decref(object);
    free(text);
}

/* ---- writing --------------------------------------------------------------------- */

static json_t *results_array(const struct seat_store *store)
{
    json_t *array = json_array();
    for (int i = 0; i < store->result_count; i++) {
        const struct seat_result *r = &store->results[i];
        (void)json_array_append_new(
            array, json_pack("{s:I,s:s,s:i,s:i,s:i,s:f}", "when", (json_int_t)r->when,
                             "level", r->level, "length", r->length, "mine",
                             r->score[0], "theirs", r->score[1], "rating", r->rating));
    }
    return array;
}

static json_t *progress_object(const struct seat_progress *p)
{
    return json_pack("{s:i,s:i,s:i,s:i}", "length", p->length, "mine", p->score[0],
                     "theirs", p->score[1], "games", p->games);
}

bool seat_store_write(const struct seat_store *store, const char *path,
                      struct error *err)
{
    struct file_draft draft;
    json_t *object = json_pack(
        "{s:s,s:i,s:o,s:s,s:o,s:o}", "token", store->token, "port", store->port,
        "choices", seat_preferences_json(&store->choices), "level", store->level,
        "match", progress_object(&store->progress), "results", results_array(store));
    if (object == NULL) {
        return error_no_memory(err);
    }
    bool is_good = file_draft_open(&draft, path, FILE_OURS, err);
    if (is_good) {
        (void)json_dumpf(object, draft.stream, JSON_INDENT(1) | JSON_REAL_PRECISION(8));
        is_good = file_draft_keep(&draft, FILE_SAFE_FROM_KILLS, err);
    }
    json_decref(object);
    return is_good;
}

void seat_store_add(struct seat_store *store, const struct seat_result *result)
{
    memmove(&store->results[1], &store->results[0],
            (SEAT_RESULTS_MAX - 1) * sizeof store->results[0]);
    store->results[0] = *result;
    store->result_count += store->result_count < SEAT_RESULTS_MAX ? 1 : 0;
}

/* ---- the seat -------------------------------------------------------------------- */

void seat_store_seat(const struct seat_store *store, bool is_given,
                     struct seat_setup *setup)
{
    COPY_TEXT(setup->level, store->level);
    setup->starts_usual = is_given;
    setup->progress = store->progress;
    setup->choices = (struct seat_choices){.rolls = store->choices.rolls,
                                           .forced = store->choices.forced,
                                           .next = store->choices.next};
}

/* The server shows the new rating after the end of the match. */
static void add_result(struct seat_store *store, const struct seat_view *view,
                       const char *usual)
{
    struct seat_result result = {.when = time(NULL),
                                 .length = view->board.ms.length,
                                 .score = {view->won[0], view->won[1]},
                                 .rating = view->me.rating + view->rating_change};
    COPY_TEXT(result.level, view->level[0] != '\0' ? view->level
                            : usual != NULL        ? usual
                                                   : "");
    seat_store_add(store, &result);
}

bool seat_store_follow(struct seat_store *store, const struct seat_view *view,
                       const char *usual)
{
    const struct seat_progress *now = &view->progress, *kept = &store->progress;
    bool is_over = view->phase == SEAT_OVER, is_new = is_over && !store->is_over;
    bool is_level_new = !view->gives_up && strcmp(store->level, view->level) != 0;
    bool is_changed = is_level_new || now->length != kept->length ||
                      now->games != kept->games || now->score[0] != kept->score[0] ||
                      now->score[1] != kept->score[1];
    if (is_new) {
        add_result(store, view, usual);
    }
    if (is_level_new) {
        COPY_TEXT(store->level, view->level);
    }
    store->progress = *now;
    store->is_over = is_over;
    return is_changed || is_new;
}
