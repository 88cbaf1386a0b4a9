/* A crowd of hostile strangers, as it reaches the client: 2 MB of lines, all of them
 * known, and not one taken for something that concerns us. */
#include <stdlib.h>
#include <string.h>

#include "fibs/line.h"
#include "fibs/message.h"
#include "fibs/telnet.h"
#include "server/fibsd/crowd.h"
#include "tests/fibsd/visitor.h"
#include "tests/unit/test_case.h"

enum { FLOOD = 2 << 20 };

struct counts {
    int lines, shouts, who, logins, logouts, others;
};

static void count_line(const char *line, struct counts *counts)
{
    struct fibs_message_context context;
    struct fibs_message message;
    memset(&context, 0, sizeof context);
    fibs_message_read(&context, line, &message);
    counts->lines++;
    switch (message.id) {
    case FIBS_MSG_CLIP_SHOUTS:
    case FIBS_MSG_CLIP_SAYS:
        counts->shouts++;
        break;
    case FIBS_MSG_CLIP_WHO_INFO:
        counts->who++;
        break;
    case FIBS_MSG_CLIP_LOGIN:
        counts->logins++;
        break;
    case FIBS_MSG_CLIP_LOGOUT:
        counts->logouts++;
        break;
    case FIBS_MSG_CLIP_WHO_END:
        break;
    default:
        counts->others++;
        print_error("%s: %.80s\n", fibs_message_name(message.id), line);
    }
}

static void read_all(const char *bytes, size_t size, struct counts *counts)
{
    struct fibs_telnet telnet = {.state = FIBS_TELNET_DATA};
    struct fibs_line reader;
    char *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    const char *data = copy;
    size = fibs_telnet_filter(&telnet, copy, size);
    fibs_line_init(&reader);
    for (const char *line; (line = fibs_line_next(&reader, &data, &size)) != NULL;) {
        count_line(line, counts);
    }
    free(copy);
}

TEST(two_megabytes_of_hostile_lines_are_what_they_are)
{
    struct fibsd_config config;
    struct visitor anna;
    struct counts counts = {0};
    size_t size;
    fibsd_config_default(&config);
    struct fibsd *core = fibsd_new(&config);
    assert_non_null(core);
    assert_true(fibsd_add_account(core, "anna", "secret", 1500.0, 100));
    assert_true(visitor_login(&anna, core, "anna", "secret"));
    visitor_flush(&anna);
    crowd_write(anna.connection, FLOOD);
    const char *bytes = fibsd_output(anna.connection, &size);
    assert_in_range(size, FLOOD, FLOOD + 8192);
    read_all(bytes, size, &counts);
    assert_int_equal(counts.others, 0);
    assert_true(counts.shouts > 1000 && counts.who > 1000 && counts.logouts > 500);
    assert_int_equal(counts.logins, counts.who);
    fibsd_free(core);
}

TEST(who_has_not_logged_in_sees_no_crowd)
{
    struct fibsd_config config;
    size_t before, after;
    fibsd_config_default(&config);
    struct fibsd *core = fibsd_new(&config);
    struct fibsd_connection *connection = fibsd_connect(core, "192.0.2.1");
    (void)fibsd_output(connection, &before);
    crowd_write(connection, FLOOD);
    (void)fibsd_output(connection, &after);
    assert_int_equal(before, after);
    fibsd_free(core);
}

TEST_MAIN(NULL, NULL)
