/* Games, seen by a bookkeeper of their events who knows the rules and keeps score, cube and
 * luck on his own; and what may happen with the cube, with engines of UBGI that this program
 * plays (main with --engine MODE). */
#include <stdio.h>
#include <string.h>

#include <math.h>

#include "arena/arena_match.h"
#include "arena/protocol/ubgi.h"
#include "engine/board/decision_context.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/board/xgid.h"
#include "tests/unit/test_case.h"

enum { NOBODY = -1 };

/* ---- the books ------------------------------------------------------------------- */

/* The state of a game or match; players are 0 and 1. */
struct books {
    struct arena_rules rules;
    struct luck *luck; /* NULL: not counted */
    int score[2];
    bool had_crawford;
    struct position pos; /* of the player on roll */
    int turn, ply, number;
    int cube, owner, doubler;
    bool is_crawford, has_doubled; /* this turn */
    int winner, points, won_by;    /* of the game; 0: a pass, 2: a gammon ... */
    struct roll first[2];          /* of the match's first game, by half */
    int opener[2];
    double plain, luck_sum; /* of player 0, of both halves */
    struct arena_pair pair; /* its counts */
    /* what has been met in all pairs */
    int crawfords, doubled, other_dice, singles_by_jacoby, cube_most, broken_by;
    int takes[2], drops[2]; /* [1]: of players who lead */
    struct arena_player_effort asked[2];
};

static struct match_state state_for(const struct books *b, int player)
{
    struct match_state ms = match_state_money();
    if (b->rules.length > 0) {
        ms = match_state_match(b->rules.length, b->score[player], b->score[1 - player],
                               b->is_crawford);
    }
    ms.has_jacoby = b->rules.has_jacoby;
    ms.cube = b->cube;
    ms.owner = b->owner == NOBODY   ? CUBE_CENTRED
               : b->owner == player ? CUBE_MINE
                                    : CUBE_THEIRS;
    return ms;
}

static double to_first(const struct books *b, int player, double value)
{
    double other = b->rules.length > 0 ? 1.0 - value : -value;
    return player == 0 ? value : other;
}

/* The luck of a roll. Before the first one, whose turn it is, is luck, too. */
static void count_luck(struct books *b, int player, struct roll roll)
{
    const struct match_state mine = state_for(b, player),
                             theirs = state_for(b, 1 - player);
    struct luck_value value = luck_of_roll(b->luck, &b->pos, &mine, roll, b->ply == 0);
    double mean = to_first(b, player, value.mean);
    if (b->ply == 0) {
        struct luck_value begun = luck_of_roll(b->luck, &b->pos, &theirs, roll, true);
        mean = 0.5 * mean + 0.5 * to_first(b, 1 - player, begun.mean);
    }
    b->luck_sum += to_first(b, player, value.roll) - mean;
}

static void move_checkers(struct position *pos, const struct play *play)
{
    for (int i = 0; i < play->count; i++) {
        const int from = play->moves[i].from, to = play->moves[i].to;
        pos->mine.at[from]--;
        pos->mine.at[to]++;
        if (to != POINT_OFF && pos->theirs.at[25 - to] == 1) {
            pos->theirs.at[25 - to] = 0;
            pos->theirs.at[POINT_BAR]++;
        }
    }
}

static void begin_game(struct books *b, const struct arena_event *event)
{
    position_start(&b->pos);
    b->ply = 0;
    b->cube = 1;
    b->owner = b->winner = NOBODY;
    b->has_doubled = false;
    assert_int_equal(event->score[0], b->score[0]);
    assert_int_equal(event->score[1], b->score[1]);
    b->is_crawford = false;
    const struct match_state ms = state_for(b, 0);
    b->is_crawford = match_state_has_one_away(&ms) && !b->had_crawford;
    b->had_crawford |= b->is_crawford;
    b->crawfords += b->is_crawford;
    b->number++;
}

static void end_game_by(struct books *b, int winner, int won_by)
{
    const bool is_single = b->rules.has_jacoby && b->owner == NOBODY;
    b->winner = winner;
    b->won_by = won_by;
    b->points = b->cube * (won_by > 1 && !is_single ? won_by : 1);
    b->singles_by_jacoby += won_by > 1 && is_single;
}

