/* Any file as one of JavaFIBS: what is told can be. */
#include "match/match_format_internal.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/match_visitor.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return check_match_reader(data, size, javafibs_read);
}
