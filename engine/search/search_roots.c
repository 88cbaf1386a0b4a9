/* Roots of a search shared out among its threads.
 *
 * First the plays for all rolls of each root are chosen, one task a root; then the
 * position after each play is evaluated, one task a roll; then the caller alone adds
 * the results in the order of the rolls. A task gives the same values on any thread,
 * since caches change no value, so the result has the same bits for any number of
 * threads. */
#include <math.h>
#include <stdatomic.h>

#include "engine/board/position.h"
#include "engine/board/roll.h"
#include "engine/cube/params.h"
#include "engine/search/search_threads.h"
#include "engine/search/search_tree.h"

/* Pieces of work. One that was stopped is not done, and no more are begun then. */
struct job {
    struct search *search; /* the caller's; threads copy it */
    bool (*piece)(struct search *search, struct job *job, int number);
    atomic_bool is_stopped;
    struct position pos[SEARCH_ROOTS_MAX]; /* `side` is on roll */
    enum cube_side side;
    int plies;
    enum search_node node;
    struct search_root *roots;
    bool is_done[SEARCH_ROOTS_MAX * ROLLS];
    /* in a contest, the rolls of the roots: */
    int asked[SEARCH_ROOTS_MAX * ROLLS]; /* those being valued */
    bool is_valued[SEARCH_ROOTS_MAX * ROLLS];
};

static bool has_search_threads(const struct search *search)
{
    return search->strength->search_threads != NULL &&
           search_threads_size(search->strength->search_threads) > 1;
}

static void do_piece(void *context, int64_t number, int thread)
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
    job->is_done[number] = job->piece(&search, job, (int)number);
    if (search.is_stopped) {
        atomic_store(&job->is_stopped, true);
    }
}

static void share_out(struct job *job, int count,
                      bool (*piece)(struct search *, struct job *, int))
{
    job->piece = piece;
    if (has_search_threads(job->search)) {
        search_threads_run(job->search->strength->search_threads, count, do_piece, job);
    } else {
        for (int n = 0; n < count; n++) {
            do_piece(job, n, 0);
        }
    }
    job->search->is_stopped |= atomic_load(&job->is_stopped);
}

/* ---- the tasks ------------------------------------------------------------------ */

static void value_at_once(struct search *search, const struct job *job,
                          struct search_root *root)
{
    for (int r = 0; r < ROLLS; r++) {
        (void)search_candidate_value(search, &root->candidates, r, job->side, 1,
                                     &root->at_once[r]);
    }
}

static bool choose_candidates(struct search *search, struct job *job, int number)
{
    struct search_root *root = &job->roots[number];
    if (search_should_stop(search)) {
        return false;
    }
    search_opponent_plays(search, &job->pos[number], job->side, job->node,
                          &root->candidates);
    if (job->node == SEARCH_ROOT_CONTEST) {
        value_at_once(search, job, root);
    }
    return true;
}

static bool value_roll(struct search *search, struct job *job, int number)
{
    struct search_root *root = &job->roots[number / ROLLS];
    int r = number % ROLLS;
    return search_first_alike(&root->candidates, r) < r ||
           search_candidate_value(search, &root->candidates, r, job->side, job->plies,
                                  &root->below[r]);
}

static bool is_complete(const struct job *job, int root)
{
    for (int r = 0; r < ROLLS; r++) {
        if (!job->is_done[root * ROLLS + r]) {
            return false;
        }
    }
    return true;
}

static void add_up(struct search_root *root, int slots, struct search_value *out)
{
    for (int r = 0; r < ROLLS; r++) {
        root->below[r] = root->below[search_first_alike(&root->candidates, r)];
    }
    search_mean(root->below, slots, out);
}

/* Writes the values of the roots of `job` to `out`; returns how many, from the first,
 * are complete. */
static int value_roots(struct job *job, int count, struct search_value *out)
{
    job->search->plies = job->plies;
    share_out(job, count, choose_candidates);
    if (job->search->is_stopped) {
        return 0;
    }
    share_out(job, count * ROLLS, value_roll);
    int done = 0;
    while (done < count && is_complete(job, done)) {
        add_up(&job->roots[done], job->search->model.slots, &out[done]);
        done++;
    }
    return done;
}

static struct job make_job(struct search *search, enum cube_side side, int plies)
{
    return (struct job){.search = search,
                        .side = side,
                        .plies = plies,
                        .node = plies == 1 ? SEARCH_LEAF : SEARCH_INNER,
                        .roots = search->scratch->roots};
}

/* Evaluates the next plays, at most SEARCH_ROOTS_MAX; finished games are valued here. */
static int value_group(struct search *search, const struct position *const *after,
                       int count, int ply, struct search_value *out)
{
    struct job job = make_job(search, CUBE_SIDE_THEIRS, ply);
    struct search_value values[SEARCH_ROOTS_MAX];
    int root[SEARCH_ROOTS_MAX];
    int roots = 0;
    for (int i = 0; i < count; i++) {
        root[i] = -1;
        if (position_game_result(after[i]) != 0) {
            (void)search_after(search, after[i], 0, &out[i]);
        } else {
            root[i] = roots;
            job.pos[roots++] = position_swap(after[i]);
        }
    }
    int done = value_roots(&job, roots, values);
    for (int i = 0; i < count; i++) {
        if (root[i] >= done) {
            return i;
        }
        if (root[i] >= 0) {
            out[i] = values[root[i]];
            search_turn_cube(&search->model, CUBE_SIDE_THEIRS, &out[i]);
        }
    }
    return count;
}

