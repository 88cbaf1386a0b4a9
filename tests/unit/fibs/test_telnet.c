/* Telnet commands are taken out of the bytes, wherever reads split them. */
#include <string.h>

#include "fibs/telnet.h"
#include "tests/unit/test_case.h"

static const struct {
    const char *what;
    const char *input;
    size_t size;
    const char *want;
} cases[] = {
#define BYTES(text) text, sizeof(text) - 1
    /* clang-format off */
    {"plain text",             BYTES("login: "), "login: "},
    {"WILL ECHO",              BYTES("\xff\xfb\x01password: "), "password: "},
    {"WONT ECHO between",      BYTES("a\xff\xfc\x01" "b"), "ab"},
    {"DO, DONT",               BYTES("a\xff\xfd\x18\xff\xfe\x18" "b"), "ab"},
    {"an escaped IAC",         BYTES("a\xff\xff" "b"), "ab"},
    {"two-byte commands",      BYTES("a\xff\xf1\xff\xf9" "b"), "ab"},
    {"a sub-negotiation",      BYTES("a\xff\xfa\x18\x01xyz\xff\xf0" "b"), "ab"},
    {"IAC IAC inside of one",  BYTES("a\xff\xfa\x18\xff\xff\xf0x\xff\xf0" "b"), "ab"},
    {"an option byte of IAC",  BYTES("a\xff\xfb\xff" "b"), "ab"},
    {"other bytes above 127",  BYTES("a\xe4\xfe" "b"), "a\xe4\xfe" "b"},
    {"an end in the middle",   BYTES("ab\xff\xfb"), "ab"},
/* clang-format on */
#undef BYTES
};

enum { CASES = sizeof cases / sizeof cases[0], ROOM = 64 };

static size_t filter_in_parts(const char *input, size_t size, size_t part, char *output)
{
    struct fibs_telnet telnet = {FIBS_TELNET_DATA, 0};
    size_t length = 0;
    for (size_t from = 0; from < size; from += part) {
        size_t count = size - from < part ? size - from : part;
        memcpy(output + length, input + from, count);
        length += fibs_telnet_filter(&telnet, output + length, count);
    }
    return length;
}

TEST(commands_are_taken_out_however_reads_split_them)
{
    for (size_t i = 0; i < CASES; i++) {
        for (size_t part = 1; part <= cases[i].size; part++) {
            char output[ROOM];
            size_t length =
                filter_in_parts(cases[i].input, cases[i].size, part, output);
            if (length != strlen(cases[i].want) ||
                memcmp(output, cases[i].want, length) != 0) {
                fail_msg("%s, %zu bytes a read: got '%.*s'", cases[i].what, part,
                         (int)length, output);
            }
        }
    }
}

TEST(an_endless_sub_negotiation_is_given_up)
{
    static char bytes[5000];
    memset(bytes, 'x', sizeof bytes);
    memcpy(bytes, "\xff\xfa", 2);
    struct fibs_telnet telnet = {FIBS_TELNET_DATA, 0};
    assert_int_equal(fibs_telnet_filter(&telnet, bytes, sizeof bytes), 5000 - 2 - 1024);
    assert_int_equal(telnet.state, FIBS_TELNET_DATA);
    memset(bytes, 'x', sizeof bytes); /* the next one counts anew */
    memcpy(bytes, "\xff\xfa", 2);
    memcpy(bytes + 1000, "\xff\xf0", 2);
    assert_int_equal(fibs_telnet_filter(&telnet, bytes, sizeof bytes), 5000 - 1002);
}

TEST_MAIN(NULL, NULL)
