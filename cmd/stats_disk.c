#include "cmd/stats_disk.h"

#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "base/folder.h"
#include "bot/config/path_options.h"

enum { FOLDER_DEPTH = 1 /* record.group */, SIZE_TEXT = 24 };

/* One option that is written. */
struct disk_row {
    const struct path_option *option;
    char path[PATHS_MAX];
    int files;
    int64_t bytes, limit, free; /* limit 0: none; free -1: not known */
};

static bool count_file(void *context, const char *path, const struct stat *status)
{
    struct disk_row *row = context;
    (void)path;
    row->files++;
    row->bytes += (int64_t)status->st_size;
    return true;
}

static void count_path(struct disk_row *row, const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode)) {
        (void)count_file(row, path, &status);
    }
}

/* With what a rotation or SQLite has put beside it. */
static void count_with_beside(struct disk_row *row, const struct config *config)
{
    static const char *const beside[] = {"-wal", "-shm", "-journal"};
    char path[PATHS_MAX + 16];
    int rotated = path_option_number(config, row->option->files);
    count_path(row, row->path);
    for (int i = 1; i <= rotated; i++) {
        (void)snprintf(path, sizeof path, "%s.%d", row->path, i);
        count_path(row, path);
    }
    for (int i = 0; i < 3 && row->option->kind == PATH_DATABASE; i++) {
        (void)snprintf(path, sizeof path, "%s%s", row->path, beside[i]);
        count_path(row, path);
    }
}

static bool find_row(const struct stats_disk *of, const struct path_option *option,
                     const struct config *config, struct disk_row *row)
{
    struct stat status;
    struct statvfs disk;
    *row = (struct disk_row){.option = option, .free = -1};
    bool is_history = option->offset == offsetof(struct config, history.file);
    bool is_written = option->kind == PATH_APPENDED || option->kind == PATH_DATABASE ||
                      option->kind == PATH_FOLDER;
    if (!is_written || (of->is_alone && !is_history) ||
        !path_option_place(option, config, row->path)) {
        return false;
    }
    if (is_history) {
        (void)snprintf(row->path, sizeof row->path, "%s", of->history);
    }
    if (stat(row->path, &status) != 0) {
        return false;
    }
    if (option->kind == PATH_FOLDER) {
        (void)folder_walk(row->path, FOLDER_DEPTH, count_file, row);
    } else {
        count_with_beside(row, config);
    }
    row->limit = path_option_bytes(path_option_number(config, option->megabytes));
    if (option->kind == PATH_APPENDED) {
        row->limit *= 1 + path_option_number(config, option->files);
    }
    if (statvfs(row->path, &disk) == 0) {
        row->free = (int64_t)disk.f_bavail * (int64_t)disk.f_frsize;
    }
    return row->files > 0;
}

/* Whether an account before this one has the same path. */
static bool is_known(const struct config_set *set, size_t offset, int account)
{
    const char *path = (const char *)set->accounts[account] + offset;
    for (int i = 0; i < account; i++) {
        if (strcmp((const char *)set->accounts[i] + offset, path) == 0) {
            return true;
        }
    }
    return false;
}

static void visit_rows(const struct stats_disk *of,
                       void (*visit)(void *context, const struct disk_row *row),
                       void *context)
{
    struct disk_row row;
    for (int i = 0; i < path_option_count; i++) {
        const struct path_option *option = &path_options[i];
        bool is_of_all = option->is_common || of->set->count == 0;
        if (is_of_all && find_row(of, option, &of->set->common, &row)) {
            visit(context, &row);
        }
        for (int k = 0; !is_of_all && k < of->set->count; k++) {
            if (!is_known(of->set, option->offset, k) &&
                find_row(of, option, of->set->accounts[k], &row)) {
                visit(context, &row);
            }
        }
    }
}

static const char *write_size(int64_t bytes, char text[SIZE_TEXT])
{
    static const struct {
        double unit;
        const char *name;
    } units[] = {{1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if ((double)bytes >= units[i].unit) {
            (void)snprintf(text, SIZE_TEXT, "%.1f %s", (double)bytes / units[i].unit,
                           units[i].name);
            return text;
        }
    }
    (void)snprintf(text, SIZE_TEXT, "%lld B", (long long)bytes);
    return text;
}

static void print_row(void *context, const struct disk_row *row)
{
    char size[SIZE_TEXT], limit[SIZE_TEXT], free_room[SIZE_TEXT];
    fprintf(context, "  %-20s %9s in %5d file%s  at most %9s  free %9s  %s\n",
            row->option->option, write_size(row->bytes, size), row->files,
            row->files == 1 ? " " : "s",
            row->limit > 0 ? write_size(row->limit, limit) : "-",
            row->free >= 0 ? write_size(row->free, free_room) : "?", row->path);
}

void stats_disk_print(const struct stats_disk *disk, FILE *out)
{
    fputs("On the disk\n", out);
    visit_rows(disk, print_row, out);
    fputc('\n', out);
}

static void add_row(void *context, const struct disk_row *row)
{
    json_t *limit = row->limit > 0 ? json_integer(row->limit) : json_null();
    (void)json_array_append_new(
        context, json_pack("{s:s, s:s, s:i, s:I, s:o, s:I}", "option",
                           row->option->option, "path", row->path, "files", row->files,
                           "bytes", (json_int_t)row->bytes, "limit_bytes", limit,
                           "free_bytes", (json_int_t)row->free));
}

json_t *stats_disk_json(const struct stats_disk *disk)
{
    json_t *list = json_array();
    visit_rows(disk, add_row, list);
    return list;
}
