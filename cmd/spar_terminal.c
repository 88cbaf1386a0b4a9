#include "cmd/spar_terminal.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/thread.h"
#include "bot/base/paths.h"
#include "cmd/tool/long_run.h"

struct spar_terminal {
    struct engine *engine;
    struct terminal *terminal;
    pthread_t thread;
    bool is_started;
    bool has_failed;         /* of the thread, until it has ended */
    atomic_bool is_stopping; /* the bot's loop has ended */
};

enum { WAIT_MS = 50 };

/* The bot's loop stops as by systemd. Where the person is quicker than its start, a
 * signal would find nobody who watches for it: the loop has signals ignored first. */
static void stop_the_bot(struct spar_terminal *here)
{
    const struct timespec wait = {.tv_nsec = WAIT_MS * 1000000L};
    struct sigaction action;
    while (!atomic_load(&here->is_stopping)) {
        if (sigaction(SIGTERM, NULL, &action) == 0 && action.sa_handler != SIG_DFL &&
            action.sa_handler != SIG_IGN) {
            (void)kill(getpid(), SIGTERM);
            return;
        }
        (void)nanosleep(&wait, NULL);
    }
}

static void *run_terminal(void *arg)
{
    struct spar_terminal *here = arg;
    here->has_failed = !terminal_run(here->terminal);
    stop_the_bot(here);
    return NULL;
}

bool spar_terminal_stop(struct spar_terminal *here)
{
    if (here == NULL) {
        return true;
    }
    atomic_store(&here->is_stopping, true);
    if (here->is_started) {
        terminal_end(here->terminal);
        (void)pthread_join(here->thread, NULL);
    }
    terminal_free(here->terminal);
    engine_close(here->engine);
    bool is_good = !here->has_failed;
    free(here);
    return is_good;
}

struct spar_terminal *spar_terminal_start(struct terminal_setup *setup,
                                          struct error *err)
{
    char folder[PATHS_MAX];
    struct spar_terminal *here = error_allocate(sizeof *here, err);
    if (here == NULL) {
        return NULL;
    }
    here->engine = long_run_open_engine(NULL, folder, err);
    setup->engine = here->engine;
    here->terminal = here->engine != NULL ? terminal_new(setup, err) : NULL;
    if (here->terminal == NULL) {
        (void)spar_terminal_stop(here);
        return NULL;
    }
    here->is_started = thread_start(&here->thread, run_terminal, here);
    if (!here->is_started) {
        error_set(err, "cannot start the terminal");
        (void)spar_terminal_stop(here);
        return NULL;
    }
    return here;
}
