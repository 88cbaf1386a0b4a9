/* The password in what a server says. */
#define _GNU_SOURCE /* memmem */
#include <string.h>

#include "fibs/mask.h"
#include "tests/unit/test_case.h"

TEST(password_is_masked_wherever_it_stands)
{
    static const struct {
        const char *password, *text, *masked;
    } rows[] = {
        {"swordfish", "swordfish", "***"},
        {"swordfish", "login c 1008 our_bot swordfish", "login c 1008 our_bot ***"},
        {"swordfish", "swordfish swordfishswordfish.", "*** ******."},
        {"swordfish", "Swordfish", "Swordfish"},
        {"swordfish", "swordfis", "swordfis"},
        {"swordfish", "swordswordfish", "sword***"},
        {"ab", "xaby", "x**y"},
        {"swordfish", "", ""},
        {"", "nothing to mask", "nothing to mask"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fibs_mask mask;
        char text[80];
        fibs_mask_learn(&mask, rows[i].password);
        COPY_TEXT(text, rows[i].text);
        fibs_mask_apply(&mask, text);
        assert_string_equal(text, rows[i].masked);
    }
}

TEST(password_itself_is_not_kept)
{
    struct fibs_mask mask;
    memset(&mask, 0, sizeof mask);
    fibs_mask_learn(&mask, "fish");
    assert_null(memmem(&mask, sizeof mask, "fish", 4));
}

TEST_MAIN(NULL, NULL)
