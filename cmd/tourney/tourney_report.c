#include "cmd/tourney/tourney.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "arena/job/ranks.h"
#include "base/error_bar.h"
#include "base/json_line.h"
#include "base/shown.h"

static const char *unit(const struct arena_rules *rules)
{
    return rules->length > 0 ? "of the matches" : "points a game";
}

#define LEAST_ERROR 1e-9 /* a smaller one is that of rounding */

/* The error of a mean; 0 where nothing tells it: of one pair, or where all ended alike. */
static double error_of(const struct arena_rules *rules, const struct arena_mean *mean,
                       int64_t pairs)
{
    double error = rules->length > 0 ? rating_share_error(mean, pairs) : mean->error;
    return pairs < 2 || error < LEAST_ERROR ? 0.0 : error;
}

static void write_mean(char *text, size_t size, const struct arena_rules *rules,
                       const struct arena_mean *mean, int64_t pairs)
{
    double error = error_of(rules, mean, pairs);
    int64_t samples = error > 0.0 ? pairs : 0;
    if (rules->length > 0) {
        (void)snprintf(text, size, "%.2f %%%s", shown_number(100.0 * mean->mean, 2),
                       error_bar(samples, 100.0 * error, 2, " %").text);
    } else {
        (void)snprintf(text, size, "%+.4f%s", shown_number(mean->mean, 4),
                       error_bar(samples, error, 4, "").text);
    }
}

/* The mean that counts: after variance reduction, or the plain one with --luck none. */
static const struct arena_mean *mean_of(const struct tourney_settings *settings,
                                        const struct arena_figures *figures)
{
    return settings->is_reduced ? &figures->reduced : &figures->plain;
}

void tourney_report_begin(struct tourney_match *match)
{
    struct rating_sprt sprt = match->settings->sprt;
    if (match->settings->runner.rules.length > 0) {
        sprt.low = rating_share(sprt.low);
        sprt.high = rating_share(sprt.high);
    }
    match->test = (struct rating_sprt_run){.sprt = sprt};
}

bool tourney_report_wants_more(void *context, const struct arena_pair *pair)
{
    struct tourney_match *match = context;
    double result = match->settings->is_reduced ? pair->reduced : pair->plain;
    return rating_sprt_add(&match->test, result) == RATING_SPRT_OPEN;
}

void tourney_report_enter(const struct tourney_match *match,
                          const struct arena_figures *figures,
                          struct rating_standings *standings)
{
    rating_standings_enter(standings, match->pairing[0], match->pairing[1],
                           mean_of(match->settings, figures), figures->pairs);
}

/* ---- while it is played ---------------------------------------------------------- */

/* Where it is not known, that of old terminals. */
static struct winsize terminal_size(void)
{
    struct winsize size = {.ws_col = 0};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 ||
        size.ws_row == 0) {
        size = (struct winsize){.ws_col = 80, .ws_row = 24};
    }
    return size;
}

void tourney_report_clear(struct tourney_settings *settings)
{
    progress_clear(&settings->run.progress);
    if (settings->lines_shown > 0) {
        fprintf(stderr, "\033[%dA\r\033[J", settings->lines_shown);
        settings->lines_shown = 0;
    }
}

/* A line that wraps would be two to go back over, and what has left the screen cannot be
 * gone back to: the last line of the screen is that of the progress. */
static int draw_lines(const char *text, struct winsize size)
{
    const int room = size.ws_row > 2 ? size.ws_row - 2 : 1;
    int lines = 0;
    while (*text != '\0' && lines < room) {
        int length = (int)strcspn(text, "\n");
        fprintf(stderr, "%.*s\n", length < size.ws_col ? length : size.ws_col - 1,
                text);
        text += length + (text[length] == '\n');
        lines++;
    }
    return lines;
}

/* Draws the standings in the place of those that are shown; on a terminal alone. */
static void show_standings(struct tourney_settings *settings)
{
    char *text = NULL;
    size_t size = 0;
    if (settings->run.progress.is_quiet || isatty(STDERR_FILENO) != 1) {
        return;
    }
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL) {
        return;
    }
    tourney_table_print(&settings->standings, false, memory);
    if (fclose(memory) == 0) {
        tourney_report_clear(settings);
        settings->lines_shown = draw_lines(text, terminal_size());
    }
    free(text);
}

