/* `fibsbot bench`: one signature of how the engine plays, and how fast. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "arena/job/work.h"
#include "cmd/bench.h"
#include "cmd/tool/long_run.h"
#include "engine/board/decision_context.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/engine.h"
#include "engine/eval/eval.h"
#include "engine/search/ranked_play.h"
#include "engine/signature.h"

static const char *const kernels[] = {"plain", "avx2",    "avx512", "vnni512",
                                      "neon",  "neondot", NULL};

struct options {
    bool is_signature;
    bool is_growth;
    bool is_learner;
    int every;
    int threads;
    int kernel; /* of `kernels`; -1: the fastest */
    struct bench_players players;
};

struct bench {
    char folder[PATHS_MAX];
    struct engine *engine;
    struct search_scratch *scratch;
    struct ranked_play *ranked; /* room for PLAY_LIST_MAX */
    struct decision_context at[SIGNATURE_POSITIONS_MAX];
    int positions;
};

/* Decisions of one kind and ply: how many, and how long they took. */
struct timing {
    int count;
    double seconds;
    double longest;
};

/* ---- the signature --------------------------------------------------------------- */

static void time_decisions(const struct bench *bench, struct signature *signature,
                           int ply, int every, struct timing *plays,
                           struct timing *cubes)
{
    for (int i = 0; i < bench->positions; i += every) {
        struct timing *timing = bench->at[i].roll.high == 0 ? cubes : plays;
        if (!signature_counts(&bench->at[i], ply)) {
            continue;
        }
        double start = work_thread_seconds();
        signature_add(signature, &bench->at[i], ply);
        double seconds = work_thread_seconds() - start;
        timing->count++;
        timing->seconds += seconds;
        timing->longest = fmax(timing->longest, seconds);
    }
}

static void print_timing(const char *what, int ply, const struct timing *timing)
{
    if (timing->count > 0) {
        printf("%-6s %d-ply   %8.3f ms a decision (mean of %d), longest %.3f ms\n",
               what, ply, 1e3 * timing->seconds / timing->count, timing->count,
               1e3 * timing->longest);
    }
}

/* Returns the hash. */
static uint32_t make_signature(const struct bench *bench, const struct options *o)
{
    struct signature signature = {bench->engine, bench->scratch, bench->ranked,
                                  signature_start()};
    for (int ply = 0; ply < SIGNATURE_PLIES; ply++) {
        struct timing plays = {.count = 0};
        struct timing cubes = {.count = 0};
        time_decisions(bench, &signature, ply, o->every, &plays, &cubes);
        if (!o->is_signature) {
            print_timing("play", ply, &plays);
            print_timing("cube", ply, &cubes);
        }
    }
    return signature_hash(&signature);
}

/* ---- speed of the parts ---------------------------------------------------------- */

static bool bench_movegen(const struct bench *bench)
{
    enum { DEPTH = 2 };
    struct play_list *lists = error_allocate(DEPTH * sizeof *lists, NULL);
    uint64_t count = 0;
    if (lists == NULL) {
        return false;
    }
    double start = work_thread_seconds();
    for (int i = 0; i < bench->positions; i++) {
        count += movegen_perft(&bench->at[i].pos, DEPTH, false, lists);
    }
    double seconds = work_thread_seconds() - start;
    printf("%-14s %8.1f million positions/s (perft, %" PRIu64 " positions)\n",
           "movegen", 1e-6 * (double)count / seconds, count);
    free(lists);
    return true;
}

/* The evaluators, each with the positions that it is timed on. */
static const struct {
    const char *name;
    enum eval_net net;
    bool is_contact;
} evaluators[] = {
    {"pruning net", EVAL_PRUNING, true},
    {"main net", EVAL_MAIN, true},
    {"races", EVAL_MAIN, false},
};
enum { EVALUATORS = sizeof evaluators / sizeof evaluators[0] };

/* Evaluates all plays of all rolls of the positions of one kind, one roll a batch. */
static uint64_t evaluate_all_plays(const struct bench *bench,
                                   const struct evaluator *ev,
                                   struct eval_scratch *scratch, int e,
                                   struct play_list *list, struct outputs *out)
{
    uint64_t before = eval_count(scratch);
    for (int i = 0; i < bench->positions; i++) {
        if (position_has_contact(&bench->at[i].pos) != evaluators[e].is_contact) {
            continue;
        }
        eval_expect(scratch, &bench->at[i].pos);
        for (int r = 0; r < ROLLS; r++) {
            movegen_plays(&bench->at[i].pos, roll_all[r].roll, list);
            eval_afterstates(ev, scratch, evaluators[e].net, list->after, list->count,
                             out);
        }
    }
    return eval_count(scratch) - before;
}

/* The best of several passes, each long enough to be timed: other load on the machine
 * can only slow a pass down. */
