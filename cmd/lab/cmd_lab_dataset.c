/* `fibsbot lab dataset`: what is in a dataset, and whether it is sound. */
#include <stdio.h>
#include <stdlib.h>

#include "cmd/tool/subcommand.h"
#include "lab/data/dataset.h"
#include "lab/data/position_kind.h"

/* ---- kinds of positions ---- */

/* A sample is of the first kind that it fits. */
static const struct {
    const char *name;
    unsigned kind; /* 0: any */
} kinds[] = {
    {"race", POSITION_KIND_RACE},
    {"contact, checkers borne off", POSITION_KIND_BEARING_OFF},
    {"three or more checkers back", POSITION_KIND_MEN_BACK},
    {"a checker on the bar", POSITION_KIND_BAR},
    {"other contact", 0},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

struct tally {
    long long count[KINDS];
    double equity[KINDS];
    long long siblings;
};

static void count_sample(const struct sample *sample, struct tally *tally)
{
    struct position pos;
    int k = 0;
    sample_position(sample, &pos);
    while (kinds[k].kind != 0 && !position_kind_is(&pos, kinds[k].kind)) {
        k++;
    }
    tally->count[k]++;
    tally->siblings += sample_is_sibling(sample);
    tally->equity[k] += (double)equity_cubeless(sample_target(sample));
}

static void print_tally(const struct dataset *dataset, const char *path,
                        const struct tally *tally)
{
    printf("%s: %lld samples in %d blocks\n  made by %s\n", path,
           (long long)dataset_info(dataset)->count, dataset_info(dataset)->blocks,
           dataset_info(dataset)->note);
    if (dataset_info(dataset)->cut_off > 0) {
        printf("  %lld bytes of an incomplete block at the end are ignored\n",
               (long long)dataset_info(dataset)->cut_off);
    }
    if (tally->siblings > 0) {
        printf("  %lld pairs of candidates\n", tally->siblings);
    }
    for (int k = 0; k < KINDS; k++) {
        if (tally->count[k] > 0) {
            printf("  %-28s %5.1f %%  mean equity %+.3f\n", kinds[k].name,
                   100.0 * (double)tally->count[k] /
                       (double)dataset_info(dataset)->count,
                   tally->equity[k] / (double)tally->count[k]);
        }
    }
}

static bool count_file(const char *path, struct sample *samples, struct error *err)
{
    struct tally tally = {.count = {0}};
    struct dataset *dataset = dataset_open(path, err);
    bool is_good = dataset != NULL;
    for (int b = 0; is_good && b < dataset_info(dataset)->blocks; b++) {
        is_good = dataset_read(dataset, b, samples, err);
        for (uint32_t i = 0; is_good && i < dataset_info(dataset)->block[b].count;
             i++) {
            count_sample(&samples[i], &tally);
        }
    }
    if (is_good) {
        print_tally(dataset, path, &tally);
    }
    dataset_close(dataset);
    return is_good;
}

static int run(const struct cli_call *call)
{
    struct sample *samples = malloc(DATASET_BLOCK_MAX * sizeof *samples);
    bool is_good = samples != NULL || error_no_memory(call->err);
    for (int i = 0; samples != NULL && i < call->words->count; i++) {
        struct error why;
        if (!count_file(call->words->word[i], samples, &why)) {
            fprintf(stderr, "%s: %s\n", cmd_lab_dataset.title, why.text);
            is_good = false;
        }
    }
    free(samples);
    return is_good ? 0 : 1;
}

const struct cli_command cmd_lab_dataset = {
    .title = "fibsbot lab dataset",
    .summary = "show and check datasets",
    CLI_FILES("FILE...", 1, -1),
    .about =
        "Reads whole datasets and shows how they were made, the number of samples, "
        "and by kind of position the share of samples and the mean equity of the "
        "targets. Refuses a damaged file and names the byte of the damage.",
    .run = run,
};
