/* `fibsbot lab levels`: how well each level of strength plays. */
#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "arena/arena_runner.h"
#include "arena/job/line_file.h"
#include "arena/job/work.h"
#include "base/error_bar.h"
#include "base/file.h"
#include "base/shown.h"
#include "base/text.h"
#include "cmd/tool/long_run.h"
#include "cmd/tool/named_player.h"
#include "cmd/tool/subcommand.h"
#include "engine/level.h"
#include "engine/rollout/roller.h"
#include "lab/study/level_study.h"

enum { LEVELS_MAX = 32, CONDITIONS_SIZE = 160 };

/* What is asked for, and how far it has come. */
struct levels {
    int matches;
    int reference_ply;
    int games;
    int threads;
    uint64_t seed;
    int levels;
    const char *level[LEVELS_MAX];
    struct long_run run;

    /* state of the table */
    char folder[PATHS_MAX];
    struct engine *engine;
    bool has_worked;
    bool is_stopped;
    bool has_head;
    const char *own;  /* level of the current row */
    const char *next; /* the one that it plays against; NULL: none */
    atomic_bool is_run_over;
};

/* ---- options --------------------------------------------------------------------- */

static bool take_level(const struct cli_call *call)
{
    return level_check(call->value, call->err);
}

static const struct cli_option options[] = {
    {"matches", CLI_INT(struct levels, matches, 0, 1000000), .initial = "20",
     .help = "Money games and matches to measure a level by; 0: none."},
    {"reference-ply", CLI_INT(struct levels, reference_ply, 0, SEARCH_PLY_MAX),
     .initial = "2", .help = "Look-ahead of the search that evaluates the decisions."},
    {"games", CLI_INT(struct levels, games, 0, 10000000), .initial = "200",
     .help = "Games against the next level; 0: none."},
    {"level", CLI_TEXTS(struct levels, level, levels), .argument = "LEVEL",
     .take = take_level, .word_at = level_name, .otherwise = "all but the rollers",
     .help =
         "Measure this level, a name or a rating. May be given several times; the next "
         "level is then the next one given."},
    LONG_RUN_SEED(struct levels, seed),
    {"threads", CLI_INT(struct levels, threads, 1, ARENA_RUNNER_THREADS_MAX),
     .initial = "1", .help = "Threads for the games against the next level."},
    {"save", CLI_FILE(struct levels, run.save),
     .help = "Keep the results in new files, FILE.LEVEL and FILE.LEVEL-NEXT."},
    {CLI_ROWS(long_run_options, offsetof(struct levels, run))},
    {0},
};

static bool check_options(const struct cli_call *call)
{
    struct levels *o = call->context;
    if (!long_run_check(&o->run, call->err)) {
        return false;
    }
    for (int i = 1; o->run.save != NULL && i < o->levels; i++) {
        for (int k = 0; k < i; k++) {
            if (strcmp(o->level[i], o->level[k]) == 0) {
                return error_set(
                    call->err, "--level %s: given twice, but --save has one file of it",
                    o->level[i]);
            }
        }
    }
    bool are_given = o->levels > 0;
    for (int i = 0; !are_given && i < LEVELS_MAX && level_at(i) != NULL; i++) {
        o->level[o->levels++] = level_at(i)->name;
    }
    return true;
}

static struct strength strength_of(const char *level)
{
    struct strength strength = strength_default();
    (void)level_read(level, &strength, NULL); /* it has been read before */
    return strength;
}

/* ---- evaluating ------------------------------------------------------------------ */

/* --minutes applies after the first step. */
static bool has_time(struct levels *o)
{
    o->is_stopped |=
        long_run_is_stopped() || (o->has_worked && long_run_is_over(&o->run));
    return !o->is_stopped;
}

/* The matches of a level so far. */
struct measured {
    int matches;
    struct level_figures figures;
};

static bool add_measured(void *context, const char *line)
{
    struct measured *measured = context;
    struct level_figures figures;
    if (!level_figures_read(line, &figures)) {
        return false;
    }
    level_figures_add(&measured->figures, &figures);
    measured->matches++;
    return true;
}

