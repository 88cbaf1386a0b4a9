#ifndef BOT_ANALYSE_ROLLOUT_REQUEST_H
#define BOT_ANALYSE_ROLLOUT_REQUEST_H
/*
 * What a command line asks of rollouts: the options that `analyse --rollout` and `lab
 * rollout` have in common.
 */

#include <getopt.h>
#include <stdbool.h>

#include "engine/rollout/rollout.h"

struct rollout_request {
    struct rollout_settings settings;
    int cube_ply;      /* -1: follows the ply of plays */
    int candidates;    /* plays rolled out: at most so many of the best by search */
    double within;     /* and none further behind the best than this */
    int time_ms;       /* for one position; 0: no bound */
    const char *state; /* a file to go on from and to save to; NULL: none */
};

/* The values that getopt_long() returns for them. */
enum rollout_option {
    ROLLOUT_OPTION_FIRST = 0x100,
    ROLLOUT_TRIALS = ROLLOUT_OPTION_FIRST,
    ROLLOUT_TRUNCATE,
    ROLLOUT_PLY,
    ROLLOUT_CUBE_PLY,
    ROLLOUT_LUCK_PLY,
    ROLLOUT_CUBELESS,
    ROLLOUT_SEED,
    ROLLOUT_ERROR,
    ROLLOUT_CLEAR,
    ROLLOUT_CANDIDATES,
    ROLLOUT_WITHIN,
    ROLLOUT_STATE,
    ROLLOUT_RAW,
    ROLLOUT_INDEPENDENT,
    ROLLOUT_NO_DATABASES,
    ROLLOUT_OPTION_END
};

/* Rows for the table of getopt_long(). */
#define ROLLOUT_LONG_OPTIONS                                                           \
    {"trials", required_argument, NULL, ROLLOUT_TRIALS},                               \
        {"truncate", required_argument, NULL, ROLLOUT_TRUNCATE},                       \
        {"rollout-ply", required_argument, NULL, ROLLOUT_PLY},                         \
        {"rollout-cube-ply", required_argument, NULL, ROLLOUT_CUBE_PLY},               \
        {"luck-ply", required_argument, NULL, ROLLOUT_LUCK_PLY},                       \
        {"cubeless", no_argument, NULL, ROLLOUT_CUBELESS},                             \
        {"seed", required_argument, NULL, ROLLOUT_SEED},                               \
        {"error", required_argument, NULL, ROLLOUT_ERROR},                             \
        {"clear", required_argument, NULL, ROLLOUT_CLEAR},                             \
        {"candidates", required_argument, NULL, ROLLOUT_CANDIDATES},                   \
        {"within", required_argument, NULL, ROLLOUT_WITHIN},                           \
        {"state", required_argument, NULL, ROLLOUT_STATE},                             \
        {"raw", no_argument, NULL, ROLLOUT_RAW},                                       \
        {"independent-dice", no_argument, NULL, ROLLOUT_INDEPENDENT},                  \
    {                                                                                  \
        "no-databases", no_argument, NULL, ROLLOUT_NO_DATABASES                        \
    }

/* One line an option, for the help of a command. */
extern const char rollout_request_help[];

struct rollout_request rollout_request_default(void);

/* Takes one of the options; `text` is its value. False with `err`. */
bool rollout_request_take(struct rollout_request *request, int option, const char *text,
                          struct error *err);

/* Once all options have been taken: settles what follows from others. */
void rollout_request_settle(struct rollout_request *request);

/* The settings in words, "1296 games to the end, plays 0-ply, cubeful, seed 1". */
enum { ROLLOUT_WORDS_SIZE = 256 };
void rollout_request_words(const struct rollout_settings *settings,
                           char text[ROLLOUT_WORDS_SIZE]);

#endif
