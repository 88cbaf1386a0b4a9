/* Players that are named on the command line. */
#include <inttypes.h>
#include <string.h>

#include "cmd/tool/named_player.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

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

/* A net's file begins with its digest behind 16 bytes. */
static void write_net(const char *folder, const char *name, char digest)
{
    char path[300], text[] = "0123456789abcdefDDDDDDDDnumbers of a net";
    text[16] = digest;
    FORMAT_TEXT(path, "%s/%s", folder, name);
    test_file_write(path, text);
}

TEST(a_net_that_is_replaced_makes_another_player)
{
    char folder[100], list[200], spec[200];
    test_folder_make(folder, sizeof folder, "player");
    FORMAT_TEXT(list, "%s/weights.txt", folder);
    FORMAT_TEXT(spec, "%s,ply=1", folder);
    test_file_write(list,
                    "small small.net\nbig big-4444444444444441.net\nrace r.net\n");
    static const char *const names[] = {"small.net", "big-4444444444444441.net",
                                        "r.net"};
    for (int i = 0; i < 3; i++) {
        write_net(folder, names[i], 'A');
    }
    uint64_t found[5] = {named_player_digest(spec)};
    assert_true(named_player_digest(folder) == found[0]);
    for (int i = 0; i < 3; i++) {
        write_net(folder, names[i], 'B');
        found[i + 1] = named_player_digest(spec);
        for (int k = 0; k <= i; k++) {
            assert_true(found[k] != found[i + 1]);
        }
    }
    test_file_write(list, "small small.net\nbig big-4444444444444441.net\n");
    found[4] = named_player_digest(spec);
    write_net(folder, "r.net", 'A');
    assert_true(named_player_digest(spec) == found[4]);
    assert_int_equal(test_folder_remove(folder), 0);
}

TEST(nets_that_are_named_for_their_digest_add_nothing)
{
    assert_true(named_player_digest("build/weights,ply=2") ==
                named_player_file_digest("build/weights/weights.txt"));
    assert_true(named_player_digest("gnubg,ply=2") == named_player_digest("random"));
}

/* The first line is "magic conditions". */
TEST(results_of_the_former_digest_keep_their_form)
{
    char folder[100], path[200], text[3][200];
    test_folder_make(folder, sizeof folder, "player");
    FORMAT_TEXT(path, "%s/weights.txt", folder);
    test_file_write(path, "big big.net\n");
    write_net(folder, "big.net", 'A');
    const char *const specs[] = {"random", folder, NULL};
    const uint64_t digests[] = {named_player_digest(folder),
                                named_player_former_digest(folder),
                                named_player_file_digest(path)};
    assert_true(digests[0] != digests[1] && digests[1] == digests[2]);
    for (int i = 0; i < 2; i++) {
        FORMAT_TEXT(text[i], "A=x/%016" PRIx64 " weights=%016" PRIx64, digests[i],
                    digests[i]);
    }
    static const char *const around[][2] = {{"kind 1 ", "\nresults\n"},
                                            {"kind 1 ", ", more\n"},
                                            {"another\nkind 1 ", "\n"}};
    FORMAT_TEXT(path, "%s/results", folder);
    for (int i = 0; i < 4; i++) {
        char written[300];
        if (i < 3) {
            FORMAT_TEXT(written, "%s%s%s", around[i][0], text[1], around[i][1]);
            test_file_write(path, written);
        }
        memcpy(text[2], text[0], sizeof text[2]);
        named_player_keep_form(i < 3 ? path : NULL, specs, text[2]);
        assert_string_equal(text[2], text[i == 0]);
    }
    assert_int_equal(test_folder_remove(folder), 0);
}

TEST_MAIN(NULL, NULL)
