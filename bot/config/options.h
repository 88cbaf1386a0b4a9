#pragma once
/*
 * What the files of the configuration share: what a row of the table of options says, how
 * options are looked up, how their values are read, and faults.
 *
 *   config.c        faults, one assignment, what single options cannot tell
 *   config_file.c   lines and sections of a file, the accounts among them
 *   options.inc     the table of options; options.c looks into it
 *   path_options.c  what those that are paths lead to
 *   option_value.c  reading their values by type
 *   config_print.c  all options, for people and programs
 *   config_show.c   the settings in force
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "bot/config/config.h"

enum option_type {
    OPTION_BOOL,       /* bool: yes or no */
    OPTION_INT,        /* int in min..max */
    OPTION_LENGTH,     /* int: points in min..max, or POINTS_UNLIMITED: "unlimited" */
    OPTION_REAL,       /* double in min..max */
    OPTION_CHOICE,     /* int: index of a word of `choices` */
    OPTION_TEXT,       /* char[]: printable ASCII; not empty if min > 0 */
    OPTION_NAME,       /* char[]: a FIBS user name: letters and _ */
    OPTION_NAMES,      /* struct config_name_list, comma separated */
    OPTION_LENGTHS,    /* struct config_length_set: "1, 3, 5-9" */
    OPTION_FILTER,     /* struct config_filter_lines, one line at a time */
    OPTION_FILTER_ROW, /* char[]: the levels of one row, in its old form */
};

/* Where it may be set. */
enum option_scope {
    OPTION_BOTH, /* common to all accounts; an [account NAME] may have its own value */
    OPTION_GLOBAL,  /* one value for the program: not in an [account NAME] */
    OPTION_ACCOUNT, /* of one account: not beside or in [account NAME], which tells it */
};

/* When a new value, read on SIGHUP, takes effect; see config_take_over(). */
enum option_reload {
    OPTION_NOW,        /* from the next invitation, decision or message on */
    OPTION_NEXT_MATCH, /* from the next match on */
    OPTION_FIXED,      /* when the program starts again */
};

/* A further check of a value that is not empty and of the right type. False with `err`:
 * what is wrong, to follow "strength.level = 'beginer': ". */
typedef bool option_check(const char *value, struct error *err);

/* Brings fields of other options in line with a value that was set. */
typedef void option_settle(struct config *config);

struct option {
    const char *section;
    const char *name; /* also that of its field in struct config */
    enum option_type type;
    enum option_scope scope;
    enum option_reload reload;
    size_t offset;       /* in struct config */
    size_t size;         /* of the field */
    const char *initial; /* the default, written as in a file */
    double min, max;
    const char *unit;      /* "s", "ms", "points", ...; NULL: none */
    const char *choices;   /* "finish leave": OPTION_CHOICE only, else NULL */
    option_check *check;   /* NULL: none */
    option_settle *settle; /* NULL: nothing */
    /* NULL, or the beginning of the line that has replaced this old option: it is still
     * read, with a warning, and is in no list of options. */
    const char *replaced_by;
    const char *help;
};

/* A heading of the file and what is said below it. */
struct option_section {
    const char *name;
    const char *help;
};

extern const struct option options[];
extern const int option_count;
extern const struct option_section option_sections[];
extern const int option_section_count;

/* NULL if there is none. */
const struct option *option_find(const char *section, const char *name);
bool option_section_exists(const char *section);

/* The nearest name to a misspelt one, in `section` or, with section NULL, the nearest
 * section; NULL if none is near. */
const char *option_suggest(const char *section, const char *name);
/* A section other than `section` that has an option of this name, or NULL. */
const char *option_other_section(const char *section, const char *name);

/* Whether it may be given several times, each adding to those before. */
bool option_is_list(const struct option *option);

/* NULL for a good user name of letters and _, else what is wrong with it: may be "". */
const char *option_name_fault(const char *name);

/* What a value may be, in words: "a whole number from 1 to 65535". */
void option_describe(const struct option *option, char *text, size_t size);

/* Reads `value` into the option's field; a list grows. False with `err`: what is wrong,
 * to follow "server.port = 'x': ". */
bool option_set(const struct option *option, struct config *config, const char *value,
                struct error *err);

/* Empties what `value` replaces: of a filter the row of a line "PLY: LEVELS" alone, else the
 * field. NULL: the field. */
void option_clear(const struct option *option, struct config *config,
                  const char *value);

/* ---- faults and assignments ------------------------------------------------------ */

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
