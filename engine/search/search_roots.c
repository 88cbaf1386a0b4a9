/* Roots of a search shared out among its threads.
 *
 * First the plays for all rolls of each root are chosen, one task a root; then the
 * position after each play is evaluated, one task a roll; then the caller alone adds
 * the results in the order of the rolls. A task gives the same values on any thread,
 * since caches change no value, so the result has the same bits for any number of
 * threads. */
#include <math.h>
#include <stdatomic.h>

#include "engine/cube/params.h"
#include "engine/search/search_threads.h"
#include "engine/search/search_tree.h"

/* Pieces of work. One that was stopped is not done, and no more are begun then. */
struct job {
    struct search *search; /* the caller's; threads copy it */
    bool (*piece)(struct search *search, struct job *job, int number);
    atomic_bool is_stopped;
    struct position pos[ROOTS_MAX]; /* `side` is on roll */
    enum cube_side side;
    int plies;
    struct root_frame *roots;
    bool is_done[ROOTS_MAX * ROLLS];
};

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
    search_threads_run(job->search->strength->search_threads, count, do_piece, job);
    job->search->is_stopped |= atomic_load(&job->is_stopped);
}

/* ---- the tasks ------------------------------------------------------------------ */

static bool choose_candidates(struct search *search, struct job *job, int number)
{
    if (search_should_stop(search)) {
        return false;
    }
    search_opponent_plays(search, &job->pos[number], job->side, job->plies == 1,
                          &job->roots[number].candidates);
    return true;
}

static bool value_roll(struct search *search, struct job *job, int number)
{
    struct root_frame *root = &job->roots[number / ROLLS];
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

static void add_up(struct root_frame *root, int slots, struct node_value *out)
{
    for (int r = 0; r < ROLLS; r++) {
        root->below[r] = root->below[search_first_alike(&root->candidates, r)];
    }
    search_mean(root->below, slots, out);
}

/* Writes the values of the roots of `job` to `out`; returns how many, from the first,
 * are complete. */
static int value_roots(struct job *job, int count, struct node_value *out)
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

static bool has_search_threads(const struct search *search)
{
    return search->strength->search_threads != NULL &&
           search_threads_size(search->strength->search_threads) > 1;
}

static struct job make_job(struct search *search, enum cube_side side, int plies)
{
    return (struct job){.search = search,
                        .side = side,
                        .plies = plies,
                        .roots = search->scratch->roots};
}

/* Evaluates the next plays, at most ROOTS_MAX; finished games are valued here. */
static int value_group(struct search *search, const struct position *const *after,
                       int count, int ply, struct node_value *out)
{
    struct job job = make_job(search, SIDE_THEIRS, ply);
    struct node_value values[ROOTS_MAX];
    int root[ROOTS_MAX];
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
            search_turn_cube(&search->model, SIDE_THEIRS, &out[i]);
        }
    }
    return count;
}

static int value_one_by_one(struct search *search, const struct position *const *after,
                            int count, int ply, struct node_value *out)
{
    int done = 0;
    while (done < count && search_after(search, after[done], ply, &out[done])) {
        done++;
    }
    return done;
}

int search_afters(struct search *search, const struct position *const *after, int count,
                  int ply, struct node_value *out)
{
    if (!has_search_threads(search)) {
        return value_one_by_one(search, after, count, ply, out);
    }
    int done = 0;
    while (done < count) {
        int group = count - done < ROOTS_MAX ? count - done : ROOTS_MAX;
        int valued = value_group(search, after + done, group, ply, out + done);
        done += valued;
        if (valued < group) {
            break;
        }
    }
    return done;
}

bool search_rolls(struct search *search, const struct position *pos, int ply,
                  struct node_value *out)
{
    if (ply < 2 || !has_search_threads(search)) {
        return search_rolls_alone(search, pos, ply, out);
    }
    struct job job = make_job(search, SIDE_MINE, ply);
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
                 struct node_value *out)
{
    struct search doubled = *search;
    struct node_value value;
    if (!search_rolls(search, pos, ply, out)) {
        return false;
    }
    for (int side = SIDE_MINE; side <= SIDE_THEIRS; side++) {
        doubled.weights[side] =
            cube_weights_doubled(&search->model, (enum cube_side)side);
    }
    if (ply == 0 ||
        !are_unlike(&search->weights[SIDE_MINE], &doubled.weights[SIDE_MINE])) {
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
