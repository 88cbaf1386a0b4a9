/* What the table of path options says of a configuration. */
#include <stdlib.h>
#include <string.h>

#include "bot/config/path_options.h"
#include "tests/unit/test_case.h"

static struct config config;

static int set_up(void **state)
{
    config_default(&config);
    return 0;
}

#define CASE(claim) TEST_WITH(claim, set_up, NULL)

static const struct path_option *row_of(const char *section, const char *name)
{
    const struct path_option *row = path_option_find(section, name);
    assert_non_null(row);
    return row;
}

CASE(a_megabyte_has_a_million_bytes)
{
    assert_int_equal(path_option_bytes(0), 0);
    assert_int_equal(path_option_bytes(100000), INT64_C(100000000000));
}

CASE(limits_are_those_of_the_configuration)
{
    static const struct {
        const char *section, *name;
        int megabytes, files;
    } rows[] = {{"log", "file", 7, 8},
                {"log", "trace", 9, 10},
                {"record", "decisions", 11, 12},
                {"record", "folder", 13, 0},
                {"history", "file", 0, 0}};
    config.log.size = 7;
    config.log.files = 8;
    config.log.trace_size = 9;
    config.log.trace_files = 10;
    config.record.decisions_size = 11;
    config.record.decisions_files = 12;
    config.record.max_size = 13;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct path_option *row = row_of(rows[i].section, rows[i].name);
        assert_int_equal(path_option_number(&config, row->megabytes),
                         rows[i].megabytes);
        assert_int_equal(path_option_number(&config, row->files), rows[i].files);
    }
}

CASE(a_path_is_used_with_what_it_needs)
{
    char path[PATHS_MAX];
    strcpy(config.record.folder, "m");
    config.record.matches = false;
    assert_false(path_option_place(row_of("record", "folder"), &config, path));
    config.record.matches = true;
    assert_true(path_option_place(row_of("record", "folder"), &config, path));
    assert_string_equal(path, "m");
    strcpy(config.owner.secret_file, "s");
    assert_false(path_option_place(row_of("owner", "secret_file"), &config, path));
    strcpy(config.owner.name, "anna");
    assert_true(path_option_place(row_of("owner", "secret_file"), &config, path));
    assert_false(path_option_place(row_of("log", "file"), &config, path));
    assert_null(path_option_find("log", "level"));
    assert_null(path_option_find("lo", "g.file"));
}

CASE(default_state_folder_is_a_path_too)
{
    char path[PATHS_MAX];
    const struct path_option *row = row_of("account", "state_folder");
    assert_int_equal(setenv("STATE_DIRECTORY", "/var/lib/bot", 1), 0);
    assert_true(path_option_place(row, &config, path));
    assert_string_equal(path, "/var/lib/bot");
    strcpy(config.account.state_folder, "mine");
    assert_true(path_option_place(row, &config, path));
    assert_string_equal(path, "mine");
}

TEST_MAIN(NULL, NULL)
