#include "engine/board/match_state.h"

#include <stddef.h>

enum { CUBE_MAX = 1 << 20 };

struct match_state match_state_money(void)
{
    return (struct match_state){.cube = 1, .owner = CUBE_CENTRED};
}

struct match_state match_state_match(int length, int my_score, int their_score,
                                     bool is_crawford)
{
    return (struct match_state){
        .length = length,
        .my_score = my_score,
        .their_score = their_score,
        .cube = 1,
        .owner = CUBE_CENTRED,
        .is_crawford = is_crawford,
    };
}

struct match_state match_state_swap(const struct match_state *ms)
{
    struct match_state swapped = *ms;
    swapped.my_score = ms->their_score;
    swapped.their_score = ms->my_score;
    if (ms->owner != CUBE_CENTRED) {
        swapped.owner = ms->owner == CUBE_MINE ? CUBE_THEIRS : CUBE_MINE;
    }
    return swapped;
}

static int away(int length, int score)
{
    return score < length ? length - score : 1;
}

int match_state_my_away(const struct match_state *ms)
{
    return away(ms->length, ms->my_score);
}

int match_state_their_away(const struct match_state *ms)
{
    return away(ms->length, ms->their_score);
}

bool match_state_has_one_away(const struct match_state *ms)
{
    return ms->length >= 2 &&
           (match_state_my_away(ms) == 1) != (match_state_their_away(ms) == 1);
}

bool match_state_is_post_crawford(const struct match_state *ms)
{
    return ms->length > 0 && !ms->is_crawford &&
           (match_state_my_away(ms) == 1 || match_state_their_away(ms) == 1);
}

const char *match_state_double_fault(const struct match_state *ms)
{
    return ms->is_crawford            ? "a double in the Crawford game"
           : ms->owner == CUBE_THEIRS ? "a double, but the other side has the cube"
                                      : NULL;
}

bool match_state_may_double(const struct match_state *ms)
{
    return match_state_double_fault(ms) == NULL &&
           (ms->length == 0 || ms->cube < match_state_my_away(ms));
}

const char *match_state_fault(const struct match_state *ms)
{
    if (ms->length < 0 || ms->length > MATCH_LENGTH_MAX) {
        return "the match length is not in 0..99";
    }
    if (ms->my_score < 0 || ms->their_score < 0) {
        return "a score is negative";
    }
    if (ms->length > 0 &&
        (ms->my_score >= ms->length || ms->their_score >= ms->length)) {
        return "a score has reached the match length";
    }
    if (ms->cube < 1 || ms->cube > CUBE_MAX || (ms->cube & (ms->cube - 1)) != 0) {
        return "the cube is not a power of two in 1..2^20";
    }
    if (ms->is_crawford && !match_state_has_one_away(ms)) {
        return "a Crawford game needs exactly one side one point away";
    }
    return NULL;
}
