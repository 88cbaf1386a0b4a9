#include "server/fibsd_core.h"

int dice_roll_die(struct fibsd *server)
{
    if (server->loaded_next < server->loaded_count) {
        return server->loaded_dice[server->loaded_next++];
    }
    return 1 + (int)splitmix_below(&server->random, 6);
}
