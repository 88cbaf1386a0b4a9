#pragma once
/*
 * Score, cube and rules of a game. They are seen by the same player as the position
 * they belong to: "mine" is position.mine. Call match_state_swap() whenever you call
 * position_swap().
 */

#include <stdbool.h>

enum { MATCH_LENGTH_MAX = 99 };

enum cube_owner { CUBE_CENTRED, CUBE_MINE, CUBE_THEIRS };

struct match_state {
    int length; /* points to win, 1..99; 0: money play or an unlimited match */
    int my_score;
    int their_score;
    int cube; /* 1, 2, 4, ...; nobody has doubled while it is 1 and centred */
    enum cube_owner owner;
    bool is_crawford; /* this is the Crawford game, in which nobody may double */
    bool has_jacoby;  /* money only: gammons count only after a double */
    bool has_beavers; /* money only: the taker may redouble at once and keeps the
                       * cube */
    bool
        pays_by_board; /* passing a double and resigning cost as many games as the board
                         * says then (resign_price()), as on bgammon.org; else one game,
                         * as on FIBS. Times the cube, before the double if there is one;
                         * beyond the match length the points do not count. */
};

/* Returns money play with a centred cube of 1 and neither Jacoby rule nor beavers,
 * which is how FIBS plays unlimited matches. */
struct match_state match_state_money(void);

/* Returns the state at the start of a game in a match, with a centred cube of 1. The
 * caller knows from the earlier games whether `is_crawford`. */
struct match_state match_state_match(int length, int my_score, int their_score,
                                     bool is_crawford);

struct match_state match_state_swap(const struct match_state *ms);

/* Points that the player still needs, at least 1. Only for ms->length > 0. */
int match_state_my_away(const struct match_state *ms);
int match_state_their_away(const struct match_state *ms);

/* Returns whether exactly one side needs one point of several: the scores at which a
 * Crawford game can be. */
bool match_state_has_one_away(const struct match_state *ms);

/* Returns whether a side of a match needs one point, and this is no Crawford game. */
bool match_state_is_post_crawford(const struct match_state *ms);

/* Returns whether mine, on roll and before rolling, may double: the cube is centred or
 * theirs, and it is not the Crawford game. Also returns false when the cube is dead for
 * mine, that is, when the points at stake already win them the match: FIBS would allow
 * that double, but it can only lose. */
bool match_state_may_double(const struct match_state *ms);

/* Returns why the rules do not let mine double, a static text, or NULL: they do. */
const char *match_state_double_fault(const struct match_state *ms);

/* Returns NULL if the state is possible in a game, else a static text that says what is
 * wrong with it ("the match length is not in 0..99"). */
const char *match_state_fault(const struct match_state *ms);
