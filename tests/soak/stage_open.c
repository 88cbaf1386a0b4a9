/* The stage is set up and cleared away. */
#include "tests/soak/stage_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bot/base/paths.h"
#include "tests/soak/seat.h"

/* Names that FIBS would take; most are words of its own lines. */
const char *const stage_names[] = {
    "anna",
    "doubles",
    "wins",
    "Starting",
    "match",
    "turn",
    "board",
    "The",
    "a",
    "A",
    "It",
    "score",
    "accept",
    "ATTENTION",
    "points",
    "moves",
    "rolls",
    "unlimited",
    "resigns",
    "_",
    "Type",
    "Please",
    "join",
    "ERROR",
    "User",
    "Player",
    "bert",
    "watches",
    "Bearing",
    "none",
    "ready",
    "saved",
    "the_longest_name_that_a_careless_server_would_let_anybody_have",
    "aa",
    "ab",
    "dropped",
    "cube",
    "Your",
    "login",
    "kibitz",
};
_Static_assert(sizeof stage_names / sizeof stage_names[0] >= SOAK_SEATS_MAX,
               "a name for each seat");

static bool complain(const char *text)
{
    (void)fprintf(stderr, "soak: %s\n", text);
    return false;
}

static bool open_files(struct stage *stage)
{
    char path[300];
    struct error err = {0};
    const char *folder = stage->options.folder;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        return complain(strerror(errno));
    }
    (void)snprintf(path, sizeof path, "%s/results", folder);
    stage->results = fopen(path, "wx");
    if (stage->results == NULL) {
        return complain("the folder has results of another soak");
    }
    (void)snprintf(path, sizeof path, "%s/log", folder);
    stage->log = log_open(LOG_WARNING, path, &err);
    (void)snprintf(path, sizeof path, "%s/history.db", folder);
    stage->history = history_open(path, &err);
    return (stage->log != NULL && stage->history != NULL) || complain(err.text);
}

static bool open_engine(struct stage *stage)
{
    char folder[PATHS_MAX];
    struct error err = {0};
    if (!paths_find_weights("", folder, &err) ||
        (stage->engine = engine_open(folder, &err)) == NULL) {
        return complain(err.text);
    }
    stage->scratch = engine_scratch_new(stage->engine);
    stage->strength = strength_default();
    stage->strength.play_ply = stage->strength.cube_ply = 0;
    stage->strength.uses_pruning_net = true;
    return stage->scratch != NULL || complain("no memory");
}

static bool open_league(struct stage *stage)
{
    struct pairing_plan plan;
    struct error err = {0};
    if (!league_kind(stage->options.tournament, stage->options.accounts - 1, &plan)) {
        return complain("no such kind of tournament");
    }
    stage->league = league_new(stage, &plan, stage->options.length, &err);
    return stage->league != NULL || complain(err.text);
}

bool stage_open(struct stage *stage, const struct soak_options *options)
{
    *stage = (struct stage){.options = *options, .random = options->seed};
    stage->options.seconds_max += stage_wall_s();
    stage->next_bot_trouble = soak_around(stage, BOT_TROUBLE_MS);
    stage->next_server_trouble = soak_around(stage, SERVER_TROUBLE_MS);
    stage->next_flood = soak_around(stage, FLOOD_MS);
    if (!open_files(stage) || !open_engine(stage) || !stage_start_server(stage)) {
        return false;
    }
    for (int i = 0; i < options->accounts; i++) {
        stage->seats[i] = seat_new(stage, stage_names[i]);
        if (stage->seats[i] == NULL) {
            return complain("no memory");
        }
    }
    if (options->tournament != NULL && !open_league(stage)) {
        return false;
    }
    for (int i = 0; i < options->accounts; i++) {
        seat_start(stage->seats[i]);
    }
    return true;
}

void stage_close(struct stage *stage)
{
    for (int i = 0; i < stage->options.accounts; i++) {
        seat_leave(
            stage->seats[i]); /* the others, who are all still there, hear of it */
    }
    for (int i = 0; i < stage->options.accounts; i++) {
        seat_free(stage->seats[i]);
    }
    league_free(stage->league);
    history_close(stage->history);
    fibsd_free(stage->core);
    free(stage->saved_state);
    engine_scratch_free(stage->scratch);
    engine_close(stage->engine);
    log_close(stage->log);
    if (stage->results != NULL) {
        (void)fclose(stage->results);
    }
}
