#include "bot/secret.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char variable[] = "FIBSBOT_PASSWORD";

void secret_wipe(void *memory, size_t size)
{
    explicit_bzero(memory, size);
}

/* Cuts at the line end; NULL when the password can be sent. */
static const char *fault_of(char *text)
{
    text[strcspn(text, "\r\n")] = '\0';
    if (*text == '\0') {
        return "expected a password in the first line, found none";
    }
    for (const char *c = text; *c != '\0'; c++) {
        if (*c <= ' ' || *c > '~') {
            return "expected a password of printable ASCII without blanks";
        }
    }
    return NULL;
}

static bool read_environment(struct secret *secret, struct engine_error *err)
{
    char *value = getenv(variable);
    if (value == NULL) {
        engine_error_set(err, "no password: set account.password_file or %s", variable);
        return false;
    }
    size_t length = strlen(value);
    bool fits = length < SECRET_MAX;
    if (fits) {
        memcpy(secret->text, value, length + 1);
    }
    secret_wipe(value, length);
    (void)unsetenv(variable);
    const char *fault =
        fits ? fault_of(secret->text) : "expected at most 127 characters";
    if (fault != NULL) {
        engine_error_set(err, "%s: %s", variable, fault);
    }
    return fault == NULL;
}

static bool is_private(int fd, const char *path, struct engine_error *err)
{
    struct stat st;
    if (fstat(fd, &st) != 0) {
        engine_error_set(err, "password file %s: %s", path, strerror(errno));
        return false;
    }
    if (!S_ISREG(st.st_mode)) {
        engine_error_set(err, "password file %s: expected a regular file", path);
        return false;
    }
    if ((st.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        engine_error_set(err,
                         "password file %s: mode %03o lets others at it; expected 600 "
                         "(chmod 600 %s)",
                         path, (unsigned)(st.st_mode & 0777), path);
        return false;
    }
    return true;
}

static bool read_file(struct secret *secret, int fd, const char *path,
                      struct engine_error *err)
{
    /* One byte more than fits tells a password that is too long. */
    char text[SECRET_MAX + 1];
    ssize_t length = read(fd, text, sizeof text - 1);
    if (length < 0) {
        engine_error_set(err, "password file %s: %s", path, strerror(errno));
        return false;
    }
    text[length] = '\0';
    bool fits = strcspn(text, "\n") < SECRET_MAX;
    const char *fault = fits ? fault_of(text) : "expected at most 127 characters";
    if (fault == NULL) {
        memcpy(secret->text, text, strlen(text) + 1);
    } else {
        engine_error_set(err, "password file %s: %s", path, fault);
    }
    secret_wipe(text, sizeof text);
    return fault == NULL;
}

bool secret_read(struct secret *secret, const char *path, struct engine_error *err)
{
    memset(secret, 0, sizeof *secret);
    bool is_good = false;
    if (*path == '\0') {
        is_good = read_environment(secret, err);
    } else {
        /* O_NONBLOCK: a FIFO must not hang the program before it is refused. */
        int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (fd < 0) {
            engine_error_set(err, "password file %s: %s", path, strerror(errno));
            return false;
        }
        is_good = is_private(fd, path, err) && read_file(secret, fd, path, err);
        (void)close(fd);
    }
    if (!is_good) {
        secret_wipe(secret, sizeof *secret);
    }
    return is_good;
}
