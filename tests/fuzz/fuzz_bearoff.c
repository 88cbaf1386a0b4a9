/*
 * Bearoff databases from strangers. The first byte says what the rest is: bit 0: a
 * two-sided one; bit 1: with its checksum put right, so that the values are reached.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/position.h"
#include "engine/race/bearoff.h"
#include "engine/race/bearoff_format.h"
#include "engine/race/race_internal.h"
#include "tests/fuzz/fuzz_target.h"

static void repair_checksum(uint8_t *bytes, size_t size)
{
    struct bearoff_header header;
    if (size >= sizeof header) {
        memcpy(&header, bytes, sizeof header);
        header.checksum = bearoff_checksum(bytes + sizeof header, size - sizeof header);
        memcpy(bytes, &header, sizeof header);
    }
}

static void check_values(const struct bearoff *bo)
{
    for (int n = 0; n < 6 * 6 * 4; n++) {
        struct position pos = {.mine = {{[POINT_OFF] = CHECKERS - 1}},
                               .theirs = {{[POINT_OFF] = CHECKERS - 1}}};
        struct outputs out;
        struct bearoff_equities equities;
        float chance[BEAROFF_ROLLS];
        pos.mine.at[1 + n % 6]++;
        pos.theirs.at[1 + n / 6 % 6]++;
        if (n >= 72) {
            pos.mine = (struct side){{[6] = CHECKERS}};
        }
        if (bearoff_outputs(bo, &pos, &out)) {
            assert(out.win >= 0.0F && out.win <= 1.0F);
            assert(out.win_gammon >= 0.0F && out.lose_gammon >= 0.0F);
        }
        (void)bearoff_cubeful(bo, &pos, &equities);
        (void)bearoff_distribution(bo, &pos.mine, chance);
    }
}

static struct bearoff *open_bytes(const uint8_t *bytes, size_t size, bool is_two_sided,
                                  struct error *err)
{
    char path[40];
    FILE *file = tmpfile();
    assert(file != NULL);
    assert(fwrite(bytes, 1, size, file) == size && fflush(file) == 0);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(file));
    struct bearoff *bo =
        bearoff_open(is_two_sided ? NULL : path, is_two_sided ? path : NULL, err);
    (void)fclose(file);
    return bo;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { LIMIT = 1 << 16 };
    if (size < 1 || size > LIMIT) {
        return 0;
    }
    const bool is_two_sided = data[0] & 1;
    const bool is_repaired = data[0] & 2;
    uint8_t *bytes = malloc(size);
    assert(bytes != NULL);
    size--;
    memcpy(bytes, data + 1, size);
    if (is_repaired) {
        repair_checksum(bytes, size);
    }
    struct error err = {0};
    struct bearoff *bo = open_bytes(bytes, size, is_two_sided, &err);
    if (bo != NULL) {
        check_values(bo);
    } else {
        assert(err.text[0] != '\0');
    }
    bearoff_close(bo);
    free(bytes);
    return 0;
}
