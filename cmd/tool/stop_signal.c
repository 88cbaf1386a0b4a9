#include "cmd/tool/stop_signal.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* A signal handler gets no context: the one variable of the program outside of all
 * functions and structures. */
static atomic_bool stop;

static void on_signal(int number)
{
    (void)number;
    atomic_store(&stop, true);
}

const atomic_bool *stop_signal_catch(const int *signals)
{
    const struct sigaction action = {.sa_handler = on_signal,
                                     .sa_flags = (int)SA_RESETHAND};
    for (const int *number = signals; *number != 0; number++) {
        (void)sigaction(*number, &action, NULL);
    }
    return &stop;
}

const atomic_bool *stop_signal_flag(void)
{
    return &stop;
}
