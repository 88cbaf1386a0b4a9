/* Orders of the table as commands. */
#include <string.h>

#include "bot/bgammon/bgammon_events_internal.h"
#include "bot/bgammon/bgammon_translate_internal.h"
#include "fibs/bgammon/duty.h"

typedef bool order_writer(struct bgammon_translator *t, const struct game_order *order,
                          struct bgammon_command *command);

/* Whether the second hop may be made first: a man is borne off only when all are home, which
 * one that is borne off first shows, and with a die to spare only from the highest point. */
static bool may_begin(const struct bgammon_hop hops[2], const int roll[2])
{
    bool is_exact = hops[1].from == roll[0] || hops[1].from == roll[1];
    return hops[1].to != BGAMMON_OFF || (hops[0].to == BGAMMON_OFF && is_exact);
}

/* A man that is borne off with a die to spare might be taken for one that is moved by both
 * dice: where a play was refused the hops of two men come in the other order. */
static void change_order(struct bgammon_hop *hops, int count, const int roll[2])
{
    bool may_change = count == 2 && hops[0].from != BGAMMON_BAR &&
                      hops[1].from != BGAMMON_BAR && hops[1].from != hops[0].to &&
                      may_begin(hops, roll);
    if (may_change) {
        const struct bgammon_hop first = hops[0];
        hops[0] = hops[1];
        hops[1] = first;
    }
}

static bool write_hops(struct bgammon_translator *t, const struct game_order *order,
                       struct bgammon_command *command)
{
    struct bgammon_hop hops[CHECKER_MOVES_MAX];
    int count = bgammon_translate_play(&order->play, hops);
    if (t->refused % 2 == 1) {
        change_order(hops, count, t->board.roll);
    }
    t->has_moved = bgammon_command_move(command, hops, count);
    return t->has_moved;
}

/* The server says nothing to a double that is not allowed: at 64 we roll. */
static bool write_double(struct bgammon_translator *t, const struct game_order *order,
                         struct bgammon_command *command)
{
    (void)order;
    return bgammon_command_plain(
        command, bgammon_may_double(&t->board) ? BGAMMON_CMD_DOUBLE : BGAMMON_CMD_ROLL);
}

static bool write_resign(struct bgammon_translator *t, const struct game_order *order,
                         struct bgammon_command *command)
{
    if (!t->has_board || order->games * t->board.cube != bgammon_price(&t->board)) {
        bgammon_tell_plain(t, EVENT_THEIR_REJECT, "price");
        return true;
    }
    t->has_resigned = true;
    return bgammon_command_plain(command, BGAMMON_CMD_RESIGN);
}

static bool write_opening(struct bgammon_translator *t, const struct game_order *order,
                          struct bgammon_command *command)
{
    (void)order;
    return !t->has_board || t->board.turn != 0 || t->has_opened ||
           bgammon_command_plain(command, BGAMMON_CMD_ROLL);
}

static bool write_leave(struct bgammon_translator *t, const struct game_order *order,
                        struct bgammon_command *command)
{
    (void)order;
    if (!t->has_board) {
        bgammon_tell_plain(t, EVENT_NOTHING_TO_LEAVE, "no_match");
        return true;
    }
    return bgammon_command_plain(command, BGAMMON_CMD_LEAVE);
}

/* Only who sits at our table hears us. */
static bool write_say(struct bgammon_translator *t, const struct game_order *order,
                      struct bgammon_command *command)
{
    bool is_for_them =
        t->opponent[0] != '\0' &&
        (order->type == ORDER_KIBITZ || strcmp(order->name, t->opponent) == 0);
    return !is_for_them || bgammon_command_say(command, order->text);
}

/* A match that was left open may be that in which somebody is away. */
static bool write_saved(struct bgammon_translator *t, const struct game_order *order,
                        struct bgammon_command *command)
{
    (void)order;
    (void)command;
    if (!bgammon_is_somebody_away(t)) {
        bgammon_tell_plain(t, EVENT_SAVED_NONE, "not_here");
    }
    return true;
}