static int value_one_by_one(struct search *search, const struct position *const *after,
                            int count, int ply, struct search_value *out)
{
    int done = 0;
    while (done < count && search_after(search, after[done], ply, &out[done])) {
        done++;
    }
    return done;
}

/* ---- plays that are compared ---------------------------------------------------- */

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

/* After so many of these rolls, plays that trail another by more are given up. */
static const struct contest_stage {
    int rolls;
    double trail;
} contest_stages[] = CONTEST_STAGES;
enum { CONTEST_STAGE_COUNT = sizeof contest_stages / sizeof contest_stages[0] };

static bool value_asked(struct search *search, struct job *job, int number)
{
    int asked = job->asked[number];
    struct search_root *root = &job->roots[asked / ROLLS];
    int r = asked % ROLLS;
    job->is_valued[asked] = search_candidate_value(
        search, &root->candidates, r, job->side, job->plies, &root->below[r]);
    return job->is_valued[asked];
}

/* Values the first `rolls` of the telling rolls where that has not been done. */
static void value_telling_rolls(struct job *job, int count, const bool *is_given_up,
                                int rolls)
{
    int pieces = 0;
    for (int root = 0; root < count; root++) {
        uint32_t asked = 0;
        for (int i = 0; i < rolls && !is_given_up[root]; i++) {
            int r = search_first_alike(&job->roots[root].candidates, telling_rolls[i]);
            if (!job->is_valued[root * ROLLS + r] && (asked >> r & 1) == 0) {
                job->asked[pieces++] = root * ROLLS + r;
                asked |= 1U << r;
            }
        }
    }
    share_out(job, pieces, value_asked);
}

/* An estimate of a root's equity: nobody has doubled; and theirs has where that is best,
 * which makes equities alike. */
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
        int first = search_first_alike(&root->candidates, r);
        for (int slot = 0; slot < model->slots; slot++) {
            change[slot] += roll_all[r].ways * (root->below[first].values[slot] -
                                                root->at_once[first].values[slot]);
        }
        ways += roll_all[r].ways;
    }
    search_mean(root->at_once, model->slots, &value);
    for (int slot = 0; slot < model->slots; slot++) {
        value.values[slot] += change[slot] / ways;
    }
    estimate.undoubled = cube_equity(model, value.values[0]);
    search_turn_cube(model, job->side, &value);
    estimate.equity = cube_equity(model, value.values[0]);
    return estimate;
}

static void give_up(const struct job *job, int count, const struct contest_stage *stage,
                    bool *is_given_up)
{
    struct root_estimate estimates[SEARCH_ROOTS_MAX];
    struct root_estimate best = {-HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < count; i++) {
        if (!is_given_up[i]) {
            estimates[i] = estimate_root(job, &job->roots[i], stage->rolls);
            best = estimates[i].undoubled > best.undoubled ? estimates[i] : best;
        }
    }
    for (int i = 0; i < count; i++) {
        is_given_up[i] =
            is_given_up[i] || (estimates[i].undoubled < best.undoubled - stage->trail &&
                               estimates[i].equity <= best.equity);
    }
}

static bool is_valued(const struct job *job, int root)
{
    for (int r = 0; r < ROLLS; r++) {
        int first = search_first_alike(&job->roots[root].candidates, r);
        if (!job->is_valued[root * ROLLS + first]) {
            return false;
        }
    }
    return true;
}

/* Values those plays that are not given up. */
static void run_contest(struct job *job, int count, bool *is_given_up)
{
    share_out(job, count, choose_candidates);
    for (int s = 0; s < CONTEST_STAGE_COUNT && !job->search->is_stopped; s++) {
        value_telling_rolls(job, count, is_given_up, contest_stages[s].rolls);
        if (!job->search->is_stopped) {
            give_up(job, count, &contest_stages[s], is_given_up);
        }
    }
    if (!job->search->is_stopped) {
        value_telling_rolls(job, count, is_given_up, ROLLS);
    }
}

int search_contest(struct search *search, const struct position *const *after,
                   int count, int ply, struct search_value *out, bool *is_given_up)
{
    struct job job = make_job(search, CUBE_SIDE_THEIRS, ply);
    int done = 0;
    job.node = SEARCH_ROOT_CONTEST;
    search->plies = ply;
    for (int i = 0; i < count; i++) {
        job.pos[i] = position_swap(after[i]);
        is_given_up[i] = false;
    }
    run_contest(&job, count, is_given_up);
    for (; done < count && (is_given_up[done] || is_valued(&job, done)); done++) {
        if (!is_given_up[done]) {
            add_up(&job.roots[done], search->model.slots, &out[done]);
            search_turn_cube(&search->model, job.side, &out[done]);
        }
    }
    return done;
}

/* ---- the searches ---------------------------------------------------------------- */

int search_afters(struct search *search, const struct position *const *after, int count,
                  int ply, struct search_value *out)
{
    if (!has_search_threads(search)) {
        return value_one_by_one(search, after, count, ply, out);
    }
    int done = 0;
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
    job.pos[0] = *pos;
    return value_roots(&job, 1, out) == 1;
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
