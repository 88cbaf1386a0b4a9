/* Replays of bgammon.org. */
#include <stdbool.h>

#include "tests/unit/match/match_files.h"
#include "tests/unit/test_case.h"

/* In the form of the site's REPLAY.md. */
static const char replay[] = "bgammon-replay 00000048\n"
                             "bgammon-replay 00000129\n"
                             "i 1702738670 anna bert 3 0 0 1 1 0\n"
                             "1 r 3-1 8/5 6/5\n"
                             "2 r 6-4 1/7 12/16\n"
                             "1 d 2 0\n"
                             "i 1702739000 anna bert 3 1 0 2 2 0\n"
                             "2 r 4-2 17/21 19/21\n"
                             "1 r 6-6 24/18 24/18 13/7 13/7\n"
                             "2 d 2 1\n"
                             "2 r 2-1 12/14 1/2\n"
                             "1 t\n";

TEST(a_replay_is_read_from_the_side_of_player_1)
{
    struct match_turns *turns = match_of_text(replay);
    assert_non_null(turns);
    assert_int_equal(turns->faults, 0);
    assert_true(turns->has_all);
    assert_string_equal(turns->heading.site, "bgammon.org");
    assert_string_equal(turns->heading.date, "2023.12.16");
    assert_string_equal(turns->heading.time, "14.57");
    assert_string_equal(turns->heading.opponent, "bert");
    assert_int_equal(turns->heading.length, 3);
    assert_int_equal(turns->games, 2);
    assert_int_equal(turns->count, 9);
    assert_true(play_is(&turns->turns[1], 6, 4, 2, 24, 9));
    assert_int_equal(turns->turns[3].type, RECORD_CELL_DROP);
    assert_int_equal(turns->turns[4].side, RECORD_OPPONENT);
    assert_int_equal(turns->turns[8].ms.cube, 2);
    assert_int_equal(turns->game[1].score[RECORD_ME], 1);
    assert_int_equal(turns->score[RECORD_OPPONENT], 2); /* resigned */
    match_turns_free(turns);
}

TEST(older_replays_have_no_time)
{
    struct match_turns *turns = match_of_text("bgammon-replay 00000024\n"
                                              "i anna 12 1 0 0 0 0 0\n"
                                              "1 r 3-1 8/5 6/5\n");
    assert_non_null(turns);
    assert_int_equal(turns->heading.length, 1);
    assert_string_equal(turns->heading.opponent, "12");
    assert_string_equal(turns->heading.date, "");
    assert_string_equal(turns->heading.time, "");
    assert_int_equal(turns->count, 1);
    match_turns_free(turns);
}

TEST(what_is_not_understood_ends_its_game_alone)
{
    struct match_turns *turns = match_of_text("bgammon-replay 00000024\n"
                                              "i 1702738670 anna bert 3 0 0 1 1 0\n"
                                              "1 r 3-1 8/5 6/x\n"
                                              "2 r 6-4 1/7 12/16\n"
                                              "i 1702738670 anna bert 3 1 0 1 1 1\n"
                                              "1 r 3-1 8/5 6/5\n"
                                              "i 1702739000 anna bert 3 2 0 0 0 0\n"
                                              "1 r 3-1 8/5 6/5\n"
                                              "1 q\n");
    struct match_turns *cube = match_of_text("bgammon-replay 00000024\n"
                                             "i 1702738670 anna bert 3 0 0 1 1 0\n"
                                             "1 r 3-1 8/5 6/5\n2 d 1 1\n");
    struct match_turns *third = match_of_text("bgammon-replay 00000024\n"
                                              "i 1702738670 anna bert 3 0 0 1 1 0\n"
                                              "1 r 3-1 8/5 6/5\n3 t\n");
    assert_int_equal(cube->faults, 1); /* no cube shows 1 after a double */
    match_turns_free(cube);
    assert_int_equal(third->faults, 1); /* nobody else plays */
    match_turns_free(third);
    assert_non_null(turns);
    assert_int_equal(turns->games, 3);
    assert_int_equal(turns->count, 1);
    assert_int_equal(turns->faults, 3);
    assert_int_equal(turns->fault[0].line, 3);
    assert_non_null(strstr(turns->fault[0].text, "6/x\" is not understood"));
    assert_string_equal(turns->fault[1].text,
                        "a game that is not backgammon; it is left out");
    assert_int_equal(turns->fault[2].line, 9);
    match_turns_free(turns);
}

