/* Positions of a record, and the turns between two of them. */
#include "match/record_internal.h"

#include <stdlib.h>

#include "engine/board/position.h"

enum record_side record_other(enum record_side side)
{
    return side == RECORD_ME ? RECORD_OPPONENT : RECORD_ME;
}

struct position record_seen_by(const struct position *pos, enum record_side side)
{
    return side == RECORD_ME ? *pos : position_swap(pos);
}

bool record_can_move(const struct position *pos, struct checker_move move)
{
    return move.from <= POINT_BAR && move.to < move.from &&
           pos->mine.at[move.from] > 0 &&
           (move.to == POINT_OFF || pos->theirs.at[POINT_BAR - move.to] < 2);
}

bool record_make_play(struct position *pos, enum record_side side,
                      const struct play *play)
{
    struct position after = record_seen_by(pos, side);
    for (int i = 0; i < play->count; i++) {
        if (!record_can_move(&after, play->moves[i])) {
            return false;
        }
        (void)movegen_apply(&after, play->moves[i]);
    }
    *pos = record_seen_by(&after, side);
    return true;
}

/* Scratch memory: the plays of the first and of the second turn. */
struct bridge {
    struct roll rolled; /* in the first turn; 0: not known */
    struct play_list first, second;
};

/* The first roll to try and those after it: what is known, then all. */
static int first_roll(struct roll known)
{
    return known.high != 0 ? -1 : 0;
}

static struct roll nth_roll(struct roll known, int n)
{
    return n < 0 ? known : roll_all[n].roll;
}

/* Finds one turn of mine between two positions. */
static bool find_turn(const struct position *from, const struct position *to,
                      struct roll known, struct play_list *list,
                      struct record_turn *turn)
{
    if (position_game_result(from) != 0) {
        return false;
    }
    for (int i = first_roll(known); i < ROLLS; i++) {
        movegen_plays(from, nth_roll(known, i), list);
        for (int j = 0; j < list->count; j++) {
            if (position_equal(&list->after[j], to)) {
                turn->roll = nth_roll(known, i);
                turn->play = list->plays[j];
                return true;
            }
        }
    }
    return false;
}

/* Whether the opponent's turn can lead from `after` to `to`: it can only send my
 * checkers to the bar. */
static bool may_lead_to(const struct position *after, const struct position *to)
{
    for (int point = 0; point < POINT_BAR; point++) {
        if (to->mine.at[point] > after->mine.at[point]) {
            return false;
        }
    }
    return true;
}

/* Finds two turns; `from` and `to` are seen by the first mover. */
static bool find_two_turns(const struct position *from, const struct position *to,
                           struct bridge *bridge, struct record_turn turns[2])
{
    struct position end = position_swap(to);
    int begin = position_game_result(from) == 0 ? first_roll(bridge->rolled) : ROLLS;
    for (int i = begin; i < ROLLS; i++) {
        movegen_plays(from, nth_roll(bridge->rolled, i), &bridge->first);
        for (int j = 0; j < bridge->first.count; j++) {
            const struct position *after = &bridge->first.after[j];
            struct position between = position_swap(after);
            if (may_lead_to(after, to) && find_turn(&between, &end, (struct roll){0},
                                                    &bridge->second, &turns[1])) {
                turns[0].roll = nth_roll(bridge->rolled, i);
                turns[0].play = bridge->first.plays[j];
                return true;
            }
        }
    }
    return false;
}

static int bridge_from(const struct position *from, enum record_side next,
                       const struct position *to, enum record_side on_turn,
                       struct bridge *bridge, struct record_turn turns[2])
{
    struct position begin = record_seen_by(from, next), end = record_seen_by(to, next);
    turns[0].side = next;
    turns[1].side = record_other(next);
    if (next != on_turn) {
        return find_turn(&begin, &end, bridge->rolled, &bridge->first, &turns[0]) ? 1
                                                                                  : -1;
    }
    return find_two_turns(&begin, &end, bridge, turns) ? 2 : -1;
}

int record_bridge(const struct position *from, int next, const struct position *to,
                  enum record_side on_turn, struct roll rolled,
                  struct record_turn turns[RECORD_BRIDGE_MAX])
{
    if (position_equal(from, to) && (next < 0 || next == (int)on_turn)) {
        return 0;
    }
    struct bridge *bridge = error_allocate(sizeof *bridge, NULL);
    if (bridge == NULL) {
        return -1;
    }
    bridge->rolled = rolled;
    int count;
    if (next >= 0) {
        count = bridge_from(from, (enum record_side)next, to, on_turn, bridge, turns);
    } else {
        count = bridge_from(from, record_other(on_turn), to, on_turn, bridge, turns);
        if (count < 0) {
            count = bridge_from(from, on_turn, to, on_turn, bridge, turns);
        }
    }
    free(bridge);
    return count;
}

bool record_is_crawford(const struct record_heading *heading, const int score[2],
                        bool *was_crawford)
{
    int last = heading->length - 1;
    bool has_crawford =
        last > 0 && !heading->has_no_crawford && !heading->is_after_crawford;
    bool is_one_away[] = {score[0] == last, score[1] == last};
    bool is_crawford =
        has_crawford && is_one_away[0] != is_one_away[1] && !*was_crawford;
    *was_crawford = *was_crawford || is_one_away[0] || is_one_away[1];
    return is_crawford;
}
