#include "bot/service/account_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "bot/base/own_file.h"
#include "bot/base/paths.h"

enum { LOCK_PATH_SIZE = PATHS_MAX + 2 * CONFIG_TEXT_MAX };

struct account_lock {
    int fd; /* -1: not yet */
    char path[LOCK_PATH_SIZE];
};

/* The host may be any text of the configuration: slashes in it are replaced. */
static void write_path(const struct config *config, const char *folder,
                       char path[LOCK_PATH_SIZE])
{
    char host[CONFIG_TEXT_MAX];
    memcpy(host, config->server.host, sizeof host);
    for (char *slash = strchr(host, '/'); slash != NULL; slash = strchr(slash, '/')) {
        *slash = '_';
    }
    (void)snprintf(path, LOCK_PATH_SIZE, "%s/%s@%s:%d.lock", folder,
                   config->account.name, host, config->server.port);
}

static void read_holder(int fd, char holder[24])
{
    ssize_t length = pread(fd, holder, 23, 0);
    holder[length > 0 ? length : 0] = '\0';
    holder[strspn(holder, "0123456789")] = '\0';
}

static bool name_holder(int fd, const char *path, struct error *err)
{
    char holder[24];
    read_holder(fd, holder);
    return error_set_for(err, EWOULDBLOCK, "is played already, by process %s (%.160s)",
                         *holder != '\0' ? holder : "?", path);
}

static void write_holder(int fd)
{
    char text[24];
    int length = snprintf(text, sizeof text, "%ld\n", (long)getpid());
    bool is_written =
        ftruncate(fd, 0) == 0 && pwrite(fd, text, (size_t)length, 0) == length;
    (void)is_written; /* for people only; the lock holds without it */
}

/* Whether the path still leads to the locked file: whoever had it before may have
 * removed it between our open() and our flock(). */
static bool is_there(const struct account_lock *lock)
{
    struct stat ours, there;
    return fstat(lock->fd, &ours) == 0 && stat(lock->path, &there) == 0 &&
           ours.st_ino == there.st_ino && ours.st_dev == there.st_dev;
}

static void drop(struct account_lock *lock)
{
    if (lock->fd >= 0) {
        (void)close(lock->fd);
    }
    lock->fd = -1;
}

static bool take(struct account_lock *lock, struct error *err)
{
    do {
        drop(lock);
        if (!own_file_is(lock->path, OWN_LOCK, err)) {
            return false;
        }
        lock->fd = file_open(lock->path, O_RDWR | O_CREAT, FILE_OURS);
        if (lock->fd < 0) {
            return error_at_path(err, errno, lock->path, file_error(errno));
        }
        if (flock(lock->fd, LOCK_EX | LOCK_NB) != 0) {
            return errno == EWOULDBLOCK
                       ? name_holder(lock->fd, lock->path, err)
                       : error_at_path(err, errno, lock->path, file_error(errno));
        }
    } while (!is_there(lock));
    write_holder(lock->fd);
    return true;
}

struct account_lock *account_lock(const struct config *config, struct error *err)
{
    char folder[PATHS_MAX];
    struct account_lock *lock = error_allocate(sizeof *lock, err);
    if (lock == NULL) {
        return NULL;
    }
    lock->fd = -1;
    bool is_held = paths_state_folder(config->account.state_folder, folder, err);
    if (is_held) {
        write_path(config, folder, lock->path);
        is_held = take(lock, err);
    }
    if (!is_held) {
        drop(lock);
        free(lock);
        lock = NULL;
    }
    return lock;
}

void account_unlock(struct account_lock *lock)
{
    if (lock != NULL) {
        if (lock->fd >= 0) {
            (void)unlink(lock->path);
        }
        drop(lock);
        free(lock);
    }
}

long account_lock_holder(const struct config *config)
{
    char folder[PATHS_MAX], path[LOCK_PATH_SIZE], holder[24] = "";
    if (!paths_find_state_folder(config->account.state_folder, folder)) {
        return 0;
    }
    write_path(config, folder, path);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return 0;
    }
    if (flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        read_holder(fd, holder);
    }
    (void)close(fd);
    return strtol(holder, NULL, 10);
}
