/* Matches in SGF. */

#include "engine/board/movegen.h"
#include "match/match_format_internal.h"
#include "tests/unit/match/match_files.h"
#include "tests/unit/test_case.h"

#define FIXTURE                                                                        \
    "tests/data/fixtures/play/run/matches/b_bot/20261122-110824-a_bot-b_bot-3pt"

TEST(white_is_player_1_in_files_of_gnubg_and_black_in_ours)
{
    struct match_turns *gnubg =
        match_of_text("(;GM[6]AP[GNU Backgammon:1.07]MI[length:3][game:0][ws:0][bs:1]"
                      "PW[anna]PB[be\\]rt]RU[Crawford]RE[W+1R];W[31hefe];B[42qusu])");
    struct match_turns *ours =
        match_of_text("(;GM[6]AP[fibsbot:0.2]MI[length:3][game:0][ws:1][bs:0]"
                      "PB[anna]PW[be\\]rt]RE[B+1R];B[31qtst];W[42hdfd])");
    assert_non_null(gnubg);
    assert_non_null(ours);
    assert_string_equal(gnubg->heading.my_name, "anna");
    assert_string_equal(gnubg->heading.opponent, "be]rt");
    assert_true(play_is(&gnubg->turns[0], 3, 1, 2, 8, 5));
    assert_true(play_is(&gnubg->turns[1], 4, 2, 2, 8, 4));
    assert_true(turns_are_alike(gnubg, ours));
    assert_int_equal(gnubg->score[RECORD_ME], 1);
    assert_int_equal(ours->score[RECORD_ME], 1);
    match_turns_free(gnubg);
    match_turns_free(ours);
}

TEST(mirrored_files_of_version_0_1_are_the_match_of_their_mat)
{
    struct error err;
    struct match_turns *mat = match_turns_read(FIXTURE ".mat", &err);
    struct match_turns *sgf = match_turns_read(FIXTURE ".sgf", &err);
    assert_non_null(mat);
    assert_non_null(sgf);
    assert_int_equal(sgf->faults, 0);
    assert_true(turns_are_alike(mat, sgf));
    assert_string_equal(mat->heading.my_name, sgf->heading.my_name);
    assert_string_equal(mat->heading.date, sgf->heading.date);
    match_turns_free(mat);
    match_turns_free(sgf);
}

/* More plays of 2-1 than of 6-5, which comes next, from the same position. */
TEST(a_play_of_the_roll_before_is_told)
{
    static struct play_list list;
    struct position start;
    position_start(&start);
    movegen_plays(&start, (struct roll){2, 1}, &list);
    for (int i = 0; i < list.count; i++) {
        char moves[2 * CHECKER_MOVES_MAX + 1] = "", text[300];
        for (int k = 0; k < list.plays[i].count; k++) {
            moves[2 * k] = (char)('a' + list.plays[i].moves[k].from - 1);
            moves[2 * k + 1] = (char)('a' + list.plays[i].moves[k].to - 1);
        }
        FORMAT_TEXT(text,
                    "(;GM[6]MI[length:5][game:0]PW[a]PB[b]RE[W+1R];W[21hffe])"
                    "(;GM[6]MI[length:5][game:1][ws:1]PW[a]PB[b];W[65%s])",
                    moves);
        struct match_turns *turns = match_of_text(text);
        assert_non_null(turns);
        assert_int_equal(turns->faults, 1);
        assert_non_null(strstr(turns->fault[0].text, "not a legal one of 6-5"));
        match_turns_free(turns);
    }
}

/* As GNU Backgammon 1.07 writes it. */
TEST(a_double_in_answer_to_a_double_is_a_beaver)
{
    struct match_turns *turns = match_of_text(
        "(;GM[6]AP[GNU Backgammon:1.07]MI[length:0][game:0][ws:0][bs:0]"
        "PW[gnubg]PB[root];W[64xrmi];B[double];W[double];B[double];W[take]"
        ";B[31qtst])");
    assert_int_equal(turns->count, 6);
    assert_int_equal(turns->turns[2].type, RECORD_CELL_BEAVER);
    assert_int_equal(turns->turns[3].type, RECORD_CELL_BEAVER);
    assert_int_equal(turns->turns[5].ms.cube, 8);
    assert_int_equal(turns->turns[5].ms.owner, CUBE_THEIRS);
    match_turns_free(turns);
}

