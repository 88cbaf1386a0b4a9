/*
 * The generator works on bit masks: bit p of a mask stands for the mover's point p.
 *
 * Different dice: every pair of hops, the higher die first; then the lower one first,
 * but only where the higher could not have been played before it, since the same two
 * hops in the other order lead to the same position. The few repeats left are found by
 * an additive key of what changed and confirmed on the boards. Doubles: sources in
 * descending order. That reaches every position exactly once: sorting the hops of any
 * legal sequence by source keeps it legal (the bar comes first, checkers outside come
 * home before any is borne off), and different sorted sequences end in different
 * positions; so nothing has to be compared.
 */
#include "engine/board/movegen.h"

#include "engine/board/position.h"
#include "engine/board/side_bits.h"

enum { HOME_BITS = 0x7e, BAR_BIT = 1 << POINT_BAR };

/* State of the generator for one roll, besides the current position. */
struct generator {
    uint32_t blocked; /* points that theirs holds with two or more checkers; a play does
                       * not change them */
    struct play_list *list;
    uint64_t seen; /* bit k: the list holds a key whose top bits are k */
};

#define MIX(x)   (((x) ^ ((x) >> 31)) * 0xbf58476d1ce4e5b9U)
#define KEY(p)   MIX(((uint64_t)(p) + 1) * 0x9e3779b97f4a7c15U)
#define KEY4(p)  KEY(p), KEY((p) + 1), KEY((p) + 2), KEY((p) + 3)
#define KEY16(p) KEY4(p), KEY4((p) + 4), KEY4((p) + 8), KEY4((p) + 12)

/* Random words: row 0 for own checkers on a point, row 1 for a blot hit there. */
static const uint64_t keys[2][SIDE_SLOTS] = {
    {KEY16(0), KEY16(16)},
    {KEY16(32), KEY16(48)},
};

static int highest_bit(uint32_t bits)
{
    return 31 - __builtin_clz(bits);
}

static uint32_t points_blocked(const struct side *theirs)
{
    uint32_t blocked = 0;
    uint32_t made = side_points_with(theirs, 2) & 0x1fffffe;
    for (; made != 0; made &= made - 1) {
        blocked |= 1U << (25 - __builtin_ctz(made));
    }
    return blocked;
}

/* The points from which `mine` may play `die` now. */
static uint32_t sources(const struct generator *gen, const struct position *pos,
                        int die)
{
    uint32_t held = side_points_with(&pos->mine, 1) & ~1U;
    if (held & BAR_BIT) {
        held = BAR_BIT;
    }
    uint32_t beyond_die = ~0U << (die + 1);
    uint32_t legal = held & beyond_die & ~(gen->blocked << die);
    if (held != 0 && (held & ~(uint32_t)HOME_BITS) == 0) {
        int rearmost = highest_bit(held);
        legal |= rearmost < die ? 1U << rearmost : held & 1U << die;
    }
    return legal;
}

bool movegen_has_play(const struct position *pos, struct roll roll)
{
    const struct generator gen = {.blocked = points_blocked(&pos->theirs)};
    return (sources(&gen, pos, roll.high) | sources(&gen, pos, roll.low)) != 0;
}

static struct checker_move hop(int from, int die)
{
    return (struct checker_move){(uint8_t)from, (uint8_t)(from > die ? from - die : 0)};
}

static bool is_hit(const struct position *pos, struct checker_move move)
{
    return move.to != POINT_OFF && pos->theirs.at[25 - move.to] > 0;
}

/* `after` is `pos` after a move; returns whether it hit. */
static inline bool move_checker(const struct position *pos, struct checker_move move,
                                struct position *after)
{
    bool hit = is_hit(pos, move);
    after->mine = side_after_hop(&pos->mine, move.from, move.to);
    after->theirs =
        hit ? side_after_hop(&pos->theirs, 25 - move.to, POINT_BAR) : pos->theirs;
    return hit;
}

bool movegen_apply(struct position *pos, struct checker_move move)
{
    struct position before = *pos;
    return move_checker(&before, move, pos);
}

struct position movegen_after(const struct position *pos, const struct play *play)
{
    struct position after = *pos;
    for (int i = 0; i < play->count; i++) {
        (void)movegen_apply(&after, play->moves[i]);
    }
    return after;
}

/* A play's key is the sum of its hops' keys, so it does not depend on their order. */
static uint64_t hop_key(struct checker_move move, bool hit)
{
    uint64_t key = keys[0][move.to] - keys[0][move.from];
    return hit ? key + keys[1][move.to] : key;
}

static bool list_holds(const struct play_list *list, uint64_t key,
                       const struct position *before, struct checker_move last)
{
    for (int i = 0; i < list->count; i++) {
        if (list->keys[i] == key) {
            struct position after = *before;
            (void)movegen_apply(&after, last);
            if (position_equal(&list->after[i], &after)) {
                return true;
            }
        }
    }
    return false;
}

/* A free entry of the list; the last one is used again when the list is full. */
static int list_next(struct play_list *list)
{
    return list->count < PLAY_LIST_MAX ? list->count++ : PLAY_LIST_MAX - 1;
}

