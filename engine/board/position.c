#include "engine/board/position.h"

#include <string.h>

#include "engine/board/side_bits.h"

void position_start(struct position *pos)
{
    memset(pos, 0, sizeof *pos);
    pos->mine.at[24] = 2;
    pos->mine.at[13] = 5;
    pos->mine.at[8] = 3;
    pos->mine.at[6] = 5;
    pos->theirs = pos->mine;
}

struct position position_swap(const struct position *pos)
{
    struct position swapped;
    swapped.mine = pos->theirs;
    swapped.theirs = pos->mine;
    return swapped;
}

bool position_equal(const struct position *a, const struct position *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* Multiply-xorshift over the eight 64-bit words, one after the other, then a final mix. */
uint64_t position_hash(const struct position *pos)
{
    uint64_t words[8];
    memcpy(words, pos, sizeof words);
    uint64_t hash = 0x9e3779b97f4a7c15U;
    for (int i = 0; i < 8; i++) {
        hash = (hash ^ words[i]) * 0xff51afd7ed558ccdU;
        hash ^= hash >> 32;
    }
    hash *= 0xc4ceb9fe1a85ec53U;
    return hash ^ (hash >> 29);
}

static int checkers_counted(const struct side *side)
{
    int sum = 0;
    for (int p = POINT_OFF; p <= POINT_BAR; p++) {
        sum += side->at[p];
    }
    return sum;
}

bool position_bear_off_rest(struct side *side)
{
    side->at[POINT_OFF] = 0;
    int rest = CHECKERS - checkers_counted(side);
    side->at[POINT_OFF] = (uint8_t)(rest > 0 ? rest : 0);
    return rest >= 0;
}

static bool holds_all_home_points(const struct side *side)
{
    for (int p = 1; p <= 6; p++) {
        if (side->at[p] < 2) {
            return false;
        }
    }
    return true;
}

const char *position_fault(const struct position *pos)
{
    const struct side *mine = &pos->mine;
    const struct side *theirs = &pos->theirs;
    if (checkers_counted(mine) != CHECKERS) {
        return "the player on roll does not have 15 checkers";
    }
    if (checkers_counted(theirs) != CHECKERS) {
        return "the opponent does not have 15 checkers";
    }
    for (int p = 1; p <= 24; p++) {
        if (mine->at[p] > 0 && theirs->at[25 - p] > 0) {
            return "a point is held by both sides";
        }
    }
    if (mine->at[POINT_OFF] == CHECKERS && theirs->at[POINT_OFF] == CHECKERS) {
        return "both sides have borne off all checkers";
    }
    if (mine->at[POINT_BAR] > 0 && theirs->at[POINT_BAR] > 0 &&
        holds_all_home_points(mine) && holds_all_home_points(theirs)) {
        return "both sides are closed out on the bar";
    }
    return NULL;
}

int position_pip_count(const struct side *side)
{
    int pips = 0;
    for (int p = 1; p <= POINT_BAR; p++) {
        pips += p * side->at[p];
    }
    return pips;
}

int position_rearmost_checker(const struct side *side)
{
    uint32_t held = side_points_with(side, 1);
    return held != 0 ? 31 - __builtin_clz(held) : POINT_OFF;
}

bool position_has_contact(const struct position *pos)
{
    return position_is_contact(pos);
}

/* Returns 1, 2 or 3: what `loser` loses when the other side has borne off
 * everything. */
static int games_lost(const struct side *loser)
{
    if (loser->at[POINT_OFF] > 0) {
        return 1;
    }
    return position_rearmost_checker(loser) >= 19 ? 3 : 2;
}

int position_game_result(const struct position *pos)
{
    if (pos->mine.at[POINT_OFF] == CHECKERS) {
        return games_lost(&pos->theirs);
    }
    if (pos->theirs.at[POINT_OFF] == CHECKERS) {
        return -games_lost(&pos->mine);
    }
    return 0;
}
