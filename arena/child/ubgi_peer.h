#pragma once
/*
 * An engine that speaks UBGI (arena/protocol/ubgi.h) as a player: started as a child
 * process, asked one question at a time, believed in nothing. Its draft is found by how it
 * introduces itself: "proto 0.2", "ubgiok" alone (0.1), or "readyok" (0.01).
 *
 * Whatever it does wrong (silence, a line or an answer without end, an illegal play, an
 * error, its end) is a fault of that question. The process is then ended, and the next
 * question starts a new one.
 *
 * A peer is for one thread, which must outlive it.
 */

#include <stdbool.h>

#include "arena/protocol/ubgi.h"
#include "base/error.h"

struct play_list;

struct ubgi_options {
    const char *command; /* program and arguments, separated by blanks; no shell */
    const char
        *settings; /* KEY=VALUE, separated by commas, set in this order; may be "" */
    const char *errors; /* file to which its standard error is added; "": none */
    int start_ms;       /* for the introduction and the keys; 0: 20 s */
    int timeout_ms;     /* for one answer; 0: 60 s */
    int game_ms;        /* for all answers of a game; 0: no limit */
    bool is_cubeful;    /* score and cube matter: it must answer about the cube */
};

struct ubgi_peer;

/* Whether the program of `command` is there. */
bool ubgi_peer_is_installed(const char *command);

/* Starts the engine and sets its keys; with is_cubeful asks it about the cube once.
 * Returns NULL with `err` if it does not do all that. The texts of `options` outlive the
 * peer. The caller closes it with ubgi_peer_close(), which accepts NULL. */
struct ubgi_peer *ubgi_peer_open(const struct ubgi_options *options, struct error *err);
void ubgi_peer_close(struct ubgi_peer *peer);

/* "NAME VERSION (UBGI DRAFT)", as it introduced itself. */
const char *ubgi_peer_identity(const struct ubgi_peer *peer);

/* The next question is the first of a game, whose clock begins. */
void ubgi_peer_new_game(struct ubgi_peer *peer);

/* Ask for a play, or for a cube action: whether to double, or to take where `at` is
 * doubled. Return the index of the play in `list`, which is filled, or -1; and false on a
 * fault: `err` says which. */
int ubgi_peer_play(struct ubgi_peer *peer, const struct decision_context *at,
                   struct play_list *list, struct error *err);
bool ubgi_peer_agrees(struct ubgi_peer *peer, const struct decision_context *at,
                      bool *is_yes, struct error *err);

/* The processor time of its processes. */
double ubgi_peer_seconds(const struct ubgi_peer *peer);
