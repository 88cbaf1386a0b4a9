/* What the server saves, it reads again; what it cannot read, it names by its line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/fibsd/chancer.h"
#include "tests/unit/test_case.h"

static struct fibsd *new_core(void)
{
    struct fibsd_config config;
    fibsd_config_default(&config);
    struct fibsd *core = fibsd_new(&config);
    assert_non_null(core);
    return core;
}

/* A match in full swing, with a list of moves. */
static struct fibsd *core_with_a_match(void)
{
    struct fibsd *core = new_core();
    struct reference_generator *generator = reference_generator_new();
    struct chancer anna = {.random = 3, .generator = generator};
    struct chancer bert = {.random = 4, .generator = generator};
    assert_true(fibsd_add_account(core, "anna", "secret", 1523.25, 100));
    assert_true(fibsd_add_account(core, "bert", "secret", 1476.75, 40));
    assert_true(chancer_login(&anna, core, "anna", "secret"));
    assert_true(chancer_login(&bert, core, "bert", "secret"));
    visitor_send(&anna.visitor, "address anna@example.org");
    visitor_send(&bert.visitor, "toggle ready automove moves");
    visitor_send(&anna.visitor, "toggle automove");
    visitor_send(&anna.visitor, "set sortwho rrating");
    visitor_send(&anna.visitor, "set timezone Europe/Berlin");
    visitor_flush(&anna.visitor);
    visitor_flush(&bert.visitor);
    visitor_send(&anna.visitor, "invite bert 9");
    visitor_send(&bert.visitor, "join anna");
    for (int i = 0; i < 200; i++) {
        (void)chancer_act(i % 2 == 0 ? &anna : &bert);
    }
    reference_generator_free(generator);
    return core;
}

TEST(saved_state_is_read_back_the_same)
{
    struct fibsd *core = core_with_a_match();
    char *first = fibsd_save(core);
    assert_non_null(strstr(first, "\nmatch anna bert 9 "));
    assert_non_null(strstr(first, "\nrow 0 "));
    assert_non_null(strstr(first, "anna@example.org"));
    struct fibsd *copy = new_core();
    assert_int_equal(fibsd_load(copy, first), 0);
    char *second = fibsd_save(copy);
    assert_string_equal(second, first);
    struct visitor bert;
    assert_true(visitor_login(&bert, copy, "bert", "secret"));
    visitor_send(&bert, "show savedcount bert");
    assert_non_null(visitor_find(&bert, "bert has 1 saved game."));
    struct visitor anna;
    visitor_arrive(&anna, copy, "192.0.2.77");
    visitor_send(&anna, "connect anna secret");
    const char *note = visitor_find(&anna, "** Last login: ");
    assert_non_null(note);
    assert_non_null(strstr(note, "  from 192.0.2.10")); /* whence is kept, too */
    visitor_send(&anna, "set");
    assert_non_null(visitor_find(&anna, "sortwho:    rrating"));
    assert_non_null(visitor_find(&anna, "timezone:   Europe/Berlin"));
    free(first);
    free(second);
    fibsd_free(core);
    fibsd_free(copy);
}

/* What former versions wrote is read, and written as hashes. */
TEST(plain_passwords_become_hashes)
{
    struct visitor bert;
    struct fibsd *core = new_core();
    static const char old[] =
        "# saved state of fibsd\n"
        "user anna secret 1523.25 100 11010011001011010 2 0 0 0 -\n"
        "user bert geheim 1476.75 40 11010011001011010 2 0 0 0 -\n";
    assert_int_equal(fibsd_load(core, old), 0);
    char *now = fibsd_save(core);
    assert_null(strstr(now, "secret"));
    assert_null(strstr(now, "geheim"));
    assert_non_null(strstr(now, "user anna scrypt:11:8:1:"));
    assert_true(visitor_login(&bert, core, "bert", "geheim"));
    struct fibsd *copy = new_core();
    assert_int_equal(fibsd_load(copy, now), 0);
    assert_false(visitor_login(&bert, copy, "bert", "secret"));
    assert_true(visitor_login(&bert, copy, "bert", "geheim"));
    free(now);
    fibsd_free(core);
    fibsd_free(copy);
}

