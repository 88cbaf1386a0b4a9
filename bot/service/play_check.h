#ifndef BOT_SERVICE_PLAY_CHECK_H
#define BOT_SERVICE_PLAY_CHECK_H
/*
 * Looks at everything outside the configuration that `play` needs, before it logs in:
 * secrets, folders and files to write, the history, the list of users, addresses, the
 * port of the status page, the weights. All faults are found in one go. Nothing is
 * created or changed. What a value of bot.conf may be is checked by config_set_load().
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

struct play_check {
    const struct config *const
        *configs; /* of the accounts; [0] has the common options */
    int count;    /* at least 1 */
    /* `play` itself asks: the password must be in the environment where no file has it,
     * and the host is not looked up, which can take long and is done by connecting. */
    bool is_starting;
    play_check_tell *tell;
    void *context;
};

/* Returns the number of faults. `engine`: receives the opened engine, NULL if it cannot
 * be opened; the caller closes it. NULL: it is only tried. */
int play_check_run(const struct play_check *check, struct engine **engine);

#endif
