/* Files of eXtreme Gammon. */
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/bytes.h"
#include "match/match_format.h"
#include "match/xg_archive.h"
#include "match/xg_comment.h"
#include "match/xg_fields.h"
#include "tests/unit/match/match_files.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

#define CORPUS "tests/fuzz/corpus/xg_read/"

enum { RECORDS = 400, FILE_SIZE = 60000, ANY_BYTE = 9000 };

static struct match_turns *read_whole(const char *path)
{
    struct error err = {0};
    struct match_turns *turns = match_turns_read(path, &err);
    assert_good(turns != NULL, &err);
    return turns;
}

TEST(the_file_and_its_text_are_the_same_match)
{
    struct match_turns *xg = read_whole(MATCH_FILES "xg.xg");
    struct match_turns *mat = read_whole(MATCH_FILES "xg.mat");
    assert_true(turns_are_alike(xg, mat));
    assert_int_equal(xg->count, 197);
    assert_int_equal(xg->faults + mat->faults, 0);
    assert_string_equal(xg->heading.my_name, mat->heading.my_name);
    assert_string_equal(xg->heading.opponent, mat->heading.opponent);
    assert_string_equal(xg->heading.date, mat->heading.date);
    assert_string_equal(xg->heading.time, "00.35");
    assert_int_equal(xg->heading.length, mat->heading.length);
    assert_string_equal(xg->heading.site, "Gammon Empire/Play65");
    assert_string_equal(xg->heading.elo[RECORD_OPPONENT], "1600.00/0");
    for (int i = 0; i < xg->games; i++) {
        assert_memory_equal(xg->game[i].points, mat->game[i].points, sizeof(int[2]));
    }
    match_turns_free(mat);
    match_turns_free(xg);
}

