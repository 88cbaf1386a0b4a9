#include "bot/table/tutor.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "bot/base/paths.h"

/* A tenth of what a thread of the usual priority gets: Linux weighs niceness 10 with 110
 * and 0 with 1024. */
enum { PRIORITY = 10 };

struct tutor {
    const char *weights;
    void (*answered)(void *context);
    void *context;
    pthread_t thread;
    pthread_mutex_t lock; /* of the next four */
    pthread_cond_t asked;
    bool is_ending, is_waiting; /* a question waits */
    struct tutor_question question;
    struct tutor_answer answer;
    /* of the thread */
    struct engine *engine;
    struct scratch *scratch;
    struct strength strength;
    struct ranked_play ranked[TUTOR_RANKED_MAX];
};

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
    return tutor->scratch != NULL;
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

/* The play that was made is looked at as deeply as the best one. */
static void tutor_judge_play(struct tutor *tutor, const struct tutor_question *q,
                             struct tutor_answer *answer)
{
    struct ranked_play *ranked = tutor->ranked;
    int count = engine_rank_plays(tutor->engine, tutor->scratch, &tutor->strength,
                                  &q->pos, &q->ms, q->roll, ranked, TUTOR_RANKED_MAX);
    int made = q->has_after ? engine_evaluate_play(tutor->engine, tutor->scratch,
                                                   &tutor->strength, &q->ms, &q->after,
                                                   ranked, count)
                            : -1;
    if (made > 0) {
        answer->loss = (double)ranked[0].equity - (double)ranked[made].equity;
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
    answer.is_good = tutor_open_engine(tutor);
    if (answer.is_good && q->roll.high != 0) {
        tutor_judge_play(tutor, q, &answer);
    } else if (answer.is_good) {
        engine_cube_decision(tutor->engine, tutor->scratch, &tutor->strength, &q->pos,
                             &q->ms, &answer.cube);
    }
    return answer;
}

/* ---- the thread ------------------------------------------------------------------ */

/* Waits for a question; false at the end. */
static bool tutor_next(struct tutor *tutor, struct tutor_question *question)
{
    (void)pthread_mutex_lock(&tutor->lock);
    while (!tutor->is_ending && !tutor->is_waiting) {
        (void)pthread_cond_wait(&tutor->asked, &tutor->lock);
    }
    bool is_on = !tutor->is_ending;
    *question = tutor->question;
    tutor->is_waiting = false;
    (void)pthread_mutex_unlock(&tutor->lock);
    return is_on;
}

static void *tutor_run(void *arg)
{
    struct tutor *tutor = arg;
    struct tutor_question question;
    (void)setpriority(PRIO_PROCESS, 0 /* this thread, on Linux */, PRIORITY);
    while (tutor_next(tutor, &question)) {
        struct tutor_answer answer = tutor_think(tutor, &question);
        (void)pthread_mutex_lock(&tutor->lock);
        tutor->answer = answer;
        (void)pthread_mutex_unlock(&tutor->lock);
        tutor->answered(tutor->context);
    }
    return NULL;
}

/* Signals are for the bot's loop. */
static bool tutor_start(struct tutor *tutor)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    bool is_started = pthread_create(&tutor->thread, NULL, tutor_run, tutor) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_started;
}

/* ---- life ------------------------------------------------------------------------ */

struct tutor *tutor_new(const char *weights, void (*answered)(void *context),
                        void *context)
{
    struct tutor *tutor = aligned_alloc(64, (sizeof(struct tutor) + 63) / 64 * 64);
    if (tutor == NULL) {
        return NULL;
    }
    memset(tutor, 0, sizeof *tutor);
    tutor->weights = weights;
    tutor->answered = answered;
    tutor->context = context;
    tutor->strength = strength_default();
    (void)pthread_mutex_init(&tutor->lock, NULL);
    (void)pthread_cond_init(&tutor->asked, NULL);
    if (!tutor_start(tutor)) {
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
    (void)pthread_cond_signal(&tutor->asked);
    (void)pthread_mutex_unlock(&tutor->lock);
    (void)pthread_join(tutor->thread, NULL);
    (void)pthread_cond_destroy(&tutor->asked);
    (void)pthread_mutex_destroy(&tutor->lock);
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

void tutor_answer(struct tutor *tutor, struct tutor_answer *answer)
{
    (void)pthread_mutex_lock(&tutor->lock);
    *answer = tutor->answer;
    (void)pthread_mutex_unlock(&tutor->lock);
}
