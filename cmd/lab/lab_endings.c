#include "cmd/lab/lab_endings.h"

#include <stdio.h>

#include "bot/base/paths.h"

const struct cli_option lab_endings_options[] = {
    {"bearoff", CLI_FOLDER(struct lab_endings, folder),
     .help = "Take exact endings from the bearoff databases in FOLDER."},
    {"race", CLI_FILE(struct lab_endings, race_file),
     .help = "A race net evaluates positions without contact, so that games end there "
             "and the nets need not learn them; needs --bearoff."},
    {0},
};

static struct bearoff *open_bearoff(const char *folder, struct error *err)
{
    char one[PATHS_MAX];
    char two[PATHS_MAX];
    (void)snprintf(one, sizeof one, "%s/" BEAROFF_ONE_SIDED_NAME, folder);
    (void)snprintf(two, sizeof two, "%s/" BEAROFF_TWO_SIDED_NAME, folder);
    return bearoff_open(one, two, err);
}

bool lab_open_endings(struct lab_endings *endings, struct error *err)
{
    if (endings->folder == NULL) {
        return endings->race_file == NULL || error_set(err, "--race needs --bearoff");
    }
    endings->bearoff = open_bearoff(endings->folder, err);
    if (endings->bearoff != NULL && endings->race_file != NULL) {
        endings->race = race_load(endings->race_file, endings->bearoff, err);
    }
    return endings->bearoff != NULL &&
           (endings->race_file == NULL || endings->race != NULL);
}

void lab_close_endings(struct lab_endings *endings)
{
    race_free(endings->race);
    bearoff_close(endings->bearoff);
}
