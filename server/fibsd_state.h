#pragma once
/*
 * The records of the server: connections, users, matches. Plain data; struct fibsd owns
 * it all, and each file of this folder works on it for its own group of commands.
 */

#include "reference/rules.h"
#include "server/fibsd.h"
#include "server/guard.h"
#include "server/password.h"

enum {
    FIBSD_NAME_SIZE = 64,
    FIBSD_TEXT_SIZE = 512, /* chat, away text, e-mail */
    FIBSD_COMMAND_MAX = 1400,
    FIBSD_MOVE_ROWS = 1024, /* rows of a move list that are kept */
    FIBSD_UNLIMITED = 0,    /* length of an unlimited match */
    FIBSD_REDOUBLES_UNLIMITED = 100
};

enum fibsd_toggle {
    FIBSD_TOGGLE_ALLOWPIP,
    FIBSD_TOGGLE_AUTOBOARD,
    FIBSD_TOGGLE_AUTODOUBLE,
    FIBSD_TOGGLE_AUTOMOVE,
    FIBSD_TOGGLE_BELL,
    FIBSD_TOGGLE_CRAWFORD,
    FIBSD_TOGGLE_DOUBLE,
    FIBSD_TOGGLE_GREEDY,
    FIBSD_TOGGLE_MOREBOARDS,
    FIBSD_TOGGLE_MOVES,
    FIBSD_TOGGLE_NOTIFY,
    FIBSD_TOGGLE_RATINGS,
    FIBSD_TOGGLE_READY,
    FIBSD_TOGGLE_REPORT,
    FIBSD_TOGGLE_SILENT,
    FIBSD_TOGGLE_TELNET,
    FIBSD_TOGGLE_WRAP,
    FIBSD_TOGGLE_COUNT
};

/* What `set` sets; the values of words are numbers of settings.c. */
enum fibsd_variable {
    FIBSD_VARIABLE_BOARDSTYLE, /* 1, 2: drawings; 3: the "board:" line */
    FIBSD_VARIABLE_LINELENGTH,
    FIBSD_VARIABLE_PAGELENGTH,
    FIBSD_VARIABLE_REDOUBLES, /* FIBSD_REDOUBLES_UNLIMITED: no limit */
    FIBSD_VARIABLE_SORTWHO,
    FIBSD_VARIABLE_TIMEZONE,
    FIBSD_VARIABLE_COUNT
};

struct fibsd_stored_message {
    char from[FIBSD_NAME_SIZE];
    int64_t time_s;
    char text[FIBSD_TEXT_SIZE];
    struct fibsd_stored_message *next;
};

struct fibsd_user;
struct fibsd_match;

struct fibsd_user_list {
    struct fibsd_user **users;
    int count;
};

struct fibsd_user {
    char name[FIBSD_NAME_SIZE];
    char password[PASSWORD_WORD_SIZE]; /* password.h */
    double rating;
    int experience;
    bool toggle[FIBSD_TOGGLE_COUNT];
    int variable[FIBSD_VARIABLE_COUNT];
    char *email; /* NULL: none; set by accounts_set_text(), as `away` */
    int64_t last_login_s;
    int64_t last_logout_s;
    char last_host[FIBSD_NAME_SIZE];
    struct fibsd_stored_message *messages;

    /* while logged in */
    struct fibsd_connection *connection; /* NULL: off line */
    struct fibsd_match *match;           /* being played */
    struct fibsd_user *watching;         /* NULL: nobody */
    struct fibsd_user *invited;          /* an open invitation */
    int invited_length;                  /* FIBSD_UNLIMITED, or points */
    bool invites_resume;
    bool is_away;
    char *away;
    bool has_waved;
    int can_move; /* field 49, of the last own roll */
    struct fibsd_user_list gagged;
    struct fibsd_user_list blinded;
    struct fibsd_user_list awaited; /* `waitfor` */
};

