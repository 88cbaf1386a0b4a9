/* Long runs: each signal that asks them to end is heard. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/tool/long_run.h"
#include "tests/unit/test_case.h"

TEST(every_signal_to_end_stops_a_run_in_order)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < 3; i++) {
        int status;
        pid_t child = fork();
        if (child == 0) {
            (void)long_run_catch_signals();
            bool was_stopped = long_run_is_stopped();
            (void)raise(signals[i]);
            _exit(!was_stopped && long_run_is_stopped() ? 7 : 1);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 7);
    }
}

TEST_MAIN(NULL, NULL)
