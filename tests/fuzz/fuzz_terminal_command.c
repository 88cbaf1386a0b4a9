/* Any line that is typed: commands are what the seat can be asked, completions words. */
#include <assert.h>
#include <string.h>

#include "bot/seat/terminal/terminal_command.h"
#include "bot/seat/terminal/terminal_complete.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/unit/bot/seat/terminal/terminal_view.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct seat_view view;
    struct terminal_command command;
    struct terminal_choices choices;
    struct error err = {0};
    char line[400];
    if (size < 2 || size >= sizeof line) {
        return 0;
    }
    memcpy(line, data + 1, size - 1);
    line[size - 1] = '\0';
    if (data[0] % 2 == 0) {
        view_to_play(&view, 1 + data[0] / 2 % 6, 1);
    } else {
        view_at(&view, (enum seat_phase)(data[0] / 2 % SEAT_PHASES), data[0] * 257U);
    }
    if (terminal_command_read(line, &view, &command, &err)) {
        assert(command.count >= 0 && command.count <= CHECKER_MOVES_MAX);
        for (int i = 0; i < command.count; i++) {
            assert(command.actions[i].type < SEAT_ACTIONS);
            assert(memchr(command.actions[i].text, '\0', NOTATION_SIZE) != NULL);
        }
    } else {
        assert(err.text[0] != '\0');
    }
    terminal_complete(line, &view, &choices);
    assert(choices.count >= 0 && choices.count <= TERMINAL_CHOICES_MAX);
    return 0;
}
