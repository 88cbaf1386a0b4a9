#include "lab/selfplay/start_positions.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/movegen.h"
#include "engine/board/position.h"

/* ---- shares ---- */

static const char *const names[START_KINDS] = {
    [START_OPENING] = "opening",
    [START_ODD] = "odd",
    [START_STRAY] = "stray",
    [START_BACK_GAME] = "back-game",
    [START_CHECKERS_BACK] = "men-back",
    [START_CONTAINMENT] = "containment",
    [START_BEARING_OFF] = "bearing-off",
    [START_LONG_RACE] = "long-race",
    [START_RACE] = "race",
};

const char *start_positions_kind_name(enum start_positions_kind kind)
{
    return names[kind];
}

bool start_positions_share_set(struct start_positions_shares *shares, const char *name,
                               double share)
{
    int k = START_OPENING + 1;
    while (k < START_KINDS && strcmp(name, names[k]) != 0) {
        k++;
    }
    if (k == START_KINDS || !(share >= 0)) {
        return false;
    }
    shares->share[k] = share;
    return true;
}

bool start_positions_shares_fit(const struct start_positions_shares *shares)
{
    double sum = 0;
    for (int k = START_OPENING + 1; k < START_KINDS; k++) {
        sum += shares->share[k];
    }
    return sum <= 1.0 + 1e-9;
}

/* Reads "KIND:SHARE". */
static bool read_share(char *word, struct start_positions_shares *shares)
{
    char *number = strchr(word, ':');
    char *end = number;
    if (number == NULL) {
        return false;
    }
    *number++ = '\0';
    double share = strtod(number, &end);
    return end != number && *end == '\0' &&
           start_positions_share_set(shares, word, share);
}

bool start_positions_shares_read(const char *text,
                                 struct start_positions_shares *shares,
                                 struct error *err)
{
    char copy[256];
    char *rest = NULL;
    bool is_good = snprintf(copy, sizeof copy, "%s", text) < (int)sizeof copy;
    *shares = (struct start_positions_shares){.share = {0}};
    for (char *word = strtok_r(copy, ",", &rest); is_good && word != NULL;
         word = strtok_r(NULL, ",", &rest)) {
        is_good = read_share(word, shares);
    }
    return (is_good && start_positions_shares_fit(shares)) ||
           error_set(err,
                     "\"%s\": expected KIND:SHARE,... with shares of 1 in all at most",
                     text);
}

enum start_positions_kind
start_positions_draw(const struct start_positions_shares *shares, struct rng *rng)
{
    double at = rng_unit(rng);
    for (int k = START_OPENING + 1; k < START_KINDS; k++) {
        if (at < shares->share[k]) {
            return (enum start_positions_kind)k;
        }
        at -= shares->share[k];
    }
    return START_OPENING;
}

struct roll start_positions_roll(enum start_positions_kind kind, struct rng *rng)
{
    return kind == START_OPENING ? rng_opening_roll(rng) : rng_roll(rng);
}

/* ---- random positions ---- */

/* Adds `count` checkers on random points low..high (25 is the bar), even on points of
 * the other side: the whole position is checked at the end. */
static void place_checkers(struct side *side, int count, int low, int high,
                           struct rng *rng)
{
    for (int i = 0; i < count; i++) {
        side->at[low + (int)rng_below(rng, (uint32_t)(high - low + 1))]++;
    }
}

/* A random side: some checkers borne off, some in the other home board or on the bar,
 * the rest on points 1..farthest. */
struct spread {
    int off_most;
    int back_least, back_most;
    int farthest;
};

static const struct spread checkers_back = {
    .back_least = 2, .back_most = 6, .farthest = 13};
static const struct spread scattered = {.farthest = 24};
static const struct spread bearing_off = {.off_most = 11, .farthest = 6};
static const struct spread coming_home = {.farthest = 12};
/* holds points for a shot */
static const struct spread holding = {.back_least = 1, .back_most = 4, .farthest = 8};

