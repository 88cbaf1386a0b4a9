#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/table/table_internal.h"
#include "bot/table/table_json.h"
#include "match/record.h"

/* ---- what is kept ---------------------------------------------------------------- */

void table_keep(const struct table *table)
{
    struct error err;
    if (!table_store_write(&table->store, table->store_path, &err)) {
        table->options.log(table->options.context, err.text);
    }
}

/* The server tells the new rating after the end of the match. */
static void table_keep_result(struct table *table, const struct seat_view *view)
{
    struct table_result result = {.when = time(NULL),
                                  .length = view->board.ms.length,
                                  .score = {view->won[0], view->won[1]},
                                  .rating = view->me.rating + view->rating_change};
    (void)snprintf(result.level, sizeof result.level, "%s", view->level);
    table_store_add(&table->store, &result);
    table_keep(table);
}

bool table_match_file(const struct table *table, char path[TABLE_PATH_MAX])
{
    return record_find_newest(table->options.matches, table->options.opponent,
                              table->options.name, path, TABLE_PATH_MAX);
}

/* ---- what is shown --------------------------------------------------------------- */

char *table_view_line(const struct table *table)
{
    char path[TABLE_PATH_MAX];
    return table_json_view(seat_link_view(table->link), &table->store,
                           table_match_file(table, path), NULL);
}

static void table_show(struct table *table)
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

void table_changed(void *context)
{
    struct table *table = context;
    const struct seat_view *view = seat_link_view(table->link);
    bool is_over = view->phase == SEAT_OVER;
    if (is_over && !table->is_over) {
        table_keep_result(table, view);
    }
    table->is_over = is_over;
    table_show(table);
}

/* ---- what is done ---------------------------------------------------------------- */

bool table_act(struct table *table, const struct table_action *action,
               struct error *err)
{
    const struct seat_action *seat = &action->seat;
    if (action->type != TABLE_ACT_SEAT) {
        return error_set(err, "there is no tutor");
    }
    if (!seat_link_act(table->link, seat, err)) {
        return false;
    }
    if (seat->type == SEAT_ACT_SET) {
        table->store.choices = action->choices;
    }
    const char *level = seat_link_view(table->link)->level;
    bool is_new = strcmp(table->store.level, level) != 0;
    (void)snprintf(table->store.level, sizeof table->store.level, "%s", level);
    if (is_new || seat->type == SEAT_ACT_SET) {
        table_keep(table);
        table_show(table);
    }
    return true;
}
