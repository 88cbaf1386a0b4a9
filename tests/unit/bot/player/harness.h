#pragma once
/*
 * Tests of the player as scripts, one line each: what the server says and hears, and what the
 * engine decides. Without socket, clock and thread; time passes only in waits().
 *
 *     says(&h, OUR_ROLLED);            a line of the server, through the translator of FIBS
 *     plays(&h, "8-5 6-5", -1);        the engine's answer; decides(&h, rolls())
 *     hears(&h, "move 8-5 6-5");       the next command that the server hears
 *     waits(&h, 8000);                 milliseconds pass
 *     is_at(&h, PLAYER_WAITING);       the state of the player
 *     logged(&h, "refused opp_a");     what an operator reads
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/fibs/translate.h"
#include "bot/player/core_internal.h"
#include "tests/unit/test_case.h"

enum { HARNESS_SENT_MAX = 256, HARNESS_EVENTS_MAX = 512 };

struct harness {
    struct config config;
    struct player *player;
    struct fibs_message_context context;
    struct fibs_translator translator;
    int64_t now_ms;
    char sent[HARNESS_SENT_MAX][120];
    int sent_count, sent_taken;
    struct decision_request request;
    bool has_request;
    int requests;
    struct match_event events[HARNESS_EVENTS_MAX];
    int event_count;
    struct standing standing;
    struct player_refusal refusal;
    struct player_stuck stuck; /* the last one */
    int stuck_told;
    struct player_note note; /* the last one */
    int notes;
    int saved_told;
    int results_logged; /* lines that tell who has won a match */
    char log[8192];     /* the first lines of the log, each with \n */
    int asked[PLAYER_QUESTION_ANALYSIS + 1];
    bool asked_moves_up; /* in the last question */
    char level[120];     /* "NAME LEVEL", as last chosen */
    bool is_done, is_ready;
    bool is_loud; /* print what happens */
};

static inline void harness_set(struct harness *h, const char *assignment)
{
    struct config_faults faults = {0};
    if (!config_override(&h->config, assignment, &faults)) {
        fail_msg("%s: %s", assignment, faults.text[0]);
    }
}

/* Quiet by default: no chat that the test would have to expect. */
static inline void harness_init(struct harness *h)
{
    memset(h, 0, sizeof *h);
    h->is_loud = getenv("LOUD") != NULL;
    strcpy(h->translator.name, "our_bot");
    config_default(&h->config);
    harness_set(h, "account.name=our_bot");
    harness_set(h, "talk.greeting=");
    harness_set(h, "talk.goodbye=");
    harness_set(h, "talk.refusal=");
}

static inline void harness_keep_order(struct harness *h, const struct game_order *order)
{
    struct fibs_command command;
    assert_true(h->sent_count < HARNESS_SENT_MAX);
    assert_true(translate_order(&h->translator, order, &command));
    (void)snprintf(h->sent[h->sent_count++], sizeof h->sent[0], "%.119s", command.text);
    if (h->is_loud) {
        printf("%6lld C: %s\n", (long long)h->now_ms, command.text);
    }
}

static inline void harness_keep(struct harness *h, const struct player_output *output)
{
    switch (output->type) {
    case PLAYER_SEND:
        harness_keep_order(h, &output->order);
        break;
    case PLAYER_THINK:
        h->request = output->request;
        h->has_request = true;
        h->requests++;
        break;
    case PLAYER_CANCEL:
        if (h->request.number == output->number) {
            h->has_request = false;
        }
        break;
    case PLAYER_MATCH:
        assert_true(h->event_count < HARNESS_EVENTS_MAX);
        h->events[h->event_count++] = output->event;
        break;
    case PLAYER_READY:
        h->is_ready = output->is_ready;
        break;
    case PLAYER_DONE:
        h->is_done = true;
        break;
    case PLAYER_STANDING:
        h->standing = output->standing;
        break;
    case PLAYER_SAVED:
        h->saved_told++;
        break;
    case PLAYER_REFUSAL:
        h->refusal = output->refusal;
        break;
    case PLAYER_STUCK:
        h->stuck = output->stuck;
        h->stuck_told++;
        break;
    case PLAYER_ASK:
        h->asked[output->ask.what]++;
        h->asked_moves_up = output->ask.moves_up;
        break;
    case PLAYER_LEVEL:
        FORMAT_TEXT(h->level, "%s %s", output->level.name, output->level.level);
        break;
    case PLAYER_NOTE:
        h->note = output->note;
        h->notes++;
        break;
    case PLAYER_LOG:
        (void)snprintf(h->log + strlen(h->log), sizeof h->log - strlen(h->log), "%s\n",
                       output->log.text);
        h->results_logged += strncmp(output->log.text, "won the match", 13) == 0 ||
                             strncmp(output->log.text, "lost the match", 14) == 0;
        break;
    case PLAYER_DECIDED:
    case PLAYER_FORGET:
    case PLAYER_BOARD:
        break;
    }
    if (h->is_loud && output->type == PLAYER_LOG) {
        printf("%6lld   # %s\n", (long long)h->now_ms, output->log.text);
    }
}

