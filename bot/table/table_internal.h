#ifndef BOT_TABLE_TABLE_INTERNAL_H
#define BOT_TABLE_TABLE_INTERNAL_H
/* The table between its files: table.c (life), table_turn.c (what the person does and
 * sees) and table_http.c (requests). All of it runs on the table's thread. */

#include <stdint.h>

#include "bot/net/http_server.h"
#include "bot/table/seat_link.h"
#include "bot/table/table.h"
#include "bot/table/table_store.h"

enum { TABLE_PATH_MAX = 4096 };

struct event;
struct table_thread;
struct wakeup;

struct table {
    struct table_options options;
    struct table_store store;
    char store_path[TABLE_PATH_MAX];
    struct event_base *base;
    struct seat_link *link;
    struct http_server *http;
    struct event *beat;          /* keeps streams alive */
    struct wakeup *ending;       /* from the owner's thread */
    struct table_thread *thread; /* NULL: not started */
    bool is_over;                /* the result of this match is kept */
};

/* The view as a line of JSON; the caller frees it. May be NULL. */
char *table_view_line(const struct table *table);
/* The seat's view has changed. */
void table_changed(void *context);
/* Carries out an action; false with `err`. */
bool table_act(struct table *table, const struct table_action *action,
               struct error *err);
/* Writes what is kept; tells the log if it cannot. */
void table_keep(const struct table *table);
/* Finds the file of the last match. */
bool table_match_file(const struct table *table, char path[TABLE_PATH_MAX]);

/* Opens the port. */
bool table_http_open(struct table *table, struct error *err);

#endif
