#ifndef BOT_CONFIG_OPTIONS_H
#define BOT_CONFIG_OPTIONS_H
/*
 * The table of options: every option of bot.conf is one row of options.inc, and nothing
 * else needs to be written to add one but its field in struct config.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "bot/config/config.h"

enum option_type {
    OPTION_BOOL,    /* bool: yes or no */
    OPTION_INT,     /* int in min..max */
    OPTION_LENGTH,  /* int: points in min..max, or FIBS_UNLIMITED: "unlimited" */
    OPTION_REAL,    /* double in min..max */
    OPTION_CHOICE,  /* int: index of a word of `choices` */
    OPTION_TEXT,    /* char[]: printable ASCII; room in `max` */
    OPTION_NAME,    /* char[]: a FIBS user name: letters and _ */
    OPTION_NAMES,   /* struct name_list, comma separated */
    OPTION_LENGTHS, /* struct length_set: "1, 3, 5-9" */
};

struct option {
    const char *section;
    const char *name;
    enum option_type type;
    size_t offset;       /* in struct config */
    size_t size;         /* of the field */
    const char *initial; /* the default, written as in a file */
    double min, max;
    const char *unit;    /* "", "s", "ms", "points", ... */
    const char *choices; /* "finish leave": OPTION_CHOICE only, else NULL */
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

/* Whether it belongs to the whole program: an [account NAME] cannot have its own. */
bool option_is_common(const struct option *option);

/* Whether a change of it has to wait for the next start of the program; see
 * config_reload.h. */
bool option_is_fixed(const struct option *option);

/* NULL for a good user name of letters and _, else what is wrong with it: may be "". */
const char *option_name_fault(const char *name);

/* What a value may be, in words: "a whole number from 1 to 65535". */
void option_describe(const struct option *option, char *text, size_t size);

/* Reads `value` into the option's field; a list grows. False with `why` saying what is
 * wrong with it, in words that follow "found ...": may be "". */
bool option_set(const struct option *option, struct config *config, const char *value,
                struct error *why);

/* Empties the field; before a default or an override replaces a list. */
void option_clear(const struct option *option, struct config *config);

#endif
