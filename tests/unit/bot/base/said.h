#pragma once
/* A log to give to what is tested, and what it has said. */

#include <stdio.h>
#include <string.h>

#include "bot/base/log.h"
#include "tests/unit/test_case.h"

static struct {
    struct log *log;
    int count, forgotten; /* lines */
    char text[8000];
} said_state;

static inline struct log *said_open(void)
{
    struct error err = {0};
    memset(&said_state, 0, sizeof said_state);
    said_state.log = log_open(LOG_DEBUG, "/dev/null", &err);
    assert_non_null(said_state.log);
    return said_state.log;
}

static inline void said_close(void)
{
    log_close(said_state.log);
}

static inline void said_add(void *context, const char *line)
{
    if (said_state.count++ >= said_state.forgotten) {
        size_t used = strlen(said_state.text);
        (void)snprintf(said_state.text + used, sizeof said_state.text - used, "%s\n",
                       line);
    }
}

/* Returns the lines since the last said_forget(). */
static inline const char *said(void)
{
    said_state.count = 0;
    said_state.text[0] = '\0';
    log_tail(said_state.log, said_add, NULL);
    return said_state.text;
}

static inline void said_forget(void)
{
    (void)said();
    said_state.forgotten = said_state.count;
}
