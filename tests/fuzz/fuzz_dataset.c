/*
 * Datasets. A stranger's bytes seldom carry the right digests, so the input is also
 * tried with those of the header and of the first block put right; what is accepted
 * must be positions that nets can be shown.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "engine/board/position.h"
#include "lab/data/dataset.h"
#include "lab/data/dataset_internal.h"
#include "tests/fuzz/fuzz_target.h"

enum {
    SIZE_MAX_TRIED = 1 << 16,
    HEADER = 256,
    AT_DIGEST = 24,
    BLOCK_HEADER = 32,
    SAMPLE_BYTES = 20
};

static void check_block(struct dataset *dataset, int block)
{
    struct error err;
    const struct dataset_block *b = &dataset_info(dataset)->block[block];
    struct sample *samples = malloc(b->count * sizeof *samples);
    if (samples != NULL && dataset_read(dataset, block, samples, &err)) {
        for (uint32_t i = 0; i < b->count; i++) {
            struct position pos;
            sample_position(&samples[i], &pos);
            struct sample again = sample_of(&pos, sample_target(&samples[i]));
            sample_set_sibling(&again, sample_is_sibling(&samples[i]));
            assert(position_fault(&pos) == NULL &&
                   memcmp(&again, &samples[i], sizeof again) == 0);
        }
    }
    free(samples);
}

static void try_file(uint8_t *bytes, size_t size)
{
    struct error err = {0};
    FILE *file = fmemopen(bytes, size, "rb");
    if (file == NULL) {
        return;
    }
    struct dataset *dataset = dataset_open_file(file, "fuzz", &err);
    if (dataset == NULL) {
        assert(strchr(err.text, '\n') == NULL && strlen(err.text) >= 8);
        return;
    }
    for (int b = 0; b < dataset_info(dataset)->blocks; b++) {
        check_block(dataset, b);
    }
    dataset_close(dataset);
}

static void put_digest(uint8_t *at, const uint8_t *bytes, size_t size)
{
    uint64_t digest = digest_bytes(digest_start(), bytes, size);
    for (int i = 0; i < 8; i++) {
        at[i] = (uint8_t)(digest >> (8 * i));
    }
}

/* Makes the digests of the file's header and first block right. */
static void mend(uint8_t *bytes, size_t size)
{
    memset(bytes + AT_DIGEST, 0, 8);
    put_digest(bytes + AT_DIGEST, bytes, HEADER);
    uint8_t *block = bytes + HEADER;
    uint32_t count = (uint32_t)block[4] | (uint32_t)block[5] << 8;
    if (size >= HEADER + BLOCK_HEADER + (size_t)count * SAMPLE_BYTES) {
        put_digest(block + 16, block + BLOCK_HEADER, (size_t)count * SAMPLE_BYTES);
    }
    put_digest(block + 24, block, 24);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > SIZE_MAX_TRIED) {
        return 0;
    }
    uint8_t *copy = malloc(size);
    if (copy != NULL) {
        memcpy(copy, data, size);
        try_file(copy, size);
        if (size >= HEADER + BLOCK_HEADER) {
            mend(copy, size);
            try_file(copy, size);
        }
    }
    free(copy);
    return 0;
}
