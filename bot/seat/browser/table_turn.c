#include "bot/seat/browser/table_internal.h"

/* ---- what is kept ---------------------------------------------------------------- */

void table_keep(const struct table *table)
{
    struct error err;
    if (!seat_store_write(&table->store, table->store_path, &err)) {
        table->options.log(table->options.context, err.text);
    }
}

/* ---- what changes --------------------------------------------------------------- */

void table_changed(void *context)
{
    struct table *table = context;
    if (seat_store_follow(&table->store, seat_link_view(table->link),
                          table->options.level)) {
        table_keep(table);
    }
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
        table_keep(table);
        table_show(table);
    }
    return true;
}