TEST(faults_and_variations_end_at_most_their_game)
{
    struct match_turns *turns =
        match_of_text("(;GM[6]MI[length:3][game:0]PW[a]PB[b]\n"
                      ";W[31hefe]C[a ; \\] comment]A[0][x](;B[42qusu])(;B[double]))\n"
                      "(;GM[6]MI[length:3][game:1]PW[a]PB[b];W[31hefe]\n"
                      ";AB[a];B[42qusu])\n"
                      "(;GM[6]MI[length:3][game:2]PW[a]PB[b];W[31hefexx]\n"
                      ";B[42qusu])\n"
                      "(;GM[6]MI[length:3][game:3]PW[a]PB[b];W[31higf];W[31he])\n"
                      "(;GM[6]MI[length:1][game:0]PW[c]PB[d];W[52mhxv])\n");
    assert_non_null(turns);
    assert_int_equal(turns->games, 4);
    assert_int_equal(turns->game[0].turns, 2);
    assert_int_equal(turns->game[1].turns, 1);
    assert_int_equal(turns->game[2].turns, 0);
    assert_int_equal(turns->game[3].turns, 0);
    assert_int_equal(turns->faults, 3);
    assert_int_equal(turns->fault[0].line, 4);
    assert_int_equal(turns->fault[1].line, 5);
    assert_int_equal(turns->fault[2].line, 7);
    assert_non_null(turns->next);
    assert_string_equal(turns->next->heading.my_name, "c");
    assert_int_equal(turns->next->count, 1);
    match_turns_free(turns);
}

TEST(the_jacoby_rule_is_played_where_the_file_says_so)
{
    static const char *const texts[] = {
        "(;GM[6]MI[length:0][game:0]RU[Jacoby]PW[a]PB[b];W[31hefe])",
        "(;GM[6]MI[length:0][game:0]PW[a]PB[b];W[31hefe])",
        "(;GM[6]MI[length:0][game:0]RU[Crawford]PW[a]PB[b];W[31hefe])",
    };
    for (int i = 0; i < 3; i++) {
        struct match_turns *turns = match_of_text(texts[i]);
        assert_int_equal(turns->heading.has_jacoby, i == 0);
        assert_int_equal(turns->turns[0].ms.has_jacoby, i == 0);
        match_turns_free(turns);
    }
}

/* Other games begin otherwise: their plays may look like ours for a while. */
TEST(other_games_than_backgammon_are_left_out)
{
    static const char *const texts[] = {
        "(;GM[6]MI[length:1][game:0]RU[Nackgammon]PW[a]PB[b]RE[W+1];W[31hefe])",
        "; [Variation \"NackGammon\"]\n 1 point match\n Game 1\n a : 0         b : 0\n"
        "  1) 31: 8/5 6/5\n      Wins 1 point\n",
        "; [Variation \"Hypergammon\"]\n 1 point match\n Game 1\n a : 0         b : 0\n"
        "  1) 31: 24/20\n      Wins 1 point\n",
    };
    for (int i = 0; i < 3; i++) {
        struct match_turns *turns = match_of_text(texts[i]);
        assert_non_null(turns);
        assert_int_equal(turns->count, 0);
        assert_int_equal(turns->faults, 1);
        assert_non_null(strstr(turns->fault[0].text, "ammon, not backgammon"));
        assert_int_equal(turns->score[RECORD_ME], 1);
        match_turns_free(turns);
    }
}

