/* What lines have in common. */
#include <string.h>

#include "bot/game/line_shape.h"
#include "tests/unit/test_case.h"

static bool is_bob(const void *context, const char *word, size_t length)
{
    return length == 3 && memcmp(word, "bob", 3) == 0;
}

TEST(names_numbers_and_quotations_are_taken_out)
{
    static const struct {
        const char *line, *shape;
    } rows[] = {
        {"", ""},
        {"** The moon is full.", "** The moon is full."},
        {"** opp_a is bored after 12 games of 'chess' with bob.",
         "** NAME is bored after N games of 'TEXT' with NAME."},
        {"bob's rating is 1643.21, at -3 and 12:30:01.",
         "NAME's rating is N, at N and N."},
        {"You can't say that.", "You can't say that."},
        {"** Don't use 'a b'", "** Don't use 'TEXT'"},
        {"too \t many   blanks", "too many blanks"},
        {"mail to some.one-else@mail.example.org.", "mail to NAME."},
        {"bobby is not bob", "bobby is not NAME"},
        {"3-0 in a 5 point match", "N-N in a N point match"},
        {"player7 has 7up", "NAME has NAME"},
        {"21 opp_b (7) 'open", "N NAME (N) 'open"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char shape[LINE_SHAPE_SIZE];
        line_shape(rows[i].line, is_bob, NULL, shape);
        assert_string_equal(shape, rows[i].shape);
    }
}

TEST(a_long_line_is_cut)
{
    char line[4096], shape[LINE_SHAPE_SIZE];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    line_shape(line, NULL, NULL, shape);
    assert_int_equal(strlen(shape), LINE_SHAPE_SIZE - 1);
}

TEST_MAIN(NULL, NULL)
