#include "base/team.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

enum { SPINS = 2000 }; /* looks before going to sleep */

struct member {
    struct team *team;
    pthread_t thread;
};

struct team {
    int helpers; /* that run */
    struct member *member;
    pthread_mutex_t lock;
    pthread_cond_t begun;
    pthread_cond_t done;
    atomic_uint turn; /* counts pieces of work; changed under the lock */
    bool is_closing;

    /* the piece of work at hand */
    void (*work)(void *context, int part, int parts);
    void *context;
    int parts;
    atomic_int next; /* the next part that nobody has taken */
    atomic_int busy; /* helpers that have not finished with this turn */
};

static void take_parts(struct team *team)
{
    int part;
    while ((part = atomic_fetch_add(&team->next, 1)) < team->parts) {
        team->work(team->context, part, team->parts);
    }
}

/* Waits for a turn other than `last`; returns it. */
static unsigned await_turn(struct team *team, unsigned last)
{
    for (int i = 0; i < SPINS; i++) {
        if (atomic_load(&team->turn) != last) {
            break;
        }
    }
    (void)pthread_mutex_lock(&team->lock);
    while (atomic_load(&team->turn) == last) {
        (void)pthread_cond_wait(&team->begun, &team->lock);
    }
    unsigned turn = atomic_load(&team->turn);
    (void)pthread_mutex_unlock(&team->lock);
    return turn;
}

static void *help(void *argument)
{
    struct team *team = ((struct member *)argument)->team;
    unsigned turn = 0;
    for (;;) {
        turn = await_turn(team, turn);
        if (team->is_closing) {
            return NULL;
        }
        take_parts(team);
        if (atomic_fetch_sub(&team->busy, 1) == 1) {
            (void)pthread_mutex_lock(&team->lock);
            (void)pthread_cond_signal(&team->done);
            (void)pthread_mutex_unlock(&team->lock);
        }
    }
}

static void begin_turn(struct team *team)
{
    (void)pthread_mutex_lock(&team->lock);
    atomic_store(&team->next, 0);
    atomic_store(&team->busy, team->helpers);
    atomic_fetch_add(&team->turn, 1);
    (void)pthread_cond_broadcast(&team->begun);
    (void)pthread_mutex_unlock(&team->lock);
}

static void await_helpers(struct team *team)
{
    for (int i = 0; i < SPINS; i++) {
        if (atomic_load(&team->busy) == 0) {
            return;
        }
    }
    (void)pthread_mutex_lock(&team->lock);
    while (atomic_load(&team->busy) > 0) {
        (void)pthread_cond_wait(&team->done, &team->lock);
    }
    (void)pthread_mutex_unlock(&team->lock);
}

struct team *team_new(int threads)
{
    struct team *team = calloc(1, sizeof *team);
    if (team == NULL) {
        return NULL;
    }
    (void)pthread_mutex_init(&team->lock, NULL);
    (void)pthread_cond_init(&team->begun, NULL);
    (void)pthread_cond_init(&team->done, NULL);
    team->member = calloc((size_t)threads, sizeof *team->member);
    while (team->member != NULL && team->helpers < threads - 1) {
        struct member *member = &team->member[team->helpers];
        member->team = team;
        if (pthread_create(&member->thread, NULL, help, member) != 0) {
            break;
        }
        team->helpers++;
    }
    if (team->helpers < threads - 1) {
        team_free(team);
        return NULL;
    }
    return team;
}

void team_free(struct team *team)
{
    if (team == NULL) {
        return;
    }
    team->is_closing = true;
    begin_turn(team);
    for (int t = 0; t < team->helpers; t++) {
        (void)pthread_join(team->member[t].thread, NULL);
    }
    (void)pthread_cond_destroy(&team->begun);
    (void)pthread_cond_destroy(&team->done);
    (void)pthread_mutex_destroy(&team->lock);
    free(team->member);
    free(team);
}

void team_run(struct team *team, int parts,
              void (*work)(void *context, int part, int parts), void *context)
{
    if (team == NULL || team->helpers == 0 || parts == 1) {
        for (int part = 0; part < parts; part++) {
            work(context, part, parts);
        }
        return;
    }
    team->work = work;
    team->context = context;
    team->parts = parts;
    begin_turn(team);
    take_parts(team);
    await_helpers(team);
}
