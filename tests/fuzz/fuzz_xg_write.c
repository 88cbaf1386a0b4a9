/* Any text of a match as files of eXtreme Gammon, which can be read back: of the match, and
 * of its decision if it has just one. */
#include <stdlib.h>

#include "match/match_format_internal.h"
#include "match/xg_archive.h"
#include "tests/fuzz/match_visitor.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_format(const uint8_t *data, size_t size,
                         const struct match_format *format)
{
    static const struct record_visitor nobody = {0};
    char *bytes = NULL;
    size_t length = 0;
    FILE *in =
        size > 0 && size < 65536 ? fmemopen((void *)(uintptr_t)data, size, "r") : NULL;
    FILE *out = in != NULL ? open_memstream(&bytes, &length) : NULL;
    bool is_good = out != NULL && match_format_write(in, out, format, NULL, NULL);
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
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_format(data, size, match_format_find("xg"));
    check_format(data, size, match_format_find("xgp"));
    return 0;
}
