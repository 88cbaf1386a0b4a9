/* What `play` needs is checked in one go, each fault with its option. */
#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/database.h"
#include "bot/config/options.h"
#include "bot/config/path_options.h"
#include "bot/service/account_lock.h"
#include "bot/service/play_check.h"
#include "engine/board/points.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static struct fixture {
    char folder[64];
    struct config config,
        other;          /* all of them good but for the weights, which are none */
    char said[3][4000]; /* of faults, warnings, notes */
    struct play_faults faults;
    char bot_conf[CONFIG_TEXT_MAX]; /* "": none */
} f;

static void hear(void *context, enum play_finding kind, const char *text)
{
    (void)strncat(f.said[kind], text, 500);
    (void)strcat(f.said[kind], "\n");
}

static int run_check(int count, bool is_starting)
{
    const struct config *configs[] = {&f.config, &f.other};
    const char *const files[] = {f.bot_conf};
    const struct play_check check = {.configs = configs,
                                     .count = count,
                                     .files = files,
                                     .file_count = f.bot_conf[0] != '\0',
                                     .moment =
                                         is_starting ? PLAY_STARTING : PLAY_CHECKED,
                                     .tell = hear,
                                     .context = &f};
    memset(f.said, 0, sizeof f.said);
    f.faults = play_check_run(&check, NULL);
    return f.faults.count;
}

/* PATH in the folder of the test, written to `option`. */
static void set_path(char option[CONFIG_TEXT_MAX], const char *path)
{
    (void)snprintf(option, CONFIG_TEXT_MAX, "%s/%s", f.folder, path);
}

static void write_text(char option[CONFIG_TEXT_MAX], const char *path, const char *text,
                       mode_t mode)
{
    set_path(option, path);
    test_file_write(option, text);
    assert_int_equal(chmod(option, mode), 0);
}

static int set_up(void **state)
{
    memset(&f, 0, sizeof f);
    test_folder_make(f.folder, sizeof f.folder, "check");
    (void)unsetenv("FIBSBOT_PASSWORD");
    config_default(&f.config);
    strcpy(f.config.server.host, "127.0.0.1");
    strcpy(f.config.account.name, "our_bot");
    strcpy(f.config.strength.weights, "/nowhere");
    write_text(f.config.account.password_file, "password", "hidden\n", 0600);
    set_path(f.config.account.state_folder, "state/deep");
    set_path(f.config.record.folder, "matches");
    set_path(f.config.history.file, "history.db");
    f.other = f.config;
    strcpy(f.other.account.name, "other_bot");
    return 0;
}

static int tear_down(void **state)
{
    return test_folder_remove(f.folder);
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)

CASE(nothing_but_the_weights_is_missing_and_nothing_is_made)
{
    assert_int_equal(run_check(1, false), 1);
    assert_non_null(
        strstr(f.said[PLAY_FAULT], "strength.weights: weights folder: /nowhere"));
    assert_string_equal(f.said[PLAY_WARNING], "");
    assert_string_equal(f.said[PLAY_NOTE], "");
    assert_int_equal(access(f.config.record.folder, F_OK), -1);
    assert_int_equal(access(f.config.history.file, F_OK), -1);
}

CASE(all_faults_are_told_at_once)
{
    struct config *c = &f.config;
    write_text(c->account.password_file, "open", "hidden\n", 0644);
    write_text(c->notify.url_file, "hook", "ftp://host/secret-path\n", 0600);
    write_text(c->accept.list_file, "list", "blok anna\nblock bert\nallow\n", 0600);
    write_text(c->history.file, "history", "this is no database, but text\n", 0600);
    set_path(c->log.file, "missing/bot.log");
    set_path(c->record.folder, "hook/matches");
    set_path(c->status.health_file, "missing/health");
    set_path(c->server.ca_file, "missing.pem");
    strcpy(c->server.host, "fibs.com:4321");
    strcpy(c->owner.name, "anna");
    write_text(c->owner.secret_file, "owner", "short\n", 0600);
    strcpy(c->accept.list_url, "https://:99999/list");
    assert_int_equal(run_check(1, false), 13);
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
        assert_holds(f.said[PLAY_FAULT], expected[i]);
    }
    assert_null(strstr(f.said[PLAY_FAULT], "secret-path"));
    assert_null(strstr(f.said[PLAY_FAULT], "hidden"));
}