TEST(beavers_of_money_play_are_read)
{
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

TEST(what_is_damaged_is_refused)
{
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
TEST(a_game_may_begin_at_a_position)
{
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
TEST(comments_come_into_the_sgf)
{
    static char text[4096];
    struct error err;
    char target[] = "/tmp/fibsbot-xg-XXXXXX";
    int fd = mkstemp(target);
    assert_true(fd >= 0);
    (void)close(fd);
    assert_true(match_format_convert(CORPUS "comments", target,
                                     match_format_find("sgf"), NULL, &err));
    test_file_read(target, text, sizeof text);
    (void)unlink(target);
    assert_non_null(strstr(text, "C[A plain [remark\\]\\\\]\n"));
    assert_non_null(strstr(text, "C[Caf\xC3\xA9 {best} ]\n"));
}

/* 30 MB of records in 40 kB. */
TEST(what_grows_without_end_is_no_match)
{
    struct match_turns *turns = read_whole(CORPUS "bomb");
    assert_int_equal(turns->count, 0);
    match_turns_free(turns);
}

/* The records of xg.xg, which has no analysis, with figures where eXtreme Gammon has them:
 * a first play, no double before the second one, a double and its answer. */
static size_t put_figures(unsigned char *records, size_t count)
{
    static const double lost = -0.25, more = -0.125, none = 0.0;
    unsigned char *record = records;
    int plays = 0, rolls = 0;
    for (size_t i = 0; i < count; i++, record += XG_RECORD_SIZE) {
        bool is_cube = record[XG_TYPE_AT] == XG_TYPE_CUBE;
        if (record[XG_TYPE_AT] == XG_TYPE_MOVE && plays++ == 0) {
            record[XG_MOVE_CANDIDATES] = 10;
            memcpy(record + XG_MOVE_LOSS, &lost, sizeof lost);
        } else if (record[XG_TYPE_AT] == XG_TYPE_MOVE && plays == 2) {
            bytes_put(record + XG_MOVE_COMMENT, 4, 1);
        } else if (is_cube && record[XG_CUBE_DOUBLED] == 0 && rolls++ == 0) {
            record[XG_CUBE_PASS + 2] = 0x80; /* 1.0 */
            record[XG_CUBE_PASS + 3] = 0x3F;
            bytes_put(record + XG_CUBE_LEVEL, 4, 1001);
            bytes_put(record + XG_CUBE_COMMENT, 4, 0);
            memcpy(record + XG_CUBE_LOSS, &more, sizeof more);
        } else if (is_cube && record[XG_CUBE_DOUBLED] == 1) {
            record[XG_CUBE_PASS + 2] = 0x80;
            record[XG_CUBE_PASS + 3] = 0x3F;
            memcpy(record + XG_CUBE_LOSS, &none, sizeof none);
            memcpy(record + XG_CUBE_TAKE_LOSS, &more, sizeof more);
        }
    }
    return count;
}

/* A checker of player 1 on the bar of player 2 at the first decision. */
static size_t put_other_bar(unsigned char *records, size_t count)
{
    unsigned char *record = records;
    while (record[XG_TYPE_AT] != XG_TYPE_CUBE) {
        record += XG_RECORD_SIZE;
    }
    record[XG_CUBE_POSITION] = 1;
    record[XG_CUBE_POSITION + 6]--;
    return count;
}

/* Before the end of the first game somebody is to roll, with a comment, and resigns. */
static size_t put_late_comment(unsigned char *records, size_t count)
{
    unsigned char *end = records, *cube = NULL;
    for (; end[XG_TYPE_AT] != XG_TYPE_GAME_END; end += XG_RECORD_SIZE) {
        cube = end[XG_TYPE_AT] == XG_TYPE_CUBE ? end : cube;
    }
    assert_non_null(cube);
    memmove(end + XG_RECORD_SIZE, end,
            (size_t)(records + count * XG_RECORD_SIZE - end));
    memcpy(end, cube, XG_RECORD_SIZE);
    bytes_put(end + XG_CUBE_DOUBLED, 4, 0);
    bytes_put(end + XG_CUBE_COMMENT, 4, 0);
    return count + 1;
}

/* A move record without a roll, as it may stand beside a cube action, before the first end. */
static size_t put_empty_move(unsigned char *records, size_t count)
{
    unsigned char *end = records;
    while (end[XG_TYPE_AT] != XG_TYPE_GAME_END) {
        end += XG_RECORD_SIZE;
    }
    memmove(end + XG_RECORD_SIZE, end,
            (size_t)(records + count * XG_RECORD_SIZE - end));
    memset(end, 0, XG_RECORD_SIZE);
    end[XG_TYPE_AT] = XG_TYPE_MOVE;
    return count + 1;
}

/* The match has a comment, its second game one at its beginning and one at its end. */
static size_t put_game_comments(unsigned char *records, size_t count)
{
    int games = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned char *record = records + i * XG_RECORD_SIZE;
        if (record[XG_TYPE_AT] == XG_TYPE_MATCH) {
            bytes_put(record + XG_MATCH_COMMENT, 4, 0);
        } else if (record[XG_TYPE_AT] == XG_TYPE_GAME && ++games == 2) {
            bytes_put(record + XG_GAME_COMMENT, 4, 1);
            bytes_put(record + XG_GAME_END_COMMENT, 4, 0);
        }
    }
    return count;
}

typedef size_t change_records(unsigned char *records, size_t count);

static struct match_turns *read_with_comments(change_records *change, const char *lines)
{
    struct xg_archive archive;
    struct xg_stream stream;
    struct error err = {0};
    unsigned char *records = malloc((size_t)RECORDS * XG_RECORD_SIZE);
    FILE *file = fopen(MATCH_FILES "xg.xg", "rb"), *content = tmpfile(),
         *comments = tmpfile(), *out = tmpfile();
    assert_true(records != NULL && xg_archive_open(file, &archive, &err) &&
                xg_stream_open(&stream, &archive, "temp.xg"));
    size_t size = xg_stream_read(&stream, records, (size_t)RECORDS * XG_RECORD_SIZE);
    xg_stream_close(&stream);
    size = change(records, size / XG_RECORD_SIZE) * XG_RECORD_SIZE;
    assert_int_equal(fwrite(records, 1, size, content), size);
    assert_true(fputs(lines, comments) >= 0);
    const struct xg_label label = {.game = "", .name = ""};
    const struct xg_part parts[] = {{"temp.xg", content}, {"temp.xgc", comments}};
    assert_true(xg_archive_write(out, &label, parts, 2, &err));
    rewind(out);
    struct match_turns *turns = match_turns_read_file(out, &err);
    (void)fclose(file);
    (void)fclose(content);
    (void)fclose(comments);
    (void)fclose(out);
    free(records);
    return turns;
}

static struct match_turns *read_changed(change_records *change)
{
    return read_with_comments(change, "No cube yet.\r\nNow run.\r\n");
}

TEST(what_extreme_gammon_says_stays_beside_each_decision)
{
    struct match_turns *turns = read_changed(put_figures);
    assert_non_null(turns);
    int judged = 0;
    for (int i = 0; i < turns->count; i++) {
        const struct match_turn *turn = &turns->turns[i];
        judged += turn->judged.by[0] != '\0' || turn->judged_roll.by[0] != '\0';
        if (turn->type == RECORD_CELL_DOUBLE) {
            assert_string_equal(turn->judged.by, "XG 4-ply");
            assert_true(turn->judged.loss == 0.0);
        } else if (turn->type != RECORD_CELL_PLAY) {
            assert_true(turn->judged.loss == 0.125);
        }
    }
    assert_string_equal(turns->turns[0].judged.by, "XG 4-ply");
    assert_true(turns->turns[0].judged.loss == 0.25);
    assert_string_equal(turns->turns[1].judged_roll.by, "XG roller+");
    assert_true(turns->turns[1].judged_roll.loss == 0.125);
    assert_string_equal(turns->turns[1].judged.by, "");
    assert_null(turns->turns[0].comment);
    assert_string_equal(turns->turns[1].comment, "No cube yet. Now run.");
    assert_null(turns->turns[2].comment);
    assert_true(judged > 4 && judged < 40);
    match_turns_free(turns);
}

/* The first game has a comment; the roll of its second play, but not the play. */
static size_t put_comment_of_roll(unsigned char *records, size_t count)
{
    int cubes = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned char *record = records + i * XG_RECORD_SIZE;
        if (record[XG_TYPE_AT] == XG_TYPE_GAME) {
            bytes_put(record + XG_GAME_COMMENT, 4, cubes == 0 ? 1 : UINT32_MAX);
        } else if (record[XG_TYPE_AT] == XG_TYPE_CUBE && ++cubes == 2) {
            bytes_put(record + XG_CUBE_COMMENT, 4, 0);
        }
    }
    return count;
}

TEST(a_position_with_a_checker_on_the_other_bar_is_none)
{
    struct match_turns *turns = read_changed(put_other_bar);
    assert_int_equal(turns->faults, 0);
    assert_true(turns->turns[0].is_first);
    assert_int_equal(turns->turns[0].pos.mine.at[6], 5);
    match_turns_free(turns);
}

TEST(a_comment_on_the_roll_alone_stays_as_it_is)
{
    struct match_turns *turns = read_with_comments(
        put_comment_of_roll, "Short.\r\nA much longer comment on the game.\r\n");
    assert_non_null(turns);
    assert_string_equal(turns->game[0].comment, "A much longer comment on the game.");
    assert_string_equal(turns->turns[1].comment, "Short.");
    match_turns_free(turns);
}

/* Behind the first game, which is over, its last play again and again, with a comment. */
static size_t put_late_plays(unsigned char *records, size_t count)
{
    enum { MORE = 5 };
    unsigned char *end = records, *play = NULL;
    for (; end[XG_TYPE_AT] != XG_TYPE_GAME_END; end += XG_RECORD_SIZE) {
        play = end[XG_TYPE_AT] == XG_TYPE_MOVE ? end : play;
    }
    assert_non_null(play);
    end += XG_RECORD_SIZE;
    memmove(end + MORE * XG_RECORD_SIZE, end,
            (size_t)(records + count * XG_RECORD_SIZE - end));
    for (int i = 0; i < MORE; i++, end += XG_RECORD_SIZE) {
        memcpy(end, play, XG_RECORD_SIZE);
        bytes_put(end + XG_MOVE_COMMENT, 4, 0);
    }
    return count + MORE;
}

TEST(long_comments_of_no_turn_have_their_end)
{
    char lines[XG_COMMENT_SIZE + 3];
    memset(lines, 0xE9, sizeof lines - 1); /* each letter has two bytes as UTF-8 */
    lines[sizeof lines - 1] = '\0';
    memcpy(lines + sizeof lines - 3, "\r\n", 2);
    struct match_turns *turns = read_with_comments(put_late_plays, lines);
    assert_non_null(turns);
    assert_int_equal(turns->count, 197);
    for (int i = 0; i < turns->count; i++) {
        assert_null(turns->turns[i].comment);
    }
    match_turns_free(turns);
}

TEST(a_comment_without_its_turn_does_not_come_to_the_next_game)
{
    struct match_turns *turns = read_changed(put_late_comment);
    assert_non_null(turns);
    assert_int_equal(turns->count, 197);
    assert_true(turns->games > 1);
    for (int i = 0; i < turns->count; i++) {
        assert_null(turns->turns[i].comment);
    }
    match_turns_free(turns);
}

TEST(comments_of_match_and_games_are_those_of_games)
{
    struct match_turns *turns = read_changed(put_game_comments);
    assert_non_null(turns);
    assert_int_equal(turns->games, 4);
    assert_string_equal(turns->game[0].comment, "No cube yet.");
    assert_string_equal(turns->game[1].comment, "Now run. No cube yet.");
    assert_null(turns->game[2].comment);
    match_turns_free(turns);
}

/* It has no texts in UTF-16. */
static size_t put_older_version(unsigned char *records, size_t count)
{
    assert_int_equal(records[XG_TYPE_AT], XG_TYPE_MATCH);
    bytes_put(records + XG_MATCH_VERSION, 4, XG_MATCH_WIDE_VERSION - 1);
    memset(records + XG_MATCH_WIDE_EVENT, 0, XG_RECORD_SIZE - XG_MATCH_WIDE_EVENT);
    return count;
}

TEST(files_of_older_versions_have_all_their_texts)
{
    struct match_turns *new = read_whole(MATCH_FILES "xg.xg");
    struct match_turns *old = read_changed(put_older_version);
    assert_non_null(old);
    assert_string_equal(old->heading.my_name, new->heading.my_name);
    assert_string_equal(old->heading.event, new->heading.event);
    assert_string_equal(old->heading.site, "Gammon Empire/Play65");
    match_turns_free(old);
    match_turns_free(new);
}

TEST(a_move_without_a_roll_is_none)
{
    struct match_turns *turns = read_changed(put_empty_move);
    assert_non_null(turns);
    assert_int_equal(turns->count, 197);
    assert_int_equal(turns->faults, 0);
    match_turns_free(turns);
}

TEST(what_it_has_not_analysed_is_not_judged)
{
    struct match_turns *turns = read_whole(MATCH_FILES "xg.xg");
    for (int i = 0; i < turns->count; i++) {
        assert_string_equal(turns->turns[i].judged.by, "");
        assert_string_equal(turns->turns[i].judged_roll.by, "");
    }
    match_turns_free(turns);
}

TEST_MAIN(NULL, NULL)
