#pragma once
/*
 * Analyses the matches of files, for `fibsbot analyse FILE`: reports as text, or a JSON
 * object for each decision, game and match. Says on standard error how long it will
 * take, and how far it is.
 */

#include "engine/engine.h"

/* What to do; the caller owns all. */
struct analyse_job {
    const struct engine *engine;
    struct search_scratch *scratch;
    const char *weights; /* the engine's folder */
    struct strength strength;
    bool is_exact;       /* as in match_batch.h */
    const char *program; /* who judges: "fibsbot 0.2.0" */
    bool is_json;
    const struct roller *roller; /* of close decisions; NULL: none */
    int roller_share;            /* % of the time */
    const char *save;            /* file of the results so far; NULL: none */
    bool is_resumed;             /* continue it */
    const char *history;         /* of a bot that is player 1; NULL: not asked */
    bool is_noted;               /* there, too, for stats */
    const char *page; /* file for the report as HTML (analyse_pages.h); NULL: none */
    bool is_short;    /* its pages have candidates of errors alone */
};

/* Returns the exit status: LONG_RUN_STOPPED after Ctrl-C, when what is done has been
 * reported; EXIT_FAILURE if a file could not be read or the report not be written,
 * with `err` if nothing has been said about it. */
int analyse_matches(const struct analyse_job *job, int count, char **paths,
                    struct error *err);