/* NULL without --save; false with `err`. */
static bool open_matches(const struct levels *o, struct measured *measured, FILE **file,
                         struct error *err)
{
    char path[PATHS_MAX];
    char conditions[CONDITIONS_SIZE];
    const struct line_file lines = {.path = path,
                                    .magic = "fibsbot-levels 1",
                                    .conditions = conditions,
                                    .expected = "the figures of a match",
                                    .is_resumed = o->run.is_resumed,
                                    .take = add_measured,
                                    .context = measured};
    *file = NULL;
    if (o->run.save == NULL) {
        return true;
    }
    FORMAT_TEXT(path, "%s.%s", o->run.save, o->own);
    FORMAT_TEXT(conditions, "%.40s/%016" PRIx64 " judged at %d, seed %" PRIu64, o->own,
                named_player_digest(o->folder), o->reference_ply, o->seed);
    named_player_keep_form(path, (const char *[]){o->folder, NULL}, conditions);
    *file = line_file_open(&lines, err);
    return *file != NULL;
}

static struct level_study *open_study(const struct levels *o)
{
    struct strength player = strength_of(o->own);
    struct strength reference = strength_default();
    reference.play_ply = o->reference_ply;
    reference.cube_ply = reference.play_ply - reference.play_ply % 2;
    filter_accept(&reference.filter, 2);
    return level_study_new(o->engine, &player, &reference);
}

static struct error_bar level_error(const struct level_figures *figures,
                                    const struct level_rating *rating)
{
    return error_bar(figures->plays + figures->cubes, rating->error, 2, "");
}

static bool measure_matches(struct levels *o, struct level_study *study, FILE *file,
                            struct measured *measured, struct error *err)
{
    double begun = work_now();
    int before = measured->matches;
    while (measured->matches < o->matches && has_time(o)) {
        struct level_figures figures = {.games = 0};
        level_study_match(study, o->seed, measured->matches, &figures);
        level_figures_add(&measured->figures, &figures);
        measured->matches++;
        o->has_worked = true;
        if (file != NULL && !level_figures_write(file, &figures)) {
            return error_set_for(err, errno, "%.100s.%.40s: cannot be written: %s",
                                 o->run.save, o->own, file_error(errno));
        }
        struct level_rating rating = level_rating(&measured->figures);
        double each = (work_now() - begun) / (measured->matches - before);
        progress_print(
            &o->run.progress, "%s: %d of %d matches  PR %.2f%s  %s left", o->own,
            measured->matches, o->matches, rating.rating,
            level_error(&measured->figures, &rating).text,
            progress_minutes(each * (o->matches - measured->matches) / 60.0).text);
    }
    return true;
}

static bool measure_level(struct levels *o, struct measured *measured,
                          struct error *err)
{
    FILE *file;
    if (!open_matches(o, measured, &file, err)) {
        return false;
    }
    struct level_study *study = open_study(o);
    bool is_good = study != NULL ? measure_matches(o, study, file, measured, err)
                                 : error_no_memory(err);
    level_study_free(study);
    if (file != NULL) {
        (void)fclose(file);
    }
    return is_good;
}

/* ---- against the next ------------------------------------------------------------ */

static void tell_pairs(void *context, const struct arena_runner_progress *p)
{
    struct levels *o = context;
    o->has_worked = true;
    if (!has_time(o)) {
        atomic_store(&o->is_run_over, true);
    }
    progress_print(
        &o->run.progress,
        "%s v. %s: %" PRId64 " of %" PRId64 " pairs  %+.4f%s  %s left", o->own, o->next,
        p->figures[0].pairs, p->pairs_wanted, p->figures[0].reduced.mean,
        error_bar(p->figures[0].pairs, p->figures[0].reduced.error, 4, "").text,
        progress_minutes(p->seconds_left / 60.0).text);
}

/* What the level wins against the next one in a game. */
static bool play_next(struct levels *o, struct arena_figures *figures,
                      struct error *err)
{
    const char *const names[2] = {o->own, o->next};
    char spec[2][NAMED_PLAYER_SPEC_SIZE];
    char path[PATHS_MAX];
    char conditions[CONDITIONS_SIZE];
    for (int i = 0; i < 2; i++) {
        FORMAT_TEXT(spec[i], "%s,level=%s", o->folder, names[i]);
    }
    FORMAT_TEXT(path, "%s.%s-%s", o->run.save != NULL ? o->run.save : "", names[0],
                names[1]);
    FORMAT_TEXT(conditions, "%.40s v. %.40s/%016" PRIx64 ", seed %" PRIu64, names[0],
                names[1], named_player_digest(o->folder), o->seed);
    named_player_keep_form(path, (const char *[]){o->folder, NULL}, conditions);
    const struct arena_runner_options runner = {
        .rules = {.is_cubeful = true, .seed = o->seed},
        .player = {spec[0], spec[1]},
        .luck = LUCK_BY_1_PLY,
        .luck_weights = o->folder,
        .pairs = o->games / 2,
        .threads = o->threads,
        .file = o->run.save != NULL ? path : NULL,
        .is_resumed = o->run.is_resumed,
        .conditions = conditions,
        .stop = &o->is_run_over,
        .report = tell_pairs,
        .context = o,
    };
    struct arena_runner_result result;
    bool is_good = arena_runner_play(&runner, &result, err);
    *figures = arena_figures(result.pairs, result.count);
    o->is_stopped |= is_good && result.count < runner.pairs;
    arena_runner_free(&result);
    return is_good;
}

