/* Tested by tests/end_to_end/completion.sh. */
#include "base/cli_command.h"

#include <string.h>

#include "base/nearest.h"

const char *cli_name(const struct cli_command *command)
{
    const char *blank = strrchr(command->title, ' ');
    return blank != NULL ? blank + 1 : command->title;
}

static bool goes_by(const struct cli_command *command, const char *name)
{
    const char *const names[] = {cli_name(command), command->alias};
    for (int i = 0; i < 2; i++) {
        if (names[i] != NULL && strcmp(names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

const struct cli_command *cli_find(const struct cli_command *const *commands,
                                   const char *name)
{
    for (; *commands != NULL; commands++) {
        if (goes_by(*commands, name)) {
            return *commands;
        }
    }
    return NULL;
}

const char *cli_nearest(const struct cli_command *const *commands, const char *name)
{
    struct nearest nearest = nearest_to(name);
    for (; *commands != NULL; commands++) {
        nearest_offer(&nearest, cli_name(*commands));
    }
    return nearest.name;
}
