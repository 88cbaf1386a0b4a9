#include "tests/soak/duty.h"

#include <string.h>

enum { SILENCE_MS = 30 * 1000 }; /* IDLE_BOARD_MS of the player: then it may look */

static const uint64_t BASIS = 0xcbf29ce484222325U; /* FNV-1a */

static uint64_t mix(uint64_t key, int number)
{
    return (key ^ (uint64_t)number) * 0x100000001b3U;
}

/* ---- whose turn it is ------------------------------------------------------------ */

static bool is_his(const struct fibsd_match *match, int seat)
{
    if (match->resigner >= 0) {
        return match->resigner != seat;
    }
    switch (match->phase) {
    case FIBSD_MATCH_TO_ROLL:
    case FIBSD_MATCH_TO_MOVE:
        return match->turn == seat;
    case FIBSD_MATCH_DOUBLED:
        return match->asked == seat;
    case FIBSD_MATCH_BETWEEN:
        return !match->has_joined[seat];
    }
    return false;
}

static uint64_t key_of(const struct fibsd_match *match, const struct fibsd_user *user)
{
    if (match == NULL || !match->is_active || !is_his(match, seat_of(match, user))) {
        return 0;
    }
    uint64_t key = mix(BASIS, (int)match->phase);
    key = mix(key, match->row_count);
    key = mix(key, match->score[0] * 1000 + match->score[1]);
    key = mix(key, match->dice[0] * 8 + match->dice[1]);
    key = mix(key, match->cube);
    key = mix(key, match->resigner);
    return key | 1;
}

void duty_clear(struct duty *duty)
{
    *duty = (struct duty){.match = NULL};
}

int64_t duty_watch(struct duty *duty, const struct fibsd_user *user, int64_t now_ms,
                   int64_t told_ms)
{
    const struct fibsd_match *match = user == NULL ? NULL : user->match;
    uint64_t key = key_of(match, user);
    if (match == duty->match && key == duty->key) {
        return -1;
    }
    bool is_judged = duty->key != 0 && duty->is_judged;
    int64_t took_ms = now_ms > duty->told_ms ? now_ms - duty->told_ms : 0;
    duty->is_judged = match == duty->match && now_ms >= duty->held_up_ms;
    duty->match = match;
    duty->key = key;
    duty->told_ms = told_ms;
    return is_judged ? took_ms : -1;
}

void duty_hold_up(struct duty *duty, int64_t until_ms)
{
    duty->is_judged = false;
    duty->held_up_ms = until_ms;
}

/* ---- boards ---------------------------------------------------------------------- */

void duty_show(struct duty *duty, const char *line, size_t size)
{
    static const char start[] = "board:";
    if (size < sizeof start || memcmp(line, start, sizeof start - 1) != 0) {
        return;
    }
    duty->board = BASIS;
    for (size_t i = 0; i < size && line[i] > ' '; i++) {
        duty->board = mix(duty->board, (unsigned char)line[i]);
    }
}

bool duty_is_needless_board(const struct duty *before, const struct duty *after,
                            int64_t silent_ms)
{
    return before->is_judged && before->match != NULL && silent_ms >= 0 &&
           silent_ms < SILENCE_MS && before->board == after->board;
}
