/* Matches of a player against itself: whose score and cube are asked about, and whose
 * the points are. */
#include <stdalign.h>
#include <stdlib.h>

#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/board/rng.h"
#include "lab/study/self_match.h"
#include "tests/unit/test_case.h"

enum { LENGTH = 9 };

/* The game under way as its player sees it, and the score that the last one has left. */
struct watch {
    struct play_list *list;
    struct match_state ms; /* at the last play, of its side */
    bool has_played;
    int points; /* of the last side to play, when the game has ended */
    int games;
    int doubles_at; /* plays into the game; 0: never */
    int plays;
    bool drops;
    enum cube_owner owner; /* whose the cube is, seen by the next to play */
    int higher, lower;     /* the score before the next game */
    bool had_crawford;
};

/* The first play of the list; after the last man, the points of the game. */
static void plays(void *context, const struct position *pos,
                  const struct match_state *ms, struct roll roll,
                  struct position *after)
{
    struct watch *watch = context;
    if (watch->has_played) { /* by the other side */
        assert_int_equal(ms->my_score, watch->ms.their_score);
        assert_int_equal(ms->their_score, watch->ms.my_score);
    } else {
        bool is_ahead = ms->my_score >= ms->their_score;
        assert_int_equal(is_ahead ? ms->my_score : ms->their_score, watch->higher);
        assert_int_equal(is_ahead ? ms->their_score : ms->my_score, watch->lower);
        assert_int_equal(ms->cube, 1);
        watch->owner = CUBE_CENTRED;
        bool has_last = watch->higher == LENGTH - 1;
        assert_int_equal(ms->is_crawford, has_last && !watch->had_crawford);
        watch->had_crawford |= has_last;
    }
    assert_int_equal(ms->owner, watch->owner);
    if (watch->owner != CUBE_CENTRED) {
        watch->owner = watch->owner == CUBE_MINE ? CUBE_THEIRS : CUBE_MINE;
    }
    movegen_plays(pos, roll, watch->list);
    assert_true(watch->list->count > 0);
    *after = watch->list->after[0];
    watch->ms = *ms;
    watch->has_played = true;
    watch->plays++;
    watch->points = position_game_result(after) * ms->cube;
}

static bool doubles(void *context, const struct position *pos,
                    const struct match_state *ms)
{
    struct watch *watch = context;
    assert_int_equal(ms->my_score, watch->ms.their_score);
    assert_true(ms->owner != CUBE_THEIRS);
    return watch->plays == watch->doubles_at;
}

static bool takes(void *context, const struct position *pos,
                  const struct match_state *ms)
{
    struct watch *watch = context;
    /* the side that played last is asked; the points of a drop are the other's */
    assert_int_equal(ms->my_score, watch->ms.my_score);
    assert_int_equal(ms->cube, 1);
    watch->points = watch->drops ? -1 : 0;
    watch->owner = CUBE_THEIRS;
    return !watch->drops;
}

/* The points go to whom they are due; the next game has to begin with that score. */
static void game_ends(void *context)
{
    struct watch *watch = context;
    int mine = watch->ms.my_score, theirs = watch->ms.their_score;
    assert_int_not_equal(watch->points, 0);
    mine += watch->points > 0 ? watch->points : 0;
    theirs += watch->points < 0 ? -watch->points : 0;
    watch->higher = mine > theirs ? mine : theirs;
    watch->lower = mine > theirs ? theirs : mine;
    watch->has_played = false;
    watch->plays = 0;
    watch->games++;
}

TEST(points_and_scores_are_of_the_side_that_plays)
{
    static const struct watch rows[] = {
        {.doubles_at = 0},
        {.doubles_at = 3},
        {.doubles_at = 4},
        {.doubles_at = 3, .drops = true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct watch watch = rows[i];
        struct rng dice;
        rng_seed(&dice, 7, i);
        watch.list = aligned_alloc(alignof(struct play_list), sizeof *watch.list);
        assert_non_null(watch.list);
        const struct self_player player = {&watch, plays, doubles, takes, game_ends};
        self_match_play(&player, LENGTH, &dice);
        assert_true(watch.higher >= LENGTH && watch.lower < LENGTH);
        assert_true(watch.games > 1);
        free(watch.list);
    }
}

TEST_MAIN(NULL, NULL)
