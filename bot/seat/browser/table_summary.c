/* When the tutor is asked for the summary of a game or match. */
#include "bot/seat/browser/table_internal.h"

static enum seat_phase wanted_now(const struct table *table)
{
    enum seat_phase phase = seat_link_view(table->link)->phase;
    bool is_end = phase == SEAT_BETWEEN || phase == SEAT_OVER;
    return is_end && table->store.choices.tutor ? phase : SEAT_OFFLINE;
}

void table_sum_up(struct table *table)
{
    enum seat_phase wanted = wanted_now(table);
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
