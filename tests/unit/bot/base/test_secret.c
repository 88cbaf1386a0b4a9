/* The password: where it comes from, who may read it, and that it is wiped. */
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bot/base/secret.h"
#include "tests/unit/test_case.h"

static void write_file(char path[64], const char *text, mode_t mode)
{
    strcpy(path, "/tmp/fibsbot-secret-XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    assert_int_equal(fchmod(fd, mode), 0);
    (void)close(fd);
}

TEST(first_line_of_a_private_file_is_the_password)
{
    static const char *const texts[] = {"pa55!~word\n", "pa55!~word",
                                        "pa55!~word\r\nmore\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char path[64];
        struct secret secret;
        struct error err;
        write_file(path, texts[i], i == 0 ? 0600 : 0400);
        assert_true(secret_read(&secret, path, &err));
        assert_string_equal(secret.text, "pa55!~word");
        (void)unlink(path);
    }
}

TEST(file_open_to_others_is_refused)
{
    static const mode_t modes[] = {0640, 0604, 0620, 0644, 0610};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        char path[64], mode[16];
        struct secret secret;
        struct error err;
        write_file(path, "secret\n", modes[i]);
        assert_false(secret_read(&secret, path, &err));
        FORMAT_TEXT(mode, "mode %03o", (unsigned)modes[i]);
        assert_non_null(strstr(err.text, mode));
        assert_non_null(strstr(err.text, "chmod 600"));
        assert_string_equal(secret.text, "");
        (void)unlink(path);
    }
}

TEST(useless_password_is_refused_and_never_quoted)
{
    char longest[140];
    memset(longest, '!', sizeof longest); /* in no temporary name */
    longest[128] = '\0';
    const char *const texts[] = {"",         "\nsecret\n",   "!! !!\n",
                                 "!!\t!!\n", "!!\xc3\xa9\n", longest};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char path[64];
        struct secret secret;
        struct error err;
        write_file(path, texts[i], 0600);
        assert_false(secret_read(&secret, path, &err));
        assert_non_null(strstr(err.text, path));
        assert_null(strstr(err.text, "!!"));
        (void)unlink(path);
    }
}

TEST(longest_password_fits)
{
    char path[64], longest[140];
    struct secret secret;
    struct error err;
    memset(longest, 'q', 127);
    strcpy(&longest[127], "\nrest");
    write_file(path, longest, 0600);
    assert_true(secret_read(&secret, path, &err));
    assert_int_equal(strlen(secret.text), 127);
    (void)unlink(path);
}

TEST(folder_fifo_and_missing_file_are_refused)
{
    char folder[64] = "/tmp/fibsbot-secret-XXXXXX", fifo[80];
    struct secret secret;
    struct error err;
    assert_non_null(mkdtemp(folder));
    FORMAT_TEXT(fifo, "%s/fifo", folder);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    assert_false(secret_read(&secret, folder, &err));
    assert_non_null(strstr(err.text, "regular file"));
    assert_false(secret_read(&secret, fifo, &err));
    assert_non_null(strstr(err.text, "regular file"));
    (void)unlink(fifo);
    assert_false(secret_read(&secret, fifo, &err));
    assert_non_null(strstr(err.text, "No such file"));
    (void)rmdir(folder);
}

TEST(environment_gives_it_once)
{
    struct secret secret;
    struct error err;
    assert_int_equal(setenv("FIBSBOT_PASSWORD", "from_env", 1), 0);
    assert_true(secret_read(&secret, "", &err));
    assert_string_equal(secret.text, "from_env");
    assert_null(getenv("FIBSBOT_PASSWORD"));
    assert_false(secret_read(&secret, "", &err));
    assert_string_equal(err.text,
                        "no password: set account.password_file or FIBSBOT_PASSWORD");
    assert_string_equal(secret.text, "");
}

TEST(wiped_memory_holds_nothing)
{
    static const char zeros[16];
    char text[16] = "secret";
    secret_wipe(text, sizeof text);
    assert_memory_equal(text, zeros, sizeof text);
}

/* In a process of its own, since there is no way back. */
TEST(protected_memory_leaves_no_core)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        bool is_protected = secret_protect_memory();
        _exit(is_protected ? prctl(PR_GET_DUMPABLE) : 2);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 2) {
        print_message("a sanitizer watches the memory\n");
        skip();
    }
    assert_int_equal(WEXITSTATUS(status), 0);
}

TEST_MAIN(NULL, NULL)