/* Whoever had a choice; before the roll, also whether to double. */
static void count_decisions(struct books *b, const struct arena_event *event)
{
    static struct play_list list;
    const struct match_state ms = state_for(b, event->player);
    movegen_plays(&b->pos, event->roll, &list);
    b->asked[event->player].plays += list.count > 1;
    b->asked[event->player].cubes += b->rules.is_cubeful && b->ply > 0 &&
                                     !b->has_doubled && match_state_may_double(&ms);
    b->has_doubled = false;
}

static void enter_play(struct books *b, const struct arena_event *event)
{
    const int half = event->half;
    count_decisions(b, event);
    if (b->ply > 0) {
        assert_int_equal(event->player, b->turn);
    } else if (b->number == 1) {
        b->opener[half] = event->player;
        b->first[half] = event->roll;
    }
    b->other_dice += b->ply == 0 && (event->roll.high != b->first[half].high ||
                                     event->roll.low != b->first[half].low);
    if (b->luck != NULL) {
        count_luck(b, event->player, event->roll);
    }
    move_checkers(&b->pos, event->play);
    int result = position_game_result(&b->pos);
    if (result != 0) {
        end_game_by(b, event->player, result);
    }
    b->pos = position_swap(&b->pos);
    b->turn = 1 - event->player;
    b->ply++;
}

static void enter_double(struct books *b, const struct arena_event *event)
{
    assert_true(b->rules.is_cubeful && !b->is_crawford && b->ply > 0);
    assert_int_equal(event->player, b->turn);
    assert_int_not_equal(b->owner, 1 - event->player);
    assert_int_equal(event->cube, 2 * b->cube);
    b->cube_most = event->cube > b->cube_most ? event->cube : b->cube_most;
    b->doubler = event->player;
    b->asked[0].cubes++; /* the one to double, the other to answer */
    b->asked[1].cubes++;
    b->has_doubled = true;
    b->doubled++;
}

static void end_game(struct books *b, const struct arena_event *event)
{
    assert_int_equal(event->player, b->winner);
    assert_int_equal(event->points, b->points);
    b->score[b->winner] += b->points;
    b->pair.games++;
    b->pair.games_won += b->winner == 0;
    b->pair.gammons_won += b->winner == 0 && b->won_by > 1;
    b->pair.gammons_lost += b->winner == 1 && b->won_by > 1;
}

static void end_match(struct books *b, const struct arena_event *event)
{
    assert_int_equal(event->player, b->score[0] > b->score[1] ? 0 : 1);
    b->plain += b->rules.length == 0             ? b->score[0] - b->score[1]
                : b->score[0] >= b->rules.length ? 1
                                                 : 0;
}

static void book(void *context, const struct arena_event *event)
{
    struct books *b = context;
    switch (event->kind) {
    case ARENA_MATCH_START:
        b->score[0] = b->score[1] = b->number = 0;
        b->had_crawford = false;
        break;
    case ARENA_GAME_START:
        begin_game(b, event);
        break;
    case ARENA_PLAY:
        enter_play(b, event);
        break;
    case ARENA_DOUBLE:
        enter_double(b, event);
        break;
    case ARENA_TAKE:
        assert_int_equal(event->player, 1 - b->doubler);
        b->takes[b->score[event->player] > b->score[b->doubler]]++;
        b->cube *= 2;
        b->owner = event->player;
        break;
    case ARENA_DROP:
        assert_int_equal(event->player, 1 - b->doubler);
        b->drops[b->score[event->player] > b->score[b->doubler]]++;
        end_game_by(b, b->doubler, 0);
        break;
    case ARENA_GAME_END:
        end_game(b, event);
        break;
    case ARENA_MATCH_END:
        end_match(b, event);
        break;
    case ARENA_MATCH_BROKEN:
        b->broken_by = event->player;
        break;
    }
}

/* ---- results --------------------------------------------------------------------- */

static struct arena_player *open_player(const char *spec, bool is_cubeful)
{
    const struct arena_player_terms terms = {is_cubeful, 1};
    struct error err = {0};
    struct arena_player *player = arena_player_open(spec, &terms, &err);
    assert_string_equal(err.text, "");
    return player;
}

