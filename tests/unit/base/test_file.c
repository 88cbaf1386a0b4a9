/* Files to be written: who may read them, and which links are followed. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static char folder[64], target[96], name[96], draft_name[100];

static int setup(void **state)
{
    test_folder_make(folder, sizeof folder, "file");
    FORMAT_TEXT(target, "%s/target", folder);
    FORMAT_TEXT(name, "%s/name", folder);
    FORMAT_TEXT(draft_name, "%s.new", name);
    return 0;
}

static int teardown(void **state)
{
    (void)unlink(draft_name);
    (void)unlink(target);
    (void)unlink(name);
    return rmdir(folder);
}

#define CASE(claim) TEST_WITH(claim, setup, teardown)

CASE(link_in_a_folder_of_others_is_not_followed)
{
    static const mode_t modes[] = {0777, 01777, 0770};
    assert_int_equal(symlink(target, name), 0);
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        assert_int_equal(chmod(folder, modes[i]), 0);
        assert_null(file_stream(name, "w", FILE_OURS));
        assert_int_equal(errno, ELOOP);
        assert_null(file_stream(name, "a", FILE_OURS));
    }
    assert_int_not_equal(access(target, F_OK), 0);
}

CASE(link_in_a_folder_of_ours_is_followed)
{
    assert_int_equal(symlink(target, name), 0);
    FILE *file = file_stream(name, "w", FILE_OURS);
    assert_non_null(file);
    (void)fclose(file);
    assert_int_equal(access(target, F_OK), 0);
}

CASE(mode_does_not_depend_on_an_open_umask)
{
    struct stat st;
    mode_t mask = umask(0);
    FILE *file = file_stream(name, "a", FILE_OF_GROUP);
    (void)umask(mask);
    assert_non_null(file);
    assert_int_equal(fstat(fileno(file), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
    assert_int_not_equal(fcntl(fileno(file), F_GETFD) & FD_CLOEXEC, 0);
    (void)fclose(file);
}

CASE(appending_keeps_and_writing_replaces)
{
    static const char *const types[] = {"w", "a", "w"};
    static const long want[] = {2, 4, 2};
    for (int i = 0; i < 3; i++) {
        FILE *file = file_stream(name, types[i], FILE_OURS);
        assert_non_null(file);
        assert_int_equal(fputs("x\n", file) >= 0, 1);
        assert_int_equal(fclose(file), 0);
        struct stat st;
        assert_int_equal(stat(name, &st), 0);
        assert_int_equal(st.st_size, want[i]);
    }
}

/* ---- replacing ------------------------------------------------------------------- */

static void assert_text(const char *path, const char *wanted)
{
    char text[100] = "";
    test_file_read(path, text, sizeof text);
    assert_string_equal(text, wanted);
}

CASE(a_file_is_old_until_the_new_one_is_whole)
{
    struct file_draft draft;
    struct stat st;
    test_file_write(name, "old");
    test_file_write(draft_name, "left over by a killed program");
    mode_t mask = umask(0);
    assert_true(file_draft_open(&draft, name, FILE_OF_GROUP, NULL));
    (void)umask(mask);
    assert_true(fputs("new", draft.stream) >= 0);
    assert_int_equal(fflush(draft.stream), 0);
    assert_text(name, "old");
    assert_true(file_draft_keep(&draft, FILE_SAFE_ON_DISK, NULL));
    assert_text(name, "new");
    assert_int_not_equal(access(draft_name, F_OK), 0);
    assert_int_equal(stat(name, &st), 0);
}

CASE(a_new_file_has_the_mode_that_is_asked_for)
{
    static const mode_t modes[] = {FILE_OURS, FILE_OF_GROUP, FILE_OF_ALL};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        struct file_draft draft;
        struct stat st;
        mode_t mask = umask(0);
        assert_true(file_draft_open(&draft, name, modes[i], NULL));
        (void)umask(mask);
        assert_true(file_draft_keep(&draft, FILE_SAFE_FROM_KILLS, NULL));
        assert_int_equal(stat(name, &st), 0);
        assert_int_equal(st.st_mode & 0777, modes[i]);
    }
}

CASE(a_draft_that_is_dropped_leaves_the_old_file)
{
    struct file_draft draft;
    test_file_write(name, "old");
    assert_true(file_draft_open(&draft, name, FILE_OURS, NULL));
    assert_true(fputs("new", draft.stream) >= 0);
    file_draft_drop(&draft);
    assert_text(name, "old");
    assert_int_not_equal(access(draft_name, F_OK), 0);
}

