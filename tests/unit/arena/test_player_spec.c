/* The text that names a player: what is taken, what is refused and why. */
#include <string.h>

#include "engine/eval/eval.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

#include "arena/player_spec.h"

static struct player_spec spec;
static struct error err;

TEST(a_name_alone_has_defaults)
{
    struct strength strength = strength_default();
    const struct strength before = strength;
    assert_true(player_spec_read("build/weights", &spec, &err));
    assert_string_equal(spec.name, "build/weights");
    assert_int_equal(spec.ply, 0);
    assert_true(spec.net == EVAL_MAIN && spec.is_pruned);
    assert_true(player_spec_tune(&spec, &strength, &err));
    assert_int_equal(strength.candidates.kept, before.candidates.kept);
    assert_int_equal(strength.leaf_candidates.kept, before.leaf_candidates.kept);
    assert_true(strength.efficiency_centred == before.efficiency_centred);
    assert_true(strength.efficiency_owned == before.efficiency_owned);
}

TEST(options_are_taken)
{
    struct strength strength = strength_default();
    assert_true(player_spec_read("gnubg,ply=3,noise=.05,prune=no,program=/x/gnubg",
                                 &spec, &err));
    assert_int_equal(spec.ply, 3);
    assert_int_equal(spec.cube_ply, 2); /* even */
    assert_true(!spec.is_pruned);
    assert_string_equal(spec.program, "/x/gnubg");
    assert_true(player_spec_read(
        "w,candidates=16/1,leaf-candidates=2/.05,efficiency=.9/.75", &spec, &err));
    assert_true(player_spec_tune(&spec, &strength, &err));
    assert_int_equal(strength.candidates.kept, 16);
    assert_true(strength.candidates.window == 1.0F);
    assert_int_equal(strength.leaf_candidates.kept, 2);
    assert_true(strength.leaf_candidates.window == .05F);
    assert_true(strength.efficiency_centred == .9F &&
                strength.efficiency_owned == .75F);
}

TEST(former_words_are_words_of_files_alone)
{
    static const char *const texts[] = {"w,replies=16/1", "w,leaf-replies=2/.05",
                                        "w,life=.9/.75"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        err.text[0] = '\0';
        assert_false(player_spec_read(texts[i], &spec, &err));
        assert_non_null(strstr(err.text, "leaf-candidates=, efficiency="));
    }
    assert_true(player_spec_read("yardstick", &spec, &err)); /* a folder */
    assert_string_equal(spec.name, "yardstick");
}

TEST(result_files_keep_the_former_words_and_reports_show_todays)
{
    static const char *const rows[][3] = {
        /* typed, kept, read from the file if another */
        {"baseline", "yardstick"},
        {"yardstick", "yardstick", "baseline"},
        {"baselines", "baselines"},
        {"w,candidates=16/1,ply=2,leaf-candidates=2/.05,efficiency=.9/.75",
         "w,replies=16/1,ply=2,leaf-replies=2/.05,life=.9/.75"},
        {"efficiency,level=baseline,,ply", "efficiency,level=baseline,,ply"},
        {"life,net=small,", "life,net=small,"},
        {"", ""},
    };
    char kept[PLAYER_NAME_SIZE], text[PLAYER_NAME_SIZE + 1];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(player_spec_as_kept(rows[i][0], kept, &err));
        assert_string_equal(kept, rows[i][1]);
        assert_true(player_spec_as_typed(kept, text));
        assert_string_equal(text, rows[i][2] != NULL ? rows[i][2] : rows[i][0]);
    }
    memset(text, 'w', PLAYER_NAME_SIZE);
    text[PLAYER_NAME_SIZE] = '\0';
    assert_false(player_spec_as_kept(text, kept, &err));
    text[PLAYER_NAME_SIZE - 1] = '\0';
    assert_true(player_spec_as_kept(text, kept, &err));
    assert_string_equal(kept, text);
}