static void bench_evaluator(const struct bench *bench, const struct evaluator *ev,
                            int e, struct play_list *list, struct outputs *out)
{
    enum { PASSES = 12 };
    struct eval_scratch *scratch = eval_scratch_new(ev);
    double best = 0.0;
    if (scratch == NULL) {
        return;
    }
    for (int pass = 0; pass < PASSES; pass++) {
        double start = work_thread_seconds();
        double seconds = 0.0;
        uint64_t count = 0;
        while (seconds < 0.03) {
            count += evaluate_all_plays(bench, ev, scratch, e, list, out);
            seconds = work_thread_seconds() - start;
        }
        best = fmax(best, (double)count / seconds);
    }
    printf("%-14s %8.2f million evaluations/s, kernel %s (with move generation)\n",
           evaluators[e].name, 1e-6 * best, eval_kernel_name(ev));
    eval_scratch_free(scratch);
}

static bool bench_nets(const struct bench *bench, int kernel)
{
    struct error err;
    struct evaluator *ev = eval_open(bench->folder, &err);
    struct play_list *list = error_allocate(sizeof *list, NULL);
    struct outputs *out = malloc(PLAY_LIST_MAX * sizeof *out);
    bool is_good = ev != NULL && list != NULL && out != NULL;
    if (is_good) {
        (void)(kernel >= 0 && eval_use_kernel(ev, kernels[kernel]));
        for (int e = 0; e < EVALUATORS; e++) {
            bench_evaluator(bench, ev, e, list, out);
        }
    }
    free(out);
    free(list);
    if (ev != NULL) {
        eval_close(ev);
    }
    return is_good;
}

static void print_memory(const struct bench *bench)
{
    struct rusage used;
    (void)getrusage(RUSAGE_SELF, &used);
    printf("%-14s %8.1f MiB a thread, %.1f MiB the process at most\n", "memory",
           (double)engine_scratch_bytes(bench->scratch) / 0x1p20,
           (double)used.ru_maxrss / 1024);
}

/* ---- how cost grows with the plies ----------------------------------------------- */

/* Mean cost of a play. */
struct cost {
    double evaluations;
    double ms;
};

static struct cost cost_of_play(struct bench *bench, const char *filter, int ply)
{
    struct strength strength = strength_default();
    uint64_t before = engine_evaluations(bench->scratch);
    double start = work_thread_seconds();
    int plays = 0;
    strength.play_ply = ply;
    strength.filter = *filter_find(filter);
    for (int i = 0; i < bench->positions; i++) {
        const struct decision_context *at = &bench->at[i];
        if (at->roll.high != 0) {
            (void)engine_rank_plays(bench->engine, bench->scratch, &strength, &at->pos,
                                    &at->ms, at->roll, bench->ranked, PLAY_LIST_MAX);
            plays++;
        }
    }
    return (struct cost){
        .evaluations = (double)(engine_evaluations(bench->scratch) - before) / plays,
        .ms = 1e3 * (work_thread_seconds() - start) / plays,
    };
}

/* The best time of several passes, each with an empty cache: other load on the machine
 * can only slow a pass down. False if memory runs out. */
static bool measure_cost(struct bench *bench, const char *filter, int ply,
                         struct cost *best)
{
    enum { PASSES = 5 };
    best->ms = HUGE_VAL;
    for (int pass = 0; pass < PASSES; pass++) {
        engine_scratch_free(bench->scratch);
        bench->scratch = engine_scratch_new(bench->engine); /* with an empty cache */
        if (bench->scratch == NULL) {
            return false;
        }
        struct cost cost = cost_of_play(bench, filter, ply);
        *best = cost.ms < best->ms ? cost : *best;
    }
    return true;
}

/* Wide filters at 3-ply take seconds a play: the default alone goes there. */
static bool print_growth(struct bench *bench)
{
    struct cost first;
    if (!measure_cost(bench, filter_default_name, 0, &first)) {
        return false;
    }
    printf(
        "| filter | ply | evaluations a play | times 0-ply | ms a play | times 0-ply "
        "|\n| --- | --- | --- | --- | --- | --- |\n"
        "| %s | 0 | %.0f | 1 | %.3f | 1 |\n",
        filter_default_name, first.evaluations, first.ms);
    for (int i = 0; filter_name(i) != NULL; i++) {
        int most = strcmp(filter_name(i), filter_default_name) == 0 ? 3 : 2;
        for (int ply = 1; ply <= most; ply++) {
            struct cost cost;
            if (!measure_cost(bench, filter_name(i), ply, &cost)) {
                return false;
            }
            printf("| %s | %d | %.0f | %.0f | %.3f | %.0f |\n", filter_name(i), ply,
                   cost.evaluations, cost.evaluations / first.evaluations, cost.ms,
                   cost.ms / first.ms);
        }
    }
    return fflush(stdout) == 0;
}

