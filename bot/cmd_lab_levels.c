/* `fibsbot lab levels`: how well each level of strength plays. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/lab_run.h"
#include "bot/paths.h"
#include "bot/subcommand.h"
#include "engine/lab/contest.h"
#include "engine/lab/level_study.h"
#include "engine/level.h"

static const char usage[] = "usage: fibsbot lab levels [OPTIONS]\n";
static const char help[] =
    "\n"
    "Each level plays against itself, money games and matches to 5 points, and a "
    "deeper\n"
    "search judges its decisions: its performance rating (PR), and the FIBS rating "
    "that\n"
    "goes with it. Then it plays cubeful money games against the next one, the luck "
    "of\n"
    "the dice taken out.\n"
    "\n"
    "  --contests N     money games and matches to judge a level by (default 20)\n"
    "  --judge-ply N    how deep decisions are judged, 0 to 4 (default 2)\n"
    "  --games N        games against the next level (default 200; 0: none)\n"
    "  --level LEVEL    this level alone: a name or a rating; may be given several "
    "times\n"
    "  --seed N         of the dice (default 1)\n"
    "  --weights DIR    folder of nets and tables\n";

enum { LEVELS_MAX = 32, SPEC_SIZE = PATHS_MAX + 64 };

struct options {
    long contests;
    long judge_ply;
    long games;
    long seed;
    int levels;
    const char *level[LEVELS_MAX];
    const char *weights;
};

static bool complain(const char *text)
{
    fprintf(stderr, "fibsbot lab levels: %s\n", text);
    return false;
}

/* ---- options --------------------------------------------------------------------- */

static bool add_level(struct options *o, const char *text)
{
    struct engine_error err;
    struct strength strength = strength_default();
    if (o->levels == LEVELS_MAX) {
        return complain("--level: too many levels");
    }
    if (!level_read(text, &strength, &err)) {
        fprintf(stderr, "fibsbot lab levels: --level: %s\n", err.text);
        return false;
    }
    o->level[o->levels++] = text;
    return true;
}

static bool read_option(struct options *o, int option, const char *text)
{
    switch (option) {
    case 'c':
        return lab_read_whole("levels", "contests", text, 1, 1000000, &o->contests);
    case 'j':
        return lab_read_whole("levels", "judge-ply", text, 0, PLY_MAX, &o->judge_ply);
    case 'g':
        return lab_read_whole("levels", "games", text, 0, 10000000, &o->games);
    case 's':
        return lab_read_whole("levels", "seed", text, 0, 1000000000, &o->seed);
    case 'l':
        return add_level(o, text);
    case 'w':
        o->weights = text;
        return true;
    default: /* getopt has said what is wrong */
        fputs(usage, stderr);
        return false;
    }
}

static bool read_options(int argc, char **argv, struct options *o)
{
    static const struct option table[] = {
        {"contests", required_argument, NULL, 'c'},
        {"judge-ply", required_argument, NULL, 'j'},
        {"games", required_argument, NULL, 'g'},
        {"seed", required_argument, NULL, 's'},
        {"level", required_argument, NULL, 'l'},
        {"weights", required_argument, NULL, 'w'},
        {NULL, 0, NULL, 0},
    };
    *o = (struct options){.contests = 20, .judge_ply = 2, .games = 200, .seed = 1};
    int option;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", table, NULL)) != -1) {
        if (!read_option(o, option, optarg)) {
            return false;
        }
    }
    for (int i = 0; o->levels == 0 && level_at(i) != NULL; i++) {
        o->level[i] = level_at(i)->name;
    }
    while (o->levels < LEVELS_MAX && o->level[o->levels] != NULL) {
        o->levels++;
    }
    return optind == argc;
}

/* ---- measuring ------------------------------------------------------------------- */

static struct strength strength_of(const char *level)
{
    struct strength strength = strength_default();
    (void)level_read(level, &strength, NULL); /* it has been read before */
    return strength;
}

static bool judge_level(const struct options *o, const struct engine *engine,
                        const char *level, struct level_figures *figures)
{
    struct strength player = strength_of(level);
    struct strength judge = strength_default();
    judge.play_ply = (int)o->judge_ply;
    judge.cube_ply = judge.play_ply - judge.play_ply % 2;
    filter_accept(&judge.filter, 2);
    struct level_study *study = level_study_new(engine, &player, &judge);
    if (study == NULL) {
        return complain("no memory");
    }
    for (long n = 0; n < o->contests; n++) {
        level_study_contest(study, (uint64_t)o->seed, n, figures);
    }
    level_study_free(study);
    return true;
}

