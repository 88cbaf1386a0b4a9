/* Records of matches as SGF. */
#include "tests/unit/match/record_random.h"
#include "tests/unit/test_case.h"

#include "engine/board/position.h"

CASE(sgf_has_a_tree_a_game)
{
    char path[700], text[4096];
    struct error err;
    struct random_match m = begin(5);
    const struct play reply = {{{24, 23}, {13, 9}}, 2};
    record_play(m.torn, RECORD_OPPONENT, (struct roll){4, 1}, &reply);
    record_double(m.torn, RECORD_ME, 2);
    record_drop(m.torn, RECORD_OPPONENT);
    record_game_end(m.torn, RECORD_ME, 1);
    record_game_start(m.torn, 1, 0);
    assert_true(
        match_format_export(record_path(m.torn), match_format_find("sgf"), &err));
    FORMAT_TEXT(path, "%.*s.sgf", (int)strlen(record_path(m.torn)) - 4,
                record_path(m.torn));
    test_file_read(path, text, sizeof text);
    assert_string_equal(
        text,
        "(;FF[4]GM[6]CA[UTF-8]AP[fibsbot:0.4]MI[length:5][game:0][ws:0][bs:0]"
        "PW[our_bot]PB[opp_a]PC[fibs.com]DT[2023-11-14]RU[Crawford]ET[22.13]RE[W+1]\n"
        ";W[31hefe]\n"
        ";B[41ablp]\n"
        ";W[double]\n"
        ";B[drop]\n"
        ")\n"
        "(;FF[4]GM[6]CA[UTF-8]AP[fibsbot:0.4]MI[length:5][game:1][ws:1][bs:0]"
        "PW[our_bot]PB[opp_a]PC[fibs.com]DT[2023-11-14]RU[Crawford]ET[22.13]\n"
        ")\n");
    record_match_end(m.torn);
}

/* GNU Backgammon takes a game that is not called the Crawford game for another one. */
CASE(the_crawford_game_is_named)
{
    static const char crawford[] = "RU[Crawford:CrawfordGame]";
    char path[700], text[4096];
    struct error err;
    struct random_match m = begin(5);
    record_game_end(m.torn, RECORD_ME, 4);
    record_game_start(m.torn, 4, 0);
    record_game_end(m.torn, RECORD_OPPONENT, 2);
    record_game_start(m.torn, 4, 2);
    assert_true(
        match_format_export(record_path(m.torn), match_format_find("sgf"), &err));
    FORMAT_TEXT(path, "%.*s.sgf", (int)strlen(record_path(m.torn)) - 4,
                record_path(m.torn));
    test_file_read(path, text, sizeof text);
    const char *third = strstr(text, "[game:2]"), *named = strstr(text, crawford);
    assert_true(third != NULL && named != NULL && named < third);
    assert_true(named > strstr(text, "[game:1][ws:4][bs:0]"));
    assert_null(strstr(third, crawford));
    assert_non_null(strstr(third, "RU[Crawford]"));
    record_match_end(m.torn);
}

/* Whether both files have the same plays from the same positions of the same players. */
static bool plays_are_alike(const char *a_path, const char *b_path)
{
    struct error err;
    struct match_turns *a = match_turns_read(a_path, &err);
    struct match_turns *b = match_turns_read(b_path, &err);
    assert_true(a != NULL && b != NULL);
    bool is_alike = a->count > 0 && a->count == b->count &&
                    strcmp(a->heading.my_name, b->heading.my_name) == 0;
    for (int i = 0; is_alike && i < a->count; i++) {
        is_alike = position_equal(&a->turns[i].pos, &b->turns[i].pos) &&
                   a->turns[i].type == b->turns[i].type &&
                   a->turns[i].side == b->turns[i].side;
    }
    match_turns_free(a);
    match_turns_free(b);
    return is_alike;
}

/* gnubg reads the SGF and writes .mat: the same turns and points as in our .mat. */
CASE(gnubg_reads_our_sgf)
{
    if (access(gnubg_program, X_OK) != 0) {
        print_message("%s is not installed\n", gnubg_program);
        skip();
    }
    char *ours = malloc(ROOM), *theirs = malloc(ROOM), command[1200], path[200];
    assert_true(ours != NULL && theirs != NULL);
    struct error err;
    struct random_match m = {0};
    play_match(&m, 7, 3);
    assert_true(
        match_format_export(record_path(m.torn), match_format_find("sgf"), &err));
    FORMAT_TEXT(path, "%s/commands", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "set confirm new off\nload match %.*s.sgf\nexport match mat %s/copy\n",
            (int)strlen(record_path(m.torn)) - 4, record_path(m.torn), folder);
    (void)fclose(file);
    FORMAT_TEXT(command,
                "cd %s && HOME=%s %s -t -q -r -s %s -c %s </dev/null >said 2>&1",
                folder, folder, gnubg_program, folder, path);
    (void)!system(command);
    FORMAT_TEXT(path, "%s/copy", folder);
    test_file_read(path, theirs, ROOM);
    test_file_read(record_path(m.torn), ours, ROOM);
    int games[2], turns[2];
    count_turns(ours, &games[0], &turns[0]);
    count_turns(theirs, &games[1], &turns[1]);
    assert_int_equal(games[1], games[0]);
    assert_int_equal(turns[1], turns[0]);
    const char *a = ours, *b = theirs;
    while ((a = strstr(a, "Wins ")) != NULL) {
        b = strstr(b, "Wins ");
        assert_non_null(b);
        assert_int_equal(atoi(b + 5), atoi(a + 5));
        a++;
        b++;
    }
    FORMAT_TEXT(path, "%s/copy", folder);
    assert_true(plays_are_alike(record_path(m.torn), path));
    record_match_end(m.whole);
    record_match_end(m.torn);
    free(ours);
    free(theirs);
}

TEST_MAIN(NULL, NULL)
