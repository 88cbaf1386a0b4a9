/* `fibsbot lab race-evaluate`: evaluators of races against exact values. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/base/paths.h"
#include "cmd/tool/lab_run.h"
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
    struct race_judging judging;
};

static bool show_progress(void *context, double done)
{
    if (isatty(STDERR_FILENO)) {
        (void)fprintf(stderr, "\r%s %3d %%", (const char *)context,
                      (int)(100.0 * done));
        if (done >= 1.0) {
            (void)fputs("\r\033[K", stderr);
        }
    }
    return !lab_is_stopped();
}

/* ---- who values ---- */

struct engine_judge {
    struct evaluator *ev;
    struct eval_scratch *scratch;
};

static void by_engine(void *context, const struct position *after, int count,
                      struct outputs *out)
{
    const struct engine_judge *judge = context;
    eval_afterstates(judge->ev, judge->scratch, EVAL_MAIN, after, count, out);
}

struct race_benchmark_of_file {
    struct race *race;
    struct race_scratch *scratch;
    const struct bearoff *bearoff;
};

static void by_race(void *context, const struct position *after, int count,
                    struct outputs *out)
{
    const struct race_benchmark_of_file *judge = context;
    race_evaluate(judge->race, judge->bearoff, net_kernel_find(NULL), judge->scratch,
                  after, count, out);
}

struct net_judge {
    struct net *net;
    struct net_scratch *scratch;
};

static void by_net(void *context, const struct position *after, int count,
                   struct outputs *out)
{
    const struct net_judge *judge = context;
    net_evaluate(judge->net, net_kernel_find(NULL), judge->scratch, after, count, out);
}

/* The best play of the games by the small net. */
static int choose(void *context, const struct play_list *list)
{
    static const float nothing = -9.0F;
    const struct engine_judge *judge = context;
    struct outputs out[64];
    float most = nothing;
    int best = 0;
    for (int i = 0; i < list->count; i += 64) {
        int some = list->count - i < 64 ? list->count - i : 64;
        eval_afterstates(judge->ev, judge->scratch, EVAL_PRUNING, list->after + i, some,
                         out);
        for (int k = 0; k < some; k++) {
            if (equity_cubeless(out[k]) > most) {
                most = equity_cubeless(out[k]);
                best = i + k;
            }
        }
    }
    return best;
}

/* All of them together. */
struct judges {
    struct engine_judge engine;
    struct race_benchmark_of_file race;
    struct net_judge net[NETS_MAX];
    struct race_table *table;
};

static void close_judges(struct judges *judges)
{
    for (int n = 0; n < NETS_MAX; n++) {
        net_scratch_free(judges->net[n].scratch);
        net_free(judges->net[n].net);
    }
    race_scratch_free(judges->race.scratch);
    race_free(judges->race.race);
    eval_scratch_free(judges->engine.scratch);
    eval_close(judges->engine.ev);
    race_table_free(judges->table);
}

static bool open_engine(struct judges *judges, const char *option, struct error *err)
{
    char folder[PATHS_MAX];
    if (!paths_find_weights(option, folder, err)) {
        return false;
    }
    judges->engine.ev = eval_open(folder, err);
    if (judges->engine.ev == NULL) {
        return false;
    }
    judges->engine.scratch = eval_scratch_new(judges->engine.ev);
    return judges->engine.scratch != NULL;
}

static void add_contender(struct race_judging *judging, const char *name,
                          void (*evaluate)(void *context, const struct position *after,
                                           int count, struct outputs *out),
                          void *context)
{
    judging->contender[judging->contenders++] =
        (struct race_contender){name, evaluate, context};
}

/* The race net judged: of a file, or the one in use. */
static bool add_race(struct judges *judges, struct arguments *args, struct error *err)
{
    const struct bearoff *bo = eval_bearoff(judges->engine.ev);
    if (args->race == NULL) {
        args->judging.race = eval_race(judges->engine.ev);
        add_contender(&args->judging, "the engine", by_engine, &judges->engine);
        if (args->judging.race == NULL) {
            error_set(err, "weights.txt names no net of races; give --race FILE");
        }
        return args->judging.race != NULL;
    }
    judges->race.race = race_load(args->race, bo, err);
    judges->race.scratch = race_scratch_new();
    judges->race.bearoff = bo;
    args->judging.race = judges->race.race;
    add_contender(&args->judging, args->race, by_race, &judges->race);
    return judges->race.race != NULL && judges->race.scratch != NULL;
}

static bool add_nets(struct judges *judges, struct arguments *args, struct error *err)
{
    for (int n = 0; n < args->nets; n++) {
        struct net_judge *judge = &judges->net[n];
        judge->net = net_load(args->net[n], err);
        if (judge->net == NULL) {
            return false;
        }
        const struct net *const nets[1] = {judge->net};
        judge->scratch = net_scratch_new(nets, 1);
        if (judge->scratch == NULL) {
            return false;
        }
        add_contender(&args->judging, args->net[n], by_net, judge);
    }
    return true;
}

