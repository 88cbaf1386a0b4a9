#include "bot/seat/state/hops.h"

#include <string.h>

#include "engine/board/position.h"

/* ---- one hop --------------------------------------------------------------------- */

/* Whether the checker rules let `from` move by this die now; fills `hop` but for the
 * hit. */
static bool hop_is_possible(const struct position *pos, int from, int die,
                            struct hop *hop)
{
    int to = from - die;
    if (pos->mine.at[from] == 0 || (from != POINT_BAR && pos->mine.at[POINT_BAR] > 0) ||
        (to > 0 && pos->theirs.at[POINT_BAR - to] > 1)) {
        return false;
    }
    if (to <= 0) {
        int rearmost = position_rearmost_checker(&pos->mine);
        if (rearmost > 6 || (to < 0 && from != rearmost)) {
            return false;
        }
        to = POINT_OFF;
    }
    *hop = (struct hop){{(uint8_t)from, (uint8_t)to}, (uint8_t)die, false};
    return true;
}

/* The dice still to be played from a position. */
struct stage {
    struct position pos;
    uint8_t left[CHECKER_MOVES_MAX];
    int count;
};

static bool stage_has_tried(const struct stage *stage, int i)
{
    return i > 0 && stage->left[i] == stage->left[i - 1];
}

/* The stage after a hop with die `i`. */
static struct stage stage_after(const struct stage *stage, struct hop *hop, int i)
{
    struct stage after = *stage;
    hop->is_hit = movegen_apply(&after.pos, hop->move);
    after.count--;
    for (int k = i; k < after.count; k++) {
        after.left[k] = after.left[k + 1];
    }
    return after;
}

