#pragma once
/*
 * Runs a tournament on a FIBS server: draws rounds, calls matches, finds out results,
 * waits for players who are away and forfeits their matches. A pure state machine, as the
 * player is: the events that the director's account hears, what our accounts play and the clock go
 * in; orders, commands, rows to store and log lines come out. No socket, file or thread.
 *
 *   due - called - playing - done
 *            |      |   |
 *            |     interrupted ("saved")
 *            |          |
 *            +----------+------ forfeited / void
 *
 * Entrants are our own accounts and foreign ones, people or bots. Ours are ordered to
 * play. The director says to the others, by `tell`, first the rules, start and length, then
 * whom to play. They may say to it register, dropout (and yes within 10 s), rules, current,
 * matches, standings, here, report loss, report win, help.
 *
 * A result comes from our account where one of ours plays; else from what the server
 * reports to everybody (the account of the director has `report` on), or from a report
 * that both players made, or from director_award(). Each source counts only for a match
 * that it has seen in progress, so that late news of a former match of the same two is
 * not taken for news of the next. When all sources missed the end, as when this program
 * was killed, the who lines decide: both have gained the experience of the match, and the
 * winner has gained rating.
 *
 * Stored first, then said: all rows that an input changed come out before anything that
 * follows from them, and the last has is_last set. Store them in one transaction, and
 * only then carry out the outputs after it. If the program is killed in between, the
 * director restored from the rows says it again: orders and calls follow from the rows,
 * so nothing is lost, and a match that is over is never called again.
 *
 * Time counts only while the director's account is online: nobody is absent because we
 * are, and after a restart all limits of time begin again.
 *
 * Use: feed one input, then call director_next_output() until it returns false.
 */

#include <stdint.h>

#include "bot/base/log.h"
#include "bot/director/director_rows.h"
#include "bot/game/event.h"
#include "bot/game/match_event.h"

struct director_options {
    char name[USER_NAME_SIZE]; /* the account of the director; it does not play */
    char title[60];            /* of the tournament, as entrants hear it */
    char start[32]; /* with registration: when it begins, as entrants hear it */
    struct pairing_plan plan; /* entrants: ignored, all that there are at the start */
    int length;               /* points of each match: 1 .. 99 */
    bool has_registration;    /* foreign users may register until director_start() */
    int entrants_max; /* with registration: of all entrants, ours included; at most
                       * DIRECTOR_ENTRANTS_MAX */
    int reminder_ms;  /* a player who has not begun is reminded after this: 3 minutes */
    int no_show_ms;   /* and forfeits after this: 7 minutes */
    int away_ms;      /* a player who left forfeits after this: 7 minutes */
    int away_times;   /* and who has left so often, too: 3; 0: never */
    int match_ms;     /* after this a match that nobody plays is over: 45 minutes */
    int say_pause_ms; /* between lines that the director says: 1 s */
    int answers_max;  /* to one user, in a minute: 8 */
};
/* The defaults above. Minutes away and a match are those of a league on FIBS that used
 * TourneyBot. */
void director_options_default(struct director_options *options);

struct director;

/* Makes a director, offline. Entrants in the order of their seeds; only name and is_ours
 * are read, and they are copied. NULL with `err`. */
struct director *director_new(const struct director_options *options,
                              const struct director_entrant *entrants, int count,
                              struct error *err);
/* Makes the director whose rows these are, offline. NULL with `err` if no director with
 * these options can have written them. */
struct director *director_restore(const struct director_options *options,
                                  const struct director_rows *rows, struct error *err);
void director_free(struct director *director);

/* Inputs. `now_ms` is a monotonic clock. */

/* The session of the director's account has become ready for commands; it has ended. */
void director_online(struct director *director, int64_t now_ms);
void director_offline(struct director *director, int64_t now_ms);
/* An event of the director's account, from its log-in on: also those before
 * director_online(). */
void director_hear(struct director *director, int64_t now_ms,
                   const struct game_event *event);
/* One of our accounts is ready for orders: it was started, or is online again. Its order
 * is put out once more. */
void director_account_online(struct director *director, int64_t now_ms,
                             const char *account);
/* An event of a match of one of our accounts, as its player puts it out. */
void director_match_event(struct director *director, int64_t now_ms,
                          const char *account, const struct match_event *event);
/* A match that the server has saved for one of our accounts; the list ends with "". */
void director_saved(struct director *director, int64_t now_ms, const char *account,
                    const char *opponent);
/* Ends the registration and starts; by itself without registration. */
void director_start(struct director *director, int64_t now_ms);
/* The operator decides a match: for one of its two players, or "" for nobody. `by`: who
 * that is. False with `err`, which counts matches from 1: no such match or player, or it is
 * over; a match that was forfeited or void may still be awarded while no later round was
 * drawn from it. */
bool director_award(struct director *director, int64_t now_ms, int match,
                    const char *winner, const char *by, const char *why,
                    struct error *err);
/* Whether the director with these rows would take such an award, but for its reason. */
bool director_check_award(const struct director_rows *rows, int match,
                          const char *winner, struct error *err);
/* Whether an award may say so: printable ASCII, since FIBS takes nothing else, not blank,
 * and short enough to be kept. False with `err`. director_award() checks it, too. */
bool director_check_reason(const char *by, const char *why, struct error *err);
void director_tick(struct director *director, int64_t now_ms);

/* Returns when director_tick() has to be called next; INT64_MAX: never. */
int64_t director_deadline(const struct director *director);

/* What is worth telling the world. */
enum director_news {
    DIRECTOR_NEWS_START,
    DIRECTOR_NEWS_ROUND,
    DIRECTOR_NEWS_RESULT,
    DIRECTOR_NEWS_END
};

enum director_output_type {
    DIRECTOR_RECORD, /* record: a row that is new or has changed */
    DIRECTOR_ORDER,  /* order: what one of our accounts is to do from now on */
    DIRECTOR_SEND,   /* send: for the session of the director */
    DIRECTOR_NEWS,   /* news */
    DIRECTOR_LOG,    /* log */
    DIRECTOR_DONE    /* the tournament is over, and stored: log out */
};
enum director_row { DIRECTOR_ROW_WHOLE, DIRECTOR_ROW_ENTRANT, DIRECTOR_ROW_MATCH };

struct director_output {
    enum director_output_type type;
    union {
        struct {
            enum director_row row;
            bool is_last; /* of a transaction */
            union {
                struct director_whole whole;
                struct director_entrant entrant;
                struct director_match match;
            };
        } record;
        struct {
            char account[USER_NAME_SIZE];
            struct order_to_play play;
        } order;
        struct game_order send;
        struct {
            enum director_news what;
            int round; /* of a round */
            int match; /* of a result; -1: none */
            char text[200];
        } news;
        struct {
            enum log_level level;
            char text[300];
        } log;
    };
};

/* Takes the oldest output. False when there is none. */
bool director_next_output(struct director *director, struct director_output *output);

/* The rows as they are now, to be shown; valid until the next input. */
const struct director_rows *director_rows(const struct director *director);
