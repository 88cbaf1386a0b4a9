/* `fibsbot lab race-evaluate`: evaluators of races against exact values. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/tool/long_run.h"
#include "cmd/tool/subcommand.h"
#include "engine/board/position_id.h"
#include "engine/eval/eval.h"
#include "engine/net/net.h"
#include "lab/race/race_benchmark.h"

enum { NETS_MAX = 2 };

struct arguments {
    const char *folder;
    const char *race;
    const char *net[NETS_MAX];
    int nets;
    int points;
    struct race_benchmark_options options;
};

/* ---- what is measured ---- */

struct engine_source {
    struct evaluator *ev;
    struct eval_scratch *scratch;
};

static void by_engine(void *context, const struct position *after, int count,
                      struct outputs *out)
{
    const struct engine_source *source = context;
    eval_afterstates(source->ev, source->scratch, EVAL_MAIN, after, count, out);
}

struct race_source {
    struct race *race;
    struct race_scratch *scratch;
    const struct bearoff *bearoff;
};

static void by_race(void *context, const struct position *after, int count,
                    struct outputs *out)
{
    const struct race_source *source = context;
    race_evaluate(source->race, source->bearoff, net_kernel_find(NULL), source->scratch,
                  after, count, out);
}

struct net_source {
    struct net *net;
    struct net_scratch *scratch;
};

static void by_net(void *context, const struct position *after, int count,
                   struct outputs *out)
{
    const struct net_source *source = context;
    net_evaluate(source->net, net_kernel_find(NULL), source->scratch, after, count,
                 out);
}

/* The play that the games continue with: the pruning net's best. */
static int choose(void *context, const struct play_list *list)
{
    static const float nothing = -9.0F;
    const struct engine_source *source = context;
    struct outputs out[64];
    float most = nothing;
    int best = 0;
    for (int i = 0; i < list->count; i += 64) {
        int some = list->count - i < 64 ? list->count - i : 64;
        eval_afterstates(source->ev, source->scratch, EVAL_PRUNING, list->after + i,
                         some, out);
        for (int k = 0; k < some; k++) {
            if (equity_cubeless(out[k]) > most) {
                most = equity_cubeless(out[k]);
                best = i + k;
            }
        }
    }
    return best;
}

/* All that is measured. */
struct sources {
    struct engine_source engine;
    struct race_source race;
    struct net_source net[NETS_MAX];
    struct race_table *table;
};

static void close_sources(struct sources *sources)
{
    for (int n = 0; n < NETS_MAX; n++) {
        net_scratch_free(sources->net[n].scratch);
        net_free(sources->net[n].net);
    }
    race_scratch_free(sources->race.scratch);
    race_free(sources->race.race);
    eval_scratch_free(sources->engine.scratch);
    eval_close(sources->engine.ev);
    race_table_free(sources->table);
}

static bool open_engine_source(struct sources *sources, const char *option,
                               struct error *err)
{
    char folder[PATHS_MAX];
    if (!paths_find_weights(option, folder, err)) {
        return false;
    }
    sources->engine.ev = eval_open(folder, err);
    if (sources->engine.ev == NULL) {
        return false;
    }
    sources->engine.scratch = eval_scratch_new(sources->engine.ev);
    return sources->engine.scratch != NULL;
}

static void add_evaluator(struct race_benchmark_options *options, const char *name,
                          void (*evaluate)(void *context, const struct position *after,
                                           int count, struct outputs *out),
                          void *context)
{
    options->evaluator[options->evaluators++] =
        (struct race_evaluator){name, evaluate, context};
}

/* Adds the race net: that of --race, or that of the weights. */
static bool add_race(struct sources *sources, struct arguments *args, struct error *err)
{
    const struct bearoff *bo = eval_bearoff(sources->engine.ev);
    if (args->race == NULL) {
        args->options.race = eval_race(sources->engine.ev);
        add_evaluator(&args->options, "the engine", by_engine, &sources->engine);
        if (args->options.race == NULL) {
            error_set(err, "weights.txt names no race net; give --race FILE");
        }
        return args->options.race != NULL;
    }
    sources->race.race = race_load(args->race, bo, err);
    sources->race.scratch = race_scratch_new();
    sources->race.bearoff = bo;
    args->options.race = sources->race.race;
    add_evaluator(&args->options, args->race, by_race, &sources->race);
    return sources->race.race != NULL && sources->race.scratch != NULL;
}

static bool add_nets(struct sources *sources, struct arguments *args, struct error *err)
{
    for (int n = 0; n < args->nets; n++) {
        struct net_source *source = &sources->net[n];
        source->net = net_load(args->net[n], err);
        if (source->net == NULL) {
            return false;
        }
        const struct net *const nets[1] = {source->net};
        source->scratch = net_scratch_new(nets, 1);
        if (source->scratch == NULL) {
            return false;
        }
        add_evaluator(&args->options, args->net[n], by_net, source);
    }
    return true;
}

/* ---- arguments ---- */

enum { MOST = 10000000 };

