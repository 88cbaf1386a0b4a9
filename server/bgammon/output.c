#include "server/bgammon/bgammond_internal.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 256, OUTPUT_MOST = 16 << 20 };

bool bgammond_add_bytes(struct bgammond_bytes *bytes, const char *from, size_t size,
                        size_t most)
{
    size_t room = bytes->room == 0 ? ROOM_FIRST : bytes->room;
    if (bytes->size + size > most) {
        return false;
    }
    while (room < bytes->size + size) {
        room *= 2;
    }
    char *at = room == bytes->room ? bytes->at : realloc(bytes->at, room);
    if (at == NULL) {
        return false;
    }
    memcpy(at + bytes->size, from, size);
    *bytes = (struct bgammond_bytes){at, bytes->size + size, room};
    return true;
}

void bgammond_write(struct bgammond_client *client, const char *bytes, size_t size)
{
    bool is_silent = client->is_cut || client->server->is_hung;
    if (!is_silent && !bgammond_add_bytes(&client->output, bytes, size, OUTPUT_MOST)) {
        client->is_cut = client->is_closing = true;
    }
}

const char *bgammond_output(const struct bgammond_client *client, size_t *size)
{
    *size = client->is_cut ? 0 : client->output.size;
    return client->output.at;
}

void bgammond_sent(struct bgammond_client *client, size_t size)
{
    client->output.size -= size;
    memmove(client->output.at, client->output.at + size, client->output.size);
}

static void cut_off(struct bgammond_client *client)
{
    client->is_cut = client->is_closing = true;
    client->server->counts.drops++;
}

void bgammond_reach_phase(struct bgammond_client *client, enum fibsd_phase phase)
{
    if (client == NULL || client->is_closing) {
        return;
    }
    const struct bgammond_faults *faults = &client->server->config.faults;
    bool is_left =
        faults->drop_times == 0 || client->server->counts.drops < faults->drop_times;
    bool is_due =
        phase == faults->drop_at && is_left &&
        (faults->drop > 0.0 ? splitmix_chance(&client->server->random, faults->drop)
                            : phase != FIBSD_PHASE_NONE);
    if (is_due) {
        cut_off(client);
    }
}
