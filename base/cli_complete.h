#ifndef BASE_CLI_COMPLETE_H
#define BASE_CLI_COMPLETE_H
/*
 * Completions of a program for shells: its commands, their options, and the values of
 * these where they are words, files or folders.
 */

#include <stdbool.h>
#include <stdio.h>

#include "base/cli_command.h"

/* Writes the script for "bash", "zsh" or "fish", to be put where the shell looks for it.
 * `program` has the commands, two levels at most; those without a summary are left out.
 * False when the shell is not one of these. */
bool cli_complete(const struct cli_command *program, const char *shell, FILE *out);

#endif
