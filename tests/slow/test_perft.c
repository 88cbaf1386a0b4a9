/* Known numbers of plays three turns deep: 460 million positions. */
#include <stdlib.h>

#include "tests/unit/engine/board/perft_lines.h"
#include "tests/unit/test_case.h"

TEST(the_opening_has_the_known_number_three_turns_deep)
{
    struct play_list *lists = aligned_alloc(64, 3 * sizeof *lists);
    assert_non_null(lists);
    assert_int_equal(check_perft_lines(3, lists), 1);
    free(lists);
}

TEST_MAIN(NULL, NULL)
