/* When the report of the week is made. The clock of base/clock.h is this file's own. */
#include <stdatomic.h>
#include <time.h>

#include "base/clock.h"
#include "tests/unit/bot/history/history_notes.h"
#include "tests/unit/test_case.h"

static atomic_llong now_ms = 1000;
static atomic_int asked_ms;

int64_t clock_ms(void)
{
    return now_ms;
}

int64_t clock_ns(void)
{
    return now_ms * 1000000;
}

void clock_condition_init(pthread_cond_t *condition)
{
    (void)pthread_cond_init(condition, NULL);
}

/* Soon, however long is waited. */
struct timespec clock_after(int ms)
{
    struct timespec at;
    asked_ms = ms;
    (void)clock_gettime(CLOCK_REALTIME, &at);
    at.tv_nsec += 5000000;
    at.tv_sec += at.tv_nsec / 1000000000;
    at.tv_nsec %= 1000000000;
    return at;
}

static bool comes_to_say(struct history *history, const char *words)
{
    char text[HISTORY_WEEK_SIZE] = "";
    for (int i = 0; i < 1000 && strstr(text, words) == NULL; i++) {
        (void)usleep(10000);
        history_week(history, text);
    }
    return strstr(text, words) != NULL;
}

static void note_error(struct history *history)
{
    struct history_event event = {.type = HISTORY_ERROR, .at_s = time(NULL) - 60};
    strcpy(event.account, "our_bot");
    strcpy(event.server, "fibs.com");
    strcpy(event.text, "the disk is full");
    history_note(history, &event);
    while (!history_flush(history, 5)) {
    }
}

TEST_WITH(what_came_after_a_report_is_told_though_nothing_follows, set_up, tear_down)
{
    struct error err = {0};
    char text[HISTORY_WEEK_SIZE];
    struct history *history = history_open(path, &err);
    assert_non_null(history);
    note_error(history);
    now_ms += 300000; /* there may be one of before */
    for (int i = 0; i < 900 && (asked_ms < 299000 || asked_ms >= 300000); i++) {
        now_ms++; /* until the one of now is made, less than a second ago */
        (void)usleep(10000);
    }
    assert_true(comes_to_say(history, "errors in the log: 1"));
    note_error(history);
    (void)usleep(100000);
    history_week(history, text);
    assert_non_null(strstr(text, "errors in the log: 1")); /* not for each event */
    now_ms += 299000;
    for (int i = 0; i < 1000 && asked_ms > 1000; i++) {
        (void)usleep(10000);
    }
    assert_in_range(asked_ms, 1, 1000); /* an event does not put the report off */
    now_ms += 1000;
    assert_true(comes_to_say(history, "errors in the log: 2"));
    history_close(history);
}

TEST_MAIN(NULL, NULL)
