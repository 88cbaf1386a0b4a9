/*
 * Weights files. A stranger's bytes seldom carry the right digest, so the input is also
 * tried with the digest put right, to get behind that check; what is accepted must
 * evaluate without harm.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/position.h"
#include "engine/net/net.h"
#include "engine/net/net_internal.h"
#include "engine/net/weights_file.h"
#include "tests/fuzz/fuzz_target.h"

enum { SIZE_MAX_TRIED = 1 << 18 };

static void evaluate(const struct weights *w)
{
    struct net *net = net_new(w);
    const struct net *const nets[1] = {net};
    struct net_scratch *scratch = net != NULL ? net_scratch_new(nets, 1) : NULL;
    if (scratch != NULL) {
        struct position start;
        struct outputs out;
        position_start(&start);
        net_evaluate(net, net_kernel_find("plain"), scratch, &start, 1, &out);
        assert(out.win >= 0.0F && out.win <= 1.0F);
    }
    net_scratch_free(scratch);
    net_free(net);
}

static void try_file(const uint8_t *bytes, size_t size)
{
    struct error err;
    struct weights *w = weights_read(bytes, size, "fuzz", &err);
    if (w != NULL) {
        evaluate(w);
        weights_free(w);
    } else {
        assert(strchr(err.text, '\n') == NULL && strlen(err.text) >= 8);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > SIZE_MAX_TRIED) {
        return 0;
    }
    try_file(data, size);
    if (size < WEIGHTS_FILE_HEAD) {
        return 0;
    }
    uint8_t *copy = malloc(size);
    if (copy == NULL) {
        return 0;
    }
    memcpy(copy, data, size);
    (void)weights_file_sign(copy, size);
    try_file(copy, size);
    free(copy);
    return 0;
}
