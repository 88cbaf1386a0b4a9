/* The core as a port asks for it. */
#include "server/bgammon/bgammond.h"
#include "server/server.h"

static void *connect_to_bgammond(void *server, const char *host)
{
    (void)host;
    return bgammond_connect(server);
}

static void disconnect_from_bgammond(void *connection)
{
    bgammond_disconnect(connection);
}

static void receive_for_bgammond(void *connection, const char *bytes, size_t size)
{
    bgammond_receive(connection, bytes, size);
}

static const char *output_of_bgammond(const void *connection, size_t *size)
{
    return bgammond_output(connection, size);
}

static void sent_for_bgammond(void *connection, size_t size)
{
    bgammond_sent(connection, size);
}

static bool is_closing_at_bgammond(const void *connection)
{
    return bgammond_is_closing(connection);
}

static bool is_logged_in_at_bgammond(const void *connection)
{
    return bgammond_is_logged_in(connection);
}

static void tick_bgammond(void *server, int64_t now_ms)
{
    bgammond_tick(server, now_ms);
}

struct server_core bgammond_core(struct bgammond *core)
{
    return (struct server_core){.server = core,
                                .connect = connect_to_bgammond,
                                .disconnect = disconnect_from_bgammond,
                                .receive = receive_for_bgammond,
                                .output = output_of_bgammond,
                                .sent = sent_for_bgammond,
                                .is_closing = is_closing_at_bgammond,
                                .is_logged_in = is_logged_in_at_bgammond,
                                .tick = tick_bgammond};
}
