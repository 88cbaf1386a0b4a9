#include "engine/search/filter.h"
#include "engine/search/filter_internal.h"

#include <stddef.h>
#include <string.h>

const char *const filter_default_name = "fibsbot";

/* clang-format off */
/* Levels: accept, extra, threshold. SKIP prunes nothing. */
#define SKIP        {-1, 0, 0.0F}
#define UP_TO(n, e) {0, n, e}
#define GIVES_UP    {false, true, true, true}
#define KEEPS_ALL   {false, false, false, false}

/* Rows are the decision's ply 1..4, columns the sub-plies 0, 1, ...; then the level of
 * 0-ply decisions. */
static const struct filter filters[] = {
    /* our own, chosen with `lab filter-study` (docs/FILTERS.md); 3- and 4-ply follow
     * the pattern of 2-ply */
    {"fibsbot",         {{UP_TO(20, .24F)},
                         {UP_TO(20, .40F), UP_TO(8, .08F)},
                         {UP_TO(12, .24F), UP_TO(6, .12F), UP_TO(3, .04F)},
                         {UP_TO(12, .24F), UP_TO(6, .12F), UP_TO(4, .05F), UP_TO(2, .03F)}}, UP_TO(16, .32F), false, .200F, 0, GIVES_UP},
    /* GNU Backgammon 2003 and earlier */
    {"gnubg-2003",      {{UP_TO(8, .16F)},
                         {UP_TO(8, .16F), SKIP},
                         {UP_TO(8, .16F), SKIP, UP_TO(2, .04F)},
                         {UP_TO(8, .16F), SKIP, UP_TO(2, .04F), SKIP}}, SKIP, false, 0, 0, KEEPS_ALL},
    {"gnubg-older",     {{{4, 3, .07F}},
                         {{4, 3, .07F}, SKIP},
                         {{4, 3, .07F}, SKIP, {2, 1, .04F}},
                         {{4, 3, .07F}, SKIP, {2, 1, .04F}, SKIP}}, SKIP, false, 0, 0, KEEPS_ALL},
    /* GNU Backgammon up to 1.07 */
    {"gnubg-tiny",      {{UP_TO(5, .08F)},
                         {UP_TO(5, .08F), SKIP},
                         {UP_TO(5, .08F), SKIP, UP_TO(2, .02F)},
                         {UP_TO(5, .08F), SKIP, UP_TO(2, .02F), SKIP}}, SKIP, false, 0, 0, KEEPS_ALL},
    {"gnubg-narrow",    {{UP_TO(8, .12F)},
                         {UP_TO(8, .12F), SKIP},
                         {UP_TO(8, .12F), SKIP, UP_TO(2, .03F)},
                         {UP_TO(8, .12F), SKIP, UP_TO(2, .03F), SKIP}}, SKIP, false, 0, 0, KEEPS_ALL},
    {"gnubg-normal",    {{UP_TO(8, .16F)},
                         {UP_TO(8, .16F), SKIP},
                         {UP_TO(8, .16F), SKIP, UP_TO(2, .04F)},
                         {UP_TO(8, .16F), SKIP, UP_TO(2, .04F), SKIP}}, SKIP, false, 0, 0, KEEPS_ALL},
    {"gnubg-large",     {{UP_TO(16, .32F)},
                         {UP_TO(16, .32F), SKIP},
                         {UP_TO(16, .32F), SKIP, UP_TO(4, .08F)},
                         {UP_TO(16, .32F), SKIP, UP_TO(4, .08F), SKIP}}, SKIP, false, 0, 0, KEEPS_ALL},
    {"gnubg-huge",      {{UP_TO(20, .44F)},
                         {UP_TO(20, .44F), SKIP},
                         {UP_TO(20, .44F), SKIP, UP_TO(6, .11F)},
                         {UP_TO(20, .44F), SKIP, UP_TO(6, .11F), SKIP}}, SKIP, false, 0, 0, KEEPS_ALL},
    /* GNU Backgammon 1.08: every level prunes */
    {"gnubg108-normal", {{UP_TO(12, .24F)},
                         {UP_TO(12, .24F), UP_TO(6, .12F)},
                         {UP_TO(16, .32F), UP_TO(8, .16F), UP_TO(4, .06F)},
                         {UP_TO(16, .32F), UP_TO(12, .16F), UP_TO(6, .08F), UP_TO(4, .06F)}}, SKIP, false, 0, 0, KEEPS_ALL},
    {"gnubg108-large",  {{UP_TO(16, .32F)},
                         {UP_TO(16, .32F), UP_TO(8, .16F)},
                         {UP_TO(24, .40F), UP_TO(12, .20F), UP_TO(6, .08F)},
                         {UP_TO(32, .40F), UP_TO(16, .20F), UP_TO(8, .10F), UP_TO(6, .08F)}}, SKIP, false, 0, 0, KEEPS_ALL},
    /* eXtreme Gammon's search intervals for its 3-, 4- and 5-ply (our 2, 3, 4); our
     * 1-ply has the first step of the 2-ply row. The cube threshold scales with the
     * interval (since 1.14) */
    {"xg-normal",       {{UP_TO(8, .160F)},
                         {UP_TO(8, .160F), UP_TO(4, .080F)},
                         {UP_TO(16, .320F), UP_TO(8, .160F), UP_TO(4, .080F)},
                         {UP_TO(32, .320F), UP_TO(16, .160F), UP_TO(8, .080F), UP_TO(4, .080F)}}, SKIP, false, .200F, 0, KEEPS_ALL},
    {"xg-large",        {{UP_TO(12, .240F)},
                         {UP_TO(12, .240F), UP_TO(6, .120F)},
                         {UP_TO(24, .480F), UP_TO(12, .240F), UP_TO(6, .120F)},
                         {UP_TO(32, .480F), UP_TO(24, .240F), UP_TO(12, .120F), UP_TO(6, .120F)}}, SKIP, false, .300F, 0, KEEPS_ALL},
    {"xg-huge",         {{UP_TO(16, .320F)},
                         {UP_TO(16, .320F), UP_TO(8, .160F)},
                         {UP_TO(32, .640F), UP_TO(16, .320F), UP_TO(8, .160F)},
                         {UP_TO(32, .640F), UP_TO(32, .320F), UP_TO(16, .160F), UP_TO(8, .160F)}}, SKIP, false, .400F, 0, KEEPS_ALL},
    {"xg-gigantic",     {{UP_TO(32, .640F)},
                         {UP_TO(32, .640F), UP_TO(16, .320F)},
                         {UP_TO(32, 1.280F), UP_TO(32, .640F), UP_TO(16, .320F)},
                         {UP_TO(32, 1.280F), UP_TO(32, .640F), UP_TO(32, .320F), UP_TO(16, .320F)}}, SKIP, false, .800F, 0, KEEPS_ALL},
    {"xg-infinite",     {{{32, 0, 0.0F}},
                         {{32, 0, 0.0F}, SKIP},
                         {{32, 0, 0.0F}, SKIP, SKIP},
                         {{32, 0, 0.0F}, SKIP, SKIP, SKIP}}, SKIP, false, 0, 0, KEEPS_ALL},
    /* M. Higgins: at most 8 plays of a small net's ranking are searched */
    {"base-filter",     {{UP_TO(8, 9.0F)},
                         {UP_TO(8, 9.0F), SKIP},
                         {UP_TO(8, 9.0F), SKIP, SKIP},
                         {UP_TO(8, 9.0F), SKIP, SKIP, SKIP}}, UP_TO(8, 9.0F), true, 0, 0, KEEPS_ALL},
};
/* clang-format on */
enum { FILTERS = sizeof filters / sizeof filters[0] };

