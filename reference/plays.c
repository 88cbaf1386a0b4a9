/* Plays by trying everything: level by level, each die from each point. */
#include "reference/rules.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 8192 }; /* a power of two, twice REFERENCE_MAX_PLAYS */

/* A set of plays that remembers which boards it has. Slots of an older stamp are free,
 * so that emptying the set costs nothing. */
struct play_set {
    struct reference_plays list;
    unsigned stamp;
    struct {
        unsigned stamp;
        int index;
    } slots[SLOTS];
};

struct reference_generator {
    struct play_set sets[3];
};

struct reference_generator *reference_generator_new(void)
{
    return calloc(1, sizeof(struct reference_generator));
}

void reference_generator_free(struct reference_generator *generator)
{
    free(generator);
}

static void set_clear(struct play_set *set)
{
    set->list.count = 0;
    set->list.most = 0;
    set->stamp++;
}

static unsigned board_hash(const struct reference_board *board)
{
    unsigned char bytes[sizeof *board];
    memcpy(bytes, board, sizeof bytes);
    uint32_t hash = 2166136261U; /* FNV-1a */
    for (size_t i = 0; i < sizeof bytes; i++) {
        hash = (hash ^ bytes[i]) * 16777619U;
    }
    return hash ^ (hash >> 15);
}

static void set_add(struct play_set *set, const struct reference_play *play)
{
    unsigned slot = board_hash(&play->after) & (SLOTS - 1);
    while (set->slots[slot].stamp == set->stamp) {
        const struct reference_play *known = &set->list.plays[set->slots[slot].index];
        if (memcmp(&known->after, &play->after, sizeof play->after) == 0) {
            return;
        }
        slot = (slot + 1) & (SLOTS - 1);
    }
    if (set->list.count == REFERENCE_MAX_PLAYS) {
        abort(); /* 15 checkers and 4 dice make 3,060 at the most */
    }
    set->slots[slot].stamp = set->stamp;
    set->slots[slot].index = set->list.count;
    set->list.plays[set->list.count++] = *play;
}

static bool all_home(const struct reference_board *board, int colour)
{
    for (int p = 0; p <= 25; p++) {
        int distance = colour == REFERENCE_O ? p : 25 - p;
        if (distance > 6 && board->point[p] * colour > 0) {
            return false;
        }
    }
    return true;
}

static bool has_checker_behind(const struct reference_board *board, int colour,
                               int from)
{
    for (int p = from + colour; p >= 0 && p <= 25; p += colour) {
        if (board->point[p] * colour > 0) {
            return true;
        }
    }
    return false;
}

/* Whether a checker may go from `from` by `die`, and where to. */
static bool can_hop(const struct reference_board *board, int colour, int from, int die,
                    int *to)
{
    int bar = reference_bar(colour);
    if (board->point[from] * colour <= 0 ||
        (from != bar && board->point[bar] * colour > 0)) {
        return false;
    }
    int target = from - colour * die;
    if (target >= 1 && target <= 24) {
        *to = target;
        return board->point[target] * colour >= -1;
    }
    *to = reference_home(colour);
    return all_home(board, colour) &&
           (target == *to || !has_checker_behind(board, colour, from));
}

static void hop(struct reference_board *board, int colour, int from, int to)
{
    board->point[from] = (signed char)(board->point[from] - colour);
    if (to == reference_home(colour)) {
        signed char *off = colour == REFERENCE_O ? &board->off_o : &board->off_x;
        (*off)++;
        return;
    }
    if (board->point[to] == -colour) {
        int bar = reference_bar(-colour);
        board->point[to] = 0;
        board->point[bar] = (signed char)(board->point[bar] - colour);
    }
    board->point[to] = (signed char)(board->point[to] + colour);
}

