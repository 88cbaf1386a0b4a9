#include "bot/seat/browser/table.h"

#include <event2/event.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/text.h"
#include "bot/net/timer.h"
#include "bot/net/wakeup.h"
#include "bot/seat/browser/table_internal.h"

/* ---- the thread ------------------------------------------------------------------ */

static void *table_run(void *arg)
{
    struct table *table = arg;
    (void)event_base_dispatch(table->base);
    return NULL;
}

static void table_end(void *context)
{
    struct table *table = context;
    (void)event_base_loopexit(table->base, NULL);
}

/* Looks whether both pages of two persons are open. */
static bool table_has_other(const struct table *table)
{
    const struct table *other = table->host != NULL ? table->host : table->guest;
    return atomic_load(&other->is_visited);
}

static void table_look(struct table *table)
{
    if (!table_has_person(table)) {
        return;
    }
    atomic_store(&table->is_visited, http_server_streams(table->http) > 0);
    if (table->was_there != table_has_other(table)) {
        table->was_there = !table->was_there;
        table_show(table);
    }
}

static void table_beat(void *context)
{
    struct table *table = context;
    http_server_push(table->http, TABLE_BEAT, sizeof TABLE_BEAT - 1);
    if (table->watch != NULL) {
        http_server_push(table->watch, TABLE_BEAT, sizeof TABLE_BEAT - 1);
    }
    table_look(table);
}

/* On the thread of the tutor. */
static void table_wake(void *context)
{
    struct table *table = context;
    wakeup_signal(table->answering);
}

/* ---- life ------------------------------------------------------------------------ */

/* That of the last run; a guest's link holds for one. */
static bool table_make_token(struct table *table, struct error *err)
{
    bool is_kept = table->store.token[0] != '\0' && table->host == NULL;
    return is_kept || http_server_draw_token(table->store.token, err);
}

static bool table_open_loop(struct table *table, struct error *err)
{
    table->base = event_base_new();
    if (table->base != NULL) {
        table->ending = wakeup_new(table->base, table_end, table);
        table->answering = wakeup_new(table->base, table_answered, table);
        table->beat = timer_every(table->base, TABLE_BEAT_MS, table_beat, table);
    }
    if (table->ending == NULL || table->answering == NULL || table->beat == NULL) {
        return error_set(err, "cannot make the loop of the table");
    }
    return true;
}

static bool table_open_link(struct table *table, struct error *err)
{
    const struct table_options *options = &table->options;
    struct seat_link_setup setup = {.host = options->host,
                                    .password = options->password,
                                    .port = options->server_port,
                                    .changed = table_changed,
                                    .context = table};
    setup.seat.resumes = table->host == NULL;
    setup.seat.is_guest = table->host != NULL;
    seat_store_seat(&table->store, options->level != NULL, &setup.seat);
    COPY_TEXT(setup.seat.name, options->name);
    COPY_TEXT(setup.seat.opponent, options->opponent);
    table->link = seat_link_new(table->base, &setup, err);
    return table->link != NULL;
}

static struct table *table_open_seat(const struct table_options *options,
                                     struct table *host, struct error *err);

/* The table of the second person, and the port of watchers, if the options want them. */
static bool table_guest_open(struct table *table, struct error *err)
{
    const struct table_guest *guest = table->options.guest;
    if (guest == NULL) {
        return true;
    }
    struct table_options options = table->options;
    options.name = table->options.opponent;
    options.opponent = table->options.name;
    options.password = guest->password;
    options.folder = options.matches = guest->folder;
    options.guest = NULL;
    options.port = options.port < 0 ? -1 : 0; /* an old link is answered there */
    table->guest = table_open_seat(&options, table, err);
    return table->guest != NULL && http_server_draw_token(table->watch_token, err) &&
           table_http_open_watch(table, err);
}

/* The table of one person; `host`: that of the first one, if this is the second. */
static struct table *table_open_seat(const struct table_options *options,
                                     struct table *host, struct error *err)
{
    struct table *table = error_allocate(sizeof *table, err);
    if (table == NULL) {
        return NULL;
    }
    table->options = *options;
    table->host = host;
    FORMAT_TEXT(table->store_path, "%s/table.json", options->folder);
    seat_store_read(&table->store, table->store_path);
    if (table_make_token(table, err) && table_open_loop(table, err) &&
        table_http_open(table, err) && table_guest_open(table, err) &&
        table_open_link(table, err)) {
        table->tutor = tutor_new(options->weights, table_wake, table);
        table->store.port = http_server_port(table->http);
        table_keep(table);
        table->is_started = thread_start(&table->thread, table_run, table);
        if (table->is_started) {
            return table;
        }
        error_set(err, "cannot start the thread of the table");
    }
    table_close(table);
    return NULL;
}

struct table *table_open(const struct table_options *options, struct error *err)
{
    return table_open_seat(options, NULL, err);
}

void table_close(struct table *table)
{
    if (table == NULL) {
        return;
    }
    if (table->is_started) {
        wakeup_signal(table->ending);
        (void)pthread_join(table->thread, NULL);
    }
    tutor_free(table->tutor);
    seat_link_free(table->link);
    http_server_free(table->http);
    http_server_free(table->watch);
    table_close(table->guest);
    table_record_free(table->record);
    timer_free(table->beat);
    wakeup_free(table->ending);
    wakeup_free(table->answering);
    if (table->base != NULL) {
        event_base_free(table->base);
    }
    free(table->shown);
    free(table);
}
