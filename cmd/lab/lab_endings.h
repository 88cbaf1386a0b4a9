#ifndef CMD_LAB_LAB_ENDINGS_H
#define CMD_LAB_LAB_ENDINGS_H
/*
 * Evaluators of endings that selfplay, label and train use in place of the nets.
 */

#include <stdbool.h>

#include "base/cli_option.h"
#include "engine/race/race.h"

struct lab_endings {
    const char *folder;      /* --bearoff; NULL: none */
    const char *race_file;   /* --race; NULL: none */
    struct bearoff *bearoff; /* of the folder, or NULL */
    struct race *race;       /* of the file, or NULL */
};

extern const struct cli_option lab_endings_options[];

/* Opens both databases of the folder and the race net, which needs them. False with
 * `err`; lab_close_endings() in any case. */
bool lab_open_endings(struct lab_endings *endings, struct error *err);
void lab_close_endings(struct lab_endings *endings);

#endif
