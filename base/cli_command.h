#pragma once
/*
 * A command: its name, what it does, the words and options that it takes. Subcommands
 * are commands of a command. From its table come the reading of the command line, --help,
 * the manual page and the completions of shells.
 */

#include <stdio.h>

#include "base/cli_option.h"

/* What a command line holds beside options. */
struct cli_words {
    int count;
    char **word;
    int before_dashes; /* of them, those that stand before "--" */
    int argc;          /* the whole line, argv[0] being the command's name as typed; */
    char **argv;       /* the words are its tail */
};

struct cli_command {
    const char *title;   /* "fibsbot lab rollout": the last word is its name */
    const char *alias;   /* another spelling, not shown; NULL: none */
    const char *summary; /* one line for the list of commands, no full stop; NULL: the
                          * command is not shown */
    /* The program's part, once all is read. Returns the exit status; when it is not 0,
     * `err` may say why. NULL for a command of `commands`. */
    int (*run)(const struct cli_call *call);
    size_t size;          /* of the struct that the options set, and */
    const void *defaults; /* what is in it before; NULL: zeros */
    const struct cli_command *const *commands; /* below it; NULL at the end, or none */

    const char *operands;             /* "FILE..."; NULL: none */
    int least, most;                  /* how many of them; most < 0: any number */
    enum cli_completion completion;   /* of operands */
    const char *const *operand_words; /* that they can be; NULL: anything */
    const char *synopsis; /* in place of "TITLE OPERANDS [OPTIONS]"; lines end in \n */

    /* Paragraphs, separated by "\n\n" and wrapped when printed. A paragraph whose first
     * byte is a blank is kept as it is, line by line. NULL: none. */
    const char *about;
    const struct cli_option *options; /* NULL: none but --help */
    const char *notes;                /* paragraphs behind the options; NULL: none */

    /* Looks at all that was read together; false with `err`. NULL: all is good. */
    bool (*check)(const struct cli_call *call);
};

/* The operands of a command: what they are called, and how many of them (as above). */
#define CLI_OPERANDS(names, from, to) .operands = (names), .least = (from), .most = (to)
/* They are files. */
#define CLI_FILES(names, from, to)                                                     \
    CLI_OPERANDS(names, from, to), .completion = CLI_COMPLETES_FILES

/* The last word of its title. */
const char *cli_name(const struct cli_command *command);

/* The command of this name or alias in a list that NULL ends; NULL if there is none. */
const struct cli_command *cli_find(const struct cli_command *const *commands,
                                   const char *name);

/* The nearest name to one that there is not; NULL if none is near. */
const char *cli_nearest(const struct cli_command *const *commands, const char *name);

/* Reads argv[1] to the end, as the command's table says, into the struct at `context`, with
 * getopt_long's spellings: --name VALUE, --name=VALUE, any unambiguous beginning of a name,
 * -c VALUE, -cVALUE, letters without a value together; options and words in any order; "--"
 * ends the options. Every command has --help and -h. As getopt_long() does, it moves the
 * words after the options: `words`, which may be NULL, is then the tail of argv.
 *
 * Prints help on `out`, or what is wrong and how the command is called on `complaints`.
 * Returns -1 to go on, or the exit status: 0 after help, 2 after a usage error. */
int cli_read(const struct cli_command *command, int argc, char **argv, void *context,
             struct cli_words *words, FILE *out, FILE *complaints);

/* "usage: fibsbot lab train --out FOLDER [OPTIONS]" */
void cli_help_usage(const struct cli_command *command, FILE *out);

/* --help: usage, what it does, its commands or options, notes. */
void cli_help(const struct cli_command *command, FILE *out);

/* A subsection of the manual page, in troff's man macros, for the command: how it is
 * called, what it does, its options; then those of its commands. Commands without a
 * summary are left out. */
void cli_man(const struct cli_command *command, FILE *out);

/* Writes the script for "bash", "zsh" or "fish" that completes the program's commands, their
 * options, and the values of these where they are words, files or folders, to be put where
 * the shell looks for it. `program` has the commands, two levels at most; those without a
 * summary are left out. False when the shell is not one of these. */
bool cli_complete(const struct cli_command *program, const char *shell, FILE *out);
