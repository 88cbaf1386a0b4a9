/*
 * Race nets from strangers. A stranger's bytes seldom carry the right digest, so the
 * input is also tried with the digest put right, to get behind that check; what is
 * accepted must evaluate without harm.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/net/net.h"
#include "engine/net/weights_file.h"
#include "engine/race/race_internal.h"
#include "engine/race/race_net.h"
#include "tests/fuzz/fuzz_target.h"

enum { SIZE_MAX_TRIED = 1 << 18 };

/* Chances in any state of the net are chances. */
static void check_wait(const struct race_rolls *wait)
{
    float sum = 0.0F;
    for (int i = 0; i < wait->count; i++) {
        assert(wait->chance[i] >= 0.0F);
        sum += wait->chance[i];
    }
    assert(wait->count >= 0 && wait->count <= NET_BELL_WINDOW && sum < 1.01F);
}

static void evaluate(const struct race_weights *w, const struct race_basis *basis)
{
    static struct race_layers layers;
    static const struct side sides[] = {
        {.at = {[23] = 15}},
        {.at = {[POINT_OFF] = 14, [7] = 1}},
        {.at = {[12] = 5, [6] = 5, [1] = 5}},
    };
    enum { SIDES = sizeof sides / sizeof sides[0] };
    struct race_rolls off[SIDES];
    struct race_rolls first[SIDES];
    struct race_net *net = race_net_new(w, basis);
    if (net == NULL) {
        return;
    }
    race_net_rolls(net, net_kernel_find("plain"), &layers, sides, SIDES, off, first);
    for (int i = 0; i < SIDES; i++) {
        check_wait(&off[i]);
        check_wait(&first[i]);
    }
    race_net_free(net);
}

static void try_file(const uint8_t *bytes, size_t size, const struct race_basis *basis)
{
    struct error err;
    struct race_weights *w = race_weights_read(bytes, size, "fuzz", &err);
    if (w != NULL) {
        evaluate(w, basis);
        race_weights_free(w);
    } else {
        assert(strchr(err.text, '\n') == NULL && strlen(err.text) >= 8);
    }
}

/* The database that `make all` has made. */
static const struct race_basis *open_basis(void)
{
    static struct race_basis *basis;
    if (basis == NULL) {
        struct bearoff *bo =
            bearoff_open("build/weights/" BEAROFF_ONE_SIDED_NAME, NULL, NULL);
        basis = race_basis_new(bo);
        bearoff_close(bo);
    }
    return basis;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct race_basis *basis = open_basis();
    if (size > SIZE_MAX_TRIED || basis == NULL) {
        return 0;
    }
    try_file(data, size, basis);
    if (size < WEIGHTS_FILE_HEAD) {
        return 0;
    }
    uint8_t *copy = malloc(size);
    if (copy == NULL) {
        return 0;
    }
    memcpy(copy, data, size);
    (void)weights_file_sign(copy, size);
    try_file(copy, size, basis);
    free(copy);
    return 0;
}
