#include "bot/service/path_check.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/text.h"

enum {
    BLOCK_SIZE = 4096, /* about a match */
    LITTLE_MB = 64,    /* some weeks of a busy bot */
    BESIDE_MAX = 3
};

/* What stands beside a path; 9: a number. */
static const struct {
    bool is_written, is_folder;
    const char *beside[BESIDE_MAX];
} kinds[PATH_KINDS] = {
    [PATH_SECRET] = {false, false, {NULL}},
    [PATH_READ] = {false, false, {NULL}},
    [PATH_READ_FOLDER] = {false, true, {NULL}},
    [PATH_APPENDED] = {true, false, {".9"}},
    [PATH_REPLACED] = {true, false, {".new"}},
    [PATH_DATABASE] = {true, false, {"-wal", "-shm", "-journal"}},
    [PATH_FOLDER] = {true, true, {NULL}},
};

/* ---- what is there --------------------------------------------------------------- */

static bool may_use(const char *path, int how)
{
    return faccessat(AT_FDCWD, path, how, AT_EACCESS) == 0;
}

static void find_parent(const char *path, char parent[PATHS_MAX])
{
    char copy[PATHS_MAX];
    COPY_TEXT(copy, path);
    (void)snprintf(parent, PATHS_MAX, "%s", dirname(copy));
}

/* The path itself, or the nearest folder above it that is there. */
static void find_existing(const char *path, char existing[PATHS_MAX])
{
    char parent[PATHS_MAX];
    struct stat status;
    (void)snprintf(existing, PATHS_MAX, "%s", path);
    while (stat(existing, &status) != 0 && errno == ENOENT) {
        find_parent(existing, parent);
        if (strcmp(parent, existing) == 0) {
            break;
        }
        memcpy(existing, parent, sizeof parent);
    }
}

/* A full disk can still make an empty file. Returns 0 or an errno. */
static int write_test_block(const char *folder)
{
    static const char block[BLOCK_SIZE];
    char path[PATHS_MAX + 40];
    FORMAT_TEXT(path, "%s/.fibsbot-%ld", folder, (long)getpid());
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, FILE_OURS);
    if (fd < 0) {
        return errno;
    }
    ssize_t length = write(fd, block, sizeof block);
    if (length > 0 && length < BLOCK_SIZE) { /* the rest tells why */
        length = write(fd, block, sizeof block) < 0 ? -1 : BLOCK_SIZE;
    }
    int reason = length < 0 ? errno : 0;
    if (close(fd) != 0 && reason == 0) {
        reason = errno;
    }
    (void)unlink(path);
    return reason;
}

static bool check_written_folder(const char *path, struct error *err)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        return error_set_errno(err, "folder %.150s", path);
    }
    if (!S_ISDIR(status.st_mode)) {
        return error_at_path(err, 0, path, "expected a folder");
    }
    int reason = may_use(path, W_OK | X_OK) ? write_test_block(path) : errno;
    return reason == 0 ||
           error_set_for(err, reason, "folder %.150s: cannot be written to: %s", path,
                         file_error(reason));
}

/* What a rotation or a draft would replace. */
static bool check_beside(const struct path_option *row, const struct config *config,
                         const char *path, struct error *err)
{
    char beside[PATHS_MAX + 16];
    int files = row->kind == PATH_APPENDED ? path_option_number(config, row->files) : 0;
    for (int i = 1; i <= files; i++) {
        FORMAT_TEXT(beside, "%s.%d", path, i);
        if (!own_file_is(beside, row->own, err)) {
            return false;
        }
    }
    FORMAT_TEXT(beside, "%s.new", path);
    return row->kind != PATH_REPLACED || own_file_is(beside, row->own, err);
}

static bool check_written_file(const struct path_option *row,
                               const struct config *config, const char *path,
                               struct error *err)
{
    char parent[PATHS_MAX];
    struct stat status;
    bool is_there = stat(path, &status) == 0;
    if (is_there && S_ISDIR(status.st_mode)) {
        return error_at_path(err, 0, path, "expected a file, found a folder");
    }
    if (is_there && !S_ISREG(status.st_mode) && row->kind != PATH_APPENDED) {
        return error_at_path(err, 0, path,
                             "expected a file, found a device or the like");
    }
    if (is_there && !may_use(path, W_OK)) {
        return error_set_errno(err, "%.150s: cannot be written", path);
    }
    if (is_there && !S_ISREG(status.st_mode)) {
        return true;
    }
    find_parent(path, parent);
    bool is_alone = is_there && row->kind == PATH_APPENDED && !may_use(parent, W_OK);
    return own_file_is(path, row->own, err) && check_beside(row, config, path, err) &&
           (is_alone || check_written_folder(parent, err));
}

static bool check_read_file(const char *path, struct error *err)
{
    if (folder_is(path)) {
        return error_at_path(err, 0, path, "expected a file, found a folder");
    }
    return may_use(path, R_OK) || error_of_path(err, path);
}

/* One that is not there will be made in the nearest one above it that is. */
static bool check_made_folder(const char *path, struct error *err)
{
    char existing[PATHS_MAX];
    struct error why;
    find_existing(path, existing);
    if (strcmp(path, existing) == 0) {
        return check_written_folder(path, err);
    }
    return check_written_folder(existing, &why) ||
           error_set_from(err, &why, "%.80s cannot be made: %.140s", path, why.text);
}

