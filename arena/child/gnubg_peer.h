#ifndef ARENA_CHILD_GNUBG_PEER_H
#define ARENA_CHILD_GNUBG_PEER_H
/*
 * GNU Backgammon as a peer to measure against: starts the installed program in the
 * background as an external player on a socket of its own, asks it, and ends it.
 * Nothing of it is part of this program, and nothing but measuring needs it.
 *
 * One peer answers one question at a time and computes with one thread; several threads
 * take a peer each. Its processes get no signals of the terminal, and die with the
 * thread that has opened them, so that none is left behind however this program ends.
 * What it writes lies in a folder of its own under $TMPDIR, removed at the end.
 *
 * Rates of version 1.07 (Debian, SSE) on one Zen 3 core, this program waiting: see
 * scripts/bench-peers. Its socket answers at once, unlike its other interfaces.
 */

#include <stdbool.h>

#include "arena/protocol/gnubg_line.h"
#include "base/error.h"

struct gnubg_options {
    const char *program; /* a path; NULL: gnubg in $PATH or /usr/games */
    int play_ply;        /* 0..4 */
    int cube_ply;
    bool is_cubeful;  /* values with the cube */
    bool has_pruning; /* its pruning nets, as its default is */
    double noise;
    int timeout_s; /* for one answer, 20 times that while it computes; 0: 120 */
};

struct gnubg_peer;

/* Where the program is; false when it is not installed. `program` as in the options. */
enum { GNUBG_PATH_MAX = 4096 };
bool gnubg_find(const char *program, char path[GNUBG_PATH_MAX]);

/* Starts it and waits until it answers. NULL with `err`. To be called on a thread that
 * lives as long as the peer. */
struct gnubg_peer *gnubg_open(const struct gnubg_options *options, struct error *err);
void gnubg_close(struct gnubg_peer *peer); /* NULL is fine */

/* The seconds of processor time it has used since it was opened. */
double gnubg_seconds(const struct gnubg_peer *peer);

/* The questions of gnubg_line.h; false (or -1) with `err`. */
int gnubg_play(struct gnubg_peer *peer, const struct decision_context *at,
               struct play_list *list, struct error *err);
bool gnubg_doubles(struct gnubg_peer *peer, const struct decision_context *at,
                   bool *is_yes, struct error *err);
bool gnubg_takes(struct gnubg_peer *peer, const struct decision_context *at,
                 bool *is_yes, struct error *err);
/* The cubeless value of a position that mine has just left by a play. */
bool gnubg_value(struct gnubg_peer *peer, const struct position *after, int plies,
                 struct outputs *out, struct error *err);

#endif
