#include "cmd/tool/rank_check.h"

#include <inttypes.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/job/ranks.h"
#include "cmd/tool/long_run.h"
#include "engine/board/movegen.h"
#include "engine/search/ranked_play.h"
#include "engine/signature.h"

/* "954009 fa55e977", as `fibsbot bench` prints it; false: no memory. */
static bool write_signature(const struct engine *engine, char *text, size_t size,
                            struct error *err)
{
    struct decision_context at[SIGNATURE_POSITIONS_MAX];
    int count = signature_positions(at, err);
    struct signature signature = {.engine = engine, .hash = signature_start()};
    signature.scratch = engine_scratch_new(engine);
    signature.ranked = aligned_alloc(alignof(struct ranked_play),
                                     PLAY_LIST_MAX * sizeof *signature.ranked);
    bool is_good = count > 0 && signature.scratch != NULL && signature.ranked != NULL;
    for (int ply = 0; is_good && ply < SIGNATURE_PLIES; ply++) {
        for (int i = 0; i < count; i++) {
            if (signature_counts(&at[i], ply)) {
                signature_add(&signature, &at[i], ply);
            }
        }
    }
    if (is_good) {
        (void)snprintf(text, size, "%" PRIu64 " %08" PRIx32,
                       engine_evaluations(signature.scratch),
                       signature_hash(&signature));
    }
    engine_scratch_free(signature.scratch);
    free(signature.ranked);
    return is_good || error_no_memory(err);
}

bool rank_check(const char *folder, const char *conditions, struct error *err)
{
    char signature[64] = "";
    char found[PATHS_MAX];
    if (ranks_count() == 1) {
        return true;
    }
    struct engine *engine = long_run_open_engine(folder, found, err);
    bool is_good =
        engine != NULL && write_signature(engine, signature, sizeof signature, err);
    engine_close(engine);
    return is_good && ranks_agree("bench signature", signature, err) &&
           ranks_agree("weights or conditions", conditions, err);
}
