#ifndef BASE_CLI_COMMAND_H
#define BASE_CLI_COMMAND_H
/*
 * A command: its name, what it does, the words and options that it takes. Subcommands
 * are commands of a command.
 */

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

/* The last word of its title. */
const char *cli_name(const struct cli_command *command);

/* The command of this name or alias in a list that NULL ends; NULL if there is none. */
const struct cli_command *cli_find(const struct cli_command *const *commands,
                                   const char *name);

/* The nearest name to one that there is not; NULL if none is near. */
const char *cli_nearest(const struct cli_command *const *commands, const char *name);

#endif
