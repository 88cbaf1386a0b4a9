/* `fibsbot lab dmp`: fits the chance to win where gammons count nothing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/cli_command.h"
#include "cmd/tool/subcommand.h"
#include "engine/board/position.h"
#include "engine/net/net.h"
#include "lab/data/dataset.h"
#include "lab/train/dmp_fit.h"

struct arguments {
    const char *net;
};

static const struct cli_option options[] = {
    {"net", CLI_FILE(struct arguments, net), .is_needed = true,
     .help = "The main net, whose chances to win are corrected."},
    {0},
};

/* What the fit of one run needs. */
struct work {
    struct net *net;
    struct net_scratch *scratch;
    struct sample *samples; /* of a block */
    struct dmp_fit fit;
};

static void add_samples(struct work *work, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        struct position after;
        struct outputs outputs;
        sample_position(&work->samples[i], &after);
        if (position_has_contact(&after)) {
            net_evaluate(work->net, net_kernel_find(NULL), work->scratch, &after, 1,
                         &outputs);
            dmp_fit_add(&work->fit, &after, &outputs,
                        sample_target(&work->samples[i]).win);
        }
    }
}

static bool add_file(struct work *work, const char *path, struct error *err)
{
    struct dataset *dataset = dataset_open(path, err);
    bool is_good = dataset != NULL;
    for (int b = 0; is_good && b < dataset_info(dataset)->blocks; b++) {
        is_good = dataset_read(dataset, b, work->samples, err);
        if (is_good) {
            add_samples(work, dataset_info(dataset)->block[b].count);
        }
    }
    dataset_close(dataset);
    return is_good;
}

/* Prints the weights as rows of C. */
static void print_fit(const struct dmp_fit *fit)
{
    double weight[CLASSES_MAX][DMP_TERMS];
    double left = dmp_fit_solve(fit, weight);
    double count = (double)fit->count;
    printf("/* %lld positions: off by %.5f, with these weights %.5f */\n",
           (long long)fit->count, sqrt(fit->squares / count), sqrt(left / count));
    for (int c = 0; c < CLASSES_MAX; c++) {
        for (int t = 0; t < DMP_TERMS; t++) {
            printf("%s%.4fF", t == 0 ? "{" : ", ", weight[c][t]);
        }
        printf("},\n");
    }
}

static bool open_fit(struct work *work, const char *path, struct error *err)
{
    work->net = net_load(path, err);
    if (work->net == NULL) {
        return false;
    }
    const struct net *const nets[1] = {work->net};
    work->scratch = net_scratch_new(nets, 1);
    work->samples = malloc(DATASET_BLOCK_MAX * sizeof *work->samples);
    return (work->scratch != NULL && work->samples != NULL) || error_no_memory(err);
}

static int run(const struct cli_call *call)
{
    const struct arguments *args = call->context;
    struct work work = {.net = NULL};
    bool is_good = open_fit(&work, args->net, call->err);
    for (int i = 0; is_good && i < call->words->count; i++) {
        is_good = add_file(&work, call->words->word[i], call->err);
    }
    if (is_good && work.fit.count == 0) {
        is_good = error_set(call->err, "no position has contact");
    }
    if (is_good) {
        print_fit(&work.fit);
    }
    net_scratch_free(work.scratch);
    net_free(work.net);
    free(work.samples);
    return is_good ? 0 : 1;
}

const struct cli_command cmd_lab_dmp = {
    .title = "fibsbot lab dmp",
    .summary = "fit the chance to win where gammons count nothing",
    CLI_FILES("FILE...", 1, -1),
    .about =
        "Reads datasets of games played only to win (fibsbot lab selfplay --dmp "
        "--lambda 1 --sibling 0) and prints the weights of engine/eval/dmp_weights.inc: "
        "by them the engine corrects the net's chance to win at double match point, and "
        "wherever else gammons count nothing. The first line says what the net's chance "
        "is off by, the noise of the games included, without the weights and with them.",
    .options = options,
    .size = sizeof(struct arguments),
    .run = run,
};
