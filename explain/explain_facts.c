#include "explain/explain_facts.h"

#include <stdlib.h>

#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/board/side_bits.h"

enum { ON_BOARD = 0x1fffffe, HOME = 0x7e, KNOWN = 4096 };

struct known_shots {
    struct position pos;
    int shots; /* one more; 0: the place is free */
};

struct explain_scratch {
    struct play_list plays, replies;
    struct known_shots known[KNOWN]; /* many plays lead to one position */
};

struct explain_scratch *explain_scratch_new(void)
{
    struct explain_scratch *scratch =
        aligned_alloc(alignof(struct explain_scratch), sizeof *scratch);
    for (int i = 0; scratch != NULL && i < KNOWN; i++) {
        scratch->known[i].shots = 0;
    }
    return scratch;
}

void explain_scratch_free(struct explain_scratch *scratch)
{
    free(scratch);
}

/* ---- shots ----------------------------------------------------------------------- */

/* The points of the other side with one checker, in the numbering of `mine`. */
static uint32_t blots_of(const struct side *theirs)
{
    uint32_t blots = 0;
    for (int p = 1; p <= 24; p++) {
        blots |= (uint32_t)(theirs->at[p] == 1) << (25 - p);
    }
    return blots;
}

/* Whether a checker is as far from a blot as some of the dice move: the plays of other
 * rolls need not be looked at. */
static bool may_hit(const struct position *pos, struct roll roll)
{
    uint32_t own = side_points_with(&pos->mine, 1) & ~1U;
    uint32_t blots = blots_of(&pos->theirs);
    int high = roll.high, low = roll.low;
    uint32_t reached = own >> high | own >> low | own >> (high + low);
    if (high == low) {
        reached |= own >> 3 * high | own >> 4 * high;
    }
    return (reached & blots) != 0;
}

static bool is_hit(const struct position *before, const struct position *after)
{
    return after->theirs.at[POINT_BAR] > before->theirs.at[POINT_BAR];
}

/* Returns the blots (bits of mine's points) that one of the plays of a roll hits. */
static uint32_t blots_hit(struct play_list *list, const struct position *pos,
                          struct roll roll)
{
    uint32_t hit = 0;
    if (may_hit(pos, roll)) {
        const uint32_t blots = blots_of(&pos->theirs);
        movegen_plays(pos, roll, list);
        for (int i = 0; i < list->count; i++) {
            if (is_hit(pos, &list->after[i])) {
                hit |= blots & ~blots_of(&list->after[i].theirs);
            }
        }
    }
    return hit;
}

/* Returns the shots, and adds the blots that they hit. */
static int count_shots(struct play_list *list, const struct position *pos,
                       uint32_t *blots)
{
    int ways = 0;
    for (int r = 0; r < ROLLS; r++) {
        uint32_t hit = blots_hit(list, pos, roll_all[r].roll);
        ways += hit != 0 ? roll_all[r].ways : 0;
        *blots |= hit;
    }
    return ways;
}

static int shots_of(struct explain_scratch *scratch, const struct position *on_roll)
{
    struct known_shots *known = &scratch->known[position_hash(on_roll) % KNOWN];
    if (known->shots == 0 || !position_equal(&known->pos, on_roll)) {
        uint32_t blots = 0;
        known->shots = 1 + count_shots(&scratch->replies, on_roll, &blots);
        known->pos = *on_roll;
    }
    return known->shots - 1;
}

/* Returns the fewest shots back after a play of the list that hits, -1 if none hits. */
static int fewest_returns(struct explain_scratch *scratch, const struct position *pos)
{
    int fewest = -1;
    for (int i = 0; i < scratch->plays.count && fewest != 0; i++) {
        const struct position *after = &scratch->plays.after[i];
        if (is_hit(pos, after)) {
            struct position mover = position_swap(after);
            int shots =
                position_game_result(&mover) != 0 ? 0 : shots_of(scratch, &mover);
            fewest = fewest < 0 || shots < fewest ? shots : fewest;
        }
    }
    return fewest;
}

double explain_return_shots(struct explain_scratch *scratch,
                            const struct position *after)
{
    const struct position pos = position_swap(after);
    int ways = 0, sum = 0;
    if (position_game_result(&pos) != 0) {
        return 0.0;
    }
    for (int r = 0; r < ROLLS; r++) {
        if (may_hit(&pos, roll_all[r].roll)) {
            movegen_plays(&pos, roll_all[r].roll, &scratch->plays);
            int fewest = fewest_returns(scratch, &pos);
            ways += fewest >= 0 ? roll_all[r].ways : 0;
            sum += fewest >= 0 ? roll_all[r].ways * fewest : 0;
        }
    }
    return ways > 0 ? (double)sum / ways : 0.0;
}

