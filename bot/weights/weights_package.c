#include "bot/weights/weights_package_internal.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char heading[] = "fibsbot weights 1";

/* ---- the manifest ---------------------------------------------------------------- */

static bool is_plain_name(const char *name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789._-";
    size_t length = strlen(name);
    return length > 0 && length < PACKAGE_NAME_MAX && name[0] != '.' &&
           strspn(name, plain) == length && strncmp(name, "manifest.", 9) != 0;
}

/* "DIGEST SIZE NAME" */
static bool parse_row(char *line, struct package_file *file)
{
    char *rest = line;
    const char *digest = strsep(&rest, " ");
    const char *size = strsep(&rest, " ");
    char *end = NULL;
    bool has_digest = strlen(digest) == SIGNATURE_DIGEST_SIZE - 1 &&
                      strspn(digest, "0123456789abcdef") == strlen(digest);
    if (!has_digest || size == NULL || rest == NULL || !is_plain_name(rest)) {
        return false;
    }
    errno = 0;
    file->size = strtoll(size, &end, 10);
    memcpy(file->digest, digest, SIGNATURE_DIGEST_SIZE);
    memcpy(file->name, rest, strlen(rest) + 1);
    return errno == 0 && end != size && *end == '\0' && file->size >= 0 &&
           file->size <= PACKAGE_FILE_BYTES_MAX;
}

bool weights_package_parse(const char *text, struct package *package, struct error *err)
{
    int number = 0;
    package->count = 0;
    while (*text != '\0') {
        char line[256];
        size_t length = strcspn(text, "\n");
        bool fits = length < sizeof line && text[length] == '\n';
        (void)snprintf(line, sizeof line, "%.*s", (int)length, text);
        text += length + (text[length] == '\n');
        bool is_good =
            fits &&
            (number++ == 0 ? strcmp(line, heading) == 0
                           : package->count < PACKAGE_FILES_MAX &&
                                 parse_row(line, &package->files[package->count]));
        if (!is_good) {
            error_set(err, "manifest line %d: expected %s", number,
                      number <= 1 ? "\"fibsbot weights 1\"" : "\"SHA256 SIZE NAME\"");
            return false;
        }
        package->count += number > 1;
    }
    if (package->count == 0) {
        error_set(err, "the manifest lists no files");
        return false;
    }
    return true;
}

bool weights_package_path(const char *folder, const char *name,
                          char path[PACKAGE_PATH_MAX])
{
    return snprintf(path, PACKAGE_PATH_MAX, "%s/%s", folder, name) < PACKAGE_PATH_MAX;
}

static bool read_text(const char *folder, const char *name, char text[PACKAGE_TEXT_MAX],
                      struct error *err)
{
    char path[PACKAGE_PATH_MAX];
    FILE *file = weights_package_path(folder, name, path) ? fopen(path, "re") : NULL;
    if (file == NULL) {
        error_set(err, "%.150s/%s: %s", folder, name, strerror(errno));
        return false;
    }
    size_t length = fread(text, 1, PACKAGE_TEXT_MAX, file);
    bool is_good = !ferror(file) && length < PACKAGE_TEXT_MAX &&
                   memchr(text, '\0', length) == NULL;
    text[is_good ? length : 0] = '\0';
    (void)fclose(file);
    if (!is_good) {
        error_set(err, "%.150s/%s: expected a text of at most %d bytes", folder, name,
                  PACKAGE_TEXT_MAX - 1);
    }
    return is_good;
}

/* ---- checking -------------------------------------------------------------------- */

bool weights_package_check_file(const char *folder, const struct package_file *file,
                                struct error *err)
{
    char path[PACKAGE_PATH_MAX], digest[SIGNATURE_DIGEST_SIZE] = "";
    struct stat status;
    if (!weights_package_path(folder, file->name, path) || stat(path, &status) != 0) {
        error_set(err, "%.100s/%s: %s", folder, file->name, strerror(errno));
        return false;
    }
    if ((int64_t)status.st_size != file->size) {
        error_set(err, "%.100s/%s: expected %" PRId64 " bytes, found %lld", folder,
                  file->name, file->size, (long long)status.st_size);
        return false;
    }
    if (!signature_digest_file(path, digest, err)) {
        return false;
    }
    if (strcmp(digest, file->digest) != 0) {
        error_set(err, "%.100s/%s: its SHA-256 is not that of the manifest", folder,
                  file->name);
        return false;
    }
    return true;
}