/* Whether `need` more hops can be made. */
static bool stage_can_make(const struct stage *stage, int need)
{
    struct hop hop;
    if (need == 0) {
        return true;
    }
    for (int i = 0; i < stage->count; i++) {
        for (int from = POINT_BAR; from > 0 && !stage_has_tried(stage, i); from--) {
            if (hop_is_possible(&stage->pos, from, stage->left[i], &hop)) {
                struct stage after = stage_after(stage, &hop, i);
                if (stage_can_make(&after, need - 1)) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* ---- targets --------------------------------------------------------------------- */

/* If one die of two can be played, it is the higher one if possible. */
static bool hops_must_be_higher(const struct hops *hops)
{
    const struct stage high = {hops->before, {hops->roll.high}, 1};
    return hops->most == 1 && hops->roll.high != hops->roll.low &&
           stage_can_make(&high, 1);
}

static int target_hits(const struct hops_target *target)
{
    int hits = 0;
    for (int i = 0; i < target->count; i++) {
        hits += target->hops[i].is_hit ? 1 : 0;
    }
    return hits;
}

/* Of two ways to the same point, the one to be taken. Off with the smaller die: the
 * larger one can do more. */
static bool target_is_better(const struct hops_target *a, const struct hops_target *b)
{
    if (a->count != b->count) {
        return a->count < b->count;
    }
    if (a->count == 1) {
        return a->hops[0].die < b->hops[0].die;
    }
    return target_hits(a) < target_hits(b);
}

static void hops_add_target(struct hops *hops, const struct hops_target *target)
{
    for (int i = 0; i < hops->target_count; i++) {
        struct hops_target *other = &hops->targets[i];
        if (other->move.from == target->move.from &&
            other->move.to == target->move.to) {
            *other = target_is_better(target, other) ? *target : *other;
            return;
        }
    }
    if (hops->target_count < HOPS_TARGETS_MAX) {
        hops->targets[hops->target_count++] = *target;
    }
}

/* Adds where the checker of `path` can go on to. */
static void hops_explore(struct hops *hops, const struct stage *stage,
                         const struct hops_target *path)
{
    bool is_high_only = hops_must_be_higher(hops);
    int need = hops->most - hops->count - path->count - 1;
    for (int i = 0; i < stage->count && need >= 0; i++) {
        struct hops_target longer = *path;
        struct hop *hop = &longer.hops[longer.count];
        if (stage_has_tried(stage, i) ||
            (is_high_only && stage->left[i] != hops->roll.high) ||
            !hop_is_possible(&stage->pos, path->move.to, stage->left[i], hop)) {
            continue;
        }
        struct stage after = stage_after(stage, hop, i);
        if (stage_can_make(&after, need)) {
            longer.count++;
            longer.move.to = hop->move.to;
            hops_add_target(hops, &longer);
            if (longer.move.to != POINT_OFF) {
                hops_explore(hops, &after, &longer);
            }
        }
    }
}

static void hops_find_targets(struct hops *hops)
{
    struct stage stage = {.pos = hops->now, .count = hops->left_count};
    memcpy(stage.left, hops->left, sizeof stage.left);
    hops->target_count = 0;
    for (int from = POINT_BAR; from > 0; from--) {
        const struct hops_target start = {.move = {(uint8_t)from, (uint8_t)from}};
        if (hops->now.mine.at[from] > 0) {
            hops_explore(hops, &stage, &start);
        }
    }
}

/* ---- the play -------------------------------------------------------------------- */

static void hops_reset(struct hops *hops)
{
    bool is_double = hops->roll.high == hops->roll.low;
    hops->now = hops->before;
    hops->count = 0;
    hops->left_count = is_double ? 4 : 2;
    for (int i = 0; i < hops->left_count; i++) {
        hops->left[i] = i == 0 ? hops->roll.high : hops->roll.low;
    }
}

static void hops_make(struct hops *hops, const struct hop *hop)
{
    int i = 0;
    while (i < hops->left_count - 1 && hops->left[i] != hop->die) {
        i++;
    }
    hops->left_count--;
    memmove(&hops->left[i], &hops->left[i + 1], (size_t)(hops->left_count - i));
    (void)movegen_apply(&hops->now, hop->move);
    hops->made[hops->count++] = *hop;
}

void hops_begin(struct hops *hops, const struct position *pos, struct roll roll,
                struct play_list *list)
{
    memset(hops, 0, sizeof *hops);
    movegen_plays(pos, roll, list);
    hops->roll = roll;
    hops->before = *pos;
    hops->is_forced = list->count == 1;
    hops_reset(hops);
    struct stage stage = {.pos = *pos, .count = hops->left_count};
    memcpy(stage.left, hops->left, sizeof stage.left);
    while (hops->most < hops->left_count && stage_can_make(&stage, hops->most + 1)) {
        hops->most++;
    }
    hops_find_targets(hops);
}

static const struct hops_target *hops_target(const struct hops *hops, int from, int to)
{
    for (int i = 0; i < hops->target_count; i++) {
        const struct hops_target *target = &hops->targets[i];
        if (target->move.from == from && target->move.to == to) {
            return target;
        }
    }
    return NULL;
}

bool hops_move(struct hops *hops, int from, int to)
{
    const struct hops_target *found = hops_target(hops, from, to);
    if (found == NULL) {
        return false;
    }
    const struct hops_target target = *found;
    for (int i = 0; i < target.count; i++) {
        hops_make(hops, &target.hops[i]);
    }
    hops_find_targets(hops);
    return true;
}

bool hops_play(struct hops *hops, const struct play *play)
{
    struct hops tried = *hops;
    (void)hops_undo_all(&tried);
    for (int i = 0; i < play->count; i++) {
        if (!hops_move(&tried, play->moves[i].from, play->moves[i].to)) {
            return false;
        }
    }
    if (!hops_is_complete(&tried)) {
        return false;
    }
    *hops = tried;
    return true;
}

/* Makes the first `count` hops again; false: none has been made. */
static bool hops_go_back_to(struct hops *hops, int count)
{
    struct hop made[CHECKER_MOVES_MAX];
    if (hops->count == 0) {
        return false;
    }
    memcpy(made, hops->made, sizeof made);
    hops_reset(hops);
    for (int i = 0; i < count; i++) {
        hops_make(hops, &made[i]);
    }
    hops_find_targets(hops);
    return true;
}

bool hops_undo(struct hops *hops)
{
    return hops_go_back_to(hops, hops->count - 1);
}

bool hops_undo_all(struct hops *hops)
{
    return hops_go_back_to(hops, 0);
}

bool hops_is_complete(const struct hops *hops)
{
    return hops->count == hops->most;
}

struct play hops_made(const struct hops *hops)
{
    struct play play = {.count = (uint8_t)hops->count};
    for (int i = 0; i < hops->count; i++) {
        play.moves[i] = hops->made[i].move;
    }
    return play;
}
