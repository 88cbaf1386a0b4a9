#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bot/table/table_internal.h"

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
    const char *usual = table->options.level != NULL ? table->options.level : "";
    (void)snprintf(result.level, sizeof result.level, "%s",
                   view->level[0] != '\0' ? view->level : usual);
    table_store_add(&table->store, &result);
    table_keep(table);
}

/* ---- what changes --------------------------------------------------------------- */

void table_changed(void *context)
{
    struct table *table = context;
    const struct seat_view *view = seat_link_view(table->link);
    bool is_over = view->phase == SEAT_OVER;
    if (is_over && !table->is_over) {
        table_keep_result(table, view);
    }
    table->is_over = is_over;
    table_new_position(table);
    table_sum_up(table);
    table_show(table);
}

/* ---- what is done ---------------------------------------------------------------- */

bool table_act(struct table *table, const struct table_action *action,
               struct error *err)
{
    const struct seat_action *seat = &action->seat;
    bool is_done;
    if (!table_act_judged(table, action, err, &is_done)) {
        return false;
    }
    if (is_done) {
        return true;
    }
    if (!seat_link_act(table->link, seat, err)) {
        return false;
    }
    if (seat->type == SEAT_ACT_SET) {
        table->store.choices = action->choices;
        table_prepare(table);
        table_sum_up(table);
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