const struct filter *filter_find(const char *name)
{
    for (int i = 0; i < FILTERS; i++) {
        if (strcmp(filters[i].name, name) == 0) {
            return &filters[i];
        }
    }
    return NULL;
}

const char *filter_name(int i)
{
    return i >= 0 && i < FILTERS ? filters[i].name : NULL;
}

static bool level_equal(const struct filter_level *a, const struct filter_level *b)
{
    return a->accept == b->accept && a->extra == b->extra &&
           a->threshold == b->threshold;
}

bool filter_equal(const struct filter *a, const struct filter *b)
{
    bool is_equal = a->by_pruning_net == b->by_pruning_net &&
                    a->cube_threshold == b->cube_threshold &&
                    a->accepted == b->accepted && level_equal(&a->nets, &b->nets);
    for (int ply = 0; ply < SEARCH_PLY_MAX; ply++) {
        for (int n = 0; n < SEARCH_PLY_MAX; n++) {
            is_equal &= level_equal(&a->level[ply][n], &b->level[ply][n]);
        }
        is_equal &= a->gives_up[ply] == b->gives_up[ply];
    }
    return is_equal;
}

/* eXtreme Gammon's rows for truncated rollouts after SEARCH_PLY_OF_ROLLERS. */
static const struct roller_row {
    const char *name;
    struct filter_level level[SEARCH_PLY_MAX];
} roller_rows[] = {
    {"xg-normal", {UP_TO(16, .320F), UP_TO(8, .160F), UP_TO(4, .040F)}},
    {"xg-large", {UP_TO(24, .480F), UP_TO(12, .240F), UP_TO(6, .060F)}},
    {"xg-huge", {UP_TO(32, .640F), UP_TO(16, .320F), UP_TO(8, .080F)}},
    {"xg-gigantic", {UP_TO(32, 1.280F), UP_TO(32, .640F), UP_TO(16, .160F)}},
    {"xg-infinite", {{32, 0, 0.0F}, SKIP, SKIP}},
};

/* Makes the pruning levels among the first `levels` keep at least `accept` plays; does
 * nothing if that is 0. */
