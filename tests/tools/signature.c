/*
 * The engine's signature from the engine alone: no network, no database. To be built for
 * other processors and run there or in an emulator; see `make help`.
 *
 *   signature WEIGHTS [KERNEL [N]]     prints "bench EVALUATIONS HASH" as fibsbot bench does,
 *                                      with N that of `fibsbot bench --every N`
 */
#include <inttypes.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/board/decision_context.h"
#include "engine/board/movegen.h"
#include "engine/engine.h"
#include "engine/search/ranked_play.h"
#include "engine/signature.h"

static struct decision_context at[SIGNATURE_POSITIONS_MAX];

static void fail(const char *message)
{
    (void)fprintf(stderr, "signature: %s\n", message);
    exit(1);
}

int main(int argc, char **argv)
{
    struct error err = {0};
    if (argc < 2 || argc > 4) {
        fail("expected WEIGHTS [KERNEL [N]]");
    }
    struct engine *engine = engine_open(argv[1], &err);
    int count = engine != NULL ? signature_positions(at, &err) : -1;
    if (count < 0) {
        fail(err.text);
    }
    if (argc >= 3 && !engine_use_kernel(engine, argv[2])) {
        fail("this machine cannot run the kernel");
    }
    int every = argc == 4 ? atoi(argv[3]) : 1;
    if (every < 1) {
        fail("N must be 1 or more");
    }
    struct signature s = {
        engine, engine_scratch_new(engine),
        aligned_alloc(alignof(struct ranked_play), PLAY_LIST_MAX * sizeof *s.ranked),
        signature_start()};
    if (s.scratch == NULL || s.ranked == NULL) {
        fail("no memory");
    }
    for (int ply = 0; ply < SIGNATURE_PLIES; ply++) {
        for (int i = 0; i < count; i += every) {
            if (signature_counts(&at[i], ply)) {
                signature_add(&s, &at[i], ply);
            }
        }
    }
    printf("bench %" PRIu64 " %08" PRIx32 "\n", engine_evaluations(s.scratch),
           signature_hash(&s));
    free(s.ranked);
    engine_scratch_free(s.scratch);
    engine_close(engine);
    return 0;
}