TEST(another_match_begins_at_no_points)
{
    struct match_turns *turns = match_of_text("bgammon-replay 00000024\n"
                                              "i 1702738670 anna bert 1 0 0 1 1 0\n"
                                              "1 r 3-1 8/5 6/5\n2 t\n"
                                              "i 1702738770 anna bert 1 0 0 2 1 0\n"
                                              "2 r 3-1 17/20 19/20\n1 t\n");
    assert_non_null(turns);
    assert_int_equal(turns->score[RECORD_ME], 1);
    assert_non_null(turns->next);
    assert_int_equal(turns->next->score[RECORD_OPPONENT], 1);
    assert_int_equal(turns->next->faults, 0);
    match_turns_free(turns);
}

TEST(another_match_has_another_length)
{
    struct match_turns *turns = match_of_text("bgammon-replay 00000024\n"
                                              "i 1702738670 anna bert 3 0 0 1 1 0\n"
                                              "1 r 3-1 8/5 6/5\n2 t\n"
                                              "i 1702738770 anna bert 5 1 0 2 1 0\n"
                                              "2 r 3-1 17/20 19/20\n1 t\n");
    assert_non_null(turns);
    assert_int_equal(turns->games, 1);
    assert_int_equal(turns->heading.length, 3);
    assert_non_null(turns->next);
    assert_int_equal(turns->next->games, 1);
    assert_int_equal(turns->next->heading.length, 5);
    match_turns_free(turns);
}

/* A point as the site names it: player 2 moves up. */
static void write_replay_point(enum record_side side, int point, char sign, FILE *out)
{
    if (point == POINT_BAR || point == POINT_OFF) {
        fprintf(out, "%c%s", sign, point == POINT_BAR ? "bar" : "off");
    } else {
        fprintf(out, "%c%d", sign, side == RECORD_ME ? point : POINT_BAR - point);
    }
}

/* Whole games of a match file in the words of the site. */
TEST(games_are_read_to_their_ends)
{
    static char words[40000];
    struct error err;
    int offs = 0, bars = 0;
    struct match_turns *wanted = match_turns_read(
        "tests/data/fixtures/play/run/matches/b_bot/20261122-110824-a_bot-b_bot-3pt.mat",
        &err);
    assert_non_null(wanted);
    for (int i = 0; i < wanted->games; i++) {
        const struct match_game *game = &wanted->game[i];
        FILE *out = fmemopen(words, sizeof words, "w");
        bool is_mine = game->points[RECORD_ME] > 0;
        fprintf(out, "bgammon-replay 00000024\ni 1702738670 anna bert 3 0 0 %d %d 0\n",
                is_mine ? 1 : 2, game->points[is_mine ? RECORD_ME : RECORD_OPPONENT]);
        for (int k = game->first; k < game->first + game->turns; k++) {
            const struct match_turn *turn = &wanted->turns[k];
            if (turn->type == RECORD_CELL_DOUBLE) {
                fprintf(out, "%d d %d %d\n", turn->side + 1, 2 * turn->ms.cube,
                        turn[1].type == RECORD_CELL_TAKE);
            } else if (turn->type == RECORD_CELL_PLAY) {
                fprintf(out, "%d r %d-%d", turn->side + 1, turn->roll.high,
                        turn->roll.low);
                for (int m = 0; m < turn->play.count; m++) {
                    write_replay_point(turn->side, turn->play.moves[m].from, ' ', out);
                    write_replay_point(turn->side, turn->play.moves[m].to, '/', out);
                }
                fputc('\n', out);
            }
        }
        (void)fclose(out);
        offs += strstr(words, "/off") != NULL;
        bars += strstr(words, " bar/") != NULL;
        struct match_turns *found = match_of_text(words);
        assert_non_null(found);
        assert_int_equal(found->faults, 0);
        assert_memory_equal(found->game[0].points, game->points, sizeof game->points);
        assert_int_equal(found->count, game->turns);
        for (int k = 0; k < found->count; k++) {
            const struct match_turn *a = &found->turns[k];
            const struct match_turn *b = &wanted->turns[game->first + k];
            assert_true(a->side == b->side && a->type == b->type &&
                        position_equal(&a->pos, &b->pos));
        }
        match_turns_free(found);
    }
    assert_true(offs > 0 && bars > 0);
    match_turns_free(wanted);
}

TEST_MAIN(NULL, NULL)
