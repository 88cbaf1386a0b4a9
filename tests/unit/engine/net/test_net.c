/* Nets: the same bits on every kernel, and the values of the formula. */
#include "tests/unit/engine/net/random_net.h"
#include "tests/unit/test_case.h"

enum { POSITIONS = 300 };

static struct weights *random_weights(const struct shape *shape)
{
    const int *size = shape->size;
    struct net_shape known = {.inputs = input_set_by_name(shape->set),
                              .classes = class_set_by_name(shape->classes),
                              .hidden = shape->hidden,
                              .layers = shape->layers};
    memcpy(known.size, size, sizeof known.size);
    struct weights *w = weights_new(&known);
    assert_non_null(w);
    struct rng rng;
    rng_seed(&rng, 7, (uint64_t)size[0]);
    w->shift = 9;
    for (int i = 0; i < (INPUT_ROWS + 1) * size[0]; i++) {
        w->rows[i] = (int16_t)((int)rng_below(&rng, 800) - 400);
    }
    for (int i = 0; i < w->shape.inputs->extras * size[0]; i++) {
        w->extras[i] = (float)rng_unit(&rng) - 0.5F;
    }
    for (int l = 1; l < shape->layers; l++) {
        for (int o = 0; o < w->shape.classes->count * size[l]; o++) {
            w->bias[l][o] = (float)rng_unit(&rng) - 0.5F;
        }
        for (int i = 0; i < w->shape.classes->count * size[l - 1] * size[l]; i++) {
            w->matrix[l][i] = ((float)rng_unit(&rng) - 0.5F) * 0.5F;
        }
    }
    return w;
}

/* Positions of random play: some contact, some races, some men on the bar. */
static struct position *random_positions(void)
{
    struct play_list *list = aligned_alloc(64, sizeof *list);
    struct position *pos = aligned_alloc(64, POSITIONS * sizeof *pos);
    assert_non_null(list);
    assert_non_null(pos);
    struct rng rng;
    rng_seed(&rng, 1, 1);
    struct position now;
    position_start(&now);
    for (int i = 0; i < POSITIONS; i++) {
        movegen_plays(&now, rng_roll(&rng), list);
        pos[i] = list->after[rng_below(&rng, (uint32_t)list->count)];
        now = position_swap(&pos[i]);
        if (position_game_result(&now) != 0) {
            position_start(&now);
        }
    }
    free(list);
    return pos;
}

static struct net *net_of_shape(int s, struct net_scratch **scratch)
{
    struct weights *w = random_weights(&shapes[s]);
    struct net *net = net_new(w);
    weights_free(w);
    const struct net *const nets[1] = {net};
    *scratch = net_scratch_new(nets, 1);
    assert_non_null(net);
    assert_non_null(*scratch);
    return net;
}

TEST(every_kernel_gives_the_same_bits)
{
    struct position *pos = random_positions();
    for (int s = 0; s < SHAPES; s++) {
        struct net_scratch *scratch;
        struct net *net = net_of_shape(s, &scratch);
        struct outputs plain[POSITIONS];
        struct outputs other[POSITIONS];
        net_evaluate(net, net_kernel_find("plain"), scratch, pos, POSITIONS, plain);
        for (int k = 0; net_kernel_name(k) != NULL; k++) {
            net_evaluate(net, net_kernel_find(net_kernel_name(k)), scratch, pos,
                         POSITIONS, other);
            assert_memory_equal(plain, other, sizeof plain);
        }
        net_scratch_free(scratch);
        net_free(net);
    }
    free(pos);
}

TEST(value_does_not_depend_on_the_batch)
{
    struct position *pos = random_positions();
    for (int s = 0; s < SHAPES; s++) {
        struct net_scratch *scratch;
        struct net *net = net_of_shape(s, &scratch);
        struct outputs together[POSITIONS];
        const struct net_kernel *kernel = net_kernel_find(NULL);
        net_evaluate(net, kernel, scratch, pos, POSITIONS, together);
        for (int i = 0; i < POSITIONS; i++) {
            struct outputs alone;
            net_evaluate(net, kernel, scratch, &pos[i], 1, &alone);
            assert_memory_equal(&together[i], &alone, sizeof alone);
        }
        struct outputs part[100];
        net_evaluate(net, kernel, scratch, pos + 150, 100, part);
        assert_memory_equal(part, together + 150, sizeof part);
        net_scratch_free(scratch);
        net_free(net);
    }
    free(pos);
}