static void compare_pair(const struct books *b, const struct arena_pair *pair)
{
    assert_true(pair->plain == b->plain / 2.0);
    assert_true(fabs(pair->reduced - (b->plain - b->luck_sum) / 2.0) < 1e-9);
    assert_int_equal(pair->games, b->pair.games);
    assert_int_equal(pair->games_won, b->pair.games_won);
    assert_int_equal(pair->gammons_won, b->pair.gammons_won);
    assert_int_equal(pair->gammons_lost, b->pair.gammons_lost);
    assert_int_equal(b->opener[0], 1 - b->opener[1]);
    assert_int_equal(b->first[0].high, b->first[1].high);
    assert_int_equal(b->first[0].low, b->first[1].low);
}

/* Two players who make nearly the same plays, but one doubles where the other does not. */
static struct books keep_books(struct arena_rules rules, int pairs)
{
    struct books b = {.rules = rules};
    struct error err = {0};
    b.luck = luck_open("build/weights", LUCK_PRUNING, rules.is_cubeful, &err);
    struct arena_table table = {
        .rules = rules,
        .luck = b.luck,
        .player = {open_player("build/weights", rules.is_cubeful),
                   open_player("build/weights,noise=.01,efficiency=.2/.2",
                               rules.is_cubeful)},
        .watcher = {book, &b},
    };
    struct arena_match *match = arena_match_new(&table);
    for (int i = 0; i < pairs; i++) {
        struct arena_pair pair;
        b.plain = b.luck_sum = 0.0;
        b.pair = (struct arena_pair){.number = i};
        assert_true(arena_play_pair(match, i, &pair, &err));
        compare_pair(&b, &pair);
    }
    for (int p = 0; p < 2; p++) {
        const struct arena_player_effort effort = arena_player_effort(table.player[p]);
        assert_int_equal(effort.plays, b.asked[p].plays);
        assert_int_equal(effort.cubes, b.asked[p].cubes);
    }
    arena_match_free(match);
    luck_close(b.luck);
    arena_player_close(table.player[0]);
    arena_player_close(table.player[1]);
    return b;
}

TEST(results_and_luck_are_those_of_the_rules)
{
    struct books cubeless = keep_books((struct arena_rules){.seed = 4}, 20);
    assert_int_equal(cubeless.doubled, 0);
    struct books money =
        keep_books((struct arena_rules){.seed = 5, .is_cubeful = true}, 60);
    assert_true(money.doubled > 60 && money.cube_most > 2);
    struct books jacoby = keep_books(
        (struct arena_rules){.seed = 6, .is_cubeful = true, .has_jacoby = true}, 20);
    assert_true(jacoby.doubled > 20);
    for (int length = 1; length <= 5; length += 2) {
        struct books match = keep_books(
            (struct arena_rules){.seed = 7, .is_cubeful = true, .length = length}, 12);
        assert_true(length == 1 || (match.crawfords > 5 && match.other_dice > 5));
    }
}

/* ---- the cube -------------------------------------------------------------------- */

/* "double": doubles and takes whatever there is. "leader": takes only where it has more
 * points than the opponent. "speechless": says nothing of use when it
 * is doubled. "still": nor where it may double, but in the starting position. "calm": does
 * not double. */
static void answer_cube(const char *mode, const struct decision_context *at)
{
    struct position start;
    position_start(&start);
    const bool is_start = position_equal(&at->pos, &start);
    if (strcmp(mode, "double") == 0) {
        puts(at->is_doubled ? "bestcube take" : "bestcube double");
    } else if (strcmp(mode, "leader") == 0) {
        const bool takes = at->ms.my_score > at->ms.their_score;
        puts(!at->is_doubled ? "bestcube double"
             : takes         ? "bestcube take"
                             : "bestcube drop");
    } else if (at->is_doubled || (strcmp(mode, "still") == 0 && !is_start)) {
        puts("error bad_state");
    } else {
        puts("bestcube nodouble");
    }
}

/* Makes the one in the middle of the legal plays. */
static void answer_play(const struct decision_context *at)
{
    static struct play_list list;
    struct ubgi_decision decision = {.role = UBGI_CHEQUER};
    char line[UBGI_LINE_SIZE];
    movegen_plays(&at->pos, at->roll, &list);
    decision.play = list.plays[list.count / 2];
    ubgi_write_decision(UBGI_0_2, &decision, line);
    puts(line);
}