static int count_dances(const struct position *pos)
{
    int ways = 0;
    for (int r = 0; r < ROLLS; r++) {
        ways += movegen_has_play(pos, roll_all[r].roll) ? 0 : roll_all[r].ways;
    }
    return ways;
}

/* ---- points ---------------------------------------------------------------------- */

/* The longest run of points with checkers of theirs behind it, and its lowest point. */
static int longest_prime(uint32_t held, const struct side *theirs, int *lowest)
{
    int rearmost = position_rearmost_checker(theirs);
    int longest = 0;
    for (int low = 25 - rearmost + 1; low <= 23; low++) {
        int length = 0;
        while (low + length <= 24 && (held >> (low + length) & 1U) != 0) {
            length++;
        }
        if (length >= 2 && length > longest) {
            longest = length;
            *lowest = low;
        }
    }
    return longest;
}

/* Pips of the checkers that neither the prime nor an anchor needs. */
static int pips_to_wait(const struct position *pos)
{
    uint32_t held = side_points_with(&pos->mine, 2) & ON_BOARD;
    int low = 0, pips = 0;
    int length = longest_prime(held, &pos->theirs, &low);
    for (int p = 1; p <= POINT_BAR; p++) {
        bool is_needed = (p >= low && p < low + length) ||
                         (p >= 18 && p <= 24 && (held >> p & 1U) != 0);
        int spare = pos->mine.at[p] - (is_needed ? 2 : 0);
        pips += spare * (p - 1);
    }
    return pips;
}

/* ---- faces ----------------------------------------------------------------------- */

/* Whether a spare checker covers a blot of theirs on 4 to 7 with this face. */
static bool makes_point(const struct position *pos, int face)
{
    bool is_made = false;
    for (int to = 4; to <= 7; to++) {
        int from = pos->mine.at[to + face];
        is_made = is_made || (pos->mine.at[to] == 1 && (from == 1 || from > 2));
    }
    return is_made;
}

static void count_faces(const struct position *pos, struct explain_facts *facts)
{
    uint32_t own = side_points_with(&pos->mine, 1) & ~1U;
    bool is_on_bar = pos->mine.at[POINT_BAR] > 0;
    uint32_t blots = blots_of(&pos->theirs);
    if (is_on_bar) {
        own = 1U << POINT_BAR;
    }
    for (int face = 1; face <= 6; face++) {
        bool is_made = !is_on_bar && makes_point(pos, face);
        facts->hit_faces |= (uint8_t)(((own >> face & blots) != 0) << face);
        facts->point_faces |= (uint8_t)(is_made << face);
    }
}

/* ---- all ------------------------------------------------------------------------- */

/* Quarters of the board from a point to off: 0 when off. */
static int quarters(int point)
{
    return (point + 5) / 6;
}

static int crossings(const struct side *side)
{
    int sum = 0;
    for (int p = 1; p <= POINT_BAR; p++) {
        sum += side->at[p] * quarters(p);
    }
    return sum;
}

static bool are_open(const struct side *theirs)
{
    return theirs->at[POINT_BAR] > 0 || blots_of(theirs) != 0;
}

static void count_points(const struct position *before, const struct position *after,
                         struct explain_facts *facts)
{
    facts->held = side_points_with(&after->mine, 2) & ON_BOARD;
    facts->prime_length = longest_prime(facts->held, &after->theirs, &facts->prime_low);
    facts->home_points = __builtin_popcount(facts->held & HOME);
    facts->pips = position_pip_count(&after->mine);
    facts->their_pips = position_pip_count(&after->theirs);
    facts->hits = after->theirs.at[POINT_BAR] - before->theirs.at[POINT_BAR];
    facts->pips_hit = facts->their_pips - position_pip_count(&before->theirs);
    facts->has_contact = position_has_contact(after);
    facts->are_theirs_open = are_open(&after->theirs);
    facts->off = after->mine.at[POINT_OFF] - before->mine.at[POINT_OFF];
    facts->crossovers = crossings(&before->mine) - crossings(&after->mine);
    facts->wait = pips_to_wait(after);
}

void explain_facts_count(struct explain_scratch *scratch, const struct position *before,
                         const struct position *after, struct explain_facts *facts)
{
    const struct position pos = position_swap(after);
    uint32_t blots = 0;
    *facts = (struct explain_facts){.shots = 0};
    count_points(before, after, facts);
    if (position_game_result(after) == 0) {
        facts->shots = count_shots(&scratch->replies, &pos, &blots);
        facts->blots = __builtin_popcount(blots);
        facts->dances = count_dances(&pos);
        count_faces(&pos, facts);
    }
}
