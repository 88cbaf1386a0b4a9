#ifndef BASE_CLI_TEXT_H
#define BASE_CLI_TEXT_H
/*
 * Texts of commands and options, wrapped for a terminal.
 */

#include <stdio.h>

#include "base/cli_option.h"

enum { CLI_TEXT_WIDTH = 80 };

/* Writes the words of `text` in lines of CLI_TEXT_WIDTH at most, each but the first
 * behind `indent` blanks; the first begins in `column`. Ends the last line. */
void cli_text_wrap(const char *text, int indent, int column, FILE *out);

/* Writes paragraphs, separated by empty lines: wrapped, or kept as they are when their
 * first byte is a blank. */
void cli_text_paragraphs(const char *text, FILE *out);

/* The text of an option in whole: `help`, and what its row says of range and default,
 * "From 0 to 4; default 2." */
enum { CLI_TEXT_SIZE = 1600 };
void cli_text_of(const struct cli_option *option, char text[CLI_TEXT_SIZE]);

#endif
