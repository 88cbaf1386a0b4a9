#include "bot/seat/browser/tutor.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "base/thread.h"
#include "bot/base/paths.h"
#include "engine/board/position.h"
#include "engine/search/ranked_play.h"
#include "match/match_chance.h"
#include "match/match_explain.h"

enum {
    PATH_SIZE = 4096,
    FILE_WAIT_MS = 100,      /* between looks at a match file without its end */
    FILE_PATIENCE_MS = 5000, /* then the summary is of what there is */
    PART = 5                 /* percents of a summary that pages show */
};

struct tutor {
    const char *weights;
    void (*answered)(void *context);
    void *context;
    pthread_t thread;
    pthread_mutex_t lock; /* of what follows, up to the thread's own */
    pthread_cond_t asked;
    bool is_ending, is_waiting; /* a question waits */
    struct tutor_question question;
    struct tutor_answer answer;
    char path[PATH_SIZE];  /* of the summary; "": none is wanted */
    bool is_match, is_new; /* the thread has not begun with it */
    bool has_summary;
    struct summary summary;
    atomic_bool stop; /* what is being thought of is given up */
    /* of the thread */
    struct engine *engine;
    struct search_scratch *scratch;
    struct strength strength;
    struct tutor_question known; /* whose plays are ranked, or whose cube is decided */
    bool has_known;
    int ranked_count;
    struct ranked_play ranked[PLAY_LIST_MAX];
    struct cube_decision cube;
    struct summary_work *work;
    enum { IDLE, READING, STEPPING } summing;
    int64_t patient_until_ms;
    int shown; /* percents of the summary */
};

enum tutor_job { TUTOR_END, TUTOR_QUESTION, TUTOR_SUMMARY };

/* ---- answers --------------------------------------------------------------------- */

static bool tutor_open_engine(struct tutor *tutor)
{
    char folder[PATHS_MAX];
    struct error err;
    if (tutor->engine == NULL && paths_find_weights(tutor->weights, folder, &err)) {
        tutor->engine = engine_open(folder, &err);
    }
    if (tutor->engine != NULL && tutor->scratch == NULL) {
        tutor->scratch = engine_scratch_new(tutor->engine);
    }
    if (tutor->scratch != NULL && tutor->work == NULL) {
        tutor->work = summary_new(tutor->engine, tutor->scratch);
    }
    return tutor->work != NULL;
}

static void tutor_write_hint(const struct tutor_question *q,
                             const struct ranked_play *best,
                             const struct ranked_play *play, struct tutor_hint *hint)
{
    notation_write(&q->pos, &play->play, hint->text);
    hint->equity = (double)play->equity;
    hint->loss = (double)best->equity - (double)play->equity;
    hint->win = (double)play->outputs.win;
    hint->gammon = (double)play->outputs.win_gammon;
    hint->ply = play->ply;
}

static bool tutor_knows(const struct tutor *tutor, const struct tutor_question *q)
{
    const struct tutor_question *k = &tutor->known;
    return tutor->has_known && k->roll.high == q->roll.high &&
           k->roll.low == q->roll.low && position_equal(&k->pos, &q->pos) &&
           k->ms.length == q->ms.length && k->ms.my_score == q->ms.my_score &&
           k->ms.their_score == q->ms.their_score && k->ms.cube == q->ms.cube &&
           k->ms.owner == q->ms.owner && k->ms.is_crawford == q->ms.is_crawford;
}

static void tutor_find_out(struct tutor *tutor, const struct tutor_question *q)
{
    if (tutor_knows(tutor, q)) {
        return;
    }
    if (q->roll.high != 0) {
        tutor->ranked_count =
            engine_rank_plays(tutor->engine, tutor->scratch, &tutor->strength, &q->pos,
                              &q->ms, q->roll, tutor->ranked, PLAY_LIST_MAX);
    } else {
        engine_cube_decision(tutor->engine, tutor->scratch, &tutor->strength, &q->pos,
                             &q->ms, &tutor->cube);
    }
    tutor->known = *q;
}

/* Of the person, with the best play or cube action. */
static double tutor_value(const struct tutor *tutor, const struct tutor_question *q)
{
    const struct cube_decision *cube = &tutor->cube;
    const struct ranked_play *best = &tutor->ranked[0];
    bool is_play = q->roll.high != 0;
    float equity = is_play        ? best->equity
                   : q->is_answer ? cube_decision_doubled(cube)
                                  : cube_decision_best(cube);
    if (q->ms.length == 0) {
        double points = q->ms.cube * (double)equity;
        return q->is_answer ? -points : points;
    }
    double chance =
        match_chance_of(engine_met(tutor->engine), &q->ms, (double)equity, 0.0);
    return q->is_answer ? 1.0 - chance : chance;
}