static bool write_look(struct bgammon_translator *t, const struct game_order *order,
                       struct bgammon_command *command)
{
    (void)order;
    return !t->has_board || bgammon_command_plain(command, BGAMMON_CMD_BOARD);
}

/* How an order is written: as a command, by a function, or not at all: an event answers. */
static const struct {
    enum bgammon_command_id id;
    order_writer *write;
    enum event_type answer;
} order_rows[ORDER_TYPES] = {
    /* clang-format off */
    [ORDER_ROLL]        = {BGAMMON_CMD_ROLL, NULL,          EVENT_NONE},
    [ORDER_PLAY]        = {BGAMMON_CMD_NONE, write_hops,    EVENT_NONE},
    [ORDER_DOUBLE]      = {BGAMMON_CMD_NONE, write_double,  EVENT_NONE},
    [ORDER_TAKE]        = {BGAMMON_CMD_OK,   NULL,          EVENT_NONE},
    [ORDER_PASS]        = {BGAMMON_CMD_RESIGN, NULL,        EVENT_NONE},
    [ORDER_RESIGN]      = {BGAMMON_CMD_NONE, write_resign,  EVENT_NONE},
    [ORDER_ACCEPT]      = {BGAMMON_CMD_NONE, NULL,          EVENT_NO_OFFER},
    [ORDER_REJECT]      = {BGAMMON_CMD_NONE, NULL,          EVENT_NO_OFFER},
    [ORDER_NEXT_GAME]   = {BGAMMON_CMD_NONE, write_opening, EVENT_NONE},
    [ORDER_LEAVE]       = {BGAMMON_CMD_NONE, write_leave,   EVENT_NONE},
    [ORDER_INVITE]      = {BGAMMON_CMD_NONE, NULL,          EVENT_INVITE_REFUSED},
    [ORDER_JOIN]        = {BGAMMON_CMD_NONE, NULL,          EVENT_JOIN_REFUSED},
    [ORDER_TELL]        = {BGAMMON_CMD_NONE, write_say,     EVENT_NONE},
    [ORDER_KIBITZ]      = {BGAMMON_CMD_NONE, write_say,     EVENT_NONE},
    [ORDER_BOARD]       = {BGAMMON_CMD_NONE, write_look,   EVENT_NONE},
    [ORDER_WHO]         = {BGAMMON_CMD_NONE, NULL,          EVENT_NOBODY},
    [ORDER_SAVED]       = {BGAMMON_CMD_NONE, write_saved,   EVENT_NONE},
    [ORDER_SAVED_COUNT] = {BGAMMON_CMD_NONE, NULL,          EVENT_SAVED_COUNT},
    /* clang-format on */
};

static bool acts_on_board(enum order_type type)
{
    return type == ORDER_ROLL || type == ORDER_PLAY || type == ORDER_DOUBLE ||
           type == ORDER_TAKE || type == ORDER_PASS;
}

bool bgammon_events_order(struct bgammon_translator *t, const struct game_order *order,
                          struct bgammon_command *command)
{
    command->id = BGAMMON_CMD_NONE;
    command->text[0] = '\0';
    if (acts_on_board(order->type) && t->has_board) {
        t->has_order = true;
        t->refused = bgammon_is_as_ordered(t, &t->board) ? t->refused : 0;
        t->ordered = t->board;
    }
    if (order_rows[order->type].write != NULL) {
        return order_rows[order->type].write(t, order, command);
    }
    if (order_rows[order->type].answer != EVENT_NONE) {
        struct game_event event =
            bgammon_event_of(t, order_rows[order->type].answer, "not_here");
        memcpy(event.name, order->name, sizeof event.name);
        bgammon_tell(t, &event);
        return true;
    }
    return bgammon_command_plain(command, order_rows[order->type].id);
}
