#pragma once
/*
 * A local FIBS-compatible server: the interface of its core. The core is a state
 * machine without sockets, clocks or files: bytes from clients and the time go in,
 * bytes for clients come out. server.h connects it to a port; tests use it directly.
 *
 * The rules of the game come from reference/, never from engine/. Texts are those of
 * the FIBS Client Protocol Detailed Specification, revision 1.3; where it says nothing,
 * those of the server's help and of live captures.
 *
 * After each input check the output of every connection: a command of one client
 * creates text for others.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Events of a user, right after which the connection can be cut on purpose. */
enum fibsd_phase {
    FIBSD_PHASE_NONE,     /* no event; to fibsd_hooks: a player's command is done */
    FIBSD_PHASE_LOGIN,    /* logged in */
    FIBSD_PHASE_INVITED,  /* an invitation arrived */
    FIBSD_PHASE_OPENING,  /* the first board of a game is out */
    FIBSD_PHASE_PROMPT,   /* asked to roll or double */
    FIBSD_PHASE_ROLLED,   /* dice are rolled, a move is due */
    FIBSD_PHASE_MOVED,    /* the move is done */
    FIBSD_PHASE_DOUBLED,  /* has been doubled */
    FIBSD_PHASE_DOUBLING, /* has doubled */
    FIBSD_PHASE_RESIGNED, /* the opponent wants to resign */
    FIBSD_PHASE_BETWEEN,  /* asked to join the next game */
    FIBSD_PHASE_OVER,     /* the match is over */
    FIBSD_PHASE_UNSEEN,   /* the match is over, and nobody knows */
    FIBSD_PHASE_COUNT
};

/* Faults and spellings that real servers and their clones show. */
struct fibsd_faults {
    bool is_glued; /* no line end between boards or accepted doubles and what follows */
    bool is_lf_only;          /* LF instead of CR LF */
    bool has_trailing_blanks; /* one to three blanks before a line end */
    bool is_clone;            /* prompt, dance, off, resume, ... as clones spell them */
    bool has_board_after_dance; /* FIBS sends none to the other side */
    bool has_board_on_resume;   /* FIBS often sends none */
    bool has_no_opening_board;  /* a board is not certain at the start of a game */
    bool keeps_offers;          /* a saved match keeps an open double */
    bool warns_first;           /* WARNING before the line "Type 'join'" */
    bool never_was_doubled;     /* field 40 of a board always 0 */
    bool names_winner;          /* "NAME wins the N point match" to the winner, too */
    bool is_departure_silent;   /* a lost opponent shows in lines 5 and 8 only */
    bool has_no_who_list;       /* a log-in brings no list */
    bool says_one_point;    /* whatever a game is worth: BaldLies at passed doubles */
    bool swaps_invitations; /* `join` finds a match 2 points longer than offered */
};

struct fibsd;
struct fibsd_connection;
struct fibsd_user;

/* Where a caller can disturb clients on purpose, as server/fibsd/fault.h does. Each may
 * be NULL. */
struct fibsd_hooks {
    void *context;
    /* Returns whether to lose a command that came `gap_ms` after the one before. */
    bool (*loses_command)(void *context, struct fibsd *server, int64_t gap_ms);
    /* Returns whether to cut a user off at this event. The cut is made when the current
     * command is done. */
    bool (*cuts_at)(void *context, struct fibsd *server, enum fibsd_phase phase);
    /* Called when a board was sent to a player on line. */
    void (*after_board)(void *context, const struct fibsd_user *player);
};

struct fibsd_config {
    uint64_t seed;   /* of the dice and of random faults */
    int64_t epoch_s; /* seconds since 1970 at time 0 */
    int idle_ms;     /* a client silent for so long is sent away; 0: never */
    /* After some wrong passwords for a name from an address the next tries wait, for so
     * long at first, then for twice as long each time, up to a minute; 0: never. */
    int password_delay_ms;
    int password_cost; /* of the hash of a password: scrypt's N = 2^this; 0: the least */
    /* Accounts that guests may make in an hour: from one address of another machine, and
     * in all; 0: no limit. */
    int new_accounts, new_accounts_all;
    int inviter_colour; /* 1: O, -1: X, 0: drawn for each game */
    /* Gets a line for each game and match that ends; may be NULL:
     *   game WINNER LOSER POINTS LENGTH SCORE SCORE    (length 0: unlimited)
     *   match WINNER LOSER LENGTH SCORE SCORE RATING EXPERIENCE RATING EXPERIENCE
     * with scores, ratings and experiences of the winner first, after it. */
    void (*on_result)(void *context, const char *line);
    void *result_context;
    struct fibsd_faults faults;
    struct fibsd_hooks hooks;
};

/* Sets the defaults. FIBS closes a connection after an hour without input. */
void fibsd_config_default(struct fibsd_config *config);

/* Returns NULL if memory is short. */
struct fibsd *fibsd_new(const struct fibsd_config *config);
void fibsd_free(struct fibsd *server);

/* Adds an account. Returns false if the name is invalid (letters and underscores only)
 * or taken. */
bool fibsd_add_account(struct fibsd *server, const char *name, const char *password,
                       double rating, int experience);

bool fibsd_has_account(struct fibsd *server, const char *name);
/* Changes a password. Returns false if there is no such account or the password is
 * invalid. */
bool fibsd_set_password(struct fibsd *server, const char *name, const char *password);

/* The port that the command `port` tells of; 4321 by default. */
void fibsd_set_port(struct fibsd *server, int port);

/* Changes a rating, and tells everybody. Returns false if there is no such account. */
bool fibsd_set_rating(struct fibsd *server, const char *name, double rating);

/* Adds a client; its output then holds the greeting. `host` is its address as text. */
struct fibsd_connection *fibsd_connect(struct fibsd *server, const char *host);

/* Passes bytes from a client; none while fibsd_is_held(). */
void fibsd_receive(struct fibsd_connection *connection, const char *bytes, size_t size);

/* Returns the bytes to be sent, valid until the next call of any function here; remove
 * sent bytes with fibsd_sent(). */
const char *fibsd_output(const struct fibsd_connection *connection, size_t *size);
void fibsd_sent(struct fibsd_connection *connection, size_t size);

/* Returns whether the server has finished with this client: close the connection when
 * the output is sent (at once if cut by a fault). */
bool fibsd_is_closing(const struct fibsd_connection *connection);

/* How many passwords have been hashed or compared, each of which takes some milliseconds. */
int fibsd_hash_count(const struct fibsd *server);

bool fibsd_is_logged_in(const struct fibsd_connection *connection);

/* Returns whether an answer about a password waits for its time: fibsd_tick() gives it. */
bool fibsd_is_held(const struct fibsd_connection *connection);

/* Reports that the connection is closed: logs its user out and frees the connection. */
void fibsd_disconnect(struct fibsd_connection *connection);

/* Passes the time in milliseconds since the start; it never goes back. */
void fibsd_tick(struct fibsd *server, int64_t now_ms);

/* Announces a restart in `seconds` to everybody; at 0 closes all connections. */
void fibsd_announce_restart(struct fibsd *server, int seconds);

/* Returns accounts, settings, ratings and matches as text for fibsd_load(). Passwords are
 * salted hashes. The caller frees it. Returns NULL if memory is short. */
char *fibsd_save(struct fibsd *server);

/* Loads a text of fibsd_save(). Plain passwords, as version 0.1.0 wrote them, become
 * hashes: those of the first accounts now, others in the ticks that follow. Returns 0, or the number of the first malformed
 * line. */
int fibsd_load(struct fibsd *server, const char *text);
