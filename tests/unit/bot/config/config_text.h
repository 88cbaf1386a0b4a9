#pragma once
/* Files of options as texts: a case reads one and looks at what came of it. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/base/log_internal.h"
#include "bot/config/config.h"
#include "bot/config/config_internal.h"
#include "bot/config/options.h"
#include "bot/notify/notify_message.h"
#include "tests/unit/test_case.h"

static struct fixture {
    struct config config;
    struct config_faults faults;
} f;

static inline int set_up(void **state)
{
    memset(&f, 0, sizeof f);
    config_default(&f.config);
    return 0;
}

static inline int tear_down(void **state)
{
    free(*state);
    return 0;
}

static inline struct config_set *read_set_of(const char *text, size_t length)
{
    struct config_set *set = config_set_new();
    FILE *file = tmpfile();
    assert_true(set != NULL && file != NULL);
    assert_int_equal(fwrite(text, 1, length, file), length);
    rewind(file);
    memset(&f.faults, 0, sizeof f.faults);
    bool is_good = config_set_read(set, file, "bot.conf", &f.faults);
    (void)fclose(file);
    assert_int_equal(is_good, f.faults.count == 0);
    return set;
}

/* The common part. */
static inline bool read_bytes(const char *text, size_t length)
{
    struct config_set *set = read_set_of(text, length);
    f.config = set->common;
    config_set_free(set);
    return f.faults.count == 0;
}

static inline bool read_text(const char *text)
{
    return read_bytes(text, strlen(text));
}

struct fault_row {
    const char *text, *fault;
};
#define assert_faults(rows) assert_faults_of(rows, sizeof(rows) / sizeof(rows)[0])
static inline void assert_faults_of(const struct fault_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        assert_false(read_text(rows[i].text));
        assert_int_equal(f.faults.count, 1);
        assert_string_equal(f.faults.text[0], rows[i].fault);
    }
}

/* ---- lines of the move filter --------------------------------------------------- */

/* The plays that level 0 of a 2-ply decision lets through, and that of the nets. */
static inline void assert_filter(const struct config *config, int at_2_plies,
                                 int of_nets)
{
    struct filter filter;
    struct error err;
    assert_true(config_filter(config, &filter, &err));
    assert_int_equal(filter_level_at(&filter, 2, 0)->extra, at_2_plies);
    assert_int_equal(filter_level_at(&filter, 0, SEARCH_PLY_PRUNING_NET)->extra,
                     of_nets);
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)
