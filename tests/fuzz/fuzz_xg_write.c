/* Any file of a match as files of eXtreme Gammon, which can be read back: of the match, and
 * of its decision if it has just one. */
#include "match/match_format_internal.h"
#include "match/xg_archive.h"
#include "tests/fuzz/fuzz_folder.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/match_visitor.h"

static void check_format(const char *name)
{
    char from[FUZZ_PATH_SIZE], to[FUZZ_PATH_SIZE];
    (void)snprintf(from, sizeof from, "%s/match", fuzz_folder);
    (void)snprintf(to, sizeof to, "%s/match.%s", fuzz_folder, name);
    if (match_format_convert(from, to, match_format_find(name), NULL, NULL)) {
        FILE *file = fopen(to, "re");
        assert(file != NULL && xg_archive_check(file, NULL));
        assert(check_match_file(file, xg_read));
        (void)fclose(file);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 0 && size < 65536) {
        (void)fuzz_folder_new();
        assert(fuzz_folder_write("match", data, size));
        check_format("xg");
        check_format("xgp");
    }
    return 0;
}
