#pragma once
/*
 * The records of the server, which struct bgammond owns, and what its files share. From the
 * ground up:
 *
 *   hops.c      single hops of a turn, judged by reference/
 *   output.c    bytes for clients; cutting them off
 *   view.c      events as JSON, turned to the side of who reads them
 *   game.c      from the opening roll to the end of the match
 *   match.c     matches: made, joined, left, closed
 *   command.c   the table of commands
 *   login.c     log-ins and names
 *   bgammond.c  connections, lines, time
 */

#include "base/splitmix.h"
#include "reference/rules.h"
#include "server/bgammon/bgammond.h"

struct json_t; /* jansson's */

enum {
    BGAMMOND_NAME_ROOM = 32,
    BGAMMOND_TITLE_ROOM = 64,
    BGAMMOND_LINE_LONGEST = 64 << 10,
    BGAMMOND_ACCOUNTS_MOST = 256,
    BGAMMOND_MATCHES_MOST = 1000,
    BGAMMOND_HOPS_MOST = 64,
    BGAMMOND_CUBE_MOST = 64,
    BGAMMOND_POINTS_MOST = 127
};

struct bgammond_bytes {
    char *at;
    size_t size, room;
};

struct bgammond_account {
    char name[BGAMMOND_NAME_ROOM];
    char password[BGAMMOND_NAME_ROOM];
    int rating;
};

/* One die moves one man, in slots of reference/. */
struct bgammond_hop {
    int from, to, die;
};

struct bgammond_hops {
    int count;
    struct bgammond_hop hop[BGAMMOND_HOPS_MOST];
};

struct bgammond_seat {
    char name[BGAMMOND_NAME_ROOM];  /* "": free */
    struct bgammond_client *client; /* NULL: not there */
    int rating;
    int points;
    int die;         /* of the opening roll */
    int64_t left_ms; /* of the last moment here, while `client` is NULL */
};

/* Seat 0 plays O, seat 1 X. Players are numbered 0 and 1; -1: nobody. */
struct bgammond_match {
    struct bgammond *server;
    int id;
    int length;
    char title[BGAMMOND_TITLE_ROOM];
    struct bgammond_seat seats[2];
    bool is_started; /* both have sat down */
    int64_t started_s, ended_s, ended_ms;
    struct reference_board board;
    int turn; /* -1: the opening roll */
    int roll[2];
    bool is_opening; /* the dice are the opening's: seat 0's first */
    bool was_equal;  /* the fault has been made in this game */
    struct bgammond_hop moved[REFERENCE_MOST_HOPS];
    struct reference_board before[REFERENCE_MOST_HOPS]; /* each of these hops */
    int moved_count;
    int winner;
    int crawford; /* 0: not yet, 1: this game, 2: over */
    int cube, cube_owner;
    bool is_offered;
    int64_t waiting_since_ms;
    struct bgammond_match *next;
};

struct bgammond_client {
    struct bgammond *server;
    char name[BGAMMOND_NAME_ROOM]; /* "": not logged in */
    bool has_account, has_autoplay;
    int rating; /* 0: a guest */
    struct bgammond_match *match;
    int seat;
    int64_t connected_ms, heard_ms, pinged_ms;
    int64_t close_ms; /* when it is closed; INT64_MAX: not at all */
    bool is_closing;
    bool is_cut;    /* on purpose: nothing more is sent */
    bool is_polite; /* it has said that it goes */
    struct bgammond_bytes line, output;
    struct bgammond_client *next;
};

struct bgammond_lingering {
    char name[BGAMMOND_NAME_ROOM];
    int64_t until_ms;
    struct bgammond_lingering *next;
};

struct bgammond {
    struct bgammond_config config;
    struct bgammond_counts counts;
    int64_t now_ms;
    uint64_t random;
    bool is_hung;
    struct bgammond_account accounts[BGAMMOND_ACCOUNTS_MOST];
    int account_count;
    struct bgammond_client *clients;
    struct bgammond_match *matches;
    struct bgammond_lingering *lingering;
    int match_count, last_id;
    struct reference_generator *generator;
};

static inline int bgammond_colour(int seat)
{
    return seat == 0 ? REFERENCE_O : REFERENCE_X;
}

