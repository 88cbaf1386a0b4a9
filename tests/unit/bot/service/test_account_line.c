/* What bot.conf says about the connection, as the client takes it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "bot/service/account_internal.h"

static void set(struct config *config, const char *assignment)
{
    struct config_faults faults = {0};
    if (!config_override(config, assignment, &faults)) {
        fail_msg("%s: %s", assignment, faults.text[0]);
    }
}

/* bot.conf has seconds, but for connection.acknowledge; a client milliseconds. */
static void times_of_the_connection_have_their_units(void **state)
{
    static struct config config;
    const struct account_services services = {.base = NULL};
    const struct account account = {
        .setup = {.config = &config, .services = &services}};
    (void)state;
    config_default(&config);
    set(&config, "connection.connect_timeout=31");
    set(&config, "connection.keepalive=91");
    set(&config, "connection.silence=241");
    set(&config, "connection.acknowledge=1501");
    set(&config, "connection.backoff_first=11");
    set(&config, "connection.backoff_max=901");
    set(&config, "connection.elsewhere_pause=1801");
    set(&config, "connection.elsewhere_tries=3");
    const struct client_setup setup = account_client_setup(&account);
    assert_int_equal(setup.times.connect_ms, 31000);
    assert_int_equal(setup.times.keepalive_ms, 91000);
    assert_int_equal(setup.times.silence_ms, 241000);
    assert_int_equal(setup.times.acknowledge_ms, 1501);
    assert_int_equal(setup.times.backoff_first_ms, 11000);
    assert_int_equal(setup.times.backoff_max_ms, 901000);
    assert_int_equal(setup.times.elsewhere_pause_ms, 1801000);
    assert_int_equal(setup.elsewhere_tries, 3);
}

static void server_and_account_are_those_of_the_file(void **state)
{
    static struct config config;
    const struct account_services services = {.base = NULL};
    const struct account account = {
        .setup = {.config = &config, .services = &services}};
    (void)state;
    config_default(&config);
    set(&config, "account.name=our_bot");
    set(&config, "server.host=example.org");
    set(&config, "server.port=4322");
    set(&config, "invite.length=9");
    const struct client_setup setup = account_client_setup(&account);
    assert_string_equal(setup.name, "our_bot");
    assert_string_equal(setup.host, "example.org");
    assert_int_equal(setup.port, 4322);
    assert_false(setup.has_tls);
    assert_false(setup.has_websocket);
    assert_int_equal(*setup.points, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_of_the_connection_have_their_units),
        cmocka_unit_test(server_and_account_are_those_of_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
