/*
 * Roots, valued together by all search threads, and the contest between plays. The
 * words are explained in search.c.
 *
 * A job goes in two steps, each cut into tasks that any thread may do: choose the plays
 * of every root, one task a root; then value what follows each of them, one task a roll.
 * The caller alone adds the rolls up, in their order. A task gives the same values on
 * any thread, since caches change no value, so the result has the same bits for any
 * number of threads.
 */
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "engine/board/position.h"
#include "engine/board/roll.h"
#include "engine/cube/params.h"
#include "engine/search/search_threads.h"
#include "engine/search/search_tree.h"

struct job {
    struct search *search; /* the caller's; threads copy it */
    enum cube_side side;   /* on roll in the roots */
    int plies;             /* of the roots */
    enum search_node node; /* what the roots are; SEARCH_ROOT_CONTEST: a contest */
    int count;             /* of roots */
    struct position pos[SEARCH_ROOTS_MAX];
    struct search_root *roots;
    bool is_given_up[SEARCH_ROOTS_MAX];       /* in a contest */
    bool is_valued[SEARCH_ROOTS_MAX * ROLLS]; /* by root, then roll */
    int listed[SEARCH_ROOTS_MAX * ROLLS];     /* indices of is_valued: to do now */
    atomic_bool is_stopped;                   /* no more tasks are begun */
    void (*task)(struct search *search, struct job *job, int number);
};

static struct job make_job(struct search *search, enum cube_side side, int plies)
{
    search->plies = plies;
    return (struct job){.search = search,
                        .side = side,
                        .plies = plies,
                        .node = plies == 1 ? SEARCH_LEAF : SEARCH_INNER,
                        .roots = search->scratch->roots};
}

/* ---- tasks ----------------------------------------------------------------------- */

static bool has_search_threads(const struct search *search)
{
    return search->strength->search_threads != NULL &&
           search_threads_size(search->strength->search_threads) > 1;
}

static void run_task(void *context, int64_t number, int thread)
{
    struct job *job = context;
    if (atomic_load(&job->is_stopped)) {
        return;
    }
    struct search search = *job->search;
    if (thread > 0) {
        search.scratch =
            search_threads_scratch(search.strength->search_threads, thread);
    }
    job->task(&search, job, (int)number);
    if (search.is_stopped) {
        atomic_store(&job->is_stopped, true);
    }
}

/* Runs `task` with 0 .. count - 1. Returns false if stopped. */
static bool run_tasks(struct job *job, int count,
                      void (*task)(struct search *, struct job *, int))
{
    job->task = task;
    if (has_search_threads(job->search)) {
        search_threads_run(job->search->strength->search_threads, count, run_task, job);
    } else {
        for (int n = 0; n < count; n++) {
            run_task(job, n, 0);
        }
    }
    job->search->is_stopped |= atomic_load(&job->is_stopped);
    return !job->search->is_stopped;
}

/* The first step. A contest also values the choices without search, to tell what the
 * search changes. */
static void choose_root_plays(struct search *search, struct job *job, int number)
{
    struct search_root *root = &job->roots[number];
    if (search_should_stop(search)) {
        return;
    }
    search_choose_plays(search, &job->pos[number], job->side, job->node,
                        &root->choices);
    for (int r = 0; r < ROLLS && job->node == SEARCH_ROOT_CONTEST; r++) {
        (void)search_choice_value(search, &root->choices, r, job->side, 1,
                                  &root->unsearched[r]);
    }
}

/* The second step, for a roll of the list. */
static void value_roll(struct search *search, struct job *job, int number)
{
    int listed = job->listed[number];
    struct search_root *root = &job->roots[listed / ROLLS];
    int r = listed % ROLLS;
    job->is_valued[listed] = search_choice_value(search, &root->choices, r, job->side,
                                                 job->plies, &root->searched[r]);
}

/*
 * What the search of a roll changes is much alike for the plays of a decision: the value
 * of a play is estimated from its values without search and the changes of some rolls.
 * The rolls that tell most about the others come first, by the errors of such estimates
 * in 1,000 decisions; doubles, which count once, are the last.
 */
/* clang-format off */
static const uint8_t telling_rolls[ROLLS] = { /* of roll_all */
    7, 4, 18, 10, 17, /* 42 32 64 51 63 */
    19, 3, 16, 8, 11, /* 65 31 62 43 52 */
    6, 1, 12, 13, 15, /* 41 21 53 54 61 */
    14, 5, 9, 2, 20, 0,
};
/* clang-format on */

