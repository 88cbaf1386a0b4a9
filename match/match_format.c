#include "match/match_format.h"
#include "base/text.h"
#include "match/match_format_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "match/text_line.h"
#include "match/xg_archive.h"

struct match_format {
    const char *name, *extension;
    const char *begin; /* of its files, without blanks; "": of any other file */
    bool (*check)(FILE *file, struct error *err); /* NULL: reading says enough */
    bool (*read)(FILE *file, const struct record_visitor *visitor, void *context);
    const struct match_writer *writer; /* NULL: it is only read */
};

/* The first is that of our own files. */
static const struct match_format formats[] = {
    {"mat", ".mat", "", .read = mat_read, .writer = &mat_write},
    {"bgammon", .begin = "bgammon", .read = bgammon_read},
    {"javafibs", .begin = "JavaFIB", .read = javafibs_read},
    {"oldmoves", .begin = "Scoreis", .read = oldmoves_read},
    {"sgf", ".sgf", "(;", .read = sgf_read, .writer = &sgf_write},
    {"xg", ".xg", XG_ARCHIVE_BEGIN, xg_archive_check, xg_read, &xg_write},
    {"xgp", ".xgp", .begin = "", .writer = &xg_write_position}, /* read as xg */
};
enum {
    PATH_SIZE = 700,
    FORMAT_BEGIN = 8,
    BLANKS_MAX = 1 << 16, /* before it */
    FORMATS = sizeof formats / sizeof formats[0]
};

const char *const match_format_names[] = {"mat", "sgf", "xg", "xgp", NULL};

const struct match_format *match_format_find(const char *name)
{
    for (int i = 0; i < FORMATS; i++) {
        if (formats[i].writer != NULL && strcmp(formats[i].name, name) == 0) {
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
        if (formats[i].writer != NULL && ends_in(path, formats[i].extension)) {
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
    for (int i = 0; i < BLANKS_MAX && length + 1 < FORMAT_BEGIN; i++) {
        if ((c = getc(file)) == EOF) {
            break;
        }
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
    if (format->check != NULL && !format->check(file, err)) {
        return false;
    }
    return format->read(file, visitor, context) ||
           error_set(err, "there is no match in this file");
}

/* ---- writing --------------------------------------------------------------------- */

static void pass_fault(void *context, const struct record_fault *fault)
{
    const struct match_fault_hearer *hearer = ((struct match_writing *)context)->hearer;
    if (hearer != NULL) {
        hearer->hear(hearer->context, fault);
    }
}

static bool write_from(const struct match_format_from *source, FILE *out,
                       const struct match_format *format,
                       const struct match_fault_hearer *hearer, struct error *err)
{
    const struct match_writer *writer = format->writer;
    struct match_writing *writing = error_allocate(writer->size, err);
    if (writing == NULL) {
        return false;
    }
    *writing = (struct match_writing){.out = out, .hearer = hearer};
    struct record_visitor visitor = writer->visitor;
    visitor.fault = pass_fault;
    bool is_open = writer->open == NULL || writer->open(writing);
    bool is_good = is_open
                       ? source->tell(source->from, &visitor, writing, err) &&
                             (writer->finish == NULL || writer->finish(writing, err))
                       : error_no_memory(err);
    writer->close(writing);
    free(writing);
    return is_good;
}

static bool tell_file(const void *from, const struct record_visitor *visitor, void *to,
                      struct error *err)
{
    FILE *in = *(FILE *const *)from;
    return match_format_read(match_format_of_file(in), in, visitor, to, err);
}

/* False with `err`: it is a folder, a device or a pipe. */
static bool check_kind(int fd, struct error *err)
{
    struct stat status;
    if (fstat(fd, &status) != 0) {
        return error_set_for(err, errno, "%s", strerror(errno));
    }
    return S_ISREG(status.st_mode) || error_set(err, "expected a regular file");
}

FILE *match_format_open(const char *path, struct error *err)
{
    /* a pipe must not wait for somebody who writes to it */
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) {
        (void)error_set_for(err, errno, "%s", strerror(errno));
        return NULL;
    }
    FILE *file = check_kind(fd, err) ? fdopen(fd, "r") : NULL;
    if (file == NULL) {
        (void)close(fd);
        return NULL;
    }
    file = text_as_utf8(file);
    if (file == NULL) {
        (void)error_set(err, "no temporary file for its text");
    }
    return file;
}

bool match_format_save(const struct match_format_from *source, const char *target,
                       const struct match_format *format,
                       const struct match_fault_hearer *hearer, struct error *err)
{
    struct file_draft draft;
    struct error why;
    if (!file_draft_open(&draft, target, FILE_OF_GROUP, err)) {
        return false;
    }
    if (!write_from(source, draft.stream, format, hearer, &why)) {
        file_draft_drop(&draft);
        return source->path == NULL ? error_set_from(err, &why, "%.200s", why.text)
                                    : error_in_path(err, &why, source->path);
    }
    return file_draft_keep(&draft, FILE_SAFE_FROM_KILLS, err);
}

bool match_format_convert(const char *path, const char *target,
                          const struct match_format *format,
                          const struct match_fault_hearer *hearer, struct error *err)
{
    struct error why;
    FILE *in = match_format_open(path, &why);
    if (in == NULL) {
        return error_in_path(err, &why, path);
    }
    const struct match_format_from source = {tell_file, &in, path};
    bool is_good = match_format_save(&source, target, format, hearer, err);
    (void)fclose(in);
    return is_good;
}

bool match_format_export(const char *path, const struct match_format *format,
                         struct error *err)
{
    char target[PATH_SIZE];
    const char *extension = match_format_of(path)->extension;
    size_t stem = strlen(path) - (ends_in(path, extension) ? strlen(extension) : 0);
    FORMAT_TEXT(target, "%.*s%s", (int)stem, path, format->extension);
    return match_format_convert(path, target, format, NULL, err);
}
