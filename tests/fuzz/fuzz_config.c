/* The reader of bot.conf must survive any file and stay within its limits. */
#include <assert.h>
#include <stdio.h>

#include "bot/config/config.h"
#include "bot/config/config_internal.h"
#include "tests/fuzz/fuzz_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > 16384) {
        return 0;
    }
    struct config_set *set = config_set_new();
    struct config_faults faults = {0};
    /* fmemopen's buffer is only read with mode "r" */
    FILE *file = fmemopen((void *)(uintptr_t)data, size, "r");
    assert(file != NULL && set != NULL);
    bool is_good = config_set_read(set, file, "fuzz", &faults);
    (void)fclose(file);
    assert(is_good == (faults.count == 0));
    assert(set->common.server.port >= 0 && set->common.server.port <= 65535);
    assert(set->common.accept.block.count <= CONFIG_NAMES_MAX);
    config_set_free(set);
    return 0;
}
