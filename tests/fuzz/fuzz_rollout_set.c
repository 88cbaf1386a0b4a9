/* Lines of rolled-out decisions: refused with a reason, or sane. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/position.h"
#include "lab/sets/rollout_set.h"
#include "lab/sets/rollout_set_internal.h"
#include "tests/fuzz/fuzz_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct rollout_decision decision;
    struct error err = {0};
    char *line = malloc(size + 1);
    if (line == NULL) {
        return 0;
    }
    memcpy(line, data, size);
    line[size] = '\0';
    if (!rollout_read(line, &decision, &err)) {
        assert(err.text[0] != '\0');
    } else if (decision.count != 0) {
        assert(decision.count >= 1 && decision.count <= ROLLOUT_CANDIDATES_MAX);
        assert(position_fault(&decision.after[0]) == NULL);
    }
    free(line);
    return 0;
}
