/* Lines of a file of contest results: refused, or within what a contest can give. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/lab/series.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char line[512];
    struct contest_pair pair;
    size = size < sizeof line ? size : sizeof line - 1;
    memcpy(line, data, size);
    line[size] = '\0';
    if (series_read_line(line, &pair) &&
        (pair.number < 0 || !isfinite(pair.plain) || pair.games < 0)) {
        abort();
    }
    return 0;
}
