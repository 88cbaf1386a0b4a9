#pragma once
/*
 * Runs a tournament as the guest of a loop of accounts: what they hear goes to the director
 * (bot/director/director.h), and what it puts out is stored, then done. Started again, also
 * after a kill, it goes on where the database says.
 */

#include "bot/service/loop.h"
#include "bot/tournament/tournament_setup.h"

struct tournament_run;

/* What has happened, for a person who watches. */
struct tournament_progress {
    enum director_news what;
    const char *text;
    const struct director_rows *rows;
    int match;       /* of a result; else -1 */
    int over, total; /* matches, without byes: those over, and all that there will be */
    int64_t spent_s; /* since the program started */
    int64_t remaining_s; /* an estimate; -1: none yet */
};

struct tournament_run_options {
    const struct tournament_setup *setup;
    struct log *log;
    /* Called on the loop; may be NULL. */
    void (*show_progress)(void *context, const struct tournament_progress *progress);
    void *context;
};

/* Opens the database and makes the director, or the one whose rows it has. What `options`
 * points to must outlive the run. NULL with `err`. */
struct tournament_run *tournament_run_new(const struct tournament_run_options *options,
                                          struct error *err);
void tournament_run_free(struct tournament_run *run); /* may be NULL */

/* For loop_setup.guest; valid as long as the run. */
const struct loop_guest *tournament_run_guest(const struct tournament_run *run);

/* Whether it has come to its end; also before the loop, where the database says so. */
bool tournament_run_is_over(const struct tournament_run *run);
