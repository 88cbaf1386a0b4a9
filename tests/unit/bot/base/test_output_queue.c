/* Outputs that wait: none is lost or changed, and a reader who is behind costs no room. */
#include <stdio.h>
#include <string.h>

#include "bot/base/output_queue.h"
#include "tests/unit/test_case.h"

struct line {
    char text[201]; /* of an odd size */
};

static struct output_queue queue;

static int open_queue(void **state)
{
    queue = (struct output_queue){.size = sizeof(struct line)};
    return 0;
}

static int close_queue(void **state)
{
    output_queue_free(&queue);
    return 0;
}

static struct line line_of(int number)
{
    struct line line;
    memset(&line, 'a' + number % 26, sizeof line);
    (void)snprintf(line.text, sizeof line.text, "line %d", number);
    return line;
}

static void push(int number)
{
    const struct line line = line_of(number);
    assert_true(output_queue_push(&queue, &line));
}

static void assert_next(int number)
{
    const struct line expected = line_of(number);
    struct line line;
    assert_true(output_queue_pop(&queue, &line));
    assert_memory_equal(&line, &expected, sizeof line);
}

static void assert_empty(void)
{
    struct line line;
    assert_false(output_queue_pop(&queue, &line));
}

static void an_empty_queue_has_nothing(void **state)
{
    assert_empty();
    push(1);
    assert_next(1);
    assert_empty();
}

static void nothing_is_lost_when_the_queue_is_full(void **state)
{
    enum { LINES = 5000 };
    for (int i = 0; i < LINES; i++) {
        push(i);
    }
    for (int i = 0; i < LINES; i++) {
        assert_next(i);
    }
    assert_empty();
}

static void a_reader_who_is_behind_keeps_the_order(void **state)
{
    push(0);
    for (int i = 1; i < 5000; i++) {
        push(i);
        assert_next(i - 1);
    }
    assert_true(queue.room <= 8);
}

static void the_newest_may_be_changed(void **state)
{
    push(1);
    push(2);
    *(struct line *)output_queue_newest(&queue) = line_of(3);
    assert_next(1);
    assert_next(3);
    assert_empty();
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_queue, close_queue)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_empty_queue_has_nothing),
        TEST(nothing_is_lost_when_the_queue_is_full),
        TEST(a_reader_who_is_behind_keeps_the_order),
        TEST(the_newest_may_be_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