/* All ways to play `die` once more after each play of `from`. */
static void extend(const struct play_set *from, struct play_set *to, int colour,
                   int die)
{
    set_clear(to);
    for (int i = 0; i < from->list.count; i++) {
        for (int p = 0; p <= 25; p++) {
            struct reference_play play = from->list.plays[i];
            int target;
            if (!can_hop(&play.after, colour, p, die, &target)) {
                continue;
            }
            hop(&play.after, colour, p, target);
            play.hops[play.count] =
                (struct reference_hop){(signed char)p, (signed char)target};
            play.dice[play.count++] = (signed char)die;
            set_add(to, &play);
        }
    }
}

/* Plays the dice in the given order as far as it goes; returns the set of the last
 * level reached, its list.most being the number of dice played. */
static struct play_set *play_in_order(struct play_set *a, struct play_set *b,
                                      const struct reference_board *board, int colour,
                                      const int *dice, int count)
{
    set_clear(a);
    set_add(a, &(struct reference_play){.after = *board});
    for (int i = 0; i < count; i++) {
        extend(a, b, colour, dice[i]);
        if (b->list.count == 0) {
            break;
        }
        struct play_set *reached = b;
        b = a;
        a = reached;
        a->list.most = i + 1;
    }
    return a;
}

const struct reference_plays *reference_plays(struct reference_generator *generator,
                                              const struct reference_board *board,
                                              int colour, int die_a, int die_b)
{
    struct play_set *sets = generator->sets;
    if (die_a == die_b) {
        const int dice[4] = {die_a, die_a, die_a, die_a};
        return &play_in_order(&sets[0], &sets[1], board, colour, dice, 4)->list;
    }
    int high = die_a > die_b ? die_a : die_b;
    int low = die_a > die_b ? die_b : die_a;
    const int high_first[2] = {high, low};
    const int low_first[2] = {low, high};
    struct play_set *first =
        play_in_order(&sets[0], &sets[1], board, colour, high_first, 2);
    struct play_set *spare = first == &sets[0] ? &sets[1] : &sets[0];
    struct play_set *second =
        play_in_order(&sets[2], spare, board, colour, low_first, 2);
    if (second->list.most > first->list.most) {
        return &second->list;
    }
    if (second->list.most == 2) { /* both orders use both dice */
        for (int i = 0; i < second->list.count; i++) {
            set_add(first, &second->list.plays[i]);
        }
    }
    return &first->list; /* at one die each, the higher one's */
}

/* ---- judging a command ----------------------------------------------------------- */

static struct reference_judgement verdict(enum reference_verdict kind, int number)
{
    return (struct reference_judgement){.verdict = kind, .number = number};
}

static struct reference_judgement judge_off(const struct reference_board *board,
                                            int colour, int from, int die)
{
    int to;
    if (!all_home(board, colour)) {
        return verdict(REFERENCE_BAD_N_HOME, from);
    }
    if (!can_hop(board, colour, from, die, &to) || to != reference_home(colour)) {
        return verdict(REFERENCE_BAD_REMOVE, from);
    }
    return verdict(REFERENCE_LEGAL, 0);
}

static struct reference_judgement judge_hop(const struct reference_board *board,
                                            int colour, struct reference_hop move,
                                            int die)
{
    int bar = reference_bar(colour);
    if (board->point[bar] * colour > 0 && move.from != bar) {
        return verdict(REFERENCE_BAR_FIRST, 0);
    }
    if (move.from < 0 || move.from > 25 || board->point[move.from] * colour <= 0) {
        return verdict(REFERENCE_BAD_FROM, move.from);
    }
    if (move.to == reference_home(colour)) {
        return judge_off(board, colour, move.from, die);
    }
    if (move.to < 1 || move.to > 24) {
        return verdict(REFERENCE_BAD_HOME, 0);
    }
    if (move.from - move.to != colour * die) {
        return verdict(REFERENCE_BAD_POINTS, abs(move.from - move.to));
    }
    if (board->point[move.to] * colour < -1) {
        return verdict(REFERENCE_BAD_TO, move.to);
    }
    return verdict(REFERENCE_LEGAL, 0);
}

struct hop_list {
    const struct reference_hop *hops;
    int count;
};

