/* The reader of bot.conf must survive any file and stay within its limits. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "bot/config/config.h"
#include "bot/config/config_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > 16384) {
        return 0;
    }
    static struct config config; /* large, and config_default() fills all of it */
    struct config_faults faults = {0};
    /* fmemopen's buffer is only read with mode "r" */
    FILE *file = fmemopen((void *)(uintptr_t)data, size, "r");
    if (file == NULL) {
        return 0;
    }
    config_default(&config);
    bool is_good = config_read(&config, file, "fuzz", &faults);
    (void)fclose(file);
    assert(is_good == (faults.count == 0));
    assert(config.server.port >= 0 && config.server.port <= 65535);
    assert(config.accept.block.count <= CONFIG_NAMES_MAX);
    return 0;
}