static int draw_count(int least, int most, struct rng *rng)
{
    return least < most ? least + (int)rng_below(rng, (uint32_t)(most - least + 1))
                        : least;
}

static void spread_out(struct side *side, const struct spread *spread, struct rng *rng)
{
    int off = draw_count(0, spread->off_most, rng);
    int back = draw_count(spread->back_least, spread->back_most, rng);
    side->at[POINT_OFF] = (uint8_t)off;
    place_checkers(side, back, 19, POINT_BAR, rng);
    place_checkers(side, CHECKERS - off - back, 1, spread->farthest, rng);
}

/* Pairs of sides that make an odd position, equally likely. */
static const struct {
    const struct spread *mine, *theirs;
} kinds[] = {
    {&checkers_back, &checkers_back}, {&checkers_back, &coming_home},
    {&checkers_back, &coming_home},   {&scattered, &scattered},
    {&scattered, &checkers_back},     {&bearing_off, &holding},
    {&bearing_off, &holding},         {&coming_home, &holding},
    {&coming_home, &coming_home},
};

/* Gathers a side's checkers on points; random single ones would all be blots. */
static void gather(struct side *side, struct rng *rng)
{
    for (int p = 1; p <= 24; p++) {
        int other = 1 + (int)rng_below(rng, 24);
        bool is_near = other / 7 == p / 7;
        if (side->at[p] == 1 && side->at[other] > 0 && is_near && other != p) {
            side->at[p]--;
            side->at[other]++;
        }
    }
}

static void make_odd(struct rng *rng, struct position *pos)
{
    uint32_t kind = rng_below(rng, sizeof kinds / sizeof kinds[0]);
    spread_out(&pos->mine, kinds[kind].mine, rng);
    spread_out(&pos->theirs, kinds[kind].theirs, rng);
    gather(&pos->mine, rng);
    gather(&pos->theirs, rng);
}

static void make_bearing_off(struct rng *rng, struct position *pos)
{
    spread_out(&pos->mine, &bearing_off, rng);
    spread_out(&pos->theirs, &holding, rng);
    gather(&pos->theirs, rng);
}

/* Makes four to six points in a row that begin at 1..4, with spare checkers in play or
 * off, and one or two opposing checkers behind them. */
static void make_containment(struct rng *rng, struct position *pos)
{
    int points = 4 + (int)rng_below(rng, 3);
    int lowest = 1 + (int)rng_below(rng, 4);
    int left = CHECKERS - 2 * points;
    int off = rng_below(rng, 2) == 0 ? (int)rng_below(rng, (uint32_t)left + 1) : 0;
    for (int p = lowest; p < lowest + points; p++) {
        pos->mine.at[p] = 2;
    }
    pos->mine.at[POINT_OFF] = (uint8_t)off;
    place_checkers(&pos->mine, left - off, 1, rng_below(rng, 3) == 0 ? 14 : 8, rng);
    int held = rng_below(rng, 4) == 0 ? 2 : 1;
    int their_off = rng_below(rng, 2) == 0 ? (int)rng_below(rng, 12) : 0;
    for (int i = 0; i < held; i++) {
        int deepest = rng_below(rng, 2) == 0 ? POINT_BAR : POINT_BAR - lowest + 1;
        place_checkers(&pos->theirs, 1, deepest, POINT_BAR, rng);
    }
    pos->theirs.at[POINT_OFF] = (uint8_t)their_off;
    place_checkers(&pos->theirs, CHECKERS - held - their_off, 1,
                   rng_below(rng, 2) == 0 ? 6 : 10, rng);
    gather(&pos->theirs, rng);
}

/* Places one side's checkers on points 1..farthest, home points three times as often as
 * others. */
