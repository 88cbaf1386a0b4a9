#include "arena/job/ranks.h"

#include <errno.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena/job/work.h"
#include "base/text.h"
#include "base/thread_pool.h"

#ifdef WITH_MPI
#include <mpi.h>
#endif

enum { THREADS_MOST = 1024, PAUSE_NS = 100000 };

/* A thread that does units: of this rank. */
struct seat {
    struct ranks *ranks;
    int thread;
    void *result;
};

struct ranks {
    struct ranks_work work;
    int threads;
    struct seat *seat;
    struct thread_pool *pool; /* NULL before the first run */
    pthread_mutex_t lock;     /* for the next four, is_wanted(), is_over() and take() */
    int64_t next, end;        /* units that are not given out */
    int busy;                 /* seats of this rank, in this run */
    struct ranks_cost cost;
    /* rank 0: seats of other ranks that wait for a unit */
    struct waiting *waiting;
    int others; /* how many such seats there are */
    int waiting_count;
    int away; /* seats of other ranks that do a unit */
    char *message;
};

/* ---- units ----------------------------------------------------------------------- */

/* The next unit that is wanted; -1: none. */
static int64_t next_unit(struct ranks *ranks)
{
    const struct ranks_work *work = &ranks->work;
    int64_t unit = -1;
    (void)pthread_mutex_lock(&ranks->lock);
    if (work->is_over != NULL && work->is_over(work->context)) {
        ranks->next = ranks->end;
    }
    while (ranks->next < ranks->end && unit < 0) {
        int64_t candidate = ranks->next++;
        if (work->is_wanted == NULL || work->is_wanted(work->context, candidate)) {
            unit = candidate;
        }
    }
    (void)pthread_mutex_unlock(&ranks->lock);
    return unit;
}

static void take_unit_result(struct ranks *ranks, int64_t unit, const void *result,
                             size_t size)
{
    (void)pthread_mutex_lock(&ranks->lock);
    ranks->work.take(ranks->work.context, unit, result, size);
    (void)pthread_mutex_unlock(&ranks->lock);
}

static size_t do_unit(const struct seat *seat, int64_t unit)
{
    const struct ranks_work *work = &seat->ranks->work;
    return work->work(work->context, unit, seat->thread, seat->result);
}

static void pause_shortly(void)
{
    const struct timespec pause = {.tv_nsec = PAUSE_NS};
    (void)nanosleep(&pause, NULL);
}

static bool is_busy(struct ranks *ranks)
{
    (void)pthread_mutex_lock(&ranks->lock);
    bool is = ranks->busy > 0;
    (void)pthread_mutex_unlock(&ranks->lock);
    return is;
}

/* ---- seats of this rank ---------------------------------------------------------- */

/* On rank 0. */
static void do_own_units(void *context, int64_t number, int thread)
{
    struct ranks *ranks = context;
    const struct seat *seat = &ranks->seat[number];
    int64_t unit = next_unit(ranks);
    (void)thread;
    while (unit >= 0) {
        size_t size = do_unit(seat, unit);
        take_unit_result(ranks, unit, seat->result, size);
        unit = next_unit(ranks);
    }
    (void)pthread_mutex_lock(&ranks->lock);
    ranks->busy--;
    (void)pthread_mutex_unlock(&ranks->lock);
}

/* One more than the seats: on rank 0 the caller serves the others meanwhile. All start, or
 * nothing is done. */
static bool open_pool(struct ranks *ranks, struct error *err)
{
    if (ranks->pool != NULL) {
        return true;
    }
    ranks->pool = thread_pool_new(ranks->threads + 1);
    int fault = ranks->pool != NULL ? thread_pool_fault(ranks->pool) : ENOMEM;
    if (fault != 0) {
        thread_pool_free(ranks->pool);
        ranks->pool = NULL;
        return error_set(err, "%d threads cannot be started: %s", ranks->threads,
                         strerror(fault));
    }
    return true;
}