enum fibsd_connection_mode {
    FIBSD_MODE_LOGIN,    /* waits for a name or a login command */
    FIBSD_MODE_PASSWORD, /* interactive login: waits for the password */
    FIBSD_MODE_GUEST,
    FIBSD_MODE_GUEST_PASSWORD,
    FIBSD_MODE_GUEST_RETYPE,
    FIBSD_MODE_CLIP,
    FIBSD_MODE_TELNET, /* with prompts */
    FIBSD_MODE_PLAIN   /* after `connect`: telnet texts without prompts */
};

enum fibsd_telnet_state {
    FIBSD_TELNET_DATA,
    FIBSD_TELNET_IAC,
    FIBSD_TELNET_OPTION,
    FIBSD_TELNET_SUB,
    FIBSD_TELNET_SUB_IAC
};

struct fibsd_text {
    char *bytes;
    size_t size;
    size_t capacity;
};

struct fibsd_connection {
    struct fibsd *server;
    enum fibsd_connection_mode mode;
    struct fibsd_user *user; /* NULL: not logged in */
    char host[FIBSD_NAME_SIZE];
    char client[FIBSD_NAME_SIZE];
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
    char guest_name[FIBSD_NAME_SIZE];
    char guest_password[FIBSD_NAME_SIZE];
    enum fibsd_telnet_state telnet;
    char line[FIBSD_COMMAND_MAX + 1];
    size_t line_length;
    char last_command[FIBSD_COMMAND_MAX + 1]; /* for `!!`; chat is not kept */
    bool is_overlong;
    bool is_after_cr; /* which has ended a line: an LF belongs to it */
    struct fibsd_text output;
    struct fibsd_connection *next;
};

enum fibsd_match_phase {
    FIBSD_MATCH_BETWEEN,
    FIBSD_MATCH_TO_ROLL,
    FIBSD_MATCH_TO_MOVE,
    FIBSD_MATCH_DOUBLED
};

enum fibsd_row_kind {
    FIBSD_ROW_MOVE,
    FIBSD_ROW_DOUBLES,
    FIBSD_ROW_ACCEPTS,
    FIBSD_ROW_REJECTS,
    FIBSD_ROW_RESIGNS,
    FIBSD_ROW_WINS
};

struct fibsd_move_row {
    enum fibsd_row_kind kind;
    int colour;
    int dice[2];
    struct reference_hop hops[REFERENCE_MOST_HOPS];
    int count;
};

struct fibsd_match {
    struct fibsd *server;
    struct fibsd_user *player[2];
    int length; /* or FIBSD_UNLIMITED */
    int score[2];
    bool has_crawford; /* the rule is in force */
    int redoubles;     /* instant redoubles allowed, 0 in a bounded match */
    bool is_active;    /* false: saved */
    bool has_joined[2];

    enum fibsd_match_phase phase;
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
    struct fibsd_move_row *rows; /* at most FIBSD_MOVE_ROWS (move_list.c) */
    int row_count, row_room;
    struct fibsd_match *next;
};

struct fibsd {
    struct fibsd_config config;
    int64_t now_ms;
    int port;
    uint64_t random;
    int loaded_dice[64];
    int loaded_count;
    int loaded_next;
    struct fibsd_user **users;
    int user_count;
    struct fibsd_user **index; /* of users by name, with open addressing (accounts.c) */
    int index_size;            /* a power of 2; more than twice the users */
    int plain_from;            /* users before this one have hashes for passwords */
    int hash_count;            /* see fibsd_hash_count() */
    struct guard guard;
    struct fibsd_match *matches;
    struct fibsd_connection *connections;
    struct reference_generator *generator;
};

/* Returns 0 or 1: which player of the match the user is. */
static inline int seat_of(const struct fibsd_match *match,
                          const struct fibsd_user *user)
{
    return match->player[0] == user ? 0 : 1;
}

static inline struct fibsd_user *opponent_of(const struct fibsd_user *user)
{
    return user->match->player[1 - seat_of(user->match, user)];
}

static inline bool is_watching(const struct fibsd_user *user,
                               const struct fibsd_match *match)
{
    return user->watching != NULL && user->watching->match == match;
}

static inline const char *plural(int n)
{
    return n == 1 ? "" : "s";
}
