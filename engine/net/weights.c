#include "engine/net/weights.h"

#include <stdlib.h>

#include "base/bytes.h"
#include "engine/net/classes.h"
#include "engine/net/net_internal.h"
#include "engine/net/weights_file.h"

enum {
    HEADER_SIZE = 128,
    AT_INPUT_DIGEST = 24,
    AT_INPUT_SET = 32,
    AT_ACTIVATION = 36,
    AT_LAYERS = 40,
    AT_SHIFT = 44,
    AT_SIZES = 48,
    AT_LENGTH = 80,
    AT_CLASSES = 88,
    SHIFT_MAX = 15
};
static const struct weights_file_kind kind = {
    .magic = {'f', 'i', 'b', 's', 'n', 'e', 't', '\n'},
    .header = HEADER_SIZE,
    .most = WEIGHTS_FILE_MAX,
    .other_fault = "magic: this is not a weights file",
};

/* ---- in memory ------------------------------------------------------------------- */

const char *weights_shape_fault(int layers, const int *size)
{
    if (layers < 2 || layers > NET_LAYERS_MAX) {
        return "expected 2 to 6 layers";
    }
    for (int l = 0; l < layers - 1; l++) {
        if (size[l] < 16 || size[l] > NET_HIDDEN_MAX || size[l] % 16 != 0) {
            return "expected hidden layers of 16, 32, ... 1024 units";
        }
    }
    return size[layers - 1] == NET_OUTPUTS ? NULL
                                           : "expected a last layer of 5 outputs";
}

static size_t row_numbers(const struct weights *w)
{
    return (size_t)(INPUT_ROWS + 1) * (size_t)w->shape.size[0];
}

static size_t extra_numbers(const struct weights *w)
{
    return (size_t)w->shape.inputs->extras * (size_t)w->shape.size[0];
}

static size_t bias_numbers(const struct weights *w, int l)
{
    return (size_t)w->shape.classes->count * (size_t)w->shape.size[l];
}

static size_t matrix_numbers(const struct weights *w, int l)
{
    return (size_t)w->shape.size[l - 1] * bias_numbers(w, l);
}

static size_t payload_size(const struct weights *w)
{
    size_t size = row_numbers(w) * 2 + extra_numbers(w) * 4;
    for (int l = 1; l < w->shape.layers; l++) {
        size += (matrix_numbers(w, l) + bias_numbers(w, l)) * 4;
    }
    return size;
}

static bool allocate_arrays(struct weights *w)
{
    w->rows = calloc(row_numbers(w), sizeof *w->rows);
    w->extras = calloc(extra_numbers(w) + 1, sizeof *w->extras);
    bool whole = w->rows != NULL && w->extras != NULL;
    for (int l = 1; l < w->shape.layers; l++) {
        w->bias[l] = calloc(bias_numbers(w, l), sizeof(float));
        w->matrix[l] = calloc(matrix_numbers(w, l), sizeof(float));
        whole = whole && w->bias[l] != NULL && w->matrix[l] != NULL;
    }
    return whole;
}

struct weights *weights_new(const struct net_shape *shape)
{
    struct weights *w = calloc(1, sizeof *w);
    if (w == NULL) {
        return NULL;
    }
    w->shape = *shape;
    if (!allocate_arrays(w)) {
        weights_free(w);
        return NULL;
    }
    return w;
}

void weights_free(struct weights *w)
{
    if (w == NULL) {
        return;
    }
    free(w->rows);
    free(w->extras);
    for (int l = 0; l < NET_LAYERS_MAX; l++) {
        free(w->bias[l]);
        free(w->matrix[l]);
    }
    free(w);
}

/* ---- reading --------------------------------------------------------------------- */

/* Makes the checks that need no memory. Returns NULL or what is wrong. */
static const char *header_fault(const unsigned char *bytes, size_t size)
{
    const char *fault = weights_file_fault(&kind, bytes, size);
    if (fault != NULL) {
        return fault;
    }
    const struct input_set *set =
        input_set_by_id((uint32_t)bytes_get(bytes + AT_INPUT_SET, 4));
    if (set == NULL) {
        return "input set: unknown id; another version of fibsbot wrote the file";
    }
    if (bytes_get(bytes + AT_INPUT_DIGEST, 8) != input_set_digest(set)) {
        return "input set digest: the net was made for other inputs";
    }
    if (class_set_by_id((uint32_t)bytes_get(bytes + AT_CLASSES, 4)) == NULL) {
        return "class set: unknown id; another version of fibsbot wrote the file";
    }
    uint64_t activation = bytes_get(bytes + AT_ACTIVATION, 4);
    if (activation != NET_RELU && activation != NET_SIGMOID) {
        return "activation: expected 1 (ReLU) or 2 (sigmoid)";
    }
    return bytes_get(bytes + AT_SHIFT, 4) <= SHIFT_MAX ? NULL
                                                       : "shift: expected 0 to 15";
}

static int read_sizes(const unsigned char *bytes, int size[NET_LAYERS_MAX])
{
    uint64_t layers = bytes_get(bytes + AT_LAYERS, 4);
    int known = layers <= NET_LAYERS_MAX ? (int)layers : 0;
    for (int l = 0; l < known; l++) {
        uint64_t outputs = bytes_get(bytes + AT_SIZES + 4 * l, 4);
        size[l] = outputs <= NET_HIDDEN_MAX ? (int)outputs : 0;
    }
    return known;
}