static int play_engine(const char *mode)
{
    static const char position[] = "position xgid ";
    char line[256];
    struct decision_context at = {.ms = match_state_money()};
    int dice[2];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strcmp(line, "ubgi") == 0) {
            puts("id name fake\nproto 0.2\nubgiok");
        } else if (strcmp(line, "isready") == 0) {
            puts("readyok");
        } else if (strncmp(line, position, strlen(position)) == 0) {
            (void)xgid_read(line + strlen(position), &at, NULL);
        } else if (sscanf(line, "dice %d %d", &dice[0], &dice[1]) == 2) {
            at.roll = roll_of_dice(dice[0], dice[1]);
        } else if (strcmp(line, "go chequer") == 0) {
            answer_play(&at);
        } else if (strcmp(line, "go cube") == 0) {
            answer_cube(mode, &at);
        }
        (void)fflush(stdout);
    }
    return 0;
}

/* Plays pairs between two engines; returns who has failed. */
static int play_engines(const char *const modes[2], int length, struct books *b)
{
    const struct arena_rules rules = {
        .length = length, .seed = 3, .is_cubeful = true, .has_jacoby = length == 0};
    *b = (struct books){.rules = rules, .broken_by = NOBODY};
    struct arena_table table = {.rules = rules, .watcher = {book, b}};
    struct arena_pair pair;
    for (int p = 0; p < 2; p++) {
        char spec[64];
        (void)snprintf(spec, sizeof spec, "ubgi,command=/proc/self/exe --engine %s",
                       modes[p]);
        table.player[p] = open_player(spec, true);
    }
    struct arena_match *match = arena_match_new(&table);
    bool is_good = true;
    for (int i = 0; is_good && i < 5; i++) {
        is_good = arena_play_pair(match, i, &pair, NULL);
    }
    const int failed = arena_match_failed(match);
    assert_int_equal(is_good, failed == NOBODY);
    assert_int_equal(b->broken_by, failed);
    arena_match_free(match);
    arena_player_close(table.player[0]);
    arena_player_close(table.player[1]);
    return failed;
}

TEST(gammon_without_a_double_is_a_point_by_jacoby)
{
    const char *const modes[2] = {"calm", "calm"};
    struct books b;
    assert_int_equal(play_engines(modes, 0, &b), NOBODY);
    assert_true(b.singles_by_jacoby > 0);
}

TEST(cube_ends_at_1024)
{
    const char *const modes[2] = {"double", "double"};
    struct books b;
    assert_int_equal(play_engines(modes, 0, &b), NOBODY);
    assert_int_equal(b.cube_most, 1024);
}

TEST(who_is_doubled_is_told_his_own_score)
{
    const char *const modes[2] = {"leader", "leader"};
    struct books b;
    assert_int_equal(play_engines(modes, 7, &b), NOBODY);
    assert_true(b.takes[1] > 0 && b.drops[0] > 0);
    assert_int_equal(b.takes[0] + b.drops[1], 0);
}

TEST(player_who_gives_no_answer_about_the_cube_is_named)
{
    static const char *const pairs[][2] = {{"speechless", "double"}, {"still", "calm"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const char *const exchanged[2] = {pairs[i][1], pairs[i][0]};
        struct books b;
        assert_int_equal(play_engines(pairs[i], 0, &b), 0);
        assert_int_equal(play_engines(exchanged, 0, &b), 1);
    }
}

/* ---- a net alone ------------------------------------------------------------------- */

TEST(a_net_makes_the_play_that_it_thinks_best)
{
    static struct play_list list;
    static const struct {
        struct roll roll;
        int made[2]; /* points */
    } openings[] = {{{3, 1}, {5, 8}}, {{6, 1}, {7, 8}}, {{4, 2}, {4, 8}}};
    const struct match_state money = match_state_money();
    struct arena_player *player =
        open_player("tests/data/fixtures/lab/nets/big.net", false);
    struct position pos;
    position_start(&pos);
    for (int i = 0; i < 3; i++) {
        const struct arena_player_turn turn = {&pos, &money, openings[i].roll, &list};
        movegen_plays(&pos, turn.roll, &list);
        int choice = arena_player_choose(player, &turn, NULL);
        assert_in_range(choice, 0, list.count - 1);
        assert_int_equal(list.after[choice].mine.at[openings[i].made[0]], 2);
        assert_int_equal(list.after[choice].mine.at[openings[i].made[1]], 2);
    }
    assert_int_equal(arena_player_effort(player).plays, 3);
    arena_player_close(player);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--engine") == 0) {
        return play_engine(argv[2]);
    }
    return test_cases_run(NULL, NULL);
}
