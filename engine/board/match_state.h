#ifndef ENGINE_BOARD_MATCH_STATE_H
#define ENGINE_BOARD_MATCH_STATE_H
/*
 * Score, cube and rules, seen by the same player as the position they go with ("mine"
 * is position.mine). match_state_swap() goes with position_swap().
 */

#include <stdbool.h>

enum { MATCH_LENGTH_MAX = 99 };

enum cube_owner { CUBE_CENTRED, CUBE_MINE, CUBE_THEIRS };

struct match_state {
    int length; /* points to win, 1..99; 0: money play or an unlimited match */
    int my_score;
    int their_score;
    int cube; /* 1, 2, 4, ...; 1 and centred: nobody has doubled */
    enum cube_owner owner;
    bool is_crawford; /* this is the Crawford game: nobody may double */
    bool has_jacoby;  /* money only: gammons count only once the cube was turned */
    bool has_beavers; /* money only: the taker may redouble at once and keep the cube */
};

/* Money play, cube 1 centred, neither Jacoby rule nor beavers (as FIBS plays
 * unlimited). */
struct match_state match_state_money(void);

/* A match game about to start; `is_crawford` as the caller knows it. */
struct match_state match_state_match(int length, int my_score, int their_score,
                                     bool is_crawford);

struct match_state match_state_swap(const struct match_state *ms);

/* Points to go, at least 1; only for length > 0. */
int match_state_my_away(const struct match_state *ms);
int match_state_their_away(const struct match_state *ms);

/* Whether the rules let mine, on roll and before rolling, offer a double: cube centred
 * or mine, not the Crawford game. False also when the cube is dead for mine: the points
 * at stake already win the match (FIBS would allow it; it can only lose). */
bool match_state_may_double(const struct match_state *ms);

/* NULL if it can be, else what is wrong (length, score, cube not a power of two, ...).
 */
const char *match_state_fault(const struct match_state *ms);

#endif
