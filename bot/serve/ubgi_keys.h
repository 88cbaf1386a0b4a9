#ifndef BOT_SERVE_UBGI_KEYS_H
#define BOT_SERVE_UBGI_KEYS_H
/*
 * What a UBGI controller may set: one table has the keys of draft 0.2, the options of 0.1,
 * their values and limits. `engine.ply` counts as UBGI does: 1 is our 0-ply.
 */

#include <stdio.h>

#include "arena/protocol/ubgi.h"
#include "engine/search/strength.h"

enum { UBGI_TEXT_SIZE = 128 };

struct ubgi_settings {
    bool has_cube;    /* somebody may double; else plays are ranked without the cube */
    bool has_jacoby;  /* of money play, unless the position tells */
    bool has_beavers; /* likewise */
    int ply;          /* 1..SEARCH_PLY_MAX + 1 */
    char level[UBGI_TEXT_SIZE]; /* "none": `ply` */
    char filter[UBGI_TEXT_SIZE];
    int threads;
    int seed; /* of the noise of weak levels */
    int time_ms;
};

struct ubgi_settings ubgi_settings_default(void);

/* Sets or writes the value of the key `name`. `is_option`: `name` is an option of 0.1.
 * Fail with `err` for an unknown key and for a value that it cannot have. */
enum ubgi_fault ubgi_settings_set(struct ubgi_settings *settings, const char *name,
                                  bool is_option, const char *value, struct error *err);
enum ubgi_fault ubgi_settings_get(const struct ubgi_settings *settings,
                                  const char *name, char value[UBGI_TEXT_SIZE],
                                  struct error *err);

/* Writes the line that announces key i, with its present value as default. False beyond
 * the last. */
bool ubgi_settings_line(const struct ubgi_settings *settings, enum ubgi_draft draft,
                        int i, char line[UBGI_LINE_SIZE]);

/* The strength that the settings ask for, without search threads. */
struct strength ubgi_settings_strength(const struct ubgi_settings *settings);

#endif
