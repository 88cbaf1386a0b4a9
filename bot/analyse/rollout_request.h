#ifndef BOT_ANALYSE_ROLLOUT_REQUEST_H
#define BOT_ANALYSE_ROLLOUT_REQUEST_H
/*
 * What a command line asks of rollouts: the options that `analyse --rollout` and `lab
 * rollout` have in common.
 */

#include <stdbool.h>

#include "base/cli_option.h"
#include "engine/rollout/rollout.h"

struct rollout_request {
    struct rollout_settings settings;
    int cube_ply;      /* -1: follows the ply of plays */
    int candidates;    /* plays rolled out: at most so many of the best by search */
    double within;     /* and none further behind the best than this */
    int time_ms;       /* for one position; 0: no bound */
    const char *state; /* a file to continue and to save to; NULL: none */
    bool is_given;     /* any of the options was */
};

/* The options that set it. */
extern const struct cli_option rollout_request_options[];

struct rollout_request rollout_request_default(void);

/* Once all options have been taken: settles what follows from others. */
void rollout_request_settle(struct rollout_request *request);

/* The settings in words, "1296 games to the end, plays 0-ply, cubeful, seed 1". */
enum { ROLLOUT_WORDS_SIZE = 256 };
void rollout_request_words(const struct rollout_settings *settings,
                           char text[ROLLOUT_WORDS_SIZE]);

#endif
