/* Moves in the spellings of people become the words of FIBS. */
#include <string.h>

#include "server/fibsd_core.h"
#include "tests/unit/test_case.h"

static void assert_spread(const char *text, const char *expected)
{
    char words[FIBSD_WORDS_SIZE];
    move_words_spread(text, words);
    assert_string_equal(words, expected);
}

TEST(strokes_stars_and_repeats_are_spread)
{
    assert_spread("24-18 13-11", "24 18 13 11");
    assert_spread("24/18 13/11", "24 18 13 11");
    assert_spread("24/18*, bar/21", "24 18 bar 21");
    assert_spread("8/4(2) 6/4*(2)", "8 4 8 4 6 4 6 4");
    assert_spread("24/18*/14", "24 18 18 14");
    assert_spread("13/11/9(2)", "13 11 11 9 13 11 11 9");
}

TEST(words_of_fibs_stay)
{
    assert_spread("24 18 13 11", "24 18 13 11");
    assert_spread("b-22 3-o", "b 22 3 o");
    assert_spread("nonsense 1-x", "nonsense 1 x");
    assert_spread("", "");
    assert_spread("/ - *", "");
    assert_spread("8/4(9)", "8 4");
}

TEST(what_is_too_long_is_cut)
{
    char text[1000], words[FIBSD_WORDS_SIZE];
    memset(text, '1', sizeof text);
    for (size_t i = 2; i < sizeof text; i += 3) {
        text[i] = ' ';
    }
    text[sizeof text - 1] = '\0';
    move_words_spread(text, words);
    assert_true(strlen(words) < FIBSD_WORDS_SIZE);
}

TEST_MAIN(NULL, NULL)
