/* `fibsbot analyse`: ranked plays or the cube action of positions given as text. */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/argument.h"
#include "bot/analyse/analysis.h"
#include "bot/analyse/decision_rollout.h"
#include "bot/analyse/rollout_request.h"
#include "bot/base/paths.h"
#include "bot/config/strength_config.h"
#include "cmd/tool/subcommand.h"
#include "engine/rollout/roller.h"

enum { INPUT_MAX = 4096, PLAYS_SHOWN = 10 };

static const char usage[] = "usage: fibsbot analyse [OPTIONS] [ID|BOARD LINE|-]...\n";
static const char help[] =
    "\n"
    "Each argument is a position: an XGID, a GNU Backgammon position id, alone or as\n"
    "POSITIONID:MATCHID, or a FIBS board line. \"-\", or no argument at all, reads one\n"
    "a line from standard input. With dice the plays are ranked; without, the cube\n"
    "action is judged; when a double has been offered, whether to take it.\n"
    "\n"
    "  --json           one JSON object a line\n"
    "  --ply N          how deep plays are judged, 0 to 4 (default 2)\n"
    "  --cube-ply N     the same for the cube: 0, 2 or 4 (default: as --ply, one less\n"
    "                   where that is odd)\n"
    "  --roller NAME    a search and then truncated rollouts: roller, roller+,\n"
    "                   roller++\n"
    "  --filter NAME    move filter (--filter list shows the names), or\n"
    "                   base-filter:N:CUTOFF: the small net's best N within CUTOFF,\n"
    "                   or an own one, a level for each ply: 12/.24,6/.12; plays that\n"
    "                   only the small net has judged are listed as small (JSON: ply\n"
    "                   -1)\n"
    "  --accept N       have at least N plays judged at the full ply (default: 2 with\n"
    "                   the default filter, as the filter says with another)\n"
    "  --played PLAY    the play that was made: it and the best one are judged at the\n"
    "                   full ply, and what it loses is told\n"
    "  --threads N      think with N threads; the answers are the same\n"
    "  --time MS        think MS milliseconds about a position at most\n"
    "  --jacoby         money with the Jacoby rule: gammons count once the cube is\n"
    "                   turned\n"
    "  --beavers        money with beavers: who takes may redouble at once and keep\n"
    "                   the cube; both beside what an XGID or a match id says\n"
    "  --plays N        list the best N plays (default 10; with --json all)\n"
    "  --weights DIR    folder of nets and tables\n"
    "  --rollout        roll the best plays, or the cube action, out; Ctrl-C ends it\n"
    "                   with what there is. --threads, --time and --filter are then\n"
    "                   the rollout's, and there are also:\n";
static const char help_end[] =
    "\n"
    "The status is 1 if a position could not be read; with --json, where the error\n"
    "stands in its place, only if nothing could be done at all.\n";

struct options {
    bool is_json;
    int ply;
    int cube_ply; /* -1: follows ply */
    int plays;    /* 0: the default */
    int accept;   /* 0: the default */
    int threads;
    int time_ms; /* 0: no bound */
    bool has_jacoby;
    bool has_beavers;
    const char *filter;
    const char *played;
    const struct roller *roller;
    const char *weights;
    bool is_rollout;
    struct rollout_request rollout;
};

/* Set by Ctrl-C while a rollout is under way. */
static atomic_bool stop;

static void on_signal(int number)
{
    (void)number;
    atomic_store(&stop, true);
}

/* ---- options --------------------------------------------------------------------- */

static bool read_number(const char *option, const char *text, int least, int most,
                        int *value)
{
    struct error err;
    bool is_good = argument_int(option, text, least, most, value, &err);
    if (!is_good) {
        fprintf(stderr, "fibsbot analyse: %s\n", err.text);
    }
    return is_good;
}

static bool read_roller(const char *text, const struct roller **roller)
{
    *roller = roller_find(text);
    if (*roller == NULL) {
        fprintf(stderr,
                "fibsbot analyse: --roller: expected roller, roller+ or "
                "roller++, found \"%.40s\"\n",
                text);
    }
    return *roller != NULL;
}

