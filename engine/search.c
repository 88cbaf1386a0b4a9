#include "search.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "filter.h"
#include "params.h"

enum { CACHE_LINE = 64 };

struct scratch *search_scratch_new(const struct evaluator *ev)
{
    static_assert(sizeof(struct scratch) % CACHE_LINE == 0,
                  "as aligned_alloc wants it");
    struct scratch *scratch = aligned_alloc(CACHE_LINE, sizeof *scratch);
    if (scratch == NULL) {
        return NULL;
    }
    scratch->eval = eval_scratch_new(ev);
    scratch->cache = cache_new(CACHE_BITS);
    if (scratch->eval == NULL || scratch->cache == NULL) {
        search_scratch_free(scratch);
        return NULL;
    }
    return scratch;
}

void search_scratch_free(struct scratch *scratch)
{
    if (scratch == NULL) {
        return;
    }
    if (scratch->eval != NULL) {
        eval_scratch_free(scratch->eval);
    }
    cache_free(scratch->cache);
    free(scratch);
}

static enum cube_side other(enum cube_side side)
{
    return side == SIDE_MINE ? SIDE_THEIRS : SIDE_MINE;
}

void search_begin(struct search *search, const struct evaluator *ev,
                  const struct bearoff *bearoff, const struct met *met,
                  struct scratch *scratch, const struct strength *strength,
                  const struct match_state *ms)
{
    search->ev = ev;
    search->bearoff = bearoff;
    search->strength = strength;
    search->scratch = scratch;
    search->is_stopped = false;
    cube_model_init(&search->model, met, ms);
    search->weights[SIDE_MINE] = cube_weights(&search->model, SIDE_MINE);
    search->weights[SIDE_THEIRS] = cube_weights(&search->model, SIDE_THEIRS);
}

void search_kill_cube(struct search *search)
{
    struct cube_slot *slot = &search->model.slot[0];
    search->bearoff = NULL; /* its cubeful values */
    search->model.slots = 1;
    slot->doubled[SIDE_MINE] = slot->doubled[SIDE_THEIRS] = CUBE_NOT_TURNED;
    slot->free_side = CUBE_NOT_TURNED;
}

static bool should_stop(struct search *search)
{
    const atomic_bool *stop = search->strength->stop;
    if (stop != NULL && atomic_load_explicit(stop, memory_order_relaxed)) {
        search->is_stopped = true;
    }
    return search->is_stopped;
}

/* ---- the nets -------------------------------------------------------------------- */

/* Small and big net share the cache; this keeps their entries apart. */
static const uint64_t small_net_key = 0x5a11a77e7b0a4d15U;

static uint64_t cache_key(const struct search *search, const struct position *after)
{
    return position_hash(after) ^ (search->strength->is_small ? small_net_key : 0);
}

/* The values of the net that plays, from the cache where it has them; at most
 * MAX_PLAYS. */
static void value_positions(struct search *search, const struct position *after,
                            int count, struct outputs *out)
{
    struct scratch *s = search->scratch;
    int missed = 0;
    for (int i = 0; i < count; i++) {
        if (!cache_get(s->cache, cache_key(search, &after[i]), &out[i])) {
            s->missed[missed] = after[i];
            s->missed_at[missed++] = i;
        }
    }
    if (missed == 0) {
        return;
    }
    eval_afterstates(search->ev, s->eval,
                     search->strength->is_small ? EVAL_SMALL : EVAL_BIG, s->missed,
                     missed, s->missed_outputs);
    for (int m = 0; m < missed; m++) {
        out[s->missed_at[m]] = s->missed_outputs[m];
        cache_put(s->cache, cache_key(search, &s->missed[m]), &s->missed_outputs[m]);
    }
}

/* ---- replies --------------------------------------------------------------------- */

static float score(const struct cube_weights *w, const struct outputs *o)
{
    return w->constant + w->win * o->win + w->win_gammon * o->win_gammon +
           w->win_backgammon * o->win_backgammon + w->lose_gammon * o->lose_gammon +
           w->lose_backgammon * o->lose_backgammon;
}

/* How many replies of a roll the big net looks at, and how far behind they may be. */
struct reply_rule {
    int kept;
    float window;
};