/* Of many, the rest in the ticks that follow; nobody waits for it. */
TEST(many_plain_passwords_become_hashes_in_time)
{
    enum { MANY = 130 };
    static char old[MANY * 80];
    size_t used = 0;
    struct visitor last;
    struct fibsd *core = new_core();
    for (int i = 0; i < MANY; i++) {
        used +=
            (size_t)snprintf(old + used, sizeof old - used,
                             "user u%c%c plain 1500 0 11010011001011010 2 0 0 0 -\n",
                             'a' + i / 26, 'a' + i % 26);
    }
    assert_int_equal(fibsd_load(core, old), 0);
    assert_true(visitor_login(&last, core, "uez", "plain"));
    for (int i = 0; i < MANY; i++) {
        fibsd_tick(core, i);
    }
    char *now = fibsd_save(core);
    assert_null(strstr(now, "plain"));
    free(now);
    fibsd_free(core);
}

TEST(large_state_comes_up_in_time)
{
    enum { MANY = 100000, LINE = 100 };
    char *old = malloc((size_t)MANY * LINE * 2);
    size_t used = 0;
    struct fibsd *core = new_core();
    assert_non_null(old);
    for (int i = 0; i < MANY; i++) {
        char name[8] = "u______";
        for (int k = 1, rest = i; k < 7; k++, rest /= 26) {
            name[k] = (char)('a' + rest % 26);
        }
        used += (size_t)sprintf(
            old + used, "user %s plain 1500 0 11010011001011010 2 0 0 0 -\n", name);
    }
    clock_t start = clock();
    assert_int_equal(fibsd_load(core, old), 0);
    assert_true((clock() - start) / CLOCKS_PER_SEC < 10);
    assert_true(fibsd_has_account(core, "ubaaaaa"));
    free(old);
    fibsd_free(core);
}

#define USERS                                                                          \
    "user a x 1500 0 11010011001011010 2 0 0 0 -\n"                                    \
    "user b x 1500 0 11010011001011010 2 0 0 0 -\n"
#define POINTS "0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0"
#define MATCH  "match a b 5 0 0 1 0 1 1 0 0 0 1 -1 0 0 0 0 0 0 "

TEST(bad_line_is_named_by_its_number)
{
    static const struct {
        const char *description;
        const char *text;
        int line;
    } cases[] = {
        {"good", USERS MATCH POINTS "\n", 0},
        {"a broken hash",
         "user a scrypt:11:8:1:00:00 1500 0 11010011001011010 2 0 0 0 -\n", 1},
        {"another word", "# x\nhello\n", 2},
        {"a user without all fields", "user a x 1500\n", 1},
        {"a bad name", "user a-b x 1500 0 11010011001011010 2 0 0 0 -\n", 1},
        {"a user twice", USERS USERS, 3},
        {"no rating", "user a x nan 0 11010011001011010 2 0 0 0 -\n", 1},
        {"a rating without end", "user a x inf 0 11010011001011010 2 0 0 0 -\n", 1},
        {"less than no experience", "user a x 1500 -3 11010011001011010 2 0 0 0 -\n",
         1},
        {"redoubles beyond unlimited",
         "user a x 1500 0 11010011001011010 2 101 0 0 -\n", 1},
        {"toggles missing", "user a x 1500 0 110 2 0 0 0 -\n", 1},
        {"a match of strangers", MATCH POINTS "\n", 1},
        {"a match with too few numbers", USERS MATCH "0 1\n", 3},
        {"a checker too many",
         USERS MATCH "1 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 "
                     "0 0 0 0 2 0\n",
         3},
        {"a cube of 0",
         USERS "match a b 5 0 0 1 0 1 1 0 0 0 0 -1 0 0 0 0 0 0 " POINTS "\n", 3},
        {"half a roll to move",
         USERS "match a b 5 0 0 1 0 2 1 0 6 0 1 -1 0 0 0 0 0 0 " POINTS "\n", 3},
        {"no roll to move",
         USERS "match a b 5 0 0 1 0 2 1 0 0 6 1 -1 0 0 0 0 0 0 " POINTS "\n", 3},
        {"a row without a match", "row 0 1 6 2 0\n", 1},
        {"a row with too few hops", USERS MATCH POINTS "\nrow 0 1 6 2 2 24 18\n", 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fibsd *core = new_core();
        int line = fibsd_load(core, cases[i].text);
        if (line != cases[i].line) {
            fail_msg("%s: line %d", cases[i].description, line);
        }
        fibsd_free(core);
    }
}

TEST_MAIN(NULL, NULL)
