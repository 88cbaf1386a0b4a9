#ifndef BASE_CLI_HELP_H
#define BASE_CLI_HELP_H
/*
 * --help of a command and its part of the manual page, from its table.
 */

#include <stdio.h>

#include "base/cli_command.h"

/* "usage: fibsbot lab train --out FOLDER [OPTIONS]" */
void cli_help_usage(const struct cli_command *command, FILE *out);

/* All of it: usage, what it does, its commands or options, notes. */
void cli_help(const struct cli_command *command, FILE *out);

/* A subsection of the manual page, in troff's man macros, for the command: how it is
 * called, what it does, its options; then those of its commands. Commands without a
 * summary are left out. */
void cli_man(const struct cli_command *command, FILE *out);

#endif