static struct reply_rule reply_rule(bool is_leaf)
{
    return is_leaf ? (struct reply_rule){LEAF_REPLIES_KEPT, (float)LEAF_REPLIES_WINDOW}
                   : (struct reply_rule){REPLIES_KEPT, (float)REPLIES_WINDOW};
}

/* The replies to one roll, [begin, begin + count) in the room or among the picks. */
struct span {
    int begin;
    int count;
};

/* The best replies of a span of the room go to the picks; the earlier one of equals. */
static struct span pick_best(struct scratch *s, struct span span,
                             const struct cube_weights *weights, struct reply_rule rule)
{
    int best[PICKS_MAX];
    float best_score[PICKS_MAX];
    int found = 0;
    for (int i = span.begin; i < span.begin + span.count; i++) {
        float value = score(weights, &s->room.outputs[i]);
        int at = found;
        while (at > 0 && value > best_score[at - 1]) {
            at--;
        }
        if (at == rule.kept) {
            continue;
        }
        found += found < rule.kept;
        memmove(&best[at + 1], &best[at], (size_t)(found - 1 - at) * sizeof best[0]);
        memmove(&best_score[at + 1], &best_score[at],
                (size_t)(found - 1 - at) * sizeof best_score[0]);
        best[at] = i;
        best_score[at] = value;
    }
    struct span picked = {s->picks.count, 0};
    for (int i = 0; i < found && best_score[i] >= best_score[0] - rule.window; i++) {
        s->picks.after[s->picks.count++] = s->room.after[best[i]];
        picked.count++;
    }
    return picked;
}

/* The one reply of a span of the picks that is played. */
static int best_pick(const struct scratch *s, struct span span,
                     const struct cube_weights *weights)
{
    int best = span.begin;
    for (int i = span.begin + 1; i < span.begin + span.count; i++) {
        if (score(weights, &s->picks.outputs[i]) >
            score(weights, &s->picks.outputs[best])) {
            best = i;
        }
    }
    return best;
}

/* Decides the replies to rolls [first, last) whose plays are in the room. */
static void settle_replies(struct search *search, const struct span *spans, int first,
                           int last, enum cube_side side, bool is_leaf,
                           struct reply_frame *frame)
{
    struct scratch *s = search->scratch;
    const struct cube_weights *weights = &search->weights[side];
    struct span picked[ROLLS];
    bool is_choice = is_leaf;
    eval_afterstates(search->ev, s->eval, EVAL_SMALL, s->room.after, s->room.count,
                     s->room.outputs);
    s->picks.count = 0;
    for (int r = first; r < last; r++) {
        picked[r] = pick_best(s, spans[r], weights, reply_rule(is_leaf));
        is_choice |= picked[r].count > 1;
    }
    if (is_choice) {
        value_positions(search, s->picks.after, s->picks.count, s->picks.outputs);
    }
    for (int r = first; r < last; r++) {
        int best =
            picked[r].count > 1 ? best_pick(s, picked[r], weights) : picked[r].begin;
        frame->after[r] = s->picks.after[best];
        frame->outputs[r] = s->picks.outputs[best];
    }
    s->room.count = 0;
}

/* The reply of `side`, on roll in `pos`, to every roll. */
static void choose_replies(struct search *search, const struct position *pos,
                           enum cube_side side, bool is_leaf, struct reply_frame *frame)
{
    struct scratch *s = search->scratch;
    struct span spans[ROLLS];
    int first = 0;
    s->room.count = 0;
    for (int r = 0; r < ROLLS; r++) {
        movegen_plays(pos, all_rolls[r].roll, &s->list);
        if (s->room.count + s->list.count > ROOM_MAX) {
            settle_replies(search, spans, first, r, side, is_leaf, frame);
            first = r;
        }
        spans[r] = (struct span){s->room.count, s->list.count};
        memcpy(&s->room.after[s->room.count], s->list.after,
               (size_t)s->list.count * sizeof s->list.after[0]);
        s->room.count += s->list.count;
    }
    settle_replies(search, spans, first, ROLLS, side, is_leaf, frame);
}

