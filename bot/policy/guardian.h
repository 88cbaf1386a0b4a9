#pragma once
/*
 * The guardian of matches: the one owner of what a server has saved for an account, and
 * of what is under way there: opponent, score, last progress, failures. It learns from
 * the server's list of saved matches, its refusals, the boards and our history; from it
 * follows whether a match is resumed, whether a new one may take its place, and which one
 * is set aside. A match that is set aside is neither invited to nor accepted:
 *
 *   finished    its score is at or past its length: on the list, or on the first board
 *   corrupt     the server says so
 *   missing     twice in a row the server did not find what its list has
 *   unreadable  left twice in a row without progress, with boards that cannot be
 *   stuck       the same, with boards that can be played
 *
 * All but the last are dead: nothing is lost when a new match takes their place. One that
 * is stuck may still be won, so it is kept as other saved matches are. What was set aside
 * is free again when the server shows another score, or when another match with the same
 * opponent has begun; lists and boards of one match need not agree. Plain data in memory, filled from the history at the start.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "bot/game/user_name.h"

enum { GUARDIAN_MATCHES_MAX = 50, GUARDIAN_FAILURES = 2, GUARDIAN_FAILURES_MAX = 100 };

enum guardian_end { /* in this order in the table of guardian.c */
                    GUARDIAN_OPEN,
                    GUARDIAN_FINISHED,
                    GUARDIAN_CORRUPT,
                    GUARDIAN_MISSING,
                    GUARDIAN_UNREADABLE,
                    GUARDIAN_STUCK,
                    GUARDIAN_ENDS
};
const char *guardian_code(enum guardian_end end); /* "stuck"; "" of an open match */
/* For the opponent: what has become of the match, one or two sentences. */
const char *guardian_words(enum guardian_end end);

struct guardian_match {
    char name[USER_NAME_SIZE]; /* the opponent */
    int length;                /* points, POINTS_UNLIMITED, or 0: not known */
    int my_score, their_score;
    bool is_saved;  /* on the server, as far as we know ... */
    bool is_listed; /* ... because its list says so */
    bool is_ready;  /* the list shows them as there and ready */
    bool has_row;   /* length and score are those of the last list, not of a board */
    int failures;   /* in a row: left without progress, or not found */
    int unanswered; /* invitations to resume it, in a row */
    enum guardian_end end;
};

struct guardian {
    int count;
    struct guardian_match matches[GUARDIAN_MATCHES_MAX];
    /* Since the log-in one has come, with a row or with the word that there is none: rows
     * may be seconds behind the heading. */
    bool knows_list;
    bool has_list;       /* one has come that nobody has heard of yet */
    int64_t progress_ms; /* of the match under way: its last progress */
};

/* How long what is under way may be without progress while it is up to us. */
enum guardian_limit {
    GUARDIAN_NO_LIMIT, /* it is up to the opponent */
    GUARDIAN_JOIN,     /* without a word about our join */
    GUARDIAN_TURN,     /* our turn, and nothing that we do has an effect */
    GUARDIAN_LEAVE     /* without a word about our leave */
};
/* Returns when the time is over; INT64_MAX: never. */
int64_t guardian_deadline(const struct guardian *guardian, enum guardian_limit limit);

/* The list of saved matches comes this long after a log-in or not at all: some servers do
 * not tell. */
enum { GUARDIAN_LIST_MS = 4000 };
/* Users who refuse or do not answer are not invited again before this. */
enum { GUARDIAN_REFUSED_MS = 60000 };
/* An invitation was not answered: returns the pause before the next one, GUARDIAN_REFUSED_MS;
 * for a saved match it is doubled each time. */
int64_t guardian_unanswered(struct guardian *guardian, const char *name);

/* Returns what is known of a match with `name`; NULL: nothing. */
struct guardian_match *guardian_find(struct guardian *guardian, const char *name);
/* The same, of a match that the server has saved. */
struct guardian_match *guardian_saved(struct guardian *guardian, const char *name);
int guardian_saved_count(const struct guardian *guardian);
/* Left without progress, or not found, since it was played last; or set aside. */
bool guardian_has_failed(const struct guardian *guardian, const char *name);
bool guardian_is_aside(const struct guardian *guardian, const char *name);
bool guardian_is_dead(const struct guardian *guardian, const char *name);
/* Whether a new match with them would destroy one that is worth something. */
bool guardian_has_stake(const struct guardian *guardian, const char *name);
/* Whether the score shows that a match of this length is over. */
bool guardian_is_finished(int length, int my_score, int their_score);

/* The connection is lost: what was saved stays so until a list says otherwise. */
void guardian_lose_list(struct guardian *guardian);
/* A list begins; its rows follow. */
void guardian_take_list(struct guardian *guardian);
/* Takes a row of the list. Returns whether its score says that the match is finished,
 * which is news. */
bool guardian_take_row(struct guardian *guardian, const struct guardian_match *row);
/* The match under way was interrupted: the server saves it. */
void guardian_keep(struct guardian *guardian, const struct guardian_match *match);
/* The match is resumed: it is not saved any more, what else is known of it stays. */
void guardian_resume(struct guardian *guardian, const char *name);
/* It is over, or another one has begun. Returns whether it had failed before. */
bool guardian_forget(struct guardian *guardian, const char *name);
/* A turn was played. Returns whether it had failed before. */
bool guardian_progress(struct guardian *guardian, const char *name);
/* It has failed; `end`: how it ends when that was the `most`-th time in a row (0: never),
 * usually GUARDIAN_FAILURES. One that the server calls corrupt, or that is finished, ends
 * at once. Returns what is known of it now; NULL:
 * there are too many. */
struct guardian_match *guardian_fail(struct guardian *guardian,
                                     const struct guardian_match *match,
                                     enum guardian_end end, int most);

/* Adds what the history at `path` has of this account: matches not finished, which are saved
 * if the server keeps those that are left, and which have failed. A missing file adds
 * nothing. False with `err`. */
bool guardian_load(struct guardian *guardian, const char *path, const char *account,
                   const char *server, bool keeps_matches, struct error *err);
