/* What `play` needs is checked in one go, each fault with its option. */
#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/database.h"
#include "bot/service/account_lock.h"
#include "bot/service/play_check.h"
#include "tests/unit/test_folder.h"

struct fixture {
    char folder[64];
    struct config config,
        other;          /* all of them good but for the weights, which are none */
    char said[3][4000]; /* of faults, warnings, notes */
    int faults;
};

static void hear(void *context, enum play_finding kind, const char *text)
{
    struct fixture *f = context;
    (void)strncat(f->said[kind], text, 500);
    (void)strcat(f->said[kind], "\n");
}

static int run_check(struct fixture *f, int count, bool is_starting)
{
    const struct config *configs[] = {&f->config, &f->other};
    const struct play_check check = {.configs = configs,
                                     .count = count,
                                     .is_starting = is_starting,
                                     .tell = hear,
                                     .context = f};
    memset(f->said, 0, sizeof f->said);
    f->faults = play_check_run(&check, NULL);
    return f->faults;
}

/* PATH in the folder of the test, written to `option`. */
static void set_path(const struct fixture *f, char option[CONFIG_TEXT_MAX],
                     const char *path)
{
    (void)snprintf(option, CONFIG_TEXT_MAX, "%s/%s", f->folder, path);
}

static void write_text(const struct fixture *f, char option[CONFIG_TEXT_MAX],
                       const char *path, const char *text, mode_t mode)
{
    set_path(f, option, path);
    FILE *file = fopen(option, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(option, mode), 0);
}

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    *state = f;
    strcpy(f->folder, "/tmp/fibsbot-check-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    (void)unsetenv("FIBSBOT_PASSWORD");
    config_default(&f->config);
    strcpy(f->config.server.host, "127.0.0.1");
    strcpy(f->config.account.name, "our_bot");
    strcpy(f->config.strength.weights, "/nowhere");
    write_text(f, f->config.account.password_file, "password", "hidden\n", 0600);
    set_path(f, f->config.account.state_folder, "state/deep");
    set_path(f, f->config.record.folder, "matches");
    set_path(f, f->config.history.file, "history.db");
    f->other = f->config;
    strcpy(f->other.account.name, "other_bot");
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    int status = test_folder_remove(f->folder);
    free(f);
    return status;
}

static void nothing_but_the_weights_is_missing_and_nothing_is_made(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(run_check(f, 1, false), 1);
    assert_non_null(
        strstr(f->said[PLAY_FAULT], "strength.weights: weights folder: /nowhere"));
    assert_string_equal(f->said[PLAY_WARNING], "");
    assert_string_equal(f->said[PLAY_NOTE], "");
    assert_int_equal(access(f->config.record.folder, F_OK), -1);
    assert_int_equal(access(f->config.history.file, F_OK), -1);
}

static void all_faults_are_told_at_once(void **state)
{
    struct fixture *f = *state;
    struct config *c = &f->config;
    write_text(f, c->account.password_file, "open", "hidden\n", 0644);
    write_text(f, c->notify.url_file, "hook", "ftp://host/secret-path\n", 0600);
    write_text(f, c->accept.list_file, "list", "blok anna\nblock bert\nallow\n", 0600);
    write_text(f, c->history.file, "history", "this is no database, but text\n", 0600);
    set_path(f, c->log.file, "missing/bot.log");
    set_path(f, c->record.folder, "hook/matches");
    set_path(f, c->status.health_file, "missing/health");
    set_path(f, c->server.ca_file, "missing.pem");
    strcpy(c->server.host, "fibs.com:4321");
    strcpy(c->owner.name, "anna");
    write_text(f, c->owner.secret_file, "owner", "short\n", 0600);
    strcpy(c->accept.list_url, "https://:99999/list");
    assert_int_equal(run_check(f, 1, false), 13);
    static const char *const expected[] = {
        "account.password_file: password file ",
        "lets others read it; expected 600",
        "notify.url_file: webhook address file ",
        "list line 1: expected block NAME",
        "list line 3: expected block NAME",
        "history.file: ",
        "log.file: folder ",
        "record.folder: ",
        "status.health_file: folder ",
        "server.ca_file: ",
        "server.host: expected a host name or an address, found \"fibs.com:4321\"",
        "owner.secret_file: expected a secret of 8",
        "accept.list_url: expected an address",
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        if (strstr(f->said[PLAY_FAULT], expected[i]) == NULL) {
            fail_msg("no \"%s\" in:\n%s", expected[i], f->said[PLAY_FAULT]);
        }
    }
    assert_null(strstr(f->said[PLAY_FAULT], "secret-path"));
    assert_null(strstr(f->said[PLAY_FAULT], "hidden"));
}

static void what_is_not_used_is_not_checked(void **state)
{
    struct fixture *f = *state;
    f->config.record.matches = false;
    strcpy(f->config.record.folder, "/dev/null/matches");
    strcpy(f->config.owner.secret_file, "/nowhere/secret");
    strcpy(f->config.notify.queue, "/dev/null/queue");
    strcpy(f->config.notify.secret_file, "/nowhere/key");
    assert_int_equal(run_check(f, 1, false), 1);
}

