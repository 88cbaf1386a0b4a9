#pragma once
/*
 * The text that names a player or an evaluator, taken apart: a name, then with commas
 * options KEY=VALUE. arena_player.h has the list.
 */

#include "base/error.h"
#include "engine/eval/eval.h"
#include "engine/search/filter.h"
#include "engine/search/strength.h"

enum { PLAYER_NAME_SIZE = 1024, PLAYER_WORD_SIZE = 128 };

struct player_spec {
    char name[PLAYER_NAME_SIZE];
    int ply;
    int cube_ply; /* as it was typed; default: `ply`, or one less if that is odd */
    double noise;
    int time_ms; /* limit on the processor time of a decision; 0: none */
    enum eval_net net;
    struct search_candidate_rule
        candidates; /* inside the tree; .kept == 0: the default */
    struct search_candidate_rule leaf_candidates;
    float efficiency_centred, efficiency_owned; /* of the cube; < 0: the default */
    bool is_pruned;                             /* gnubg: use its pruning nets */
    char filter[PLAYER_WORD_SIZE];              /* "": the default */
    char level[PLAYER_WORD_SIZE];               /* of level.h; "": none */
    bool has_strength;              /* something is named that a level would set */
    char program[PLAYER_NAME_SIZE]; /* "": searched for */
    char shown[PLAYER_WORD_SIZE];   /* "": as the text names it */
    /* of ubgi */
    char command[PLAYER_NAME_SIZE];
    char errors[PLAYER_NAME_SIZE];   /* file for its standard error; "": none */
    char settings[PLAYER_NAME_SIZE]; /* all other KEY=VALUE, separated by commas */
    int timeout_ms;                  /* for an answer; 0: the default */
    int game_ms;                     /* for a game; 0: no limit */
};

/* Writes the text as result files have it: in the words of their first version, so that
 * the same player continues an old file. Returns false with `err` if it is too long. */
bool player_spec_as_kept(const char *text, char kept[PLAYER_NAME_SIZE],
                         struct error *err);

/* The same back, in the words of today. False: it is too long. */
bool player_spec_as_typed(const char *kept, char text[PLAYER_NAME_SIZE]);

/* Writes the text as reports show it: its `name=`, else the text itself. */
void player_spec_shown(const char *text, char shown[PLAYER_NAME_SIZE]);

/* Returns false with `err`, which says what to do, if reports would show two of the `count`
 * texts by one name. */
bool player_spec_check_names(const char *const *texts, int count, struct error *err);

/* Sets in `strength` the net, candidates, cube efficiencies and filter of `spec`. Returns
 * false with `err` if there is no such filter. */
bool player_spec_tune(const struct player_spec *spec, struct strength *strength,
                      struct error *err);

/* Parses `text`. Returns false with `err`, which may be NULL, if it is malformed. Does
 * not check whether a file of that name exists. */
bool player_spec_read(const char *text, struct player_spec *spec, struct error *err);