CASE(a_list_that_cannot_be_read_is_told_once)
{
    set_path(f.config.accept.list_file, "missing.list");
    assert_int_equal(run_check(1, false), 2); /* with the weights */
    set_path(f.config.accept.list_file, ".");
    assert_int_equal(run_check(1, false), 2);
    f.config.accept.list_file[0] = '\0';
    strcpy(f.config.accept.list_url, "https://:99999/list");
    strcpy(f.other.accept.list_url, "https://:99999/list");
    assert_int_equal(run_check(2, false), 2);
    assert_non_null(strstr(f.said[PLAY_FAULT], "accept.list_url: expected"));
    assert_null(strstr(f.said[PLAY_FAULT], "] accept.list_url: "));
}

CASE(what_is_not_used_is_not_checked)
{
    f.config.record.matches = false;
    strcpy(f.config.record.folder, "/dev/null/matches");
    strcpy(f.config.owner.secret_file, "/nowhere/secret");
    strcpy(f.config.notify.queue, "/dev/null/queue");
    strcpy(f.config.notify.secret_file, "/nowhere/key");
    assert_int_equal(run_check(1, false), 1);
}

CASE(what_only_a_later_account_uses_is_checked)
{
    strcpy(f.config.owner.secret_file, "/nowhere/secret");
    strcpy(f.other.owner.secret_file, "/nowhere/secret");
    strcpy(f.other.owner.name, "anna");
    assert_int_equal(run_check(2, false), 2);
    assert_non_null(
        strstr(f.said[PLAY_FAULT], "[account other_bot] owner.secret_file: "));
}

CASE(what_is_not_required_is_only_a_warning)
{
    strcpy(f.config.record.folder, "/dev/null/matches");
    strcpy(f.config.record.decisions, "/dev/null/decisions");
    strcpy(f.config.history.file, "/dev/null/history");
    assert_int_equal(run_check(1, false), 4);
    assert_non_null(strstr(f.said[PLAY_FAULT], "set record.required = no\n"));
    assert_non_null(strstr(f.said[PLAY_FAULT], "set history.required = no\n"));
    f.config.record.required = f.config.history.required = false;
    assert_int_equal(run_check(1, false), 1);
    assert_non_null(strstr(f.said[PLAY_WARNING], "record.folder: "));
    assert_non_null(strstr(f.said[PLAY_WARNING], "record.decisions: "));
    assert_non_null(strstr(f.said[PLAY_WARNING], "since history.required = no\n"));
}

CASE(missing_password_is_a_fault_only_when_play_starts)
{
    f.config.account.password_file[0] = '\0';
    assert_int_equal(run_check(1, false), 1);
    assert_non_null(strstr(f.said[PLAY_WARNING], "FIBSBOT_PASSWORD"));
    assert_int_equal(run_check(1, true), 2);
    assert_non_null(strstr(f.said[PLAY_FAULT], "FIBSBOT_PASSWORD"));
    (void)setenv("FIBSBOT_PASSWORD", "hidden", 1);
    assert_int_equal(run_check(1, true), 1);
    assert_string_equal(getenv("FIBSBOT_PASSWORD"), "hidden");
}

CASE(fault_of_one_account_names_it_and_an_inherited_one_comes_once)
{
    strcpy(f.config.record.decisions, "/nowhere/decisions");
    strcpy(f.other.record.decisions, "/nowhere/decisions");
    strcpy(f.other.account.password_file, "/nowhere/password");
    assert_int_equal(run_check(2, false), 3);
    assert_non_null(
        strstr(f.said[PLAY_FAULT], "[account other_bot] account.password_file: "));
    const char *first = strstr(f.said[PLAY_FAULT], "record.decisions: ");
    assert_non_null(first);
    assert_null(strstr(first + 1, "record.decisions: "));
}