/* What was expected, and what was valued before, makes no difference. */
TEST(value_does_not_depend_on_what_was_expected)
{
    struct position *pos = random_positions();
    const struct net_kernel *kernel = net_kernel_find(NULL);
    for (int s = 0; s < SHAPES; s++) {
        struct net_scratch *scratch;
        struct net *net = net_of_shape(s, &scratch);
        for (int i = 1; i < POSITIONS; i++) {
            const struct net *const nets[1] = {net};
            struct net_scratch *fresh = net_scratch_new(nets, 1);
            struct position before = position_swap(&pos[i - 1]);
            struct outputs expected;
            struct outputs alone;
            net_expect(scratch, i % 3 == 0 ? &pos[i / 2] : &before);
            net_evaluate(net, kernel, scratch, &pos[i], 1, &expected);
            net_evaluate(net, kernel, fresh, &pos[i], 1, &alone);
            assert_memory_equal(&expected, &alone, sizeof alone);
            net_scratch_free(fresh);
        }
        net_scratch_free(scratch);
        net_free(net);
    }
    free(pos);
}

/* Any spread of 15 checkers, but for points that both sides hold. */
static void scatter(struct position *pos, struct rng *rng)
{
    memset(pos, 0, sizeof *pos);
    for (int i = 0; i < 2 * CHECKERS; i++) {
        struct side *own = i < CHECKERS ? &pos->mine : &pos->theirs;
        const struct side *other = i < CHECKERS ? &pos->theirs : &pos->mine;
        int point;
        do {
            point = (int)rng_below(rng, POINT_BAR + 1);
            point = rng_below(rng, 3) == 0 ? (point + 7 * (i / 4)) % POINT_BAR : point;
        } while (point >= 1 && point <= 24 && other->at[25 - point] > 0);
        own->at[point]++;
    }
}

/* Rows added up one by one, wrapping round as 16 bits do. */
static void add_rows_by_hand(const struct position *pos, const int16_t *rows, int width,
                             int16_t *sum)
{
    uint16_t active[INPUTS_ACTIVE];
    inputs_rows(pos, active);
    memset(sum, 0, (size_t)width * sizeof *sum);
    for (int i = 0; i < INPUTS_ACTIVE; i++) {
        for (int o = 0; o < width; o++) {
            sum[o] = (int16_t)(uint16_t)(sum[o] + rows[active[i] * width + o]);
        }
    }
}

enum { ROWS_WIDTH_MAX = 272, ROWS_POSITIONS = 24 };

static void check_rows_relu(const struct net_kernel *kernel, const int16_t *rows,
                            int width, struct rng *rng)
{
    static int16_t out[(ROWS_POSITIONS + 1) * ROWS_WIDTH_MAX];
    int16_t base[ROWS_WIDTH_MAX];
    int16_t want[ROWS_WIDTH_MAX];
    struct position from;
    struct position pos[ROWS_POSITIONS];
    int row_of[ROWS_POSITIONS];
    random_position(rng, &from);
    for (int i = 0; i < ROWS_POSITIONS; i++) {
        random_position(rng, &pos[i]);
        row_of[i] = (i * 7 + 3) % ROWS_POSITIONS;
    }
    pos[5] = from;
    add_rows_by_hand(&from, rows, width, base);
    memset(out, 0x55, sizeof out);
    const struct net_first_layer first = {.width = width, .rows = rows, .base = base};
    kernel->rows_relu(out, &first, &from, pos, ROWS_POSITIONS, row_of);
    for (int i = 0; i < ROWS_POSITIONS; i++) {
        add_rows_by_hand(&pos[i], rows, width, want);
        for (int o = 0; o < width; o++) {
            want[o] = (int16_t)(want[o] > 0 ? want[o] : 0);
        }
        assert_memory_equal(out + row_of[i] * width, want,
                            (size_t)width * sizeof *want);
    }
    assert_int_equal(out[ROWS_POSITIONS * width], 0x5555); /* nothing behind them */
}

