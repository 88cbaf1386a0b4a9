/*
 * Computes the hand-made inputs of NET_LANES positions, one position in each lane. This is
 * the only source of these inputs, so it has no include guard: inputs.c includes
 * it with one lane in plain C, which is their definition, and each kernel with its own
 * lanes. Before including it, define
 *
 *   the vector operations of net_kernel.h, and INLINE;
 *   net_vfloat hand_share(net_vint count, float of)   count / of
 *
 * Counts are whole numbers. Bit p of a mask is point p of the mask's side, bit 25 its
 * bar; to move forward, shift right.
 */

enum {
    INPUTS_BOARD_POINTS = 0x1fffffe,
    INPUTS_HOME_POINTS = 0x7e,
    INPUTS_BAR_POINT = 1 << POINT_BAR
};

/* What is counted one position at a time, for NET_LANES positions. */
struct input_hand_group {
    int32_t held[2][NET_LANES]; /* mine, theirs: points with a checker, the bar too */
    int32_t made[2][NET_LANES]; /* with two or more checkers */
    int32_t is_all_on[2][NET_LANES]; /* no checker is off */
    int32_t sums[2][3][NET_LANES];   /* side_sums() */
};

/* One side and what it faces. */
struct input_hand_view {
    net_vint held;
    net_vint made;
    net_vint on_bar;   /* all bits set where a checker is on the bar */
    net_vint open;     /* points that the other has not made, in own numbering */
    net_vint targets;  /* the other's blots, in own numbering */
    net_vint rearmost; /* number of the highest own point with a checker */
    net_vint rear_bit;
};

INLINE net_vint i_is_set(net_vint a)
{
    return i_above(a, i_set(0));
}

