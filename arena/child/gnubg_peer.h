#pragma once
/*
 * GNU Backgammon as an opponent for measurements: starts the installed program in the
 * background as an external player on its own socket, sends it questions, and ends it.
 * No part of it is in this program, and only measurements need it.
 *
 * A peer answers one question at a time and computes with one thread; each of several
 * threads opens its own. Its process gets no signals from the terminal and ends with
 * the thread that opened it, so that none is left however this program ends. Its files
 * are in a folder under $TMPDIR, which is removed at the end.
 *
 * scripts/bench-peers measures its speed. The socket answers at once, unlike its other
 * interfaces.
 */

#include <stdbool.h>

#include "arena/child/child.h"
#include "arena/protocol/gnubg.h"
#include "base/error.h"

struct play_list;
struct position;

struct gnubg_options {
    const char *program; /* a path; NULL: gnubg in $PATH or /usr/games */
    int play_ply;        /* 0..4 */
    int cube_ply;
    bool is_cubeful;  /* evaluate with the cube */
    bool has_pruning; /* use its pruning nets, which is its default */
    double noise;
    int timeout_s; /* for one answer, 20 times as long while it computes; 0: 120 */
};

struct gnubg_peer;

/* Finds the program; `program` is as in the options. Returns false if it is not
 * installed. */
bool gnubg_find(const char *program, char path[CHILD_PATH_MAX]);

/* Starts the program and waits until it answers. Returns NULL with `err` on failure.
 * Call it on a thread that outlives the peer. The caller closes it with
 * gnubg_close(). */
struct gnubg_peer *gnubg_open(const struct gnubg_options *options, struct error *err);
void gnubg_close(struct gnubg_peer *peer); /* may be NULL */

/* The seconds of processor time it has used since it was opened. */
double gnubg_seconds(const struct gnubg_peer *peer);

/* Returns the index of its play in `list`, which gets the legal plays of at->roll; -1
 * with `err` on failure. */
int gnubg_play(struct gnubg_peer *peer, const struct decision_context *at,
               struct play_list *list, struct error *err);
/* Gets whether it doubles, takes the double, or accepts the resignation, whichever the
 * decision `at` is about. Returns false with `err` on failure. */
bool gnubg_agrees(struct gnubg_peer *peer, const struct decision_context *at,
                  bool *is_yes, struct error *err);
/* Gets the cubeless outputs of mine, who has just moved; fails in the same way. */
bool gnubg_value(struct gnubg_peer *peer, const struct position *after, int plies,
                 struct outputs *out, struct error *err);