static inline void harness_drain(struct harness *h)
{
    struct player_output output;
    while (player_next_output(h->player, &output)) {
        harness_keep(h, &output);
    }
}

/* Logs in; `opponent`: with whom the server says we are playing. */
static inline void harness_start(struct harness *h, const char *opponent)
{
    h->player = player_new(&h->config);
    assert_non_null(h->player);
    player_online(h->player, h->now_ms, opponent);
    harness_drain(h);
}

static inline void harness_close(struct harness *h)
{
    player_free(h->player);
    h->player = NULL;
}

static inline void says(struct harness *h, const char *line)
{
    struct fibs_message message;
    struct game_event event;
    if (h->is_loud) {
        printf("%6lld S: %s\n", (long long)h->now_ms, line);
    }
    do {
        fibs_message_read(&h->context, line, &message);
        translate_event(&h->translator, &message, &event);
        player_event(h->player, h->now_ms, &event);
        harness_drain(h);
        line = message.rest.text;
    } while (message.rest.length > 0);
}

/* Lets time pass, ticking whenever the player wants it. */
static inline void waits(struct harness *h, int64_t ms)
{
    int64_t end = h->now_ms + ms;
    while (player_deadline(h->player) <= end) {
        int64_t next = player_deadline(h->player);
        h->now_ms = next > h->now_ms ? next : h->now_ms;
        player_tick(h->player, h->now_ms);
        harness_drain(h);
    }
    h->now_ms = end;
}

static inline const char *harness_next(struct harness *h)
{
    return h->sent_taken < h->sent_count ? h->sent[h->sent_taken++] : NULL;
}

/* Takes all commands; returns how many begin with `text`. */
static inline int harness_count(struct harness *h, const char *text)
{
    int count = 0;
    for (const char *sent = harness_next(h); sent != NULL; sent = harness_next(h)) {
        count += strncmp(sent, text, strlen(text)) == 0;
    }
    return count;
}

/* `command`: what the server is to hear next; NULL: nothing. */
static inline void harness_hears(struct harness *h, const char *command,
                                 const char *file, int line)
{
    const char *sent = harness_next(h);
    bool is_right =
        command == NULL ? sent == NULL : sent != NULL && strcmp(sent, command) == 0;
    if (!is_right) {
        print_error("expected \"%s\", got \"%s\" (state %s)\n",
                    command != NULL ? command : "nothing",
                    sent != NULL ? sent : "nothing",
                    player_states[h->player->state].name);
        _fail(file, line);
    }
}
#define hears(h, command)   harness_hears(h, command, __FILE__, __LINE__)
#define logged(h, text)     assert_non_null(strstr((h)->log, text))
#define hears_nothing(h)    harness_hears(h, NULL, __FILE__, __LINE__)
#define is_at(h, wanted)    assert_int_equal((h)->player->state, wanted)
#define plays_with(h, name) assert_string_equal(player_opponent((h)->player), name)

static inline void decides(struct harness *h, struct decision_answer answer)
{
    assert_true(h->has_request);
    h->has_request = false;
    answer.number = h->request.number;
    answer.kind = h->request.kind;
    player_answer(h->player, h->now_ms, &answer);
    harness_drain(h);
}

/* Answers a play given in the board line's numbers: "8-5 6-5". */
static inline void plays(struct harness *h, const char *moves, int direction)
{
    struct decision_answer answer = {.candidates = 1};
    struct fibs_slice slice = {moves, strlen(moves)};
    int way;
    assert_true(translate_moves(slice, &way, &answer.play));
    assert_int_equal(way, direction);
    decides(h, answer);
}