static bool read_rollout_option(int option, const char *text,
                                struct rollout_request *request)
{
    struct error err;
    bool is_good = rollout_request_take(request, option, text, &err);
    if (!is_good) {
        fprintf(stderr, "fibsbot analyse: %s\n", err.text);
    }
    return is_good;
}

static bool read_option(int option, const char *text, struct options *o)
{
    switch (option) {
    case 'j':
        o->is_json = true;
        return true;
    case 'p':
        return read_number("--ply", text, 0, PLY_MAX, &o->ply);
    case 'c':
        return read_number("--cube-ply", text, 0, PLY_MAX, &o->cube_ply);
    case 'n':
        return read_number("--plays", text, 1, MAX_PLAYS, &o->plays);
    case 'a':
        return read_number("--accept", text, 1, MAX_PLAYS, &o->accept);
    case 't':
        return read_number("--threads", text, 1, SEARCH_THREADS_MAX, &o->threads);
    case 'm':
        return read_number("--time", text, 1, 3600000, &o->time_ms);
    case 'J':
        o->has_jacoby = true;
        return true;
    case 'B':
        o->has_beavers = true;
        return true;
    case 'f':
        o->filter = text;
        return true;
    case 'd':
        o->played = text;
        return true;
    case 'R':
        return read_roller(text, &o->roller);
    case 'w':
        o->weights = text;
        return true;
    case 'r':
        o->is_rollout = true;
        return true;
    default: /* getopt has said what is wrong */
        fputs(usage, stderr);
        return false;
    }
}

static bool read_options(int argc, char **argv, struct options *o)
{
    static const struct option table[] = {
        {"json", no_argument, NULL, 'j'},
        {"ply", required_argument, NULL, 'p'},
        {"cube-ply", required_argument, NULL, 'c'},
        {"plays", required_argument, NULL, 'n'},
        {"filter", required_argument, NULL, 'f'},
        {"accept", required_argument, NULL, 'a'},
        {"played", required_argument, NULL, 'd'},
        {"threads", required_argument, NULL, 't'},
        {"time", required_argument, NULL, 'm'},
        {"jacoby", no_argument, NULL, 'J'},
        {"beavers", no_argument, NULL, 'B'},
        {"weights", required_argument, NULL, 'w'},
        {"roller", required_argument, NULL, 'R'},
        {"rollout", no_argument, NULL, 'r'},
        ROLLOUT_LONG_OPTIONS,
        {NULL, 0, NULL, 0},
    };
    *o = (struct options){.ply = 2, .cube_ply = -1, .threads = 1};
    o->rollout = rollout_request_default();
    int option;
    bool is_for_rollout = false;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", table, NULL)) != -1) {
        bool is_shared = option >= ROLLOUT_OPTION_FIRST && option < ROLLOUT_OPTION_END;
        is_for_rollout |= is_shared;
        if (is_shared ? !read_rollout_option(option, optarg, &o->rollout)
                      : !read_option(option, optarg, o)) {
            return false;
        }
    }
    if (is_for_rollout && !o->is_rollout) {
        fputs("fibsbot analyse: options of rollouts need --rollout\n", stderr);
        return false;
    }
    if (o->cube_ply % 2 == 1) {
        fputs(
            "fibsbot analyse: --cube-ply: cube actions are judged at 0, 2 or 4 plies\n",
            stderr);
        return false;
    }
    return true;
}

/* What is the rollout's, too. */
static void settle_rollout(struct options *o, const struct strength *strength)
{
    struct rollout_settings *settings = &o->rollout.settings;
    settings->threads = o->threads;
    settings->filter = strength->filter;
    o->rollout.time_ms = o->time_ms;
    rollout_request_settle(&o->rollout);
}

static bool wants(int argc, char **argv, const char *first, const char *second)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], first) == 0 &&
            (second == NULL || (i + 1 < argc && strcmp(argv[i + 1], second) == 0))) {
            return true;
        }
    }
    return false;
}

static void print_filters(void)
{
    for (int i = 0; filter_name(i) != NULL; i++) {
        puts(filter_name(i));
    }
}

/* An own filter must be one for the decisions of this run, or those inside its rollout.
 */