TEST(rows_from_checkers_are_those_added_by_hand)
{
    static const int widths[] = {16,  32,  48,  64,  80,
                                 112, 128, 144, 256, ROWS_WIDTH_MAX};
    enum { ROUNDS = 40 };
    int16_t *rows = malloc((size_t)INPUT_ROWS * ROWS_WIDTH_MAX * sizeof *rows);
    struct rng rng;
    assert_non_null(rows);
    rng_seed(&rng, 12, 0);
    for (int i = 0; i < INPUT_ROWS * ROWS_WIDTH_MAX; i++) {
        rows[i] = (int16_t)(rng_next(&rng) & 0xffff);
    }
    for (int k = 0; net_kernel_name(k) != NULL; k++) {
        const struct net_kernel *kernel = net_kernel_find(net_kernel_name(k));
        for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w++) {
            for (int round = 0; round < ROUNDS; round++) {
                check_rows_relu(kernel, rows, widths[w], &rng);
            }
        }
    }
    free(rows);
}

TEST(hand_inputs_are_those_of_the_definition)
{
    enum { STRIDE = 16 * NET_PANEL, COUNT = STRIDE - 3 };
    struct position *pos = aligned_alloc(64, STRIDE * sizeof *pos);
    int32_t *out = malloc(INPUTS_HAND * STRIDE * sizeof *out);
    float *floats = malloc(INPUTS_HAND * STRIDE * sizeof *floats);
    struct rng rng;
    rng_seed(&rng, 8, 8);
    assert_non_null(pos);
    assert_non_null(out);
    assert_non_null(floats);
    for (int round = 0; round < 40; round++) {
        for (int i = 0; i < COUNT; i++) {
            scatter(&pos[i], &rng);
        }
        for (int k = 0; net_kernel_name(k) != NULL; k++) {
            net_kernel_find(net_kernel_name(k))->hand_inputs(out, STRIDE, pos, COUNT);
            net_kernel_find(net_kernel_name(k))
                ->hand_floats(floats, STRIDE, pos, COUNT);
            for (int i = 0; i < COUNT; i++) {
                float want[INPUTS_HAND];
                input_set_by_name("checkers+hand")->fill(&pos[i], want);
                for (int h = 0; h < INPUTS_HAND; h++) {
                    assert_int_equal(out[h * STRIDE + i],
                                     (int)(want[h] * 1024.0F + 0.5F));
                    assert_true(floats[h * STRIDE + i] == want[h]);
                }
            }
        }
    }
    free(floats);
    free(out);
    free(pos);
}

static double activated(enum net_activation activation, double sum)
{
    return activation == NET_RELU ? fmax(sum, 0.0) : 1.0 / (1.0 + exp(-sum));
}

/* The first layer in doubles, from struct weights alone. */
static void reference_first_layer(const struct weights *w, const struct position *pos,
                                  double out[NET_HIDDEN_MAX])
{
    uint16_t rows[INPUTS_ACTIVE];
    float extras[INPUT_EXTRAS_MAX];
    inputs_rows(pos, rows);
    if (w->shape.inputs->extras > 0) {
        w->shape.inputs->fill(pos, extras);
    }
    for (int j = 0; j < w->shape.size[0]; j++) {
        int sum = w->rows[INPUT_ROWS * w->shape.size[0] + j];
        for (int r = 0; r < INPUTS_ACTIVE; r++) {
            sum += w->rows[rows[r] * w->shape.size[0] + j];
        }
        out[j] = ldexp(sum, -w->shift);
        for (int e = 0; e < w->shape.inputs->extras; e++) {
            out[j] += (double)extras[e] * (double)w->extras[e * w->shape.size[0] + j];
        }
        out[j] = activated(w->shape.hidden, out[j]);
    }
}

