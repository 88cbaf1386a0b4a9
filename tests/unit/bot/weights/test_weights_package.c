/* Packages of weights: which manifests are read, and that no file of one may be another. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/weights/weights_package_internal.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

#define HEADING "fibsbot weights 1\n"
/* of "abc" (FIPS 180-4), and one that is no file's */
#define ABC  "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
#define NONE "0000000000000000000000000000000000000000000000000000000000000000"

static char folder[64];
static struct weights_package package;
static struct error err;

static void write_file(const char *name, const char *text)
{
    char path[200];
    FORMAT_TEXT(path, "%s/%s", folder, name);
    test_file_write(path, text);
}

static int make_folder(void **state)
{
    strcpy(folder, "/tmp/fibsbot-package-XXXXXX");
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state)
{
    return test_folder_remove(folder);
}

#define CASE(claim) TEST_WITH(claim, make_folder, remove_folder)

TEST(a_manifest_lists_files_with_size_and_digest)
{
    assert_true(weights_package_parse(HEADING ABC " 3 a.net\n" NONE " 0 _b-2.txt\n",
                                      &package, &err));
    assert_int_equal(package.count, 2);
    assert_string_equal(package.files[0].name, "a.net");
    assert_string_equal(package.files[0].digest, ABC);
    assert_int_equal(package.files[0].size, 3);
    assert_string_equal(package.files[1].name, "_b-2.txt");
    assert_int_equal(package.files[1].size, 0);
    assert_true(weights_package_parse(HEADING ABC " 1073741824 a\n", &package, &err));
}

TEST(what_is_no_manifest_is_refused_with_its_line)
{
    static const struct {
        const char *text, *error;
    } rows[] = {
        {"", "lists no files"},
        {HEADING, "lists no files"},
        {"fibsbot weights 2\n", "line 1"},
        {ABC " 3 a.net\n", "line 1"},
        {HEADING ABC " 3 a.net", "line 2"}, /* cut off */
        {HEADING ABC " 3 a.net\n\n", "line 3"},
        {HEADING "ba78 3 a.net\n", "line 2"},
        {HEADING "G" NONE " 3 a.net\n", "line 2"},
        {HEADING "g000000000000000000000000000000000000000000000000000000000000000"
                 " 3 a.net\n",
         "line 2"},
        {HEADING ABC " x a.net\n", "line 2"},
        {HEADING ABC "  a.net\n", "line 2"},
        {HEADING ABC " -1 a.net\n", "line 2"},
        {HEADING ABC " 1073741825 a.net\n", "line 2"},
        {HEADING ABC " 99999999999999999999 a.net\n", "line 2"},
        {HEADING ABC " 3\n", "line 2"},
        {HEADING ABC " 3 \n", "line 2"},
        {HEADING ABC " 3 ../a\n", "line 2"},
        {HEADING ABC " 3 .a\n", "line 2"},
        {HEADING ABC " 3 a b\n", "line 2"},
        {HEADING ABC " 3 manifest.txt\n", "line 2"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (weights_package_parse(rows[i].text, &package, &err) ||
            strstr(err.text, rows[i].error) == NULL) {
            fail_msg("\"%s\": %s", rows[i].text, err.text);
        }
    }
}

TEST(at_most_64_files_are_listed)
{
    static char text[WEIGHTS_PACKAGE_TEXT_MAX];
    size_t used = (size_t)snprintf(text, sizeof text, HEADING);
    for (int i = 0; i < WEIGHTS_PACKAGE_FILES_MAX; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, ABC " 3 f%d\n", i);
    }
    assert_true(weights_package_parse(text, &package, &err));
    assert_int_equal(package.count, WEIGHTS_PACKAGE_FILES_MAX);
    (void)snprintf(text + used, sizeof text - used, ABC " 3 more\n");
    assert_false(weights_package_parse(text, &package, &err));
}

static void assert_refused(const char *key, const char *why)
{
    assert_false(weights_package_check(folder, key, &package, &err));
    assert_holds(err.text, why);
}

CASE(each_file_is_as_long_and_has_the_digest_that_is_listed)
{
    assert_refused(NULL, "manifest.txt: No such file");
    write_file("manifest.txt", HEADING ABC " 3 a.net\n");
    assert_refused(NULL, "a.net: No such file");
    write_file("a.net", "abcd");
    assert_refused(NULL, "a.net: expected 3 bytes, found 4");
    write_file("a.net", "abd");
    assert_refused(NULL, "a.net: its SHA-256 is not that of the manifest");
    write_file("a.net", "abc");
    assert_true(weights_package_check(folder, NULL, &package, &err));
    assert_int_equal(package.count, 1);
    write_file("manifest.txt", HEADING ABC " 3 a.net\n" ABC " 3 b.net\n");
    assert_refused(NULL, "b.net: No such file"); /* not only the first one */
}

CASE(with_a_key_the_manifest_needs_its_signature)
{
    static char long_text[WEIGHTS_PACKAGE_TEXT_MAX + 1];
    write_file("manifest.txt", HEADING ABC " 3 a.net\n");
    write_file("a.net", "abc");
    assert_refused("no key", "manifest.sig: No such file");
    write_file("manifest.sig", "bm90IGEgc2lnbmF0dXJl\n");
    assert_refused("no key", "");
    assert_true(err.text[0] != '\0');
    memset(long_text, 'a', WEIGHTS_PACKAGE_TEXT_MAX);
    write_file("manifest.txt", long_text);
    assert_refused(NULL, "expected a text of at most 16383 bytes");
}

/* The folder is there, but what is in it has too long a path. */
CASE(path_that_is_too_long_is_the_reason_told)
{
    char long_folder[WEIGHTS_PACKAGE_PATH_MAX - 4];
    int used = snprintf(long_folder, sizeof long_folder, "%s", folder);
    memset(long_folder + used, '/', sizeof long_folder - 1 - (size_t)used);
    long_folder[sizeof long_folder - 1] = '\0';
    write_file("a.net", "abc");
    errno = 0;
    assert_false(weights_package_check(long_folder, NULL, &package, &err));
    assert_holds(err.text, ": File name too long");
    errno = 0;
    assert_false(weights_package_make(long_folder, "no key", &err));
    assert_holds(err.text, ": File name too long");
}

TEST_MAIN(NULL, NULL)
