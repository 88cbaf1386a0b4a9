#pragma once
/* What the files of a seat share: seat.c, the line and what is done about what comes over
 * it; seat_serve.c, what the server does about its commands; seat_life.c, how the program
 * starts and ends. */

#include "bot/fibs/translate.h"
#include "bot/player/decision.h"
#include "bot/player/player.h"
#include "bot/record/trace.h"
#include "bot/service/recorder.h"
#include "fibs/line.h"
#include "fibs/session_internal.h"
#include "fibs/telnet.h"
#include "tests/soak/duty.h"
#include "tests/soak/errand.h"
#include "tests/soak/lane.h"
#include "tests/soak/seat.h"

enum {
    THOUGHTS_MAX = 8,
    LATENCY_MS = 60,  /* one way, on average */
    THOUGHT_MS = 400, /* on average */
    THOUGHT_MAX_MS = 3000,
    GOODBYE_MS = 3000
};

struct thought {
    int64_t due_ms; /* INT64_MAX: none */
    struct decision_answer answer;
};

struct seat {
    struct stage *stage;
    char name[USER_NAME_SIZE];
    struct config config;
    struct fibs_session *session; /* NULL: the program does not run */
    struct fibs_translator translator;
    struct player *player;
    struct recorder *recorder;
    struct trace *trace;
    int64_t again_ms; /* when it is started the next time */
    int64_t pause_ms; /* after a stop */
    bool is_online, is_leaving;
    int64_t leave_ms;
    struct thought thoughts[THOUGHTS_MAX];

    /* the line */
    struct fibsd_connection *connection; /* NULL: the server's end is closed */
    struct lane to_server, to_bot;
    bool has_line;        /* our end is open */
    int64_t connected_ms; /* when the connection is made; INT64_MAX: none is */
    struct fibs_telnet telnet;
    struct fibs_line reader;
    int64_t board_due_ms;

    struct errands errands;
    int64_t told_ms;     /* when the server last said something of weight to us */
    int64_t told_any_ms; /* ... or anything */
    struct duty duty;
};

/* Our end of the line is closed; what the server had still to say is lost. */
void seat_hang_up(struct seat *seat);
/* Carries out what the player, and what the session wants. */
void seat_pump_player(struct seat *seat);
void seat_settle(struct seat *seat);
/* Counts what was wrong about a command. */
void seat_note_fault(struct seat *seat, enum errand_fault fault, const char *command);
/* The server gets the bytes of one command; its answer is put on the line and judged. */
void seat_serve_command(struct seat *seat, const char *bytes, size_t size);
