#ifndef BOT_DIRECTOR_CORE_INTERNAL_H
#define BOT_DIRECTOR_CORE_INTERNAL_H
/*
 * The state of the director, and the functions that all its files use. Each file calls
 * only those listed before it.
 *
 *   queue     outputs that nobody has taken yet
 *   core      state, rows that changed, outputs; matches and entrants looked up
 *   say       what the director says to foreign entrants: pace and limits
 *   rules     what is said to entrants about the tournament
 *   result    how a match goes from state to state
 *   uncalled  what foreign entrants play that was not called
 *   standings what ratings and experience show of matches
 *   call      rounds are drawn, matches called, our accounts ordered
 *   limits    reminders, no-shows, absences
 *   evidence  what the server and our players report of matches
 *   talk      what foreign users say to the director
 *   director  the public functions: inputs, outputs
 */

#include "bot/director/director.h"
#include "bot/director/queue_internal.h"

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
    bool is_dirty;
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

/* The order of one of our accounts. */
struct director_order {
    int match; /* -1: none */
    bool invites, is_saved, is_new;
};

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
    struct director_order order;
};

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
    struct director_match *matches; /* room for match_room of them, as all below */
    struct director_clock *clocks;
    struct pairing_result *results;
    int match_room;
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

    struct director_queue ready, staged;
};

/* ---- outputs ---------------------------------------------------------------------- */

/* These outputs come after the rows that the same input changes. */
void director_emit(struct director *d, const struct director_output *output);
void director_log(struct director *d, enum log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void director_announce(struct director *d, enum director_news what, int match,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));
void director_send(struct director *d, const struct game_order *order);

/* The row has changed: it is put out with all others of this input. */
void director_touch_whole(struct director *d);
void director_touch_entrant(struct director *d, int entrant);
void director_touch_match(struct director *d, int match);
/* Ends an input: puts out the rows that it changed, then its other outputs. */
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
struct director_person *director_person_of(struct director *d, int match, int side);
/* A foreign entrant has done or said something, and so is there for the match that
 * waits. */
void director_note_shown(struct director *d, int entrant);
/* Asks for the who line of an entrant, unless that was done lately. */
void director_ask_who(struct director *d, int entrant);
bool director_is_waiting(
    const struct director_match *match); /* called or interrupted */
/* Called, and not over: what is seen of the two now belongs to this match. */
bool director_is_open(const struct director_match *match);
/* Whether one of our accounts plays in it. */
bool director_has_ours(const struct director *d, int match);
/* Whether who lines say that the two play each other. */
bool director_is_together(struct director *d, int match);
/* Whether the server may have saved a match of these two that does not count. */
bool director_has_uncalled(const struct director *d, int a, int b);
bool director_match_has_uncalled(const struct director *d, int match);
void director_note_uncalled(struct director *d, int a, int b, bool is_there);

#endif
