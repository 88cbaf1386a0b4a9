#include <stdlib.h>

#include "base/thread.h"
#include "bot/review/desk/desk_internal.h"
#include "engine/board/movegen.h"

/* ---- the job --------------------------------------------------------------------- */

void desk_worker_ask(struct desk *desk, const struct desk_question *question)
{
    int number = desk->job.number + 1;
    free(desk->job.answer);
    desk->job = (struct desk_job){.number = number, .question = *question};
    desk->is_waiting = true;
    atomic_store(&desk->stop, true);
    (void)pthread_cond_signal(&desk->asked);
}

void desk_worker_stop(struct desk *desk)
{
    desk->is_waiting = false;
    desk->job.is_stopped |= !desk->job.is_done;
    desk->job.is_done = true;
    atomic_store(&desk->stop, true);
}

/* With the lock when it is called and when it returns. */
static void do_job(struct desk *desk)
{
    const struct desk_question question = desk->job.question;
    int number = desk->job.number;
    struct error fault = {0};
    desk->is_waiting = false;
    atomic_store(&desk->stop, desk->is_ending);
    (void)pthread_mutex_unlock(&desk->lock);
    char *answer = desk_answer(desk, &question, &fault);
    (void)pthread_mutex_lock(&desk->lock);
    if (number != desk->job.number || desk->job.is_done) {
        free(answer); /* it was stopped, or another one came */
        return;
    }
    desk->job.answer = answer;
    desk->job.fault = fault;
    desk->job.is_done = true;
}

/* ---- analysis -------------------------------------------------------------------- */

/* The match to analyse next, or -1. */
static int next_match(const struct desk *desk)
{
    int count = desk->options.batch->count;
    if (desk->wanted >= 0 && !desk->is_kept[desk->wanted]) {
        return desk->wanted;
    }
    if (desk->at >= 0) {
        return desk->at;
    }
    for (int i = 0; i < count; i++) {
        if (!desk->is_kept[i]) {
            return i;
        }
    }
    return -1;
}

/* Begins with a match, which gives up one that is not done. */
static bool begin_analysis(struct desk *desk, int i)
{
    if (desk->at != i) {
        match_analysis_free(desk->analysis);
        desk->analysis =
            match_batch_analysis(desk->options.batch, &desk->options.batch->matches[i]);
        desk->at = i;
        desk->share = 0;
        if (desk->analysis != NULL) {
            match_analysis_set_stop(desk->analysis, &desk->stop);
        }
    }
    return desk->analysis != NULL;
}

static void keep_match(struct desk *desk)
{
    const struct match_batch_match *match = &desk->options.batch->matches[desk->at];
    const struct match_report report = {match->turns, desk->analysis,
                                        .program = desk->options.program};
    struct error err;
    /* what cannot be kept is shown as not analysed, and not tried again */
    if (!collection_keep(desk->options.collection, desk->ids[desk->at],
                         desk->options.judge, &report, &err)) {
        desk->fault = err;
    }
    desk->is_kept[desk->at] = true;
    match_analysis_free(desk->analysis);
    desk->analysis = NULL;
    desk->at = -1;
}

/* With the lock, as do_job(). */
static void analyse_turn(struct desk *desk, int i)
{
    if (!begin_analysis(desk, i)) {
        desk->is_kept[i] = true;
        desk->at = -1;
        return;
    }
    int all = desk->options.batch->matches[i].turns->count;
    struct match_analysis *analysis = desk->analysis;
    atomic_store(&desk->stop, desk->is_ending);
    (void)pthread_mutex_unlock(&desk->lock);
    (void)match_analysis_step(analysis);
    (void)pthread_mutex_lock(&desk->lock);
    int done = match_analysis_done(analysis);
    desk->share = all > 0 ? 100 * done / all : 100;
    if (done >= all) {
        keep_match(desk);
    }
}

/* ---- the thread ------------------------------------------------------------------ */

static void *run_desk(void *arg)
{
    struct desk *desk = arg;
    (void)pthread_mutex_lock(&desk->lock);
    while (!desk->is_ending) {
        int match = next_match(desk);
        if (desk->is_waiting) {
            do_job(desk);
        } else if (match >= 0) {
            analyse_turn(desk, match);
        } else {
            (void)pthread_cond_wait(&desk->asked, &desk->lock);
        }
    }
    (void)pthread_mutex_unlock(&desk->lock);
    return NULL;
}

static bool open_tools(struct desk *desk, struct error *err)
{
    struct analysis_tools *tools = &desk->tools;
    tools->strength = strength_default();
    filter_accept(&tools->strength.filter, MATCH_DETAIL_BEST);
    tools->strength.stop = &desk->stop;
    tools->plays_shown = PLAY_LIST_MAX;
    return analysis_tools_open(tools, desk->options.engine, err);
}

bool desk_worker_start(struct desk *desk, struct error *err)
{
    desk->at = desk->wanted = -1;
    if (!open_tools(desk, err)) {
        return false;
    }
    desk->has_thread = thread_start(&desk->thread, run_desk, desk);
    return desk->has_thread || error_set(err, "cannot start the engine's thread");
}

void desk_worker_end(struct desk *desk)
{
    if (desk->has_thread) {
        (void)pthread_mutex_lock(&desk->lock);
        desk->is_ending = true;
        atomic_store(&desk->stop, true);
        (void)pthread_cond_signal(&desk->asked);
        (void)pthread_mutex_unlock(&desk->lock);
        (void)pthread_join(desk->thread, NULL);
    }
    match_analysis_free(desk->analysis);
    analysis_tools_close(&desk->tools);
    free(desk->job.answer);
}
