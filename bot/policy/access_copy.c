#include "bot/policy/access_copy.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"

void access_copy_etag(const char *bytes, size_t length, char etag[ACCESS_ETAG_SIZE])
{
    bool is_good = length < ACCESS_ETAG_SIZE;
    for (size_t i = 0; is_good && i < length; i++) {
        is_good = bytes[i] > ' ' && bytes[i] <= '~';
    }
    (void)snprintf(etag, ACCESS_ETAG_SIZE, "%.*s", is_good ? (int)length : 0, bytes);
}

bool access_copy_load(const char *path, struct access_list *list,
                      char etag[ACCESS_ETAG_SIZE], struct error *err)
{
    char line[ACCESS_ETAG_SIZE + 2] = "";
    err->text[0] = '\0';
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return errno == ENOENT
                   ? false
                   : error_set_for(err, errno, "%.200s: %s", path, strerror(errno));
    }
    bool has_line = fgets(line, sizeof line, file) != NULL;
    (void)fclose(file);
    if (!access_list_load(list, path, err)) {
        return false;
    }
    bool has_etag = has_line && strncmp(line, "# ", 2) == 0;
    size_t length = has_etag ? strcspn(line + 2, "\n") : 0;
    bool is_whole = has_etag && line[2 + length] == '\n';
    access_copy_etag(line + 2, is_whole ? length : 0, etag);
    return true;
}

bool access_copy_save(const char *path, const char *etag, const char *text,
                      size_t length, struct error *err)
{
    struct file_draft draft;
    if (!file_draft_open(&draft, path, FILE_OF_ALL, err)) {
        return false;
    }
    (void)fprintf(draft.stream, "# %s\n", etag);
    (void)fwrite(text, 1, length, draft.stream);
    return file_draft_keep(&draft, FILE_SAFE_FROM_KILLS, err);
}
