#include "engine/race/race_net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "engine/board/position.h"
#include "engine/board/side_bits.h"
#include "engine/net/weights_file.h"
#include "engine/race/bearoff_format.h"
#include "engine/race/race_internal.h"

enum { HEADER_SIZE = 40, AT_SIZES = 24, AT_COUNT = 32 };

static const struct weights_file_kind kind = {
    .magic = {'f', 'i', 'b', 's', 'r', 'a', 'c', 'e'},
    .header = HEADER_SIZE,
    .most = RACE_FILE_MAX,
    .other_fault = "magic: this is not a race net",
};

/* ---- first estimates ---- */

enum { HOME = 6, FARTHEST = 23, MOST_PIPS = 24, MOST_OFF = 4 };

/* What is kept of an arrangement of 15 checkers, off or on points 1..6. */
struct shape {
    float mean; /* rolls to bear off all */
    float variance;
    float skew;
    float first_mean; /* rolls to bear off the first; 0 if one is off */
    float first_variance;
};

struct race_basis {
    struct shape shape[BEAROFF_ARRANGEMENTS];
};

/* Only the chances that are not 0 count, which are few. */
static void moments(const float *chance, int rolls, float *mean, float *variance,
                    float *skew)
{
    double sum = 0.0;
    double square = 0.0;
    double cube = 0.0;
    int from = 0;
    int end = rolls;
    while (from < end && chance[from] == 0.0F) {
        from++;
    }
    while (end > from && chance[end - 1] == 0.0F) {
        end--;
    }
    for (int n = from; n < end; n++) {
        sum += n * (double)chance[n];
    }
    for (int n = from; n < end; n++) {
        const double d = n - sum;
        square += d * d * (double)chance[n];
        cube += d * d * d * (double)chance[n];
    }
    *mean = (float)sum;
    *variance = (float)square;
    *skew = square > 1e-6 ? (float)(cube / (square * sqrt(square))) : 0.0F;
}

struct race_basis *race_basis_new(const struct bearoff *bo)
{
    const struct race_bearoff_rows rows =
        bo != NULL ? bearoff_rows_of(bo) : (struct race_bearoff_rows){.off = NULL};
    struct race_basis *basis = rows.first != NULL ? calloc(1, sizeof *basis) : NULL;
    const int fifteen = (int)bearoff_arrangements(CHECKERS - 1);
    for (int i = 0; basis != NULL && i < BEAROFF_ARRANGEMENTS; i++) {
        struct shape *shape = &basis->shape[i];
        float skew;
        moments(rows.off[i], BEAROFF_ROLLS, &shape->mean, &shape->variance,
                &shape->skew);
        if (i >= fifteen) {
            moments(rows.first[i - fifteen], BEAROFF_FIRST_ROLLS, &shape->first_mean,
                    &shape->first_variance, &skew);
        }
    }
    return basis;
}

void race_basis_free(struct race_basis *basis)
{
    free(basis);
}

