/* What the person does at the table, and what follows. */
#include "bot/seat/browser/table_internal.h"

/* ---- what is kept ---------------------------------------------------------------- */

void table_keep(const struct table *table)
{
    struct error err;
    if (!seat_store_write(&table->store, table->store_path, &err)) {
        table->options.log(table->options.context, err.text);
    }
}

/* ---- what changes ---------------------------------------------------------------- */

/* Asks for the summary of the game or match that has just ended; later, gives it up. */
static void table_sum_up(struct table *table)
{
    enum seat_phase phase = seat_link_view(table->link)->phase;
    bool is_end = phase == SEAT_BETWEEN || phase == SEAT_OVER;
    enum seat_phase wanted =
        is_end && (table->store.choices.tutor || table_has_person(table))
            ? phase
            : SEAT_OFFLINE;
    char path[TABLE_PATH_MAX] = "";
    if (table->tutor == NULL || wanted == table->advice.summed) {
        return;
    }
    table->advice.summed = wanted;
    if (wanted != SEAT_OFFLINE) {
        (void)table_match_file(table, path);
    }
    tutor_sum_up(table->tutor, path, wanted == SEAT_OVER);
}

void table_changed(void *context)
{
    struct table *table = context;
    if (seat_store_follow(&table->store, seat_link_view(table->link),
                          table->options.level)) {
        table_keep(table);
    }
    table_record_follow(table);
    table_new_position(table);
    table_sum_up(table);
    table_show(table);
}

/* ---- what is done ---------------------------------------------------------------- */

bool table_act(struct table *table, const struct table_action *action,
               struct error *err)
{
    if (action->type != TABLE_ACT_SEAT) {
        return table_act_tutor(table, action, err);
    }
    if (table_hold(table, &action->seat)) {
        return true;
    }
    if (!seat_link_act(table->link, &action->seat, err)) {
        return false;
    }
    if (action->seat.type == SEAT_ACT_SET) {
        table->store.choices = action->choices;
        table_prepare(table);
        table_sum_up(table);
        table_keep(table);
        table_show(table);
    }
    return true;
}