static double tutor_win(const struct tutor *tutor, const struct tutor_question *q)
{
    bool is_play = q->roll.high != 0 && tutor->ranked_count > 0;
    double win =
        (double)(is_play ? tutor->ranked[0].outputs.win : tutor->cube.outputs.win);
    return q->is_answer ? 1.0 - win : win;
}

/* The play that was made is looked at as deeply as the best one. */
static void tutor_judge_play(struct tutor *tutor, const struct tutor_question *q,
                             struct tutor_answer *answer)
{
    struct ranked_play *ranked = tutor->ranked;
    int count = tutor->ranked_count;
    int made = q->has_after ? engine_evaluate_play(tutor->engine, tutor->scratch,
                                                   &tutor->strength, &q->ms, &q->after,
                                                   ranked, count)
                            : -1;
    if (made > 0) {
        answer->loss = (double)ranked[0].equity - (double)ranked[made].equity;
        match_explain_play(tutor->engine, &q->pos, &q->ms, ranked, count, made,
                           &answer->reasons);
    }
    for (int i = 0; i < count && i < TUTOR_HINTS_MAX; i++) {
        tutor_write_hint(q, &ranked[0], &ranked[i], &answer->hints[i]);
        answer->hint_count++;
    }
}

static struct tutor_answer tutor_think(struct tutor *tutor,
                                       const struct tutor_question *q)
{
    struct tutor_answer answer = {.number = q->number};
    if (!tutor_open_engine(tutor)) {
        return answer;
    }
    tutor_find_out(tutor, q);
    if (q->roll.high != 0) {
        tutor_judge_play(tutor, q, &answer);
    } else {
        answer.cube = tutor->cube;
        match_explain_cube(tutor->engine, &q->pos, &q->ms, &tutor->cube, q->is_answer,
                           &answer.reasons);
    }
    answer.value = tutor_value(tutor, q);
    answer.win = tutor_win(tutor, q);
    answer.is_good = tutor->has_known = !atomic_load(&tutor->stop);
    return answer;
}

static void tutor_answer_question(struct tutor *tutor)
{
    (void)pthread_mutex_lock(&tutor->lock);
    const struct tutor_question question = tutor->question;
    tutor->is_waiting = false;
    atomic_store(&tutor->stop, tutor->is_ending);
    (void)pthread_mutex_unlock(&tutor->lock);
    struct tutor_answer answer = tutor_think(tutor, &question);
    (void)pthread_mutex_lock(&tutor->lock);
    tutor->answer = answer;
    (void)pthread_mutex_unlock(&tutor->lock);
    tutor->answered(tutor->context);
}

/* ---- summaries ------------------------------------------------------------------- */

/* Shows it, unless it has been given up meanwhile. */
static void tutor_show_summary(struct tutor *tutor, const struct summary *summary)
{
    (void)pthread_mutex_lock(&tutor->lock);
    bool is_wanted = !tutor->is_new && tutor->path[0] != '\0';
    if (is_wanted) {
        tutor->summary = *summary;
        tutor->has_summary = true;
    }
    (void)pthread_mutex_unlock(&tutor->lock);
    if (is_wanted) {
        tutor->answered(tutor->context);
    }
}

static void tutor_tell_progress(struct tutor *tutor)
{
    struct summary summary;
    summary_write(tutor->work, &summary);
    int percents = (int)(100.0 * summary.done);
    if (percents == 100 || percents >= tutor->shown + PART) {
        tutor->shown = percents;
        tutor_show_summary(tutor, &summary);
    }
}

static void tutor_read_match(struct tutor *tutor)
{
    char path[PATH_SIZE];
    (void)pthread_mutex_lock(&tutor->lock);
    memcpy(path, tutor->path, sizeof path);
    bool is_match = tutor->is_match;
    (void)pthread_mutex_unlock(&tutor->lock);
    enum summary_state state =
        tutor_open_engine(tutor)
            ? summary_begin(tutor->work, path, is_match, &tutor->stop)
            : SUMMARY_BAD;
    bool is_patient = clock_ms() < tutor->patient_until_ms;
    if (state != SUMMARY_READY && is_patient && tutor->work != NULL) {
        return; /* look again */
    }
    tutor->shown = -PART;
    tutor->summing = state == SUMMARY_BAD ? IDLE : STEPPING;
    if (state == SUMMARY_BAD) {
        const struct summary bad = {.done = 1.0};
        tutor_show_summary(tutor, &bad);
    }
}

static void tutor_go_on(struct tutor *tutor)
{
    (void)pthread_mutex_lock(&tutor->lock);
    bool is_new = tutor->is_new, is_wanted = tutor->path[0] != '\0';
    tutor->is_new = false;
    atomic_store(&tutor->stop, tutor->is_ending);
    (void)pthread_mutex_unlock(&tutor->lock);
    if (is_new) {
        tutor->summing = is_wanted ? READING : IDLE;
        tutor->patient_until_ms = clock_ms() + FILE_PATIENCE_MS;
    }
    if (tutor->summing == READING) {
        tutor_read_match(tutor);
    } else if (tutor->summing == STEPPING) {
        bool is_on = summary_step(tutor->work);
        if (!atomic_load(&tutor->stop)) {
            tutor_tell_progress(tutor);
        }
        tutor->summing = is_on ? STEPPING : IDLE;
    }
}

