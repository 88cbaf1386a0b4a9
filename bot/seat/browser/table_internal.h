#pragma once
/* The table between its files: table.c (life), table_turn.c (what the person does, and what
 * follows), table_tutor.c (what the tutor says of a turn), table_show.c (what pages are
 * shown), table_http.c (requests), table_guest.c (what is shown of two persons) and
 * table_record.c (the file of their match). All of it runs on the table's thread. */

#include <stdatomic.h>
#include <stdint.h>

#include "base/thread.h"
#include "bot/net/http_server.h"
#include "bot/seat/browser/table.h"
#include "bot/seat/browser/table_action.h"
#include "bot/seat/browser/tutor.h"
#include "bot/seat/link/seat_link.h"
#include "bot/seat/link/seat_store.h"

enum { TABLE_PATH_MAX = 4096 };

struct event;
struct wakeup;

/* What the tutor says of a decision. */
struct table_judgement {
    bool is_there;
    double loss;
    char text[NOTATION_SIZE], better[NOTATION_SIZE];
    char why[EXPLAIN_SIZE]; /* it loses; "": nothing certain can be said */
    const char *question;   /* that leads to the first reason, or "" */
};

/* Between the person, who decides, and the tutor, who answers questions on another thread:
 *
 *              hint             answer
 *   IDLE ----------------> ASKED -------> IDLE
 *                            ^ another action (of WARNED: IDLE)
 *              decision      |   answer: good enough
 *   IDLE, ASKED ---------> JUDGING -----------------> sent, IDLE
 *                            | answer: costly
 *                            v          sure
 *                          WARNED ------------------> sent, IDLE
 *
 * A new position leads from anywhere to IDLE. */
enum table_advice_state {
    TABLE_IDLE,
    TABLE_ASKED,   /* nothing waits for the answer but what is shown */
    TABLE_JUDGING, /* `pending` waits for the answer */
    TABLE_WARNED /* `pending`, by `last` too costly, waits for the person to be sure */
};

struct table_advice {
    enum table_advice_state state;
    enum seat_phase phase;          /* of the position that all but `last` is about */
    uint64_t asked;                 /* number of the last question */
    struct tutor_question question; /* the last one */
    struct tutor_answer answer;     /* the last one */
    bool shows_hint;                /* of the answer, when it is there */
    struct seat_action pending;     /* the decision of JUDGING and WARNED */
    struct table_judgement last;    /* of the last decision that was judged */
    enum seat_phase summed; /* SEAT_BETWEEN, SEAT_OVER: that summary was asked for */
};
/* Whether the tutor's answer is waited for. */
static inline bool table_is_busy(const struct table_advice *advice)
{
    return advice->state == TABLE_ASKED || advice->state == TABLE_JUDGING;
}

/* How the person stood at each decision that is over, as the tutor saw it. */
enum { TABLE_CURVE_MAX = 200 };
struct table_curve_point {
    double value; /* tutor_answer.value */
    double win;   /* the chance to win the game */
};
struct table_curve {
    int game; /* number of it */
    bool has_next;
    struct table_curve_point next; /* of the decision that is being made */
    int count;
    struct table_curve_point points[TABLE_CURVE_MAX];
};

struct table {
    struct table_options options;
    struct seat_store store;
    char store_path[TABLE_PATH_MAX];
    struct event_base *base;
    struct seat_link *link;
    struct http_server *http;
    struct timer *beat;    /* shows pages that the program is there */
    uint64_t version;      /* of what pages are shown: each change counts it up */
    char *shown;           /* that version, without its number */
    struct wakeup *ending; /* from the owner's thread */
    struct wakeup *answering;
    struct tutor *tutor; /* NULL: no memory for one */
    struct table_advice advice;
    struct table_curve curve;
    pthread_t thread;
    bool is_started;
    /* Of a match of two persons. The guest's table has a thread of its own, from which
     * only `is_visited` is read. */
    struct table *host,
        *guest;                /* the other table; NULL: this is that one, or none is */
    atomic_bool is_visited;    /* a page of the person is open */
    bool was_there;            /* the other one's, as pages show it */
    struct http_server *watch; /* the port of watchers */
    char watch_token[HTTP_TOKEN_SIZE];
    struct table_record *record;
};

/* Whether the opponent is a person: then the tutor speaks after the game alone. */
static inline bool table_has_person(const struct table *table)
{
    return table->host != NULL || table->guest != NULL;
}

/* The view as a line of JSON, which begins with its version: two lines of a version are
 * the same, and a page that gets lines out of order keeps the newest. The caller frees it.
 * May be NULL. */
char *table_view_line(struct table *table);
/* An event that pages expect each TABLE_BEAT_MS: a program that hangs does not send it. */
#define TABLE_BEAT "data: null\n\n"
enum { TABLE_BEAT_MS = 1000 };
/* Shows it to all pages. */
void table_show(struct table *table);
/* The seat's view has changed. */
void table_changed(void *context);
/* Carries out an action; false with `err`. */
bool table_act(struct table *table, const struct table_action *action,
               struct error *err);
/* Writes what is kept; logs a failure. */
void table_keep(const struct table *table);
/* Finds the file of the last match. */
bool table_match_file(const struct table *table, char path[TABLE_PATH_MAX]);

/* Carries out an action that is for the tutor; false with `err`. */
bool table_act_tutor(struct table *table, const struct table_action *action,
                     struct error *err);
/* Whether the tutor judges an action first. It is then sent later, or never. */
bool table_hold(struct table *table, const struct seat_action *action);
/* The tutor has answered; on the loop. */
void table_answered(void *context);
/* Whether there is a decision that the tutor may hint at. */
bool table_may_hint(const struct table *table);
/* Lets the tutor think about a decision while the person does. */
void table_prepare(struct table *table);
/* Forgets what the tutor said of another position. */
void table_new_position(struct table *table);

/* {"role", "there", "link", "watch"} of a match of two persons; null with the bot. */
struct json_t *table_guest_object(const struct table *table);
/* The view of watchers, without its version; the caller frees it. May be NULL. */
char *table_watch_view(const struct table *table);
/* That with its version, as table_view_line(). */
char *table_watch_line(struct table *table);

/* Writes what is new in the match of two persons to its file. */
void table_record_follow(struct table *table);
/* The same of any view: the match file of options->opponent and options->name. */
struct table_record *table_record_new(void); /* NULL: no memory */
void table_record_take(struct table_record *record, const struct table_options *options,
                       const struct seat_view *view);
void table_record_free(struct table_record *record); /* may be NULL */

/* Opens the port of watchers. */
bool table_http_open_watch(struct table *table, struct error *err);
/* Opens the port. */
bool table_http_open(struct table *table, struct error *err);