/* Gives each hop, from number `index` on, one of the dice left, in every way; returns
 * the verdict of the way that gets farthest. */
static struct reference_judgement judge_from(const struct reference_board *board,
                                             int colour, struct hop_list list,
                                             int index, const int *dice, int dice_count)
{
    if (index == list.count) {
        return (struct reference_judgement){.verdict = REFERENCE_LEGAL,
                                            .after = *board};
    }
    struct reference_judgement best = verdict(REFERENCE_BAD_POINTS, 0);
    best.hop = -1;
    for (int i = 0; i < dice_count; i++) {
        struct reference_judgement here =
            judge_hop(board, colour, list.hops[index], dice[i]);
        here.hop = index;
        if (here.verdict == REFERENCE_LEGAL) {
            int left[REFERENCE_MOST_HOPS];
            int left_count = 0;
            for (int k = 0; k < dice_count; k++) {
                if (k != i) {
                    left[left_count++] = dice[k];
                }
            }
            struct reference_board next = *board;
            hop(&next, colour, list.hops[index].from, list.hops[index].to);
            here = judge_from(&next, colour, list, index + 1, left, left_count);
        }
        if (here.verdict == REFERENCE_LEGAL) {
            return here;
        }
        if (here.hop > best.hop ||
            (here.hop == best.hop && here.verdict == REFERENCE_BAD_TO)) {
            best = here;
        }
    }
    return best;
}

static bool is_play(const struct reference_plays *plays,
                    const struct reference_board *after)
{
    for (int i = 0; i < plays->count; i++) {
        if (memcmp(&plays->plays[i].after, after, sizeof *after) == 0) {
            return true;
        }
    }
    return false;
}

struct reference_judgement reference_judge(struct reference_generator *generator,
                                           const struct reference_board *board,
                                           int colour, int die_a, int die_b,
                                           const struct reference_hop *hops, int count)
{
    const struct reference_plays *plays =
        reference_plays(generator, board, colour, die_a, die_b);
    if (count > plays->most) {
        return verdict(REFERENCE_TOO_MANY, plays->most);
    }
    if (count < plays->most) {
        return verdict(REFERENCE_MUST_GIVE, plays->most);
    }
    const int dice[REFERENCE_MOST_HOPS] = {die_a, die_b, die_a, die_b};
    struct reference_judgement result = judge_from(
        board, colour, (struct hop_list){hops, count}, 0, dice, die_a == die_b ? 4 : 2);
    if (result.verdict == REFERENCE_LEGAL && !is_play(plays, &result.after)) {
        /* the lower die, where the higher one is to be played */
        return verdict(REFERENCE_BAD_POINTS, die_a < die_b ? die_a : die_b);
    }
    return result;
}

/* The point from which `die` bears a checker off, or -1. */
static int bear_off_point(const struct reference_board *board, int colour, int die)
{
    for (int distance = die; distance >= 1; distance--) {
        int p = colour == REFERENCE_O ? distance : 25 - distance;
        int to;
        if (can_hop(board, colour, p, die, &to) && to == reference_home(colour)) {
            return p;
        }
    }
    return -1;
}

bool reference_bear_off(const struct reference_board *board, int colour, int die_a,
                        int die_b, struct reference_play *play)
{
    int high = die_a > die_b ? die_a : die_b;
    int low = die_a > die_b ? die_b : die_a;
    const int dice[4] = {high, low, low, low};
    *play = (struct reference_play){.after = *board};
    for (int i = 0; i < (high == low ? 4 : 2); i++) {
        if (reference_off(&play->after, colour) == 15) {
            break;
        }
        int from = bear_off_point(&play->after, colour, dice[i]);
        if (from < 0) {
            return false;
        }
        int to = reference_home(colour);
        hop(&play->after, colour, from, to);
        play->hops[play->count] =
            (struct reference_hop){(signed char)from, (signed char)to};
        play->dice[play->count++] = (signed char)dice[i];
    }
    return play->count > 0;
}
