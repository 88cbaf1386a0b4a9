/* Words of passwords: what matches, and what a file may hold. */

#include "server/password.h"
#include "tests/unit/test_case.h"

/* By Python: hashlib.scrypt(b"geheim", salt=bytes(range(16)), n=1024, r=8, p=1, dklen=32) */
static const char known[] =
    "scrypt:10:8:1:000102030405060708090a0b0c0d0e0f:"
    "5704c63bbb7c4751db951c509665152ab5ccf458b1f4026d54d89761f3bc2111";

TEST(word_of_another_program_matches)
{
    assert_true(password_is_hash(known));
    assert_true(password_matches("geheim", known));
    assert_false(password_matches("Geheim", known));
    assert_false(password_matches("", known));
}

TEST(same_password_has_another_word_each_time)
{
    char first[PASSWORD_WORD_SIZE], second[PASSWORD_WORD_SIZE];
    assert_true(password_hash("geheim", 4, first));
    assert_true(password_hash("geheim", 4, second));
    assert_string_not_equal(first, second);
    assert_true(password_matches("geheim", first));
    assert_true(password_matches("geheim", second));
    assert_false(password_matches(first, first)); /* the word opens nothing */
}

TEST(plain_word_of_a_former_version_matches_itself)
{
    assert_false(password_is_hash("geheim"));
    assert_true(password_matches("geheim", "geheim"));
    assert_false(password_matches("geheim", "geheimer"));
}

TEST(broken_words_are_no_hashes)
{
    static const char *const heads[] = {
        "scrypt:0:8:1:",  "scrypt:17:8:1:", "scrypt:-1:8:1:",
        "scrypt:10:9:1:", "scrypt:10:8:2:", "bcrypt:10:8:1:"};
    char word[PASSWORD_WORD_SIZE * 2];
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        FORMAT_TEXT(word, "%s%s", heads[i], known + 14);
        assert_false(password_is_hash(word));
    }
    for (size_t length = 0; length + 1 < sizeof known; length++) {
        FORMAT_TEXT(word, "%.*s", (int)length, known);
        assert_false(password_is_hash(word));
    }
    FORMAT_TEXT(word, "%s0", known);
    assert_false(password_is_hash(word));
}

TEST_MAIN(NULL, NULL)