/* ---- the table ------------------------------------------------------------------- */

/* "2-ply", "0-ply, pruning net, noise 0.10" */
static void print_making(const char *level)
{
    struct strength s = strength_of(level);
    if (s.roller != NULL) {
        printf(" %d-ply, at most %d games of %d half-moves |", SEARCH_PLY_OF_ROLLERS,
               s.roller->trials, s.roller->horizon);
        return;
    }
    printf(" %d-ply%s", s.play_ply, s.uses_pruning_net ? ", pruning net" : "");
    if (s.noise > 0.0F) {
        printf(", noise %.3f", (double)s.noise);
    }
    if (s.cube_noise > 0.0F) {
        printf(", cube %.3f", (double)s.cube_noise);
    }
    printf(" |");
}

static void print_head(struct levels *o)
{
    if (!o->has_head) {
        printf("| level | plays with | PR | of plays | largest loss | decisions | FIBS "
               "rating by PR | points a game against the next | games |\n"
               "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    }
    o->has_head = true;
}

static bool print_level_row(const struct levels *o, const struct level_figures *f,
                            const struct arena_figures *match)
{
    struct level_rating rating = level_rating(f);
    printf("| %s |", o->own);
    print_making(o->own);
    if (f->plays > 0) {
        printf(" %.2f%s | %.2f | %.2f | %lld | %.0f |", rating.rating,
               level_error(f, &rating).text, 500.0 * f->play_loss / (double)f->plays,
               f->worst, (long long)(f->plays + f->cubes),
               level_rating_of(rating.rating));
    } else {
        printf(" | | | | |");
    }
    if (match->pairs > 0) {
        printf(" %+.3f%s | %lld |\n", shown_number(match->reduced.mean, 3),
               error_bar(match->pairs, match->reduced.error, 3, "").text,
               2 * (long long)match->pairs);
    } else {
        printf(" | |\n");
    }
    return fflush(stdout) == 0;
}

static bool make_row(struct levels *o, int i, struct error *err)
{
    struct measured measured = {.matches = 0};
    struct arena_figures match = {.pairs = 0};
    o->own = o->level[i];
    o->next = i + 1 < o->levels && o->games >= 2 ? o->level[i + 1] : NULL;
    if (!measure_level(o, &measured, err) ||
        (o->next != NULL && !o->is_stopped && !play_next(o, &match, err))) {
        return false;
    }
    progress_clear(&o->run.progress);
    print_head(o);
    return print_level_row(o, &measured.figures, &match) ||
           error_set(err, "standard output cannot be written");
}

/* ---- the subcommand -------------------------------------------------------------- */

static bool make_table(struct levels *o, struct error *err)
{
    o->engine = long_run_open_engine(o->run.weights, o->folder, err);
    if (o->engine == NULL) {
        return false;
    }
    bool is_good = true;
    for (int i = 0; i < o->levels && is_good && has_time(o); i++) {
        is_good = make_row(o, i, err);
    }
    engine_close(o->engine);
    return is_good;
}

static int run(const struct cli_call *call)
{
    struct levels *o = call->context;
    long_run_begin(&o->run);
    return !make_table(o, call->err) ? 1 : o->is_stopped ? LONG_RUN_STOPPED : 0;
}

const struct cli_command cmd_lab_levels = {
    .title = "fibsbot lab levels",
    .summary = "measure how well each level of strength plays",
    .about =
        "Each level plays money games and matches to 5 points against itself, and a "
        "deeper search evaluates its decisions: its performance rating (PR), and the FIBS "
        "rating that goes with it. Then it plays cubeful money games against the next "
        "level with variance reduction, luck measured by 1-ply.",
    .options = options,
    .notes =
        "To compare levels, rollers too, with rollouts: `fibsbot lab evaluate "
        "fibsbot,level=...`.\n\n"
        "Ctrl-C ends after the match in progress and prints the table. " LONG_RUN_EXIT_STATUS,
    .check = check_options,
    .size = sizeof(struct levels),
    .run = run,
};
