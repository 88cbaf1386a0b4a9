/*
 * The player under any dialogue: each line of the input is a line of the server, or,
 * with these first characters:
 *
 *   !T NUMBER   so many milliseconds pass
 *   !A DIGIT    the decision asked for is answered: first legal play, yes, no, resign
 *   !R !L       the session is ready, the line is lost
 *   !F !S       told to stop: finish, leave
 *
 * Asserted: output always drains, deadlines are never in the past after a tick, a
 * decision is only asked on a possible position, and every command is a good one.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bot/fibs/translate.h"
#include "bot/player/core_internal.h"

#include "engine/board/position.h"
#include "tests/fuzz/fuzz_target.h"

enum { INPUT_MAX = 16384, LINE_SIZE = 1024, TICKS_MAX = 2000 };

struct fuzz {
    struct config config;
    struct player *player;
    struct fibs_message_context context;
    struct fibs_translator translator;
    struct play_list list;
    struct decision_request request;
    bool has_request;
    int64_t now_ms;
};

static void check_order(const struct fuzz *f, const struct game_order *order)
{
    struct fibs_command command;
    bool is_good = translate_order(&f->translator, order, &command);
    assert(is_good);
    assert(command.id != FIBS_CMD_NONE);
    assert(strlen(command.text) > 0);
    for (const char *at = command.text; *at != '\0'; at++) {
        assert(*at >= ' ' && *at <= '~');
    }
}

static void drain(struct fuzz *f)
{
    struct player_output output;
    int count = 0;
    while (player_next_output(f->player, &output)) {
        assert(++count < 1000);
        if (output.type == PLAYER_SEND) {
            check_order(f, &output.order);
        } else if (output.type == PLAYER_THINK) {
            assert(position_fault(&output.request.pos) == NULL);
            assert(match_state_fault(&output.request.ms) == NULL);
            f->request = output.request;
            f->has_request = true;
        } else if (output.type == PLAYER_CANCEL && output.number == f->request.number) {
            f->has_request = false;
        }
    }
}

static void pass(struct fuzz *f, long ms)
{
    int64_t end = f->now_ms + (ms < 0 ? 0 : ms % 1000000);
    int again = 0;
    for (int i = 0; i < TICKS_MAX && player_deadline(f->player) <= end; i++) {
        int64_t next = player_deadline(f->player);
        f->now_ms = next > f->now_ms ? next : f->now_ms;
        player_tick(f->player, f->now_ms);
        drain(f);
        /* one may ask for the next at once, as after a match that was left, but not on */
        again = player_deadline(f->player) > f->now_ms ? 0 : again + 1;
        assert(again < 3);
    }
    f->now_ms = end;
}

static void answer(struct fuzz *f, char how)
{
    struct decision_answer answer = {.number = f->request.number,
                                     .kind = f->request.kind,
                                     .is_accept = how == '1',
                                     .is_double = how == '1',
                                     .resign_games = how == '3' ? 1 : 0};
    if (!f->has_request) {
        answer.number = 1;
    } else if (f->request.kind == DECISION_PLAY) {
        movegen_plays(&f->request.pos, f->request.roll, &f->list);
        answer.play = f->list.plays[0];
    }
    f->has_request = false;
    player_answer(f->player, f->now_ms, &answer);
}

static void direct(struct fuzz *f, const char *line)
{
    switch (line[1]) {
    case 'T':
        pass(f, strtol(line + 2, NULL, 10));
        break;
    case 'A':
        answer(f, line[2] == ' ' ? line[3] : '0');
        break;
    case 'R':
        if (f->player->state == PLAYER_OFFLINE) {
            player_online(f->player, f->now_ms, "");
        }
        break;
    case 'L':
        player_offline(f->player, f->now_ms);
        break;
    case 'F':
        player_stop(f->player, f->now_ms, CONFIG_ON_STOP_FINISH);
        break;
    case 'S':
        player_stop(f->player, f->now_ms, CONFIG_ON_STOP_LEAVE);
        break;
    default:
        break;
    }
}

static void feed(struct fuzz *f, const char *line)
{
    struct fibs_message message;
    struct game_event event;
    if (line[0] == '!') {
        direct(f, line);
        drain(f);
        return;
    }
    do {
        fibs_message_read(&f->context, line, &message);
        translate_event(&f->translator, &message, &event);
        player_event(f->player, f->now_ms, &event);
        drain(f);
        line = message.rest.text;
    } while (message.rest.length > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > INPUT_MAX) {
        return 0;
    }
    struct fuzz *f = aligned_alloc(64, (sizeof *f + 63) / 64 * 64);
    if (f == NULL) {
        return 0;
    }
    memset(f, 0, sizeof *f);
    config_default(&f->config);
    strcpy(f->config.account.name, "our_bot");
    strcpy(f->translator.name, "our_bot");
    strcpy(f->config.owner.name, "boss");
    f->player = player_new(&f->config);
    player_set_owner_secret(f->player, "open_sesame");
    player_online(f->player, 0, "");
    drain(f);
    char line[LINE_SIZE];
    size_t length = 0;
    for (size_t i = 0; i < size; i++) {
        if (data[i] == '\n' || length == sizeof line - 1) {
            line[length] = '\0';
            feed(f, line);
            length = 0;
        }
        if (data[i] >= ' ' && data[i] <= '~') {
            line[length++] = (char)data[i];
        }
    }
    line[length] = '\0';
    feed(f, line);
    pass(f, 100000);
    player_free(f->player);
    free(f);
    return 0;
}
