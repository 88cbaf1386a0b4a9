/* What an operator reads of an account: `systemctl status`, the answer to SIGUSR1. */
#include <string.h>

#include "bot/service/account_internal.h"
#include "tests/unit/test_case.h"

static const struct {
    enum client_state state;
    int64_t wait_ms;
    const char *playing, *want;
} cases[] = {
    {CLIENT_OFFLINE, 0, "0 matches finished", "not connected; 0 matches finished"},
    {CLIENT_CONNECTING, 60000, "2 matches finished",
     "connecting to fibs.com:4321; 2 matches finished"},
    {CLIENT_CONNECTED, 1, "", "logging in to fibs.com:4321; "},
    {CLIENT_READY, 0, "playing mary, 2-0 of 5; 1 match finished",
     "playing mary, 2-0 of 5; 1 match finished"},
    {CLIENT_BACKOFF, 39001, "1 match finished",
     "reconnecting in 40 s; 1 match finished"},
    {CLIENT_CLOSING, 0, "1 match finished", "logging out; 1 match finished"},
    {CLIENT_FAILED, 0, "0 matches finished",
     "gave up, see the log; 0 matches finished"},
};

TEST(status_says_in_words_what_the_account_does)
{
    char text[ACCOUNT_STATUS_SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        account_describe_line(cases[i].state, "fibs.com", 4321, cases[i].wait_ms,
                              cases[i].playing, text);
        assert_string_equal(text, cases[i].want);
    }
}

/* A name of a state is one word with underscores, or stands in the list of states. */
TEST(no_state_shows_its_name)
{
    char text[ACCOUNT_STATUS_SIZE];
    for (int s = 0; s < CLIENT_STATES; s++) {
        account_describe_line((enum client_state)s, "h", 1, 0, "playing", text);
        text[strcspn(text, ";")] = '\0';
        assert_string_not_equal(text, client_state_name((enum client_state)s));
        assert_null(strchr(text, '_'));
        assert_int_not_equal(strlen(text), 0);
    }
}

TEST_MAIN(NULL, NULL)
