#ifndef BOT_CONFIG_CONFIG_INTERNAL_H
#define BOT_CONFIG_CONFIG_INTERNAL_H
/*
 * What the files of the configuration share; nobody else includes this.
 *
 *   config.c        faults, one assignment, what single options cannot tell
 *   config_file.c   lines and sections of a file, the accounts among them
 *   options.inc     the table of options; options.c looks into it
 *   path_options.c  what those that are paths lead to
 *   option_value.c  reading their values by type
 *   config_print.c  all options, for people and programs
 *   config_show.c   the settings in force
 */

#include "bot/config/config.h"
#include "bot/config/options.h"

/* Adds a fault. Returns false, so that a function can end with it. */
bool config_fault(struct config_faults *faults, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds a warning. */
void config_warn(struct config_faults *faults, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds a fault: there is no such section, or no such option in it. */
void config_fault_unknown(struct config_faults *faults, const char *where,
                          const char *section, const char *name);

/* Sets the option, or adds a fault. `where`: "bot.conf:7: ", or "". */
void config_assign(const struct option *option, struct config *config,
                   const char *value, const char *where, struct config_faults *faults);

/* Writes text of the file in a form that may be shown: shortened, without control bytes. */
const char *config_shown(const char *text, char buffer[64]);

/* config_set_load() of an open stream; `name` is the file's name in errors. */
bool config_set_read(struct config_set *set, FILE *file, const char *name,
                     struct config_faults *faults);

#endif