CASE(history_of_a_newer_program_is_a_fault)
{
    struct error err;
    struct database *database =
        database_open(f.config.history.file, DATABASE_WRITE, &err);
    assert_true(database_run(database, &err, "CREATE TABLE account (a)", ""));
    database_close(database);
    assert_int_equal(run_check(1, false), 1); /* version 0 */
    database = database_open(f.config.history.file, DATABASE_WRITE, &err);
    assert_true(database_run(database, &err, "ALTER TABLE account RENAME TO t", ""));
    database_close(database);
    assert_int_equal(run_check(1, false), 2); /* of another program */
    assert_non_null(
        strstr(f.said[PLAY_FAULT], "another database, which has no table \"account\""));
    database = database_open(f.config.history.file, DATABASE_WRITE, &err);
    assert_true(database_run(database, &err, "PRAGMA user_version = 1000", ""));
    database_close(database);
    assert_int_equal(run_check(1, false), 2);
    assert_non_null(strstr(f.said[PLAY_FAULT], "history.file: "));
    assert_non_null(strstr(f.said[PLAY_FAULT], "found 1000"));
}

CASE(host_that_is_not_found_is_a_warning)
{
    strcpy(f.config.server.host, "no-such-host.invalid");
    assert_int_equal(run_check(1, true), 1);
    assert_string_equal(f.said[PLAY_WARNING], "");
    assert_int_equal(run_check(1, false), 1);
    assert_non_null(strstr(f.said[PLAY_WARNING], "server.host: no-such-host.invalid"));
}

CASE(port_in_use_is_a_fault_unless_our_bot_has_it)
{
    struct error err;
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(fd, 1), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &size), 0);
    f.config.status.port = ntohs(address.sin_port);
    assert_int_equal(run_check(1, false), 2);
    assert_non_null(strstr(f.said[PLAY_FAULT], "status.port: "));
    assert_string_equal(f.said[PLAY_NOTE], "");

    char process[32];
    struct account_lock *lock = account_lock(&f.config, &err);
    FORMAT_TEXT(process, "as process %ld", (long)getpid());
    assert_int_equal(run_check(1, false), 1);
    assert_non_null(strstr(f.said[PLAY_NOTE], process));
    account_unlock(lock);
    assert_int_equal(run_check(1, false), 2);
    (void)close(fd);
    assert_int_equal(run_check(1, false), 1);
}

/* ---- one file for two options ---------------------------------------------------- */

/* Both options lead to this file, under different names. */
static void collides(char option[CONFIG_TEXT_MAX], const char *path,
                     const char *expected)
{
    char before[CONFIG_TEXT_MAX];
    memcpy(before, option, sizeof before);
    memcpy(option, path, CONFIG_TEXT_MAX);
    assert_int_equal(run_check(2, false), 2);
    assert_holds(f.said[PLAY_FAULT], expected);
    memcpy(option, before, sizeof before);
}

CASE(no_two_options_may_write_to_one_file)
{
    struct config *c = &f.config;
    char again[CONFIG_TEXT_MAX];
    set_path(c->log.file, "bot.log");
    set_path(again, "./bot.log");
    collides(c->log.trace, again, "log.trace: ");
    collides(c->record.decisions, again, "is also the file of record.decisions, or");
    collides(c->status.health_file, again, "is also the file of log.file, or");
    collides(c->history.file, again, "is also the file of history.file, or");
    set_path(again, "bot.log.3"); /* becomes of a rotated log */
    collides(c->log.trace, again, "log.trace: ");
    set_path(again, "history.db-wal");
    collides(c->log.trace, again, "is also the file of history.file, or");
    set_path(again, "health.new");
    set_path(c->status.health_file, "health");
    collides(c->record.decisions, again, "is also the file of record.decisions, or");
    assert_int_equal(run_check(2, false), 1);
}

