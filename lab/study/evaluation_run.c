#include "lab/study/evaluation.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "arena/job/work.h"
#include "base/thread_pool.h"

/* An evaluation under way. */
struct session {
    const struct evaluation *evaluation;
    struct evaluation_record *records; /* by decision; count 0: not yet */
    double begun;                      /* work_now() */
    pthread_mutex_t lock;              /* of what follows, and of the records' counts */
    int done;                          /* decisions that have a record */
    int found;                         /* of them, those read from the file */
    bool has_failed;
    struct error err;
    struct evaluation_source *source[EVALUATION_THREADS_MAX]; /* by thread */
};

int evaluation_candidates(const struct rollout_set *set, int n,
                          const struct evaluation_record *record,
                          struct rollout_candidate candidates[ROLLOUT_CANDIDATES_MAX])
{
    const struct rollout_decision *decision = &set->decisions[n];
    for (int i = 0; i < decision->count; i++) {
        candidates[i] = decision->candidates[i];
        candidates[i].value = record->value[i];
    }
    return decision->count;
}

struct benchmark_sums evaluation_record(const struct rollout_set *set,
                                        const struct evaluation_record *records)
{
    struct benchmark_sums sum = {.decisions = 0};
    struct rollout_candidate candidates[ROLLOUT_CANDIDATES_MAX];
    for (int n = 0; n < set->count; n++) {
        if (records[n].count > 0) {
            int count = evaluation_candidates(set, n, &records[n], candidates);
            (void)benchmark_decision(&sum, candidates, count, records[n].chosen);
        }
    }
    return sum;
}

/* ---- one decision ---------------------------------------------------------------- */

static bool evaluate_decision(const struct evaluation *evaluation,
                              struct evaluation_source *source, int number,
                              struct evaluation_record *record, struct error *err)
{
    const struct rollout_decision *decision = &evaluation->set->decisions[number];
    double start = work_thread_seconds();
    *record = (struct evaluation_record){
        .evaluator = evaluation->digest, .number = number, .count = decision->count};
    record->chosen = evaluation_source_value(source, decision->after, decision->count,
                                             record->value, err);
    record->seconds = work_thread_seconds() - start;
    return record->chosen >= 0;
}

/* Locked. */
static void keep_failure(struct session *session, const char *what, const char *why)
{
    if (!session->has_failed) {
        session->has_failed = true;
        error_set(&session->err, "%s: %s", what, why);
    }
}

/* Locked. */
static void put_record(struct session *session, const struct evaluation_record *record)
{
    const struct evaluation *evaluation = session->evaluation;
    session->records[record->number] = *record;
    session->done++;
    if (evaluation->file != NULL &&
        !evaluation_record_write(evaluation->file, record)) {
        keep_failure(session, "the file of results", strerror(errno));
    }
}

/* ---- threads --------------------------------------------------------------------- */

/* Locked. */
static bool is_stopped(const struct session *session)
{
    const struct evaluation *evaluation = session->evaluation;
    return session->has_failed || atomic_load(evaluation->stop) ||
           (session->done > session->found && work_now() >= evaluation->ends);
}

/* Whether decision `number` is still to be evaluated in this run. */
static bool is_unanswered(struct session *session, int64_t number)
{
    (void)pthread_mutex_lock(&session->lock);
    bool is_unanswered = session->records[number].count == 0 && !is_stopped(session);
    (void)pthread_mutex_unlock(&session->lock);
    return is_unanswered;
}

static void evaluate_number(void *context, int64_t number, int thread)
{
    struct session *session = context;
    struct evaluation_source *source = session->source[thread > 0 ? thread - 1 : 0];
    struct evaluation_record record;
    struct error err = {0};
    if (!is_unanswered(session, number)) {
        return;
    }
    bool is_good =
        evaluate_decision(session->evaluation, source, (int)number, &record, &err);
    (void)pthread_mutex_lock(&session->lock);
    if (is_good) {
        put_record(session, &record);
    } else {
        keep_failure(session, session->evaluation->name, err.text);
    }
    (void)pthread_mutex_unlock(&session->lock);
}

static void report_evaluation(void *context)
{
    struct session *session = context;
    const struct evaluation *evaluation = session->evaluation;
    (void)pthread_mutex_lock(&session->lock);
    const int here = session->done - session->found;
    const struct evaluation_state state = {.done = session->done,
                                           .per_second = (double)here /
                                                         (work_now() - session->begun),
                                           .records = session->records};
    if (here > 0) {
        evaluation->report(evaluation->context, &state);
    }
    (void)pthread_mutex_unlock(&session->lock);
}

/* The caller reports: a thread more than those that evaluate. */
static void run_threads(struct session *session)
{
    const struct evaluation *evaluation = session->evaluation;
    struct thread_pool *pool = thread_pool_new(evaluation->threads + 1);
    thread_pool_watch(pool, evaluation->set->count, evaluate_number, report_evaluation,
                      session);
    thread_pool_free(pool);
}

static void count_records(struct session *session)
{
    for (int n = 0; n < session->evaluation->set->count; n++) {
        session->found += session->records[n].count > 0;
    }
    session->done = session->found;
}

bool evaluation_run(const struct evaluation *evaluation,
                    struct evaluation_record *records, struct error *err)
{
    struct session session = {.evaluation = evaluation, .records = records};
    bool is_good = true;
    for (int t = 0; is_good && t < evaluation->threads; t++) {
        session.source[t] = evaluation_source_open(evaluation->spec, err);
        is_good = session.source[t] != NULL;
    }
    if (is_good) {
        (void)pthread_mutex_init(&session.lock, NULL);
        count_records(&session);
        session.begun = work_now();
        run_threads(&session);
        (void)pthread_mutex_destroy(&session.lock);
        is_good = !session.has_failed;
        if (!is_good) {
            *err = session.err;
        }
    }
    for (int t = 0; t < evaluation->threads; t++) {
        evaluation_source_close(session.source[t]);
    }
    return is_good;
}
