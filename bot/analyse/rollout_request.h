#pragma once
/*
 * Options of rollouts that `analyse --rollout` and `lab rollout` have in common.
 */

#include <stdbool.h>

#include "base/cli_option.h"
#include "engine/rollout/rollout.h"

struct rollout_request {
    struct rollout_settings settings;
    int cube_ply;   /* -1: follows the ply of plays */
    int candidates; /* rolls out at most so many of the best plays of the search ... */
    double within;  /* ... and none further behind the best than this */
    int time_ms;    /* limit for one position; 0: none */
    const char *state; /* file to continue from and save to; NULL: none */
    bool is_given;     /* whether any of the options was given */
};

/* The options that set it. */
extern const struct cli_option rollout_request_options[];

/* What they leave to others, as rollout_default() has it; the filter and the threads are
 * the caller's. */
#define ROLLOUT_REQUEST_DEFAULT                                                        \
    {                                                                                  \
        .settings = {.least_trials = 2 * ROLLOUT_ROUND,                                \
                     .is_cubeful = true,                                               \
                     .reduces_variance = true,                                         \
                     .has_stratified_dice = true,                                      \
                     .uses_databases = true},                                          \
        .cube_ply = -1,                                                                \
    }

/* Derives settings that depend on other options; to be called after the last option. */
void rollout_request_complete(struct rollout_request *request);

/* Writes the settings in words: "1296 games to the end, plays 0-ply, cube 0-ply, seed 1". */
enum { ROLLOUT_WORDS_SIZE = 256 };
void rollout_request_words(const struct rollout_settings *settings,
                           char text[ROLLOUT_WORDS_SIZE]);
