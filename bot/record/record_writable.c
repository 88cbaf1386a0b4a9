#include "bot/record/record_writable.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/folder.h"
#include "bot/record/decision_log.h"

enum { SAMPLE_SIZE = 4096 }; /* about a match */

/* A full disk can still make an empty file. */
static bool write_sample(const char *path)
{
    static const char sample[SAMPLE_SIZE];
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) {
        return false;
    }
    bool is_good = write(fd, sample, sizeof sample) == (ssize_t)sizeof sample;
    int error = errno;
    (void)close(fd);
    (void)unlink(path);
    errno = error;
    return is_good;
}

static bool can_write_matches(const char *folder, struct error *err)
{
    char path[CONFIG_TEXT_MAX + 40];
    (void)snprintf(path, sizeof path, "%s/.fibsbot-%ld", folder, (long)getpid());
    errno = 0;
    return (folder_make(folder) && write_sample(path)) ||
           error_set(err, "match files in %.120s: %s", folder,
                     errno != 0 ? strerror(errno) : "the disk is full");
}

static bool can_write_decisions(const char *path, struct error *err)
{
    struct decision_log *log = decision_log_open(path, err);
    decision_log_close(log);
    return log != NULL;
}

bool record_writable(const struct config *config, struct error *err)
{
    if (!config->record.required) {
        return true;
    }
    return (!config->record.matches || can_write_matches(config->record.folder, err)) &&
           (config->record.decisions[0] == '\0' ||
            can_write_decisions(config->record.decisions, err));
}
