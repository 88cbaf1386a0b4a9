#include "cmd/lab/lab_fill.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "engine/eval/eval.h"

/* ---- endings --------------------------------------------------------------------- */

const struct cli_option lab_endings_options[] = {
    {"bearoff", CLI_FOLDER(struct lab_endings, folder),
     .help = "Take exact endings from the bearoff databases in FOLDER."},
    {"race", CLI_FILE(struct lab_endings, race_file),
     .help = "A race net evaluates positions without contact, so that games end there "
             "and the nets need not learn them; needs --bearoff."},
    {0},
};

static struct bearoff *open_bearoff(const char *folder, struct error *err)
{
    char one[PATHS_MAX];
    char two[PATHS_MAX];
    FORMAT_TEXT(one, "%s/" BEAROFF_ONE_SIDED_NAME, folder);
    FORMAT_TEXT(two, "%s/" BEAROFF_TWO_SIDED_NAME, folder);
    return bearoff_open(one, two, err);
}

bool lab_open_endings(struct lab_endings *endings, struct error *err)
{
    if (endings->folder == NULL) {
        return endings->race_file == NULL || error_set(err, "--race needs --bearoff");
    }
    endings->bearoff = open_bearoff(endings->folder, err);
    if (endings->bearoff != NULL && endings->race_file != NULL) {
        endings->race = race_load(endings->race_file, endings->bearoff, err);
    }
    return endings->bearoff != NULL &&
           (endings->race_file == NULL || endings->race != NULL);
}

void lab_close_endings(struct lab_endings *endings)
{
    race_free(endings->race);
    bearoff_close(endings->bearoff);
}

/* ---- filling --------------------------------------------------------------------- */

const struct cli_option lab_fill_options[] = {
    {"out", CLI_FILE(struct lab_fill, out), .is_needed = true,
     .help =
         "The dataset; continued if it exists. Ctrl-C ends with exit status 3. The "
         "same command continues, also after a kill, and writes the same bytes as a "
         "run without interruption."},
    {"nets", CLI_FOLDER(struct lab_fill, nets), .is_needed = true,
     .help =
         "Folder with small.net and big.net of a training run, or with weights.txt."},
    {CLI_ROWS(lab_endings_options, offsetof(struct lab_fill, endings))},
    {"keep", CLI_INT(struct lab_fill, keep, 1, PRUNED_KEEP_MAX), .initial = "5",
     .help = "Candidate plays that the pruning net keeps for the main net."},
    {"margin", CLI_REAL(struct lab_fill, margin, 0, 6), .argument = "E",
     .initial = ".16",
     .help = "Keep only candidates within this equity of the pruning net's best."},
    {"dmp", CLI_FLAG(struct lab_fill, is_dmp),
     .help = "Play only to win, as at double match point, where gammons count nothing: "
             "for `fibsbot lab dmp`."},
    LONG_RUN_SEED(struct lab_fill, seed),
    LONG_RUN_THREADS(struct lab_fill, threads, 64),
    {CLI_ROWS(long_run_limit_options, offsetof(struct lab_fill, run))},
    {0},
};

static void print_fill_progress(void *context, const struct work_report *r)
{
    struct lab_fill *fill = context;
    fill->last = *r;
    if (!fill->run.progress.is_quiet) {
        printf("%s, %s left  %s of %s samples  %.2f k/s",
               progress_minutes(r->minutes).text,
               progress_minutes(r->minutes_left).text,
               progress_count((double)r->done).text,
               progress_count((double)r->wanted).text, r->per_second * 1e-3);
        if (r->games > 0) {
            printf("  games %s", progress_count((double)r->games).text);
        }
        printf("\n");
        (void)fflush(stdout);
    }
}

bool lab_fill_open(struct lab_fill *fill, struct error *err)
{
    static const char *const usual[] = {
        [EVAL_PRUNING] = "small.net", [EVAL_MAIN] = "big.net"};
    for (int n = 0; n < 2; n++) {
        char path[EVAL_PATH_SIZE];
        if (!eval_net_path(fill->nets, (enum eval_net)n, path, err)) {
            return false;
        }
        if (path[0] == '\0') {
            FORMAT_TEXT(path, "%s/%s", fill->nets, usual[n]);
        }
        if ((fill->net[n] = net_load(path, err)) == NULL) {
            return false;
        }
    }
    if (!lab_open_endings(&fill->endings, err)) {
        return false;
    }
    fill->game_nets = (struct pruned_nets){.pruning = fill->net[0],
                                           .main = fill->net[1],
                                           .kernel = net_kernel_find(NULL),
                                           .bearoff = fill->endings.bearoff,
                                           .race = fill->endings.race,
                                           .keep = fill->keep,
                                           .margin = (float)fill->margin,
                                           .is_dmp = fill->is_dmp};
    fill->limits = (struct work_limits){.threads = fill->threads,
                                        .minutes = fill->run.minutes,
                                        .stop = long_run_catch_signals(),
                                        .report = print_fill_progress,
                                        .context = fill};
    return true;
}

void lab_fill_close(struct lab_fill *fill)
{
    net_free(fill->net[0]);
    net_free(fill->net[1]);
    lab_close_endings(&fill->endings);
}

struct lab_number lab_number(double number)
{
    struct lab_number n;
    int digits = 3;
    do {
        FORMAT_TEXT(n.text, "%.*g", digits++, number);
    } while (digits <= 17 && strtod(n.text, NULL) != number);
    return n;
}

void lab_fill_note(const struct lab_fill *fill, char note[LAB_FILL_NOTE_SIZE])
{
    char race[32] = "";
    if (fill->endings.race != NULL) {
        FORMAT_TEXT(
            race, " race %016llx",
            (unsigned long long)race_net_digest(race_net_of(fill->endings.race)));
    }
    (void)snprintf(note, LAB_FILL_NOTE_SIZE,
                   "nets %016llx %016llx%s%s keep %d margin %s%s seed %llu",
                   (unsigned long long)net_digest(fill->net[0]),
                   (unsigned long long)net_digest(fill->net[1]),
                   fill->endings.bearoff != NULL ? " bearoff" : "", race, fill->keep,
                   lab_number(fill->margin).text, fill->is_dmp ? " dmp" : "",
                   (unsigned long long)fill->seed);
}

int lab_fill_summary(const struct lab_fill *fill, int64_t samples, bool is_complete,
                     const struct cli_words *words)
{
    lab_print_command(stdout, words->argc, words->argv);
    printf("\n| min | games | samples | k/s |\n| --- | --- | --- | --- |\n"
           "| %.*f | %s | %s | %.2f |\n",
           fill->last.minutes < 10, fill->last.minutes,
           progress_count((double)fill->last.games).text,
           progress_count((double)samples).text, fill->last.per_second_of_run * 1e-3);
    if (!is_complete) {
        printf("stopped; the same command continues\n");
    }
    return is_complete ? 0 : LONG_RUN_STOPPED;
}

void lab_print_command(FILE *out, int argc, char **argv)
{
    fprintf(out, "    fibsbot lab");
    for (int i = 0; i < argc; i++) {
        bool is_option = i > 0 && strncmp(argv[i], "--", 2) == 0;
        fprintf(out, "%s%s", is_option && i > 1 ? " \\\n        " : " ", argv[i]);
    }
    fputs("\n", out);
}
