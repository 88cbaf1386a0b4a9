#pragma once
/* Clients of the bgammon.org server by hand: what they say, and all they have heard. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/bgammon/bgammond_internal.h"
#include "tests/unit/test_case.h"

enum { GUESTS_MOST = 4, HEARD_SIZE = 1 << 18 };

static struct guests {
    struct bgammond *core;
    struct bgammond_client *client[GUESTS_MOST];
    char *heard[GUESTS_MOST]; /* since it was last forgotten */
    int64_t now;
} guests;

static inline void guests_open(const struct bgammond_config *config)
{
    struct bgammond_config plain;
    bgammond_config_default(&plain);
    guests = (struct guests){.core = bgammond_new(config == NULL ? &plain : config)};
    assert_non_null(guests.core);
}

/* Takes what the core has for everybody; who is closed goes. */
static inline void guests_take(void)
{
    for (int i = 0; i < GUESTS_MOST; i++) {
        size_t size = 0;
        struct bgammond_client *client = guests.client[i];
        if (client == NULL) {
            continue;
        }
        const char *bytes = bgammond_output(client, &size);
        size_t used = strlen(guests.heard[i]);
        assert_true(used + size < HEARD_SIZE);
        memcpy(guests.heard[i] + used, size > 0 ? bytes : "", size);
        guests.heard[i][used + size] = '\0';
        bgammond_sent(client, size);
        if (bgammond_is_closing(client)) {
            bgammond_disconnect(client);
            guests.client[i] = NULL;
            guests_take();
        }
    }
}

static inline void guests_say(int i, const char *line)
{
    assert_non_null(guests.client[i]);
    bgammond_receive(guests.client[i], line, strlen(line));
    bgammond_receive(guests.client[i], "\n", 1);
    guests_take();
}

static inline void guests_forget(void)
{
    for (int i = 0; i < GUESTS_MOST; i++) {
        if (guests.heard[i] != NULL) {
            guests.heard[i][0] = '\0';
        }
    }
}

static inline void guests_pass(int64_t ms)
{
    guests.now += ms;
    bgammond_tick(guests.core, guests.now);
    guests_take();
}

/* Connects; with a log-in that is not "" logs in. */
static inline void guests_connect(int i, const char *login)
{
    if (guests.heard[i] == NULL) {
        guests.heard[i] = calloc(1, HEARD_SIZE);
        assert_non_null(guests.heard[i]);
    }
    guests.client[i] = bgammond_connect(guests.core);
    assert_non_null(guests.client[i]);
    guests_take();
    if (login[0] != '\0') {
        guests_say(i, login);
    }
}

static inline bool guests_has_heard(int i, const char *text)
{
    return strstr(guests.heard[i], text) != NULL;
}

#define assert_heard(i, text)                                                          \
    do {                                                                               \
        if (!guests_has_heard(i, text)) {                                              \
            fail_msg("%s is not in %s", text, guests.heard[i]);                        \
        }                                                                              \
    } while (0)

/* Two guests in a match that the first has made. */
static inline void guests_seat(const char *create)
{
    guests_connect(0, "lj test/en bot_a");
    guests_connect(1, "lj test/en ann");
    guests_say(0, create);
    guests_say(1, "join 1");
}

static inline struct bgammond_match *guests_match(void)
{
    assert_non_null(guests.core->matches);
    return guests.core->matches;
}

/* Sets the match as a test wants it: on turn, with dice or not. */
static inline struct bgammond_match *set_turn(int turn, int first, int second)
{
    struct bgammond_match *match = guests_match();
    match->turn = turn;
    match->roll[0] = first;
    match->roll[1] = second;
    match->moved_count = 0;
    match->is_opening = false;
    return match;
}

static inline void set_board(struct bgammond_match *match, const int points[26],
                             int off_o, int off_x)
{
    for (int i = 0; i < 26; i++) {
        match->board.point[i] = (signed char)points[i];
    }
    match->board.off_o = (signed char)off_o;
    match->board.off_x = (signed char)off_x;
    assert_null(reference_fault(&match->board));
}

static inline void guests_close(void)
{
    bgammond_free(guests.core);
    for (int i = 0; i < GUESTS_MOST; i++) {
        free(guests.heard[i]);
    }
}

static inline int guests_set_up(void **state)
{
    guests_open(NULL);
    return 0;
}

static inline int guests_tear_down(void **state)
{
    guests_close();
    return 0;
}

/* A test whose state is a server as it is by default. */
#define WITH_GUESTS(claim) TEST_WITH(claim, guests_set_up, guests_tear_down)