static inline int bgammond_die(struct bgammond *server)
{
    return 1 + (int)splitmix_below(&server->random, 6);
}

/* ---- output.c -------------------------------------------------------------------- */

/* Adds bytes; false if there would be more than `most`, or memory is short. */
bool bgammond_add_bytes(struct bgammond_bytes *bytes, const char *from, size_t size,
                        size_t most);
void bgammond_write(struct bgammond_client *client, const char *bytes, size_t size);
/* The client has come to an event at which it may be cut off; NONE: a command. */
void bgammond_reach_phase(struct bgammond_client *client, enum fibsd_phase phase);

/* ---- hops.c ---------------------------------------------------------------------- */

/* The single hops with which the turn can go on to a legal play; none: it has to end. */
void bgammond_hops_available(const struct bgammond_match *match,
                             struct bgammond_hops *hops);
/* Moves one man by an available hop from `from` to `to`, or by several, hitting on the way
 * if possible; or takes the last hop back. False, with nothing changed, if there is no way. */
bool bgammond_hops_play(struct bgammond_match *match, int from, int to);
/* Whether dice are there, and one play alone is possible. */
bool bgammond_hops_are_forced(const struct bgammond_match *match);
/* The price of giving up now for a seat, with the cube. */
int bgammond_hops_price(const struct bgammond_match *match, int loser);

/* ---- view.c ---------------------------------------------------------------------- */

/* The board that a Board of seat 0 shows. */
void bgammond_view_read(const int slots[BGAMMOND_SLOTS], struct reference_board *board);

/* A point of the commands of `seat` as a slot of reference/; -1: none. */
int bgammond_view_slot(int seat, int point, bool is_from);

void bgammond_view_send(struct bgammond_client *client, struct json_t *event);
void bgammond_view_notice(struct bgammond_client *client, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A refusal: {"Type":"failedroll","Reason":"..."}. */
void bgammond_view_failure(struct bgammond_client *client, const char *type,
                           const char *reason);
void bgammond_view_failed_move(struct bgammond_client *client, int from, int to);
void bgammond_view_list(struct bgammond_client *client);
/* To both who sit there. */
void bgammond_view_board(const struct bgammond_match *match, int seat, bool is_forced);
void bgammond_view_boards(const struct bgammond_match *match, bool is_forced);
void bgammond_view_rolled(const struct bgammond_match *match, int seat);
void bgammond_view_moved(const struct bgammond_match *match, int seat,
                         const struct bgammond_hop *hops, int count);
void bgammond_view_win(const struct bgammond_match *match, int winner, int points,
                       const char *resigned);
void bgammond_view_joined(const struct bgammond_match *match, int seat);
void bgammond_view_left(const struct bgammond_match *match, int seat);

/* ---- game.c ---------------------------------------------------------------------- */

void bgammond_game_start(struct bgammond_match *match);
void bgammond_game_roll(struct bgammond_client *client, char *words);
void bgammond_game_double(struct bgammond_client *client, char *words);
void bgammond_game_move(struct bgammond_client *client, char *words);
void bgammond_game_reset(struct bgammond_client *client, char *words);
void bgammond_game_ok(struct bgammond_client *client, char *words);
void bgammond_game_resign(struct bgammond_client *client, char *words);
/* `loser` has given up or was left alone. */
void bgammond_game_lose(struct bgammond_match *match, int loser);

/* ---- match.c --------------------------------------------------------------------- */

void bgammond_match_create(struct bgammond_client *client, char *words);
void bgammond_match_join(struct bgammond_client *client, char *words);
void bgammond_match_leave(struct bgammond_client *client);
/* Puts a client that has come back into its match. */
void bgammond_match_rejoin(struct bgammond_client *client);
void bgammond_match_tick(struct bgammond *server);
void bgammond_match_free_all(struct bgammond *server);

/* ---- the rest -------------------------------------------------------------------- */

void bgammond_command_take(struct bgammond_client *client, char *line);
void bgammond_login_take(struct bgammond_client *client, char *line);
void bgammond_login_forget(struct bgammond *server, bool all); /* names that lingered */
void bgammond_login_linger(const struct bgammond_client *client);

bool bgammond_is_bot(const char *name);