CASE(a_draft_that_failed_says_why)
{
    struct file_draft draft;
    struct error err;
    test_file_write(name, "old");
    assert_true(file_draft_open(&draft, name, FILE_OURS, NULL));
    errno = EFBIG;
    assert_false(file_draft_fail(&draft, &err));
    assert_non_null(strstr(err.text, "cannot be written: File too large: the limit"));
    assert_int_equal(err.kind, ERROR_FULL);
    assert_text(name, "old");
    assert_int_not_equal(access(draft_name, F_OK), 0);
}

CASE(a_folder_is_no_file_to_read)
{
    char byte;
    struct error err;
    assert_null(file_to_read("/tmp", &err));
    assert_string_equal(err.text, "/tmp: Is a directory");
    assert_null(file_to_read("/tmp/none/none", &err));
    assert_int_equal(err.kind, ERROR_NOT_FOUND);
    test_file_write(name, "x");
    FILE *file = file_to_read(name, &err);
    assert_non_null(file);
    assert_int_equal(fread(&byte, 1, 1, file), 1);
    (void)fclose(file);
}

/* Its descriptor is one that cannot be written, as on a full disk. */
CASE(a_draft_that_cannot_be_written_leaves_the_old_file)
{
    struct file_draft draft;
    struct error err;
    int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
    assert_true(full >= 0);
    test_file_write(name, "old");
    assert_true(file_draft_open(&draft, name, FILE_OURS, NULL));
    assert_true(dup2(full, fileno(draft.stream)) >= 0);
    (void)close(full);
    assert_true(fputs("new", draft.stream) >= 0);
    assert_false(file_draft_keep(&draft, FILE_SAFE_FROM_KILLS, &err));
    assert_non_null(strstr(err.text, "/name: cannot be written: No space left"));
    assert_text(name, "old");
    assert_int_not_equal(access(draft_name, F_OK), 0);
}

CASE(of_two_writers_of_a_file_the_second_fails)
{
    struct file_draft first, second;
    struct error err;
    assert_true(file_draft_open(&first, name, FILE_OURS, NULL));
    assert_true(fputs("first", first.stream) >= 0);
    assert_false(file_draft_open(&second, name, FILE_OURS, &err));
    assert_non_null(strstr(err.text, "cannot be written: another program is writing"));
    assert_true(file_draft_keep(&first, FILE_SAFE_FROM_KILLS, NULL));
    assert_text(name, "first");
    assert_true(file_draft_open(&second, name, FILE_OURS, NULL));
    assert_true(file_draft_keep(&second, FILE_SAFE_FROM_KILLS, NULL));
    assert_text(name, "");
}

CASE(what_is_no_regular_file_is_not_replaced)
{
    struct file_draft draft;
    struct error err = {0};
    struct stat st;
    assert_int_equal(mkfifo(name, 0600), 0);
    assert_false(file_draft_open(&draft, name, FILE_OURS, &err));
    assert_non_null(strstr(err.text, "name: cannot be written: not a regular file"));
    assert_int_equal(err.kind, ERROR_REFUSED);
    assert_int_equal(stat(name, &st), 0);
    assert_true(S_ISFIFO(st.st_mode));
    assert_int_not_equal(access(draft_name, F_OK), 0);
    assert_int_equal(symlink("/dev/null", target), 0);
    assert_false(file_draft_open(&draft, target, FILE_OURS, NULL));
}

CASE(a_draft_is_no_link_of_somebody_else)
{
    struct file_draft draft;
    struct error err;
    assert_int_equal(chmod(folder, 01777), 0);
    assert_int_equal(symlink(target, draft_name), 0);
    assert_false(file_draft_open(&draft, name, FILE_OURS, &err));
    assert_non_null(strstr(err.text, "a link, in a folder that others can write to"));
    assert_int_not_equal(access(target, F_OK), 0);
}

CASE(what_is_read_is_cut_at_the_room_for_it)
{
    char text[4] = "";
    FILE *file = file_stream(name, "w", FILE_OURS);
    assert_true(file != NULL && fputs("abc", file) >= 0 && fclose(file) == 0);
    assert_int_equal(file_read(name, text, 2), 2);
    assert_string_equal(text, "ab");
    assert_int_equal(file_read(name, text, sizeof text), 3);
    assert_int_equal(file_read(target, text, sizeof text), -1);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(file_read(folder, text, sizeof text), -1);
    assert_int_equal(errno, EISDIR);
}

TEST_MAIN(NULL, NULL)
