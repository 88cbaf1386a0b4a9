#pragma once
/* The seat between its files: seat.c (inputs and phases), seat_act.c (actions),
 * seat_level.c (the opponent's level), seat_record.c (events of the match) and
 * seat_events.c (which event goes where), with the reactions in seat_lobby.c, seat_match.c and seat_turn.c. */

#include "bot/seat/state/seat.h"

enum {
    SEAT_ORDERS_MAX = 16,
    SEAT_INVITES_SAVED = 0,
    SEAT_INVITES_NONE = -1,
    SEAT_GAMES_UNKNOWN = -1
};

struct seat_record {
    struct seat_event *events;
    int count, room;
    uint64_t last; /* number of the newest event that was looked at */
};

struct seat {
    struct seat_setup setup;
    struct seat_view view;
    int64_t now_ms, wait_until_ms;
    struct play_list *list; /* scratch memory */
    int order_count;        /* to be taken */
    struct game_order orders[SEAT_ORDERS_MAX];

    bool is_online;
    bool knows_saved; /* whether there is a saved match: a new one would drop it */
    bool is_playing, is_over;
    int invited; /* the length wanted: points, POINTS_UNLIMITED, SEAT_INVITES_... */
    bool is_invitation_sent;
    bool is_refused; /* it is sent again at wait_until_ms */
    int refusals;
    bool has_left; /* on purpose: the saved match is not resumed by itself */
    bool has_sent; /* an action, and the server has not answered yet */
    bool is_asked; /* for the board */
    /* The phase of the game that the last event led to; SEAT_WAITING: the board decides. It
     * is that of the view once the board is there and nothing is sent. */
    enum seat_phase stage;
    int resign_points; /* that an open resignation would cost */
    struct seat_record record;
    struct roll rolled; /* the last one, whoever rolled */
    struct game_memory memory;
    int games_over; /* in this match; SEAT_GAMES_UNKNOWN: it was resumed */
    struct {
        bool is_owed; /* the opponent has not said that they play at view.level */
        int tries;
        int64_t until_ms; /* for the answer; 0: the level was not sent */
    } level;
};

/* Queues an order; a full queue drops it, and the board is asked for again later. */
void seat_send(struct seat *seat, const struct game_order *order);
/* Sends an action of the game; has_sent is set until an event shows what came of it. */
void seat_send_action(struct seat *seat, const struct game_order *order);
/* Adds an event with the present score; the caller fills in the rest. */
struct seat_event *seat_add_event(struct seat *seat, enum seat_event_type type,
                                  bool is_mine);
/* The person has chosen a level, "usual": none. */
void seat_level_choose(struct seat *seat, const char *level);
/* It is known whether a match is saved: setup.starts_usual counts only without one. */
void seat_level_begin(struct seat *seat);
/* The level is to be sent to the opponent (again). */
void seat_level_owe(struct seat *seat);
/* Makes the order that sends it; false: it is not time. */
bool seat_level_order(struct seat *seat, struct game_order *order);
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
/* Takes the view's new events into the record. */
void seat_record_follow(struct seat *seat);
void seat_record_free(struct seat_record *record);
/* Works out the phase and what is allowed, and does what the choices let it do by itself. */
void seat_update(struct seat *seat);

/* What an event leads to; each event is in one table, each table ends with EVENT_NONE. */
enum { SEAT_STAYS = SEAT_PHASES };
struct seat_reaction {
    enum event_type type;
    int next; /* enum seat_phase: the stage that follows; SEAT_STAYS: `handle` decides */
    void (*handle)(struct seat *seat, const struct game_event *event); /* or NULL */
};
extern const struct seat_reaction seat_lobby_reactions[], seat_match_reactions[],
    seat_turn_reactions[];

/* Keeps the line, which says why something was refused, for the person to read. */
void seat_quote(struct seat *seat, const struct game_event *event);
/* There is a board: finds out which game of the match it is of. */
void seat_find_game(struct seat *seat);
/* A game is over that brings the winner `points`, as the server counts them. */
void seat_end_game(struct seat *seat, bool is_mine, int points);
