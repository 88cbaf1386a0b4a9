/* What the pages are shown. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/seat/browser/summary_json.h"
#include "bot/seat/browser/table_internal.h"
#include "bot/seat/browser/table_json.h"
#include "match/record.h"

/* ---- the tutor ----------------------------------------------------------------- */

static json_t *judgement_object(const struct table_judgement *judgement)
{
    if (!judgement->is_there) {
        return json_null();
    }
    return json_pack("{s:f,s:s,s:s,s:s,s:s}", "loss", judgement->loss, "text",
                     judgement->text, "better", judgement->better, "why",
                     judgement->why, "question", judgement->question);
}

static json_t *hints_array(const struct tutor_answer *answer)
{
    json_t *array = json_array();
    for (int i = 0; i < answer->hint_count; i++) {
        const struct tutor_hint *hint = &answer->hints[i];
        (void)json_array_append_new(
            array, json_pack("{s:s,s:f,s:f,s:f,s:f,s:i}", "text", hint->text, "equity",
                             hint->equity, "loss", hint->loss, "win", hint->win,
                             "gammon", hint->gammon, "ply", hint->ply));
    }
    return array;
}

/* ---- all of the tutor ---------------------------------------------------------- */

static json_t *summary_object(const struct table *table)
{
    struct summary summary;
    bool has_summary = table->tutor != NULL && table->advice.summed != SEAT_OFFLINE &&
                       tutor_summary(table->tutor, &summary);
    return has_summary ? summary_json(&summary) : json_null();
}

static json_t *curve_array(const struct table_curve *curve)
{
    json_t *array = json_array();
    for (int i = 0; i < curve->count; i++) {
        (void)json_array_append_new(
            array,
            json_pack("[i,f,f]", i, curve->points[i].value, curve->points[i].win));
    }
    return array;
}

static json_t *tutor_object(const struct table *table)
{
    const struct table_advice *advice = &table->advice;
    const struct tutor_answer *answer = &advice->answer;
    const struct table_judgement none = {.is_there = false};
    bool is_shown = advice->shows_hint && !table_is_busy(advice) && answer->is_good;
    bool is_play = answer->hint_count > 0;
    json_t *cube = !is_shown || is_play
                       ? json_null()
                       : table_json_cube(&answer->cube, advice->phase == SEAT_OFFERED);
    return json_pack(
        "{s:b,s:o,s:o,s:o,s:o,s:o,s:o}", "busy", table_is_busy(advice), "hints",
        is_shown && is_play ? hints_array(answer) : json_null(), "cube", cube,
        "warning",
        judgement_object(advice->state == TABLE_WARNED ? &advice->last : &none), "last",
        judgement_object(&advice->last), "summary", summary_object(table), "curve",
        curve_array(&table->curve));
}

/* ---- all ------------------------------------------------------------------------- */

bool table_may_hint(const struct table *table)
{
    enum seat_phase phase = seat_link_view(table->link)->phase;
    bool has_decision =
        phase == SEAT_TO_PLAY || phase == SEAT_TO_ROLL || phase == SEAT_OFFERED;
    return has_decision && table->store.choices.tutor && table->tutor != NULL &&
           !table_has_person(table);
}

bool table_match_file(const struct table *table, char path[TABLE_PATH_MAX])
{
    return record_find_newest(table->options.matches, table->options.opponent,
                              table->options.name, path, TABLE_PATH_MAX);
}

/* Of a view, which may be NULL. */
static char *numbered_line(const struct table *table, const char *view)
{
    char *line = NULL;
    size_t length = 0;
    FILE *out = view == NULL ? NULL : open_memstream(&line, &length);
    if (out != NULL) {
        fprintf(out, "{\"version\":%llu,%s", (unsigned long long)table->version,
                view + 1);
        (void)fclose(out);
    }
    return line;
}

char *table_view_line(struct table *table)
{
    char path[TABLE_PATH_MAX];
    char *now = table_json_view(seat_link_view(table->link), &table->store,
                                table->options.level, table_match_file(table, path),
                                table_may_hint(table), tutor_object(table),
                                table_guest_object(table));
    if (now == NULL) {
        return NULL;
    }
    if (table->shown != NULL && strcmp(now, table->shown) == 0) {
        free(now);
    } else {
        free(table->shown);
        table->shown = now;
        table->version++;
    }
    return numbered_line(table, table->shown);
}

char *table_watch_line(struct table *table)
{
    char *view = table_watch_view(table), *line = numbered_line(table, view);
    free(view);
    return line;
}

static void push_line(struct http_server *http, char *line)
{
    char *event = NULL;
    size_t length = 0;
    FILE *out = line == NULL ? NULL : open_memstream(&event, &length);
    if (out != NULL) {
        fprintf(out, "data: %s\n\n", line);
        (void)fclose(out);
        http_server_push(http, event, length);
    }
    free(event);
    free(line);
}

void table_show(struct table *table)
{
    push_line(table->http, table_view_line(table));
    if (table->watch != NULL) {
        push_line(table->watch, table_watch_line(table));
    }
}
