#ifndef SERVER_STATE_H
#define SERVER_STATE_H
/*
 * The records of the server: connections, users, matches. Plain data; struct fibsd owns
 * it all, and each file of this folder works on it for its own group of commands.
 */

#include "reference/rules.h"
#include "server/fibsd.h"
#include "server/guard.h"
#include "server/password.h"

enum {
    NAME_SIZE = 64,
    TEXT_SIZE = 512, /* chat, away text, e-mail */
    COMMAND_MAX = 1400,
    MOVE_ROWS = 1024, /* rows of a move list that are kept */
    UNLIMITED = 0,    /* length of an unlimited match */
    REDOUBLES_UNLIMITED = 100
};

enum toggle {
    TOGGLE_ALLOWPIP,
    TOGGLE_AUTOBOARD,
    TOGGLE_AUTODOUBLE,
    TOGGLE_AUTOMOVE,
    TOGGLE_BELL,
    TOGGLE_CRAWFORD,
    TOGGLE_DOUBLE,
    TOGGLE_GREEDY,
    TOGGLE_MOREBOARDS,
    TOGGLE_MOVES,
    TOGGLE_NOTIFY,
    TOGGLE_RATINGS,
    TOGGLE_READY,
    TOGGLE_REPORT,
    TOGGLE_SILENT,
    TOGGLE_TELNET,
    TOGGLE_WRAP,
    TOGGLE_COUNT
};

/* What `set` sets; the values of words are numbers of settings.c. */
enum variable {
    VARIABLE_BOARDSTYLE, /* 1, 2: drawings; 3: the "board:" line */
    VARIABLE_LINELENGTH,
    VARIABLE_PAGELENGTH,
    VARIABLE_REDOUBLES, /* REDOUBLES_UNLIMITED: no limit */
    VARIABLE_SORTWHO,
    VARIABLE_TIMEZONE,
    VARIABLE_COUNT
};

struct stored_message {
    char from[NAME_SIZE];
    int64_t time_s;
    char text[TEXT_SIZE];
    struct stored_message *next;
};

struct user;
struct match;

struct user_list {
    struct user **users;
    int count;
};

struct user {
    char name[NAME_SIZE];
    char password[PASSWORD_WORD_SIZE]; /* password.h */
    double rating;
    int experience;
    bool toggle[TOGGLE_COUNT];
    int variable[VARIABLE_COUNT];
    char *email; /* NULL: none; set by accounts_set_text(), as `away` */
    int64_t last_login_s;
    int64_t last_logout_s;
    char last_host[NAME_SIZE];
    struct stored_message *messages;

    /* while logged in */
    struct fibsd_connection *connection; /* NULL: off line */
    struct match *match;                 /* being played */
    struct user *watching;               /* NULL: nobody */
    struct user *invited;                /* an open invitation */
    int invited_length;                  /* UNLIMITED, or points */
    bool invites_resume;
    bool is_away;
    char *away;
    bool has_waved;
    int can_move; /* field 49, of the last own roll */
    struct user_list gagged;
    struct user_list blinded;
    struct user_list awaited; /* `waitfor` */
};

enum connection_mode {
    MODE_LOGIN,    /* waits for a name or a login command */
    MODE_PASSWORD, /* interactive login: waits for the password */
    MODE_GUEST,
    MODE_GUEST_PASSWORD,
    MODE_GUEST_RETYPE,
    MODE_CLIP,
    MODE_TELNET, /* with prompts */
    MODE_PLAIN   /* after `connect`: telnet texts without prompts */
};

enum telnet_state {
    TELNET_DATA,
    TELNET_IAC,
    TELNET_OPTION,
    TELNET_SUB,
    TELNET_SUB_IAC
};

struct text {
    char *bytes;
    size_t size;
    size_t capacity;
};

struct fibsd_connection {
    struct fibsd *server;
    enum connection_mode mode;
    struct user *user; /* NULL: not logged in */
    char host[NAME_SIZE];
    char client[NAME_SIZE];
    int64_t login_s;
    int64_t last_input_ms;
    int64_t last_command_ms;
    int failed_logins;
    int64_t held_until_ms; /* then `line` is taken once more; 0: is not held */
    bool is_broken;    /* after a failed CLIP log-in: gets pushes, with "> " in front */
    bool is_at_prompt; /* "> " is the last thing sent */
    bool is_line_open; /* the last text had no line end */
    bool is_end_owed;  /* a line end was left out; sent if nothing follows */
    bool is_closing;
    bool is_cut; /* on purpose: nothing more is sent */
    char guest_name[NAME_SIZE];
    char guest_password[NAME_SIZE];
    enum telnet_state telnet;
    char line[COMMAND_MAX + 1];
    size_t line_length;
    char last_command[COMMAND_MAX + 1]; /* for `!!`; chat is not kept */
    bool is_overlong;
    struct text output;
    struct fibsd_connection *next;
};

enum match_phase { PHASE_BETWEEN, PHASE_TO_ROLL, PHASE_TO_MOVE, PHASE_DOUBLED };

enum row_kind {
    ROW_MOVE,
    ROW_DOUBLES,
    ROW_ACCEPTS,
    ROW_REJECTS,
    ROW_RESIGNS,
    ROW_WINS
};

struct move_row {
    enum row_kind kind;
    int colour;
    int dice[2];
    struct reference_hop hops[REFERENCE_MOST_HOPS];
    int count;
};

struct match {
    struct user *player[2];
    int length; /* or UNLIMITED */
    int score[2];
    bool has_crawford; /* the rule is in force */
    int redoubles;     /* instant redoubles allowed, 0 in a bounded match */
    bool is_active;    /* false: saved */
    bool has_joined[2];

    enum match_phase phase;
    struct reference_board board;
    int colour[2];
    int turn; /* player on roll; while doubled: who doubled first */
    int dice[2];
    int cube;
    int cube_owner;     /* -1: centred */
    int asked;          /* who has to answer a double */
    int redoubles_used; /* in this exchange */
    int resigner;       /* -1: nobody wants to resign */
    int resign_points;
    bool is_crawford; /* this game */
    bool is_post_crawford;
    struct move_row *rows; /* at most MOVE_ROWS (move_list.c) */
    int row_count, row_room;
    struct match *next;
};

struct fibsd {
    struct fibsd_config config;
    int64_t now_ms;
    uint64_t random;
    int loaded_dice[64];
    int loaded_count;
    int loaded_next;
    struct user **users;
    int user_count;
    struct user **index; /* of users by name, with open addressing (accounts.c) */
    int index_size;      /* a power of 2; more than twice the users */
    int plain_from;      /* users before this one have hashes for passwords */
    int hash_count;      /* see fibsd_hash_count() */
    struct guard guard;
    struct match *matches;
    struct fibsd_connection *connections;
    struct reference_generator *generator;
};

/* Returns 0 or 1: which player of the match the user is. */
static inline int seat_of(const struct match *match, const struct user *user)
{
    return match->player[0] == user ? 0 : 1;
}

static inline struct user *opponent_of(const struct user *user)
{
    return user->match->player[1 - seat_of(user->match, user)];
}

static inline bool is_watching(const struct user *user, const struct match *match)
{
    return user->watching != NULL && user->watching->match == match;
}

static inline const char *plural(int n)
{
    return n == 1 ? "" : "s";
}

#endif
