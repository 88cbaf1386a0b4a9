#pragma once
/* The parts of `fibsbot tournament`. */

#include <stdint.h>

#include "bot/config/config.h"
#include "cmd/own_server.h"

/* ---- a server of our own with an account for each of ours: --local --------------- */

#define TOURNAMENT_LOCAL_DIRECTOR "the_director"

struct local_server;

struct tournament_local {
    struct local_server *server;
    char password[OWN_SERVER_PASSWORD_SIZE];
    char state[CONFIG_TEXT_MAX + 16]; /* file of the server */
};

/* Whether a list ("beginner,1700") has levels enough. False with `err`. */
bool tournament_local_check(const char *levels, struct error *err);

/* Writes a configuration with an entrant for each level of such a list, which keeps
 * everything in a folder beside it. False with `err`; a file that exists is left as it
 * is. */
bool tournament_local_write(const char *path, const char *levels, struct error *err);

/* Sets what `--local` sets, for a rehearsal: no server is started. False with `err`. */
bool tournament_local_rehearse(struct config_set *set, struct error *err);

/* Starts the server, which keeps its state beside the database of the tournament, and
 * points all accounts of `set` to it, with a director where there is none. `port` 0: a
 * free one. False with `err`; else the caller ends with tournament_local_close(). */
bool tournament_local_open(struct tournament_local *local, struct config_set *set,
                           int port, struct error *err);
void tournament_local_close(struct tournament_local *local);

/* ---- whether `run` would start, and how it would go: `tournament check` ---------- */

/* `file`: the configuration. Tells on standard error all that `run` would refuse, and prints a rehearsal with matches
 * of `point_s` seconds a point, from where the tournament is. False with `err`. */
bool tournament_check(const struct config_set *set, const char *file, int point_s,
                      struct error *err);

/* "45 s", "12 min", "3 h 05 min" */
void tournament_check_span(int64_t seconds, char text[32]);
