#pragma once
/*
 * Looks at everything outside the configuration that `play` needs, before it logs in:
 * secrets, folders and files to write, the history, the list of users, addresses, the
 * port of the status page, the weights. Which paths there are, the table of path options
 * says (path_options.h); no two options may write to one file. All faults are found in one
 * go. Nothing stays changed: test blocks are removed again. What a value of bot.conf may be is checked by config_set_load().
 */

#include "bot/config/config.h"
#include "engine/engine.h"

enum play_finding {
    PLAY_FAULT,   /* `play` refuses to start */
    PLAY_WARNING, /* it may fail later */
    PLAY_NOTE
};

/* Takes one finding: "notify.url_file: webhook address file hook: No such file or
 * directory"; of one account among several with "[account NAME] " before it. */
typedef void play_check_tell(void *context, enum play_finding kind, const char *text);
/* One that prints a line to `out`, a FILE. */
void play_check_print(void *out, enum play_finding kind, const char *text);

/* When it is looked: by a check alone (the password from the environment may be missing,
 * and the host is looked up, which can take long), by `play` before it logs in, or by a
 * `play` that reads its configuration again (only addresses and paths). */
enum play_moment { PLAY_CHECKED, PLAY_STARTING, PLAY_RELOADING };

struct play_check {
    const struct config *const
        *configs;             /* of the accounts; [0] has the common options */
    int count;                /* at least 1 */
    const char *const *files; /* the configurations, which nothing may write to */
    int file_count;
    bool has_tournament;
    enum play_moment moment;
    play_check_tell *tell;
    void *context;
};

struct play_faults {
    int count,
        passing; /* all; those for which nobody need correct anything (error.h) */
};

/* Looks at everything. `engine`: receives the opened engine, NULL if it cannot be opened;
 * the caller closes it. NULL: it is only tried. */
struct play_faults play_check_run(const struct play_check *check,
                                  struct engine **engine);
