/* reference/ knows whole plays; here they are taken apart: a hop is good if some full play
 * can still be reached after it. */
#include "server/bgammon/bgammond_internal.h"

#include <string.h>

enum { SLOTS = 26 };

/* A turn under way: the board now, and the dice that are left. */
struct turn_state {
    const struct reference_plays *plays; /* the full ones */
    int colour;
    struct reference_board board;
    int dice[REFERENCE_MOST_HOPS];
    int dice_count, played;
};

static bool is_home(const struct reference_board *board, int colour)
{
    for (int slot = 0; slot < SLOTS; slot++) {
        int distance = colour == REFERENCE_O ? slot : 25 - slot;
        if (distance > 6 && board->point[slot] * colour > 0) {
            return false;
        }
    }
    return true;
}

static bool is_rearmost(const struct reference_board *board, int colour, int from)
{
    for (int slot = from + colour; slot >= 0 && slot < SLOTS; slot += colour) {
        if (board->point[slot] * colour > 0) {
            return false;
        }
    }
    return true;
}

/* Where a die takes a man; -1: nowhere. */
static int target_of(const struct turn_state *at, int from, int die)
{
    const struct reference_board *board = &at->board;
    int bar = reference_bar(at->colour), home = reference_home(at->colour);
    int to = from - at->colour * die;
    if (board->point[from] * at->colour <= 0 ||
        (from != bar && board->point[bar] != 0)) {
        return -1;
    }
    if (to >= 1 && to <= 24) {
        return board->point[to] * at->colour >= -1 ? to : -1;
    }
    bool is_off = is_home(board, at->colour) &&
                  (to == home || is_rearmost(board, at->colour, from));
    return is_off ? home : -1;
}

static void apply_hop(struct reference_board *board, int colour, int from, int to)
{
    board->point[from] = (signed char)(board->point[from] - colour);
    if (to == reference_home(colour)) {
        signed char *off = colour == REFERENCE_O ? &board->off_o : &board->off_x;
        *off = (signed char)(*off + 1);
        return;
    }
    if (board->point[to] == -colour) {
        int bar = reference_bar(-colour);
        board->point[bar] = (signed char)(board->point[bar] - colour);
        board->point[to] = 0;
    }
    board->point[to] = (signed char)(board->point[to] + colour);
}

static struct turn_state state_after(const struct turn_state *at, int from, int to,
                                     int i)
{
    struct turn_state next = *at;
    apply_hop(&next.board, at->colour, from, to);
    next.dice[i] = next.dice[--next.dice_count];
    next.played++;
    return next;
}

static bool can_finish(const struct turn_state *at)
{
    if (at->played == at->plays->most) {
        for (int i = 0; i < at->plays->count; i++) {
            if (memcmp(&at->plays->plays[i].after, &at->board, sizeof at->board) == 0) {
                return true;
            }
        }
        return false;
    }
    for (int i = 0; i < at->dice_count; i++) {
        for (int from = 0; from < SLOTS; from++) {
            int to = target_of(at, from, at->dice[i]);
            if (to >= 0) {
                struct turn_state next = state_after(at, from, to, i);
                if (can_finish(&next)) {
                    return true;
                }
            }
        }
    }
    return false;
}

static bool begin_state(const struct bgammond_match *match, struct turn_state *at)
{
    if (match->turn < 0 || match->roll[0] == 0) {
        return false;
    }
    const struct reference_board *start =
        match->moved_count > 0 ? &match->before[0] : &match->board;
    int die = match->roll[0];
    *at = (struct turn_state){
        .colour = bgammond_colour(match->turn),
        .board = match->board,
        .dice = {die, match->roll[1], die, die},
        .dice_count = die == match->roll[1] ? REFERENCE_MOST_HOPS : 2,
    };
    at->plays = reference_plays(match->server->generator, start, at->colour,
                                match->roll[0], match->roll[1]);
    for (int i = 0; i < match->moved_count; i++) {
        int used = 0;
        while (at->dice[used] != match->moved[i].die) {
            used++;
        }
        at->dice[used] = at->dice[--at->dice_count];
        at->played++;
    }
    return true;
}

static void add_hop(struct bgammond_hops *hops, int from, int to, int die)
{
    for (int i = 0; i < hops->count; i++) {
        if (hops->hop[i].from == from && hops->hop[i].to == to) {
            return;
        }
    }
    if (hops->count < BGAMMOND_HOPS_MOST) {
        hops->hop[hops->count++] = (struct bgammond_hop){from, to, die};
    }
}

void bgammond_hops_available(const struct bgammond_match *match,
                             struct bgammond_hops *hops)
{
    struct turn_state at;
    hops->count = 0;
    if (!begin_state(match, &at) || at.played == at.plays->most) {
        return;
    }
    for (int i = 0; i < at.dice_count; i++) {
        for (int from = 0; from < SLOTS; from++) {
            int to = target_of(&at, from, at.dice[i]);
            if (to >= 0) {
                struct turn_state next = state_after(&at, from, to, i);
                if (can_finish(&next)) {
                    add_hop(hops, from, to, at.dice[i]);
                }
            }
        }
    }
}

static void push_hop(struct bgammond_match *match, const struct bgammond_hop *hop)
{
    match->before[match->moved_count] = match->board;
    match->moved[match->moved_count++] = *hop;
    apply_hop(&match->board, bgammond_colour(match->turn), hop->from, hop->to);
}

static void pop_hop(struct bgammond_match *match)
{
    match->board = match->before[--match->moved_count];
}

static bool hits(const struct bgammond_match *match, const struct bgammond_hop *hop)
{
    return hop->to != reference_home(bgammond_colour(match->turn)) &&
           match->board.point[hop->to] == -bgammond_colour(match->turn);
}

/* Tries the one hop that goes there, then hops that hit on the way, then others. */
static bool play_man(struct bgammond_match *match, int from, int to)
{
    enum { DIRECT, HITS, OTHERS, PASSES };
    struct bgammond_hops hops;
    bgammond_hops_available(match, &hops);
    for (int pass = DIRECT; pass < PASSES; pass++) {
        for (int i = 0; i < hops.count; i++) {
            const struct bgammond_hop *hop = &hops.hop[i];
            bool is_direct = hop->to == to;
            int due = is_direct ? DIRECT : hits(match, hop) ? HITS : OTHERS;
            if (hop->from != from || due != pass) {
                continue;
            }
            push_hop(match, hop);
            if (is_direct || play_man(match, hop->to, to)) {
                return true;
            }
            pop_hop(match);
        }
    }
    return false;
}

bool bgammond_hops_play(struct bgammond_match *match, int from, int to)
{
    int last = match->moved_count - 1;
    if (last >= 0 && match->moved[last].from == to && match->moved[last].to == from) {
        pop_hop(match);
        return true;
    }
    return play_man(match, from, to);
}

bool bgammond_hops_are_forced(const struct bgammond_match *match)
{
    struct turn_state at;
    return begin_state(match, &at) && at.plays->count == 1;
}

static bool has_man_far_back(const struct reference_board *board, int colour)
{
    for (int slot = 0; slot < SLOTS; slot++) {
        int distance = colour == REFERENCE_O ? slot : 25 - slot;
        if (distance > 18 && board->point[slot] * colour > 0) {
            return true;
        }
    }
    return false;
}

int bgammond_hops_price(const struct bgammond_match *match, int loser)
{
    int colour = bgammond_colour(loser);
    int games = has_man_far_back(&match->board, colour)     ? 3
                : reference_off(&match->board, colour) == 0 ? 2
                                                            : 1;
    return match->cube * (match->server->config.faults.has_single_price ? 1 : games);
}