/* With what there is so far, since after a second signal nothing more is said. */
static void tell_stopping(struct tourney_settings *settings,
                          const struct arena_runner_progress *p, const char *result)
{
    tourney_report_clear(settings);
    if (p->series > 1 && p->pairs > 0) {
        tourney_table_print(&settings->standings, false, stderr);
    }
    fprintf(stderr,
            "fibsbot tourney: stopping after the pairs in progress, by a second signal "
            "at once; so far %" PRId64 " of %" PRId64 " pairs%s%s\n",
            p->pairs, p->pairs_wanted, result[0] == '\0' ? "" : ", ", result);
}

/* `result` is that of a match alone. */
static void show_pairs_played(struct tourney_settings *settings,
                              const struct arena_runner_progress *p, const char *result)
{
    if (p->series > 1) {
        show_standings(settings);
    }
    progress_print(&settings->run.progress,
                   "%" PRId64 " of %" PRId64 " pairs  %s  %.1f games/s  %s left",
                   p->pairs, p->pairs_wanted, result,
                   2.0 * (double)p->pairs_of_run / p->seconds,
                   progress_minutes(p->seconds_left / 60.0).text);
}

void tourney_report_progress(void *context, const struct arena_runner_progress *p)
{
    const struct tourney_match *matches = context;
    struct tourney_settings *settings = matches[0].settings;
    char result[64] = ""; /* of a match alone */
    for (int i = 0; i < p->series; i++) {
        tourney_report_enter(&matches[i], &p->figures[i], &settings->standings);
    }
    if (p->series == 1 && p->pairs > 0) {
        write_mean(result, sizeof result, &settings->runner.rules,
                   &p->figures[0].reduced, p->figures[0].pairs);
    }
    if (p->pairs_of_run > 0) {
        show_pairs_played(settings, p, result);
    }
    if (long_run_is_stopped() && !atomic_exchange(&settings->is_over, true)) {
        tell_stopping(settings, p, result);
    }
}

void tourney_report_fault(void *context, const struct arena_fault *fault)
{
    const struct tourney_match *match = context;
    tourney_report_clear(match->settings);
    tourney_database_fault(context, fault);
    fprintf(stderr,
            "fibsbot tourney: pair %" PRId64
            " of %s v. %s: %s failed (fault %d): %s; %s\n",
            fault->pair, match->shown[0], match->shown[1], match->shown[fault->player],
            fault->count, fault->reason,
            fault->is_forfeit ? "the pair is forfeited"
                              : "started again, the pair is played again");
}

/* ---- at the end ------------------------------------------------------------------ */

static const char *const luck_words[] = {"none", "the pruning net", "the main net",
                                         "both nets", "both nets, by 1-ply"};

static void print_player_faults(const char *name, int64_t faults, int64_t forfeited)
{
    if (faults > 0 || forfeited > 0) {
        printf("  %s: %" PRId64 " fault%s in this run, %" PRId64
               " pair%s forfeited in all\n",
               name, faults, faults == 1 ? "" : "s", forfeited,
               forfeited == 1 ? "" : "s");
    }
}

void tourney_report_rules(const struct arena_rules *rules, FILE *out)
{
    if (rules->length > 0) {
        fprintf(out, "%d-point matches%s", rules->length,
                rules->is_cubeful ? "" : " without cube");
    } else {
        fprintf(out, "money games %s%s",
                rules->is_cubeful ? "with the cube" : "without cube",
                rules->has_jacoby ? ", Jacoby rule" : "");
    }
}

void tourney_report_games(const struct arena_figures *figures, FILE *out)
{
    fprintf(out, "%" PRId64 " games:", figures->games);
    for (int i = 0; i < ARENA_COUNTS; i++) {
        const struct arena_count *count = &arena_counts[i];
        if (count->share != NULL) {
            fprintf(out, "%s %.*f %%", count->words, count->digits,
                    100.0 * arena_figures_share(figures, i));
        }
    }
}

static void print_effort(const char *name, const struct arena_player_effort *effort)
{
    int64_t decisions = effort->plays + effort->cubes;
    if (effort->seconds > 0 && decisions > 0) {
        printf("  %s: %.3f ms of processor time a decision (%" PRId64 " plays, %" PRId64
               " cube actions)\n",
               name, 1e3 * effort->seconds / (double)decisions, effort->plays,
               effort->cubes);
    }
}

