/* The server on a real port. */
#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/server/wire.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

TEST(client_logs_in_and_out_over_tcp)
{
    const struct server_options plain = {.address = "127.0.0.1"};
    struct place place;
    struct wire wire;
    open_place(&place, &plain);
    dial(&wire, &place);
    assert_true(wait_for(&wire, &place, "login: "));
    type(&wire, "login me 1008 anna sec");
    type(&wire, "ret\r\n");
    assert_true(wait_for(&wire, &place, "\r\n6\r\n"));
    assert_non_null(strstr(wire.text, "login: 1 anna 17000000"));
    type(&wire, "port\r\n");
    char port[64];
    (void)snprintf(port, sizeof port, "\r\nThe server is running on port %d.\r\n",
                   server_port(place.server));
    assert_true(wait_for(&wire, &place, port));
    type(&wire, "bye\r\n");
    assert_true(wait_for(&wire, &place, "Goodbye."));
    assert_false(wait_for(&wire, &place, "nothing more"));
    assert_true(wire.is_closed);
    (void)close(wire.fd);
    close_place(&place);
}

/* As FIBS takes them: GammonBot sends CR alone. */
TEST(a_line_ends_with_cr_lf_or_both)
{
    const struct server_options plain = {.address = "127.0.0.1"};
    struct place place;
    struct wire wire;
    open_place(&place, &plain);
    dial(&wire, &place);
    type(&wire, "login me 1008 anna secret\r");
    assert_true(wait_for(&wire, &place, "\r\n6\r\n"));
    type(&wire, "nonsense\r\nrubbish\nbye\r");
    assert_true(wait_for(&wire, &place, "Goodbye."));
    assert_non_null(strstr(wire.text, "\r\n6\r\n** Unknown command: 'nonsense'\r\n"
                                      "** Unknown command: 'rubbish'\r\n"));
    (void)close(wire.fd);
    close_place(&place);
}

TEST(split_output_is_complete_and_in_order)
{
    const struct server_options split = {.address = "127.0.0.1", .is_split = true};
    struct place place;
    struct wire wire;
    open_place(&place, &split);
    dial(&wire, &place);
    type(&wire, "login me 1008 anna secret\r\ntoggle\r\ndicetest\r\n");
    assert_true(wait_for(&wire, &place, "Done.\r\n"));
    const char *settings = strstr(wire.text, "The current settings are:\r\nallowpip  ");
    assert_non_null(settings);
    assert_non_null(strstr(settings, "wrap            NO\r\n*** running dice test:"));
    (void)close(wire.fd);
    close_place(&place);
}

/* The clock of the test below; its server is the only one that looks at it. */
static int64_t test_clock_ms;

static int64_t read_test_clock(void)
{
    return test_clock_ms;
}

/* However slow the machine is: the server's clock stands still until it is moved. */
TEST(delayed_output_comes_later)
{
    const struct server_options delayed = {
        .address = "127.0.0.1", .delay_ms = 900, .clock_ms = read_test_clock};
    struct place place;
    struct wire wire;
    test_clock_ms = 5000;
    open_place(&place, &delayed);
    dial(&wire, &place);
    for (int i = 0; i < 50; i++) { /* long enough for some ticks of the server */
        (void)event_base_loop(place.base, EVLOOP_NONBLOCK);
        (void)usleep(ROUND_US);
    }
    char byte;
    assert_int_equal(recv(wire.fd, &byte, 1, MSG_DONTWAIT), -1);
    test_clock_ms += 900;
    assert_true(wait_for(&wire, &place, "login: "));
    (void)close(wire.fd);
    close_place(&place);
}

TEST(state_outlives_the_server)
{
    char path[] = "/tmp/fibsd-state-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    (void)close(fd);
    const struct server_options kept = {.address = "127.0.0.1", .state_file = path};
    struct place place;
    struct wire wire;
    open_place(&place, &kept);
    assert_true(fibsd_add_account(place.core, "bert", "geheim", 1700.0, 10));
    close_place(&place);
    open_place(&place, &kept);
    dial(&wire, &place);
    type(&wire, "login me 1008 bert geheim\r\n");
    assert_true(wait_for(&wire, &place, "\r\n5 bert - - 0 0 1700.00 10 "));
    (void)close(wire.fd);
    close_place(&place);
    (void)unlink(path);
}