/* ---- MPI ------------------------------------------------------------------------- */

/* A seat of another rank that waits for a unit. */
struct waiting {
    int rank, thread;
};

#ifdef WITH_MPI

/* A seat sends a head and its result; the answer, under the tag of its thread, is the
 * number of a unit, or -1. */
enum { TAG_RESULT = 1, TAG_UNIT = 2 };

struct head {
    int64_t unit; /* -1: no result, the seat has just begun */
    int64_t size;
    int thread;
};

bool ranks_begin(int *argc, char ***argv)
{
    int has = MPI_THREAD_SINGLE;
    return MPI_Init_thread(argc, argv, MPI_THREAD_MULTIPLE, &has) == MPI_SUCCESS &&
           has == MPI_THREAD_MULTIPLE;
}

int ranks_end(int status, int stopped)
{
    if (status != 0 && status != stopped && ranks_count() > 1) {
        (void)fflush(stdout);
        (void)MPI_Abort(MPI_COMM_WORLD, status);
    }
    (void)MPI_Finalize();
    return status;
}

static bool has_mpi(void)
{
    int is_begun = 0;
    return MPI_Initialized(&is_begun) == MPI_SUCCESS && is_begun != 0;
}

int ranks_count(void)
{
    int count = 1;
    return has_mpi() && MPI_Comm_size(MPI_COMM_WORLD, &count) == MPI_SUCCESS ? count
                                                                             : 1;
}

bool ranks_is_first(void)
{
    int rank = 0;
    return !has_mpi() || MPI_Comm_rank(MPI_COMM_WORLD, &rank) != MPI_SUCCESS ||
           rank == 0;
}