static bool play_pairs(const struct options *o, const struct contest_table *table,
                       struct contest_figures *figures, struct engine_error *err)
{
    long pairs = o->games / 2;
    struct contest *contest = contest_new(table);
    struct contest_pair *pair = calloc((size_t)pairs, sizeof *pair);
    bool is_good = contest != NULL && pair != NULL;
    if (!is_good) {
        engine_error_set(err, "no memory");
    }
    for (long n = 0; is_good && n < pairs; n++) {
        is_good = contest_play_pair(contest, n, &pair[n], err);
    }
    if (is_good) {
        *figures = contest_figures(pair, pairs);
    }
    free(pair);
    contest_free(contest);
    return is_good;
}

/* What `level` wins against `next` in a game. */
static bool play_next(const struct options *o, const char *folder, const char *level,
                      const char *next, struct contest_figures *figures)
{
    struct engine_error err = {"no memory"};
    const struct contestant_terms terms = {.is_cubeful = true,
                                           .noise_seed = (uint64_t)o->seed};
    struct contest_table table = {
        .rules = {.is_cubeful = true, .seed = (uint64_t)o->seed}};
    const char *const names[2] = {level, next};
    bool is_good = true;
    for (int i = 0; i < 2 && is_good; i++) {
        char spec[SPEC_SIZE];
        (void)snprintf(spec, sizeof spec, "%s,level=%s", folder, names[i]);
        table.player[i] = contestant_open(spec, &terms, &err);
        is_good = table.player[i] != NULL;
    }
    table.luck = is_good ? luck_open(folder, LUCK_BOTH, true, &err) : NULL;
    is_good = table.luck != NULL && play_pairs(o, &table, figures, &err);
    luck_close(table.luck);
    contestant_close(table.player[0]);
    contestant_close(table.player[1]);
    return is_good || complain(err.text);
}

/* ---- the table ------------------------------------------------------------------- */

/* "2-ply", "0-ply, small net, noise 0.10" */
static void print_making(const char *level)
{
    struct strength s = strength_of(level);
    printf(" %d-ply%s", s.play_ply, s.is_small ? ", small net" : "");
    if (s.noise > 0.0F) {
        printf(", noise %.3f", (double)s.noise);
    }
    if (s.cube_noise > 0.0F) {
        printf(", cube %.3f", (double)s.cube_noise);
    }
    printf(" |");
}

static bool print_row(const struct options *o, const struct engine *engine,
                      const char *folder, int i)
{
    struct level_figures f = {.games = 0};
    struct contest_figures match = {.pairs = 0};
    const char *next = i + 1 < o->levels && o->games >= 2 ? o->level[i + 1] : NULL;
    if (!judge_level(o, engine, o->level[i], &f) ||
        (next != NULL && !play_next(o, folder, o->level[i], next, &match))) {
        return false;
    }
    struct level_rating rating = level_rating(&f);
    printf("| %s |", o->level[i]);
    print_making(o->level[i]);
    printf(" %.2f +- %.2f | %.2f | %.2f | %lld | %.0f |", rating.rating, rating.error,
           f.plays > 0 ? 500.0 * f.play_loss / (double)f.plays : 0.0, f.worst,
           (long long)(f.plays + f.cubes), level_rating_of(rating.rating));
    if (next != NULL) {
        printf(" %+.3f +- %.3f |\n", match.reduced.mean, match.reduced.error);
    } else {
        printf(" |\n");
    }
    return fflush(stdout) == 0;
}

/* ---- the subcommand -------------------------------------------------------------- */

static int run(int argc, char **argv)
{
    struct options o;
    char folder[PATHS_MAX];
    struct engine_error err;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        printf("%s%s", usage, help);
        return 0;
    }
    if (!read_options(argc, argv, &o)) {
        return 2;
    }
    struct engine *engine = NULL;
    if (paths_find_weights(o.weights, folder, &err)) {
        engine = engine_open(folder, &err);
    }
    if (engine == NULL) {
        (void)complain(err.text);
        return 1;
    }
    printf("| level | plays with | PR | of plays | largest loss | decisions | FIBS "
           "rating by PR | points a game against the next |\n"
           "| --- | --- | --- | --- | --- | --- | --- | --- |\n");
    bool is_good = true;
    for (int i = 0; i < o.levels && is_good; i++) {
        is_good = print_row(&o, engine, folder, i);
    }
    engine_close(engine);
    return is_good ? 0 : 1;
}

const struct subcommand cmd_lab_levels = {"levels",
                                          "how well each level of strength plays", run};
