/* Trace files: any bytes are lines, an end or one clear error. */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "bot/record/trace.h"

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
    char account[FIBS_NAME_MAX] = "";
    struct error err = {{0}};
    int number = 0;
    enum trace_result result;
    while ((result = trace_read(file, &number, account, &line, &err)) == TRACE_LINE) {
        assert(strlen(line.text) < TRACE_LINE_MAX);
        assert(line.at_ms >= 0);
    }
    assert(result == TRACE_END || err.text[0] != '\0');
    assert(strlen(account) < FIBS_NAME_MAX);
    (void)fclose(file);
    return 0;
}
