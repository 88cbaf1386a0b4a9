#include "lab/study/filter_study.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"

enum { LINE_SIZE = STUDY_CONDITIONS_SIZE + 64 };

static const char head[] = "fibsbot-filter-study 2 ";

/* ---- writing --------------------------------------------------------------------- */

static void write_account(const struct study_account *a, FILE *out)
{
    fprintf(out,
            "filter %.17g %.17g %.17g %" PRId64 " %" PRId64 " %" PRId64
            " %.17g %" PRId64,
            a->loss, a->game_squares, a->worst_game, a->different, a->above_020,
            a->above_080, a->seconds, a->evaluations);
    for (int b = 0; b < STUDY_BUCKETS; b++) {
        fprintf(out, " %" PRId64, a->games[b]);
    }
    fputc('\n', out);
}

static void write_all(const char *conditions, const struct study_settings *settings,
                      const struct study_figures *f, FILE *out)
{
    fprintf(out, "%s%s\n", head, conditions);
    fprintf(out,
            "figures %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64
            " %" PRId64 "\n",
            f->matches, f->games, f->plays, f->evaluated, f->timed, f->cubes);
    for (int t = 0; t < STUDY_THRESHOLDS; t++) {
        fprintf(out, "cube %" PRId64 " %" PRId64 " %.17g\n", f->cube[t].stopped,
                f->cube[t].errors, f->cube[t].loss);
    }
    for (int i = 0; i < settings->filters; i++) {
        write_account(&f->account[i], out);
    }
    fputs("end\n", out);
}

bool study_state_write(struct file_draft *draft, const char *conditions,
                       const struct study_settings *settings,
                       const struct study_figures *figures, struct error *err)
{
    write_all(conditions, settings, figures, draft->stream);
    return file_draft_keep(draft, FILE_SAFE_FROM_KILLS, err) &&
           file_draft_open(draft, draft->path, FILE_OF_ALL, err);
}

/* ---- reading --------------------------------------------------------------------- */

static bool read_account(FILE *file, struct study_account *a)
{
    int read = fscanf(
        file, "filter %lf %lf %lf %" SCNd64 " %" SCNd64 " %" SCNd64 " %lf %" SCNd64,
        &a->loss, &a->game_squares, &a->worst_game, &a->different, &a->above_020,
        &a->above_080, &a->seconds, &a->evaluations);
    bool is_good = read == 8;
    for (int b = 0; is_good && b < STUDY_BUCKETS; b++) {
        is_good = fscanf(file, " %" SCNd64, &a->games[b]) == 1;
    }
    return is_good && fscanf(file, " ") == 0;
}

static bool read_figures(FILE *file, const struct study_settings *settings,
                         struct study_figures *f)
{
    bool is_good = fscanf(file,
                          "figures %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64
                          " %" SCNd64 " %" SCNd64 " ",
                          &f->matches, &f->games, &f->plays, &f->evaluated, &f->timed,
                          &f->cubes) == 6;
    for (int t = 0; is_good && t < STUDY_THRESHOLDS; t++) {
        is_good = fscanf(file, "cube %" SCNd64 " %" SCNd64 " %lf ", &f->cube[t].stopped,
                         &f->cube[t].errors, &f->cube[t].loss) == 3;
    }
    for (int i = 0; is_good && i < settings->filters; i++) {
        is_good = read_account(file, &f->account[i]);
    }
    char end[4];
    return is_good && f->matches >= 0 && fscanf(file, "%3s", end) == 1 &&
           strcmp(end, "end") == 0;
}

static bool has_conditions(FILE *file, const char *conditions)
{
    char line[LINE_SIZE];
    if (fgets(line, sizeof line, file) == NULL) {
        return false;
    }
    line[strcspn(line, "\n")] = '\0';
    return strncmp(line, head, strlen(head)) == 0 &&
           strcmp(line + strlen(head), conditions) == 0;
}

bool study_state_read(const char *path, const char *conditions,
                      const struct study_settings *settings,
                      struct study_figures *figures, struct error *err)
{
    FILE *file = file_to_read(path, err);
    if (file == NULL) {
        return false;
    }
    bool is_same = has_conditions(file, conditions);
    bool is_good = is_same && read_figures(file, settings, figures);
    (void)fclose(file);
    if (!is_same) {
        error_at_path(err, 0, path, "not of a study with these filters, ply and seed");
    } else if (!is_good) {
        error_at_path(err, 0, path, "damaged");
    }
    return is_good;
}