/* The game before, which has no end, gets neither its turns nor its result. */
TEST(a_tree_of_another_game_is_passed_over)
{
    struct match_turns *turns = match_of_text(
        "(;GM[6]MI[length:1][game:0]PW[a]PB[b];W[31hefe])\n"
        "(;RE[B+3]GM[1]PW[c]PB[d]RE[B+3];B[pd];W[31hefe](;W[dp](;B[aa])))\n"
        "(;GM[ 6]MI[length:1 ][game:0]PW[e]PB[f];W[31hefe])");
    assert_non_null(turns);
    assert_int_equal(turns->count, 1);
    assert_int_equal(turns->score[RECORD_ME] + turns->score[RECORD_OPPONENT], 0);
    assert_int_equal(turns->faults, 1);
    assert_int_equal(turns->fault[0].line, 2);
    assert_string_equal(turns->fault[0].text, "GM[1] is not backgammon, GM[6]");
    assert_non_null(turns->next);
    assert_string_equal(turns->next->heading.my_name, "e");
    assert_int_equal(turns->next->count, 1);
    assert_int_equal(turns->next->heading.length, 1); /* blanks are no part of it */
    match_turns_free(turns);
}

/* GNU Backgammon saves a game alone, too, and names the one that is the Crawford game. Files
 * of former versions of ours name none. */