static void accept_in_row(struct filter_level *row, int levels, int accept)
{
    for (int level = 0; level < levels; level++) {
        struct filter_level *l = &row[level];
        int more = accept - l->accept;
        if (l->accept >= 0 && more > 0) {
            l->accept = accept;
            l->extra = l->extra > more ? l->extra - more : 0;
        }
    }
}

struct filter filter_for_roller(const struct filter *filter)
{
    struct filter out = *filter;
    struct filter_level *row = out.level[SEARCH_PLY_OF_ROLLERS];
    memcpy(row, filter->level[SEARCH_PLY_OF_ROLLERS - 1],
           SEARCH_PLY_OF_ROLLERS * sizeof row[0]);
    row[SEARCH_PLY_OF_ROLLERS] = roller_rows[0].level[SEARCH_PLY_OF_ROLLERS];
    for (size_t i = 0; i < sizeof roller_rows / sizeof roller_rows[0]; i++) {
        if (strcmp(roller_rows[i].name, filter->name) == 0) {
            memcpy(row, roller_rows[i].level, sizeof out.level[0]);
        }
    }
    accept_in_row(row, SEARCH_PLY_OF_ROLLERS + 1, filter->accepted);
    return out;
}

void filter_accept(struct filter *filter, int accept)
{
    filter->accepted = accept;
    filter->cube_threshold = 0.0F;
    filter->nets.accept = -1;
    for (int ply = 1; ply <= SEARCH_PLY_MAX; ply++) {
        filter->gives_up[ply - 1] = false;
        accept_in_row(filter->level[ply - 1], ply, accept);
    }
}

int filter_keep(const struct filter_level *level, const struct filter_entry *entries,
                int count)
{
    if (level->accept < 0) {
        return count;
    }
    int kept = level->accept > 1 ? level->accept : 1;
    int most = level->accept + level->extra;
    while (kept < count && kept < most &&
           entries[kept].equity >= entries[0].equity - level->threshold) {
        kept++;
    }
    return kept < count ? kept : count;
}

const struct filter_level *filter_level_at(const struct filter *filter,
                                           int decision_ply, int ply)
{
    return decision_ply == 0 ? &filter->nets
                             : &filter->level[decision_ply - 1][ply > 0 ? ply : 0];
}

int filter_next_ply(const struct filter *filter, int decision_ply, int ply)
{
    int next = decision_ply == 0 || ply > 0 ? ply + 1 : 1;
    while (next < decision_ply &&
           filter_level_at(filter, decision_ply, next)->accept < 0) {
        next++;
    }
    return next;
}

/* Sorts best first; equal entries keep their order. */
static void sort_entries(struct filter_entry *entries, int count)
{
    for (int i = 1; i < count; i++) {
        const struct filter_entry entry = entries[i];
        int at = i;
        for (; at > 0 && entry.equity > entries[at - 1].equity; at--) {
            entries[at] = entries[at - 1];
        }
        entries[at] = entry;
    }
}

/* Moves those of the first `done` entries that were not given up to the front, all in
 * their order; returns their number. */
static int put_given_up_last(struct filter_entry *entries, int done)
{
    int kept = 0;
    for (int i = 0; i < done; i++) {
        const struct filter_entry entry = entries[i];
        if (!entry.is_given_up) {
            memmove(&entries[kept + 1], &entries[kept],
                    (size_t)(i - kept) * sizeof entry);
            entries[kept++] = entry;
        }
    }
    return kept;
}

/* Returns the number of plays that were evaluated, which are ranked, or 0 if the callback
 * was stopped. */
static int evaluate_and_sort(struct filter_entry *entries, int count, int ply,
                             filter_evaluate *evaluate, void *context)
{
    int done = evaluate(context, ply, entries, count);
    int evaluated = put_given_up_last(entries, done);
    for (int i = 0; i < evaluated; i++) {
        entries[i].ply = ply;
        entries[i].equity = entries[i].new_equity;
    }
    sort_entries(entries, evaluated);
    return done == count ? evaluated : 0;
}

static int first_ply(const struct filter *filter, int decision_ply)
{
    bool is_by_pruning_net =
        decision_ply == 0 ? filter->nets.accept >= 0 : filter->by_pruning_net;
    return is_by_pruning_net ? SEARCH_PLY_PRUNING_NET : 0;
}

void filter_run(const struct filter *filter, int decision_ply,
                struct filter_entry *entries, int count, filter_evaluate *evaluate,
                void *context)
{
    for (int i = 0; i < count; i++) {
        entries[i] = (struct filter_entry){.play = i};
    }
    int ply = first_ply(filter, decision_ply);
    int alive = count;
    while ((alive = evaluate_and_sort(entries, alive, ply, evaluate, context)) > 0 &&
           ply < decision_ply) {
        alive = filter_keep(filter_level_at(filter, decision_ply, ply), entries, alive);
        ply = filter_next_ply(filter, decision_ply, ply);
        if (alive <= 1 && ply > 0) {
            return;
        }
    }
}
