#include "server/fault.h"

#include <string.h>

#include "server/dice.h"

/* clang-format off */
static const char *const phase_names[FIBSD_PHASE_COUNT] = {
    [FIBSD_PHASE_NONE] = "none",
    [FIBSD_PHASE_LOGIN] = "login",
    [FIBSD_PHASE_INVITED] = "invited",
    [FIBSD_PHASE_OPENING] = "opening",
    [FIBSD_PHASE_PROMPT] = "prompt",
    [FIBSD_PHASE_ROLLED] = "rolled",
    [FIBSD_PHASE_MOVED] = "moved",
    [FIBSD_PHASE_DOUBLED] = "doubled",
    [FIBSD_PHASE_DOUBLING] = "doubling",
    [FIBSD_PHASE_RESIGNED] = "resigned",
    [FIBSD_PHASE_BETWEEN] = "between",
    [FIBSD_PHASE_OVER] = "over",
    [FIBSD_PHASE_UNSEEN] = "unseen",
};
/* clang-format on */

const char *fibsd_phase_name(enum fibsd_phase phase)
{
    return phase_names[phase];
}

enum fibsd_phase fibsd_phase_by_name(const char *name)
{
    for (int i = 1; i < FIBSD_PHASE_COUNT; i++) {
        if (strcmp(phase_names[i], name) == 0) {
            return (enum fibsd_phase)i;
        }
    }
    return FIBSD_PHASE_NONE;
}

static void cut(const struct user *user)
{
    user->connection->is_cut = true;
    user->connection->is_closing = true;
}

void fault_at(struct user *user, enum fibsd_phase phase)
{
    if (user->connection == NULL) {
        return;
    }
    struct fibsd *server = user->connection->server;
    const struct fibsd_faults *faults = &server->config.faults;
    if (faults->drop_at == phase &&
        (faults->drop_times == 0 || server->drops_done < faults->drop_times)) {
        server->drops_done++;
        cut(user);
    }
}

bool fault_loses_command(struct fibsd_connection *connection)
{
    struct fibsd *server = connection->server;
    const struct fibsd_faults *faults = &server->config.faults;
    int64_t gap_ms = server->now_ms - connection->last_command_ms;
    connection->last_command_ms = server->now_ms;
    return gap_ms < faults->lose_early_ms ||
           dice_random_chance(server, faults->lose_command);
}

void fault_after_command(struct user *user)
{
    if (user->connection != NULL && user->match != NULL &&
        dice_random_chance(user->connection->server,
                           user->connection->server->config.faults.drop)) {
        cut(user);
    }
}
