/*
 * The hand-made inputs of inputs_hand.c for many positions at once, one in each lane,
 * in whole numbers. Part of net_kernel.h, whose vector operations it is written in. A
 * test holds it to the bits of inputs_hand().
 *
 * Bit p of a mask is point p of the side it belongs to, bit 25 its bar; moving forward
 * is shifting right.
 */

enum { BOARD_POINTS = 0x1fffffe, HOME_POINTS = 0x7e, BAR_POINT = 1 << POINT_BAR };

/* What is counted position by position, for LANES of them. */
struct hand_group {
    int32_t held[2][LANES];      /* mine, theirs: points with a checker, the bar too */
    int32_t made[2][LANES];      /* with two or more */
    int32_t is_all_on[2][LANES]; /* no checker is off */
    int32_t sums[2][3][LANES];   /* side_sums() */
};

/* One side against the other. */
struct hand_view {
    vint held;
    vint made;
    vint on_bar;   /* all bits set where a checker is on the bar */
    vint open;     /* points that the other has not made, on own numbering */
    vint targets;  /* the other's blots, on own numbering */
    vint rearmost; /* its number */
    vint rear_bit;
};

INLINE vint i_is_set(vint a)
{
    return i_above(a, i_set(0));
}

/* Point p becomes point 25 - p. */
INLINE vint turned_round(vint points)
{
    vint a = i_and(points, i_set(BOARD_POINTS));
    a = i_or(i_and(i_right(a, 1), i_set(0x55555555)),
             i_left(i_and(a, i_set(0x55555555)), 1));
    a = i_or(i_and(i_right(a, 2), i_set(0x33333333)),
             i_left(i_and(a, i_set(0x33333333)), 2));
    a = i_or(i_and(i_right(a, 4), i_set(0x0f0f0f0f)),
             i_left(i_and(a, i_set(0x0f0f0f0f)), 4));
    a = i_or(i_and(i_right(a, 8), i_set(0x00ff00ff)),
             i_left(i_and(a, i_set(0x00ff00ff)), 8));
    return i_right(i_or(i_right(a, 16), i_left(a, 16)), 6);
}

/* 127 + the number of the highest bit, 0 without any: the exponent of a float, which
 * rounding must not push up. */
INLINE vint highest_biased(vint bits)
{
    vint top = i_xor(bits, i_and(bits, i_right(bits, 1)));
    return i_exponent(top);
}

INLINE vint count_bits(vint a)
{
    a = i_sub(a, i_and(i_right(a, 1), i_set(0x55555555)));
    a = i_add(i_and(a, i_set(0x33333333)), i_and(i_right(a, 2), i_set(0x33333333)));
    a = i_and(i_add(a, i_right(a, 4)), i_set(0x0f0f0f0f));
    a = i_add(a, i_right(a, 8));
    return i_and(i_add(a, i_right(a, 16)), i_set(63));
}

INLINE struct hand_view hand_view_of(const struct hand_group *group, int own, int other)
{
    struct hand_view view = {
        .held = i_load(group->held[own]),
        .made = i_load(group->made[own]),
    };
    vint other_made = i_load(group->made[other]);
    vint other_held = i_and(i_load(group->held[other]), i_set(BOARD_POINTS));
    view.on_bar = i_is_set(i_and(view.held, i_set(BAR_POINT)));
    view.open = i_xor(turned_round(other_made), i_set(-1));
    view.targets = turned_round(i_xor(other_held, other_made));
    view.rearmost = i_max(i_sub(highest_biased(view.held), i_set(127)), i_set(0));
    view.rear_bit = i_left_by(i_set(1), view.rearmost);
    return view;
}

/* Rolls that hit, and 127 + the highest point hit, summed over them. */
struct hand_hits {
    vint count;
    vint sum;
};

INLINE struct hand_hits add_hit(struct hand_hits hits, vint hit)
{
    hits.count = i_sub(hits.count, i_is_set(hit)); /* all bits set is -1 */
    hits.sum = i_add(hits.sum, highest_biased(hit));
    return hits;
}