/* ---- arguments ---- */

enum { MOST = 10000000 };

static const struct cli_option options[] = {
    {"weights", CLI_FOLDER(struct arguments, folder), .initial = "the weights in use",
     .help = "The weights that are measured, and that play the games."},
    {"race", CLI_FILE(struct arguments, race),
     .help = "A race net in place of the folder's."},
    {"net", CLI_TEXTS(struct arguments, net, nets), .argument = "FILE",
     .completion = CLI_COMPLETES_FILES,
     .help = "An ordinary net to compare with. May be given twice."},
    {"points",
     CLI_INT(struct arguments, points, RACE_TABLE_POINTS_MIN, RACE_TABLE_POINTS_MAX),
     .initial = "10", .help = "Points of the exact table; 10 take 450 MB."},
    {"positions", CLI_INT(struct arguments, judging.positions, 0, MOST),
     .initial = "20000", .help = "Positions of each kind within the table."},
    {"long", CLI_INT(struct arguments, judging.long_ones, 0, MOST), .initial = "300",
     .help = "Longer races."},
    {"trajectories", CLI_INT(struct arguments, judging.trajectories, 1, MOST),
     .initial = "32", .help = "Trajectories of each side of the longer races."},
    {"decisions", CLI_INT(struct arguments, judging.decisions, 0, MOST / 10),
     .initial = "5000", .help = "Checker plays."},
    LAB_SEED(struct arguments, judging.seed),
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

static void print_judgement(const struct race_judging *j, int points,
                            const struct race_benchmark_figures *found)
{
    for (int class = 0; class < RACE_CLASSES; class ++) {
        const int count = found->figures[class][0].positions;
        if (count == 0) {
            continue;
        }
        printf("%s, %s %d points: %d\n", race_class_names[class],
               class == RACE_OF_GAMES_LONG ? "beyond" : "within", points, count);
        for (int c = 0; c < j->contenders; c++) {
            print_figures(j->contender[c].name, &found->figures[class][c]);
        }
    }
    for (int c = 0; c < j->contenders && j->decisions > 0; c++) {
        const struct race_losses *l = &found->losses[c];
        printf("%s%s: equity lost a decision %.6f  99th percentile %.5f  worst %.4f  "
               "more than .001 lost in %.2f %%\n",
               c == 0 ? "checker plays\n  " : "  ", j->contender[c].name, l->mean,
               l->hundredth, l->worst, 100.0 * l->wrong / l->decisions);
    }
}

static bool judge(struct arguments *args, struct judges *judges, struct error *err)
{
    const struct race_table_job job = {show_progress, (void *)(uintptr_t) "table"};
    struct race_judging *j = &args->judging;
    struct race_benchmark_figures found;
    error_set(err, "no memory");
    if (!open_engine(judges, args->folder, err) || !add_race(judges, args, err) ||
        !add_nets(judges, args, err)) {
        return false;
    }
    judges->table = race_table_make(args->points, &job, err);
    if (judges->table == NULL) {
        return false;
    }
    j->table = judges->table;
    j->player = (struct chooser){choose, &judges->engine};
    j->progress = show_progress;
    j->context = (void *)(uintptr_t) "races";
    if (!race_benchmark(j, &found, err)) {
        return false;
    }
    print_judgement(j, args->points, &found);
    return true;
}

static int run(int argc, char **argv)
{
    struct error err;
    struct arguments args = {.points = 10,
                             .judging = {.seed = 1,
                                         .positions = 20000,
                                         .long_ones = 300,
                                         .trajectories = 32,
                                         .decisions = 5000}};
    int status = subcommand_read(&cmd_lab_race_evaluate, argc, argv, &args, NULL);
    if (status >= 0) {
        return status;
    }
    (void)lab_catch_signals();
    struct judges judges = {.table = NULL};
    bool is_good = judge(&args, &judges, &err);
    close_judges(&judges);
    return is_good ? 0 : subcommand_fail(&cmd_lab_race_evaluate, &err, 1);
}

const struct cli_command cmd_lab_race_evaluate = {
    .name = "race-evaluate",
    .former = "race-judge",
    .title = "fibsbot lab race-evaluate",
    .summary = "measure the evaluation of races against exact values",
    .about =
        "Measures the evaluation of races: winning chances, gammons, equities and "
        "checker plays against exact one-sided values, of races from games and of "
        "random ones that the databases do not have. Longer races are measured "
        "against an average over trajectories. Takes about two minutes; the same seed "
        "gives the same figures. Shows the errors of the winning chances also by the "
        "larger pip count and by the rearmost point with a checker.",
    .options = options,
    .run = run,
};