/* Values the first `rolls` of the telling rolls where that has not been done: once
 * where several rolls lead to the same position. Returns false if stopped. */
static bool value_rolls(struct job *job, int rolls)
{
    int count = 0;
    for (int root = 0; root < job->count; root++) {
        uint32_t listed = 0;
        for (int i = 0; i < rolls && !job->is_given_up[root]; i++) {
            int r = search_first_alike(&job->roots[root].choices, telling_rolls[i]);
            if (!job->is_valued[root * ROLLS + r] && (listed >> r & 1) == 0) {
                job->listed[count++] = root * ROLLS + r;
                listed |= 1U << r;
            }
        }
    }
    return run_tasks(job, count, value_roll);
}

/* ---- the contest ----------------------------------------------------------------- */

/* After so many telling rolls, plays that trail another by more are given up. */
static const struct contest_stage {
    int rolls;
    double trail;
} contest_stages[] = CONTEST_STAGES;
enum { CONTEST_STAGE_COUNT = sizeof contest_stages / sizeof contest_stages[0] };

/* The equity of a play: while nobody has doubled, and after theirs has where that is
 * best, which makes equities alike. */
struct root_estimate {
    double undoubled;
    double equity;
};

/* Estimates a root from the telling rolls that are valued. */
static struct root_estimate estimate_root(const struct job *job,
                                          const struct search_root *root, int rolls)
{
    struct root_estimate estimate;
    const struct cube_model *model = &job->search->model;
    double change[CUBE_SLOTS_MAX] = {0.0};
    struct search_value value;
    int ways = 0;
    for (int i = 0; i < rolls; i++) {
        int r = telling_rolls[i];
        int first = search_first_alike(&root->choices, r);
        for (int slot = 0; slot < model->slots; slot++) {
            change[slot] += roll_all[r].ways * (root->searched[first].values[slot] -
                                                root->unsearched[first].values[slot]);
        }
        ways += roll_all[r].ways;
    }
    search_mean(root->unsearched, model->slots, &value);
    for (int slot = 0; slot < model->slots; slot++) {
        value.values[slot] += change[slot] / ways;
    }
    estimate.undoubled = cube_equity(model, value.values[0]);
    search_turn_cube(model, job->side, &job->pos[root - job->roots].theirs, &value);
    estimate.equity = cube_equity(model, value.values[0]);
    return estimate;
}

/* Gives up the plays that trail the best by both equities. */
static void give_up(struct job *job, const struct contest_stage *stage)
{
    struct root_estimate estimates[SEARCH_ROOTS_MAX];
    struct root_estimate best = {-HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < job->count; i++) {
        if (!job->is_given_up[i]) {
            estimates[i] = estimate_root(job, &job->roots[i], stage->rolls);
            best = estimates[i].undoubled > best.undoubled ? estimates[i] : best;
        }
    }
    for (int i = 0; i < job->count; i++) {
        job->is_given_up[i] = job->is_given_up[i] ||
                              (estimates[i].undoubled < best.undoubled - stage->trail &&
                               estimates[i].equity <= best.equity);
    }
}

/* ---- a job ----------------------------------------------------------------------- */

static bool is_complete(const struct job *job, int root)
{
    for (int r = 0; r < ROLLS; r++) {
        int first = search_first_alike(&job->roots[root].choices, r);
        if (!job->is_valued[root * ROLLS + first]) {
            return false;
        }
    }
    return true;
}

/* Adds up a complete root. Where theirs is on roll, it may double first; mine has made
 * its cube decision. */
static void add_up(const struct job *job, struct search_root *root,
                   struct search_value *out)
{
    const struct cube_model *model = &job->search->model;
    for (int r = 0; r < ROLLS; r++) {
        root->searched[r] = root->searched[search_first_alike(&root->choices, r)];
    }
    search_mean(root->searched, model->slots, out);
    if (job->side == CUBE_SIDE_THEIRS) {
        search_turn_cube(model, CUBE_SIDE_THEIRS, &job->pos[root - job->roots].theirs,
                         out);
    }
}

/* Writes the values of the roots to `out`. Returns how many, from the first, were done
 * (or given up) before it was stopped. */
