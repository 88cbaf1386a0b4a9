#include "bot/base/secret.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

static const char variable[] = "FIBSBOT_PASSWORD";

void secret_wipe(void *memory, size_t size)
{
    explicit_bzero(memory, size);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED true
#elif defined(__has_feature)
#define IS_SANITIZED                                                                   \
    (__has_feature(address_sanitizer) || __has_feature(memory_sanitizer) ||            \
     __has_feature(thread_sanitizer))
#else
#define IS_SANITIZED false
#endif

bool secret_protect_memory(void)
{
    return !IS_SANITIZED && prctl(PR_SET_DUMPABLE, 0) == 0;
}

/* Cuts at the line end. False with `err`, which says where and what but never quotes.
 */
static bool check_secret(char *text, const char *where, const char *what,
                         struct error *err)
{
    text[strcspn(text, "\r\n")] = '\0';
    if (*text == '\0') {
        return error_set(err, "%s: expected a %s in the first line, found none", where,
                         what);
    }
    for (const char *c = text; *c != '\0'; c++) {
        if (*c <= ' ' || *c > '~') {
            return error_set(err, "%s: expected a %s of printable ASCII without blanks",
                             where, what);
        }
    }
    return true;
}

static bool read_environment(struct secret *secret, struct error *err)
{
    char *value = getenv(variable);
    if (value == NULL) {
        return error_set(err, "no password: set account.password_file or %s", variable);
    }
    size_t length = strlen(value);
    bool fits = length < SECRET_MAX;
    if (fits) {
        memcpy(secret->text, value, length + 1);
    }
    secret_wipe(value, length);
    (void)unsetenv(variable);
    if (!fits) {
        return error_set(err, "%s: expected at most %d characters", variable,
                         SECRET_MAX - 1);
    }
    return check_secret(secret->text, variable, "password", err);
}

static bool is_private(int fd, const char *where, const char *path, struct error *err)
{
    struct stat st;
    if (fstat(fd, &st) != 0) {
        return error_set_errno(err, "%s", where);
    }
    if (!S_ISREG(st.st_mode)) {
        return error_set(err, "%s: expected a regular file", where);
    }
    if ((st.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        return error_set(
            err, "%s: mode %03o lets others read it; expected 600 (chmod 600 %s)",
            where, (unsigned)(st.st_mode & 0777), path);
    }
    return true;
}

static bool read_secret_line(int fd, char *text, size_t size, const char *where,
                             const char *what, struct error *err)
{
    char line[SECRET_LINE_MAX + 2]; /* room for one byte too many, and the NUL */
    ssize_t length = read(fd, line, size + 1);
    if (length < 0) {
        return error_set_errno(err, "%s", where);
    }
    line[length] = '\0';
    bool is_good =
        strcspn(line, "\n") < size ||
        error_set(err, "%s: expected at most %zu characters", where, size - 1);
    is_good = is_good && check_secret(line, where, what, err);
    if (is_good) {
        memcpy(text, line, strlen(line) + 1);
    }
    secret_wipe(line, sizeof line);
    return is_good;
}

bool secret_read_line(char *text, size_t size, const char *what, const char *path,
                      struct error *err)
{
    char where[300];
    FORMAT_TEXT(where, "%s file %s", what, path);
    /* O_NONBLOCK: a FIFO must not hang the program before it is refused. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return error_set_errno(err, "%s", where);
    }
    bool is_good = is_private(fd, where, path, err) &&
                   read_secret_line(fd, text, size, where, what, err);
    (void)close(fd);
    return is_good;
}

bool secret_read(struct secret *secret, const char *path, struct error *err)
{
    memset(secret, 0, sizeof *secret);
    bool is_good = *path == '\0' ? read_environment(secret, err)
                                 : secret_read_line(secret->text, sizeof secret->text,
                                                    "password", path, err);
    if (!is_good) {
        secret_wipe(secret, sizeof *secret);
    }
    return is_good;
}
