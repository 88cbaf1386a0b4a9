#include "bot/review/assistant.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "base/thread.h"
#include "bot/history/history.h"
#include "bot/net/wakeup.h"
#include "bot/review/assistant_answer.h"

enum {
    QUESTIONS_MAX = 64,
    NICE = 15,        /* of the thread: decisions come first */
    HISTORY_MS = 5000 /* for its writer to be done; then the answer is of before */
};

enum question_state { FREE, WAITING, WORKING, ANSWERED };

struct question {
    enum question_state state;
    uint64_t order; /* first come, first served, among equals */
    struct assistant_source source;
    struct assistant_answer answer;
    assistant_callback *callback; /* NULL: cancelled */
    const void *context;
};

/* `lock` guards questions, orders and is_closing. */
struct assistant {
    const struct engine *eng;
    struct history *history;
    const char *program;
    pthread_mutex_t lock;
    pthread_cond_t wanted, done;
    struct question questions[QUESTIONS_MAX];
    uint64_t orders;
    bool is_closing;
    atomic_bool stop;
    struct wakeup *wakeup; /* signalled for each answer */
    pthread_t thread;
    bool is_started;
    /* the thread's own */
    struct question *studied; /* NULL: no match is being analysed */
    struct assistant_study *study;
};

/* ---- on its thread --------------------------------------------------------------- */

/* Threads of Linux have priorities of their own. */
static void give_way(void)
{
    id_t thread = (id_t)syscall(SYS_gettid);
    (void)setpriority(PRIO_PROCESS, thread, NICE);
}

static struct question *oldest_question(struct assistant *assistant, bool is_quick)
{
    struct question *found = NULL;
    for (int i = 0; i < QUESTIONS_MAX; i++) {
        struct question *question = &assistant->questions[i];
        bool fits = question->state == WAITING &&
                    (question->answer.what != PLAYER_QUESTION_ANALYSIS) == is_quick;
        if (fits && (found == NULL || question->order < found->order)) {
            found = question;
        }
    }
    return found;
}

/* With the lock held. What is quick comes first, then the match begun, then others. */
static struct question *next_question(struct assistant *assistant)
{
    struct question *question = oldest_question(assistant, true);
    if (question == NULL && assistant->study == NULL) {
        question = oldest_question(assistant, false);
    }
    if (question != NULL) {
        question->state = WORKING;
    }
    return question;
}

/* Logs every match that was to be analysed. */
static void explain_study(struct question *question)
{
    struct assistant_answer *answer = &question->answer;
    bool is_written = answer->note[0] != '\0' && !answer->is_error;
    char why[sizeof answer->note];
    if (question->source.record[0] != '\0' && !is_written) {
        COPY_TEXT(why, answer->note[0] != '\0' ? answer->note : answer->lines[0]);
        assistant_study_leave_out(&question->source, why, answer);
    }
}

static void finish_question(struct assistant *assistant, struct question *question)
{
    explain_study(question);
    pthread_mutex_lock(&assistant->lock);
    question->state = ANSWERED;
    pthread_cond_broadcast(&assistant->done);
    pthread_mutex_unlock(&assistant->lock);
    wakeup_signal(assistant->wakeup);
}

static void go_on_studying(struct assistant *assistant)
{
    struct question *question = assistant->studied;
    if (assistant_study_step(assistant->study)) {
        return;
    }
    assistant_study_tell(assistant->study, &question->source, &question->answer);
    assistant_study_free(assistant->study);
    assistant->study = NULL;
    assistant->studied = NULL;
    finish_question(assistant, question);
}

static void take_up(struct assistant *assistant, struct question *question)
{
    switch (question->answer.what) {
    case PLAYER_QUESTION_LEVEL:
        (void)history_flush(assistant->history, HISTORY_MS);
        assistant_level(&question->source, &question->answer);
        break;
    case PLAYER_QUESTION_STATS:
        (void)history_flush(assistant->history, HISTORY_MS);
        assistant_stats(&question->source, &question->answer);
        break;
    case PLAYER_QUESTION_ANALYSIS:
        assistant->study = assistant_study_begin(&question->source, assistant->eng,
                                                 &assistant->stop, &question->answer);
        if (assistant->study != NULL) {
            assistant->studied = question;
            return;
        }
        break;
    }
    finish_question(assistant, question);
}

