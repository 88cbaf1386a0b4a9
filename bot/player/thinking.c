/* Holds the answer to a decision until people can see what happens, then carries it out. */
#include <string.h>

#include "bot/player/board_internal.h"
#include "bot/player/match_internal.h"
#include "bot/player/offer_internal.h"
#include "bot/player/thinking_internal.h"

static void carry_out_play(struct player *p, const struct decision_answer *answer)
{
    struct fibs_hop hops[MAX_CHECKER_MOVES];
    struct fibs_command command;
    int count = translate_play(&p->seen.board, &answer->play, hops);
    if (count == 0 || !fibs_command_move(&command, hops, count)) {
        player_enter(p, PLAYER_DANCING, "the engine has no play");
        return;
    }
    p->game.sent = answer->play;
    p->game.sent_roll = p->request.roll;
    p->game.has_sent_play = true;
    player_act(p, &command, PLAYER_PLAY_SENT, p->request_key);
}

static void carry_out_cube(struct player *p, const struct decision_answer *answer)
{
    if (answer->is_double && p->request.may_double) {
        player_act_plain(p, FIBS_CMD_DOUBLE, PLAYER_DOUBLE_SENT);
    } else {
        player_act_plain(p, FIBS_CMD_ROLL, PLAYER_ROLL_SENT);
    }
}

static void carry_out(struct player *p, const struct decision_answer *answer)
{
    struct player_output output = {
        .type = PLAYER_DECIDED, .decided = {.request = p->request, .answer = *answer}};
    memcpy(output.decided.opponent, p->match.opponent, FIBS_NAME_MAX);
    player_emit(p, &output);
    p->request.number = 0;
    if (player_try_resign(p, answer)) {
        return;
    }
    switch (p->request.kind) {
    case DECIDE_PLAY:
        carry_out_play(p, answer);
        break;
    case DECIDE_CUBE:
        carry_out_cube(p, answer);
        break;
    case DECIDE_TAKE:
    case DECIDE_RESIGNATION:
        player_carry_out_offer(p, answer);
        break;
    }
}

static void log_decision(struct player *p, const struct decision_answer *answer)
{
    static const char *const kinds[] = {"play", "cube", "take", "resignation"};
    player_log(p, LOG_DEBUG, "decision %llu (%s): equity %+.3f, %d plays",
               (unsigned long long)answer->number, kinds[answer->kind], answer->equity,
               answer->candidates);
}

/* When to carry out the answer: people like to see what happens. The same position
 * takes the same time. */
static int64_t due_ms(const struct player *p, const struct decision_answer *answer)
{
    int64_t least_ms = p->config->play.move_time;
    bool is_forced = p->request.kind == DECIDE_PLAY && answer->candidates <= 1;
    least_ms += least_ms * (int64_t)(p->request_key % 512) / 1024;
    return p->request_ms + (is_forced ? least_ms / 4 : least_ms);
}

void player_answer(struct player *player, int64_t now_ms,
                   const struct decision_answer *answer)
{
    struct player *p = player;
    p->now_ms = now_ms;
    if (p->state != PLAYER_THINKING || answer->number != p->request.number ||
        answer->number == 0) {
        player_log(p, LOG_DEBUG, "decision %llu is stale: dropped",
                   (unsigned long long)answer->number);
        return;
    }
    log_decision(p, answer);
    if (due_ms(p, answer) > now_ms) {
        p->held = *answer;
        p->deadline_ms = due_ms(p, answer);
        return;
    }
    carry_out(p, answer);
}

void player_thinking_timeout(struct player *p)
{
    if (player_holds_answer(p)) {
        const struct decision_answer answer = p->held;
        carry_out(p, &answer);
    } else {
        player_game_timeout(p);
    }
}
