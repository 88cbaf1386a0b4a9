/* Files of eXtreme Gammon. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "match/match_format.h"
#include "tests/unit/match/match_files.h"

#define CORPUS "tests/fuzz/corpus/xg_read/"

enum { FILE_SIZE = 60000, ANY_BYTE = 9000 };

static struct match_turns *read_whole(const char *path)
{
    struct error err = {0};
    struct match_turns *turns = match_turns_read(path, &err);
    if (turns == NULL) {
        fail_msg("%s", err.text);
    }
    return turns;
}

static void the_file_and_its_text_are_the_same_match(void **state)
{
    (void)state;
    struct match_turns *xg = read_whole(MATCH_FILES "xg.xg");
    struct match_turns *mat = read_whole(MATCH_FILES "xg.mat");
    assert_true(turns_are_alike(xg, mat));
    assert_int_equal(xg->count, 197);
    assert_int_equal(xg->faults + mat->faults, 0);
    assert_string_equal(xg->heading.my_name, mat->heading.my_name);
    assert_string_equal(xg->heading.opponent, mat->heading.opponent);
    assert_string_equal(xg->heading.date, mat->heading.date);
    assert_int_equal(xg->heading.length, mat->heading.length);
    assert_string_equal(xg->heading.site, "Gammon Empire/Play65");
    assert_string_equal(xg->heading.elo[RECORD_OPPONENT], "1600.00/0");
    for (int i = 0; i < xg->games; i++) {
        assert_memory_equal(xg->game[i].points, mat->game[i].points, sizeof(int[2]));
    }
    match_turns_free(mat);
    match_turns_free(xg);
}

static void beavers_of_money_play_are_read(void **state)
{
    (void)state;
    struct match_turns *turns = read_whole(CORPUS "raccoon");
    int beavers = 0;
    for (int i = 0; i < turns->count; i++) {
        beavers += turns->turns[i].type == RECORD_CELL_BEAVER;
    }
    assert_int_equal(beavers, 2);
    assert_int_equal(turns->heading.length, 0);
    assert_true(turns->heading.has_beavers);
    match_turns_free(turns);
}

/* Whether the first bytes of the file, one of them changed, are refused with the text. */
static bool is_refused(const unsigned char *bytes, size_t size, const char *why)
{
    struct error err = {0};
    FILE *file = fmemopen((void *)(uintptr_t)bytes, size, "r");
    struct match_turns *turns = match_turns_read_file(file, &err);
    (void)fclose(file);
    match_turns_free(turns);
    return turns == NULL && strstr(err.text, why) != NULL;
}

static void what_is_damaged_is_refused(void **state)
{
    (void)state;
    unsigned char *bytes = malloc(FILE_SIZE);
    FILE *file = fopen(MATCH_FILES "xg.xg", "rb");
    assert_true(bytes != NULL && file != NULL);
    size_t size = fread(bytes, 1, FILE_SIZE, file);
    (void)fclose(file);
    assert_true(size > ANY_BYTE && size < FILE_SIZE);
    assert_true(is_refused(bytes, size - 1, "not a whole file of eXtreme Gammon"));
    assert_true(is_refused(bytes, 20, "not a whole file of eXtreme Gammon"));
    bytes[ANY_BYTE]++;
    assert_true(is_refused(bytes, size, "its checksum differs"));
    free(bytes);
}

/* A position that is saved alone, or a game that goes on from one: here the end of the
 * first game, with the cube of player 1. */
static void a_game_may_begin_at_a_position(void **state)
{
    (void)state;
    struct match_turns *whole = read_whole(MATCH_FILES "xg.xg");
    struct match_turns *end = read_whole(CORPUS "set_position");
    int before = whole->game[0].turns - end->count;
    assert_true(end->count > 10 && before > 10);
    assert_int_equal(end->faults, 0);
    for (int i = 0; i < end->count; i++) {
        const struct match_turn *a = &whole->turns[before + i], *b = &end->turns[i];
        assert_true(position_equal(&a->pos, &b->pos));
        assert_memory_equal(&a->ms, &b->ms, sizeof a->ms);
        assert_false(b->is_first);
    }
    match_turns_free(end);
    match_turns_free(whole);
}

/* Plain, and as RTF. */
static void comments_come_into_the_sgf(void **state)
{
    static char text[4096];
    struct error err;
    char target[] = "/tmp/fibsbot-xg-XXXXXX";
    (void)state;
    int fd = mkstemp(target);
    assert_true(fd >= 0);
    (void)close(fd);
    assert_true(match_format_convert(CORPUS "comments", target,
                                     match_format_find("sgf"), NULL, &err));
    FILE *file = fopen(target, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    (void)fclose(file);
    (void)unlink(target);
    assert_non_null(strstr(text, "C[A plain [remark\\]\\\\]\n"));
    assert_non_null(strstr(text, "C[Caf\xC3\xA9 {best} ]\n"));
}

/* 30 MB of records in 40 kB. */
static void what_grows_without_end_is_no_match(void **state)
{
    (void)state;
    struct match_turns *turns = read_whole(CORPUS "bomb");
    assert_int_equal(turns->count, 0);
    match_turns_free(turns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_and_its_text_are_the_same_match),
        cmocka_unit_test(beavers_of_money_play_are_read),
        cmocka_unit_test(a_game_may_begin_at_a_position),
        cmocka_unit_test(comments_come_into_the_sgf),
        cmocka_unit_test(what_is_damaged_is_refused),
        cmocka_unit_test(what_grows_without_end_is_no_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
