#pragma once
/*
 * The state of the director, and what its files offer one another, a section a file. Each file
 * calls only those before it, and core.c. Above all is director.c, with the public
 * functions.
 */

#include "bot/base/output_queue.h"
#include "bot/director/director.h"

enum {
    DIRECTOR_SIDES = 2,
    DIRECTOR_WITNESS_SERVER = DIRECTOR_SIDES,
    DIRECTOR_WITNESSES = DIRECTOR_SIDES + 1
};

#define DIRECTOR_NEVER INT64_MAX /* a moment that does not come */

/* Times in milliseconds. */
enum {
    /* Whoever is back after this was not away: a server that closes down cuts one off
     * before the other. */
    DIRECTOR_AWAY_GRACE_MS = 10000,
    DIRECTOR_WITNESS_MS = 5000, /* to wait for a better witness of a result */
    DIRECTOR_BEHIND_MS = 15000, /* then a who line that should be there is asked for */
    DIRECTOR_UNANSWERED_MS = 30000, /* then it is done without */
    DIRECTOR_ASK_PAUSE_MS = 5000,   /* between two questions for one who line */
    DIRECTOR_DROPOUT_MS = 10000     /* for the yes to a dropout; TourneyBot's time */
};

/* A result from the second best source, kept until the best one reports or its time is
 * over. */
struct director_pending {
    enum director_source source; /* DIRECTOR_SOURCE_NONE: there is none */
    int winner;
    int score[DIRECTOR_SIDES];
    int64_t due_ms;
};

/* Of a match, what is not stored. Times are those of the director (core: time_ms). */
struct director_clock {
    bool is_dirty;    /* its row has changed, and is to be put out */
    int64_t since_ms; /* in its state, or ready to go on in it */
    int64_t called_ms;
    int64_t apart_ms; /* it is playing, but who lines say they do not; NEVER */
    int64_t asked_ms; /* whether they are idle */
    int64_t held_ms;  /* it is not called, since they play each other; NEVER */
    bool is_reminded;
    bool has_seen
        [DIRECTOR_WITNESSES]; /* each player of ours, and the server, saw it going on */
    int64_t away_ms[DIRECTOR_SIDES]; /* since when each side is away; NEVER */
    bool is_counted[DIRECTOR_SIDES]; /* that time is in the row */
    bool has_left[DIRECTOR_SIDES]; /* on purpose: being here is not enough to be back */
    bool is_invited[DIRECTOR_SIDES]; /* a foreign side was called to it */
    bool has_heard[DIRECTOR_SIDES];  /* it was: the time for it runs from then on */
    bool has_shown
        [DIRECTOR_SIDES]; /* that it is there, since the match is in its state */
    int64_t moved_ms;     /* one of ours saw it go on, while it is played */
    int moving;           /* the side that has to act then; -1: not known */
    struct director_pending pending;
};

/* Of a match that was just drawn, or restored: its times begin again. */
#define DIRECTOR_NEW_CLOCK                                                             \
    ((struct director_clock){.apart_ms = DIRECTOR_NEVER,                               \
                             .held_ms = DIRECTOR_NEVER,                                \
                             .away_ms = {DIRECTOR_NEVER, DIRECTOR_NEVER}})

/* Of an entrant, what is not stored. */
struct director_person {
    bool is_dirty;
    bool is_here;                  /* on the server */
    bool is_ready;                 /* to play, by the last who line */
    bool has_rules;                /* they were said */
    char opponent[USER_NAME_SIZE]; /* who plays them there; "": nobody */
    struct standing now;           /* by the last who line */
    int64_t
        behind_ms; /* since when it shows less experience than there must be; NEVER */
    int64_t asked_ms;         /* for the who line, the last time; NEVER: not yet */
    int64_t who_ms;           /* when the last who line came; -1: none has */
    int64_t idle_ms;          /* how long they had been idle then */
    bool is_doubtful;         /* played what does not count: the next who line shows */
    int64_t doubt_ms;         /* since when */
    int64_t uncalled_said_ms; /* that it was said; -1: never */
    bool has_list; /* of ours: the list of saved matches came since it began to wait */
    int64_t list_ms;        /* when that came */
    uint64_t saved, listed; /* with which entrants; `listed`: of a list on its way */
    bool is_ordered;        /* `order` is out */
    struct order_to_play order;
    int ordered_match; /* -1: none */
};

/* Of an entrant of whom no who line has come. */
#define DIRECTOR_NEW_PERSON                                                            \
    ((struct director_person){.behind_ms = DIRECTOR_NEVER,                             \
                              .asked_ms = DIRECTOR_NEVER,                              \
                              .who_ms = -1,                                            \
                              .uncalled_said_ms = -1})