/* Rolls, of 36, with which `hitter` hits, and the pips lost by them. */
INLINE void count_hits(const struct hand_view *hitter, vint *shots, vint *pips)
{
    const vint from = i_or(i_and(hitter->on_bar, i_set(BAR_POINT)),
                           i_and(i_xor(hitter->on_bar, i_set(-1)), hitter->held));
    const vint open = hitter->open;
    struct hand_hits pairs = {i_set(0), i_set(0)};
    struct hand_hits doubles = {i_set(0), i_set(0)};
    vint landed[7];
    for (int die = 1; die <= 6; die++) {
        landed[die] = i_and(i_right(from, die), open);
    }
    for (int high = 1; high <= 6; high++) {
        for (int low = 1; low < high; low++) {
            vint once = i_or(landed[high], landed[low]);
            vint twice = i_or(i_right(landed[high], low), i_right(landed[low], high));
            pairs = add_hit(pairs, i_and(i_or(once, twice), hitter->targets));
        }
        vint step = i_right(from, high);
        vint reached = step;
        for (int i = 0; i < 3; i++) {
            step = i_right(i_and(step, open), high);
            reached = i_or(reached, step);
        }
        doubles = add_hit(doubles, i_and(reached, hitter->targets));
    }
    *shots = i_add(i_left(pairs.count, 1), doubles.count);
    vint biased = i_add(i_left(pairs.sum, 1), doubles.sum);
    *pips = i_sub(biased, i_sub(i_left(*shots, 7), *shots));
}

/* The most pips that the rearmost man can move, summed over the 36 rolls. */
INLINE vint count_steps(const struct hand_view *view)
{
    const vint from = view->rear_bit;
    const vint open = view->open;
    vint pairs = i_set(0);
    vint doubles = i_set(0);
    vint landed[7];
    vint moved[7];
    for (int die = 1; die <= 6; die++) {
        landed[die] = i_and(i_right(from, die), open);
        moved[die] = i_and(i_is_set(landed[die]), i_set(die));
    }
    for (int high = 1; high <= 6; high++) {
        for (int low = 1; low < high; low++) {
            vint far = i_or(i_right(landed[high], low), i_right(landed[low], high));
            vint both = i_and(i_is_set(i_and(far, open)), i_set(high + low));
            pairs = i_add(pairs, i_max(both, i_max(moved[high], moved[low])));
        }
        vint step = landed[high];
        doubles = i_add(doubles, moved[high]);
        for (int i = 0; i < 3; i++) {
            step = i_and(i_right(step, high), open);
            doubles = i_add(doubles, i_and(i_is_set(step), i_set(high)));
        }
    }
    vint is_free = i_above(i_set(7), view->rearmost);
    vint counted = i_add(i_left(pairs, 1), doubles);
    return i_or(i_and(is_free, i_set(36 * 8)),
                i_and(i_xor(is_free, i_set(-1)), counted));
}

INLINE vint run_length(vint points)
{
    vint length = i_set(0);
    for (int i = 0; i < CHECKERS / 2; i++) {
        length = i_sub(length, i_is_set(points));
        points = i_and(points, i_right(points, 1));
    }
    return length;
}

/* units: 2^10 divided by what the input is counted in. No count comes near the middle
 * between two results, so that dividing afterwards gives the same. */
INLINE vint scaled(vint count, float units)
{
    return i_trunc(v_add(v_mul(i_float(count), v_set(units)), v_set(0.5F)));
}

INLINE vint home_points(const struct hand_view *view)
{
    return count_bits(i_and(view->made, i_set(HOME_POINTS)));
}

INLINE vint squared(vint a)
{
    return i_trunc(v_mul(i_float(a), i_float(a)));
}

INLINE void store_blockade(const struct hand_view *own, const struct hand_view *other,
                           int32_t *out, int stride)
{
    /* own points before the other's rearmost man, who stands on 25 - rearmost */
    vint next = i_sub(i_set(26), other->rearmost);
    vint near = i_left_by(i_set(0x3f), next);
    vint run = run_length(i_and(own->made, i_left_by(i_set(-1), next)));
    i_store(out + HAND_PRIME * stride, scaled(run, 1024.0F / 6.0F));
    for (int k = 0; k < 3; k++) {
        i_store(out + (HAND_PRIME_4 + k) * stride,
                i_and(i_above(run, i_set(3 + k)), i_set(1024)));
    }
    i_store(out + HAND_BLOCK_NEAR * stride,
            scaled(count_bits(i_and(own->made, near)), 1024.0F / 6.0F));
    i_store(out + HAND_BLOCK_FAR * stride,
            scaled(count_bits(i_and(own->made, i_left(near, 6))), 1024.0F / 6.0F));
}

