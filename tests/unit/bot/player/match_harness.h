#pragma once
/*
 * The player in the lobby, or in a 5 point match with opp_a that has just been joined,
 * and the boards of it.
 */

#include "tests/unit/bot/player/harness.h"
#include "tests/unit/test_case.h"

/* The start of a 5 point match: turn, our dice, his dice, may-double of both, hint. */
#define BOARD(score, turn, ours, his, cube, may)                                       \
    "board:You:opp_a:5:" score ":0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:" \
    "2:0:" turn ":" ours ":" his ":" cube ":" may ":0:1:-1:0:25:0:0:0:0:2:0:0:0"
#define OUR_ROLLED BOARD("0:0", "1", "3:1", "0:0", "1", "1:1")
#define OUR_TURN   BOARD("0:0", "1", "0:0", "0:0", "1", "1:1")
#define HIS_TURN   BOARD("0:0", "-1", "0:0", "0:0", "1", "1:1")
#define HIS_DOUBLE BOARD("0:0", "1", "0:0", "0:0", "1", "0:0")
#define OUR_DOUBLE BOARD("0:0", "-1", "0:0", "0:0", "1", "0:0")
#define PROMPT     "It's your turn. Please roll or double"

/* Lines of `rawwho`: a free user, with his seconds of silence, and one who plays. */
#define FREE(name, rating, idle)                                                       \
    "5 " name " - - 1 0 " rating " 100 " idle " 1700000000 h - -"
#define PLAYS(name, opponent)                                                          \
    "5 " name " " opponent " - 1 0 1500.00 100 0 1700000000 h - -"

/* The heading of what `show saved` prints. */
#define SAVED_HEADING "  opponent          matchlength   score (your points first)"

static struct harness h;

/* To a match of 5 points. */
static inline void invites(const char *name)
{
    char line[120];
    FORMAT_TEXT(line, "%s wants to play a 5 point match with you.", name);
    says(&h, line);
}

/* ... and is answered a moment later. */
static inline void invites_and_waits(const char *name)
{
    invites(name);
    waits(&h, 1000);
}

/* A 5 point match with opp_a that has just been joined. */
static inline int playing(void **state)
{
    harness_init(&h);
    harness_start(&h, "");
    invites("opp_a");
    says(&h, "Type 'join opp_a' to accept.");
    waits(&h, 1000);
    says(&h, "** You are now playing a 5 point match with opp_a");
    h.sent_taken = h.sent_count;
    return 0;
}

static inline int in_lobby(void **state)
{
    harness_init(&h);
    harness_start(&h, "");
    hears(&h, "show saved");
    return 0;
}

static inline int close_harness(void **state)
{
    harness_close(&h);
    return 0;
}

static inline struct decision_answer doubles(void)
{
    return (struct decision_answer){.is_double = true};
}

static inline struct decision_answer rolls(void)
{
    return (struct decision_answer){.is_double = false};
}

static inline struct decision_answer accepts(void)
{
    return (struct decision_answer){.is_accept = true};
}

static inline struct decision_answer rejects(void)
{
    return (struct decision_answer){.is_accept = false};
}

/* At `board`, before our roll. */
static inline void we_double(const char *board)
{
    says(&h, board);
    says(&h, PROMPT);
    decides(&h, doubles());
    hears(&h, "double");
    says(&h, "You double. Please wait for opp_a to accept or reject.");
}

static inline void we_roll(void)
{
    decides(&h, rolls());
    hears(&h, "roll");
}

static inline void we_play(void)
{
    says(&h, OUR_ROLLED);
    plays(&h, "8-5 6-5", -1);
    hears(&h, "move 8-5 6-5");
}

static inline void we_pass_his_double(void)
{
    says(&h, "opp_a doubles. Type 'accept' or 'reject'.");
    decides(&h, rejects());
    says(&h, "You give up. opp_a wins 1 point.");
}

#define PLAYING(claim) TEST_WITH(claim, playing, close_harness)
#define LOBBY(claim)   TEST_WITH(claim, in_lobby, close_harness)
