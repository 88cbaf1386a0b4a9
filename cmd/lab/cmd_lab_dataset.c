/* `fibsbot lab dataset`: what is in a dataset, and whether it is sound. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/tool/lab_run.h"
#include "cmd/tool/subcommand.h"
#include "engine/board/side_bits.h"
#include "lab/data/dataset.h"

static const char usage[] = "usage: fibsbot lab dataset FILE...\n"
                            "\n"
                            "Reads datasets whole and tells their making, samples, and "
                            "the shares of samples by\n"
                            "kind with the mean equity of the targets. A damaged file "
                            "is refused with the byte\n"
                            "where the damage is.\n";

/* ---- kinds of positions ---- */

static bool is_race(const struct position *pos)
{
    return !position_has_contact(pos);
}

static bool is_bearing_off(const struct position *pos)
{
    return pos->mine.at[POINT_OFF] + pos->theirs.at[POINT_OFF] > 0;
}

static bool is_three_back(const struct position *pos)
{
    return side_checkers_back(&pos->mine) >= 3 || side_checkers_back(&pos->theirs) >= 3;
}

static bool is_on_the_bar(const struct position *pos)
{
    return pos->mine.at[POINT_BAR] + pos->theirs.at[POINT_BAR] > 0;
}

static bool is_any(const struct position *pos)
{
    (void)pos;
    return true;
}

/* A sample is of the first kind that it fits. */
static const struct {
    const char *name;
    bool (*fits)(const struct position *pos);
} kinds[] = {
    {"race", is_race},
    {"contact, men borne off", is_bearing_off},
    {"three or more men back", is_three_back},
    {"a man on the bar", is_on_the_bar},
    {"other contact", is_any},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

struct tally {
    long long count[KINDS];
    double equity[KINDS];
};

static void count_sample(const struct sample *sample, struct tally *tally)
{
    struct position pos;
    int k = 0;
    sample_position(sample, &pos);
    while (!kinds[k].fits(&pos)) {
        k++;
    }
    tally->count[k]++;
    tally->equity[k] += (double)equity_cubeless(sample_target(sample));
}

static void print_tally(const struct dataset *dataset, const char *path,
                        const struct tally *tally)
{
    printf("%s: %lld samples in %d blocks\n  made by %s\n", path,
           (long long)dataset_count(dataset), dataset_blocks(dataset),
           dataset_note(dataset));
    if (dataset_torn(dataset) > 0) {
        printf("  %lld bytes of a torn block at the end are passed over\n",
               (long long)dataset_torn(dataset));
    }
    for (int k = 0; k < KINDS; k++) {
        if (tally->count[k] > 0) {
            printf("  %-24s %5.1f %%  mean equity %+.3f\n", kinds[k].name,
                   100.0 * (double)tally->count[k] / (double)dataset_count(dataset),
                   tally->equity[k] / (double)tally->count[k]);
        }
    }
}

static bool tell(const char *path, struct sample *samples, struct error *err)
{
    struct tally tally = {.count = {0}};
    struct dataset *dataset = dataset_open(path, err);
    bool is_good = dataset != NULL;
    for (int b = 0; is_good && b < dataset_blocks(dataset); b++) {
        is_good = dataset_read(dataset, b, samples, err);
        for (uint32_t i = 0; is_good && i < dataset_block(dataset, b)->count; i++) {
            count_sample(&samples[i], &tally);
        }
    }
    if (is_good) {
        print_tally(dataset, path, &tally);
    }
    dataset_close(dataset);
    return is_good;
}

static int run(int argc, char **argv)
{
    struct error err = {""};
    if (argc < 2 || strcmp(argv[1], "--help") == 0) {
        fputs(usage, argc < 2 ? stderr : stdout);
        return argc < 2 ? 2 : 0;
    }
    struct sample *samples = malloc(DATASET_BLOCK_MAX * sizeof *samples);
    int status = 0;
    if (samples == NULL) {
        error_set(&err, "no memory");
        return lab_fail("dataset", &err, 1);
    }
    for (int i = 1; i < argc; i++) {
        status = tell(argv[i], samples, &err) ? status : lab_fail("dataset", &err, 1);
    }
    free(samples);
    return status;
}

const struct subcommand cmd_lab_dataset = {
    "dataset", "what is in datasets, and whether they are sound", run};
