/* Outputs that wait: none is lost or changed, and each takes the bytes that it fills. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/player/core_internal.h"
#include "bot/player/output_queue_internal.h"

static int open_queue(void **state)
{
    static struct output_queue queue;
    *state = &queue;
    return output_queue_open(&queue) ? 0 : 1;
}

static int close_queue(void **state)
{
    output_queue_close(*state);
    return 0;
}

static struct player_output log_line(int number)
{
    struct player_output output = {.type = PLAYER_LOG, .log.level = LOG_DEBUG};
    (void)snprintf(output.log.text, sizeof output.log.text, "line %d", number);
    return output;
}

static void assert_log_line(const struct player_output *output, int number)
{
    char text[40];
    (void)snprintf(text, sizeof text, "line %d", number);
    assert_int_equal(output->type, PLAYER_LOG);
    assert_int_equal(output->log.level, LOG_DEBUG);
    assert_string_equal(output->log.text, text);
}

static void an_empty_queue_has_nothing(void **state)
{
    struct player_output output;
    assert_false(output_queue_pop(*state, &output));
}

static void each_kind_comes_out_as_it_went_in(void **state)
{
    for (enum player_output_type type = PLAYER_SEND; type <= PLAYER_DONE; type++) {
        struct player_output in, out;
        memset(&in, 'x', sizeof in);
        in.type = type;
        if (type == PLAYER_SEND) {
            in.order.text[sizeof in.order.text - 1] = '\0';
        } else if (type == PLAYER_LOG) {
            in.log.text[sizeof in.log.text - 1] = '\0';
        }
        assert_true(output_queue_push(*state, &in));
        assert_true(output_queue_pop(*state, &out));
        assert_int_equal(out.type, type);
        switch (type) {
        case PLAYER_SEND:
            assert_memory_equal(&out.order, &in.order,
                                offsetof(struct game_order, text) +
                                    sizeof in.order.text);
            break;
        case PLAYER_READY:
            assert_memory_equal(&out.is_ready, &in.is_ready, sizeof in.is_ready);
            break;
        case PLAYER_THINK:
            assert_memory_equal(&out.request, &in.request, sizeof in.request);
            break;
        case PLAYER_CANCEL:
            assert_int_equal(out.number, in.number);
            break;
        case PLAYER_DECIDED:
            assert_memory_equal(&out.decided, &in.decided, sizeof in.decided);
            break;
        case PLAYER_MATCH:
            assert_memory_equal(&out.event, &in.event, sizeof in.event);
            break;
        case PLAYER_BOARD:
            assert_memory_equal(&out.board, &in.board, sizeof in.board);
            break;
        case PLAYER_STANDING:
            assert_memory_equal(&out.standing, &in.standing, sizeof in.standing);
            break;
        case PLAYER_SAVED:
            assert_memory_equal(&out.saved, &in.saved, sizeof in.saved);
            break;
        case PLAYER_REFUSAL:
            assert_memory_equal(&out.refusal, &in.refusal, sizeof in.refusal);
            break;
        case PLAYER_STUCK:
            assert_memory_equal(&out.stuck, &in.stuck, sizeof in.stuck);
            break;
        case PLAYER_ASK:
            assert_memory_equal(&out.ask, &in.ask, sizeof in.ask);
            break;
        case PLAYER_LEVEL:
            assert_memory_equal(&out.level, &in.level, sizeof in.level);
            break;
        case PLAYER_NOTE:
            assert_memory_equal(&out.note, &in.note, sizeof in.note);
            break;
        case PLAYER_LOG:
            assert_memory_equal(&out.log, &in.log, sizeof in.log);
            break;
        case PLAYER_FORGET:
        case PLAYER_DONE:
            break;
        }
    }
}

static void nothing_is_lost_when_the_queue_is_full(void **state)
{
    enum { LINES = 5000 };
    struct player_output output;
    for (int i = 0; i < LINES; i++) {
        output = log_line(i);
        assert_true(output_queue_push(*state, &output));
    }
    for (int i = 0; i < LINES; i++) {
        assert_true(output_queue_pop(*state, &output));
        assert_log_line(&output, i);
    }
    assert_false(output_queue_pop(*state, &output));
}

static void a_reader_who_is_behind_keeps_the_order(void **state)
{
    const struct output_queue *queue = *state;
    struct player_output output = log_line(0);
    int taken = 0;
    assert_true(output_queue_push(*state, &output));
    for (int i = 1; i < 5000; i++) {
        output = log_line(i);
        assert_true(output_queue_push(*state, &output));
        assert_true(output_queue_pop(*state, &output));
        assert_log_line(&output, taken++);
    }
    assert_int_equal(queue->room, OUTPUT_QUEUE_ROOM);
}

static void a_log_line_takes_the_bytes_of_its_text(void **state)
{
    const struct output_queue *queue = *state;
    struct player_output output = log_line(1);
    assert_true(output_queue_push(*state, &output));
    assert_true(queue->end - queue->first <= 40);
}

static void the_longest_list_of_saved_matches_fits_at_once(void **state)
{
    const struct output_queue *queue = *state;
    const struct player_output saved = {.type = PLAYER_SAVED};
    for (int i = 0; i <= GUARDIAN_MATCHES_MAX; i++) {
        assert_true(output_queue_push(*state, &saved));
    }
    assert_int_equal(queue->room, OUTPUT_QUEUE_ROOM);
    assert_true(queue->end <= OUTPUT_QUEUE_ROOM - 2000);
}

/* The numbers are those of x86-64: 887 KB before the outputs had a queue of their own
 * and the plays were no longer listed to see whether there is one. */
static void a_player_takes_at_most_270_kb(void **state)
{
    (void)state;
    assert_true(sizeof(struct player) + OUTPUT_QUEUE_ROOM <= 270 * 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_empty_queue_has_nothing, open_queue,
                                        close_queue),
        cmocka_unit_test_setup_teardown(each_kind_comes_out_as_it_went_in, open_queue,
                                        close_queue),
        cmocka_unit_test_setup_teardown(nothing_is_lost_when_the_queue_is_full,
                                        open_queue, close_queue),
        cmocka_unit_test_setup_teardown(a_reader_who_is_behind_keeps_the_order,
                                        open_queue, close_queue),
        cmocka_unit_test_setup_teardown(a_log_line_takes_the_bytes_of_its_text,
                                        open_queue, close_queue),
        cmocka_unit_test_setup_teardown(the_longest_list_of_saved_matches_fits_at_once,
                                        open_queue, close_queue),
        cmocka_unit_test(a_player_takes_at_most_270_kb),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
