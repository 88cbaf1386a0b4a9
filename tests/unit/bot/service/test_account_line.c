/* What bot.conf says about the connection, as the client takes it. */

#include "bot/service/account_internal.h"
#include "tests/unit/test_case.h"

/* As a client takes `count` settings. It keeps a pointer to the length of matches. */
static struct client_setup setup_of(const char *const *settings, int count)
{
    static struct config config;
    const struct account_services services = {.base = NULL};
    const struct account account = {
        .setup = {.config = &config, .services = &services}};
    config_default(&config);
    for (int i = 0; i < count; i++) {
        struct config_faults faults = {0};
        if (!config_override(&config, settings[i], &faults)) {
            fail_msg("%s: %s", settings[i], faults.text[0]);
        }
    }
    return account_client_setup(&account);
}

#define SETUP(...)                                                                     \
    setup_of((const char *const[]){__VA_ARGS__},                                       \
             (int)(sizeof(const char *[]){__VA_ARGS__} / sizeof(char *)))

/* bot.conf has seconds, but for connection.acknowledge; a client milliseconds. */
TEST(times_of_the_connection_have_their_units)
{
    const struct client_setup setup =
        SETUP("connection.connect_timeout=31", "connection.keepalive=91",
              "connection.silence=241", "connection.acknowledge=1501",
              "connection.backoff_first=11", "connection.backoff_max=901",
              "connection.elsewhere_pause=1801", "connection.elsewhere_tries=3");
    assert_int_equal(setup.times.connect_ms, 31000);
    assert_int_equal(setup.times.keepalive_ms, 91000);
    assert_int_equal(setup.times.silence_ms, 241000);
    assert_int_equal(setup.times.acknowledge_ms, 1501);
    assert_int_equal(setup.times.backoff_first_ms, 11000);
    assert_int_equal(setup.times.backoff_max_ms, 901000);
    assert_int_equal(setup.times.elsewhere_pause_ms, 1801000);
    assert_int_equal(setup.elsewhere_tries, 3);
}

TEST(server_and_account_are_those_of_the_file)
{
    const struct client_setup setup =
        SETUP("account.name=our_bot", "server.host=example.org", "server.port=4322",
              "invite.length=9");
    assert_string_equal(setup.name, "our_bot");
    assert_string_equal(setup.host, "example.org");
    assert_int_equal(setup.port, 4322);
    assert_false(setup.has_tls);
    assert_false(setup.has_websocket);
    assert_int_equal(*setup.points, 9);
}

TEST_MAIN(NULL, NULL)
