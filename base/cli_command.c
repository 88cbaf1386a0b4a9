/* Tested by tests/end_to_end/completion.sh. */
#include "base/cli_command.h"

#include <string.h>

#include "base/nearest.h"

const struct cli_command *cli_find(const struct cli_command *const *commands,
                                   const char *name)
{
    for (; *commands != NULL; commands++) {
        const struct cli_command *c = *commands;
        if (strcmp(c->name, name) == 0 ||
            (c->alias != NULL && strcmp(c->alias, name) == 0)) {
            return c;
        }
    }
    return NULL;
}

const char *cli_nearest(const struct cli_command *const *commands, const char *name)
{
    struct nearest nearest = nearest_to(name);
    for (; *commands != NULL; commands++) {
        nearest_offer(&nearest, (*commands)->name);
    }
    return nearest.name;
}