static const struct cli_option options[] = {
    {"weights", CLI_FOLDER(struct arguments, folder), .otherwise = "the weights in use",
     .help = "The weights that are measured, and that play the games."},
    {"race", CLI_FILE(struct arguments, race),
     .help = "A race net in place of the folder's."},
    {"net", CLI_TEXTS(struct arguments, net, nets), .argument = "FILE",
     .completion = CLI_COMPLETES_FILES,
     .help = "An ordinary net to compare with. May be given twice."},
    {"points",
     CLI_INT(struct arguments, points, RACE_TABLE_POINTS_MIN, RACE_TABLE_POINTS_MAX),
     .initial = "10", .help = "Points of the exact table; 10 take 450 MB."},
    {"positions", CLI_INT(struct arguments, options.positions, 0, MOST),
     .initial = "20000", .help = "Positions of each kind within the table."},
    {"long", CLI_INT(struct arguments, options.long_ones, 0, MOST), .initial = "300",
     .help = "Longer races."},
    {"trajectories", CLI_INT(struct arguments, options.trajectories, 1, MOST),
     .initial = "32", .help = "Trajectories of each side of the longer races."},
    {"decisions", CLI_INT(struct arguments, options.decisions, 0, MOST / 10),
     .initial = "5000", .help = "Checker plays."},
    LONG_RUN_SEED(struct arguments, options.seed),
    {0},
};

/* ---- the table ---- */

static void print_error(const char *what, const struct race_error *e)
{
    printf("    %-8s mean error %.6f  bias %+.6f  RMSE %.6f  99th percentile %.6f  "
           "worst %.6f",
           what, e->mean, e->bias, e->rmse, e->hundredth, e->worst);
}

/* "40-59 (17) 0.0012" for each band that has positions. */
static void print_bands(const char *what, const struct race_band *bands,
                        const int *limits, int count)
{
    int from = 0;
    printf("    mean error of win by %s:", what);
    for (int b = 0; b < count; b++) {
        if (bands[b].positions > 0 && b < count - 1) {
            printf("  %d-%d (%d) %.5f", from, limits[b], bands[b].positions,
                   bands[b].mean);
        } else if (bands[b].positions > 0) {
            printf("  %d+ (%d) %.5f", from, bands[b].positions, bands[b].mean);
        }
        from = b < count - 1 ? limits[b] + 1 : 0;
    }
    printf("\n");
}

static void print_figures(const char *name, const struct race_figures *f)
{
    char id[POSITION_ID_SIZE];
    struct position on_roll = position_swap(&f->win.worst_position);
    position_id_write(&on_roll, id);
    printf("  %s\n", name);
    print_error("win", &f->win);
    printf(" (%s)\n", id);
    print_error("gammons", &f->gammon);
    printf("\n");
    print_error("equity", &f->equity);
    printf("\n");
    print_bands("pips", f->by_pips, race_pip_bands, RACE_PIP_BANDS);
    print_bands("rearmost point", f->by_point, race_point_bands, RACE_POINT_BANDS);
}

static void print_report(const struct race_benchmark_options *j, int points,
                         const struct race_benchmark_figures *found)
{
    for (int class = 0; class < RACE_CLASSES; class ++) {
        const int count = found->figures[class][0].positions;
        if (count == 0) {
            continue;
        }
        printf("%s, %s %d points: %d\n", race_class_names[class],
               class == RACE_OF_GAMES_LONG ? "beyond" : "within", points, count);
        for (int c = 0; c < j->evaluators; c++) {
            print_figures(j->evaluator[c].name, &found->figures[class][c]);
        }
    }
    for (int c = 0; c < j->evaluators && j->decisions > 0; c++) {
        const struct race_losses *l = &found->losses[c];
        printf("%s%s: equity lost a decision %.6f  99th percentile %.5f  worst %.4f  "
               "more than .001 lost in %.2f %%\n",
               c == 0 ? "checker plays\n  " : "  ", j->evaluator[c].name, l->mean,
               l->hundredth, l->worst, 100.0 * l->wrong / l->decisions);
    }
}

static bool evaluate_races(struct arguments *args, struct sources *sources,
                           struct error *err)
{
    const struct race_job job = {progress_print_share, (void *)(uintptr_t) "table"};
    struct race_benchmark_options *j = &args->options;
    struct race_benchmark_figures found;
    error_no_memory(err);
    if (!open_engine_source(sources, args->folder, err) ||
        !add_race(sources, args, err) || !add_nets(sources, args, err)) {
        return false;
    }
    sources->table = race_table_make(args->points, &job, err);
    if (sources->table == NULL) {
        return false;
    }
    j->table = sources->table;
    j->player = (struct chooser){choose, &sources->engine};
    j->job.progress = progress_print_share;
    j->job.context = (void *)(uintptr_t) "races";
    if (!race_benchmark(j, &found, err)) {
        return false;
    }
    print_report(j, args->points, &found);
    return true;
}

static int run(const struct cli_call *call)
{
    struct sources sources = {.table = NULL};
    (void)long_run_catch_signals();
    bool is_good = evaluate_races(call->context, &sources, call->err);
    close_sources(&sources);
    return is_good ? 0 : 1;
}

const struct cli_command cmd_lab_race_evaluate = {
    .former = "race-judge",
    .title = "fibsbot lab race-evaluate",
    .summary = "measure the evaluation of races against exact values",
    .about =
        "Measures the evaluation of races: winning chances, gammons, equities and "
        "checker plays against exact one-sided values, of races from games and of "
        "random races beyond the databases. Longer races are measured against an "
        "average over trajectories. Takes about two minutes; the same seed "
        "gives the same figures. Shows the errors of the winning chances also by the "
        "larger pip count and by the rearmost point with a checker.",
    .options = options,
    .size = sizeof(struct arguments),
    .run = run,
};