static void *work(void *arg)
{
    struct assistant *assistant = arg;
    give_way();
    for (;;) {
        struct question *question = NULL;
        pthread_mutex_lock(&assistant->lock);
        while (!assistant->is_closing &&
               (question = next_question(assistant)) == NULL &&
               assistant->study == NULL) {
            pthread_cond_wait(&assistant->wanted, &assistant->lock);
        }
        bool is_closing = assistant->is_closing;
        pthread_mutex_unlock(&assistant->lock);
        if (is_closing) {
            break;
        }
        if (question != NULL) {
            take_up(assistant, question);
        } else {
            go_on_studying(assistant);
        }
    }
    assistant_study_free(assistant->study);
    return NULL;
}

/* ---- on the loop's thread -------------------------------------------------------- */

/* Copies one answer and frees its slot. */
static bool take_answer(struct assistant *assistant, struct question *out)
{
    bool found = false;
    pthread_mutex_lock(&assistant->lock);
    for (int i = 0; i < QUESTIONS_MAX && !found; i++) {
        struct question *question = &assistant->questions[i];
        if (question->state == ANSWERED) {
            *out = *question;
            question->state = FREE;
            found = true;
        }
    }
    pthread_mutex_unlock(&assistant->lock);
    return found;
}

static void note_event(struct assistant *assistant, const struct question *question)
{
    if (question->answer.has_event) {
        history_note(assistant->history, &question->answer.event);
    }
}

static void call_back(const struct question *question)
{
    if (question->callback != NULL) {
        question->callback((void *)(uintptr_t)question->context, &question->answer);
    }
}

static void deliver_answers(void *context)
{
    struct assistant *assistant = context;
    struct question question;
    while (take_answer(assistant, &question)) {
        note_event(assistant, &question);
        call_back(&question);
    }
}

/* `asked` has all but its order and the source. */
static bool queue_question(struct assistant *assistant, const struct config *config,
                           const struct question *asked, const char *record)
{
    struct question *question = NULL;
    pthread_mutex_lock(&assistant->lock);
    for (int i = 0; i < QUESTIONS_MAX && question == NULL; i++) {
        bool is_free = assistant->questions[i].state == FREE;
        question = is_free ? &assistant->questions[i] : NULL;
    }
    if (question != NULL) {
        *question = *asked;
        question->order = assistant->orders++;
        assistant_source_of(config, &question->source);
        question->source.program = assistant->program;
        COPY_TEXT(question->source.record, record);
        pthread_cond_signal(&assistant->wanted);
    }
    pthread_mutex_unlock(&assistant->lock);
    return question != NULL;
}

bool assistant_ask(struct assistant *assistant, const struct config *config,
                   enum player_question what, const char *user, bool moves_up,
                   assistant_callback *callback, void *context)
{
    struct question asked = {.state = WAITING,
                             .answer = {.what = what, .moves_up = moves_up},
                             .callback = callback,
                             .context = context};
    COPY_TEXT(asked.answer.user, user);
    return queue_question(assistant, config, &asked, "");
}

bool assistant_study(struct assistant *assistant, const struct config *config,
                     const char *record, const char *user, assistant_callback *callback,
                     void *context)
{
    struct question asked = {.state = WAITING,
                             .answer.what = PLAYER_QUESTION_ANALYSIS,
                             .callback = callback,
                             .context = context};
    COPY_TEXT(asked.answer.user, user);
    return queue_question(assistant, config, &asked, record);
}