/* ---- the thread ------------------------------------------------------------------ */

/* Waits for something to do. */
static enum tutor_job tutor_next(struct tutor *tutor)
{
    (void)pthread_mutex_lock(&tutor->lock);
    if (tutor->summing == READING && !tutor->is_waiting && !tutor->is_new) {
        const struct timespec when = clock_after(FILE_WAIT_MS);
        (void)pthread_cond_timedwait(&tutor->asked, &tutor->lock, &when);
    }
    while (!tutor->is_ending && !tutor->is_waiting && !tutor->is_new &&
           tutor->summing == IDLE) {
        (void)pthread_cond_wait(&tutor->asked, &tutor->lock);
    }
    enum tutor_job job = tutor->is_ending    ? TUTOR_END
                         : tutor->is_waiting ? TUTOR_QUESTION
                                             : TUTOR_SUMMARY;
    (void)pthread_mutex_unlock(&tutor->lock);
    return job;
}

static void *tutor_run(void *arg)
{
    struct tutor *tutor = arg;
    enum tutor_job job;
    while ((job = tutor_next(tutor)) != TUTOR_END) {
        if (job == TUTOR_QUESTION) {
            tutor_answer_question(tutor);
        } else {
            tutor_go_on(tutor);
        }
    }
    return NULL;
}

/* ---- life ------------------------------------------------------------------------ */

struct tutor *tutor_new(const char *weights, void (*answered)(void *context),
                        void *context)
{
    struct tutor *tutor = error_allocate(sizeof *tutor, NULL);
    if (tutor == NULL) {
        return NULL;
    }
    tutor->weights = weights;
    tutor->answered = answered;
    tutor->context = context;
    tutor->strength = strength_default();
    filter_accept(&tutor->strength.filter, TUTOR_HINTS_MAX); /* as deep as the best */
    tutor->strength.stop = &tutor->stop;
    (void)pthread_mutex_init(&tutor->lock, NULL);
    clock_condition_init(&tutor->asked);
    if (!thread_start(&tutor->thread, tutor_run, tutor)) {
        (void)pthread_cond_destroy(&tutor->asked);
        (void)pthread_mutex_destroy(&tutor->lock);
        free(tutor);
        return NULL;
    }
    return tutor;
}

void tutor_free(struct tutor *tutor)
{
    if (tutor == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&tutor->lock);
    tutor->is_ending = true;
    atomic_store(&tutor->stop, true);
    (void)pthread_cond_signal(&tutor->asked);
    (void)pthread_mutex_unlock(&tutor->lock);
    (void)pthread_join(tutor->thread, NULL);
    (void)pthread_cond_destroy(&tutor->asked);
    (void)pthread_mutex_destroy(&tutor->lock);
    summary_free(tutor->work);
    engine_scratch_free(tutor->scratch);
    engine_close(tutor->engine);
    free(tutor);
}

void tutor_ask(struct tutor *tutor, const struct tutor_question *question)
{
    (void)pthread_mutex_lock(&tutor->lock);
    tutor->question = *question;
    tutor->is_waiting = true;
    (void)pthread_cond_signal(&tutor->asked);
    (void)pthread_mutex_unlock(&tutor->lock);
}

void tutor_forget(struct tutor *tutor)
{
    (void)pthread_mutex_lock(&tutor->lock);
    tutor->is_waiting = false;
    atomic_store(&tutor->stop, true);
    (void)pthread_mutex_unlock(&tutor->lock);
}

void tutor_answer(struct tutor *tutor, struct tutor_answer *answer)
{
    (void)pthread_mutex_lock(&tutor->lock);
    *answer = tutor->answer;
    (void)pthread_mutex_unlock(&tutor->lock);
}

void tutor_sum_up(struct tutor *tutor, const char *path, bool is_match)
{
    (void)pthread_mutex_lock(&tutor->lock);
    COPY_TEXT(tutor->path, path);
    tutor->is_match = is_match;
    tutor->is_new = true;
    tutor->has_summary = false;
    atomic_store(&tutor->stop, true);
    (void)pthread_cond_signal(&tutor->asked);
    (void)pthread_mutex_unlock(&tutor->lock);
}

bool tutor_summary(struct tutor *tutor, struct summary *summary)
{
    (void)pthread_mutex_lock(&tutor->lock);
    bool has_summary = tutor->has_summary;
    if (has_summary) {
        *summary = tutor->summary;
    }
    (void)pthread_mutex_unlock(&tutor->lock);
    return has_summary;
}
