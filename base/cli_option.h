#pragma once
/*
 * The options of a command line as a table: one row an option. What comes from it is in
 * cli_command.h.
 *
 *     struct order { int ply; const char *out; bool is_quiet; };
 *
 *     static const struct cli_option options[] = {
 *         {"ply", CLI_INT(struct order, ply, 0, 4), .argument = "N", .initial = "2",
 *          .help = "Look-ahead of checker plays."},
 *         {"out", CLI_FILE(struct order, out), .is_needed = true, .help = "The table."},
 *         {"quiet", CLI_FLAG(struct order, is_quiet), .help = "Do not show progress."},
 *         {0},
 *     };
 *
 * Values are put straight into the struct of the caller, those of `initial` first. Texts
 * are kept as pointers into argv.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* What a row does with the caller's struct. */
enum cli_kind {
    CLI_SETS_BOOL,   /* no value: the bool becomes `value` */
    CLI_SETS_INT,    /* no value: the int or enum becomes `value` */
    CLI_TAKES_INT,   /* int in least..most */
    CLI_TAKES_WHOLE, /* int64_t in least..most */
    CLI_TAKES_REAL,  /* double in least..most */
    CLI_TAKES_SEED,  /* uint64_t: any whole number from 0 */
    CLI_TAKES_WORD,  /* int or enum: the index in `words` */
    CLI_TAKES_TEXT,  /* const char * */
    CLI_TAKES_TEXTS, /* repeatable: const char *[most], and an int that counts them */
    CLI_CALLS,       /* `take` is called; it has a value if there is an `argument` */
    CLI_GROUP,       /* no option: the rows of `group` stand here */
    CLI_HEADING,     /* no option: `help` is a heading above the next rows */
    CLI_SYNONYM      /* another spelling of option `instead`, not shown */
};

/* What a function of a table is called with. */
struct cli_call {
    void *context; /* the struct that the row is for, or the command */
    struct error *err;
    const struct cli_option *option; /* cli_option.take: the row, */
    const char *value;               /* and the value given; NULL: none */
    const struct cli_words *words;   /* of a command */
};

/* What a shell completes a value with, where there are no `words`. */
enum cli_completion {
    CLI_COMPLETES_NOTHING,
    CLI_COMPLETES_FILES,
    CLI_COMPLETES_FOLDERS
};

struct cli_option {
    const char *name;     /* without dashes; NULL ends a table (but not for groups) */
    char letter;          /* 'c' for -c; 0: none */
    const char *argument; /* what help calls the value: "FILE"; NULL: as usual of such
                           * ones. CLI_CALLS without one has no value */
    enum cli_kind kind;   /* this and the next eight: by a macro below */
    size_t offset;        /* of the field in the caller's struct */
    size_t count_offset;  /* CLI_TAKES_TEXTS: of the int */
    int64_t least, most;  /* of whole numbers, both allowed; of texts, how many */
    double from, to;      /* CLI_TAKES_REAL: the same */
    int value;            /* CLI_SETS_... */
    const char *const *words; /* what it takes, or is completed with; NULL at the end */
    /* CLI_CALLS: reads the value. Of other kinds: is called once it is stored. False with
     * `err`. */
    bool (*take)(const struct cli_call *call);
    const struct cli_option *group;
    const char *instead;
    enum cli_completion completion;
    /* For completion, where the words are not a table: word 0, 1, ..., then NULL. */
    const char *(*word_at)(int i);
    const void *data;      /* for `take` */
    bool is_needed;        /* CLI_TAKES_TEXT: a usage error without it */
    const char *initial;   /* the default: read like a value; NULL: the field stays */
    const char *otherwise; /* the default in words, where it is no value */
    const char *help;      /* sentences; NULL: accepted, but not shown */
    const char *more;      /* further sentences, for the manual page alone */
};

/* Where a field is; the type is checked by the compiler. */
#define CLI_AT(type, field, wanted)                                                    \
    .offset =                                                                          \
        offsetof(type, field) + 0 * sizeof(&((type *)NULL)->field == (wanted *)NULL)
/* ... of an enum or an int. */
#define CLI_AT_INT(type, field)                                                        \
    .offset = offsetof(type, field) +                                                  \
              0 * sizeof(char[sizeof(((type *)NULL)->field) == sizeof(int) ? 1 : -1])