static bool check_signature(const char *folder, const char *key, const char *text,
                            struct error *err)
{
    char signature[PACKAGE_TEXT_MAX];
    if (!read_text(folder, "manifest.sig", signature, err)) {
        return false;
    }
    signature[strcspn(signature, "\r\n")] = '\0';
    return signature_check(key, text, strlen(text), signature, err);
}

bool weights_package_check_manifest(const char *folder, const char *key,
                                    struct package *package, struct error *err)
{
    char text[PACKAGE_TEXT_MAX];
    return read_text(folder, "manifest.txt", text, err) &&
           (key == NULL || check_signature(folder, key, text, err)) &&
           weights_package_parse(text, package, err);
}

bool weights_package_check(const char *folder, const char *key, struct package *package,
                           struct error *err)
{
    if (!weights_package_check_manifest(folder, key, package, err)) {
        return false;
    }
    for (int i = 0; i < package->count; i++) {
        if (!weights_package_check_file(folder, &package->files[i], err)) {
            return false;
        }
    }
    return true;
}

/* ---- making ---------------------------------------------------------------------- */

static bool write_package_text(const char *folder, const char *name, const char *text,
                               struct error *err)
{
    char path[PACKAGE_PATH_MAX];
    FILE *file = weights_package_path(folder, name, path) ? fopen(path, "we") : NULL;
    bool is_good = file != NULL && fputs(text, file) >= 0;
    if (file != NULL) {
        is_good = fclose(file) == 0 && is_good;
    }
    if (!is_good) {
        error_set(err, "%.150s/%s: %s", folder, name, strerror(errno));
    }
    return is_good;
}

static int is_packed(const struct dirent *entry)
{
    return is_plain_name(entry->d_name);
}

static bool add_row(const char *folder, const char *name, char text[PACKAGE_TEXT_MAX],
                    struct error *err)
{
    char path[PACKAGE_PATH_MAX], digest[SIGNATURE_DIGEST_SIZE] = "";
    struct stat status;
    size_t used = strlen(text);
    if (!weights_package_path(folder, name, path) || stat(path, &status) != 0 ||
        !signature_digest_file(path, digest, err)) {
        return false;
    }
    int length = snprintf(text + used, PACKAGE_TEXT_MAX - used, "%s %lld %s\n", digest,
                          (long long)status.st_size, name);
    return length < (int)(PACKAGE_TEXT_MAX - used);
}

static bool write_manifest(const char *folder, char text[PACKAGE_TEXT_MAX],
                           struct error *err)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_packed, alphasort);
    bool is_good = count > 0 && count <= PACKAGE_FILES_MAX;
    if (!is_good) {
        error_set(err, "%.150s: expected 1 to %d files of weights", folder,
                  PACKAGE_FILES_MAX);
    }
    (void)snprintf(text, PACKAGE_TEXT_MAX, "%s\n", heading);
    for (int i = 0; i < count; i++) {
        is_good = is_good && add_row(folder, entries[i]->d_name, text, err);
        free(entries[i]);
    }
    free(entries);
    return is_good && write_package_text(folder, "manifest.txt", text, err);
}

bool weights_package_make(const char *folder, const char *private_key,
                          struct error *err)
{
    char text[PACKAGE_TEXT_MAX], signature[SIGNATURE_SIZE + 1];
    if (!write_manifest(folder, text, err) ||
        !signature_make(private_key, text, strlen(text), signature, err)) {
        return false;
    }
    (void)strcat(signature, "\n");
    return write_package_text(folder, "manifest.sig", signature, err);
}
