#include "match/match_format.h"
#include "match/match_format_internal.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "match/mat_read.h"
#include "match/record_sgf.h"
#include "match/sgf_read.h"

struct match_format {
    const char *name, *extension;
    const char *begin; /* of its files, behind blanks; "": of any other file */
    bool (*read)(FILE *file, const struct record_visitor *visitor, void *context);
    /* NULL: it is not written from a visitor. */
    const struct record_visitor *writer;
    void *(*open)(FILE *out);     /* the writer's context, NULL: no memory ... */
    void (*close)(void *context); /* ... which writes the end and frees it */
};

/* The first is that of our own files. */
static const struct match_format formats[] = {
    {.name = "mat", .extension = ".mat", .begin = "", .read = mat_read},
    {.name = "sgf",
     .extension = ".sgf",
     .begin = "(;",
     .read = sgf_read,
     .writer = &record_sgf_visitor,
     .open = record_sgf_open,
     .close = record_sgf_close},
};
enum {
    PATH_SIZE = 700,
    FORMAT_BEGIN = 8,
    FORMATS = sizeof formats / sizeof formats[0]
};

const struct match_format *match_format_find(const char *name)
{
    for (int i = 0; i < FORMATS; i++) {
        if (strcmp(formats[i].name, name) == 0) {
            return &formats[i];
        }
    }
    return NULL;
}

static bool ends_in(const char *path, const char *end)
{
    size_t length = strlen(path), end_length = strlen(end);
    return length >= end_length && strcmp(path + length - end_length, end) == 0;
}

const struct match_format *match_format_of(const char *path)
{
    for (int i = 0; i < FORMATS; i++) {
        if (ends_in(path, formats[i].extension)) {
            return &formats[i];
        }
    }
    return &formats[0];
}

/* Writes the first bytes of the file without blanks and a byte order mark. */
static void read_begin(FILE *file, char begin[FORMAT_BEGIN])
{
    static const char skipped[] = " \t\r\n\xEF\xBB\xBF";
    size_t length = 0;
    int c;
    rewind(file);
    while (length + 1 < FORMAT_BEGIN && (c = getc(file)) != EOF) {
        if (c != '\0' && strchr(skipped, c) == NULL) {
            begin[length++] = (char)c;
        }
    }
    begin[length] = '\0';
    rewind(file);
}

const struct match_format *match_format_of_file(FILE *file)
{
    char begin[FORMAT_BEGIN];
    read_begin(file, begin);
    for (int i = 0; i < FORMATS; i++) {
        const char *wanted = formats[i].begin;
        if (wanted[0] != '\0' && strncmp(begin, wanted, strlen(wanted)) == 0) {
            return &formats[i];
        }
    }
    return &formats[0];
}

bool match_format_read(const struct match_format *format, FILE *file,
                       const struct record_visitor *visitor, void *context,
                       struct error *err)
{
    return format->read(file, visitor, context) ||
           error_set(err, "there is no match in this file");
}

/* ---- writing --------------------------------------------------------------------- */

static bool convert(const char *path, FILE *out, const struct match_format *format,
                    struct error *err)
{
    FILE *in = fopen(path, "re");
    void *writer = in == NULL ? NULL : format->open(out);
    bool is_good = writer != NULL;
    if (is_good) {
        is_good = match_format_read(match_format_of_file(in), in, format->writer,
                                    writer, err);
        format->close(writer);
    } else {
        error_set(err, "%s", strerror(errno));
    }
    if (in != NULL) {
        (void)fclose(in);
    }
    return is_good;
}

/* False with `err`, or with its text empty and errno set. */
static bool write_part(const char *path, const char *part,
                       const struct match_format *format, struct error *err)
{
    FILE *out = file_stream(part, "w", FILE_OF_GROUP);
    if (out == NULL) {
        return false;
    }
    bool is_good = convert(path, out, format, err) && !ferror(out);
    return fclose(out) == 0 && is_good;
}

bool match_format_export(const char *path, const struct match_format *format,
                         struct error *err)
{
    char target[PATH_SIZE], part[PATH_SIZE + 8];
    struct error why = {""};
    const char *extension = match_format_of(path)->extension;
    size_t stem = strlen(path) - (ends_in(path, extension) ? strlen(extension) : 0);
    (void)snprintf(target, sizeof target, "%.*s%s", (int)stem, path, format->extension);
    (void)snprintf(part, sizeof part, "%s.part", target);
    if (!write_part(path, part, format, &why) || rename(part, target) != 0) {
        error_set(err, "match file %.150s: cannot be written: %.60s", target,
                  why.text[0] != '\0' ? why.text : strerror(errno));
        (void)unlink(part);
        return false;
    }
    return true;
}