/* It is written beside the file first. */
CASE(what_is_replaced_spares_a_file_that_is_not_ours)
{
    char draft[CONFIG_TEXT_MAX];
    set_path(f.config.status.health_file, "health");
    assert_int_equal(run_check(1, false), 1);
    write_text(draft, "health.new", "a letter\n", 0600);
    assert_int_equal(run_check(1, false), 2);
    assert_non_null(strstr(f.said[PLAY_FAULT], "health.new"));
}

/* By another name of it, too. */
CASE(nothing_writes_to_a_secret_or_to_the_configuration)
{
    struct config *c = &f.config;
    char link_name[CONFIG_TEXT_MAX];
    write_text(f.bot_conf, "bot.conf", "[account]\nname = our_bot\n", 0600);
    set_path(link_name, "hard.log");
    assert_int_equal(link(f.bot_conf, link_name), 0);
    memcpy(c->status.health_file, link_name, sizeof link_name);
    assert_int_equal(run_check(2, false), 3);
    assert_non_null(
        strstr(f.said[PLAY_FAULT], "is also the file of the configuration"));
    assert_non_null(strstr(f.said[PLAY_FAULT], "expected a health file of fibsbot"));
    c->status.health_file[0] = '\0';
    memcpy(c->log.file, c->account.password_file, CONFIG_TEXT_MAX);
    assert_int_equal(run_check(2, false), 3 + 1); /* of both accounts */
    assert_non_null(
        strstr(f.said[PLAY_FAULT], "is also the file of account.password_file"));
    c->log.file[0] = '\0';
    assert_int_equal(run_check(2, false), 1);
}

CASE(accounts_share_decisions_but_no_trace)
{
    set_path(f.config.record.decisions, "decisions");
    set_path(f.other.record.decisions, "./decisions");
    assert_int_equal(run_check(2, false), 1);
    set_path(f.config.log.trace, "trace");
    set_path(f.other.log.trace, "trace");
    assert_int_equal(run_check(2, false), 2);
    assert_non_null(strstr(f.said[PLAY_FAULT], "[account other_bot] log.trace: "));
    assert_non_null(strstr(f.said[PLAY_FAULT], "[account our_bot] log.trace, or"));
}

/* ---- what is there --------------------------------------------------------------- */

CASE(file_that_is_not_ours_is_a_fault)
{
    struct config *c = &f.config;
    char path[CONFIG_TEXT_MAX];
    write_text(c->log.file, "thesis", "It was a dark night.\n", 0600);
    write_text(c->log.trace, "letter", "Dear all,\n", 0600);
    write_text(c->record.decisions, "diary", "Monday: rain\n", 0600);
    write_text(c->status.health_file, "photo", "JFIF", 0600);
    assert_int_equal(run_check(1, false), 5);
    write_text(path, "thesis", "> bot\n2026-11-21T02:53:14Z info  x\n", 0600);
    write_text(path, "letter", "# fibsbot trace, account our_bot\n", 0600);
    write_text(path, "diary", "{\"at\":\"2026-11-21T02:53:14Z\"}\n", 0600);
    write_text(path, "photo", "2026-11-21T02:53:14Z accounts 1, on line\n", 0600);
    assert_int_equal(run_check(1, false), 1);
    write_text(path, "thesis.2", "Chapter 2\n", 0600); /* a rotation moves it */
    assert_int_equal(run_check(1, false), 2);
    assert_non_null(strstr(f.said[PLAY_FAULT], "thesis.2: expected a log of fibsbot"));
    strcpy(c->status.health_file, "/dev/null"); /* would be replaced by a file */
    assert_int_equal(run_check(1, false), 3);
}

CASE(authorities_are_loaded)
{
    write_text(f.config.server.ca_file, "ca.pem", "no certificate\n", 0600);
    assert_int_equal(run_check(1, false), 2);
    assert_non_null(strstr(f.said[PLAY_FAULT], "cannot read certificates of"));
}

