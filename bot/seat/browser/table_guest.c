/* What pages are shown of a second person in place of the bot, and what watchers are. */
#include <jansson.h>
#include <stdio.h>

#include "bot/seat/browser/table_internal.h"
#include "bot/seat/browser/table_json.h"

/* ---- what pages are shown -------------------------------------------------------- */

void table_address(const struct table *table, char address[TABLE_ADDRESS_SIZE])
{
    (void)snprintf(address, TABLE_ADDRESS_SIZE, "http://%s:%d/%s/",
                   table->host != NULL ? table->host->options.guest->address
                                       : "127.0.0.1",
                   table->store.port, table->store.token);
}

void table_links(const struct table *table, char guest[TABLE_ADDRESS_SIZE],
                 char watch[TABLE_ADDRESS_SIZE])
{
    table_address(table->guest, guest);
    (void)snprintf(watch, TABLE_ADDRESS_SIZE, "http://%s:%d/%s/",
                   table->options.guest->address, http_server_port(table->watch),
                   table->watch_token);
}

json_t *table_guest_object(const struct table *table)
{
    char guest[TABLE_ADDRESS_SIZE], watch[TABLE_ADDRESS_SIZE];
    if (!table_has_person(table)) {
        return json_null();
    }
    if (table->host != NULL) {
        return json_pack("{s:s,s:b}", "role", "guest", "there", table->was_there);
    }
    table_links(table, guest, watch);
    return json_pack("{s:s,s:b,s:s,s:s}", "role", "host", "there", table->was_there,
                     "link", guest, "watch", watch);
}

/* Nothing may be done there, and nothing is told of the first person but the game. */
char *table_watch_view(const struct table *table)
{
    struct seat_view view = *seat_link_view(table->link);
    struct seat_store store = table->store;
    view.allowed = 0;
    store.result_count = 0;
    store.choices.tutor = false;
    return table_json_view(
        &view, &store, NULL, false, false, NULL,
        json_pack("{s:s,s:b}", "role", "watcher", "there", table->was_there));
}
