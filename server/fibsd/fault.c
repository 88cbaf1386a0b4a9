#include "server/fibsd/fault.h"

#include <string.h>

#include "server/fibsd_core.h"

static const char *const phase_names[FIBSD_PHASE_COUNT] = {
    [FIBSD_PHASE_NONE] = "none",         [FIBSD_PHASE_LOGIN] = "login",
    [FIBSD_PHASE_INVITED] = "invited",   [FIBSD_PHASE_OPENING] = "opening",
    [FIBSD_PHASE_PROMPT] = "prompt",     [FIBSD_PHASE_ROLLED] = "rolled",
    [FIBSD_PHASE_MOVED] = "moved",       [FIBSD_PHASE_DOUBLED] = "doubled",
    [FIBSD_PHASE_DOUBLING] = "doubling", [FIBSD_PHASE_RESIGNED] = "resigned",
    [FIBSD_PHASE_BETWEEN] = "between",   [FIBSD_PHASE_OVER] = "over",
    [FIBSD_PHASE_UNSEEN] = "unseen",
};

const char *fault_phase_name(enum fibsd_phase phase)
{
    return phase_names[phase];
}

enum fibsd_phase fault_phase_by_name(const char *name)
{
    for (int i = 1; i < FIBSD_PHASE_COUNT; i++) {
        if (strcmp(phase_names[i], name) == 0) {
            return (enum fibsd_phase)i;
        }
    }
    return FIBSD_PHASE_NONE;
}

static bool loses_command(void *context, struct fibsd *server, int64_t gap_ms)
{
    const struct fault_plan *plan = context;
    return gap_ms < plan->lose_early_ms ||
           splitmix_chance(&server->random, plan->lose_command);
}

static bool cuts_at(void *context, struct fibsd *server, enum fibsd_phase phase)
{
    struct fault_plan *plan = context;
    if (phase == FIBSD_PHASE_NONE) {
        return splitmix_chance(&server->random, plan->drop);
    }
    bool is_cut = plan->drop_at == phase &&
                  (plan->drop_times == 0 || plan->drops_done < plan->drop_times);
    plan->drops_done += is_cut ? 1 : 0;
    return is_cut;
}

static void after_board(void *context, const struct fibsd_user *player)
{
    const struct fault_plan *plan = context;
    for (int i = 0; i < plan->shout_flood; i++) {
        chat_send(player, FIBSD_SHOUTS, "ghost", "Anybody for a 5 point match?");
    }
}

void fault_set_hooks(struct fault_plan *plan, struct fibsd_hooks *hooks)
{
    *hooks = (struct fibsd_hooks){.context = plan,
                                  .loses_command = loses_command,
                                  .cuts_at = cuts_at,
                                  .after_board = after_board};
}