TEST(a_game_behind_the_crawford_game_is_known_by_its_rules)
{
    static const struct {
        const char *program, *rules;
        bool is_crawford;
    } rows[] = {{"GNU Backgammon:1.07.001", "Crawford:CrawfordGame", true},
                {"GNU Backgammon:1.07.001", "Crawford", false},
                {"fibsbot:0.4", "Crawford", false},
                {"fibsbot:0.3", "Crawford", true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[300];
        FORMAT_TEXT(text,
                    "(;GM[6]AP[%s]MI[length:3][game:0][ws:0][bs:2]PW[a]PB[b]RU[%s]"
                    ";W[31hefe];B[42qusu])",
                    rows[i].program, rows[i].rules);
        struct match_turns *turns = match_of_text(text);
        assert_int_equal(turns->count, 2);
        assert_true(turns->game[0].is_crawford == rows[i].is_crawford);
        assert_true(turns->turns[0].ms.is_crawford == rows[i].is_crawford);
        match_turns_free(turns);
    }
}

/* As GNU Backgammon 1.07 names the rules after `set cube use off`. */
TEST(a_match_without_a_cube_is_known_by_its_rules)
{
    struct match_turns *turns = match_of_text(
        "(;GM[6]MI[length:3][game:0]RU[NoCube:Crawford]PW[a]PB[b];W[31hefe])");
    assert_true(turns->heading.has_no_cube && !turns->heading.has_no_crawford);
    match_turns_free(turns);
    turns =
        match_of_text("(;GM[6]MI[length:3][game:0]RU[Crawford]PW[a]PB[b];W[31hefe])");
    assert_false(turns->heading.has_no_cube);
    match_turns_free(turns);
    /* gammons count, as no cube can be turned for them */
    turns = match_of_text("(;GM[6]RU[NoCube:Jacoby]PW[a]PB[b];W[31hefe])");
    assert_true(turns->heading.has_jacoby && !turns->turns[0].ms.has_jacoby);
    match_turns_free(turns);
}

/* A name of 60 letters of two bytes each is cut between letters. */
TEST(long_names_are_cut_between_their_letters)
{
    char text[400], letters[2 * 60 + 1] = "";
    for (int i = 0; i < 60; i++) {
        memcpy(letters + 2 * (size_t)i, "\xD0\x96", 3);
    }
    FORMAT_TEXT(text,
                "(;GM[6]MI[length:3][game:0]PW[%s]PB[fifty bytes, "
                "which are not too many for a reader];W[31hefe])",
                letters);
    struct match_turns *turns = match_of_text(text);
    assert_int_equal(strlen(turns->heading.my_name), 2 * 39);
    assert_memory_equal(turns->heading.my_name, letters, 2 * 39);
    assert_string_equal(turns->heading.opponent,
                        "fifty bytes, which are not too many for a reader");
    match_turns_free(turns);
}

/* What is too long for its room is still UTF-8. */
TEST(long_comments_are_cut_between_their_letters)
{
    char text[5000], *end = text;
    end += sprintf(text, "(;GM[6]MI[length:3][game:0]PW[a]PB[b];W[31hefe]C[xx");
    for (int i = 0; i < 2400; i++, end += 2) {
        memcpy(end, "\xD0\x96", 2);
    }
    memcpy(end, "])", 3);
    struct match_turns *turns = match_of_text(text);
    const char *comment = turns->turns[0].comment;
    assert_non_null(comment);
    assert_memory_equal(comment, strchr(text, 'x'), strlen(comment));
    assert_true(strlen(comment) > 900);
    match_turns_free(turns);
}

/* The points of the first game, negative for the opponent. */
static int won(const struct match_turns *turns)
{
    const int *points = turns->game[0].points;
    return points[RECORD_ME] - points[RECORD_OPPONENT];
}

/* CV as GNU Backgammon 1.07 writes it after `set automatic doubles`. */
TEST(automatic_doubles_are_the_first_cube)
{
    struct match_turns *turns = match_of_text(
        "(;GM[6]AP[GNU Backgammon:1.07.001]MI[length:0][game:0][ws:0][bs:0]"
        "PW[gnubg]PB[root]RU[Jacoby]CV[4]RE[B+8R];B[31qtst];W[double];B[take])");
    assert_int_equal(turns->faults, 0);
    assert_int_equal(turns->turns[0].ms.cube, 4);
    assert_int_equal(turns->turns[0].ms.owner, CUBE_CENTRED);
    assert_int_equal(won(turns), -8);
    match_turns_free(turns);
    turns = match_of_text("(;GM[6]MI[length:0][game:0]PW[a]PB[b]CV[3];W[31hefe])");
    assert_int_equal(turns->faults, 1);
    match_turns_free(turns);
}

#define EDITED "(;GM[6]AP[GNU Backgammon:1.07.001]MI[length:5][game:0]PW[anna]PB[bert]"
#define EMPTY  ";PL[W]DI[32];PL[W]AE[a:y]"
#define HOLDING                                                                        \
    "AW[f][f][f][f][f][h][h][h][m][m][m][m][m][x][y]"                                  \
    "AB[s][s][s][s][s][q][q][q][l][l][l][l][a][a]"

/* As GNU Backgammon writes a game that was edited; the roll before it is not played. */
TEST(a_game_may_begin_with_checkers_and_cube_set_by_hand)
{
    struct match_turns *turns =
        match_of_text(EDITED EMPTY HOLDING ";CV[2];CP[w];B[31qtst];PL[W]DI[64])");
    assert_non_null(turns);
    assert_int_equal(turns->faults, 0);
    assert_int_equal(turns->count, 2);
    const struct match_turn *first = &turns->turns[0];
    assert_int_equal(first->side, RECORD_OPPONENT);
    assert_int_equal(first->pos.mine.at[13], 4);
    assert_int_equal(first->pos.mine.at[POINT_OFF], 1);
    assert_int_equal(first->pos.theirs.at[POINT_BAR], 1);
    assert_int_equal(first->pos.theirs.at[24], 1);
    assert_int_equal(first->ms.cube, 2);
    assert_int_equal(first->ms.owner, CUBE_THEIRS);
    assert_true(turns->turns[1].is_unplayed);
    match_turns_free(turns);
}

TEST(what_is_set_by_hand_is_refused_where_it_cannot_be)
{
    static const struct {
        const char *text;
        int count;
        const char *fault;
    } cases[] = {
        {EDITED EMPTY HOLDING "AW[a];B[31qtst])", 0, "position set by hand"},
        {EDITED EMPTY HOLDING "AW[~];B[31qtst])", 0, "position set by hand"},
        {EDITED ";AE[a:c]" HOLDING ";B[31qtst])", 0, "position set by hand"},
        {EDITED ";CV[3];B[31qtst])", 0, "position set by hand"},
        {EDITED ";PL[W]DI[32];W[54xoxs])", 0, "an unknown play"},
        {EDITED ";W[31hefe];CV[2];B[31qtst])", 1, "cube set by hand; the rest"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct match_turns *turns = match_of_text(cases[i].text);
        assert_non_null(turns);
        assert_int_equal(turns->count, cases[i].count);
        assert_int_equal(turns->faults, 1);
        assert_non_null(strstr(turns->fault[0].text, cases[i].fault));
        match_turns_free(turns);
    }
}

/* As Gibbon writes it; in FIBS's words so many points are won. */
TEST(an_accepted_resignation_ends_a_game_without_a_result)
{
    static const struct {
        const char *end;
        int result;
    } cases[] = {
        {";W[resign:2];B[accept]", -2},
        {";W[resign:1];B[reject]", 0},
        {";B[resign:1];W[accept]", 1},
        {";W[double];B[take];W[resign:4];B[accept]", -4},
        {";W[double];B[take];W[resign:1];B[accept]", -2},
        {";B[accept]", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[300];
        FORMAT_TEXT(text,
                    "(;GM[6]MI[length:7][game:0][ws:0][bs:0]PW[a]PB[b];W[31hefe]"
                    ";B[42qusu]%s)",
                    cases[i].end);
        struct match_turns *turns = match_of_text(text);
        assert_int_equal(turns->faults, 0);
        assert_int_equal(won(turns), cases[i].result);
        match_turns_free(turns);
    }
}

TEST(a_result_of_the_root_counts_once_beside_a_resignation)
{
    struct match_turns *turns =
        match_of_text("(;GM[6]MI[length:7][game:0][ws:0][bs:0]PW[a]PB[b]RE[B+1R]"
                      ";W[31hefe];W[resign:2];B[accept])");
    assert_int_equal(turns->faults, 0);
    assert_int_equal(won(turns), -1);
    match_turns_free(turns);
}

/* What the visitor gets of the comments, each behind its turn. */
static void note_comment(void *context, const struct record_cell *cell)
{
    char *notes = context;
    (void)snprintf(notes + strlen(notes), 200, "%d%d:%s|", cell->roll.high,
                   cell->roll.low, cell->comment == NULL ? "" : cell->comment);
}

static void skip_heading(void *context, const struct record_heading *heading)
{
}

static void skip_game(void *context, int number, int my_score, int opponent_score)
{
}

TEST(a_comment_belongs_to_the_turn_of_its_node)
{
    const struct record_visitor visitor = {
        .heading = skip_heading, .game = skip_game, .cell = note_comment};
    char notes[800] = "",
         text[] =
             "(;GM[6]MI[length:3][game:0]PW[a]PB[b]C[of the game];C[first]W[31hefe]"
             ";B[42qusu]C[caf\xE9 \\] 2];W[61hbxr];C[alone];B[21uvsu]C[la\0st\0])";
    FILE *file = fmemopen(text, sizeof text - 1, "r");
    assert_non_null(file);
    assert_true(sgf_read(file, &visitor, notes));
    assert_string_equal(notes, "31:first|42:caf\xC3\xA9 ] 2|61:|21:last|");
    (void)fclose(file);
}

/* It is told when the game ends; here by the file, by another game and by its result. */
TEST(a_roll_that_is_not_played_has_its_comment)
{
    static const char *const ends[] = {
        ")", ")",
        ")(;GM[6]MI[length:3][game:1][ws:1]PW[a]PB[b]C[root];W[31hefe]C[next])",
        ";C[behind])(;GM[6]MI[length:3][game:0]PW[b]PB[c];W[31hefe]C[next])"};
    const struct record_visitor visitor = {
        .heading = skip_heading, .game = skip_game, .cell = note_comment};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char notes[800] = "", text[300];
        FORMAT_TEXT(text,
                    "(;GM[6]MI[length:3][game:0]PW[a]PB[b]%s;W[31hefe]C[first]"
                    ";PL[B]DI[42]C[resigns]%s",
                    i == 0 ? "RE[W+1]" : "", ends[i]);
        FILE *file = fmemopen(text, strlen(text), "r");
        assert_true(sgf_read(file, &visitor, notes));
        assert_string_equal(notes, i > 1 ? "31:first|42:resigns|31:next|"
                                         : "31:first|42:resigns|");
        (void)fclose(file);
    }
}

TEST_MAIN(NULL, NULL)
