/* What the pages are shown. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "bot/table/table_internal.h"
#include "bot/table/table_json.h"
#include "match/record.h"

/* ---- the tutor ------------------------------------------------------------------------ */

static json_t *judgement_object(const struct table_judgement *judgement)
{
    if (!judgement->is_there) {
        return json_null();
    }
    return json_pack("{s:f,s:s,s:s}", "loss", judgement->loss, "text", judgement->text,
                     "better", judgement->better);
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

static json_t *cube_object(const struct cube_decision *cube)
{
    return json_pack(
        "{s:s,s:f,s:f,s:f,s:f,s:f}", "action", cube_action_name(cube->action),
        "no_double", (double)cube->no_double, "double_take", (double)cube->double_take,
        "double_pass", (double)cube->double_pass, "win", (double)cube->outputs.win,
        "gammon", (double)cube->outputs.win_gammon);
}

static json_t *tutor_object(const struct table *table)
{
    const struct table_advice *advice = &table->advice;
    bool is_shown = advice->has_hint && !advice->is_busy && advice->answer.is_good;
    bool is_play = advice->answer.hint_count > 0;
    return json_pack(
        "{s:b,s:o,s:o,s:o,s:o,s:n,s:n}", "busy", advice->is_busy, "hints",
        is_shown && is_play ? hints_array(&advice->answer) : json_null(), "cube",
        is_shown && !is_play ? cube_object(&advice->answer.cube) : json_null(),
        "warning", judgement_object(&advice->warning), "last",
        judgement_object(&advice->last), "chance", "summary");
}

/* ---- all ------------------------------------------------------------------------- */

bool table_match_file(const struct table *table, char path[TABLE_PATH_MAX])
{
    return record_find_newest(table->options.matches, table->options.opponent,
                              table->options.name, path, TABLE_PATH_MAX);
}

char *table_view_line(const struct table *table)
{
    char path[TABLE_PATH_MAX];
    return table_json_view(seat_link_view(table->link), &table->store,
                           table_match_file(table, path), tutor_object(table));
}

void table_show(struct table *table)
{
    char *line = table_view_line(table);
    char *event = NULL;
    size_t length = 0;
    FILE *out = line == NULL ? NULL : open_memstream(&event, &length);
    if (out != NULL) {
        fprintf(out, "data: %s\n\n", line);
        (void)fclose(out);
        http_server_push(table->http, "/events", event, length);
    }
    free(event);
    free(line);
}
