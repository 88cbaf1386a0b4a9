#pragma once
/* The desk between its files: desk.c (life), desk_http.c (requests, on the loop),
 * desk_worker.c (the engine's thread), desk_answer.c (its answers as JSON). */

#include <pthread.h>
#include <stdatomic.h>

#include "bot/net/http_server.h"
#include "bot/review/desk/desk.h"
#include "bot/review/desk/desk_question.h"

struct event;

/* A question and how far its answer is. */
struct desk_job {
    int number; /* counts up */
    struct desk_question question;
    double share, error_bar; /* what is done, 0..1; standard error so far, 0: none */
    bool is_done, is_stopped;
    char *answer; /* JSON; NULL: none yet, stopped, or `fault` */
    struct error fault;
};

struct desk {
    struct desk_options options;
    char token[HTTP_TOKEN_SIZE];
    struct event_base *base;
    struct event *signals[2];
    struct http_server *http;
    int64_t *ids; /* of the batch's matches in the collection */

    pthread_t thread;
    bool has_thread;
    pthread_mutex_t lock; /* of what follows, and of the collection */
    pthread_cond_t asked;
    bool is_ending;
    struct desk_job job;
    bool is_waiting;    /* the job is not begun */
    int wanted;         /* index of the match that is looked at; -1: none */
    int at, share;      /* match under analysis, percents that are done; -1: none */
    bool *is_kept;      /* of each match, whether its analysis is in the collection */
    struct error fault; /* why the last analysis that is not there was not kept */
    atomic_bool stop;

    /* of the thread */
    int rollout_trials; /* at most, of the rollout under way */
    struct analysis_tools tools;
    struct match_analysis *analysis; /* of match `at` */
};

/* The thread, with what it needs; false with `err`. */
bool desk_worker_start(struct desk *desk, struct error *err);
void desk_worker_end(struct desk *desk);

/* Give the thread a question in place of the last one, or take it back; with the lock. */
void desk_worker_ask(struct desk *desk, const struct desk_question *question);
void desk_worker_stop(struct desk *desk);

/* Opens the port. */
bool desk_http_open(struct desk *desk, struct error *err);

/* Answers the question of the job, on the thread: JSON that the caller frees; NULL with
 * `err`, or when it was stopped. The job tells meanwhile how far it is. */
char *desk_answer(struct desk *desk, const struct desk_question *question,
                  struct error *err);