#define CLI_FLAG(type, field)                                                          \
    .kind = CLI_SETS_BOOL, CLI_AT(type, field, bool), .value = 1
#define CLI_UNSET(type, field) .kind = CLI_SETS_BOOL, CLI_AT(type, field, bool)
#define CLI_SET(type, field, number)                                                   \
    .kind = CLI_SETS_INT, CLI_AT_INT(type, field), .value = (number)
#define CLI_INT(type, field, lowest, highest)                                          \
    .kind = CLI_TAKES_INT, CLI_AT(type, field, int), .least = (lowest),                \
    .most = (highest)
#define CLI_WHOLE(type, field, lowest, highest)                                        \
    .kind = CLI_TAKES_WHOLE, CLI_AT(type, field, int64_t), .least = (lowest),          \
    .most = (highest)
#define CLI_REAL(type, field, lowest, highest)                                         \
    .kind = CLI_TAKES_REAL, CLI_AT(type, field, double), .from = (lowest),             \
    .to = (highest)
#define CLI_SEED(type, field) .kind = CLI_TAKES_SEED, CLI_AT(type, field, uint64_t)
#define CLI_WORD(type, field, table)                                                   \
    .kind = CLI_TAKES_WORD, CLI_AT_INT(type, field), .words = (table)
#define CLI_TEXT(type, field) .kind = CLI_TAKES_TEXT, CLI_AT(type, field, const char *)
#define CLI_FILE(type, field) CLI_TEXT(type, field), .completion = CLI_COMPLETES_FILES
#define CLI_FOLDER(type, field)                                                        \
    CLI_TEXT(type, field), .completion = CLI_COMPLETES_FOLDERS
/* `array` has room for as many texts as it has elements. */
#define CLI_TEXTS(type, array, count)                                                  \
    .kind = CLI_TAKES_TEXTS,                                                           \
    .offset = offsetof(type, array) +                                                  \
              0 * sizeof(&((type *)NULL)->array[0] == (const char **)NULL),            \
    .most = sizeof(((type *)NULL)->array) / sizeof(((type *)NULL)->array[0]),          \
    .count_offset =                                                                    \
        offsetof(type, count) + 0 * sizeof(&((type *)NULL)->count == (int *)NULL)
#define CLI_CALL(function) .kind = CLI_CALLS, .take = (function)
#define CLI_ROWS(rows, at) .kind = CLI_GROUP, .group = (rows), .offset = (at)
/* Another name of the option `other`. */
#define CLI_ALSO(other) .kind = CLI_SYNONYM, .instead = (other)

/* ---- walking a table ------------------------------------------------------------- */

enum { CLI_DEPTH = 4 }; /* groups within groups */

struct cli_walk {
    const struct cli_option *row[CLI_DEPTH]; /* next one of each table */
    size_t base[CLI_DEPTH];                  /* of the group's struct in the caller's */
    int depth;
    size_t at; /* of the struct that the row just returned is for */
};

/* From the first row of a table, NULL being an empty one. */
struct cli_walk cli_walk(const struct cli_option *table);

/* The next row, groups being replaced by theirs; NULL behind the last one. */
const struct cli_option *cli_next(struct cli_walk *walk);

/* The next one that help shows and that is no heading. */
const struct cli_option *cli_next_shown(struct cli_walk *walk);

/* ---- rows ------------------------------------------------------------------------ */

bool cli_has_value(const struct cli_option *option);

/* What help calls the value: "N", "FILE". NULL where it has none. */
const char *cli_argument(const struct cli_option *option);

bool cli_is_option(const struct cli_option *option); /* no heading */
bool cli_is_shown(const struct cli_option *option);  /* in help; headings are, too */

/* Whether the text of a CLI_TAKES_TEXT is there, in the struct that its row is for. */
bool cli_is_given(const struct cli_option *option, const void *context);

/* Word 0, 1, ... that the option is completed with; NULL behind the last one. */
const char *cli_word_at(const struct cli_option *option, int i);

/* Puts `initial` into the struct that the row is for; does not call the `take` of rows
 * that store a value. */
bool cli_store_initial(const struct cli_option *option, void *context,
                       struct error *err);

/* Puts the value, NULL where the option has none, into the struct that its row is for
 * (the caller's, shifted by cli_walk.at). False with `err`, which names the option and
 * what is expected. */
bool cli_store(const struct cli_option *option, const char *value, void *context,
               struct error *err);