/* ---- the tree -------------------------------------------------------------------- */

/* `side` has just moved, `outputs` are his: all slots, nobody doubling yet. */
static void static_value(const struct search *search, const struct position *after,
                         enum cube_side side, struct outputs outputs,
                         struct node_value *out)
{
    struct position on_roll = position_swap(after);
    struct bearoff_equities exact;
    out->outputs = side == SIDE_MINE ? outputs : outputs_flip(outputs);
    if (search->model.is_money && search->bearoff != NULL &&
        bearoff_cubeful(search->bearoff, &on_roll, &exact)) {
        cube_values_exact(&search->model, &exact, other(side), out->values);
    } else {
        cube_values(&search->model, out->outputs, cube_life(&on_roll), out->values);
    }
}

static void turn_cube(const struct cube_model *model, enum cube_side on_roll,
                      struct node_value *node)
{
    double best[CUBE_SLOTS_MAX];
    for (int slot = 0; slot < model->slots; slot++) {
        best[slot] = cube_best(model, node->values, slot, on_roll);
    }
    memcpy(node->values, best, (size_t)model->slots * sizeof best[0]);
}

struct mean {
    double outputs[5];
    double values[CUBE_SLOTS_MAX];
};

static void mean_add(struct mean *mean, const struct node_value *node, int slots,
                     int ways)
{
    mean->outputs[0] += ways * (double)node->outputs.win;
    mean->outputs[1] += ways * (double)node->outputs.win_gammon;
    mean->outputs[2] += ways * (double)node->outputs.win_backgammon;
    mean->outputs[3] += ways * (double)node->outputs.lose_gammon;
    mean->outputs[4] += ways * (double)node->outputs.lose_backgammon;
    for (int slot = 0; slot < slots; slot++) {
        mean->values[slot] += ways * node->values[slot];
    }
}

static void mean_take(const struct mean *mean, int slots, struct node_value *node)
{
    node->outputs = (struct outputs){
        (float)(mean->outputs[0] / 36.0), (float)(mean->outputs[1] / 36.0),
        (float)(mean->outputs[2] / 36.0), (float)(mean->outputs[3] / 36.0),
        (float)(mean->outputs[4] / 36.0),
    };
    for (int slot = 0; slot < slots; slot++) {
        node->values[slot] = mean->values[slot] / 36.0;
    }
}

/* `side` is on roll in `pos`, seen by him; the mean over his rolls, `plies` >= 1. Calls
 * itself through the other side's answer, at most PLY_MAX deep. */
static void roll_value(struct search *search, const struct position *pos,
                       enum cube_side side, int plies, struct node_value *out)
{
    struct reply_frame *frame = &search->scratch->frames[plies];
    int slots = search->model.slots;
    struct mean mean = {.outputs = {0.0}};
    if (should_stop(search)) {
        return;
    }
    choose_replies(search, pos, side, plies == 1, frame);
    for (int r = 0; r < ROLLS; r++) {
        struct node_value below;
        if (plies == 1 || game_result(&frame->after[r]) != 0) {
            struct outputs outputs = frame->outputs[r];
            if (plies > 1) {
                outputs = outputs_of_result(game_result(&frame->after[r]));
            }
            static_value(search, &frame->after[r], side, outputs, &below);
        } else {
            struct position next = position_swap(&frame->after[r]);
            roll_value(search, &next, other(side), plies - 1, &below);
            if (search->is_stopped) {
                return;
            }
        }
        turn_cube(&search->model, other(side), &below);
        mean_add(&mean, &below, slots, all_rolls[r].ways);
    }
    mean_take(&mean, slots, out);
}

bool search_rolls(struct search *search, const struct position *pos, int ply,
                  struct node_value *out)
{
    if (ply > 0) {
        roll_value(search, pos, SIDE_MINE, ply, out);
        return !search->is_stopped;
    }
    struct position after = position_swap(pos); /* as if theirs had just moved */
    struct outputs outputs;
    value_positions(search, &after, 1, &outputs);
    static_value(search, &after, SIDE_THEIRS, outputs, out);
    return true;
}