static int run_job(struct job *job, struct search_value *out)
{
    int stages = job->node == SEARCH_ROOT_CONTEST ? CONTEST_STAGE_COUNT : 0;
    int done = 0;
    bool runs = run_tasks(job, job->count, choose_root_plays);
    if (!runs) {
        return 0;
    }
    for (int s = 0; s < stages && runs; s++) {
        runs = value_rolls(job, contest_stages[s].rolls);
        if (runs) {
            give_up(job, &contest_stages[s]);
        }
    }
    if (runs) {
        (void)value_rolls(job, ROLLS);
    }
    for (; done < job->count && (job->is_given_up[done] || is_complete(job, done));
         done++) {
        if (!job->is_given_up[done]) {
            add_up(job, &job->roots[done], &out[done]);
        }
    }
    return done;
}

/* ---- the searches ---------------------------------------------------------------- */

int search_contest(struct search *search, const struct position *const *after,
                   int count, int ply, struct search_value *out, bool *is_given_up)
{
    struct job job = make_job(search, CUBE_SIDE_THEIRS, ply);
    job.node = SEARCH_ROOT_CONTEST;
    job.count = count;
    for (int i = 0; i < count; i++) {
        job.pos[i] = position_swap(after[i]);
    }
    int done = run_job(&job, out);
    memcpy(is_given_up, job.is_given_up, (size_t)count * sizeof is_given_up[0]);
    return done;
}

/* Evaluates the next plays, at most SEARCH_ROOTS_MAX; finished games are valued here. */
static int value_group(struct search *search, const struct position *const *after,
                       int count, int ply, struct search_value *out)
{
    struct job job = make_job(search, CUBE_SIDE_THEIRS, ply);
    struct search_value values[SEARCH_ROOTS_MAX];
    int root[SEARCH_ROOTS_MAX];
    for (int i = 0; i < count; i++) {
        root[i] = -1;
        if (position_game_result(after[i]) != 0) {
            (void)search_after(search, after[i], 0, &out[i]);
        } else {
            root[i] = job.count;
            job.pos[job.count++] = position_swap(after[i]);
        }
    }
    search->plies = ply;
    int done = run_job(&job, values);
    for (int i = 0; i < count; i++) {
        if (root[i] >= done) {
            return i;
        }
        if (root[i] >= 0) {
            out[i] = values[root[i]];
        }
    }
    return count;
}

int search_afters(struct search *search, const struct position *const *after, int count,
                  int ply, struct search_value *out)
{
    int done = 0;
    if (!has_search_threads(search)) {
        while (done < count && search_after(search, after[done], ply, &out[done])) {
            done++;
        }
        return done;
    }
    while (done < count) {
        int group = count - done < SEARCH_ROOTS_MAX ? count - done : SEARCH_ROOTS_MAX;
        int valued = value_group(search, after + done, group, ply, out + done);
        done += valued;
        if (valued < group) {
            break;
        }
    }
    return done;
}

bool search_rolls(struct search *search, const struct position *pos, int ply,
                  struct search_value *out)
{
    if (ply < 2 || !has_search_threads(search)) {
        return search_rolls_alone(search, pos, ply, out);
    }
    struct job job = make_job(search, CUBE_SIDE_MINE, ply);
    job.pos[job.count++] = *pos;
    return run_job(&job, out) == 1;
}

/* Whether plays ranked by these weights of mine can differ. */
static bool are_unlike(const struct cube_weights *a, const struct cube_weights *b)
{
    return fabsf(a->win_gammon - b->win_gammon) > DOUBLED_WEIGHTS_MARGIN ||
           fabsf(a->lose_gammon - b->lose_gammon) > DOUBLED_WEIGHTS_MARGIN;
}

bool search_cube(struct search *search, const struct position *pos, int ply,
                 struct search_value *out)
{
    struct search doubled = *search;
    struct search_value value;
    if (!search_rolls(search, pos, ply, out)) {
        return false;
    }
    for (int side = CUBE_SIDE_MINE; side <= CUBE_SIDE_THEIRS; side++) {
        doubled.weights[side] =
            cube_weights_doubled(&search->model, (enum cube_side)side);
    }
    if (ply == 0 || !are_unlike(&search->weights[CUBE_SIDE_MINE],
                                &doubled.weights[CUBE_SIDE_MINE])) {
        return true;
    }
    bool is_done = search_rolls(&doubled, pos, ply, &value);
    search->is_stopped |= doubled.is_stopped;
    if (is_done) {
        int slot = search->model.root_doubled;
        out->values[slot] = value.values[slot];
    }
    return is_done;
}
