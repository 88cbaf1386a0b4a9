/* Games as FIBS tells them to people. */

#include "tests/unit/match/match_files.h"
#include "tests/unit/test_case.h"

static const char game[] = "> oldmoves bert\n" /* what people copy with it */
                           "\n";

static const char text[] = "Score is 1-0 in a 5 point match.\n"
                           "bert is O - anna is X\n"
                           "O: (3 1) 8-5 6-5\n"
                           "X: (6 4) 1-7 7-11\n"
                           "O: (6 6) 24-18 24-18 13-7 13-7\n"
                           "X: doubles\n"
                           "O: accepts\n"
                           "X: (2 1) 12-14 19-20\n"
                           "O: wants to resign\n"
                           "X: accepts\n"
                           "X: wins\n";

TEST(turns_have_their_side_and_its_numbering)
{
    struct match_turns *turns = match_of_text(text);
    assert_non_null(turns);
    assert_string_equal(turns->heading.my_name, "anna");
    assert_string_equal(turns->heading.opponent, "bert");
    assert_int_equal(turns->heading.length, 5);
    assert_int_equal(turns->faults, 0);
    assert_int_equal(turns->count, 6);
    assert_int_equal(turns->turns[0].side, RECORD_OPPONENT);
    assert_true(play_is(&turns->turns[0], 3, 1, 2, 8, 5));
    assert_int_equal(turns->turns[1].side, RECORD_ME);
    assert_true(play_is(&turns->turns[1], 6, 4, 2, 24, 14));
    assert_int_equal(turns->turns[3].type, RECORD_CELL_DOUBLE);
    assert_int_equal(turns->turns[4].type, RECORD_CELL_TAKE);
    assert_int_equal(turns->score[RECORD_ME], 3); /* 1-0, and a doubled game */
    match_turns_free(turns);
}

TEST(what_is_not_understood_ends_the_game_with_its_line)
{
    struct match_turns *turns = match_of_text("Score is 0-0 in an unlimited match.\n"
                                              "anna is X - bert is O\n"
                                              "X: (3 1) 17-20 19-20\n"
                                              "O: (9 1) 13-8\n"
                                              "X: (3 1) 17-20 19-20\n");
    assert_non_null(turns);
    assert_int_equal(turns->count, 1);
    assert_int_equal(turns->faults, 1);
    assert_int_equal(turns->fault[0].line, 4);
    assert_false(turns->has_all);
    match_turns_free(turns);
}

/* A point as FIBS names it for X, who moves up, or for O, with the sign before it. */
static void write_point(enum record_side side, int point, char sign, FILE *out)
{
    if (point == POINT_BAR || point == POINT_OFF) {
        fprintf(out, "%c%s", sign, point == POINT_BAR ? "bar" : "off");
    } else {
        fprintf(out, "%c%d", sign, side == RECORD_ME ? POINT_BAR - point : point);
    }
}

static void write_turn(const struct match_turn *turn, FILE *out)
{
    fprintf(out, "%c: ", turn->side == RECORD_ME ? 'X' : 'O');
    if (turn->type == RECORD_CELL_PLAY) {
        fprintf(out, "(%d %d)", turn->roll.high, turn->roll.low);
        for (int i = 0; i < turn->play.count; i++) {
            write_point(turn->side, turn->play.moves[i].from, ' ', out);
            write_point(turn->side, turn->play.moves[i].to, '-', out);
        }
        fputs(turn->play.count == 0 ? " can't move\n" : "\n", out);
    } else {
        fputs(turn->type == RECORD_CELL_DOUBLE ? "doubles\n"
              : turn->type == RECORD_CELL_TAKE ? "accepts\n"
                                               : "rejects\n",
              out);
    }
}

/* A whole game of a match file in the words of FIBS. */
TEST(a_game_is_read_to_its_end)
{
    static char words[20000];
    struct error err;
    struct match_turns *wanted = match_turns_read(
        "tests/data/fixtures/play/run/matches/b_bot/20261122-110824-a_bot-b_bot-3pt.mat",
        &err);
    assert_non_null(wanted);
    int offs = 0, bars = 0, ends = 0;
    for (int i = 0; i < wanted->games; i++) {
        const struct match_game *game_of = &wanted->game[i];
        FILE *out = fmemopen(words, sizeof words, "w");
        fprintf(out, "Score is %d-%d in a 3 point match.\nanna is X - bert is O\n",
                game_of->score[0], game_of->score[1]);
        for (int k = game_of->first; k < game_of->first + game_of->turns; k++) {
            write_turn(&wanted->turns[k], out);
        }
        (void)fclose(out);
        offs += strstr(words, "-off") != NULL;
        bars += strstr(words, " bar-") != NULL;
        struct match_turns *found = match_of_text(words);
        assert_non_null(found);
        assert_int_equal(found->faults, 0);
        assert_int_equal(found->count, game_of->turns);
        if (found->score[0] + found->score[1] > game_of->score[0] + game_of->score[1]) {
            assert_memory_equal(found->game[0].points, game_of->points,
                                sizeof game_of->points);
            ends++; /* not by a resignation */
        }
        for (int k = 0; k < found->count; k++) {
            const struct match_turn *a = &found->turns[k];
            const struct match_turn *b = &wanted->turns[game_of->first + k];
            assert_true(a->side == b->side && a->type == b->type &&
                        position_equal(&a->pos, &b->pos));
        }
        match_turns_free(found);
    }
    assert_true(offs > 0 && bars > 0 && ends > 0);
    match_turns_free(wanted);
}

TEST(other_text_is_no_game)
{
    assert_null(match_of_text(game));
    assert_null(match_of_text("Score is 0-0 in a 5 point match.\n"));
}

TEST_MAIN(NULL, NULL)