/* A user who talks to the director. */
struct director_talker {
    char name[USER_NAME_SIZE];
    int answers; /* since since_ms */
    int64_t since_ms;
    int64_t dropout_ms; /* until when a yes counts */
};

struct director_line {
    char name[USER_NAME_SIZE];
    char text[180];
    int call;                  /* -1, or the match that this calls to, said ... */
    enum director_state state; /* ... while it is in this state */
};

enum { DIRECTOR_LINES_MAX = 256, DIRECTOR_TALKERS_MAX = 64 };

struct director {
    struct director_options options;
    struct director_rows rows; /* points to the two below */
    struct director_entrant entrants[DIRECTOR_ENTRANTS_MAX];
    struct director_match matches[DIRECTOR_MATCHES_MAX];
    struct director_clock clocks[DIRECTOR_MATCHES_MAX];
    struct pairing_result results[DIRECTOR_MATCHES_MAX]; /* working memory */
    int first_open; /* all matches before it are over */
    struct director_person persons[DIRECTOR_ENTRANTS_MAX];
    bool is_whole_dirty;
    int too_few; /* the count of entrants that was last logged as too small; -1 */

    int64_t now_ms;  /* by the last input */
    int64_t time_ms; /* goes on only while the director is online */
    bool is_online;
    bool has_who; /* all who lines since the log-in are there */
    bool is_done;

    struct director_line lines[DIRECTOR_LINES_MAX]; /* a ring: still to be said */
    int line_first, line_count;
    int64_t say_ms; /* the next one may be said */
    struct director_talker talkers[DIRECTOR_TALKERS_MAX];
    int next_talker;
    bool is_flooded; /* users ask more than can be answered */

    /* Without memory an output is lost, which restoring from the rows repairs. */
    struct output_queue ready, staged;
};

/* ---- outputs ---------------------------------------------------------------------- */

/* These outputs come after the rows that the same input changes. */
void director_emit(struct director *d, const struct director_output *output);
void director_log(struct director *d, enum log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void director_announce(struct director *d, enum director_news what, int match,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));
void director_send(struct director *d, const struct game_order *order);

/* Ends an input: puts out the rows that it changed (is_dirty), then its other outputs. */
void director_commit(struct director *d);

/* Passes the time on. */
void director_set_time(struct director *d, int64_t now_ms);

/* ---- looking up -------------------------------------------------------------------- */

int director_find(const struct director *d, const char *name); /* -1: nobody */
/* The match that an entrant has to play first; -1: none. */
int director_current(const struct director *d, int entrant);
/* The match that these two have to play next, each of them first; -1: none. */
int director_current_of(const struct director *d, int a, int b);
int director_side(const struct director *d, int match, int entrant);
const struct director_entrant *director_entrant_of(const struct director *d, int match,
                                                   int side);
const char *director_name_of(const struct director *d, int match, int side);
struct director_person *director_person_of(struct director *d, int match, int side);
/* A foreign entrant has done or said something, and so is there for the match that
 * waits. */
void director_note_shown(struct director *d, int entrant);
/* Asks for the who line of an entrant, unless that was done lately. */
void director_ask_who(struct director *d, int entrant);
bool director_is_waiting(
    const struct director_match *match); /* called or interrupted */
/* Whether one of our accounts plays in it. */
bool director_has_ours(const struct director *d, int match);
/* Whether who lines say that the two play each other. */
bool director_is_together(struct director *d, int match);
/* Whether the server may have saved a match of these two that does not count. */
bool director_has_uncalled(const struct director *d, int a, int b);
bool director_match_has_uncalled(const struct director *d, int match);
void director_note_uncalled(struct director *d, int a, int b, bool is_there);

/* ---- say.c ----------------------------------------------------------------------- */
/* What the director says to users, a line at a time, with a pause after each. */