void assistant_forget(struct assistant *assistant, const void *context)
{
    if (assistant == NULL) {
        return;
    }
    pthread_mutex_lock(&assistant->lock);
    for (int i = 0; i < QUESTIONS_MAX; i++) {
        struct question *question = &assistant->questions[i];
        if (question->context == context) {
            question->callback = NULL;
        }
    }
    pthread_mutex_unlock(&assistant->lock);
}

/* With the lock held. */
static bool is_writing(const struct assistant *assistant)
{
    for (int i = 0; i < QUESTIONS_MAX; i++) {
        const struct question *question = &assistant->questions[i];
        bool is_open = question->state == WAITING || question->state == WORKING;
        if (is_open && question->answer.what == PLAYER_QUESTION_ANALYSIS &&
            question->source.writes_analysis) {
            return true;
        }
    }
    return false;
}

/* Copies a study that is not done, and cancels its callback. */
static bool take_undone(struct assistant *assistant, struct question *out)
{
    bool found = false;
    pthread_mutex_lock(&assistant->lock);
    for (int i = 0; i < QUESTIONS_MAX && !found; i++) {
        struct question *question = &assistant->questions[i];
        found = question->state != FREE && question->callback != NULL &&
                question->source.record[0] != '\0';
        if (found) {
            out->source = question->source;
            out->callback = question->callback;
            out->context = question->context;
            memcpy(out->answer.user, question->answer.user, sizeof out->answer.user);
            question->callback = NULL;
        }
    }
    pthread_mutex_unlock(&assistant->lock);
    return found;
}

static void leave_out_rest(struct assistant *assistant)
{
    struct question question = {.state = FREE};
    while (take_undone(assistant, &question)) {
        assistant_study_leave_out(&question.source, "the program ends",
                                  &question.answer);
        call_back(&question);
    }
}

void assistant_finish(struct assistant *assistant, int ms)
{
    const struct timespec until = clock_after(ms);
    int status = 0;
    pthread_mutex_lock(&assistant->lock);
    while (is_writing(assistant) && status == 0) {
        status = pthread_cond_timedwait(&assistant->done, &assistant->lock, &until);
    }
    pthread_mutex_unlock(&assistant->lock);
    struct question question; /* no user waits for an answer any more */
    while (take_answer(assistant, &question)) {
        note_event(assistant, &question);
        if (question.source.record[0] != '\0') {
            call_back(&question);
        }
    }
    leave_out_rest(assistant);
}

/* ---- making and freeing ---------------------------------------------------------- */

struct assistant *assistant_new(struct event_base *base, const struct engine *eng,
                                struct history *history, const char *program,
                                struct error *err)
{
    struct assistant *assistant = error_allocate(sizeof *assistant, err);
    if (assistant == NULL) {
        return NULL;
    }
    assistant->eng = eng;
    assistant->history = history;
    assistant->program = program != NULL ? program : "fibsbot";
    (void)pthread_mutex_init(&assistant->lock, NULL);
    (void)pthread_cond_init(&assistant->wanted, NULL);
    clock_condition_init(&assistant->done);
    assistant->wakeup = wakeup_new(base, deliver_answers, assistant);
    assistant->is_started =
        assistant->wakeup != NULL && thread_start(&assistant->thread, work, assistant);
    if (!assistant->is_started) {
        error_set_errno(err, "cannot start the assistant");
        assistant_free(assistant);
        return NULL;
    }
    return assistant;
}

void assistant_free(struct assistant *assistant)
{
    if (assistant == NULL) {
        return;
    }
    pthread_mutex_lock(&assistant->lock);
    assistant->is_closing = true;
    atomic_store(&assistant->stop, true);
    pthread_cond_signal(&assistant->wanted);
    pthread_mutex_unlock(&assistant->lock);
    if (assistant->is_started) {
        (void)pthread_join(assistant->thread, NULL);
    }
    wakeup_free(assistant->wakeup);
    (void)pthread_cond_destroy(&assistant->wanted);
    (void)pthread_cond_destroy(&assistant->done);
    (void)pthread_mutex_destroy(&assistant->lock);
    free(assistant);
}
