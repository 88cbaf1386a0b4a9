/* Match equity tables from strangers: refused with a reason or sane at every score. */
#include <assert.h>

#include "engine/cube/met.h"
#include "engine/cube/met_internal.h"
#include "tests/fuzz/fuzz_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error err = {0};
    struct met *met = met_parse((const char *)data, size, "fuzz", &err);
    if (met == NULL) {
        assert(err.text[0] != '\0');
        return 0;
    }
    for (int a = 1; a <= MET_AWAY_MAX; a++) {
        for (int b = 1; b <= MET_AWAY_MAX; b++) {
            double mwc = met_mwc(met, a, b, true);
            assert(mwc >= 0.0 && mwc <= 1.0);
        }
    }
    met_close(met);
    return 0;
}
