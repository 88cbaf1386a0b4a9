/* The end of a match file: text that is not in the file yet stays in memory until it can
 * be written, so that a full disk costs nothing but time. */
#include "match/record_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"

enum { FIRST_SIZE = 4096 };

static void keep_error(struct record *record)
{
    if (!record->has_error) {
        record->has_error = true;
        FORMAT_TEXT(record->error_text, "match file %.120s: cannot be written: %.40s",
                    record->path, strerror(errno));
    }
}

/* ---- the text -------------------------------------------------------------------- */

static bool grow_output(struct record_output *out, size_t length)
{
    size_t needed = out->length + length + 1;
    size_t size = out->size > 0 ? out->size : FIRST_SIZE;
    while (size < needed) {
        size *= 2;
    }
    char *text = size > out->size ? realloc(out->text, size) : out->text;
    if (text == NULL) {
        return false;
    }
    out->text = text;
    out->size = size;
    return true;
}

void record_print(struct record *record, const char *format, ...)
{
    struct record_output *out = &record->out;
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    if (length >= 0 && grow_output(out, (size_t)length)) {
        (void)vsnprintf(out->text + out->length, (size_t)length + 1, format, again);
        out->length += (size_t)length;
    } else {
        keep_error(record);
    }
    va_end(again);
    va_end(args);
}

long record_tell(const struct record *record)
{
    return record->out.end + (long)record->out.length;
}

/* ---- the file -------------------------------------------------------------------- */

/* Writes all or nothing that counts: what a failed attempt has left is written over. */
static bool write_text(struct record_output *out)
{
    if (out->is_ragged && ftruncate(out->fd, out->end) != 0) {
        return false;
    }
    out->is_ragged = true;
    for (size_t done = 0; done < out->length;) {
        ssize_t count = pwrite(out->fd, out->text + done, out->length - done,
                               out->end + (long)done);
        if (count < 0 && errno != EINTR) {
            return false;
        }
        done += count > 0 ? (size_t)count : 0;
    }
    out->is_ragged = false;
    out->end += (long)out->length;
    out->length = 0;
    return true;
}

/* No empty file stays behind. */
static void drop_file(struct record *record)
{
    int error = errno;
    (void)close(record->out.fd);
    (void)unlink(record->path);
    record->out.fd = -1;
    record->out.is_ragged = false;
    errno = error;
}

bool record_create(struct record *record)
{
    record->out.fd =
        file_open(record->path, O_WRONLY | O_CREAT | O_EXCL, FILE_OF_GROUP);
    return record->out.fd >= 0;
}

void record_flush(struct record *record)
{
    struct record_output *out = &record->out;
    if (out->length == 0 && !out->is_ragged) {
        return;
    }
    if ((out->fd < 0 && !record_create(record)) || !write_text(out)) {
        keep_error(record);
        if (out->fd >= 0 && out->end == 0) {
            drop_file(record);
        }
    }
}

void record_cut(struct record *record, long offset)
{
    struct record_output *out = &record->out;
    if (offset >= out->end) {
        out->length = (size_t)(offset - out->end);
    } else {
        out->length = 0;
        out->end = offset;
        out->is_ragged = true;
    }
    record_flush(record);
}

void record_sync(struct record *record)
{
    record_flush(record);
    if (record->out.fd >= 0 && fsync(record->out.fd) != 0) {
        keep_error(record);
    }
}

/* ---- the heading ----------------------------------------------------------------- */

/* Returns the text of the file, to be freed; NULL if it cannot be read. */
static char *read_back(const struct record *record)
{
    size_t size = (size_t)record->out.end;
    FILE *file = fopen(record->path, "re");
    char *text = file == NULL ? NULL : calloc(size + 1, 1);
    if (text != NULL && fread(text, 1, size, file) != size) {
        free(text);
        text = NULL;
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return text;
}

/* The heading ends with an empty line. A list that stands there already is left out. */
static void write_with_list(const struct record *record, const char *text, FILE *out)
{
    const char *end = strstr(text, "\n\n");
    const char *old = strstr(text, "\n" RECORD_INCOMPLETE);
    const char *rest = end == NULL ? text : end + 1;
    const char *before = old != NULL && old < rest ? old + 1 : rest;
    (void)fwrite(text, 1, (size_t)(before - text), out);
    fprintf(out, RECORD_INCOMPLETE "%s\"]\n%s", record->incomplete, rest);
}

/* Goes on in the new file. */
static void move_to_new_file(struct record *record, long longer)
{
    struct record_output *out = &record->out;
    (void)close(out->fd);
    out->fd = open(record->path, O_WRONLY | O_CLOEXEC);
    out->end += longer;
    record->cell_begin += longer;
    record->win_begin += record->win_begin > 0 ? longer : 0;
}

bool record_remark(struct record *record)
{
    struct file_draft draft;
    record_flush(record);
    if (record->out.fd < 0 || record->out.length > 0 ||
        !file_draft_open(&draft, record->path, FILE_OF_GROUP, NULL)) {
        return false;
    }
    char *text = read_back(record);
    if (text == NULL) {
        file_draft_drop(&draft);
        return false;
    }
    write_with_list(record, text, draft.stream);
    long longer = ftell(draft.stream) - record->out.end;
    bool is_good = file_draft_keep(&draft, FILE_SAFE_FROM_KILLS, NULL);
    if (is_good) {
        move_to_new_file(record, longer);
    }
    free(text);
    return is_good;
}

void record_close(struct record *record)
{
    const struct record_output *out = &record->out;
    record_flush(record);
    bool is_cut = !out->is_ragged || ftruncate(out->fd, out->end) == 0;
    (void)is_cut; /* readers stop at half a line, too */
    if (out->fd >= 0) {
        (void)close(out->fd);
    }
    free(record->out.text);
}
