#pragma once
/*
 * The current state for the status page: each account with its match, board, chances and
 * results. Plain data on the loop's thread, bounded in size; no network. status_page.c
 * prints it.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "bot/config/config.h"
#include "bot/player/player_output.h"
#include "bot/status/status_tournament.h"
#include "view/chart.h"

enum {
    STATUS_ACCOUNTS_MAX = CONFIG_LOGINS_MAX,
    STATUS_CURVE_MAX =
        1024, /* decisions of a match, ratings; when full, every other one is dropped */
    STATUS_RESULTS_MAX = 12,
    STATUS_WEEK_SIZE = 16384,
    STATUS_STUCK_MAX = 16, /* saved matches that have failed */
    STATUS_MARKS_MAX = 64, /* games of a match; further ones are not marked */
    STATUS_LEVEL_SIZE = 160,
    STATUS_PATH_SIZE = 640,
    STATUS_TICK_S = 10,
    STATUS_HANG_S = 60
};

struct status_curve {
    int count;
    struct chart_point points[STATUS_CURVE_MAX];
};

struct status_result {
    int64_t at_s;
    char opponent[USER_NAME_SIZE];
    int length; /* 0: unlimited */
    int my_score, their_score;
    bool has_change;
    double rating_change;
    char record[STATUS_PATH_SIZE]; /* its match file; "": none */
};

/* A saved match that does not go on. */
struct status_stuck {
    char opponent[USER_NAME_SIZE];
    int length; /* 0: unlimited, -1: not known */
    int my_score, their_score;
    int failures;    /* in a row */
    char reason[24]; /* why it is set aside; "": it is not */
};

struct status_account {
    char name[USER_NAME_SIZE];
    char site[CONFIG_TEXT_MAX];    /* config_site(); "": not known */
    char level[STATUS_LEVEL_SIZE]; /* of play, in words; "": not known */
    bool is_online;
    char why[240];    /* why it is not, or was last; "": not known */
    bool is_director; /* of a tournament: it does not play */
    bool is_playing;
    char opponent[USER_NAME_SIZE];
    int length;
    int64_t started_s;             /* of the match, or when we first saw it */
    char record[STATUS_PATH_SIZE]; /* the match file; "": none */
    bool has_view;
    struct board_view view;
    char choice[80]; /* the last decision in words */
    double win, equity;
    double match_win; /* chance of winning the match; 0 when it is unlimited */
    /* x: decisions of the match, from 1; match_wins stays empty when it is unlimited */
    struct status_curve wins, match_wins, equities;
    int mark_count; /* games that ended: x as above, label: the score after it */
    struct chart_mark marks[STATUS_MARKS_MAX];
    struct standing standing;
    struct status_curve ratings;
    int result_count;
    struct status_result results[STATUS_RESULTS_MAX]; /* newest first */
    int stuck_count;
    struct status_stuck stuck[STATUS_STUCK_MAX]; /* newest first */
    /* since the start */
    long matches, won, games, decisions, saved, refusals, errors, connections;
    long storage_failures; /* writes of match files, decisions and history */
    long thinking_ms;
};

/* To be read by all; changed by the functions below. */
struct status {
    int64_t started_s;
    int64_t ticked_s, online_s; /* of status_tick(); 0: not yet */
    /* A tournament to be shown, which outlives the status; NULL: none. */
    const struct status_tournament *tournament;
    char week[STATUS_WEEK_SIZE]; /* the report of the last seven days; "": none */
    int count;
    struct status_account *accounts[STATUS_ACCOUNTS_MAX];
};

struct status *status_new(int64_t now_s);
void status_free(struct status *status);

/* Notes that the event loop runs and whether an account is logged in. To be called every
 * STATUS_TICK_S; `now_s` is of any clock that never jumps. */
void status_tick(struct status *status, int64_t now_s);

/* Whether the loop has run within STATUS_HANG_S and an account was logged in within
 * `offline_limit_s` (or the first tick was). Writes "ok" or the reason as a line. */
bool status_is_healthy(const struct status *status, int64_t now_s, int offline_limit_s,
                       FILE *out);

/* Takes an output of the account's player; ignores those of other types. */
void status_take(struct status *status, const char *account,
                 const struct player_output *output, int64_t now_s);
/* Adds an account of which nothing may be known yet, with its site (config_site()) and its
 * level in words. */
void status_add(struct status *status, const char *account, const char *site,
                const char *level);
/* The account directs a tournament: it has a line among the accounts, but no match. */
void status_note_director(struct status *status, const char *account);
void status_link(struct status *status, const char *account, bool is_up);
/* Why it is not logged in: the connection has ended, or could not be made. */
void status_offline(struct status *status, const char *account, const char *why);
/* The file that records the match which has begun. */
void status_record(struct status *status, const char *account, const char *path);
void status_error(struct status *status, const char *account);
void status_storage_failure(struct status *status, const char *account);
/* The report of the last seven days, to be shown from now on; copied. */
void status_set_week(struct status *status, const char *text);

/* Adds earlier ratings and results from the history at `path`, with their match files
 * below `records` (NULL: there are none). False with `err`. */
bool status_load(struct status *status, const char *account, const char *path,
                 const char *records, struct error *err);