INLINE void store_shots(const struct hand_view *other, int32_t *out, int stride)
{
    vint shots;
    vint pips;
    count_hits(other, &shots, &pips);
    vfloat danger = v_mul(i_float(shots), i_float(squared(home_points(other))));
    i_store(out + HAND_SHOTS * stride, scaled(shots, 1024.0F / 36.0F));
    i_store(out + HAND_SHOT_PIPS * stride, scaled(pips, 1024.0F / (36.0F * 24.0F)));
    i_store(out + HAND_SHOT_DANGER * stride,
            scaled(i_trunc(danger), 1024.0F / (36.0F * 36.0F)));
}

INLINE void store_side(const struct hand_group *group, int side,
                       const struct hand_view *own, const struct hand_view *other,
                       int32_t *out, int stride)
{
    vint board = scaled(squared(home_points(own)), 1024.0F / 36.0F);
    vint home = i_add(i_load(group->sums[side][1]), i_set(1));
    vint to_save = i_and(i_load(group->is_all_on[side]), home);
    store_shots(other, out, stride);
    store_blockade(own, other, out, stride);
    i_store(out + HAND_FREEDOM * stride,
            scaled(count_steps(own), 1024.0F / (36.0F * 8.0F)));
    i_store(out + HAND_BOARD * stride, board);
    i_store(out + HAND_DANCE * stride, i_and(other->on_bar, board));
    i_store(out + HAND_REARMOST * stride, scaled(own->rearmost, 1024.0F / 25.0F));
    i_store(out + HAND_GAMMON_PIPS * stride, scaled(to_save, 1024.0F / 100.0F));
    i_store(out + HAND_TIMING * stride,
            scaled(i_load(group->sums[side][2]), 1024.0F / 60.0F));
}

INLINE void store_race(const struct hand_group *group, const struct hand_view *mine,
                       const struct hand_view *theirs, int32_t *out, int stride)
{
    vint pips = i_load(group->sums[0][0]);
    vint all = i_add(i_add(pips, i_load(group->sums[1][0])), i_set(1));
    vfloat share = v_div(i_float(pips), i_float(all));
    vint contact = i_above(i_add(mine->rearmost, theirs->rearmost), i_set(24));
    i_store(out + HAND_RACE * stride,
            i_trunc(v_add(v_mul(share, v_set(1024.0F)), v_set(0.5F))));
    i_store(out + (HAND_INPUTS_SIDE + HAND_RACE) * stride, i_and(contact, i_set(1024)));
}

/* Lane k of the group. */
INLINE void look_at(struct hand_group *group, int k, const struct position *pos)
{
    const struct side *const sides[2] = {&pos->mine, &pos->theirs};
    for (int s = 0; s < 2; s++) {
        int32_t sums[4];
        uint32_t held = side_points_with(sides[s], 1);
        side_sums(sides[s], sums);
        group->held[s][k] = (int32_t)(held & (BOARD_POINTS | BAR_POINT));
        group->made[s][k] = (int32_t)(side_points_with(sides[s], 2) & BOARD_POINTS);
        group->is_all_on[s][k] = (held & 1) != 0 ? 0 : -1;
        for (int n = 0; n < 3; n++) {
            group->sums[s][n][k] = sums[n];
        }
    }
}

static void hand_inputs(int32_t *out, int stride, const struct position *pos, int count)
{
    for (int i = 0; i < count; i += LANES, out += LANES) {
        struct hand_group group;
        for (int k = 0; k < LANES; k++) {
            look_at(&group, k, &pos[i + k < count ? i + k : count - 1]);
        }
        struct hand_view mine = hand_view_of(&group, 0, 1);
        struct hand_view theirs = hand_view_of(&group, 1, 0);
        store_side(&group, 0, &mine, &theirs, out, stride);
        store_side(&group, 1, &theirs, &mine, out + HAND_INPUTS_SIDE * stride, stride);
        store_race(&group, &mine, &theirs, out, stride);
    }
}
