#ifndef BOT_SEAT_BROWSER_TABLE_INTERNAL_H
#define BOT_SEAT_BROWSER_TABLE_INTERNAL_H
/* The table between its files: table.c (life), table_turn.c (what the person does and
 * sees), table_tutor.c and table_summary.c (what the tutor says of a turn, and of a game or
 * match), table_show.c (what pages are shown) and table_http.c (requests). All of it runs
 * on the table's thread. */

#include <stdint.h>

#include "bot/net/http_server.h"
#include "bot/seat/browser/table.h"
#include "bot/seat/browser/table_action.h"
#include "bot/seat/browser/tutor.h"
#include "bot/seat/link/seat_link.h"
#include "bot/seat/link/seat_store.h"

enum { TABLE_PATH_MAX = 4096 };

struct event;
struct table_thread;
struct wakeup;

/* What the tutor says of a decision. */
struct table_judgement {
    bool is_there;
    double loss;
    char text[NOTATION_SIZE], better[NOTATION_SIZE];
};

/* All of the tutor. A decision that is to be judged is pending: it is sent when the
 * answer has come, or when the person is sure. */
struct table_advice {
    enum seat_phase phase;          /* in which all but `last` was said */
    uint64_t asked;                 /* number of the last question */
    struct tutor_question question; /* the last one */
    bool is_busy;                   /* somebody waits for its answer */
    bool has_hint;                  /* the answer is shown */
    bool has_pending;
    struct seat_action pending;
    struct tutor_answer answer;
    struct table_judgement warning, last;
    enum seat_phase summed; /* SEAT_BETWEEN, SEAT_OVER: that summary was asked for */
};

struct table {
    struct table_options options;
    struct seat_store store;
    char store_path[TABLE_PATH_MAX];
    struct event_base *base;
    struct seat_link *link;
    struct http_server *http;
    struct event *beat;    /* shows pages that the program is there */
    uint64_t version;      /* of what pages are shown: each change counts it up */
    char *shown;           /* that version, without its number */
    struct wakeup *ending; /* from the owner's thread */
    struct wakeup *answering;
    struct tutor *tutor; /* NULL: no memory for one */
    struct table_advice advice;
    struct table_thread *thread; /* NULL: not started */
};

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

/* The same for actions that the tutor judges first. `*is_done`: the caller has nothing
 * left to do, since the action waits for the tutor or is for the tutor. */
bool table_act_judged(struct table *table, const struct table_action *action,
                      struct error *err, bool *is_done);
/* The tutor has answered; on the loop. */
void table_answered(void *context);
/* Whether there is a decision that the tutor may hint at. */
bool table_may_hint(const struct table *table);
/* Lets the tutor think about a decision while the person does. */
void table_prepare(struct table *table);
/* Asks for the summary of the game or match that has just ended; later, gives it up. */
void table_sum_up(struct table *table);
/* Forgets what the tutor said of another position. */
void table_new_position(struct table *table);

/* Opens the port. */
bool table_http_open(struct table *table, struct error *err);

#endif
