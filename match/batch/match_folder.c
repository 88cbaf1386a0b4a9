#include "match/batch/match_folder.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/text.h"

enum { PATH_SIZE = 4096 };

/* ---- lists of paths -------------------------------------------------------------- */

bool match_paths_add(struct match_paths *paths, const char *path, struct error *err)
{
    if (paths->count == MATCH_FOLDER_FILES_MAX) {
        return error_set(err, "more than %d files: the next is %.150s",
                         MATCH_FOLDER_FILES_MAX, path);
    }
    char **grown =
        realloc(paths->path, (size_t)(paths->count + 1) * sizeof *paths->path);
    if (grown == NULL) {
        return error_no_memory(err);
    }
    paths->path = grown;
    paths->path[paths->count] = strdup(path);
    return paths->path[paths->count++] != NULL || error_no_memory(err);
}

void match_paths_free(struct match_paths *paths)
{
    for (int i = 0; i < paths->count; i++) {
        free(paths->path[i]);
    }
    free(paths->path);
}

/* ---- folders --------------------------------------------------------------------- */

static bool is_regular(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static bool has_end(const char *name, const char *end)
{
    size_t length = strlen(name), end_length = strlen(end);
    return length > end_length && strcasecmp(name + length - end_length, end) == 0;
}

/* Whether a .mat of the same name stands beside it. */
static bool has_mat(const char *path)
{
    char mat[PATH_SIZE];
    int stem = (int)(strlen(path) - strlen(".sgf"));
    FORMAT_TEXT(mat, "%.*s.mat", stem, path);
    return access(mat, F_OK) == 0;
}

static bool is_match_file(const char *path)
{
    return has_end(path, ".mat") || has_end(path, ".match") || has_end(path, ".xg") ||
           has_end(path, ".xgp") ||
           (has_end(path, ".txt") && !has_end(path, ".analysis.txt")) ||
           (has_end(path, ".sgf") && !has_mat(path));
}

/* A folder that is being listed, and the one in which it was found. */
struct level {
    const char *path;
    struct stat status;
    const struct level *above;
};

static bool list_folder(const char *folder, const struct level *above,
                        struct match_paths *paths, struct error *err);

/* Whether its files may be listed: it is not too deep, and no link back to a folder above. */
static bool goes_down(const struct level *level)
{
    int depth = 1;
    for (const struct level *up = level->above; up != NULL; up = up->above) {
        depth++;
        if (up->status.st_ino == level->status.st_ino &&
            up->status.st_dev == level->status.st_dev) {
            return false;
        }
    }
    return depth <= MATCH_FOLDER_DEPTH;
}

static bool list_entry(const struct level *level, const char *name,
                       struct match_paths *paths, struct error *err)
{
    char path[PATH_SIZE];
    int length = snprintf(path, sizeof path, "%s%s%s", level->path,
                          has_end(level->path, "/") ? "" : "/", name);
    if (name[0] == '.' || length >= PATH_SIZE) {
        return true;
    }
    if (folder_is(path)) {
        return list_folder(path, level, paths, err);
    }
    return !is_match_file(path) || !is_regular(path) ||
           match_paths_add(paths, path, err);
}

static bool list_folder(const char *folder, const struct level *above,
                        struct match_paths *paths, struct error *err)
{
    struct dirent **entries = NULL;
    struct level level = {.path = folder, .above = above};
    if (stat(folder, &level.status) == 0 && !goes_down(&level)) {
        return true;
    }
    int count = scandir(folder, &entries, NULL, alphasort);
    bool is_good = count >= 0 || error_of_path(err, folder);
    for (int i = 0; i < count; i++) {
        is_good = is_good && list_entry(&level, entries[i]->d_name, paths, err);
        free(entries[i]);
    }
    free(entries);
    return is_good;
}

bool match_folder_list(const char *folder, struct match_paths *paths, struct error *err)
{
    int before = paths->count;
    if (!list_folder(folder, NULL, paths, err)) {
        return false;
    }
    return paths->count > before ||
           error_at_path(err, 0, folder,
                         "no files of matches (.mat, .txt, .sgf, .xg, .xgp, .match)");
}
