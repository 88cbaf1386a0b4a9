/* Kinds of positions: what is of which kind, and their names. */
#include <string.h>

#include "engine/board/position.h"
#include "tests/unit/test_case.h"

#include "lab/data/position_kind.h"

/* The other checkers of a side are on its points 6 and 8. */
struct part {
    int point;
    int checkers;
};

static void place(struct side *side, const struct part *parts)
{
    int left = CHECKERS;
    for (int i = 0; i < 4 && parts[i].checkers > 0; i++) {
        side->at[parts[i].point] =
            (uint8_t)(side->at[parts[i].point] + parts[i].checkers);
        left -= parts[i].checkers;
    }
    side->at[6] = (uint8_t)(side->at[6] + left / 2);
    side->at[8] = (uint8_t)(side->at[8] + left - left / 2);
}

enum {
    RACE = POSITION_KIND_RACE,
    OFF = POSITION_KIND_BEARING_OFF,
    BACK_GAME = POSITION_KIND_BACK_GAME,
    MEN_BACK = POSITION_KIND_MEN_BACK,
    BAR = POSITION_KIND_BAR,
    CONTAINMENT = POSITION_KIND_CONTAINMENT,
    PRIMES = POSITION_KIND_PRIME_V_PRIME,
    HOLDING = POSITION_KIND_HOLDING,
    MUTUAL = POSITION_KIND_MUTUAL_HOLDING,
};

static const struct kind_case {
    const char *description;
    struct part mine[4];
    struct part theirs[4];
    int want;
} cases[] = {
    {"no contact", {{1, 1}}, {{1, 1}}, RACE},
    {"a race with checkers off is a race only", {{0, 9}}, {{1, 1}}, RACE},
    {"one checker back each", {{24, 1}}, {{24, 1}}, 0},
    {"an anchor", {{24, 2}}, {{1, 1}}, 0},
    {"two anchors", {{24, 2}, {22, 2}}, {{1, 1}}, BACK_GAME | MEN_BACK},
    {"two anchors of theirs", {{1, 1}}, {{20, 2}, {19, 2}}, BACK_GAME | MEN_BACK},
    {"an anchor and a point outside", {{24, 2}, {18, 2}}, {{1, 1}}, 0},
    {"three on one point", {{1, 1}}, {{21, 3}}, MEN_BACK | HOLDING},
    {"the bar point", {{18, 2}}, {{1, 1}}, HOLDING},
    {"a point outside", {{17, 2}}, {{1, 1}}, 0},
    {"the three point", {{22, 2}}, {{1, 1}}, HOLDING},
    {"the deuce point", {{23, 2}}, {{1, 1}}, 0},
    {"a checker before the anchor", {{20, 2}, {19, 1}}, {{1, 1}}, MEN_BACK | HOLDING},
    {"a checker alone behind", {{21, 1}, {20, 2}}, {{1, 1}}, MEN_BACK},
    {"two points", {{20, 2}, {21, 2}}, {{1, 1}}, BACK_GAME | MEN_BACK},
    {"a checker behind the anchor", {{20, 2}, {24, 1}}, {{1, 1}}, MEN_BACK},
    {"an anchor against none", {{20, 2}}, {{24, 1}}, HOLDING},
    {"an anchor each", {{20, 2}}, {{18, 2}}, MUTUAL},
    {"one on the bar", {{POINT_BAR, 1}}, {{1, 1}}, BAR},
    {"checkers off with contact", {{0, 5}}, {{24, 1}}, OFF},
    {"checkers of theirs off", {{24, 1}}, {{0, 5}}, OFF},
    {"one on the bar behind the last four points",
     {{21, 2}, {22, 2}, {23, 2}, {24, 2}},
     {{POINT_BAR, 1}},
     CONTAINMENT | BAR | BACK_GAME | MEN_BACK},
    {"one behind four points", {{5, 2}, {4, 2}, {3, 2}}, {{24, 1}}, CONTAINMENT},
    {"one on the bar behind four points",
     {{5, 2}, {4, 2}, {3, 2}},
     {{POINT_BAR, 1}},
     CONTAINMENT | BAR},
    {"one at the edge of four points",
     {{5, 2}, {4, 2}, {3, 2}},
     {{23, 1}},
     CONTAINMENT},
    {"one on the rear point of five", {{7, 2}, {5, 2}, {4, 2}}, {{22, 1}}, CONTAINMENT},
    {"one in front of four points", {{5, 2}, {4, 2}, {3, 2}}, {{19, 1}}, 0},
    {"one behind four points on both sides",
     {{5, 2}, {4, 2}, {3, 2}, {24, 1}},
     {{5, 2}, {4, 2}, {3, 2}, {24, 1}},
     CONTAINMENT | PRIMES},
    {"one behind four points, before four that hold none",
     {{5, 2}, {4, 2}, {3, 2}},
     {{5, 2}, {4, 2}, {3, 2}, {24, 1}},
     CONTAINMENT},
    {"three points", {{5, 2}, {4, 2}}, {{24, 1}}, 0},
};

TEST(kinds_are_told_apart)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct kind_case *c = &cases[i];
        struct position pos;
        int found = 0;
        memset(&pos, 0, sizeof pos);
        place(&pos.mine, c->mine);
        place(&pos.theirs, c->theirs);
        for (int kind = RACE; kind <= MUTUAL; kind *= 2) {
            found |= position_kind_is(&pos, (unsigned)kind) ? kind : 0;
        }
        if (found != c->want) {
            fail_msg("%s: 0x%x", c->description, (unsigned)found);
        }
        assert_int_equal(position_kind_is(&pos, MEN_BACK | BAR),
                         (c->want & (MEN_BACK | BAR)) != 0);
        pos = position_swap(&pos);
        assert_int_equal(position_kind_is(&pos, RACE | CONTAINMENT),
                         (c->want & (RACE | CONTAINMENT)) != 0);
    }
}

TEST(names_are_read_and_written)
{
    struct error err = {0};
    unsigned kinds;
    char text[120];
    assert_true(position_kind_read("men-back,back-game", &kinds, &err));
    assert_int_equal(kinds, MEN_BACK | BACK_GAME);
    position_kind_write(kinds, text, sizeof text);
    assert_string_equal(text, "back-game,men-back");
    position_kind_write(2 * MUTUAL - 1, text, sizeof text);
    assert_true(position_kind_read(text, &kinds, &err));
    assert_int_equal(kinds, 2 * MUTUAL - 1);
    position_kind_write(kinds, text, 10);
    assert_string_equal(text, "race,bear");
    assert_false(position_kind_read("men-back,waiting", &kinds, &err));
    assert_non_null(strstr(err.text, "\"waiting\""));
    assert_false(position_kind_read("", &kinds, &err));
}

TEST(lists_of_any_length_are_read_to_their_end)
{
    char text[300] = "";
    unsigned kinds = 0;
    struct error err = {0};
    while (strlen(text) < 200) {
        strcat(text, "bearing-off,");
    }
    strcat(text, ",back-game,");
    assert_true(position_kind_read(text, &kinds, &err));
    assert_int_equal(kinds, POSITION_KIND_BEARING_OFF | POSITION_KIND_BACK_GAME);
    strcat(text, "race-");
    assert_false(position_kind_read(text, &kinds, &err));
    assert_non_null(strstr(err.text, "\"race-\""));
}

TEST_MAIN(NULL, NULL)
