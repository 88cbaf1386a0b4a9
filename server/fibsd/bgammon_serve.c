#include "server/fibsd/bgammon_serve.h"

#include <stdio.h>
#include <stdlib.h>

#include <event2/event.h>

#include "server/fibsd/stand_in.h"
#include "server/fibsd/until_signal.h"

enum { STAND_INS_MOST = 200, ROUNDS = 100 };

/* Who plays without a socket. */
struct company {
    struct stand_in *members[STAND_INS_MOST];
    int count;
    bool is_hang_told;
    const struct bgammond *core;
};

static bool add_member(struct company *company, const struct bgammon_order *order,
                       struct bgammond *core, bool is_person, int number)
{
    char name[20];
    (void)snprintf(name, sizeof name, is_person ? "person_%d" : "BOT_host_%d",
                   number % 1000);
    const struct stand_in_config config = {
        .name = name,
        .password = "",
        .is_person = is_person,
        .points_most = order->points_most,
        .pace_ms = order->pace_ms,
        .seed = order->config.seed * 1000 + (uint64_t)company->count,
    };
    struct stand_in *member =
        company->count == STAND_INS_MOST ? NULL : stand_in_new(core, &config);
    if (member != NULL) {
        company->members[company->count++] = member;
    }
    return member != NULL;
}

static bool gather_company(struct company *company, const struct bgammon_order *order,
                           struct bgammond *core)
{
    bool is_good = true;
    for (int i = 0; is_good && i < order->hosts; i++) {
        is_good = add_member(company, order, core, false, i + 1);
    }
    for (int i = 0; is_good && i < order->persons; i++) {
        is_good = add_member(company, order, core, true, i + 1);
    }
    return is_good;
}

static void play_company(void *arg, int64_t now_ms)
{
    struct company *company = arg;
    bool is_busy = true;
    for (int round = 0; is_busy && round < ROUNDS; round++) {
        is_busy = false;
        for (int i = 0; i < company->count; i++) {
            is_busy = stand_in_step(company->members[i], now_ms) || is_busy;
        }
    }
    if (bgammond_is_hung(company->core) && !company->is_hang_told) {
        company->is_hang_told = true;
        (void)fprintf(stderr,
                      "fibsd: a bot has joined a match of a person: as the real "
                      "server, this one answers nobody any more\n");
    }
}

static void print_counts(const struct bgammond_counts *counts,
                         const struct company *company)
{
    int lost = 0;
    for (int i = 0; i < company->count; i++) {
        lost += stand_in_lost(company->members[i]);
    }
    printf(
        "matches %d, games %d, illegal commands %d, refused with the opponent away %d, "
        "unknown commands %d, forbidden joins %d, drops %d, matches that hosts and "
        "persons lost %d, longest wait for a player %.1f s\n",
        counts->matches, counts->games, counts->illegal, counts->absent,
        counts->unknown, counts->forbidden_joins, counts->drops, lost,
        (double)counts->longest_wait_ms / 1000);
}

/* False when it could not begin. */
static bool run_port(const struct bgammon_order *order, struct event_base *base,
                     struct bgammond *core, struct company *company)
{
    const struct server_core port_core = bgammond_core(core);
    struct server_options options = order->port;
    struct error err;
    options.on_tick = play_company;
    options.tick_context = company;
    struct server *server = server_new(base, &port_core, &options, &err);
    if (server == NULL) {
        (void)fprintf(stderr, "fibsd: %s\n", err.text);
        return false;
    }
    printf("listening on %s:%d\n", options.address, server_port(server));
    (void)fflush(stdout);
    until_signal_run(base);
    if (!order->is_quiet) {
        print_counts(bgammond_counts(core), company);
    }
    server_free(server);
    return true;
}

int bgammon_serve(const struct bgammon_order *order)
{
    struct event_base *base = event_base_new();
    struct bgammond *core = bgammond_new(&order->config);
    struct company company = {.core = core};
    bool is_good =
        base != NULL && core != NULL && order->add_accounts(order->context, core);
    if (is_good && !gather_company(&company, order, core)) {
        (void)fprintf(stderr, "fibsd: at most %d hosts and persons\n", STAND_INS_MOST);
        is_good = false;
    }
    is_good = is_good && run_port(order, base, core, &company);
    for (int i = 0; i < company.count; i++) {
        stand_in_free(company.members[i]);
    }
    bgammond_free(core);
    if (base != NULL) {
        event_base_free(base);
    }
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