static int divide_up(int a, int b)
{
    return (a + b - 1) / b;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* A roll has a mean of 49/6 pips and a variance of 18.6, so that the variance of the
 * number of rolls for many pips is .28 a roll. */
struct race_view race_view_of(const struct race_basis *basis, const struct side *side)
{
    const float per_roll = 49.0F / 6.0F;
    const float variance_per_roll = 0.28F;
    struct side home = *side;
    int outside = 0;
    int pips_home = 0; /* of the checkers outside, to the 6 point */
    for (int p = HOME + 1; p <= FARTHEST; p++) {
        outside += side->at[p];
        pips_home += (p - HOME) * side->at[p];
        home.at[p] = 0;
    }
    home.at[HOME] = (uint8_t)(home.at[HOME] + outside);
    const struct shape *shape = &basis->shape[bearoff_index(&home)];
    const int pips = position_pip_count(side);
    const int left = CHECKERS - side->at[POINT_OFF];
    const float way = (float)pips_home / per_roll;
    return (struct race_view){
        .guess[RACE_OFF] = {shape->mean + way,
                            sqrtf(shape->variance + variance_per_roll * way + 0.02F),
                            larger(divide_up(pips, MOST_PIPS),
                                   divide_up(left, MOST_OFF))},
        .guess[RACE_FIRST] = {shape->first_mean + way,
                              sqrtf(shape->first_variance + variance_per_roll * way +
                                    0.02F),
                              pips_home / MOST_PIPS + 1},
        .extras =
            {
                shape->mean - (float)(pips - pips_home) / per_roll,
                sqrtf(shape->variance),
                shape->skew,
                shape->first_mean,
                (float)pips_home / 32.0F,
                (float)outside / 8.0F,
                1.0F / (1.0F + (float)pips_home),
                (float)(left % 2),
            },
    };
}

/* ---- numbers in memory ---- */

size_t race_weights_bias(const struct race_weights *w, int layer)
{
    size_t at = (size_t)(RACE_ROWS + 1 + RACE_EXTRAS) * (size_t)w->size[0];
    return layer == 1 ? at : at + (size_t)w->size[1] * (size_t)(w->size[0] + 1);
}

size_t race_weights_panels(const struct race_weights *w, int layer)
{
    if (layer == 0) {
        return (size_t)(RACE_ROWS + 1) * (size_t)w->size[0];
    }
    return race_weights_bias(w, layer) +
           (layer == 1 ? (size_t)w->size[1] : (size_t)RACE_NUMBERS);
}

static size_t block_size(const struct race_weights *w)
{
    return race_weights_panels(w, 2) + (size_t)w->size[1] * RACE_NUMBERS;
}

static bool is_size(uint64_t size)
{
    return size >= NET_PANEL && size <= RACE_HIDDEN_MAX && size % NET_PANEL == 0;
}

struct race_weights *race_weights_new(int first, int second)
{
    struct race_weights *w = calloc(1, sizeof *w);
    if (w == NULL) {
        return NULL;
    }
    w->size[0] = first;
    w->size[1] = second;
    w->count = block_size(w);
    w->numbers = calloc(w->count, sizeof *w->numbers);
    if (w->numbers == NULL) {
        race_weights_free(w);
        return NULL;
    }
    return w;
}

void race_weights_free(struct race_weights *w)
{
    if (w != NULL) {
        free(w->numbers);
        free(w);
    }
}

/* ---- the file ---- */

static const char *header_fault(const unsigned char *bytes, size_t size)
{
    const char *fault = weights_file_fault(&kind, bytes, size);
    if (fault != NULL) {
        return fault;
    }
    if (!is_size(bytes_get(bytes + AT_SIZES, 4)) ||
        !is_size(bytes_get(bytes + AT_SIZES + 4, 4))) {
        return "shape: expected hidden layers of 16, 32, ... 256 units";
    }
    return bytes_get(bytes + AT_COUNT + 4, 4) == 0 ? NULL
                                                   : "reserved field: expected 0";
}

static struct race_weights *refuse_weights(struct race_weights *w, const char *name,
                                           const char *fault, struct error *err)
{
    error_set_kind(err, ERROR_MALFORMED, "%s: %s", name, fault);
    race_weights_free(w);
    return NULL;
}

struct race_weights *race_weights_read(const unsigned char *bytes, size_t size,
                                       const char *name, struct error *err)
{
    const char *fault = header_fault(bytes, size);
    if (fault != NULL) {
        return refuse_weights(NULL, name, fault, err);
    }
    struct race_weights *w = race_weights_new((int)bytes_get(bytes + AT_SIZES, 4),
                                              (int)bytes_get(bytes + AT_SIZES + 4, 4));
    if (w == NULL) {
        error_no_memory(err);
        return NULL;
    }
    if (bytes_get(bytes + AT_COUNT, 4) != w->count ||
        size != HEADER_SIZE + 4 * w->count) {
        return refuse_weights(
            w, name, "length: the file is too short or too long for its shape", err);
    }
    const unsigned char *block = bytes + HEADER_SIZE;
    if (!weights_file_read_floats(&block, w->numbers, w->count)) {
        return refuse_weights(w, name, "weights: a number is not finite", err);
    }
    w->digest = weights_file_digest(bytes);
    return w;
}

struct race_weights *race_weights_load(const char *path, struct error *err)
{
    size_t size;
    unsigned char *bytes = weights_file_load(&kind, path, &size, err);
    if (bytes == NULL) {
        return NULL;
    }
    struct race_weights *w = race_weights_read(bytes, size, path, err);
    free(bytes);
    return w;
}

bool race_weights_save(struct race_weights *w, const char *path, struct error *err)
{
    const size_t size = HEADER_SIZE + 4 * w->count;
    unsigned char *bytes = calloc(1, size);
    if (bytes == NULL) {
        return error_no_memory(err);
    }
    weights_file_begin(&kind, bytes);
    bytes_put(bytes + AT_SIZES, 4, (uint64_t)w->size[0]);
    bytes_put(bytes + AT_SIZES + 4, 4, (uint64_t)w->size[1]);
    bytes_put(bytes + AT_COUNT, 4, w->count);
    (void)weights_file_write_floats(bytes + HEADER_SIZE, w->numbers, w->count);
    w->digest = weights_file_sign(bytes, size);
    bool is_written = weights_file_save(path, bytes, size, err);
    free(bytes);
    return is_written;
}

/* ---- what the numbers mean ---- */

static float limited(float value, float least, float most)
{
    if (!(value > least)) { /* also true for a NaN */
        return least;
    }
    return value < most ? value : most;
}

struct race_curve race_curve_of(const float *numbers, const struct race_guess *guess)
{
    struct race_curve curve = {
        .centre = limited(guess->centre + numbers[0], 0.0F, 80.0F),
        .spread = guess->spread * race_exponential(limited(numbers[1], -2.0F, 1.0F)),
    };
    for (int k = 0; k < NET_BELL_BENDS; k++) {
        curve.bend[k] = limited(numbers[2 + k], -20.0F, 20.0F);
    }
    return curve;
}

void race_rows(const struct side *side, uint16_t rows[CHECKERS])
{
    int n = 0;
    for (int p = 0; p < RACE_POINTS; p++) {
        for (int k = 0; k < side->at[p] && n < CHECKERS; k++) {
            rows[n++] = (uint16_t)(p * CHECKERS + k);
        }
    }
}

/* ---- ready to play ---- */

struct race_net {
    struct race_weights w;
    const struct race_basis *basis;
    /* (RACE_POINTS, CHECKERS + 1, size[0]): the sum of the active rows of a point by
     * its number of checkers; the bias is included in those of point 0. */
    float *sums;
};

static void sum_rows(struct race_net *net)
{
    const size_t width = (size_t)net->w.size[0];
    const float *row = net->w.numbers;
    const float *bias = row + RACE_ROWS * width;
    float *sum = net->sums;
    for (int p = 0; p < RACE_POINTS; p++) {
        for (size_t j = 0; j < width; j++) {
            sum[j] = p == 0 ? bias[j] : 0.0F;
        }
        for (int k = 0; k < CHECKERS; k++, row += width, sum += width) {
            for (size_t j = 0; j < width; j++) {
                sum[width + j] = sum[j] + row[j];
            }
        }
        sum += width;
    }
}

struct race_net *race_net_new(const struct race_weights *w,
                              const struct race_basis *basis)
{
    struct race_net *net = calloc(1, sizeof *net);
    if (net == NULL) {
        return NULL;
    }
    net->w = *w;
    net->basis = basis;
    net->w.numbers = malloc(w->count * sizeof(float));
    net->sums = calloc((size_t)RACE_POINTS * (CHECKERS + 1) * (size_t)w->size[0],
                       sizeof(float));
    if (net->w.numbers == NULL || net->sums == NULL) {
        race_net_free(net);
        return NULL;
    }
    memcpy(net->w.numbers, w->numbers, w->count * sizeof(float));
    sum_rows(net);
    return net;
}

void race_net_free(struct race_net *net)
{
    if (net != NULL) {
        free(net->w.numbers);
        free(net->sums);
        free(net);
    }
}

uint64_t race_net_digest(const struct race_net *net)
{
    return net->w.digest;
}

static void first_hidden_layer(const struct race_net *net,
                               const struct net_kernel *kernel, const struct side *side,
                               float *out)
{
    uint16_t rows[RACE_POINTS];
    uint32_t held = side_points_with(side, 1) & ((1U << RACE_POINTS) - 2);
    int n = 0;
    rows[n++] = side->at[POINT_OFF];
    for (; held != 0; held &= held - 1) {
        int p = __builtin_ctz(held);
        rows[n++] = (uint16_t)(p * (CHECKERS + 1) + side->at[p]);
    }
    memset(out, 0, (size_t)net->w.size[0] * sizeof *out);
    kernel->gather_rows(out, net->sums, net->w.size[0], rows, n);
}

static void forward(const struct race_net *net, const struct net_kernel *kernel,
                    struct race_layers *layers, const struct side *side, int count)
{
    const struct race_weights *w = &net->w;
    for (int i = 0; i < count; i++) {
        layers->view[i] = race_view_of(net->basis, &side[i]);
        memcpy(layers->extras + i * RACE_EXTRAS, layers->view[i].extras,
               sizeof layers->view[i].extras);
        first_hidden_layer(net, kernel, &side[i], layers->hidden[0] + i * w->size[0]);
    }
    kernel->dense(layers->hidden[0], layers->extras,
                  w->numbers + race_weights_panels(w, 0), NULL, count, RACE_EXTRAS,
                  w->size[0]);
    kernel->relu(layers->hidden[0], count * w->size[0]);
    kernel->dense(layers->hidden[1], layers->hidden[0],
                  w->numbers + race_weights_panels(w, 1),
                  w->numbers + race_weights_bias(w, 1), count, w->size[0], w->size[1]);
    kernel->relu(layers->hidden[1], count * w->size[1]);
    kernel->dense(
        layers->numbers, layers->hidden[1], w->numbers + race_weights_panels(w, 2),
        w->numbers + race_weights_bias(w, 2), count, w->size[1], RACE_NUMBERS);
}

static void rolls_of(const float *numbers, const struct race_guess *guess,
                     const struct net_kernel *kernel, struct race_rolls *rolls)
{
    struct race_curve curve = race_curve_of(numbers, guess);
    race_rolls_from_curve(rolls, &curve, guess->least, kernel);
}

void race_net_rolls(const struct race_net *net, const struct net_kernel *kernel,
                    struct race_layers *layers, const struct side *side, int count,
                    struct race_rolls *off, struct race_rolls *first)
{
    forward(net, kernel, layers, side, count);
    for (int i = 0; i < count; i++) {
        const float *numbers = layers->numbers + i * RACE_NUMBERS;
        const struct race_guess *guess = layers->view[i].guess;
        rolls_of(numbers, &guess[RACE_OFF], kernel, &off[i]);
        if (side[i].at[POINT_OFF] > 0) {
            first[i].from = first[i].count = 0;
        } else {
            rolls_of(numbers + RACE_NUMBERS / RACE_GOALS, &guess[RACE_FIRST], kernel,
                     &first[i]);
        }
    }
}
