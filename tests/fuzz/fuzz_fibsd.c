/* Any bytes from two clients, with any faults, never harm the local server. The first
 * byte chooses the faults; after it, a byte 0x01 or 0x02 changes the client that
 * speaks, 0x03 lets the link break and a new client come, 0x04 lets a minute pass. */
#include <assert.h>
#include <stdlib.h>

#include "server/fibsd/fault.h"
#include "tests/fuzz/fuzz_target.h"

enum { SIZE_MAX_TAKEN = 8192, LINKS = 2 };

struct hall {
    struct fibsd *core;
    struct fibsd_connection *link[LINKS];
    int speaker;
    int64_t now_ms;
};

static void read_all(struct hall *hall)
{
    for (int i = 0; i < LINKS; i++) {
        size_t size;
        (void)fibsd_output(hall->link[i], &size);
        fibsd_sent(hall->link[i], size);
        if (fibsd_is_closing(hall->link[i])) {
            fibsd_disconnect(hall->link[i]);
            hall->link[i] = fibsd_connect(hall->core, "192.0.2.7");
        }
    }
}

static void take(struct hall *hall, uint8_t byte)
{
    switch (byte) {
    case 1:
    case 2:
        hall->speaker = byte - 1;
        break;
    case 3:
        fibsd_disconnect(hall->link[hall->speaker]);
        hall->link[hall->speaker] = fibsd_connect(hall->core, "192.0.2.8");
        break;
    case 4:
        hall->now_ms += 60000;
        fibsd_tick(hall->core, hall->now_ms);
        break;
    default: {
        char text = (char)byte;
        fibsd_receive(hall->link[hall->speaker], &text, 1);
        break;
    }
    }
    if (byte < 32) {
        read_all(hall);
    }
}

static struct fibsd *open_core(uint8_t choice, struct fault_plan *plan)
{
    struct fibsd_config config;
    fibsd_config_default(&config);
    config.password_cost = 1;
    config.faults.is_glued = choice & 1;
    config.faults.is_clone = choice & 2;
    config.faults.keeps_offers = choice & 8;
    config.faults.swaps_invitations = choice & 16;
    *plan = (struct fault_plan){.drop = choice & 4 ? 0.05 : 0.0,
                                .drop_at = (enum fibsd_phase)((choice >> 5) + 2),
                                .drop_times = 1};
    fault_set_hooks(plan, &config.hooks);
    struct fibsd *core = fibsd_new(&config);
    (void)fibsd_add_account(core, "a", "aaaa", 1500.0, 100);
    (void)fibsd_add_account(core, "b", "bbbb", 1600.0, 100);
    return core;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > SIZE_MAX_TAKEN) {
        return 0;
    }
    struct fault_plan plan;
    struct hall hall = {.core = open_core(data[0], &plan)};
    for (int i = 0; i < LINKS; i++) {
        hall.link[i] = fibsd_connect(hall.core, "192.0.2.9");
    }
    for (size_t i = 1; i < size; i++) {
        take(&hall, data[i]);
    }
    char *state = fibsd_save(hall.core);
    struct fibsd *copy = fibsd_new(&(struct fibsd_config){.seed = 2});
    /* what it saves it has to read */
    assert(state != NULL && copy != NULL && fibsd_load(copy, state) == 0);
    free(state);
    fibsd_free(copy);
    fibsd_free(hall.core);
    return 0;
}