/* Queues a line. Lines that do not fit are dropped: 256 wait already. */
void director_say(struct director *d, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Says it to a side of a match if that is a foreign entrant who is on the server. */
void director_say_side(struct director *d, int match, int side, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Says the next line if its time has come. */
void director_say_next(struct director *d);

/* As director_say_side(), of a call: not said any more when the match has left the state
 * that it is in now. */
void director_say_call(struct director *d, int match, int side, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* "round 2, anna against bert" */
struct director_title {
    char text[2 * USER_NAME_SIZE + 40];
};
struct director_title director_title(const struct director *d, int match);

/* "1 minute", "7 minutes", "2 h 15 min" */
struct director_span {
    char text[40];
};
struct director_span director_span(int64_t ms);

/* ---- result.c -------------------------------------------------------------------- */
/* How a match goes from state to state. Nothing else changes the state of a match that
 * was drawn. */

/* The match was due, or the server has lost it: the two are to begin it. */
void director_call(struct director *d, int match);
/* The match is due again: what the two play is not it. */
void director_uncall(struct director *d, int match);
/* The server says that they play. */
void director_play(struct director *d, int match);
/* It was saved, with a side away (-1: nobody knows who). */
void director_interrupt(struct director *d, int match, int away_side);

/* A side has gone, on purpose or because its line is cut; it is back. */
void director_leave(struct director *d, int match, int side, bool on_purpose);
void director_return(struct director *d, int match, int side);

/* A source reports a result. It counts at once from the best source that there is for this
 * match, otherwise when no better one has said anything for DIRECTOR_WITNESS_MS. */
void director_witness(struct director *d, int match,
                      const struct director_pending *result);
/* The result that was heard counts now. */
void director_settle(struct director *d, int match);

/* Those at fault, a bit each, have lost it. `why`: as in the row. */
void director_forfeit(struct director *d, int match, unsigned faults,
                      const char *format, ...) __attribute__((format(printf, 4, 5)));
void director_void(struct director *d, int match, const char *why);
/* The operator decides; `winner`: a side or PAIRING_NOBODY. */
void director_decide(struct director *d, int match, int winner, const char *by,
                     const char *why);

/* ---- uncalled_matches.c ---------------------------------------------------------- */
/* These two (-1: no entrant) have begun, or ended, a match of the tournament's length
 * that is none of the tournament. */
void director_uncalled_begins(struct director *d, int a, int b);
void director_uncalled_ends(struct director *d, int a, int b);

/* They were called, but continue what they had begun before: they are called again when
 * that is over. */
void director_uncalled_resumes(struct director *d, int match);

/* They were called, and have played a match to its end while the director was away, but
 * the server had one saved that does not count: nobody can see from outside which it was.
 * They are asked to report it, or to begin now. */
void director_uncalled_in_doubt(struct director *d, int match);

/* All who lines since the log-in are there: what foreign entrants play with each other
 * that was not called has begun while the director was away. */
void director_uncalled_look(struct director *d);

/* They were called, but play another length. */
void director_uncalled_length(struct director *d, int match);

/* Whether a match that is due waits because the two play each other already: what they
 * have begun before they were called would be taken for it. For match_ms at most, then
 * both forfeit. */
bool director_uncalled_holds(struct director *d, int match);

/* ---- standings.c: what ratings and experience show of matches -------------------- */
/* Whether the who line of an entrant who is here shows less experience than the entrant must
 * have by now. A line that does not come is asked for, and then done without. */
bool director_is_behind(struct director *d, int entrant, int experience);
/* By how much the experience of a side has grown since the match was called; -1: not
 * known. */
int director_gain(struct director *d, int match, int side);
/* Weighs what they show of each match under way. */
void director_weigh(struct director *d);

/* ---- call.c: rounds, calls and orders: what follows from the rows ---------------- */
/* The entrants are complete: the tournament begins. */
void director_begin(struct director *d);
/* Draws what can be drawn, calls what can be called, ends what is at its end. */
void director_proceed(struct director *d);
/* Orders our accounts what they are to do now, where that is not what they do. */
void director_order(struct director *d);
/* Says to a foreign side what to do in a match that waits for it. */
void director_invite(struct director *d, int match, int side);

/* ---- limits.c: limits of time ---------------------------------------------------- */
/* Ends each match under way whose time is over, and reminds players who do not begin. */
void director_limit(struct director *d);

/* ---- evidence.c: what the server and our players report of matches --------------- */
typedef void director_handler(struct director *d, const struct game_event *event);

director_handler director_on_welcome; /* a new log-in: nobody is known to be here */
director_handler director_on_who;
director_handler director_on_who_end;
director_handler director_on_logout;
director_handler director_on_report_start; /* or resume */
director_handler director_on_report_win;
director_handler director_on_report_left;

/* An event of the player of one of our accounts. */
void director_on_event(struct director *d, int entrant,
                       const struct match_event *event);
/* A match that the server has saved for an entrant; "" ends the list. */
void director_on_saved(struct director *d, int entrant, const char *opponent);

/* ---- talk.c ---------------------------------------------------------------------- */
/* What users say to the director: register, dropout and yes, current, matches, standings,
 * rules, here, report loss, report win, help. A further word, such as the number of the
 * tournament that other directors on FIBS want, is ignored. Anything else is answered with
 * this list to entrants, and not at all to strangers. */

/* "12 NAME TEXT" */
void director_on_tell(struct director *d, const struct game_event *event);

/* Says the rules to each foreign entrant who is here and has not played yet, once. */
void director_explain(struct director *d);