static void print_elo(const struct tourney_settings *settings,
                      const struct arena_figures *f)
{
    const struct arena_mean *mean = mean_of(settings, f);
    double share = mean->mean;
    if (settings->runner.rules.length == 0) {
        return;
    }
    if (share <= 0.0 || share >= 1.0) {
        double least = 1.0 - RATING_NORMAL_95 * rating_share_error(mean, f->pairs);
        if (least <= 0.0) { /* a reduced result may be anything */
            puts("  Elo: these pairs are too few to tell");
            return;
        }
        printf("  Elo %+.1f or %s (95 %%)\n",
               rating_elo(share > 0.0 ? least : 1.0 - least),
               share > 0.0 ? "more" : "less");
    } else {
        double slope = 400.0 / log(10.0) / (share * (1.0 - share));
        printf("  Elo %+.1f%s\n", shown_number(rating_elo(share), 1),
               error_bar(mean->error < LEAST_ERROR ? 0 : f->pairs,
                         1.96 * slope * mean->error, 1, " (95 %)")
                   .text);
    }
}

static void print_sprt(const struct tourney_match *match)
{
    const struct tourney_settings *settings = match->settings;
    static const char *const words[] = {"not decided", "LOW", "HIGH"};
    const struct rating_sprt *sprt = &match->test.sprt;
    if (settings->has_sprt) {
        printf("  sequential test %g:%g, alpha %g, beta %g: log likelihood ratio %+.2f "
               "after %ld games (%+.2f or %+.2f decides): %s\n",
               settings->sprt.low, settings->sprt.high, sprt->alpha, sprt->beta,
               rating_sprt_run_ratio(&match->test), 2 * match->test.pairs,
               rating_sprt_bound_low(sprt), rating_sprt_bound_high(sprt),
               words[match->test.state]);
    }
}

/* A row for weights/LOG.md. */
static void print_match_row(const struct tourney_match *match,
                            const struct arena_runner_result *result)
{
    const struct tourney_settings *settings = match->settings;
    const struct arena_rules *rules = &settings->runner.rules;
    struct arena_figures f = arena_figures(result->pairs, result->count);
    char text[64];
    write_mean(text, sizeof text, rules, mean_of(settings, &f), f.pairs);
    printf("\n| %s v. | %s | %s | seed |\n| --- | --- | --- | --- |\n"
           "| %s | %s | %" PRId64 " | %" PRIu64 " |\n",
           match->shown[0], unit(rules), rules->length > 0 ? "matches" : "games",
           match->shown[1], text, 2 * f.pairs, rules->seed);
}

/* In the brackets behind the reduced result. */
static void print_deviations(const struct arena_figures *f)
{
    if (f->pairs > 1) {
        printf("; deviation of one %.3f, plain %.3f", f->reduced.deviation,
               f->plain.deviation);
    }
    puts(")");
}

/* Means, with their errors, and what follows from them. */
static void print_means(const struct tourney_match *match,
                        const struct arena_figures *f)
{
    const struct tourney_settings *settings = match->settings;
    const struct arena_rules *rules = &settings->runner.rules;
    char plain[64];
    char reduced[64];
    write_mean(plain, sizeof plain, rules, &f->plain, f->pairs);
    write_mean(reduced, sizeof reduced, rules, &f->reduced, f->pairs);
    printf("  plain    %s %s\n", plain, unit(rules));
    if (settings->is_reduced) {
        printf("  reduced  %s %s (luck measured by %s of %s", reduced, unit(rules),
               luck_words[settings->runner.luck], settings->runner.luck_weights);
        print_deviations(f);
    }
    puts(f->pairs == 1 ? "  one pair of games says nothing of its error"
         : error_of(rules, mean_of(settings, f), f->pairs) > 0.0
             ? "  +-: standard error, also in the table below"
             : "  all pairs ended alike, which says nothing of the error");
    fputs("  ", stdout);
    tourney_report_games(f, stdout);
    putchar('\n');
    print_elo(settings, f);
    print_sprt(match);
}

