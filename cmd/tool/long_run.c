#include "cmd/tool/long_run.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/job/ranks.h"
#include "arena/job/work.h"
#include "engine/board/movegen.h"
#include "engine/search/ranked_play.h"
#include "engine/signature.h"

/* ---- signals --------------------------------------------------------------------- */

/* A signal handler gets no context: the one variable of the program outside of all
 * functions and structures. */
static atomic_bool stop;

static void set_stop(int number)
{
    (void)number;
    atomic_store(&stop, true);
}

static void catch_signal(int number)
{
    const struct sigaction action = {.sa_handler = set_stop,
                                     .sa_flags = (int)SA_RESETHAND};
    (void)sigaction(number, &action, NULL);
}

const atomic_bool *long_run_catch_interrupt(void)
{
    catch_signal(SIGINT);
    return &stop;
}

const atomic_bool *long_run_catch_signals(void)
{
    catch_signal(SIGTERM);
    catch_signal(SIGHUP);
    return long_run_catch_interrupt();
}

bool long_run_is_stopped(void)
{
    return atomic_load(&stop);
}

/* ---- runs ------------------------------------------------------------------------ */

const struct cli_option long_run_limit_options[] = {
    {"minutes", CLI_REAL(struct long_run, minutes, 0, 1e9), .argument = "N",
     .help = "Stop after N minutes, with exit status 3; 0: no limit."},
    {"quiet", CLI_FLAG(struct long_run, progress.is_quiet),
     .help = "Do not show progress."},
    {0},
};

const struct cli_option long_run_options[] = {
    {CLI_ROWS(long_run_limit_options, 0)},
    {"resume", CLI_FLAG(struct long_run, is_resumed),
     .help = "Continue the file of --save; only what is missing is done, and the "
             "result is the same as without an interruption."},
    LONG_RUN_WEIGHTS(struct long_run, weights),
    {0},
};

void long_run_begin(struct long_run *run)
{
    (void)long_run_catch_signals();
    run->begun = work_now();
}

double long_run_seconds_left(const struct long_run *run)
{
    return run->minutes > 0 ? run->begun + 60.0 * run->minutes - work_now() : HUGE_VAL;
}

bool long_run_is_over(const struct long_run *run)
{
    return long_run_is_stopped() || long_run_seconds_left(run) <= 0;
}

bool long_run_check(const struct long_run *run, struct error *err)
{
    return !run->is_resumed || run->save != NULL ||
           error_set(err, "--resume needs --save FILE");
}

struct engine *long_run_open_engine(const char *weights, char folder[PATHS_MAX],
                                    struct error *err)
{
    return paths_find_weights(weights, folder, err) ? engine_open(folder, err) : NULL;
}

/* ---- ranks ----------------------------------------------------------------------- */

/* A fifth of the positions tell engines apart as well as all. */
enum { RANKS_EVERY = 5 };

/* "67112 29045449", as `fibsbot bench --every 5` prints it; false: no memory. */
static bool write_signature(const struct engine *engine, char *text, size_t size,
                            struct error *err)
{
    struct decision_context at[SIGNATURE_POSITIONS_MAX];
    int count = signature_positions(at, err);
    struct signature signature = {.engine = engine, .hash = signature_start()};
    signature.scratch = engine_scratch_new(engine);
    signature.ranked = error_allocate(PLAY_LIST_MAX * sizeof *signature.ranked, NULL);
    bool is_good = count > 0 && signature.scratch != NULL && signature.ranked != NULL;
    for (int ply = 0; is_good && ply < SIGNATURE_PLIES; ply++) {
        for (int i = 0; i < count; i += RANKS_EVERY) {
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

bool long_run_check_ranks(const char *folder, const char *conditions, struct error *err)
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
