#include "bot/config/config_reload.h"

#include <stdio.h>
#include <string.h>

#include "bot/config/options.h"

static void add_name(char names[CONFIG_CHANGES_SIZE], const struct option *option)
{
    size_t length = strlen(names);
    (void)snprintf(names + length, CONFIG_CHANGES_SIZE - length, "%s%s.%s",
                   length == 0 ? "" : ", ", option->section, option->name);
}

void config_take_over(struct config *running, const struct config *fresh,
                      struct config_changes *changes)
{
    *changes = (struct config_changes){{0}, {0}};
    for (int i = 0; i < option_count; i++) {
        const struct option *option = &options[i];
        char *mine = (char *)running + option->offset;
        const char *theirs = (const char *)fresh + option->offset;
        if (memcmp(mine, theirs, option->size) == 0) {
            continue;
        }
        if (option->reload == RELOAD_FIXED) {
            add_name(changes->waiting, option);
        } else {
            memcpy(mine, theirs, option->size);
            add_name(changes->taken, option);
        }
    }
}
