/* Players that are named on the command line. */
#include <string.h>

#include "cmd/tool/named_player.h"
#include "tests/unit/test_case.h"

TEST(players_that_are_none_are_refused_by_name)
{
    static const struct {
        const char *name;
        const char *said; /* NULL: it is one */
    } rows[] = {
        {"fibsbot", NULL},
        {"random", NULL},
        {"build/weights,ply=0", NULL},
        {"fibsbot,level=beginner", NULL},
        {"strongest", "\"strongest\" is no player"},
        {"nowhere.net,name=x", "\"nowhere.net\" is no player"},
        {"fibsbot,speed=5", "player option \"speed\""},
        {"fibsbot,level=nobody", "nobody"},
        {"fibsbot,filter=nothing", "the name of a move filter"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *names[] = {"baseline", rows[i].name};
        struct error err = {0};
        bool is_good = named_player_check(names, 2, &err);
        if (is_good != (rows[i].said == NULL) ||
            (!is_good && strstr(err.text, rows[i].said) == NULL)) {
            fail_msg("%s: %s", rows[i].name, err.text);
        }
    }
}

TEST(players_who_do_not_know_the_cube_are_refused_it)
{
    static const char *const names[] = {"fibsbot,ply=1", "gnubg", "build/weights",
                                        "ubgi,command=x", "random,name=r"};
    struct error err = {0};
    assert_true(named_player_check_cube(names, 4, "", &err));
    assert_false(named_player_check_cube(names, 5, ": why", &err));
    assert_string_equal(err.text, "random,name=r does not use the cube: why");
}

TEST(fibsbot_alone_stands_for_the_weights_in_use)
{
    static const char *const rows[][2] = {
        {"fibsbot", "folder"},
        {"fibsbot,ply=1", "folder,ply=1"},
        {"random,name=fibsbot", "random,name=fibsbot"},
        {"rivals1,ply=1", "rivals1,ply=1"},
        {"fibsbot2", "fibsbot2"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char spec[NAMED_PLAYER_SPEC_SIZE];
        named_player_spec(rows[i][0], "folder", spec);
        assert_string_equal(spec, rows[i][1]);
    }
}

TEST_MAIN(NULL, NULL)
