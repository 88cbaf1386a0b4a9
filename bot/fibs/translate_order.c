#include "bot/fibs/translate.h"

/* How a command is written: alone, with a name, or by a function of its own. */
static const struct {
    enum fibs_command_id id;
    enum { ALONE, WITH_NAME, WITH_MORE } with;
} order_commands[ORDER_TYPES] = {
    /* clang-format off */
    [ORDER_NONE]        = {FIBS_CMD_NONE,             ALONE},
    [ORDER_ROLL]        = {FIBS_CMD_ROLL,             ALONE},
    [ORDER_PLAY]        = {FIBS_CMD_MOVE,             WITH_MORE},
    [ORDER_DOUBLE]      = {FIBS_CMD_DOUBLE,           ALONE},
    [ORDER_TAKE]        = {FIBS_CMD_ACCEPT,           ALONE},
    [ORDER_PASS]        = {FIBS_CMD_REJECT,           ALONE},
    [ORDER_RESIGN]      = {FIBS_CMD_RESIGN,           WITH_MORE},
    [ORDER_ACCEPT]      = {FIBS_CMD_ACCEPT,           ALONE},
    [ORDER_REJECT]      = {FIBS_CMD_REJECT,           ALONE},
    [ORDER_NEXT_GAME]   = {FIBS_CMD_JOIN,             ALONE},
    [ORDER_LEAVE]       = {FIBS_CMD_LEAVE,            ALONE},
    [ORDER_INVITE]      = {FIBS_CMD_INVITE,           WITH_MORE},
    [ORDER_JOIN]        = {FIBS_CMD_JOIN,             WITH_NAME},
    [ORDER_TELL]        = {FIBS_CMD_TELL,             WITH_MORE},
    [ORDER_KIBITZ]      = {FIBS_CMD_KIBITZ,           WITH_MORE},
    [ORDER_BOARD]       = {FIBS_CMD_BOARD,            ALONE},
    [ORDER_WHO]         = {FIBS_CMD_RAWWHO,           WITH_NAME},
    [ORDER_SAVED]       = {FIBS_CMD_SHOW_SAVED,       ALONE},
    [ORDER_SAVED_COUNT] = {FIBS_CMD_SHOW_SAVED_COUNT, WITH_NAME},
    [ORDER_QUESTION]    = {FIBS_CMD_QUESTION,         WITH_MORE},
    /* clang-format on */
};

static bool write_moves(const struct fibs_translator *translator,
                        const struct play *play, struct fibs_command *command)
{
    struct fibs_hop hops[CHECKER_MOVES_MAX];
    int count =
        translator->has_board ? translate_play(play, translator->direction, hops) : 0;
    return fibs_command_move(command, hops, count);
}

static bool write_order(const struct fibs_translator *translator,
                        const struct game_order *order, struct fibs_command *command)
{
    switch (order->type) {
    case ORDER_PLAY:
        return write_moves(translator, &order->play, command);
    case ORDER_RESIGN:
        return fibs_command_resign(command, order->games);
    case ORDER_INVITE:
        return fibs_command_invite(command, order->name, order->length);
    case ORDER_TELL:
        return fibs_command_tell(command, FIBS_CMD_TELL, order->name, order->text);
    case ORDER_KIBITZ:
        return fibs_command_chat(command, FIBS_CMD_KIBITZ, order->text);
    case ORDER_QUESTION:
        return fibs_command_question(command, order->text);
    default:
        return false;
    }
}

bool translate_order(const struct fibs_translator *translator,
                     const struct game_order *order, struct fibs_command *command)
{
    enum fibs_command_id id = order_commands[order->type].id;
    switch (order_commands[order->type].with) {
    case ALONE:
        return fibs_command_plain(command, id);
    case WITH_NAME:
        return fibs_command_user(command, id, order->name);
    case WITH_MORE:
        break;
    }
    return write_order(translator, order, command);
}
