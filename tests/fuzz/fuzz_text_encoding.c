/* Any bytes: what comes out of UTF-16 is UTF-8. */
#include <assert.h>
#include <stdio.h>

#include "match/text_line.h"
#include "tests/fuzz/fuzz_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FILE *file = size > 0 ? fmemopen((void *)(uintptr_t)data, size, "r") : NULL;
    FILE *text = file != NULL ? text_as_utf8(file) : NULL;
    long read = 0;
    while (text != NULL && getc(text) != EOF) {
        read++;
    }
    assert(read <= 2 * (long)size + 4);
    if (text != NULL) {
        (void)fclose(text);
    }
    return 0;
}
