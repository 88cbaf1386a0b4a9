/* The match files that the status page links to. */

#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/text.h"
#include "bot/status/status_internal.h"
#include "view/markup.h"

enum { PATH_SIZE = STATUS_PATH_SIZE + 16 };

static const char mat[] = ".mat";

static const struct {
    const char *route, *ending;
} kinds[STATUS_FILES] = {
    [STATUS_FILE_MATCH] = {"/match/", ".mat"},
    [STATUS_FILE_SGF] = {"/sgf/", ".sgf"},
    [STATUS_FILE_ANALYSIS] = {"/analysis/", ".analysis.html"},
};

const char *status_file_route(enum status_file kind)
{
    return kinds[kind].route;
}

void status_file_id(const char *record, char id[STATUS_FILE_ID_SIZE])
{
    uint64_t digest = digest_bytes(digest_start(), record, strlen(record));
    (void)snprintf(id, STATUS_FILE_ID_SIZE, "%016llx", (unsigned long long)digest);
}

/* False: `record` is not the name of a match file. */
static bool path_of(const char *record, enum status_file kind, char path[PATH_SIZE])
{
    size_t length = strlen(record), end = sizeof mat - 1;
    if (length <= end || strcmp(record + length - end, mat) != 0) {
        return false;
    }
    (void)snprintf(path, PATH_SIZE, "%.*s%s", (int)(length - end), record,
                   kinds[kind].ending);
    return true;
}

bool status_file_is_there(const char *record, enum status_file kind)
{
    char path[PATH_SIZE];
    struct stat about;
    return path_of(record, kind, path) && lstat(path, &about) == 0 &&
           S_ISREG(about.st_mode) && about.st_size <= STATUS_FILE_MAX;
}

static void write_file(const char *record, const char *id, enum status_file kind,
                       FILE *out)
{
    static const char *const names[STATUS_FILES] = {".mat", ".sgf", "analysis"};
    const char *name = strrchr(record, '/');
    name = name != NULL ? name + 1 : record;
    fprintf(out, "<a href=\"%s%s\"", status_file_route(kind), id);
    if (kind != STATUS_FILE_ANALYSIS) { /* to be opened by other programs */
        char stem[STATUS_PATH_SIZE];
        FORMAT_TEXT(stem, "%.*s", (int)strcspn(name, "."), name);
        fprintf(out, " download=\"%s%s\"", markup(stem).text, names[kind]);
    }
    fprintf(out, ">%s</a>", names[kind]);
}

void status_file_links(const char *record, FILE *out)
{
    char id[STATUS_FILE_ID_SIZE];
    const char *separator = "";
    status_file_id(record, id);
    for (int i = 0; i < STATUS_FILES; i++) {
        if (status_file_is_there(record, (enum status_file)i)) {
            fputs(separator, out);
            write_file(record, id, (enum status_file)i, out);
            separator = " ";
        }
    }
}

/* Returns the match file of the id; NULL: the status knows none. */
static const char *find_record(const struct status *status, const char *wanted)
{
    char id[STATUS_FILE_ID_SIZE];
    for (int i = 0; i < status->count; i++) {
        const struct status_account *account = status->accounts[i];
        for (int j = -1; j < account->result_count; j++) {
            const char *record = j < 0 ? account->record : account->results[j].record;
            status_file_id(record, id);
            if (record[0] != '\0' && strcmp(id, wanted) == 0) {
                return record;
            }
        }
    }
    return NULL;
}

/* Neither follows a link nor waits for a pipe. */
static FILE *open_regular(const char *path)
{
    struct stat about;
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool is_good = fd >= 0 && fstat(fd, &about) == 0 && S_ISREG(about.st_mode) &&
                   about.st_size <= STATUS_FILE_MAX;
    FILE *file = is_good ? fdopen(fd, "r") : NULL;
    if (file == NULL && fd >= 0) {
        (void)close(fd);
    }
    return file;
}

enum http_status status_file_answer(const struct status *status, const char *request,
                                    FILE *out)
{
    char path[PATH_SIZE], bytes[4096];
    FILE *file = NULL;
    for (int i = 0; i < STATUS_FILES; i++) {
        size_t length = strlen(kinds[i].route);
        const char *record = strncmp(request, kinds[i].route, length) == 0
                                 ? find_record(status, request + length)
                                 : NULL;
        if (record != NULL && path_of(record, (enum status_file)i, path)) {
            file = open_regular(path);
        }
    }
    if (file == NULL) {
        return HTTP_NOT_FOUND;
    }
    size_t sum = 0, length;
    while (sum < STATUS_FILE_MAX &&
           (length = fread(bytes, 1, sizeof bytes, file)) > 0) {
        sum += fwrite(bytes, 1, length, out);
    }
    (void)fclose(file);
    return HTTP_OK;
}