static void reference_forward(const struct weights *w, const struct position *pos,
                              double out[NET_OUTPUTS])
{
    double in[NET_HIDDEN_MAX];
    int class = class_of(w->shape.classes, pos);
    reference_first_layer(w, pos, in);
    for (int l = 1; l < w->shape.layers; l++) {
        double next[NET_HIDDEN_MAX];
        const float *bias = w->bias[l] + class * w->shape.size[l];
        const float *matrix =
            w->matrix[l] + class * w->shape.size[l - 1] * w->shape.size[l];
        for (int o = 0; o < w->shape.size[l]; o++) {
            double sum = (double)bias[o];
            for (int i = 0; i < w->shape.size[l - 1]; i++) {
                sum += in[i] * (double)matrix[i * w->shape.size[l] + o];
            }
            bool is_last = l == w->shape.layers - 1;
            next[o] = activated(is_last ? NET_SIGMOID : w->shape.hidden, sum);
        }
        memcpy(in, next, sizeof in);
    }
    memcpy(out, in, NET_OUTPUTS * sizeof *out);
}

/* The last layer's outputs stay nested, so that clamping changes nothing. */
static void nest_outputs(struct weights *w)
{
    static const float nested[NET_OUTPUTS] = {1.0F, -2.0F, -5.0F, -3.0F, -6.0F};
    int last = w->shape.layers - 1;
    for (int i = 0; i < w->shape.classes->count * w->shape.size[last - 1] * NET_OUTPUTS;
         i++) {
        w->matrix[last][i] *= 0.02F;
    }
    for (int c = 0; c < w->shape.classes->count; c++) {
        memcpy(w->bias[last] + c * NET_OUTPUTS, nested, sizeof nested);
    }
}

/* Whole numbers cost some 2^-12 on the way. */
TEST(outputs_are_those_of_the_formula)
{
    struct position *pos = random_positions();
    for (int s = 0; s < SHAPES; s++) {
        struct weights *w = random_weights(&shapes[s]);
        nest_outputs(w);
        struct net *net = net_new(w);
        const struct net *const nets[1] = {net};
        struct net_scratch *scratch = net_scratch_new(nets, 1);
        struct outputs out[POSITIONS];
        net_evaluate(net, net_kernel_find(NULL), scratch, pos, POSITIONS, out);
        for (int i = 0; i < POSITIONS; i++) {
            double want[NET_OUTPUTS];
            reference_forward(w, &pos[i], want);
            assert_float_equal(out[i].win, (float)want[0], 3e-4);
            assert_float_equal(out[i].win_gammon, (float)want[1], 3e-4);
            assert_float_equal(out[i].lose_gammon, (float)want[3], 3e-4);
        }
        net_scratch_free(scratch);
        net_free(net);
        weights_free(w);
    }
    free(pos);
}

/* One is rounded to the other, of each position its own. */
TEST(both_forms_of_the_first_layer_are_of_the_same_position)
{
    struct position *pos = random_positions();
    struct net_scratch *scratch;
    struct net *net = net_of_shape(2, &scratch);
    const double step = ldexp(1.0, -NET_BYTE_BITS);
    int16_t whole[2][NET_HIDDEN_MAX];
    uint8_t bytes[NET_HIDDEN_MAX];
    for (int i = 0; i < POSITIONS; i++) {
        net_first_layer_both(net, net_kernel_find(NULL), scratch, &pos[i], whole[i % 2],
                             bytes);
        for (int k = 0; k < shapes[2].size[0]; k++) {
            double exact = ldexp(whole[i % 2][k], -NET_SIGMOID_BITS);
            assert_true(fabs(exact - bytes[k] * step) <= step);
        }
        assert_true(i == 0 ||
                    memcmp(whole[0], whole[1], 2 * (size_t)shapes[2].size[0]) != 0);
    }
    net_scratch_free(scratch);
    net_free(net);
    free(pos);
}

TEST_MAIN(NULL, NULL)
