#ifndef BASE_CLI_MAN_H
#define BASE_CLI_MAN_H
/*
 * The commands of a program as part of its manual page, in troff's man macros.
 */

#include <stdio.h>

#include "base/cli_command.h"

/* A subsection for the command: how it is called, what it does, its options; then those
 * of its commands. Commands without a summary are left out. */
void cli_man(const struct cli_command *command, FILE *out);

#endif