/* Copies the payload. Returns false if a number is not finite. */
static bool read_payload(struct weights *w, const unsigned char *p)
{
    for (size_t i = 0; i < row_numbers(w); i++, p += 2) {
        w->rows[i] = (int16_t)(uint16_t)bytes_get(p, 2);
    }
    bool is_finite = weights_file_read_floats(&p, w->extras, extra_numbers(w));
    for (int l = 1; is_finite && l < w->shape.layers; l++) {
        is_finite = weights_file_read_floats(&p, w->bias[l], bias_numbers(w, l)) &&
                    weights_file_read_floats(&p, w->matrix[l], matrix_numbers(w, l));
    }
    return is_finite;
}

static struct weights *refuse_weights(struct weights *w, const char *name,
                                      const char *fault, struct error *err)
{
    error_set_kind(err, ERROR_MALFORMED, "%s: %s", name, fault);
    weights_free(w);
    return NULL;
}

static struct net_shape shape_of(const unsigned char *bytes)
{
    struct net_shape shape = {
        .inputs = input_set_by_id((uint32_t)bytes_get(bytes + AT_INPUT_SET, 4)),
        .classes = class_set_by_id((uint32_t)bytes_get(bytes + AT_CLASSES, 4)),
        .hidden = (enum net_activation)bytes_get(bytes + AT_ACTIVATION, 4),
    };
    shape.layers = read_sizes(bytes, shape.size);
    return shape;
}

struct weights *weights_read(const unsigned char *bytes, size_t size, const char *name,
                             struct error *err)
{
    const char *fault = header_fault(bytes, size);
    if (fault != NULL) {
        return refuse_weights(NULL, name, fault, err);
    }
    struct weights bare = {.shape = shape_of(bytes)}; /* no numbers yet */
    fault = weights_shape_fault(bare.shape.layers, bare.shape.size);
    if (fault != NULL) {
        error_set_kind(err, ERROR_MALFORMED, "%s: shape: %s", name, fault);
        return NULL;
    }
    if (bytes_get(bytes + AT_LENGTH, 8) != payload_size(&bare) ||
        size != HEADER_SIZE + payload_size(&bare)) {
        return refuse_weights(
            NULL, name, "length: the file is too short or too long for its shape", err);
    }
    struct weights *w = weights_new(&bare.shape);
    if (w == NULL) {
        error_no_memory(err);
        return NULL;
    }
    w->shift = (int)bytes_get(bytes + AT_SHIFT, 4);
    w->digest = weights_file_digest(bytes);
    if (!read_payload(w, bytes + HEADER_SIZE)) {
        return refuse_weights(w, name, "weights: a number is not finite", err);
    }
    return w;
}

struct weights *weights_load(const char *path, struct error *err)
{
    size_t size;
    unsigned char *bytes = weights_file_load(&kind, path, &size, err);
    if (bytes == NULL) {
        return NULL;
    }
    struct weights *w = weights_read(bytes, size, path, err);
    free(bytes);
    return w;
}

/* ---- writing --------------------------------------------------------------------- */

static void write_payload(const struct weights *w, unsigned char *p)
{
    for (size_t i = 0; i < row_numbers(w); i++, p += 2) {
        bytes_put(p, 2, (uint16_t)w->rows[i]);
    }
    p = weights_file_write_floats(p, w->extras, extra_numbers(w));
    for (int l = 1; l < w->shape.layers; l++) {
        p = weights_file_write_floats(p, w->bias[l], bias_numbers(w, l));
        p = weights_file_write_floats(p, w->matrix[l], matrix_numbers(w, l));
    }
}

bool weights_save(struct weights *w, const char *path, struct error *err)
{
    size_t size = HEADER_SIZE + payload_size(w);
    unsigned char *bytes = calloc(1, size);
    if (bytes == NULL) {
        return error_no_memory(err);
    }
    weights_file_begin(&kind, bytes);
    bytes_put(bytes + AT_INPUT_DIGEST, 8, input_set_digest(w->shape.inputs));
    bytes_put(bytes + AT_INPUT_SET, 4, w->shape.inputs->id);
    bytes_put(bytes + AT_ACTIVATION, 4, (uint64_t)w->shape.hidden);
    bytes_put(bytes + AT_LAYERS, 4, (uint64_t)w->shape.layers);
    bytes_put(bytes + AT_SHIFT, 4, (uint64_t)w->shift);
    for (int l = 0; l < w->shape.layers; l++) {
        bytes_put(bytes + AT_SIZES + 4 * l, 4, (uint64_t)w->shape.size[l]);
    }
    bytes_put(bytes + AT_LENGTH, 8, payload_size(w));
    bytes_put(bytes + AT_CLASSES, 4, w->shape.classes->id);
    write_payload(w, bytes + HEADER_SIZE);
    w->digest = weights_file_sign(bytes, size);
    bool written = weights_file_save(path, bytes, size, err);
    free(bytes);
    return written;
}