static void what_is_not_required_is_only_a_warning(void **state)
{
    struct fixture *f = *state;
    strcpy(f->config.record.folder, "/dev/null/matches");
    strcpy(f->config.record.decisions, "/dev/null/decisions");
    strcpy(f->config.history.file, "/dev/null/history");
    assert_int_equal(run_check(f, 1, false), 4);
    assert_non_null(strstr(f->said[PLAY_FAULT], "set record.required = no\n"));
    assert_non_null(strstr(f->said[PLAY_FAULT], "set history.required = no\n"));
    f->config.record.required = f->config.history.required = false;
    assert_int_equal(run_check(f, 1, false), 1);
    assert_non_null(strstr(f->said[PLAY_WARNING], "record.folder: "));
    assert_non_null(strstr(f->said[PLAY_WARNING], "record.decisions: "));
    assert_non_null(strstr(f->said[PLAY_WARNING], "since history.required = no\n"));
}

static void missing_password_is_a_fault_only_when_play_starts(void **state)
{
    struct fixture *f = *state;
    f->config.account.password_file[0] = '\0';
    assert_int_equal(run_check(f, 1, false), 1);
    assert_non_null(strstr(f->said[PLAY_WARNING], "FIBSBOT_PASSWORD"));
    assert_int_equal(run_check(f, 1, true), 2);
    assert_non_null(strstr(f->said[PLAY_FAULT], "FIBSBOT_PASSWORD"));
    (void)setenv("FIBSBOT_PASSWORD", "hidden", 1);
    assert_int_equal(run_check(f, 1, true), 1);
    assert_string_equal(getenv("FIBSBOT_PASSWORD"), "hidden");
}

static void fault_of_one_account_names_it_and_an_inherited_one_comes_once(void **state)
{
    struct fixture *f = *state;
    strcpy(f->config.record.decisions, "/nowhere/decisions");
    strcpy(f->other.record.decisions, "/nowhere/decisions");
    strcpy(f->other.account.password_file, "/nowhere/password");
    assert_int_equal(run_check(f, 2, false), 3);
    assert_non_null(
        strstr(f->said[PLAY_FAULT], "[account other_bot] account.password_file: "));
    const char *first = strstr(f->said[PLAY_FAULT], "record.decisions: ");
    assert_non_null(first);
    assert_null(strstr(first + 1, "record.decisions: "));
}

static void history_of_a_newer_program_is_a_fault(void **state)
{
    struct fixture *f = *state;
    struct error err;
    struct database *database =
        database_open(f->config.history.file, DATABASE_WRITE, &err);
    assert_true(database_run(database, &err, "CREATE TABLE t (a)", ""));
    database_close(database);
    assert_int_equal(run_check(f, 1, false), 1); /* version 0 */
    database = database_open(f->config.history.file, DATABASE_WRITE, &err);
    assert_true(database_run(database, &err, "PRAGMA user_version = 1000", ""));
    database_close(database);
    assert_int_equal(run_check(f, 1, false), 2);
    assert_non_null(strstr(f->said[PLAY_FAULT], "history.file: "));
    assert_non_null(strstr(f->said[PLAY_FAULT], "found 1000"));
}

static void host_that_is_not_found_is_a_warning(void **state)
{
    struct fixture *f = *state;
    strcpy(f->config.server.host, "no-such-host.invalid");
    assert_int_equal(run_check(f, 1, true), 1);
    assert_string_equal(f->said[PLAY_WARNING], "");
    assert_int_equal(run_check(f, 1, false), 1);
    assert_non_null(strstr(f->said[PLAY_WARNING], "server.host: no-such-host.invalid"));
}

static void port_in_use_is_a_fault_unless_our_bot_has_it(void **state)
{
    struct fixture *f = *state;
    struct error err;
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(fd, 1), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &size), 0);
    f->config.status.port = ntohs(address.sin_port);
    assert_int_equal(run_check(f, 1, false), 2);
    assert_non_null(strstr(f->said[PLAY_FAULT], "status.port: "));
    assert_string_equal(f->said[PLAY_NOTE], "");

    char process[32];
    struct account_lock *lock = account_lock(&f->config, &err);
    (void)snprintf(process, sizeof process, "as process %ld", (long)getpid());
    assert_int_equal(run_check(f, 1, false), 1);
    assert_non_null(strstr(f->said[PLAY_NOTE], process));
    account_unlock(lock);
    assert_int_equal(run_check(f, 1, false), 2);
    (void)close(fd);
    assert_int_equal(run_check(f, 1, false), 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(nothing_but_the_weights_is_missing_and_nothing_is_made),
        TEST(all_faults_are_told_at_once),
        TEST(what_is_not_used_is_not_checked),
        TEST(what_is_not_required_is_only_a_warning),
        TEST(missing_password_is_a_fault_only_when_play_starts),
        TEST(fault_of_one_account_names_it_and_an_inherited_one_comes_once),
        TEST(history_of_a_newer_program_is_a_fault),
        TEST(host_that_is_not_found_is_a_warning),
        TEST(port_in_use_is_a_fault_unless_our_bot_has_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
