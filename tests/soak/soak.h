#pragma once
/*
 * The soak: many accounts play thousands of matches against each other on the local
 * server, with its faults on, while everything that can go wrong goes wrong. Sessions,
 * players, recorders, history and match files are the program's own; only sockets and
 * threads of thought are left out, and the clock is simulated, so that weeks pass in
 * minutes. The same seed gives the same soak.
 *
 *   server core --bytes, latency--> telnet -> line -> session -> player -> recorder
 *
 * What must hold at the end is checked in verdict.h; each command is judged when the
 * server serves it (errand.h), and each turn by how long it took (duty.h).
 */

#include <stdbool.h>
#include <stdint.h>

#include "bot/base/log.h"
#include "bot/history/history.h"
#include "engine/engine.h"
#include "server/fibsd/fault.h"
#include "tests/soak/league.h"

enum { SOAK_SEATS_MAX = 40, SOAK_LENGTHS = 100 };

struct soak_options {
    int accounts;
    int matches; /* so many at least are played to their end */
    uint64_t seed;
    const char *folder;     /* history, results, match files, log; made, and empty */
    const char *trace;      /* account whose dialogue is traced; NULL: none */
    const char *tournament; /* its kind (league.h); NULL: everybody plays everybody */
    int length;             /* of its matches */
    int foreign;            /* of its entrants */
    bool is_calm;           /* no faults, restarts, floods */
    bool has_record;        /* match files */
    int64_t seconds_max;    /* of the machine; then, too */
    int64_t hours_max;      /* simulated; then it is given up */
};

/* What happened, and what must not: printed at the end. */
struct soak_figures {
    int64_t lines, bytes, commands;
    int matches, games, unlimited_games;
    int by_length[SOAK_LENGTHS];
    int saved, resumed;
    int cuts; /* of lines, in a tournament */
    int kills, stops, program_restarts, server_restarts, server_crashes, floods;
    int64_t flood_bytes;
    int connections;
    int64_t decisions;
    int kept_offers; /* resignations found open after a saved match was resumed */
    int turned_down; /* invitations and joins that came to nothing (errand.h) */
    int mistaken;    /* answers for which the same line said by itself was taken */
    /* the least memory in use, in bytes, while the second fifth of the matches was
     * played, and the last one; without the server's matches and buffers */
    int64_t memory_early, memory_late;
    /* of who had to act (duty.h) */
    int64_t answers, slowest_ms;
    int needless_boards;
    /* must be 0 */
    int late;
    int out_of_turn; /* refused, though the bot had heard everything */
    int too_early;   /* sent before the answer to the one before */
    int unknown_lines;
    int errors; /* of the log, warnings included */
    int failed; /* sessions that gave up */
};

struct stage {
    struct soak_options options;
    struct soak_figures figures;
    struct fibsd_config server_config;
    struct fault_plan fault_plan;
    struct fibsd *core; /* NULL: down */
    char *saved_state;  /* while it is down */
    int64_t now_ms;
    uint64_t random;
    struct seat *seats[SOAK_SEATS_MAX];
    struct league *league; /* NULL: no tournament */
    struct engine *engine;
    struct search_scratch *scratch;
    struct strength strength;
    struct history *history;
    struct log *log;
    FILE *results;
    bool is_ending; /* no new matches; saved ones are played to their end */
    int64_t next_bot_trouble, next_server_trouble, next_flood;
    int64_t steps;
    int64_t restart_at, back_at; /* of the server; INT64_MAX: not planned */
};

/* Random numbers of this soak alone. */
uint64_t soak_random(struct stage *stage);
int soak_below(struct stage *stage, int bound);            /* 0..bound-1 */
int64_t soak_around(struct stage *stage, int64_t mean_ms); /* exponential */

/* The time that the whole program is told (see stage.c): seconds since 1970. */
void soak_set_clock(int64_t now_s);

/* Puts on the line what the server has for everybody. */
void stage_collect(struct stage *stage);

/* Opens everything. False with a line on standard error. */
bool stage_open(struct stage *stage, const struct soak_options *options);
/* Plays until enough matches are over and no bounded match is left. False: it did not
 * come to an end. */
bool stage_run(struct stage *stage);
/* Whether the server keeps an unlimited match of these two, of so many points or more.
 */
bool stage_has_unlimited(const struct stage *stage, const char *a, const char *b,
                         int points);
/* Matches with a length that the server still keeps. */
int stage_unfinished(const struct stage *stage);
void stage_close(struct stage *stage);
