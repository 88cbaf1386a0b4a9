#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

enum { FOLDER_SIZE = 4096 };

/* A folder that cannot be looked at counts as one of others. */
static bool is_folder_of_others(const char *path)
{
    char folder[FOLDER_SIZE] = ".";
    struct stat st;
    const char *slash = strrchr(path, '/');
    size_t length = slash == NULL ? 1 : slash == path ? 1 : (size_t)(slash - path);
    if (length >= sizeof folder) {
        return true;
    }
    if (slash != NULL) {
        memcpy(folder, path, length);
        folder[length] = '\0';
    }
    bool is_ours = stat(folder, &st) == 0 && (st.st_mode & (S_IWGRP | S_IWOTH)) == 0;
    return !is_ours;
}

int file_open(const char *path, int flags, unsigned mode)
{
    if (is_folder_of_others(path)) {
        flags |= O_NOFOLLOW;
    }
    return open(path, flags | O_CLOEXEC, (mode_t)mode);
}

FILE *file_to_read(const char *path, struct error *err)
{
    struct stat status;
    FILE *file = fopen(path, "re");
    if (file != NULL && fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode)) {
        (void)fclose(file);
        file = NULL;
        errno = EISDIR;
    }
    if (file == NULL) {
        (void)error_of_path(err, path);
    }
    return file;
}

ssize_t file_read(const char *path, void *bytes, size_t room)
{
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return -1;
    }
    size_t length = fread(bytes, 1, room, file);
    bool is_good = !ferror(file);
    int reason = errno;
    (void)fclose(file);
    errno = reason;
    return is_good ? (ssize_t)length : -1;
}

const char *file_error(int error)
{
    return error == ELOOP   ? "a link, in a folder that others can write to"
           : error == EFBIG ? "File too large: the limit of the system (ulimit -f)"
                            : strerror(error);
}

FILE *file_stream(const char *path, const char *type, unsigned mode)
{
    bool appends = type[0] == 'a';
    int fd = file_open(path, O_WRONLY | O_CREAT | (appends ? O_APPEND : O_TRUNC), mode);
    FILE *file = fd >= 0 ? fdopen(fd, type) : NULL;
    if (file == NULL && fd >= 0) {
        int error = errno;
        (void)close(fd);
        errno = error;
    }
    return file;
}

static bool is_locked_by_others(int fd)
{
    return flock(fd, LOCK_EX | LOCK_NB) != 0 &&
           errno == EWOULDBLOCK; /* else there are no locks here */
}

/* Whether `path` is that of the open file, which another one may have replaced. */
static bool is_at(int fd, const char *path)
{
    struct stat opened, named;
    return fstat(fd, &opened) == 0 && stat(path, &named) == 0 &&
           opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

bool file_lock(FILE *file, const char *path, struct error *err)
{
    return (!is_locked_by_others(fileno(file)) && is_at(fileno(file), path)) ||
           error_at_path(err, EWOULDBLOCK, path, "another program is writing it");
}

/* ---- replacing ------------------------------------------------------------------- */

static bool set_write_error(struct error *err, const char *path, int error)
{
    const char *why =
        error == EWOULDBLOCK ? "another program is writing it" : file_error(error);
    char what[120];
    FORMAT_TEXT(what, "cannot be written: %s", why);
    return error_at_path(err, error, path, what);
}

/* What has its place in the file system but is no file, such as a device or a pipe, must not
 * give it up to one. */
static bool is_replaceable(const char *path, struct error *err)
{
    struct stat st;
    return stat(path, &st) != 0 || S_ISREG(st.st_mode) ||
           error_set_kind(err, ERROR_REFUSED,
                          "%.150s: cannot be written: not a regular file", path);
}

static bool name_draft(const char *path, char part[FILE_PATH_MAX], struct error *err)
{
    int length = snprintf(part, FILE_PATH_MAX, "%s.new", path);
    return length < FILE_PATH_MAX || set_write_error(err, path, ENAMETOOLONG);
}

bool file_draft_rename(const char *part, const char *path, struct error *err)
{
    if (rename(part, path) == 0) {
        return true;
    }
    int error = errno;
    (void)unlink(part);
    return set_write_error(err, path, error);
}

/* Of two programs with the same draft one fails. The lock ends with the stream; a file
 * that got its name meanwhile is not the draft any more. Returns -1 with errno set. */
static int open_draft(const char *part, unsigned mode)
{
    for (;;) {
        int fd = file_open(part, O_RDWR | O_CREAT, mode);
        bool is_ours = fd >= 0 && !is_locked_by_others(fd);
        bool is_in_place = is_ours && is_at(fd, part);
        if (is_in_place && ftruncate(fd, 0) == 0) {
            return fd;
        }
        int error = errno;
        if (fd >= 0) {
            (void)close(fd);
        }
        if (!is_ours || is_in_place) {
            errno = error;
            return -1;
        }
    }
}

bool file_draft_open(struct file_draft *draft, const char *path, unsigned mode,
                     struct error *err)
{
    draft->path = path;
    draft->stream = NULL;
    if (!name_draft(path, draft->part, err) || !is_replaceable(path, err)) {
        return false;
    }
    int fd = open_draft(draft->part, mode);
    draft->stream = fd >= 0 ? fdopen(fd, "w+") : NULL;
    if (draft->stream != NULL) {
        return true;
    }
    int error = errno;
    if (fd >= 0) {
        (void)close(fd);
        (void)unlink(draft->part);
    }
    return set_write_error(err, path, error);
}

static bool flush_draft(FILE *stream, enum file_safety safety)
{
    return ferror(stream) == 0 && fflush(stream) == 0 &&
           (safety == FILE_SAFE_FROM_KILLS || fsync(fileno(stream)) == 0);
}

/* The lock is held until the draft has its name. */
bool file_draft_keep(struct file_draft *draft, enum file_safety safety,
                     struct error *err)
{
    if (!flush_draft(draft->stream, safety)) {
        return file_draft_fail(draft, err);
    }
    bool is_kept = file_draft_rename(draft->part, draft->path, err);
    bool is_closed = fclose(draft->stream) == 0;
    draft->stream = NULL;
    return is_kept && (is_closed || set_write_error(err, draft->path, errno));
}

bool file_draft_fail(struct file_draft *draft, struct error *err)
{
    int error =
        errno != 0 ? errno : EIO; /* the reason of an older failure may be lost */
    file_draft_drop(draft);
    return set_write_error(err, draft->path, error);
}

bool file_draft_check(const char *path, unsigned mode, struct error *err)
{
    struct file_draft draft;
    bool is_good = file_draft_open(&draft, path, mode, err);
    if (is_good) {
        file_draft_drop(&draft);
    }
    return is_good;
}

void file_draft_drop(struct file_draft *draft)
{
    (void)unlink(draft->part);
    (void)fclose(draft->stream);
    draft->stream = NULL;
}
