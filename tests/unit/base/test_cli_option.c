/* Rows of options: walking a table with its groups, and storing values. */
#include "base/cli_option.h"
#include "cli_sample.h"
#include "tests/unit/test_case.h"

static const struct cli_option *find(const char *name, size_t *at)
{
    struct cli_walk walk = cli_walk(sample_options);
    for (const struct cli_option *o; (o = cli_next(&walk)) != NULL;) {
        if (o->name != NULL && strcmp(o->name, name) == 0) {
            *at = walk.at;
            return o;
        }
    }
    return NULL;
}

TEST(groups_are_replaced_by_their_rows)
{
    size_t at = 0;
    int rows = 0;
    struct cli_walk walk = cli_walk(sample_options);
    while (cli_next(&walk) != NULL) {
        rows++;
    }
    /* the table without its group and its end, and the rows of both groups */
    assert_int_equal(rows, sizeof sample_options / sizeof sample_options[0] - 2 + 2);
    assert_non_null(find("ply", &at));
    assert_int_equal(at, 0);
    assert_non_null(find("depth", &at));
    assert_int_equal(at, offsetof(struct sample, part));
    assert_non_null(find("raw", &at)); /* of a group in the group */
    assert_int_equal(at, offsetof(struct sample, part));
    struct cli_walk none = cli_walk(NULL);
    assert_null(cli_next(&none));
}

TEST(a_value_is_called_as_its_kind_says_unless_told_otherwise)
{
    static const struct {
        const char *option;
        const char *argument; /* NULL: no value */
    } rows[] = {
        {"ply", "N"},    {"margin", "E"}, {"colour", "WORD"},
        {"out", "FILE"}, {"net", "TEXT"}, {"range", "LOW:HIGH"},
        {"quiet", NULL}, {"json", NULL},  {"note-a", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t at;
        const struct cli_option *option = find(rows[i].option, &at);
        assert_int_equal(cli_has_value(option), rows[i].argument != NULL);
        if (rows[i].argument != NULL) {
            assert_string_equal(cli_argument(option), rows[i].argument);
        }
    }
}

static const char *number_word(int i)
{
    static const char *const words[] = {"one", "two"};
    return i < 2 ? words[i] : NULL;
}

TEST(words_come_from_a_table_or_a_function)
{
    size_t at;
    const struct cli_option by_function = {"number", CLI_TEXT(struct sample, out),
                                           .word_at = number_word};
    assert_string_equal(cli_word_at(find("colour", &at), 2), "blue");
    assert_null(cli_word_at(find("colour", &at), 3));
    assert_string_equal(cli_word_at(&by_function, 1), "two");
    assert_null(cli_word_at(&by_function, 2));
    assert_null(cli_word_at(find("ply", &at), 0));
}

TEST(a_row_may_be_called_once_its_value_is_stored)
{
    struct sample sample = {.ply = 0};
    struct error err;
    const struct cli_option option = {"ply", CLI_INT(struct sample, ply, 0, 4),
                                      .take = sample_note, .data = "p"};
    assert_true(cli_store(&option, "3", &sample, &err));
    assert_int_equal(sample.ply, 3);
    assert_string_equal(sample.log, "p");
    assert_false(cli_store(&option, "5", &sample, &err));
    assert_string_equal(sample.log, "p");
}

TEST_MAIN(NULL, NULL)
