/* Checks of single options beyond their types: see the column `check` of the table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "bot/base/schedule.h"
#include "bot/config/config_internal.h"
#include "bot/config/opponents.h"
#include "bot/notify/notify_message.h"
#include "engine/search/filter.h"

bool option_check_client(const struct option *option, const char *value,
                         struct error *err)
{
    (void)option;
    if (strchr(value, ' ') != NULL) {
        error_set(err, "expected a name without blanks");
        return false;
    }
    return true;
}

bool option_check_https(const struct option *option, const char *value,
                        struct error *err)
{
    static const char scheme[] = "https://";
    (void)option;
    if (strncmp(value, scheme, sizeof scheme - 1) != 0) {
        error_set(err, "expected an address that begins with %s", scheme);
        return false;
    }
    return true;
}

bool option_check_hours(const struct option *option, const char *value,
                        struct error *err)
{
    (void)option;
    return schedule_check(value, err);
}

bool option_check_level(const struct option *option, const char *value,
                        struct error *err)
{
    (void)option;
    return opponents_check_level(value, err);
}

bool option_check_opponents(const struct option *option, const char *value,
                            struct error *err)
{
    (void)option;
    return opponents_check(value, err);
}

bool option_check_cube_ply(const struct option *option, const char *value,
                           struct error *err)
{
    (void)option;
    if (strtol(value, NULL, 10) % 2 != 0) {
        error_set(err, "expected 0, 2 or 4");
        return false;
    }
    return true;
}

/* The ply is the last letter of the option's name. */
bool option_check_filter_row(const struct option *option, const char *value,
                             struct error *err)
{
    struct move_filter filter;
    int ply = option->name[strlen(option->name) - 1] - '0';
    return filter_read_row(value, ply, &filter, err);
}

bool option_check_events(const struct option *option, const char *value,
                         struct error *err)
{
    unsigned events = 0;
    (void)option;
    return notify_events_read(value, &events, err);
}