static bool fits_filter(const struct options *o)
{
    int own = filter_own_ply(o->filter);
    int ply = o->roller != NULL ? o->roller->searched : o->ply;
    if (own == 0 || own == ply ||
        (o->is_rollout && own == o->rollout.settings.play_ply)) {
        return true;
    }
    fprintf(stderr,
            "fibsbot analyse: --filter: \"%.40s\" is for %d-ply decisions, these are "
            "%d-ply\n",
            o->filter, own, ply);
    return false;
}

static bool set_strength(const struct options *o, struct strength *strength)
{
    struct error err;
    *strength = strength_default();
    strength->play_ply = o->ply;
    strength->cube_ply = o->cube_ply >= 0 ? o->cube_ply : o->ply - o->ply % 2;
    strength->roller = o->roller;
    strength->time = strength_time_limit_of(o->is_rollout ? 0 : o->time_ms);
    if (o->filter != NULL && !filter_read(o->filter, &strength->filter, &err)) {
        fprintf(stderr,
                "fibsbot analyse: --filter: %s; --filter list shows the names\n",
                err.text);
        return false;
    }
    if (o->filter != NULL && !fits_filter(o)) {
        return false;
    }
    if (o->accept > 0 || o->filter == NULL) {
        filter_accept(&strength->filter, o->accept > 0 ? o->accept : 2);
    }
    return true;
}

/* ---- positions ------------------------------------------------------------------- */

/* Says why a text is no position. In JSON the error stands in its place and the run is
 * good; for people it has failed. */
static bool refuse(const struct options *o, const char *text, const char *why)
{
    if (o->is_json) {
        return analysis_print_json_error(text, why, stdout);
    }
    fprintf(stderr, "fibsbot analyse: \"%.60s\": %s\n", text, why);
    return false;
}

static bool roll_out(struct analyser *analyser, const struct options *o,
                     const struct analysis *analysis, const char *text)
{
    const struct decision_rollout_control control = {.stop = &stop};
    struct decision_rollout result;
    struct error err;
    if (!decision_rollout_make(analyser, &o->rollout, analysis, &control, &result,
                               &err)) {
        return refuse(o, text, err.text);
    }
    bool is_good = true;
    if (o->is_json) {
        is_good = decision_rollout_print_json(&result, text, stdout);
    } else {
        decision_rollout_print(&result, text, stdout);
        is_good = fflush(stdout) == 0;
    }
    decision_rollout_free(&result);
    return is_good;
}

/* The rules of money play that were asked for; a match has neither. */
static void add_rules(const struct options *o, struct match_state *ms)
{
    bool is_money = ms->length == 0;
    ms->has_jacoby |= is_money && o->has_jacoby;
    ms->has_beavers |= is_money && o->has_beavers;
}

/* Analyses one text; false when it is no position or the answer cannot be written. */
static bool analyse_text(struct analyser *analyser, const struct options *o,
                         const char *text)
{
    struct decision_context at;
    struct error err;
    if (atomic_load(&stop)) {
        return false;
    }
    if (!analysis_read(text, &at, &err)) {
        return refuse(o, text, err.text);
    }
    add_rules(o, &at.ms);
    struct analysis analysis;
    analysis_make(analyser, &at, &analysis);
    if (o->is_rollout) {
        return roll_out(analyser, o, &analysis, text);
    }
    if (o->is_json) {
        return analysis_print_json(analyser, &analysis, text, stdout);
    }
    analysis_print(analyser, &analysis, text, stdout);
    return fflush(stdout) == 0;
}

/* Reads a line without its end, whatever comes. False at the end of input; `is_cut`
 * when it was longer than the room. */
static bool read_line(FILE *in, char line[INPUT_MAX], bool *is_cut)
{
    size_t n = 0;
    int c;
    *is_cut = false;
    while ((c = getc(in)) != EOF && c != '\n') {
        if (n + 1 < INPUT_MAX && c != '\0') {
            line[n++] = (char)c;
        } else {
            *is_cut = true;
        }
    }
    while (n > 0 && (line[n - 1] == '\r' || line[n - 1] == ' ')) {
        n--;
    }
    line[n] = '\0';
    return n > 0 || c != EOF;
}