static void place_runners(struct side *side, int farthest, struct rng *rng)
{
    int off = rng_below(rng, 2) == 0 ? (int)rng_below(rng, CHECKERS) : 0;
    side->at[POINT_OFF] = (uint8_t)off;
    for (int i = off; i < CHECKERS; i++) {
        bool is_home = rng_below(rng, 4) != 0;
        place_checkers(side, 1, 1, is_home && farthest > 6 ? 6 : farthest, rng);
    }
}

static void make_race(struct rng *rng, struct position *pos)
{
    int farthest = 3 + (int)rng_below(rng, 19);
    place_runners(&pos->mine, farthest, rng);
    place_runners(&pos->theirs, 24 - farthest, rng);
}

static void make_long_race(struct rng *rng, struct position *pos)
{
    int farthest = 9 + (int)rng_below(rng, 7);
    place_checkers(&pos->mine, CHECKERS, 1, farthest, rng);
    place_checkers(&pos->theirs, CHECKERS, 1, 24 - farthest, rng);
    gather(&pos->mine, rng);
    gather(&pos->theirs, rng);
}

/* ---- from a base ---- */

static void make_stray(struct rng *rng, struct position *pos)
{
    for (int plies = 1 + (int)rng_below(rng, 4); plies > 0; plies--) {
        struct play_list list;
        movegen_plays(pos, rng_roll(rng), &list);
        struct position after = list.after[rng_below(rng, (uint32_t)list.count)];
        if (position_game_result(&after) != 0) {
            return;
        }
        *pos = position_swap(&after);
    }
}

/* Removes the foremost checker that is not borne off. */
static void lift_foremost(struct side *side)
{
    int p = 1;
    while (side->at[p] == 0) {
        p++;
    }
    side->at[p]--;
}

/* Moves mine's foremost checker back to point p if the other side has none there. */
static void send_back(struct position *pos, int p)
{
    if (p == POINT_BAR || pos->theirs.at[25 - p] == 0) {
        lift_foremost(&pos->mine);
        pos->mine.at[p]++;
    }
}

static void make_back_game(struct rng *rng, struct position *pos)
{
    for (int points = 0; points < 2; points++) {
        int p = 19 + (int)rng_below(rng, 6);
        for (int checkers = 2 + (int)rng_below(rng, 2); pos->mine.at[p] < checkers;) {
            int before = pos->mine.at[p];
            send_back(pos, p);
            if (pos->mine.at[p] == before) {
                break;
            }
        }
    }
}

static void make_checkers_back(struct rng *rng, struct position *pos)
{
    for (int checkers = 1 + (int)rng_below(rng, 4); checkers > 0; checkers--) {
        send_back(pos, 19 + (int)rng_below(rng, 7));
    }
}

static const struct {
    bool has_base;
    void (*make)(struct rng *rng, struct position *pos);
} makers[START_KINDS] = {
    [START_ODD] = {false, make_odd},
    [START_STRAY] = {true, make_stray},
    [START_BACK_GAME] = {true, make_back_game},
    [START_CHECKERS_BACK] = {true, make_checkers_back},
    [START_CONTAINMENT] = {false, make_containment},
    [START_BEARING_OFF] = {false, make_bearing_off},
    [START_LONG_RACE] = {false, make_long_race},
    [START_RACE] = {false, make_race},
};

bool start_positions_has_base(enum start_positions_kind kind)
{
    return makers[kind].has_base;
}

void start_positions_make(enum start_positions_kind kind, const struct position *base,
                          struct rng *rng, struct position *pos)
{
    if (kind == START_OPENING) {
        position_start(pos);
        return;
    }
    do {
        memset(pos, 0, sizeof *pos);
        if (makers[kind].has_base) {
            *pos = *base;
        }
        makers[kind].make(rng, pos);
    } while (position_fault(pos) != NULL || position_game_result(pos) != 0);
    if (kind != START_STRAY && rng_below(rng, 2) == 0) {
        *pos = position_swap(pos);
    }
}
