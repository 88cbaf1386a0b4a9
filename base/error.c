#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_width.h"

enum { ALIGNMENT = 64 }; /* of error_allocate() */

/* Whether the letter is a control character, also one of those beyond ASCII, U+0080 to U+009F,
 * which terminals obey. */
static bool is_control(const char *letter)
{
    const unsigned char *c = (const unsigned char *)letter;
    return c[0] < ' ' || c[0] == 0x7F || (c[0] == 0xC2 && c[1] < 0xA0);
}

/* A letter that was cut becomes one '?', whatever is left of it. */
static void clean(char *text)
{
    char *out = text;
    while (*text != '\0') {
        int length = text_letter(text);
        if (length > 0 && !is_control(text)) {
            memmove(out, text, (size_t)length);
            out += length;
            text += length;
            continue;
        }
        *out++ = '?';
        text++;
        while (((unsigned char)*text & 0xC0U) == 0x80U) {
            text++;
        }
    }
    *out = '\0';
}

__attribute__((format(printf, 3, 0))) static bool
format_error(struct error *err, enum error_kind kind, const char *format, va_list args)
{
    if (err == NULL) {
        return false;
    }
    (void)vsnprintf(err->text, sizeof err->text, format, args);
    clean(err->text);
    err->kind = kind;
    return false;
}

bool error_set(struct error *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)format_error(err, ERROR_OTHER, format, args);
    va_end(args);
    return false;
}

bool error_set_kind(struct error *err, enum error_kind kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)format_error(err, kind, format, args);
    va_end(args);
    return false;
}

static enum error_kind kind_of_reason(int reason)
{
    static const struct {
        int reason;
        enum error_kind kind;
    } rows[] = {
        {ENOENT, ERROR_NOT_FOUND},
        {ENOTDIR, ERROR_NOT_FOUND},
        {EACCES, ERROR_UNREADABLE},
        {EPERM, ERROR_UNREADABLE},
        {EISDIR, ERROR_UNREADABLE},
        {ELOOP, ERROR_UNREADABLE},
        {EROFS, ERROR_UNREADABLE},
        {EIO, ERROR_UNREADABLE},
        {ENOSPC, ERROR_FULL},
        {EDQUOT, ERROR_FULL},
        {EFBIG, ERROR_FULL},
        {EADDRINUSE, ERROR_BUSY},
        {EAGAIN, ERROR_BUSY},
        {ENETUNREACH, ERROR_UNREACHABLE},
        {EHOSTUNREACH, ERROR_UNREACHABLE},
        {ENETDOWN, ERROR_UNREACHABLE},
        {ETIMEDOUT, ERROR_UNREACHABLE},
        {ECONNREFUSED, ERROR_UNREACHABLE},
        {ECONNRESET, ERROR_UNREACHABLE},
        {ENOMEM, ERROR_NO_MEMORY},
        {ENFILE, ERROR_NO_MEMORY},
        {EMFILE, ERROR_NO_MEMORY},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].reason == reason) {
            return rows[i].kind;
        }
    }
    return ERROR_OTHER;
}

bool error_set_for(struct error *err, int reason, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)format_error(err, kind_of_reason(reason), format, args);
    va_end(args);
    return false;
}

bool error_set_errno(struct error *err, const char *format, ...)
{
    const int reason = errno;
    struct error what;
    va_list args;
    va_start(args, format);
    (void)format_error(&what, ERROR_OTHER, format, args);
    va_end(args);
    return error_set_for(err, reason, "%s: %s", what.text, strerror(reason));
}

bool error_set_from(struct error *err, const struct error *why, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)format_error(err, why->kind, format, args);
    va_end(args);
    return false;
}

static bool set_at_path(struct error *err, enum error_kind kind, const char *path,
                        const char *what)
{
    /* bytes of a path: what is longer keeps its end, with the file's name */
    enum { SHOWN = 180, SHOWN_LEAST = 60 };
    static const char left_out[] = "...";
    size_t length = strlen(path), taken = sizeof ": " + strlen(what);
    size_t most = taken + SHOWN < sizeof err->text         ? SHOWN
                  : taken + SHOWN_LEAST < sizeof err->text ? sizeof err->text - taken
                                                           : SHOWN_LEAST;
    bool is_cut = length > most;
    const char *shown = is_cut ? path + length - most + sizeof left_out - 1 : path;
    while (is_cut && (*shown & 0xC0) == 0x80) { /* within a character */
        shown++;
    }
    return error_set_kind(err, kind, "%s%s: %s", is_cut ? left_out : "", shown, what);
}

bool error_at_path(struct error *err, int reason, const char *path, const char *what)
{
    return set_at_path(err, kind_of_reason(reason), path, what);
}

bool error_in_path(struct error *err, const struct error *why, const char *path)
{
    return set_at_path(err, why->kind, path, why->text);
}

bool error_of_path(struct error *err, const char *path)
{
    return error_at_path(err, errno, path, strerror(errno));
}

bool error_no_memory(struct error *err)
{
    return error_set_kind(err, ERROR_NO_MEMORY, "out of memory");
}

void *error_allocate(size_t size, struct error *err)
{
    bool is_aligned = size % ALIGNMENT == 0; /* as is the size of all that must be */
    void *memory = is_aligned ? aligned_alloc(ALIGNMENT, size) : calloc(1, size);
    if (memory == NULL) {
        error_no_memory(err);
        return NULL;
    }
    return is_aligned ? memset(memory, 0, size) : memory;
}

bool error_passes(const struct error *err)
{
    return err->kind >= ERROR_FULL;
}
