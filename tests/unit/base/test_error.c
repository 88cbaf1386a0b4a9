/* An error of one line, its kind, and whether it passes. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "tests/unit/test_case.h"

TEST(full_disk_passes_and_a_missing_file_does_not)
{
    static const int passing[] = {ENOSPC, EDQUOT, EFBIG, EADDRINUSE, EHOSTUNREACH};
    static const int lasting[] = {0, ENOENT, EACCES, EROFS, ENOTDIR, EINVAL};
    struct error err, from;
    for (size_t i = 0; i < sizeof passing / sizeof passing[0]; i++) {
        assert_false(error_set_for(&err, passing[i], "log: %s", "why"));
        assert_string_equal(err.text, "log: why");
        assert_true(error_passes(&err));
        assert_false(error_set_from(&from, &err, "play: %s", err.text));
        assert_string_equal(from.text, "play: log: why");
        assert_true(error_passes(&from));
    }
    for (size_t i = 0; i < sizeof lasting / sizeof lasting[0]; i++) {
        assert_false(error_set_for(&err, lasting[i], "log"));
        assert_false(error_passes(&err));
    }
}

TEST(kind_follows_from_the_reason_and_is_handed_on)
{
    static const struct {
        int reason;
        enum error_kind kind;
    } rows[] = {{ENOENT, ERROR_NOT_FOUND}, {EACCES, ERROR_UNREADABLE},
                {ENOSPC, ERROR_FULL},      {EADDRINUSE, ERROR_BUSY},
                {EWOULDBLOCK, ERROR_BUSY}, {ECONNREFUSED, ERROR_UNREACHABLE},
                {ENOMEM, ERROR_NO_MEMORY}, {EINVAL, ERROR_OTHER}};
    struct error err, from;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        error_set_for(&err, rows[i].reason, "why");
        assert_int_equal(err.kind, rows[i].kind);
        error_set_from(&from, &err, "play: %s", err.text);
        assert_int_equal(from.kind, rows[i].kind);
    }
    error_set_kind(&err, ERROR_MALFORMED, "line %d", 3);
    assert_string_equal(err.text, "line 3");
    assert_int_equal(err.kind, ERROR_MALFORMED);
    assert_false(error_passes(&err));
    assert_false(error_no_memory(&err));
    assert_string_equal(err.text, "out of memory");
    assert_true(error_passes(&err));
    error_set(&err, "anything");
    assert_int_equal(err.kind, ERROR_OTHER);
}

TEST(text_of_any_length_is_no_sign_that_it_passes)
{
    struct error err;
    char text[400];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_false(error_set(&err, "%s", text));
    assert_false(error_passes(&err));
    assert_false(error_set_for(&err, ENOSPC, "%s", text));
    assert_true(error_passes(&err));
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
    assert_false(error_set(&err, "a line\nand \x1b[1m"));
    assert_string_equal(err.text, "a line?and ?[1m");
    assert_false(error_passes(&err));
    assert_false(error_set_for(NULL, ENOSPC, "x"));
}

TEST(text_is_utf_8_without_control_characters)
{
    static const struct {
        const char *given, *text;
    } rows[] = {
        {"J\xc3\xb6rg, \xe6\x97\xa5", "J\xc3\xb6rg, \xe6\x97\xa5"},
        {"found \"J\xc3\"", "found \"J?\""}, /* cut within a letter */
        {"\xe6\x97\", \xe6", "?\", ?"},
        {"J\xf6rg", "J?rg"}, /* Latin-1 */
        {"a\xc2\x9b"
         "1m\xc2\xa0",
         "a?1m\xc2\xa0"}, /* as ESC [ to a terminal */
    };
    struct error err;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_false(error_set(&err, "%s", rows[i].given));
        assert_string_equal(err.text, rows[i].text);
    }
    char text[400] = "x";
    while (strlen(text) < sizeof text - 4) {
        (void)strcat(text, "\xc3\xb6");
    }
    assert_false(error_set(&err, "%s", text + 1)); /* 239 bytes have room */
    assert_string_equal(err.text + sizeof err.text - 3, "\xb6?");
}

TEST(a_long_path_keeps_its_end_and_leaves_room_for_the_reason)
{
    static const char end[] = "/name: No such file or directory";
    struct error err;
    for (size_t length = 178; length < 190; length++) { /* of characters of two bytes */
        char path[400] = "";
        for (size_t i = 0; i + 7 < length; i += 2) {
            strcat(path, "\xc3\xa9");
        }
        strcat(path, length % 2 == 0 ? "/name" : "x/name");
        errno = ENOENT;
        assert_false(error_of_path(&err, path));
        assert_non_null(strstr(err.text, end));
        assert_int_equal(err.kind, ERROR_NOT_FOUND);
        bool is_cut = strlen(path) > 180;
        assert_int_equal(strncmp(err.text, "...", 3) == 0, is_cut);
        const char *shown = err.text + (is_cut ? 3 : 0);
        assert_memory_equal(shown, "\xc3\xa9", 2);
        assert_in_range(strlen(err.text) - strlen(end) + 5, 170, 180);
    }
}

TEST(a_long_reason_stays_whole_beside_a_long_path)
{
    struct error err;
    char path[300], what[111];
    memset(path, 'p', sizeof path - 1);
    memset(what, 'w', sizeof what - 1);
    path[sizeof path - 1] = what[sizeof what - 1] = '\0';
    assert_false(error_at_path(&err, ENOSPC, path, what));
    assert_int_equal(err.kind, ERROR_FULL);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
    assert_string_equal(strstr(err.text, ": ") + 2, what);
    assert_false(error_at_path(&err, 0, "p", what));
    assert_int_equal(strncmp(err.text, "p: w", 4), 0);
}

TEST(the_reason_is_cut_before_the_end_of_its_path)
{
    struct error err, why;
    char path[300] = "";
    memset(path, 'p', sizeof path - 6);
    (void)strcat(path, "/name");
    memset(why.text, 'w', sizeof why.text);
    for (size_t length = sizeof why.text - 1; length > 0; length--) {
        why.text[length] = '\0';
        why.kind = ERROR_BUSY;
        assert_false(error_in_path(&err, &why, path));
        assert_int_equal(err.kind, ERROR_BUSY);
        const char *end = strstr(err.text, "/name: w");
        assert_non_null(end);
        assert_true(end - err.text >= 50);
        assert_true(length > 170 || strcmp(end + 7, why.text) == 0);
    }
}

TEST(what_errno_says_stands_behind_a_text)
{
    struct error err;
    errno = ENOSPC;
    assert_false(error_set_errno(&err, "log %d", 7));
    assert_string_equal(err.text, "log 7: No space left on device");
    assert_int_equal(err.kind, ERROR_FULL);
    assert_false(error_set_errno(NULL, "log"));
}

TEST(memory_is_of_zeros_and_whole_lines_are_aligned)
{
    for (size_t lines = 64; lines < 10000; lines *= 3) {
        for (size_t size = lines; size <= lines + 2; size += 2) {
            char *memory = error_allocate(size, NULL);
            assert_true(size > lines || (uintptr_t)memory % 64 == 0);
            for (size_t i = 0; i < size; i++) {
                assert_int_equal(memory[i], 0);
            }
            memset(memory, 1, size); /* for who gets it next */
            free(memory);
        }
    }
}

TEST_MAIN(NULL, NULL)
