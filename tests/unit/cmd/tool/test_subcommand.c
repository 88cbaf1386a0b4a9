/* The end of a subcommand: what it has printed is there, or the reason is told. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/tool/subcommand.h"
#include "tests/unit/test_case.h"

/* What a command prints comes upon a limit on the size of files, which passes before its end;
 * another call may have failed meanwhile. Returns the status that it ends with. */
static int end_after_lost_output(int reason_of_another, const char *expected)
{
    const struct cli_command command = {.title = "a test"};
    struct rlimit limit = {.rlim_max = RLIM_INFINITY};
    struct error err = {0};
    FILE *file = tmpfile();
    (void)signal(SIGXFSZ, SIG_IGN);
    if (file == NULL || getrlimit(RLIMIT_FSIZE, &limit) != 0 ||
        dup2(fileno(file), STDOUT_FILENO) < 0) {
        return 1;
    }
    const rlim_t before = limit.rlim_cur;
    limit.rlim_cur = 0;
    (void)setrlimit(RLIMIT_FSIZE, &limit);
    (void)puts("a result");
    (void)fflush(stdout);
    limit.rlim_cur = before;
    (void)setrlimit(RLIMIT_FSIZE, &limit);
    errno = reason_of_another != 0 ? reason_of_another : errno;
    int status = subcommand_end(&command, 0, &err);
    bool is_untouched = lseek(fileno(file), 0, SEEK_END) == 0;
    return is_untouched && strcmp(err.text, expected) == 0 ? status : 2;
}

/* In a process of its own, whose standard output is lost. */
static void assert_end(int status, int reason_of_another, const char *expected)
{
    int ended;
    (void)fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        _exit(end_after_lost_output(reason_of_another, expected));
    }
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_true(WIFEXITED(ended));
    assert_int_equal(WEXITSTATUS(ended), status);
}

TEST(reason_of_a_write_that_failed_before_is_told)
{
    assert_end(SUBCOMMAND_PASSES, 0, "the output cannot be written: File too large");
}

TEST(reason_of_another_call_is_not_taken_for_it)
{
    assert_end(1, ENOENT, "the output cannot be written");
}

TEST_MAIN(NULL, NULL)