CASE(default_state_folder_is_checked_as_a_given_one)
{
    f.config.account.state_folder[0] = '\0';
    assert_int_equal(setenv("STATE_DIRECTORY", "/dev/null/state", 1), 0);
    assert_int_equal(run_check(1, false), 2);
    assert_non_null(strstr(f.said[PLAY_FAULT],
                           "account.state_folder: folder /dev/null/state: Not a"));
    assert_int_equal(unsetenv("STATE_DIRECTORY"), 0);
    assert_int_equal(unsetenv("XDG_STATE_HOME"), 0);
    assert_int_equal(unsetenv("HOME"), 0);
    assert_int_equal(run_check(1, false), 2);
    assert_non_null(
        strstr(f.said[PLAY_FAULT], "account.state_folder: no folder by default"));
}

/* A limit of sizes stands for a full disk. */
CASE(full_disk_passes_and_leaves_nothing_behind)
{
    struct rlimit before;
    (void)signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit limit = {.rlim_cur = 100, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    int faults = run_check(1, false);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(faults, 4); /* folder, history, state folder; weights */
    assert_int_equal(f.faults.passing, 3);
    f.config.record.required = f.config.history.required = false;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    faults = run_check(1, false);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(faults, 2);
    assert_int_equal(f.faults.passing, 1); /* warnings are not counted */
    f.config.record.required = f.config.history.required = true;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    (void)run_check(1, false);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_non_null(strstr(f.said[PLAY_FAULT], "the limit of the system (ulimit -f)"));
    assert_int_equal(unlink(f.config.account.password_file), 0);
    assert_int_equal(rmdir(f.folder), 0); /* empty */
    assert_int_equal(mkdir(f.folder, 0700), 0);
}

CASE(what_everybody_may_write_is_a_warning)
{
    write_text(f.config.accept.list_file, "list", "block anna\n", 0666);
    write_text(f.bot_conf, "bot.conf", "", 0666);
    assert_int_equal(run_check(1, false), 1);
    assert_non_null(strstr(f.said[PLAY_WARNING], "accept.list_file: "));
    assert_non_null(strstr(f.said[PLAY_WARNING], "the configuration: "));
    assert_non_null(strstr(f.said[PLAY_WARNING], "lets everybody write to it"));
}

/* A check of what is read again: what a running program has is left alone. */
CASE(reload_looks_at_paths_and_lengths_alone)
{
    const struct config *configs[] = {&f.config};
    struct play_check check = {.configs = configs,
                               .count = 1,
                               .moment = PLAY_RELOADING,
                               .tell = hear,
                               .context = &f};
    memset(f.said, 0, sizeof f.said);
    assert_int_equal(play_check_run(&check, NULL).count, 0);
    f.config.invite.length = POINTS_UNLIMITED;
    assert_int_equal(play_check_run(&check, NULL).count, 0);
    f.config.server.protocol = CONFIG_PROTOCOL_BGAMMON;
    assert_int_equal(play_check_run(&check, NULL).count, 1);
    assert_non_null(
        strstr(f.said[PLAY_FAULT], "invite.length: bgammon.org has no unlimited"));
    f.config.invite.length = 5;
    set_path(f.config.log.file, "history.db");
    assert_int_equal(play_check_run(&check, NULL).count, 1);
}

/* Each option with the name of a path is one. */
CASE(table_of_paths_is_whole)
{
    static const char *const words[] = {"file",  "folder", "decisions",
                                        "trace", "queue",  "weights"};
    int paths = 0;
    for (int i = 0; i < option_count; i++) {
        const struct option *option = &options[i];
        for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
            size_t length = strlen(option->name), tail = strlen(words[k]);
            if (option->type == OPTION_TEXT && length >= tail &&
                strcmp(option->name + length - tail, words[k]) == 0) {
                const struct path_option *row =
                    path_option_find(option->section, option->name);
                assert_non_null(row);
                assert_int_equal(row->offset, option->offset);
                paths++;
            }
        }
    }
    assert_int_equal(paths, path_option_count);
}

TEST_MAIN(NULL, NULL)
