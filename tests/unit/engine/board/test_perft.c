/* Known numbers of plays, to depth 2; depth 3 is in tests/slow. */
#include <stdlib.h>

#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "tests/unit/engine/board/perft_lines.h"
#include "tests/unit/test_case.h"

static int make_lists(void **state)
{
    *state = aligned_alloc(64, 2 * sizeof(struct play_list));
    return *state == NULL;
}

static int free_lists(void **state)
{
    free(*state);
    return 0;
}

TEST(known_positions_have_their_numbers_of_plays)
{
    assert_int_equal(check_perft_lines(1, *state), 31);
}

TEST(known_positions_have_their_numbers_two_turns_deep)
{
    assert_int_equal(check_perft_lines(2, *state), 31);
}

TEST(every_opening_roll_has_its_known_number_of_plays)
{
    struct play_list *list = *state;
    FILE *file = fopen("tests/data/perft.txt", "r");
    assert_non_null(file);
    char line[160];
    int checked = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        struct position start;
        int high;
        int low;
        int plays;
        if (sscanf(line, "opening %d-%d %d", &high, &low, &plays) == 3) {
            position_start(&start);
            movegen_plays(&start, (struct roll){(uint8_t)high, (uint8_t)low}, list);
            assert_int_equal(list->count, plays);
            checked++;
        }
    }
    (void)fclose(file);
    assert_int_equal(checked, ROLLS);
}

TEST_MAIN(make_lists, free_lists)
