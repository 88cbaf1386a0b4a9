/* The kept copy of a fetched list: any file is a list and an ETag fit for a request, or
 * one clear error; and what was saved is what is loaded. */
#include <assert.h>
#include <string.h>

#include "bot/policy/access_feed_internal.h"
#include "tests/fuzz/fuzz_folder.h"
#include "tests/fuzz/fuzz_target.h"

enum { INPUT_MAX = 65536 };

static void check_etag(const char *etag)
{
    assert(strlen(etag) < ACCESS_ETAG_SIZE);
    for (; *etag != '\0'; etag++) {
        assert(*etag > ' ' && *etag <= '~');
    }
}

static void save_and_load(const char *path, const char *text, size_t size,
                          const char *etag, int count)
{
    struct access_list list = {0};
    struct error err;
    char loaded[ACCESS_ETAG_SIZE] = "";
    assert(access_feed_save_copy(path, etag, text, size, &err));
    assert(access_feed_load_copy(path, &list, loaded, &err));
    assert(list.count == count && strcmp(loaded, etag) == 0);
    access_list_clear(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct access_list list = {0};
    struct error err;
    char path[FUZZ_PATH_SIZE], etag[ACCESS_ETAG_SIZE] = "";
    if (size > INPUT_MAX) {
        return 0;
    }
    (void)snprintf(path, sizeof path, "%s/list", fuzz_folder_new());
    assert(!access_feed_load_copy(path, &list, etag, &err) && err.text[0] == '\0');
    assert(fuzz_folder_write("list", data, size));
    if (access_feed_load_copy(path, &list, etag, &err)) {
        check_etag(etag);
        save_and_load(path, (const char *)data, size, etag, list.count);
    } else {
        assert(err.text[0] != '\0' && list.count == 0 && etag[0] == '\0');
    }
    access_list_clear(&list);
    return 0;
}