static bool analyse_lines(struct analyser *analyser, const struct options *o, FILE *in)
{
    char line[INPUT_MAX];
    bool is_cut;
    bool is_good = true;
    while (read_line(in, line, &is_cut)) {
        if (is_cut) {
            line[60] = '\0'; /* enough to know it again */
            is_good &= refuse(o, line, "a line may have 4095 bytes, none of them NUL");
        } else if (line[0] != '\0' || o->is_json) {
            is_good &= analyse_text(analyser, o, line);
        }
    }
    return is_good;
}

static bool analyse_all(struct analyser *analyser, const struct options *o, int count,
                        char **texts)
{
    bool is_good = true;
    if (count == 0) {
        return analyse_lines(analyser, o, stdin);
    }
    for (int i = 0; i < count; i++) {
        is_good &= strcmp(texts[i], "-") == 0 ? analyse_lines(analyser, o, stdin)
                                              : analyse_text(analyser, o, texts[i]);
    }
    return is_good;
}

/* ---- the subcommand -------------------------------------------------------------- */

static struct engine *open_engine(const struct options *o)
{
    char folder[PATHS_MAX];
    struct error err;
    struct engine *engine = NULL;
    if (paths_find_weights(o->weights, folder, &err)) {
        engine = engine_open(folder, &err);
    }
    if (engine == NULL) {
        fprintf(stderr, "fibsbot analyse: %s\n", err.text);
    }
    return engine;
}

static bool open_analyser(struct analyser *analyser, const struct engine *engine,
                          const struct options *o)
{
    struct error err = {"no memory"};
    int all = o->is_json ? MAX_PLAYS : PLAYS_SHOWN;
    analyser->plays_shown = o->plays > 0 ? o->plays : all;
    analyser->played = o->played;
    analyser->engine = engine;
    analyser->scratch = engine_scratch_new(engine);
    analyser->ranked = aligned_alloc(alignof(struct ranked_play),
                                     MAX_PLAYS * sizeof *analyser->ranked);
    analyser->list = aligned_alloc(alignof(struct play_list), sizeof *analyser->list);
    analyser->strength.search_threads =
        engine_search_threads_new(engine, o->threads, &err);
    if (analyser->scratch == NULL || analyser->ranked == NULL ||
        analyser->list == NULL || analyser->strength.search_threads == NULL) {
        fprintf(stderr, "fibsbot analyse: %s\n", err.text);
        return false;
    }
    return true;
}

static void close_analyser(struct analyser *analyser)
{
    search_threads_free(analyser->strength.search_threads);
    free(analyser->list);
    free(analyser->ranked);
    engine_scratch_free(analyser->scratch);
}

static int run(int argc, char **argv)
{
    struct options o;
    struct analyser analyser = {.engine = NULL};
    if (wants(argc, argv, "--help", NULL)) {
        fputs(usage, stdout);
        fputs(help, stdout);
        fputs(rollout_request_help, stdout);
        fputs(help_end, stdout);
        return EXIT_SUCCESS;
    }
    if (wants(argc, argv, "--filter", "list")) {
        print_filters();
        return EXIT_SUCCESS;
    }
    if (!read_options(argc, argv, &o) || !set_strength(&o, &analyser.strength)) {
        return 2;
    }
    if (o.is_rollout) {
        struct sigaction action = {.sa_handler = on_signal};
        action.sa_flags = (int)SA_RESETHAND; /* a second one ends the program */
        (void)sigaction(SIGINT, &action, NULL);
        settle_rollout(&o, &analyser.strength);
    }
    struct engine *engine = open_engine(&o);
    if (engine == NULL) {
        return EXIT_FAILURE;
    }
    int status = EXIT_FAILURE;
    if (open_analyser(&analyser, engine, &o) &&
        analyse_all(&analyser, &o, argc - optind, argv + optind)) {
        status = EXIT_SUCCESS;
    }
    close_analyser(&analyser);
    engine_close(engine);
    return status;
}

const struct subcommand cmd_analyse = {
    "analyse", "rank the plays or judge the cube of a position", run};