/* Adds `first` and then `second`, whose hop does not come from a point in `skipped`. */
static void add_two_hops(struct generator *gen, const struct position *pos, int first,
                         int second, uint32_t skipped)
{
    struct play_list *list = gen->list;
    for (uint32_t from = sources(gen, pos, first); from != 0;) {
        struct checker_move one = hop(highest_bit(from), first);
        from ^= 1U << one.from;
        struct position between;
        uint64_t key_one = hop_key(one, move_checker(pos, one, &between));
        uint32_t then = sources(gen, &between, second) & ~skipped;
        while (then != 0) {
            struct checker_move two = hop(highest_bit(then), second);
            then ^= 1U << two.from;
            uint64_t key = key_one + hop_key(two, is_hit(&between, two));
            uint64_t seen = 1ULL << (key >> 58);
            if ((gen->seen & seen) != 0 && list_holds(list, key, &between, two)) {
                continue;
            }
            gen->seen |= seen;
            int i = list_next(list);
            list->plays[i] = (struct play){{one, two}, 2};
            list->keys[i] = key;
            (void)move_checker(&between, two, &list->after[i]);
        }
    }
}

static void add_one_hop(const struct generator *gen, const struct position *pos,
                        int die)
{
    struct play_list *list = gen->list;
    for (uint32_t from = sources(gen, pos, die); from != 0;) {
        struct checker_move one = hop(highest_bit(from), die);
        from ^= 1U << one.from;
        int i = list_next(list);
        list->plays[i] = (struct play){{one}, 1};
        (void)move_checker(pos, one, &list->after[i]);
    }
}

/* Adds the fourth checker moves, each of which ends a play. */
static void add_last_hops(const struct generator *gen, const struct position *pos,
                          int die, struct play *play, uint32_t from)
{
    struct play_list *list = gen->list;
    play->count = CHECKER_MOVES_MAX;
    while (from != 0) {
        struct checker_move move = hop(highest_bit(from), die);
        from ^= 1U << move.from;
        int i = list_next(list);
        list->plays[i] = *play;
        list->plays[i].moves[CHECKER_MOVES_MAX - 1] = move;
        (void)move_checker(pos, move, &list->after[i]);
    }
    play->count = CHECKER_MOVES_MAX - 1;
}

/* Returns whether a play of `count` moves that cannot be continued is as long as the
 * longest so far; drops the shorter plays when it is longer. */
static bool is_longest(const struct generator *gen, int count, int *longest)
{
    if (count > *longest) {
        *longest = count;
        gen->list->count = 0;
    }
    return count == *longest;
}

static void add_doubles(const struct generator *gen, const struct position *pos,
                        int die, struct play *play, uint32_t allowed, int *longest)
{
    uint32_t from = sources(gen, pos, die) & allowed;
    if (from == 0) {
        if (is_longest(gen, play->count, longest)) {
            int i = list_next(gen->list);
            gen->list->plays[i] = *play;
            gen->list->after[i] = *pos;
        }
        return;
    }
    if (play->count == CHECKER_MOVES_MAX - 1) {
        (void)is_longest(gen, CHECKER_MOVES_MAX, longest);
        add_last_hops(gen, pos, die, play, from);
        return;
    }
    while (from != 0) {
        struct checker_move move = hop(highest_bit(from), die);
        from ^= 1U << move.from;
        struct position next;
        (void)move_checker(pos, move, &next);
        play->moves[play->count++] = move;
        add_doubles(gen, &next, die, play, (2U << move.from) - 1, longest);
        play->moves[--play->count] = (struct checker_move){0, 0};
    }
}

static void add_dance(const struct position *pos, struct play_list *list)
{
    list->plays[0] = (struct play){.count = 0};
    list->after[0] = *pos;
    list->count = 1;
}

void movegen_plays(const struct position *pos, struct roll roll, struct play_list *list)
{
    struct generator gen = {points_blocked(&pos->theirs), list, 0};
    list->count = 0;
    if (roll.high == roll.low) {
        struct play play = {.count = 0};
        int longest = 0;
        add_doubles(&gen, pos, roll.high, &play, ~0U, &longest);
        return; /* a dance has been added as a play without moves */
    }
    add_two_hops(&gen, pos, roll.high, roll.low, 0);
    add_two_hops(&gen, pos, roll.low, roll.high, sources(&gen, pos, roll.high));
    if (list->count == 0) {
        add_one_hop(&gen, pos, roll.high);
    }
    if (list->count == 0) {
        add_one_hop(&gen, pos, roll.low);
    }
    if (list->count == 0) {
        add_dance(pos, list);
    }
}

uint64_t movegen_perft(const struct position *pos, int depth, bool weighted,
                       struct play_list *lists)
{
    uint64_t total = 0;
    for (int r = 0; r < ROLLS; r++) {
        movegen_plays(pos, roll_all[r].roll, lists);
        uint64_t below = 0;
        for (int i = 0; i < lists->count && depth > 1; i++) {
            struct position next = position_swap(&lists->after[i]);
            if (next.theirs.at[POINT_OFF] < CHECKERS) {
                below += movegen_perft(&next, depth - 1, weighted, lists + 1);
            }
        }
        total += (depth > 1 ? below : (uint64_t)lists->count) *
                 (weighted ? roll_all[r].ways : 1U);
    }
    return total;
}