int ranks_share(int value)
{
    if (has_mpi()) {
        (void)MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    return value;
}

struct ranks_name ranks_name(void)
{
    struct ranks_name name;
    char host[MPI_MAX_PROCESSOR_NAME] = "?";
    int rank = 0, length = 0;
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    (void)MPI_Get_processor_name(host, &length);
    FORMAT_TEXT(name.text, "rank %d of %d on %.64s", rank, ranks_count(), host);
    return name;
}

bool ranks_agree(const char *what, const char *text, struct error *err)
{
    enum { TEXT = 4096 };
    const int count = ranks_count();
    char own[TEXT] = "";
    char *all = ranks_is_first() ? calloc((size_t)count, TEXT) : NULL;
    if (count == 1 || (ranks_is_first() && all == NULL)) {
        free(all);
        return count == 1 || error_no_memory(err);
    }
    COPY_TEXT(own, text);
    (void)MPI_Gather(own, TEXT, MPI_CHAR, all, TEXT, MPI_CHAR, 0, MPI_COMM_WORLD);
    bool is_same = true;
    for (int r = 1; is_same && all != NULL && r < count; r++) {
        const char *other = all + (size_t)r * TEXT;
        if (strcmp(other, own) != 0) {
            is_same = error_set(err, "rank %d has another %s: %.100s, not %.100s", r,
                                what, other, own);
        }
    }
    free(all);
    return is_same;
}

/* Waits for what rank 0 answers to a seat. MPI_Recv() would keep the core busy meanwhile. */
static int64_t hear_unit(int thread)
{
    enum { TRIES = 100 }; /* before a pause: most answers come at once */
    MPI_Request request;
    int64_t unit = -1;
    int is_there = 0;
    (void)MPI_Irecv(&unit, 1, MPI_INT64_T, 0, TAG_UNIT + thread, MPI_COMM_WORLD,
                    &request);
    for (int tries = 0; is_there == 0; tries++) {
        if (tries >= TRIES) {
            pause_shortly();
        }
        (void)MPI_Test(&request, &is_there, MPI_STATUS_IGNORE);
    }
    return unit;
}

/* Does units for rank 0 until it answers with none. */
static void do_units_of_first(void *context, int64_t number, int thread)
{
    const struct seat *seat = &((const struct ranks *)context)->seat[number];
    struct head head = {.unit = -1, .thread = seat->thread};
    int64_t unit = 0;
    (void)thread;
    while (unit >= 0) {
        (void)MPI_Send(&head, (int)sizeof head, MPI_BYTE, 0, TAG_RESULT,
                       MPI_COMM_WORLD);
        if (head.unit >= 0) {
            (void)MPI_Send(seat->result, (int)head.size, MPI_BYTE, 0,
                           TAG_UNIT + seat->thread, MPI_COMM_WORLD);
        }
        head.unit = unit = hear_unit(seat->thread);
        head.size = unit >= 0 ? (int64_t)do_unit(seat, unit) : 0;
    }
}

static void send_unit(const struct waiting *seat, int64_t unit)
{
    (void)MPI_Send(&unit, 1, MPI_INT64_T, seat->rank, TAG_UNIT + seat->thread,
                   MPI_COMM_WORLD);
}

/* Takes what a seat has sent; then it waits. */
static bool hear_seat(struct ranks *ranks)
{
    struct head head;
    MPI_Status from;
    int is_there = 0;
    (void)MPI_Iprobe(MPI_ANY_SOURCE, TAG_RESULT, MPI_COMM_WORLD, &is_there, &from);
    if (is_there == 0) {
        return false;
    }
    (void)MPI_Recv(&head, (int)sizeof head, MPI_BYTE, from.MPI_SOURCE, TAG_RESULT,
                   MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (head.unit >= 0) {
        (void)MPI_Recv(ranks->message, (int)ranks->work.result_max, MPI_BYTE,
                       from.MPI_SOURCE, TAG_UNIT + head.thread, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE);
        take_unit_result(ranks, head.unit, ranks->message, (size_t)head.size);
        ranks->cost.units++;
        ranks->away--;
    }
    ranks->waiting[ranks->waiting_count++] =
        (struct waiting){from.MPI_SOURCE, head.thread};
    return true;
}

static void give_units(struct ranks *ranks)
{
    int64_t unit = 0;
    while (ranks->waiting_count > 0 && (unit = next_unit(ranks)) >= 0) {
        send_unit(&ranks->waiting[--ranks->waiting_count], unit);
        ranks->away++;
    }
}

/* Returns whether anything has come from another rank. */
static bool serve_others(struct ranks *ranks)
{
    double begin = work_thread_seconds();
    bool has_come = false;
    while (hear_seat(ranks)) {
        has_come = true;
        give_units(ranks);
    }
    give_units(ranks);
    if (has_come) {
        ranks->cost.seconds += work_thread_seconds() - begin;
    }
    return has_come;
}

/* On rank 0: the seats of the others, whose --threads may differ. All ranks call it. */
static int count_others(int threads)
{
    int all = threads;
    (void)MPI_Reduce(&threads, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    return all - threads;
}

/* Every seat must have come before it can be let go. */
static void release_others(struct ranks *ranks)
{
    while (ranks->waiting_count < ranks->others) {
        if (!hear_seat(ranks)) {
            pause_shortly();
        }
    }
    for (int i = 0; i < ranks->others; i++) {
        send_unit(&ranks->waiting[i], -1);
    }
}

#else

bool ranks_begin(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return true;
}

int ranks_end(int status, int stopped)
{
    (void)stopped;
    return status;
}

int ranks_count(void)
{
    return 1;
}

bool ranks_is_first(void)
{
    return true;
}

bool ranks_agree(const char *what, const char *text, struct error *err)
{
    (void)what;
    (void)text;
    (void)err;
    return true;
}

int ranks_share(int value)
{
    return value;
}

static void do_units_of_first(void *context, int64_t number, int thread)
{
    (void)context;
    (void)number;
    (void)thread;
}

static bool serve_others(struct ranks *ranks)
{
    (void)ranks;
    return false;
}

static int count_others(int threads)
{
    (void)threads;
    return 0;
}

static void release_others(struct ranks *ranks)
{
    (void)ranks;
}

struct ranks_name ranks_name(void)
{
    return (struct ranks_name){"rank 0 of 1"};
}

#endif

/* ---- the whole ------------------------------------------------------------------- */

static bool make_seats(struct ranks *ranks)
{
    const size_t room =
        (ranks->work.result_max / alignof(max_align_t) + 1) * alignof(max_align_t);
    ranks->seat = calloc((size_t)ranks->threads, sizeof *ranks->seat);
    ranks->waiting = calloc((size_t)ranks->others + 1, sizeof *ranks->waiting);
    ranks->message = aligned_alloc(alignof(max_align_t), room);
    bool is_good =
        ranks->seat != NULL && ranks->waiting != NULL && ranks->message != NULL;
    for (int t = 0; is_good && t < ranks->threads; t++) {
        ranks->seat[t] = (struct seat){
            .ranks = ranks,
            .thread = t,
            .result = aligned_alloc(alignof(max_align_t), room),
        };
        is_good = ranks->seat[t].result != NULL;
    }
    return is_good;
}

static void free_ranks(struct ranks *ranks)
{
    for (int t = 0; ranks->seat != NULL && t < ranks->threads; t++) {
        free(ranks->seat[t].result);
    }
    thread_pool_free(ranks->pool);
    (void)pthread_mutex_destroy(&ranks->lock);
    free(ranks->seat);
    free(ranks->waiting);
    free(ranks->message);
    free(ranks);
}

struct ranks *ranks_open(const struct ranks_work *work, int threads, struct error *err)
{
    struct ranks *ranks = error_allocate(sizeof *ranks, err);
    if (ranks == NULL) {
        return NULL;
    }
    ranks->work = *work;
    ranks->threads = threads < THREADS_MOST ? threads : THREADS_MOST;
    ranks->others = count_others(ranks->threads);
    (void)pthread_mutex_init(&ranks->lock, NULL);
    if (!make_seats(ranks)) {
        error_no_memory(err);
        free_ranks(ranks);
        return NULL;
    }
    return ranks;
}

void ranks_close(struct ranks *ranks)
{
    if (ranks != NULL) {
        if (ranks_is_first()) {
            release_others(ranks);
        }
        free_ranks(ranks);
    }
}

static void watch_units(void *context)
{
    const struct ranks_work *work = &((const struct ranks *)context)->work;
    if (work->watch != NULL) {
        work->watch(work->context);
    }
}

static void watch_now_and_then(struct ranks *ranks, double *watched)
{
    if (work_now() - *watched >= 1.0) {
        watch_units(ranks);
        *watched = work_now();
    }
}

/* Does the units on rank 0 and has them done elsewhere. */
static void serve_units(struct ranks *ranks)
{
    double watched = work_now();
    while (is_busy(ranks) || ranks->away > 0) {
        if (!serve_others(ranks)) {
            pause_shortly();
        }
        watch_now_and_then(ranks, &watched);
    }
}

bool ranks_run(struct ranks *ranks, int64_t first, int64_t count, struct error *err)
{
    const bool is_first = ranks_is_first();
    ranks->next = first;
    ranks->end = first + count;
    if (!open_pool(ranks, err)) {
        return false;
    }
    ranks->busy = ranks->threads;
    if (is_first && ranks->others == 0) {
        thread_pool_watch(ranks->pool, ranks->threads, do_own_units, watch_units,
                          ranks);
        return true;
    }
    thread_pool_begin(ranks->pool, ranks->threads, ranks->threads,
                      is_first ? do_own_units : do_units_of_first, ranks);
    if (is_first) {
        serve_units(ranks);
    }
    thread_pool_finish(ranks->pool);
    return true;
}

struct ranks_cost ranks_cost(const struct ranks *ranks)
{
    return ranks->cost;
}
