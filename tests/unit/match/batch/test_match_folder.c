/* Which files of a folder are matches. */

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "match/batch/match_folder.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static char folder[] = "/tmp/test-match-folder-XXXXXX";
static struct match_paths paths;
static struct error err;

static int make_folder(void **state)
{
    FORMAT_TEXT(folder, "/tmp/test-match-folder-XXXXXX");
    paths = (struct match_paths){0};
    err = (struct error){0};
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state)
{
    match_paths_free(&paths);
    return test_folder_remove(folder);
}

#define CASE(claim) TEST_WITH(claim, make_folder, remove_folder)

static const char *below(const char *name)
{
    static char path[300];
    FORMAT_TEXT(path, "%s/%s", folder, name);
    return path;
}

static void put(const char *name)
{
    test_file_write(below(name), "");
}

static void put_folder(const char *name)
{
    assert_int_equal(mkdir(below(name), 0700), 0);
}

/* The names below the folder, each with a blank behind it. */
static void assert_listed(const char *names)
{
    char text[1000] = "";
    size_t length = 0;
    for (int i = 0; i < paths.count; i++) {
        assert_memory_equal(paths.path[i], folder, strlen(folder));
        length += (size_t)snprintf(text + length, sizeof text - length, "%s ",
                                   paths.path[i] + strlen(folder) + 1);
    }
    assert_string_equal(text, names);
}

CASE(each_format_is_found_in_order)
{
    const char *names[] = {"f.txt",  "a.mat", "b.match", "c.xg",      "d.xgp",
                           "e.sgf",  "B.MAT", "g.pdf",   "mat",       "h.mat.gz",
                           "i.html", "j.db",  ".k.mat",  "l.mat.tmp", "m.analysis.txt"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        put(names[i]);
    }
    assert_true(match_folder_list(folder, &paths, &err));
    assert_listed("B.MAT a.mat b.match c.xg d.xgp e.sgf f.txt ");
}

CASE(match_that_was_written_twice_is_found_once)
{
    put("a.mat");
    put("a.sgf");
    put("ab.sgf");
    put("c.sgf");
    assert_true(match_folder_list(folder, &paths, &err));
    assert_listed("a.mat ab.sgf c.sgf ");
}

CASE(only_files_are_matches)
{
    put_folder("a.mat");
    put("b.mat");
    assert_int_equal(mkfifo(below("c.mat"), 0600), 0);
    assert_int_equal(symlink("b.mat", below("d.mat")), 0);
    assert_int_equal(symlink("nowhere", below("e.mat")), 0);
    assert_true(match_folder_list(folder, &paths, &err));
    assert_listed("b.mat d.mat ");
}

CASE(folders_are_searched_four_deep)
{
    put_folder("1");
    put_folder("1/2");
    put_folder("1/2/3");
    put_folder("1/2/3/4");
    put("1/2/3/4/e.mat");
    put("1/2/3/d.mat");
    put("1/b.mat");
    put("a.mat");
    assert_true(match_folder_list(folder, &paths, &err));
    assert_listed("1/2/3/d.mat 1/b.mat a.mat ");
}

CASE(links_are_followed_but_not_in_a_circle)
{
    put_folder("1");
    put_folder("2");
    put("1/b.mat");
    put("2/c.mat");
    assert_int_equal(symlink(".", below("1/self")), 0);
    assert_int_equal(symlink("../2", below("1/to")), 0);
    assert_int_equal(symlink("..", below("2/up")), 0);
    assert_true(match_folder_list(folder, &paths, &err));
    assert_listed("1/b.mat 1/to/c.mat 2/c.mat ");
}

CASE(folder_without_matches_is_told)
{
    put("notes.doc");
    put("old.analysis.txt");
    assert_true(match_paths_add(&paths, "earlier", &err));
    assert_false(match_folder_list(folder, &paths, &err));
    assert_non_null(strstr(err.text, ": no files of matches (.mat, .txt"));
    assert_memory_equal(err.text, folder, strlen(folder));
    assert_false(match_folder_list(below("nothing"), &paths, &err));
    assert_non_null(strstr(err.text, "/nothing: No such file or directory"));
}

/* Root may read all: as somebody else then. */
CASE(folder_that_may_not_be_read_is_named)
{
    enum { SOMEBODY = 65534 };
    put("a.mat");
    put_folder("closed");
    assert_int_equal(chmod(below("closed"), 0), 0);
    assert_int_equal(chmod(folder, 0755), 0);
    bool is_root = geteuid() == 0;
    assert_int_equal(is_root ? seteuid(SOMEBODY) : 0, 0);
    bool is_listed = match_folder_list(folder, &paths, &err);
    assert_int_equal(is_root ? seteuid(0) : 0, 0);
    assert_false(is_listed);
    assert_non_null(strstr(err.text, "/closed: Permission denied"));
    assert_int_equal(chmod(below("closed"), 0700), 0);
}

TEST(a_full_list_takes_no_path_more)
{
    struct match_paths full = {.count = MATCH_FOLDER_FILES_MAX};
    assert_false(match_paths_add(&full, "more", &err));
    assert_string_equal(err.text, "more than 100000 files: the next is more");
}

CASE(folders_add_to_what_is_listed)
{
    assert_true(match_paths_add(&paths, "one", &err));
    put("a.mat");
    assert_true(match_folder_list(folder, &paths, &err));
    assert_int_equal(paths.count, 2);
    assert_string_equal(paths.path[0], "one");
    assert_string_equal(paths.path[1], below("a.mat"));
    assert_true(
        match_folder_list(below(""), &paths, &err)); /* with a slash behind it */
    assert_string_equal(paths.path[2], below("a.mat"));
}

TEST_MAIN(NULL, NULL)
