#pragma once
/*
 * Reading a command line without printing: for cli_read() and the tests.
 */

#include "base/cli_command.h"

enum cli_result {
    CLI_READ,   /* all is in `context` and `words` */
    CLI_HELP,   /* help was asked for */
    CLI_WRONG,  /* a usage error: an unknown option, no value, too many words */
    CLI_REFUSED /* a value, or all of them together */
};

/* Reads argv[1] to the end into the struct at `context`. As getopt_long() does, it moves
 * the words after the options: `words` is the tail of argv. With CLI_WRONG and
 * CLI_REFUSED `err` says why. */
enum cli_result cli_parse(const struct cli_command *command, int argc, char **argv,
                          void *context, struct cli_words *words, struct error *err);