bool search_after(struct search *search, const struct position *after, int ply,
                  struct node_value *out)
{
    if (ply > 0 && game_result(after) == 0) {
        struct position next = position_swap(after);
        roll_value(search, &next, SIDE_THEIRS, ply, out);
    } else {
        struct outputs outputs;
        value_positions(search, after, 1, &outputs);
        static_value(search, after, SIDE_MINE, outputs, out);
    }
    turn_cube(&search->model, SIDE_THEIRS, out);
    return !search->is_stopped;
}

void search_roll_replies(struct search *search, const struct position *pos,
                         struct roll_replies *out)
{
    struct reply_frame *frame = &search->scratch->frames[0];
    choose_replies(search, pos, SIDE_MINE, true, frame);
    for (int r = 0; r < ROLLS; r++) {
        struct node_value value;
        static_value(search, &frame->after[r], SIDE_MINE, frame->outputs[r], &value);
        out->after[r] = frame->after[r];
        out->outputs[r] = value.outputs;
        out->values[r] = cube_best(&search->model, value.values, 0, SIDE_THEIRS);
    }
}

/* ---- ranking plays --------------------------------------------------------------- */

/* Endings that a database knows are played properly at any level. */
static float noise_of_play(const struct search *search, const struct position *after)
{
    const struct strength *strength = search->strength;
    struct outputs exact;
    if (!(strength->noise > 0.0F) || game_result(after) != 0 ||
        (search->bearoff != NULL && bearoff_outputs(search->bearoff, after, &exact))) {
        return 0.0F;
    }
    return strength->noise *
           strength_deviate(strength->noise_seed, position_hash(after));
}

static void set_value(const struct search *search, struct ranked_play *play, int ply,
                      const struct node_value *value)
{
    play->ply = ply;
    play->outputs = value->outputs;
    play->equity_cubeless = equity_cubeless(value->outputs);
    play->equity = (float)cube_equity(&search->model, value->values[0]) +
                   noise_of_play(search, &play->after);
}

/* The nets' values of all plays at once. */
static void judge_at_0_ply(struct search *search, int count)
{
    struct scratch *s = search->scratch;
    struct outputs *outputs = s->room.outputs; /* free between nodes */
    if (search->strength->filter.by_small_net && search->strength->play_ply > 0) {
        eval_afterstates(search->ev, s->eval, EVAL_SMALL, s->list.after, count,
                         outputs);
    } else {
        value_positions(search, s->list.after, count, outputs);
    }
    for (int i = 0; i < count; i++) {
        struct node_value value;
        s->judged[i] =
            (struct ranked_play){.play = s->list.plays[i], .after = s->list.after[i]};
        static_value(search, &s->list.after[i], SIDE_MINE, outputs[i], &value);
        turn_cube(&search->model, SIDE_THEIRS, &value);
        set_value(search, &s->judged[i], 0, &value);
    }
}

/* The judge of filter_run(): all entries or, if stopped, none. */
static bool judge(void *context, int ply, struct filter_entry *entries, int count)
{
    struct search *search = context;
    struct scratch *s = search->scratch;
    if (ply == 0) {
        judge_at_0_ply(search, count);
    }
    for (int i = 0; i < count && ply > 0; i++) {
        struct ranked_play *play = &s->judged[entries[i].play];
        struct node_value value;
        *play = s->ranked[entries[i].play];
        if (!search_after(search, &play->after, ply, &value)) {
            return false;
        }
        set_value(search, play, ply, &value);
    }
    for (int i = 0; i < count; i++) {
        int play = entries[i].play;
        s->ranked[play] = s->judged[play];
        entries[i].judged = s->judged[play].equity;
    }
    return true;
}

int search_plays(struct search *search, const struct position *pos, struct roll roll)
{
    struct scratch *s = search->scratch;
    movegen_plays(pos, roll, &s->list);
    int count = s->list.count;
    filter_run(&search->strength->filter, search->strength->play_ply, s->entries, count,
               judge, search);
    for (int i = 0; i < count; i++) {
        s->judged[i] = s->ranked[s->entries[i].play];
    }
    memcpy(s->ranked, s->judged, (size_t)count * sizeof s->ranked[0]);
    return count;
}
