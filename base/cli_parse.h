#ifndef BASE_CLI_PARSE_H
#define BASE_CLI_PARSE_H
/*
 * Reads a command line as its command's table says, with getopt_long's spellings:
 * --name VALUE, --name=VALUE, any unambiguous beginning of a name, -c VALUE, -cVALUE,
 * letters without a value together; options and words in any order; "--" ends the
 * options. Every command has --help and -h.
 */

#include <stdio.h>

#include "base/cli_command.h"

/* Reads argv[1] to the end into the struct at `context`. As getopt_long() does, it moves
 * the words after the options: `words`, which may be NULL, is then the tail of argv.
 * Prints help on `out`, or what is wrong and how the command is called on `complaints`.
 * Returns -1 to go on, or the exit status: 0
 * after help, 2 after a usage error. */
int cli_read(const struct cli_command *command, int argc, char **argv, void *context,
             struct cli_words *words, FILE *out, FILE *complaints);

#endif
