/* Any text of a match as a file of eXtreme Gammon: it can be read back. */
#include <stdlib.h>

#include "match/match_format_internal.h"
#include "match/xg_archive.h"
#include "tests/fuzz/match_visitor.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct record_visitor nobody = {0};
    char *bytes = NULL;
    size_t length = 0;
    FILE *in =
        size > 0 && size < 65536 ? fmemopen((void *)(uintptr_t)data, size, "r") : NULL;
    FILE *out = in != NULL ? open_memstream(&bytes, &length) : NULL;
    bool is_good =
        out != NULL && match_format_write(in, out, match_format_find("xg"), NULL, NULL);
    if (out != NULL) {
        (void)fclose(out);
    }
    if (in != NULL) {
        (void)fclose(in);
    }
    if (is_good) {
        FILE *file = fmemopen(bytes, length, "r");
        assert(file != NULL && xg_archive_check(file, NULL));
        assert(xg_read(file, &nobody, NULL));
        (void)fclose(file);
        (void)check_match_reader((const uint8_t *)bytes, length, xg_read);
    }
    free(bytes);
    return 0;
}
