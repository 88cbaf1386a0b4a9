/* What a bgammon.org server may say: an event within its limits, or an error that says what
 * is wrong. A board gives a duty and a price, and a decision or a reason why not. */
#include <assert.h>
#include <string.h>

#include "bot/bgammon/bgammon_translate.h"
#include "engine/board/match_state.h"
#include "engine/board/position.h"
#include "fibs/bgammon/duty.h"
#include "tests/fuzz/fuzz_target.h"

enum { INPUT_MAX = 1 << 14 };

static void check_hops(const struct bgammon_hops *hops)
{
    assert(hops->count >= 0 && hops->count <= BGAMMON_HOPS_MAX);
    for (int i = 0; i < hops->count; i++) {
        assert(hops->hop[i].from >= 0 && hops->hop[i].from <= BGAMMON_THEIR_BAR);
        assert(hops->hop[i].to >= 0 && hops->hop[i].to <= BGAMMON_THEIR_BAR);
    }
}

static void check_board(const struct bgammon_board *board)
{
    struct decision_context at;
    struct error err = {.text = ""};
    check_hops(&board->moves);
    check_hops(&board->available);
    assert(bgammon_board_duty(board, false) <= BGAMMON_LEAVES);
    int price = bgammon_price(board);
    assert(price >= board->cube && price <= 3 * BGAMMON_CUBE_MAX);
    if (bgammon_may_double(board)) {
        assert(bgammon_board_duty(board, false) != BGAMMON_PLAYS);
    }
    if (bgammon_decision_context(board, &at, &err)) {
        assert(position_fault(&at.pos) == NULL && match_state_fault(&at.ms) == NULL);
    } else {
        assert(err.text[0] != '\0');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct bgammon_event event;
    char line[INPUT_MAX + 1];
    struct error err = {.text = ""};
    size = size < INPUT_MAX ? size : INPUT_MAX;
    memcpy(line, data, size);
    line[size] = '\0';
    if (!bgammon_event_read(line, &event, &err)) {
        assert(err.text[0] != '\0');
        return 0;
    }
    assert(event.type < BGAMMON_EVENT_TYPES);
    assert(memchr(event.player, '\0', sizeof event.player) != NULL);
    if (event.type == BGAMMON_BOARD) {
        check_board(&event.board);
    } else if (event.type == BGAMMON_MOVED) {
        check_hops(&event.hops);
    } else if (event.type == BGAMMON_LIST) {
        assert(event.list.count >= 0 && event.list.count <= BGAMMON_GAMES_MAX);
    }
    return 0;
}
