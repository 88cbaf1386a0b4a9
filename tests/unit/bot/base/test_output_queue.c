/* Outputs that wait: none is lost or changed, and a reader who is behind costs no room. */
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

#define CASE(claim) TEST_WITH(claim, open_queue, close_queue)

static struct line line_of(int number)
{
    struct line line;
    memset(&line, 'a' + number % 26, sizeof line);
    FORMAT_TEXT(line.text, "line %d", number);
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

CASE(an_empty_queue_has_nothing)
{
    assert_empty();
    push(1);
    assert_next(1);
    assert_empty();
}

CASE(nothing_is_lost_when_the_queue_is_full)
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

CASE(a_reader_who_is_behind_keeps_the_order)
{
    push(0);
    for (int i = 1; i < 5000; i++) {
        push(i);
        assert_next(i - 1);
    }
    assert_true(queue.room <= 8);
}

CASE(the_newest_may_be_changed)
{
    push(1);
    push(2);
    *(struct line *)output_queue_newest(&queue) = line_of(3);
    assert_next(1);
    assert_next(3);
    assert_empty();
}

TEST_MAIN(NULL, NULL)
