/* Lines of a hostile bgammon.org server as what a table of play hears: each line of the input
 * is an event, and its board is handed over to be acted on; then one order of each type is
 * given. Texts end, plays are of at most four hops, a board that is no position has a fault,
 * and no order is a join, a create or a log-in. */
#include <assert.h>
#include <string.h>

#include "bot/bgammon/bgammon_events.h"
#include "engine/board/position.h"
#include "tests/fuzz/fuzz_target.h"

enum { INPUT_MAX = 1 << 14, TOLD_MOST = 16 };

static void check_told(void *arg, const struct game_event *event)
{
    int *told = arg;
    assert(++*told <= TOLD_MOST);
    assert(event->type < EVENT_TYPES && event->code != NULL && event->line != NULL);
    assert(memchr(event->name, '\0', sizeof event->name) != NULL);
    assert(memchr(event->text, '\0', sizeof event->text) != NULL);
    assert(event->play.count >= 0 && event->play.count <= CHECKER_MOVES_MAX);
    if (event->type == EVENT_BOARD && event->board.fault == NULL &&
        event->board.view.turn != TURN_NOBODY) {
        assert(position_fault(&event->board.view.pos) == NULL);
    }
}

static void give_orders(struct bgammon_translator *translator, int *told)
{
    for (int type = 0; type < ORDER_TYPES; type++) {
        struct bgammon_command command;
        const struct game_order order = {.type = (enum order_type)type,
                                         .games = 1 + type % 3,
                                         .length = 5,
                                         .name = "ann",
                                         .text = "hello",
                                         .play = {.count = 1, .moves = {{6, 5}}}};
        *told = 0;
        (void)bgammon_events_order(translator, &order, &command);
        assert(command.id != BGAMMON_CMD_JOIN && command.id != BGAMMON_CMD_CREATE &&
               command.id != BGAMMON_CMD_LOGIN);
        assert(memchr(command.text, '\0', sizeof command.text) != NULL);
    }
}

static void hear(struct bgammon_translator *translator, const char *line, int *told)
{
    static struct bgammon_event event;
    struct error err;
    if (!bgammon_event_read(line, &event, &err)) {
        return;
    }
    *told = 0;
    bgammon_events_line(translator, &event);
    if (event.type == BGAMMON_BOARD) {
        *told = 0;
        enum bgammon_command_id id = bgammon_events_board(translator, &event.board);
        assert(id == BGAMMON_CMD_NONE || id == BGAMMON_CMD_OK ||
               id == BGAMMON_CMD_RESET || id == BGAMMON_CMD_LEAVE);
        give_orders(translator, told);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct bgammon_translator translator;
    char text[INPUT_MAX + 1];
    int told = 0;
    size = size < INPUT_MAX ? size : INPUT_MAX;
    memcpy(text, data, size);
    text[size] = '\0';
    bgammon_events_init(&translator, check_told, &told);
    char *rest = text;
    for (char *line = strsep(&rest, "\n"); line != NULL; line = strsep(&rest, "\n")) {
        if (line[0] == '\x02') {
            bgammon_events_reconnect(&translator);
        } else {
            hear(&translator, line, &told);
        }
    }
    return 0;
}
