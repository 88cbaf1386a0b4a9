/* Trace files: any bytes are lines, an end or one clear error. */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "bot/record/trace.h"
#include "bot/record/trace_mask.h"

enum { INPUT_MAX = 65536 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct trace_line line;
    if (size == 0 || size > INPUT_MAX) {
        return 0;
    }
    FILE *file = fmemopen((void *)(uintptr_t)data, size, "r");
    if (file == NULL) {
        return 0;
    }
    struct trace_reader reader = {.file = file};
    struct trace_mask mask = {.context = {0}};
    struct error err = {{0}};
    enum trace_result result;
    while ((result = trace_read(&reader, &line, &err)) == TRACE_LINE) {
        assert(strlen(line.text) < TRACE_LINE_MAX);
        assert(line.at_ms >= 0);
        char masked[TRACE_LINE_MAX];
        trace_mask_line(&mask, line.kind, line.text, masked, sizeof masked);
        assert(strlen(masked) < sizeof masked);
    }
    assert(result == TRACE_END || err.text[0] != '\0');
    assert(strlen(reader.account) < FIBS_NAME_MAX);
    (void)fclose(file);
    return 0;
}