/* Point p becomes point 25 - p. */
INLINE net_vint turned_round(net_vint points)
{
    net_vint a = i_and(points, i_set(INPUTS_BOARD_POINTS));
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

/* Returns 127 + the number of the highest set bit, 0 if none is set. It is read from
 * the exponent of a float; lower bits that could round it up are cleared first. */
INLINE net_vint highest_biased(net_vint bits)
{
    net_vint top = i_xor(bits, i_and(bits, i_right(bits, 1)));
    return i_exponent(top);
}

INLINE net_vint count_bits(net_vint a)
{
    a = i_sub(a, i_and(i_right(a, 1), i_set(0x55555555)));
    a = i_add(i_and(a, i_set(0x33333333)), i_and(i_right(a, 2), i_set(0x33333333)));
    a = i_and(i_add(a, i_right(a, 4)), i_set(0x0f0f0f0f));
    a = i_add(a, i_right(a, 8));
    return i_and(i_add(a, i_right(a, 16)), i_set(63));
}

INLINE struct input_hand_view hand_view_of(const struct input_hand_group *group,
                                           int own, int other)
{
    struct input_hand_view view = {
        .held = i_load(group->held[own]),
        .made = i_load(group->made[own]),
    };
    net_vint other_made = i_load(group->made[other]);
    net_vint other_held = i_and(i_load(group->held[other]), i_set(INPUTS_BOARD_POINTS));
    view.on_bar = i_is_set(i_and(view.held, i_set(INPUTS_BAR_POINT)));
    view.open = i_xor(turned_round(other_made), i_set(-1));
    view.targets = turned_round(i_xor(other_held, other_made));
    view.rearmost = i_max(i_sub(highest_biased(view.held), i_set(127)), i_set(0));
    view.rear_bit = i_left_by(i_set(1), view.rearmost);
    return view;
}

/* The number of rolls that hit, and the sum over them of 127 + the highest point
 * hit. */
struct input_hand_hits {
    net_vint count;
    net_vint sum;
};

INLINE struct input_hand_hits add_hit(struct input_hand_hits hits, net_vint hit)
{
    hits.count = i_sub(hits.count, i_is_set(hit)); /* all bits set is -1 */
    hits.sum = i_add(hits.sum, highest_biased(hit));
    return hits;
}

/* Counts the rolls, of 36, with which `hitter` hits, and the pips that the other loses
 * if the farthest blot is hit. With checkers on the bar only these are counted as
 * hitting: hits by another checker after one has entered are missed. */
INLINE void count_hits(const struct input_hand_view *hitter, net_vint *shots,
                       net_vint *pips)
{
    const net_vint from = i_or(i_and(hitter->on_bar, i_set(INPUTS_BAR_POINT)),
                               i_and(i_xor(hitter->on_bar, i_set(-1)), hitter->held));
    const net_vint open = hitter->open;
    struct input_hand_hits pairs = {i_set(0), i_set(0)};
    struct input_hand_hits doubles = {i_set(0), i_set(0)};
    net_vint landed[7];
    for (int die = 1; die <= 6; die++) {
        landed[die] = i_and(i_right(from, die), open);
    }
    for (int high = 1; high <= 6; high++) {
        for (int low = 1; low < high; low++) {
            net_vint once = i_or(landed[high], landed[low]);
            net_vint twice =
                i_or(i_right(landed[high], low), i_right(landed[low], high));
            pairs = add_hit(pairs, i_and(i_or(once, twice), hitter->targets));
        }
        net_vint step = i_right(from, high);
        net_vint reached = step;
        for (int i = 0; i < 3; i++) {
            step = i_right(i_and(step, open), high);
            reached = i_or(reached, step);
        }
        doubles = add_hit(doubles, i_and(reached, hitter->targets));
    }
    *shots = i_add(i_left(pairs.count, 1), doubles.count);
    net_vint biased = i_add(i_left(pairs.sum, 1), doubles.sum);
    *pips = i_sub(biased, i_sub(i_left(*shots, 7), *shots));
}

/* Sums over the 36 rolls the most pips that the rearmost checker can move. In the home
 * board it counts as free. */
INLINE net_vint count_steps(const struct input_hand_view *view)
{
    const net_vint from = view->rear_bit;
    const net_vint open = view->open;
    net_vint pairs = i_set(0);
    net_vint doubles = i_set(0);
    net_vint landed[7];
    net_vint moved[7];
    for (int die = 1; die <= 6; die++) {
        landed[die] = i_and(i_right(from, die), open);
        moved[die] = i_and(i_is_set(landed[die]), i_set(die));
    }
    for (int high = 1; high <= 6; high++) {
        for (int low = 1; low < high; low++) {
            net_vint far = i_or(i_right(landed[high], low), i_right(landed[low], high));
            net_vint both = i_and(i_is_set(i_and(far, open)), i_set(high + low));
            pairs = i_add(pairs, i_max(both, i_max(moved[high], moved[low])));
        }
        net_vint step = landed[high];
        doubles = i_add(doubles, moved[high]);
        for (int i = 0; i < 3; i++) {
            step = i_and(i_right(step, high), open);
            doubles = i_add(doubles, i_and(i_is_set(step), i_set(high)));
        }
    }
    net_vint is_free = i_above(i_set(7), view->rearmost);
    net_vint counted = i_add(i_left(pairs, 1), doubles);
    return i_or(i_and(is_free, i_set(36 * 8)),
                i_and(i_xor(is_free, i_set(-1)), counted));
}

INLINE net_vint run_length(net_vint points)
{
    net_vint length = i_set(0);
    for (int i = 0; i < CHECKERS / 2; i++) {
        length = i_sub(length, i_is_set(points));
        points = i_and(points, i_right(points, 1));
    }
    return length;
}

/* Returns 1 where all bits are set, else 0. */
INLINE net_vfloat hand_flag(net_vint mask)
{
    return i_float(i_and(mask, i_set(1)));
}

/* Returns how often a checker on the bar dances. */
INLINE net_vfloat board_strength(const struct input_hand_view *view)
{
    net_vint points = count_bits(i_and(view->made, i_set(INPUTS_HOME_POINTS)));
    net_vfloat share = hand_share(points, 6.0F);
    return share * share;
}

INLINE void shots_inputs(const struct input_hand_view *other, net_vfloat *inputs)
{
    net_vint shots;
    net_vint pips;
    count_hits(other, &shots, &pips);
    inputs[INPUT_HAND_SHOTS] = hand_share(shots, 36.0F);
    inputs[INPUT_HAND_SHOT_PIPS] = hand_share(pips, 36.0F * 24.0F);
    inputs[INPUT_HAND_SHOT_DANGER] = inputs[INPUT_HAND_SHOTS] * board_strength(other);
}

INLINE void blockade_inputs(const struct input_hand_view *own,
                            const struct input_hand_view *other, net_vfloat *inputs)
{
    /* own points in front of the other's rearmost checker, which stands on 25 -
     * rearmost */
    net_vint next = i_sub(i_set(26), other->rearmost);
    net_vint near = i_left_by(i_set(0x3f), next);
    net_vint run = run_length(i_and(own->made, i_left_by(i_set(-1), next)));
    inputs[INPUT_HAND_PRIME] = hand_share(run, 6.0F);
    inputs[INPUT_HAND_PRIME_4] = hand_flag(i_above(run, i_set(3)));
    inputs[INPUT_HAND_PRIME_5] = hand_flag(i_above(run, i_set(4)));
    inputs[INPUT_HAND_PRIME_6] = hand_flag(i_above(run, i_set(5)));
    inputs[INPUT_HAND_BLOCK_NEAR] =
        hand_share(count_bits(i_and(own->made, near)), 6.0F);
    inputs[INPUT_HAND_BLOCK_FAR] =
        hand_share(count_bits(i_and(own->made, i_left(near, 6))), 6.0F);
}

INLINE void side_inputs(const struct input_hand_group *group, int side,
                        const struct input_hand_view *own,
                        const struct input_hand_view *other, net_vfloat *inputs)
{
    /* pips until all are home, and one more to bear a checker off */
    net_vint home = i_add(i_load(group->sums[side][1]), i_set(1));
    net_vint to_save = i_and(i_load(group->is_all_on[side]), home);
    shots_inputs(other, inputs);
    blockade_inputs(own, other, inputs);
    inputs[INPUT_HAND_FREEDOM] = hand_share(count_steps(own), 36.0F * 8.0F);
    inputs[INPUT_HAND_BOARD] = board_strength(own);
    inputs[INPUT_HAND_DANCE] = inputs[INPUT_HAND_BOARD] * hand_flag(other->on_bar);
    inputs[INPUT_HAND_REARMOST] = hand_share(own->rearmost, 25.0F);
    inputs[INPUT_HAND_GAMMON_PIPS] = hand_share(to_save, 100.0F);
    inputs[INPUT_HAND_TIMING] = hand_share(i_load(group->sums[side][2]), 60.0F);
}

/* Fills lane k of the group. */
INLINE void look_at(struct input_hand_group *group, int k, const struct position *pos)
{
    const struct side *const sides[2] = {&pos->mine, &pos->theirs};
    for (int s = 0; s < 2; s++) {
        int32_t sums[4];
        uint32_t held = side_points_with(sides[s], 1);
        side_sums(sides[s], sums);
        group->held[s][k] = (int32_t)(held & (INPUTS_BOARD_POINTS | INPUTS_BAR_POINT));
        group->made[s][k] =
            (int32_t)(side_points_with(sides[s], 2) & INPUTS_BOARD_POINTS);
        group->is_all_on[s][k] = (held & 1) != 0 ? 0 : -1;
        for (int n = 0; n < 3; n++) {
            group->sums[s][n][k] = sums[n];
        }
    }
}

INLINE void group_inputs(const struct input_hand_group *group,
                         net_vfloat inputs[INPUTS_HAND])
{
    struct input_hand_view mine = hand_view_of(group, 0, 1);
    struct input_hand_view theirs = hand_view_of(group, 1, 0);
    net_vint pips = i_load(group->sums[0][0]);
    net_vint all = i_add(i_add(pips, i_load(group->sums[1][0])), i_set(1));
    net_vint contact = i_above(i_add(mine.rearmost, theirs.rearmost), i_set(24));
    side_inputs(group, 0, &mine, &theirs, inputs);
    side_inputs(group, 1, &theirs, &mine, inputs + INPUTS_HAND_SIDE);
    inputs[INPUT_HAND_RACE] = i_float(pips) / i_float(all);
    inputs[INPUTS_HAND_SIDE + INPUT_HAND_RACE] = hand_flag(contact);
}
