/*
 * What users tell us: any text is a command or none, and never more than its fields
 * hold.
 */
#include <assert.h>
#include <string.h>

#include "bot/player/talk.h"
#include "tests/fuzz/fuzz_target.h"

enum { INPUT_MAX = 512 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[INPUT_MAX + 1];
    struct talk talk;
    size = size < INPUT_MAX ? size : INPUT_MAX;
    memcpy(text, data, size);
    text[size] = '\0';
    bool is_one = talk_read(text, &talk);
    assert(is_one == (talk.word != TALK_NONE));
    assert(strlen(talk.argument) < sizeof talk.argument);
    assert(strlen(talk.secret) < sizeof talk.secret);
    assert(talk.secret[0] == '\0' || talk.word == TALK_OWNER);
    (void)talk_is_secret(text, "abc");
    talk_mask(text);
    assert(strlen(text) <= size);
    return 0;
}