static bool file_has(const char *path, const char *words)
{
    char text[4096] = "";
    test_file_read(path, text, sizeof text);
    return strstr(text, words) != NULL;
}

TEST(changes_are_written_while_it_serves)
{
    char path[] = "/tmp/fibsd-state-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    (void)close(fd);
    const struct server_options kept = {
        .address = "127.0.0.1", .state_file = path, .save_every_ms = 1};
    struct place place;
    open_place(&place, &kept);
    assert_true(fibsd_add_account(place.core, "bert", "geheim", 1700.0, 10));
    for (int i = 0; i < 1000 && !file_has(path, "bert"); i++) {
        assert_int_equal(event_base_loop(place.base, EVLOOP_ONCE), 0);
    }
    assert_true(file_has(path, "bert"));
    close_place(&place);
    (void)unlink(path);
}

static int warnings;
static char warning[300];

static void keep_warning(void *context, const char *text)
{
    (void)context;
    warnings++;
    COPY_TEXT(warning, text);
}

/* Lets the server look at its clock some times. */
static void let_run(const struct place *place)
{
    for (int i = 0; i < 5; i++) {
        assert_int_equal(event_base_loop(place->base, EVLOOP_ONCE), 0);
    }
}

TEST(a_state_that_cannot_be_written_is_told_and_written_later)
{
    char folder[64], path[100];
    test_folder_make(folder, sizeof folder, "state");
    FORMAT_TEXT(path, "%s/later/state", folder);
    const struct server_options kept = {.address = "127.0.0.1",
                                        .state_file = path,
                                        .save_every_ms = 1,
                                        .warn = keep_warning};
    struct place place;
    warnings = 0;
    open_place(&place, &kept);
    let_run(&place);
    assert_int_equal(warnings, 1);
    assert_non_null(strstr(warning, "/later/state"));
    FORMAT_TEXT(path, "%s/later", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    FORMAT_TEXT(path, "%s/later/state", folder);
    let_run(&place);
    assert_true(file_has(path, "anna"));
    assert_int_equal(warnings, 1);
    close_place(&place);
    assert_int_equal(test_folder_remove(folder), 0);
}

/* It holds the passwords of the accounts. */
TEST(others_cannot_read_the_state)
{
    char path[64];
    FORMAT_TEXT(path, "/tmp/fibsd-state-%ld", (long)getpid());
    const struct server_options kept = {.address = "127.0.0.1", .state_file = path};
    struct place place;
    struct stat st;
    mode_t mask = umask(0);
    open_place(&place, &kept);
    close_place(&place);
    (void)umask(mask);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    (void)unlink(path);
}

TEST(bad_address_and_bad_state_are_told)
{
    struct error err;
    char path[] = "/tmp/fibsd-state-XXXXXX";
    int fd = mkstemp(path);
    assert_int_equal(write(fd, "hello\n", 6), 6);
    (void)close(fd);
    struct fibsd_config config;
    fibsd_config_default(&config);
    struct fibsd *core = fibsd_new(&config);
    const struct server_core port_core = server_core_of_fibs(core);
    struct event_base *base = event_base_new();
    const struct server_options nowhere = {.address = "here"};
    const struct server_options broken = {.address = "127.0.0.1", .state_file = path};
    assert_null(server_new(base, &port_core, &nowhere, &err));
    assert_string_equal(err.text, "here is not an IPv4 address");
    assert_null(server_new(base, &port_core, &broken, &err));
    assert_non_null(strstr(err.text, ": line 1 is not a saved state"));
    const struct server_options folder = {.address = "127.0.0.1", .state_file = "/tmp"};
    assert_null(server_new(base, &port_core, &folder, &err));
    assert_string_equal(err.text, "/tmp: Is a directory");
    fibsd_free(core);
    event_base_free(base);
    (void)unlink(path);
}

TEST_MAIN(NULL, NULL)