void tourney_report_print(const struct tourney_match *match,
                          const struct arena_runner_result *result)
{
    const struct tourney_settings *settings = match->settings;
    const struct arena_rules *rules = &settings->runner.rules;
    struct arena_figures f = arena_figures(result->pairs, result->count);
    printf("%s v. %s, ", match->shown[0], match->shown[1]);
    tourney_report_rules(rules, stdout);
    printf(", %" PRId64 " in pairs with the same dice, seed %" PRIu64 "\n", 2 * f.pairs,
           rules->seed);
    print_means(match, &f);
    print_effort(match->shown[0], &result->effort[0]);
    print_effort(match->shown[1], &result->effort[1]);
    if (result->cost.units > 0) {
        printf("  rank 0: %.3f ms of processor time a unit of another rank (%" PRId64
               " units of %d ranks)\n",
               1e3 * result->cost.seconds / (double)result->cost.units,
               result->cost.units, ranks_count() - 1);
    }
    for (int p = 0; p < 2; p++) {
        print_player_faults(match->shown[p], result->faults[p], f.forfeited[p]);
    }
    if (result->pairs_of_run > 0) {
        printf("  %.1f s, %.1f games/s on %d thread%s\n", result->seconds,
               2.0 * (double)result->pairs_of_run / result->seconds,
               settings->runner.threads, settings->runner.threads == 1 ? "" : "s");
    }
    print_match_row(match, result);
}

static json_t *mean_json(const struct arena_rules *rules, const struct arena_mean *mean,
                         int64_t pairs)
{
    double error = rules->length > 0 ? rating_share_error(mean, pairs) : mean->error;
    return json_pack("{s:f, s:o, s:o}", "mean", mean->mean, "error",
                     pairs > 1 ? json_real(error) : json_null(), "deviation",
                     pairs > 1 ? json_real(mean->deviation) : json_null());
}

static json_t *player_json(const struct tourney_match *match,
                           const struct arena_runner_result *result, int p)
{
    const struct arena_player_effort *effort = &result->effort[p];
    struct arena_figures f = arena_figures(result->pairs, result->count);
    return json_pack("{s:s, s:I, s:I, s:f, s:I, s:I}", "name", match->shown[p], "plays",
                     (json_int_t)effort->plays, "cube_actions",
                     (json_int_t)effort->cubes, "seconds", effort->seconds, "faults",
                     (json_int_t)result->faults[p], "forfeited",
                     (json_int_t)f.forfeited[p]);
}

/* The sequential test's result, if there is a test. */
static void add_verdict(const struct tourney_match *match, json_t *root)
{
    const struct tourney_settings *settings = match->settings;
    static const char *const words[] = {"open", "low", "high"};
    const struct rating_sprt *sprt = &match->test.sprt;
    if (settings->has_sprt) {
        (void)json_object_set_new(
            root, "sprt",
            json_pack("{s:f, s:f, s:f, s:f, s:f, s:I, s:s}", "low", settings->sprt.low,
                      "high", settings->sprt.high, "alpha", sprt->alpha, "beta",
                      sprt->beta, "ratio", rating_sprt_run_ratio(&match->test), "pairs",
                      (json_int_t)match->test.pairs, "decided",
                      words[match->test.state]));
    }
}

void tourney_report_json(const struct tourney_match *match,
                         const struct arena_runner_result *result)
{
    const struct tourney_settings *settings = match->settings;
    const struct arena_rules *rules = &settings->runner.rules;
    struct arena_figures f = arena_figures(result->pairs, result->count);
    json_t *root = json_pack(
        "{s:[o, o], s:i, s:b, s:b, s:I, s:I, s:I, s:o, s:o?}", "players",
        player_json(match, result, 0), player_json(match, result, 1), "length",
        rules->length, "cube", rules->is_cubeful, "jacoby", rules->has_jacoby, "seed",
        (json_int_t)rules->seed, "pairs", (json_int_t)f.pairs, "games",
        (json_int_t)f.games, "plain", mean_json(rules, &f.plain, f.pairs), "reduced",
        settings->is_reduced ? mean_json(rules, &f.reduced, f.pairs) : NULL);
    for (int i = 0; i < ARENA_COUNTS; i++) {
        if (arena_counts[i].share != NULL) {
            (void)json_object_set_new(root, arena_counts[i].share,
                                      json_real(arena_figures_share(&f, i)));
        }
    }
    (void)json_object_set_new(root, "seconds", json_real(result->seconds));
    add_verdict(match, root);
    (void)json_line_write(root, 6, stdout);
}