TEST(look_ahead_of_the_cube_follows_that_of_plays_unless_it_is_named)
{
    static const struct {
        const char *text;
        int ply, cube_ply;
    } rows[] = {
        {"w", 0, 0},
        {"w,ply=2", 2, 2},
        {"w,ply=3", 3, 2},
        {"w,ply=3,cube=0", 3, 0},
        {"w,cube=2", 0, 2},
        {"w,cube=2,ply=0", 0, 2},
        {"gnubg,cube=0,ply=2", 2, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(player_spec_read(rows[i].text, &spec, &err));
        assert_int_equal(spec.ply, rows[i].ply);
        assert_int_equal(spec.cube_ply, rows[i].cube_ply);
    }
}

TEST(wrong_values_are_refused_with_what_was_expected)
{
    static const struct {
        const char *text;
        const char *expected;
    } rows[] = {
        {"w,ply=5", "0 to 4"},
        {"w,ply=", "0 to 4"},
        {"w,noise=-1", "0 to 10"},
        {"w,time=0", "1 to 1000000"},
        {"w,net=huge", "small or big"},
        {"w,candidates=0/.1", "KEPT/WINDOW"},
        {"w,candidates=17/.1", "KEPT/WINDOW"},
        {"w,leaf-candidates=3", "KEPT/WINDOW"},
        {"w,leaf-candidates=3/x", "KEPT/WINDOW"},
        {"w,efficiency=.7", "CENTRED/OWNED"},
        {"w,efficiency=.7/1.1", "CENTRED/OWNED"},
        {"w,efficiency=/.7", "CENTRED/OWNED"},
        {"w,colour=blue", "expected ply="},
        {"w,ply", "expected ply="},
        {"w,prune=no", "expected ply="},
        {"gnubg,filter=tiny", "expected ply=, cube=, noise=, prune=, program=, name="},
        {"baseline,ply=2", "expected name="},
        {"random,net=small", "expected name="},
        {"w.net,ply=1", "expected name="},
        {"w,level=expert,ply=2", "level=expert has a ply"},
        {"w,cube=2,level=expert", "level=expert has a ply"},
        {"w,level=expert,noise=.1", "level=expert has a ply"},
        {"w,level=strongest,ply=0", "level=strongest has a ply"},
        {"w,net=big,level=beginner", "level=beginner has a ply"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_false(player_spec_read(rows[i].text, &spec, &err));
        assert_holds(err.text, rows[i].expected);
    }
}

TEST(engine_by_ubgi_has_options_and_keys)
{
    char shown[PLAYER_NAME_SIZE];
    const char *text = "ubgi,command=wildbg --ubgi,engine.ply=2,name=W,timeout=500,"
                       "game=9000,errors=e,ply=3";
    assert_true(player_spec_read(text, &spec, &err));
    assert_string_equal(spec.command, "wildbg --ubgi");
    assert_string_equal(spec.settings, "engine.ply=2,ply=3");
    assert_string_equal(spec.errors, "e");
    assert_int_equal(spec.timeout_ms, 500);
    assert_int_equal(spec.game_ms, 9000);
    player_spec_shown(text, shown);
    assert_string_equal(shown, "W");
    player_spec_shown("gnubg,ply=2", shown);
    assert_string_equal(shown, "gnubg,ply=2");
    assert_false(player_spec_read("ubgi,name=x", &spec, &err));
    assert_non_null(strstr(err.text, "needs command="));
    assert_false(player_spec_read("ubgi,command=x,horse", &spec, &err));
    assert_non_null(strstr(err.text, "KEY=VALUE"));
    assert_false(player_spec_read("ubgi,command=x,timeout=0", &spec, &err));
    assert_false(player_spec_read("fibsbot,command=x", &spec, &err));
}

TEST(every_player_may_have_a_name_of_its_own)
{
    static const char *const texts[] = {"random,name=twin", "gnubg,name=twin,ply=2",
                                        "w.net,name=twin", "ubgi,command=x,name=twin"};
    char shown[PLAYER_NAME_SIZE];
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_true(player_spec_read(texts[i], &spec, &err));
        player_spec_shown(texts[i], shown);
        assert_string_equal(shown, "twin");
    }
    assert_false(player_spec_read("random,name=", &spec, &err));
    assert_false(player_spec_read("random,name=two\nlines", &spec, &err));
    assert_non_null(strstr(err.text, "1 to 127 bytes of text"));
}

TEST(two_players_of_one_name_are_refused_with_the_way_out)
{
    static const struct {
        const char *texts[3];
        bool is_good;
    } rows[] = {
        {{"w", "w,ply=1", "w,ply=2"}, true},
        {{"w", "w,name=twin", "x"}, true},
        {{"ubgi,command=x", "ubgi,command=x,ply=2", "ubgi,command=y"}, true},
        {{"w", "x", "w"}, false},
        {{"x", "w,ply=1", "w,ply=1"}, false},
        {{"random", "x", "w,name=random"}, false},
        {{"ubgi,command=x,name=a", "ubgi,command=y,name=a", "x"}, false},
        {{"baseline", "x", "baseline"}, false},
        {{"w,efficiency=.7/.7", "w,efficiency=.7/.7", "x"}, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (player_spec_check_names(rows[i].texts, 3, &err) != rows[i].is_good) {
            fail_msg("%s, %s, %s", rows[i].texts[0], rows[i].texts[1],
                     rows[i].texts[2]);
        }
    }
    assert_false(player_spec_check_names(rows[3].texts, 3, &err));
    assert_string_equal(err.text,
                        "two players are named \"w\": give one of them a name "
                        "of its own with ,name=NAME");
    assert_true(player_spec_check_names(rows[3].texts, 2, &err));
    assert_true(player_spec_check_names(NULL, 0, &err));
}

TEST_MAIN(NULL, NULL)
