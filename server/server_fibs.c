/* FIBS's core as a port asks for it. */
#include "server/fibsd.h"
#include "server/server.h"

static void listens_as_fibs(void *server, int port)
{
    fibsd_set_port(server, port);
}

static void *connect_to_fibs(void *server, const char *host)
{
    return fibsd_connect(server, host);
}

static void disconnect_from_fibs(void *connection)
{
    fibsd_disconnect(connection);
}

static void receive_for_fibs(void *connection, const char *bytes, size_t size)
{
    fibsd_receive(connection, bytes, size);
}

static const char *output_of_fibs(const void *connection, size_t *size)
{
    return fibsd_output(connection, size);
}

static void sent_for_fibs(void *connection, size_t size)
{
    fibsd_sent(connection, size);
}

static bool is_closing_at_fibs(const void *connection)
{
    return fibsd_is_closing(connection);
}

static bool is_logged_in_at_fibs(const void *connection)
{
    return fibsd_is_logged_in(connection);
}

static bool is_held_at_fibs(const void *connection)
{
    return fibsd_is_held(connection);
}

static int hash_count_of_fibs(const void *server)
{
    return fibsd_hash_count(server);
}

static void tick_fibs(void *server, int64_t now_ms)
{
    fibsd_tick(server, now_ms);
}

static char *save_fibs(void *server)
{
    return fibsd_save(server);
}

static int load_fibs(void *server, const char *text)
{
    return fibsd_load(server, text);
}

struct server_core server_core_of_fibs(struct fibsd *core)
{
    return (struct server_core){.server = core,
                                .listens = listens_as_fibs,
                                .connect = connect_to_fibs,
                                .disconnect = disconnect_from_fibs,
                                .receive = receive_for_fibs,
                                .output = output_of_fibs,
                                .sent = sent_for_fibs,
                                .is_closing = is_closing_at_fibs,
                                .is_logged_in = is_logged_in_at_fibs,
                                .is_held = is_held_at_fibs,
                                .hash_count = hash_count_of_fibs,
                                .tick = tick_fibs,
                                .save = save_fibs,
                                .load = load_fibs};
}