bool path_check(const struct path_option *row, const struct config *config,
                const char *path, struct error *err)
{
    if (row->kind == PATH_FOLDER) {
        return check_made_folder(path, err);
    }
    if (kinds[row->kind].is_written) {
        return check_written_file(row, config, path, err);
    }
    return row->kind != PATH_READ || check_read_file(path, err);
}

/* ---- what may fail later --------------------------------------------------------- */

/* Doubts that are found: the next one goes to *at. */
static void doubt_owner(const struct path_option *row, const char *path,
                        struct error **at)
{
    struct stat status;
    if (stat(path, &status) != 0 ||
        (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))) {
        return;
    }
    unsigned mode = status.st_mode & 07777U;
    if ((mode & S_IWOTH) != 0 && (mode & S_ISVTX) == 0) {
        error_set((*at)++, "%.120s: mode %03o lets everybody write to it", path, mode);
    }
    if (kinds[row->kind].is_written && geteuid() == 0 && status.st_uid != 0) {
        error_set(
            (*at)++,
            "%.100s: belongs to user %lu, and root is running: a bot of that user "
            "cannot write what root makes",
            path, (unsigned long)status.st_uid);
    }
}

static void doubt_room(const char *path, struct error **at)
{
    struct statvfs disk;
    if (statvfs(path, &disk) == 0 && disk.f_blocks > 0) { /* a pipe has none */
        unsigned long long free_mb =
            (unsigned long long)disk.f_bavail * disk.f_frsize / 1000000U;
        if (free_mb < LITTLE_MB) {
            error_set((*at)++, "%.120s: only %llu MB are free there", path, free_mb);
        }
    }
}

int path_check_doubts(const struct path_option *row, const struct config *config,
                      const char *path, struct error doubts[PATH_CHECK_DOUBTS])
{
    char existing[PATHS_MAX], parent[PATHS_MAX];
    struct stat status;
    struct error *at = doubts;
    bool is_file = stat(path, &status) == 0 && S_ISREG(status.st_mode);
    doubt_owner(row, path, &at);
    if (kinds[row->kind].is_written) {
        find_existing(path, existing);
        doubt_room(existing, &at);
        find_parent(path, parent);
        if (is_file && row->kind == PATH_APPENDED && !may_use(parent, W_OK) &&
            path_option_number(config, row->megabytes) > 0) {
            error_set(at++,
                      "%.120s: cannot be rotated, since its folder cannot be written "
                      "to; set %s = 0",
                      path, row->limited_by);
        }
    }
    return (int)(at - doubts);
}

/* ---- the same file twice --------------------------------------------------------- */

void path_place_find(const struct path_option *row, const struct config *config,
                     const char *path, struct path_place *place)
{
    char existing[PATHS_MAX], real[PATHS_MAX];
    struct stat status;
    *place = (struct path_place){.row = row, .config = config};
    if (stat(path, &status) == 0) {
        place->device = status.st_dev;
        place->number = status.st_ino;
    }
    find_existing(path, existing);
    size_t length = strlen(existing); /* a path that is only a name has no "." */
    bool is_prefix = strncmp(path, existing, length) == 0 &&
                     (strchr("/", path[length]) != NULL || existing[length - 1] == '/');
    const char *rest = is_prefix ? path + length : path;
    if (realpath(existing, real) == NULL) {
        COPY_TEXT(real, existing);
    }
    rest += strspn(rest, "/");
    FORMAT_TEXT(place->path, "%.2000s%s%.2000s", real,
                *rest != '\0' && strcmp(real, "/") != 0 ? "/" : "", rest);
}

/* Whether `other` stands beside `place`. */
static bool is_beside(const struct path_place *place, const struct path_place *other)
{
    size_t length = strlen(place->path);
    if (strncmp(place->path, other->path, length) != 0) {
        return false;
    }
    const char *rest = other->path + length;
    for (int i = 0; i < BESIDE_MAX; i++) {
        const char *name = kinds[place->row->kind].beside[i];
        bool is_number = name != NULL && strcmp(name, ".9") == 0 && rest[0] == '.' &&
                         isdigit((unsigned char)rest[1]) != 0 &&
                         rest[1 + strspn(rest + 1, "0123456789")] == '\0';
        if (name != NULL && (is_number || strcmp(rest, name) == 0)) {
            return true;
        }
    }
    return false;
}

bool path_places_collide(const struct path_place *a, const struct path_place *b)
{
    bool is_folder[] = {kinds[a->row->kind].is_folder, kinds[b->row->kind].is_folder};
    bool is_written[] = {kinds[a->row->kind].is_written && !is_folder[0],
                         kinds[b->row->kind].is_written && !is_folder[1]};
    bool is_same = strcmp(a->path, b->path) == 0 ||
                   (a->number != 0 && a->number == b->number && a->device == b->device);
    if (a->row == b->row && a->row->is_shared) {
        return false;
    }
    if (is_same) {
        return is_written[0] || is_written[1];
    }
    return (is_written[0] && is_beside(a, b)) || (is_written[1] && is_beside(b, a));
}
