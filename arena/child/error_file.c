#define _GNU_SOURCE /* pipe2 */
#include "arena/child/error_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void error_file_shut(int *descriptor)
{
    if (*descriptor >= 0) {
        (void)close(*descriptor);
    }
    *descriptor = -1;
}

bool error_file_open(struct error_file *errors, const char *path)
{
    int ends[2];
    *errors = (struct error_file){.pipe = -1, .writer = -1, .file = -1};
    if (path == NULL) {
        errors->writer = open("/dev/null", O_WRONLY | O_CLOEXEC);
        return errors->writer >= 0;
    }
    errors->file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (errors->file < 0 || pipe2(ends, O_CLOEXEC) != 0) {
        int why = errno;
        error_file_shut(&errors->file);
        errno = why;
        return false;
    }
    errors->pipe = ends[0];
    errors->writer = ends[1];
    return fcntl(errors->pipe, F_SETFL, O_NONBLOCK) == 0;
}

void error_file_started(struct error_file *errors)
{
    error_file_shut(&errors->writer);
}

/* Several programs may add to one file. */
static void error_file_add(struct error_file *errors, const char *text, size_t size)
{
    static const char word[] = "\n(the rest is left out: the file is full)\n";
    struct stat status;
    if (errors->is_full || fstat(errors->file, &status) != 0) {
        return;
    }
    size_t room =
        status.st_size < ERROR_FILE_MAX ? (size_t)(ERROR_FILE_MAX - status.st_size) : 0;
    if (write(errors->file, text, size < room ? size : room) < 0) {
        return; /* nobody can be warned */
    }
    if (size > room) {
        errors->is_full = true;
        (void)!write(errors->file, word, room > 0 ? strlen(word) : 0);
    }
}

void error_file_take(struct error_file *errors)
{
    enum { PIECES_MAX = 64 }; /* at a time: a flood keeps nobody here */
    char text[4096];
    for (int i = 0; i < PIECES_MAX && errors->pipe >= 0; i++) {
        ssize_t size = read(errors->pipe, text, sizeof text);
        if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) {
            error_file_shut(&errors->pipe);
        }
        if (size <= 0) {
            return;
        }
        error_file_add(errors, text, (size_t)size);
    }
}

void error_file_close(struct error_file *errors)
{
    error_file_take(errors);
    error_file_shut(&errors->pipe);
    error_file_shut(&errors->writer);
    error_file_shut(&errors->file);
}
