#ifndef BOT_SEAT_STATE_SEAT_INTERNAL_H
#define BOT_SEAT_STATE_SEAT_INTERNAL_H
/* The seat between its files: seat.c (inputs and phases), seat_act.c (actions),
 * seat_level.c (the opponent's level) and seat_messages.c (what the server says), with the
 * reactions in seat_lobby.c, seat_match.c, seat_turn.c and seat_offers.c. */

#include "bot/fibs/translate.h"
#include "bot/seat/state/seat.h"

enum {
    SEAT_COMMANDS_MAX = 16,
    SEAT_INVITES_SAVED = 0,
    SEAT_INVITES_NONE = -1,
    SEAT_GAMES_UNKNOWN = -1
};

struct seat {
    struct seat_setup setup;
    struct seat_view view;
    int64_t now_ms, wait_until_ms;
    struct play_list *list; /* scratch memory */
    int count;              /* of commands to be taken */
    struct fibs_command commands[SEAT_COMMANDS_MAX];

    bool is_online;
    bool knows_saved; /* whether there is a saved match: a new one would drop it */
    bool is_playing, is_between, is_over;
    int invited; /* the length wanted: points, FIBS_UNLIMITED, SEAT_INVITES_SAVED, SEAT_INVITES_NONE */
    bool is_invitation_sent;
    bool is_refused; /* it is sent again at wait_until_ms */
    int refusals;
    bool has_left;    /* on purpose: the saved match is not resumed by itself */
    bool has_sent;    /* an action, and the server has not answered yet */
    bool is_asked;    /* for the board */
    bool is_prompted; /* to roll or double */
    bool is_offered, is_doubled;
    int points_theirs, points_ours; /* that an open resignation would cost; 0: none */
    struct roll rolled;             /* the last one, whoever rolled */
    struct fibs_board board;        /* the last one, if view.has_board */
    struct match_memory memory;
    int games_over; /* in this match; SEAT_GAMES_UNKNOWN: it was resumed */
    struct {
        bool is_owed; /* the opponent has not said that they play at view.level */
        int tries;
        int64_t until_ms; /* for the answer; 0: the level was not sent */
    } level;
};

/* Queues a command; a full queue drops it, and the board is asked for again later. */
void seat_send(struct seat *seat, const struct fibs_command *command);
/* Sends an action of the game; has_sent is set until a message shows what came of it. */
void seat_send_action(struct seat *seat, enum fibs_command_id id);
/* Adds an event with the present score; the caller fills in the rest. */
struct seat_event *seat_add_event(struct seat *seat, enum seat_event_type type,
                                  bool is_mine);
/* The person has chosen a level, "usual": none. */
void seat_level_choose(struct seat *seat, const char *level);
/* It is known whether a match is saved: setup.starts_usual counts only without one. */
void seat_level_begin(struct seat *seat);
/* The level is to be sent to the opponent (again). */
void seat_level_owe(struct seat *seat);
/* Makes the command that sends it; false: it is not time. */
bool seat_level_command(struct seat *seat, struct fibs_command *command);
int64_t seat_level_deadline(const struct seat *seat);
/* What the opponent says may be the answer. */
void seat_level_hear(struct seat *seat, const char *text);
/* The opponent has logged out, or nobody knows whether they are there. */
void seat_lose_opponent(struct seat *seat);
/* The list of saved matches has come. */
void seat_know_saved(struct seat *seat);
/* Asks for the board, which then says what to do. */
void seat_ask_board(struct seat *seat);
/* Sends the play that is made. */
void seat_send_play(struct seat *seat);
/* Works out the phase and what is allowed, and does what the choices let it do by itself. */
void seat_update(struct seat *seat);

/* What a message does; each message stands in one table, each table ends with NULL. */
struct seat_reaction {
    enum fibs_message_id id;
    void (*handle)(struct seat *seat, const struct fibs_message *m);
};
extern const struct seat_reaction seat_lobby_reactions[], seat_match_reactions[],
    seat_turn_reactions[], seat_offer_reactions[];

/* Whether the message is about the opponent: that name comes first in it. */
bool seat_is_opponent(const struct seat *seat, const struct fibs_message *m);
/* Whether the name is ours, or "You". */
bool seat_is_me(const struct seat *seat, struct fibs_slice name);
/* Keeps the line, which says why something was refused, for the person to read. */
void seat_quote(struct seat *seat, const struct fibs_message *m);
/* There is a board: finds out which game of the match it is of. */
void seat_find_game(struct seat *seat);
/* A game is over that brings the winner `points`, as FIBS counts them. */
void seat_end_game(struct seat *seat, bool is_mine, long points);

#endif