/* ---- the subcommand -------------------------------------------------------------- */

static bool open_bench(struct bench *bench, const struct options *o, struct error *err)
{
    bench->engine = long_run_open_engine(o->players.weights, bench->folder, err);
    if (bench->engine == NULL) {
        return false;
    }
    if (o->kernel >= 0 && !engine_use_kernel(bench->engine, kernels[o->kernel])) {
        return error_set(err, "--kernel: this machine cannot run the kernel %s",
                         kernels[o->kernel]);
    }
    bench->scratch = engine_scratch_new(bench->engine);
    bench->ranked = error_allocate(PLAY_LIST_MAX * sizeof *bench->ranked, NULL);
    if (bench->scratch == NULL || bench->ranked == NULL) {
        return error_no_memory(err);
    }
    bench->positions = signature_positions(bench->at, err);
    return bench->positions > 0;
}

static bool run_bench(struct bench *bench, const struct options *o)
{
    bool is_good = true;
    if (!o->is_signature) {
        is_good = bench_movegen(bench) && bench_nets(bench, o->kernel);
    }
    uint32_t hash = make_signature(bench, o);
    if (!o->is_signature) {
        print_memory(bench);
    }
    printf("bench %" PRIu64 " %08" PRIx32 "\n", engine_evaluations(bench->scratch),
           hash);
    return is_good && fflush(stdout) == 0;
}

static const struct cli_option options[] = {
    {"signature", CLI_FLAG(struct options, is_signature),
     .help = "Print the signature only."},
    {"every", CLI_INT(struct options, every, 1, SIGNATURE_POSITIONS_MAX),
     .initial = "1",
     .help = "Take one of N positions: a signature of its own in an N-th of the time, "
             "for slow machines and emulators."},
    {"growth", CLI_FLAG(struct options, is_growth),
     .help =
         "Print evaluations and time of a play by filter and ply instead, the best of "
         "five passes, and their multiples of 0-ply, in Markdown."},
    {"learner", CLI_FLAG(struct options, is_learner),
     .help = "Measure how fast lab train learns instead: samples per second of a core, "
             "the median of five passes. scripts/bench-learner compares two builds."},
    {"threads", CLI_INT(struct options, threads, 1, BENCH_LEARNER_THREADS_MAX),
     .initial = "1",
     .help = "With --learner: how many times as fast N threads are as one, by the "
             "clock; on an idle machine."},
    {"kernel", CLI_WORD(struct options, kernel, kernels), .argument = "NAME",
     .help =
         "Use this kernel instead of the fastest: plain on every machine, avx2, avx512 or "
         "vnni512 on x86-64, neon or neondot on 64-bit ARM."},
    LONG_RUN_WEIGHTS(struct options, players.weights),
    {.kind = CLI_HEADING, .help = "With players:"},
    {CLI_ROWS(bench_players_options, offsetof(struct options, players))},
    {0},
};

static bool check_options(const struct cli_call *call)
{
    const struct options *o = call->context;
    if (call->words->count > 0 &&
        (o->is_signature || o->is_growth || o->is_learner || o->kernel >= 0)) {
        return error_set(
            call->err, "--signature, --growth, --learner and --kernel take no players");
    }
    return bench_players_check(&o->players, call->words, call->err);
}

static bool bench_engine(const struct options *o, struct error *err)
{
    struct bench *bench = error_allocate(sizeof *bench, err);
    if (bench == NULL) {
        return false;
    }
    bool is_good = open_bench(bench, o, err) &&
                   (o->is_growth ? print_growth(bench) : run_bench(bench, o));
    free(bench->ranked);
    engine_scratch_free(bench->scratch);
    engine_close(bench->engine);
    free(bench);
    return is_good;
}

static int run(const struct cli_call *call)
{
    const struct options *o = call->context;
    if (call->words->count > 0) {
        return bench_players_run(&o->players, call->words, call->err);
    }
    bool is_good =
        o->is_learner ? bench_learner(o->threads) : bench_engine(o, call->err);
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct cli_command cmd_bench = {
    .title = "fibsbot bench",
    .summary = "signature and speed of the engine, or of players",
    CLI_OPERANDS("[PLAYER...]", 0, BENCH_PLAYERS_MAX),
    .about =
        "Evaluates a fixed set of positions at 0, 1 and 2 plies on one thread, and "
        "shows the processor time, which does not depend on the load of the machine. "
        "The last line, \"bench N HASH\", is the signature: the number of net "
        "evaluations and a hash of all choices and equities, the same on every "
        "kernel, compiler and machine.\n\n" BENCH_PLAYERS_ABOUT,
    .options = options,
    .notes = BENCH_PLAYERS_NOTES,
    .check = check_options,
    .size = sizeof(struct options),
    .defaults = &(const struct options){.kernel = -1},
    .run = run,
};
