#pragma once
/* What `play` and `tournament run` open before the loop, and close after it: engine, log,
 * history, the password from the environment. */

#include "bot/service/loop.h"

/* The configurations that were read, which nothing may write to. */
struct play_files {
    const char *const *names;
    int count;
    bool is_of_tournament;
};

/* Checks all that the configurations of `setup` need and opens it into `setup`; `secret`
 * must outlive it. False with `err`, after the faults on standard error; also then the
 * caller ends with play_setup_close(). */
bool play_setup_open(struct loop_setup *setup, const struct play_files *files,
                     struct secret *secret, struct error *err);
/* Runs the loop. Returns an exit status (subcommand.h); on failure `err` names the log
 * if that is not on standard error. */
int play_setup_run(const struct loop_setup *setup, struct error *err);
void play_setup_close(struct loop_setup *setup, struct secret *secret);

/* `fibsbot play` for somebody at this terminal: SIGHUP, which comes when it is closed,
 * leaves the match and ends, where `play` alone reads the configuration again. `start` is
 * called once all options are checked and all is open, before the loop; false ends it, as
 * failed. `guest` hears the accounts. Returns the exit status. */
int cmd_play_at_terminal(int argc, char **argv, bool (*start)(void *), void *context,
                         const struct loop_guest *guest);
