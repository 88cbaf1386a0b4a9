/* What a UBGI controller may say: a command that keeps to its limits, or a fault with a
 * reason. */
#include <assert.h>
#include <string.h>

#include "arena/protocol/ubgi_command.h"
#include "tests/fuzz/fuzz_target.h"

enum { INPUT_MAX = UBGI_LINE_SIZE + 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct ubgi_command command;
    char line[INPUT_MAX + 1];
    struct error err = {0};
    size = size < INPUT_MAX ? size : INPUT_MAX;
    memcpy(line, data, size);
    line[size] = '\0';
    enum ubgi_fault fault = ubgi_command_read(line, &command, &err);
    assert(fault == UBGI_NO_FAULT || err.text[0] != '\0');
    assert(strlen(command.name) + strlen(command.value) < UBGI_LINE_SIZE);
    assert(command.number[0] >= 0 && command.number[1] >= 0);
    assert(command.kind != UBGI_DICE || fault != UBGI_NO_FAULT ||
           (command.number[0] <= 6 && command.number[1] <= 6));
    return 0;
}
