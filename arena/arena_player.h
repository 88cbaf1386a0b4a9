#pragma once
/*
 * Who plays in a match (arena_match.h). A player is named by a text, its name and then,
 * with commas, options KEY=VALUE:
 *
 *   random             any legal play
 *   baseline           the hand-made linear player of baseline_player.h
 *   FILE.net           a net at 0-ply
 *   FOLDER             our engine with the weights in it
 *        ply=N         look-ahead of plays and cube; default 0
 *        cube=N        look-ahead of the cube alone, an odd one is the next even one;
 *                      default as plays, one less where that is odd
 *        filter=NAME   move filter
 *        level=LEVEL   a level or a rating (level.h), in place of ply, cube, noise, net
 *        noise=X       standard deviation of noise added to equities
 *        time=MS       bound on the processor time of a decision
 *        candidates=KEPT/WINDOW, leaf-candidates=KEPT/WINDOW  pruning inside the tree
 *                      (strength.h)
 *        efficiency=CENTRED/OWNED  cube efficiency in contact (params.h)
 *        net=small     the pruning net alone
 *   gnubg              GNU Backgammon (gnubg_peer.h)
 *        ply=N cube=N noise=X prune=yes|no      as its settings; default 0, yes
 *        program=PATH  where it is
 *   ubgi               an engine that speaks UBGI (ubgi_peer.h)
 *        command=PROGRAM ARGUMENTS   separated by blanks
 *        timeout=MS    for an answer; default 60000
 *        game=MS       for all answers of a game; default: no limit
 *        errors=FILE   to which its standard error is added, up to 1 MB
 *        KEY=VALUE     anything else is a key of the engine
 *
 * Each may have name=TEXT, as reports show it: without, they show the whole text.
 *
 * Only our engine, gnubg and engines by UBGI use the cube. A player is for one thread.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/board/match_state.h"
#include "engine/board/roll.h"

struct decision_context;
struct arena_player;

/* What a player needs to know of the match. */
struct arena_player_terms {
    bool is_cubeful;
    uint64_t noise_seed;
};

/* Opens the player that `spec` describes. Returns NULL with `err` on failure. The
 * caller closes it with arena_player_close(). */
struct arena_player *arena_player_open(const char *spec,
                                       const struct arena_player_terms *terms,
                                       struct error *err);
void arena_player_close(struct arena_player *player); /* may be NULL */

/* Returns whether the player that `spec` describes uses the cube. */
bool arena_player_knows_cube(const char *spec);
/* Returns whether `spec` names another program, which may fail to start by chance. */
bool arena_player_is_program(const char *spec);
/* Returns whether the program that `spec` names is installed; true for our own
 * players. */
bool arena_player_is_installed(const char *spec);

/* Who an engine by UBGI says that it is, with its version: opens it once. "" for other
 * players and where it is not installed. Returns false with `err` on failure. */
enum { ARENA_PLAYER_IDENTITY_SIZE = 160 };
bool arena_player_identify(const char *spec, const struct arena_player_terms *terms,
                           char identity[ARENA_PLAYER_IDENTITY_SIZE],
                           struct error *err);

/* Says that the next decision is the first of a game. */
void arena_player_new_game(struct arena_player *player);

/* A checker play decision: mine is on roll with `roll`, whose legal plays are in
 * `list`. */
struct arena_player_turn {
    const struct position *pos;
    const struct match_state *ms;
    struct roll roll;
    const struct play_list *list;
};

/* Returns the player's choice, an index in turn->list; -1 with `err` on failure. */
int arena_player_choose(struct arena_player *player,
                        const struct arena_player_turn *turn, struct error *err);

/* Returns 1 or 0: whether mine, on roll, doubles or, where at->is_doubled, takes the double
 * of theirs, who is on roll (the cube is that before the double); -1 with `err` on
 * failure. */
int arena_player_answer(struct arena_player *player, const struct decision_context *at,
                        struct error *err);

/* The number of decisions, without forced plays, and their processor time: that of our
 * engine (0 where it is too short to be measured) or of gnubg's process. */
struct arena_player_effort {
    int64_t plays;
    int64_t cubes;
    double seconds;
};
struct arena_player_effort arena_player_effort(const struct arena_player *player);
