/*
 * GNU Backgammon and others write a play that the rules do not allow as the position
 * behind it:
 *
 *      Illegal play (7;0;0;0;0;anna;bert;0;0;0;1;0;0;-2;...;2;0;5;1;)
 *
 * length, rules, turn, both names, Crawford, scores, cube and its owner; then a bar, the
 * points 1 to 24 as the first player named numbers them (his checkers positive) and the
 * other bar; the next roll. Programs differ in whose bar comes first, and in the turn.
 */
#include "match/mat_position.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "engine/board/decision_context.h"
#include "engine/board/position.h"
#include "engine/board/xgid.h"
#include "match/record_internal.h"

enum {
    FIELD_NAME = 5,
    FIELD_CUBE = 10,
    FIELD_BOARD = 12,
    FIELDS = 40,
    BOARD = 26,
    FIELD_SIZE = 80
};

static const char illegal[] = "illegal play";

const char *mat_behind_illegal(const char *text)
{
    bool is_here = strncasecmp(text, illegal, sizeof illegal - 1) == 0;
    const char *end = is_here ? strstr(text, ";)") : NULL;
    return end == NULL ? text : end + 2 + strspn(end + 2, " ");
}

/* ---- the position behind a play ----------------------------------------------------- */

struct dump {
    char name[FIELD_SIZE]; /* of the first player */
    int cube, board[BOARD];
};

static bool read_dump(const char *text, struct dump *dump)
{
    text += strcspn(text, "(");
    for (int field = 0; field < FIELDS; field++) {
        if (*text == '\0') {
            return false;
        }
        text++;
        size_t length = strcspn(text, ";");
        if (field == FIELD_NAME) {
            match_reader_name(text, length < FIELD_SIZE ? length : FIELD_SIZE - 1,
                              dump->name);
        }
        if (field == FIELD_CUBE) {
            dump->cube = atoi(text);
        }
        if (field >= FIELD_BOARD && field < FIELD_BOARD + BOARD) {
            dump->board[field - FIELD_BOARD] = atoi(text);
        }
        text += length;
    }
    return *text == ';';
}

/* Adds checkers, if there can be so many. */
static bool put_count(struct side *side, int point, int count)
{
    bool is_good = count >= 0 && count <= CHECKERS;
    side->at[point] = is_good ? (uint8_t)count : 0;
    return is_good;
}

/* `mine` is the first player. */
static bool position_of_dump(const struct dump *dump, bool is_first_bar_mine,
                             struct position *pos)
{
    int bars[2] = {abs(dump->board[0]), abs(dump->board[BOARD - 1])};
    memset(pos, 0, sizeof *pos);
    bool is_good = put_count(&pos->mine, POINT_BAR, bars[!is_first_bar_mine]) &&
                   put_count(&pos->theirs, POINT_BAR, bars[is_first_bar_mine]);
    for (int point = 1; is_good && point < POINT_BAR; point++) {
        int count = dump->board[point];
        is_good = count > 0 ? put_count(&pos->mine, point, count)
                            : put_count(&pos->theirs, POINT_BAR - point, -count);
    }
    return is_good && position_bear_off_rest(&pos->mine) &&
           position_bear_off_rest(&pos->theirs);
}

/* ---- the play that led there -------------------------------------------------------- */

/* The points that more checkers have left than reached or, with `sign` -1, the other way,
 * the highest first; -1: more than a play moves. */
static int points_changed(const struct side *before, const struct side *after, int sign,
                          int points[CHECKER_MOVES_MAX])
{
    int count = 0;
    for (int point = POINT_BAR; point >= 0; point--) {
        for (int n = sign * (before->at[point] - after->at[point]); n > 0; n--) {
            if (count == CHECKER_MOVES_MAX) {
                return -1;
            }
            points[count++] = point;
        }
    }
    return count;
}

/* Whether the play of mine leads there; one that hits on its way does so in two moves. */
static bool leads_to(const struct position *before, const struct position *after,
                     const struct play *play)
{
    struct position pos = *before;
    return record_make_play(&pos, RECORD_ME, play) && position_equal(&pos, after);
}

/* Lets a move stop on each point that a blot has left and no move ends on. */
static bool add_hits(const struct position *before, const struct position *after,
                     struct play *play)
{
    for (int point = POINT_BAR - 1; point > 0; point--) {
        int theirs = POINT_BAR - point, i = 0;
        if (before->theirs.at[theirs] <= after->theirs.at[theirs] ||
            after->mine.at[point] > before->mine.at[point]) {
            continue;
        }
        while (i < play->count &&
               (play->moves[i].from < point || play->moves[i].to > point)) {
            i++;
        }
        if (i == play->count || play->count == CHECKER_MOVES_MAX) {
            return false;
        }
        memmove(&play->moves[i + 1], &play->moves[i],
                (size_t)(play->count - i) * sizeof play->moves[0]);
        play->moves[i].to = play->moves[i + 1].from = (uint8_t)point;
        play->count++;
    }
    return true;
}

/* Finds a play of mine, of the fewest checker moves. */
static bool play_between(const struct position *before, const struct position *after,
                         struct play *play)
{
    int from[CHECKER_MOVES_MAX], to[CHECKER_MOVES_MAX];
    int count = points_changed(&before->mine, &after->mine, 1, from);
    if (count < 0 || points_changed(&before->mine, &after->mine, -1, to) != count) {
        return false;
    }
    play->count = 0;
    for (int i = 0; i < count; i++) {
        if (to[i] >= from[i]) {
            return false;
        }
        play->moves[play->count++] =
            (struct checker_move){(uint8_t)from[i], (uint8_t)to[i]};
    }
    return add_hits(before, after, play) && leads_to(before, after, play);
}

/* The play of `side` by which the board of the dump comes about, if need be with the bars
 * or the players the other way. */
static bool play_to_dump(const struct match_reader *r, enum record_side side,
                         const struct dump *dump, struct play *play)
{
    enum { IS_BAR_MINE = 1, IS_CROSSED = 2, WAYS = 4 };
    struct position before = record_seen_by(&r->pos, side);
    const char *name = side == RECORD_ME ? r->heading.my_name : r->heading.opponent;
    bool is_first = strcmp(dump->name, name) == 0, is_found = false;
    for (int way = 0; !is_found && way < WAYS; way++) {
        struct position after;
        if (position_of_dump(dump, (way & IS_BAR_MINE) != 0, &after)) {
            after =
                is_first != ((way & IS_CROSSED) != 0) ? after : position_swap(&after);
            is_found = play_between(&before, &after, play);
        }
    }
    return is_found;
}

/* A first turn that no play explains: the game was set up by hand, and goes on behind it.
 * Whose bar is which could not be told. */
static bool begin_with_dump(struct match_reader *r, const struct dump *dump)
{
    bool is_mine = strcmp(dump->name, r->heading.my_name) == 0;
    bool is_known = is_mine || strcmp(dump->name, r->heading.opponent) == 0;
    struct record_setup setup = {.cube = 1, .owner = -1};
    if (r->next >= 0 || r->has_unplayed || !is_known || dump->cube != 1 ||
        dump->board[0] != 0 || dump->board[BOARD - 1] != 0 ||
        !position_of_dump(dump, true, &setup.pos)) {
        return false;
    }
    setup.pos = is_mine ? setup.pos : position_swap(&setup.pos);
    match_reader_setup(r, &setup);
    match_reader_fault(r, "the game begins with the position after an illegal play");
    return true;
}

void mat_read_illegal(struct match_reader *r, enum record_side side, struct roll roll,
                      const char *text)
{
    struct dump dump;
    struct play play;
    if (strchr(text, '(') == NULL) {
        match_reader_unplayed(r, side, roll);
    } else if (!read_dump(text, &dump)) {
        match_reader_lose(r, "an illegal play whose position is not understood; the "
                             "rest of the game is left out");
    } else if (play_to_dump(r, side, &dump, &play)) {
        match_reader_moves(r, side, roll, &play);
    } else if (!begin_with_dump(r, &dump)) {
        match_reader_lose(r, "an illegal play to a position that no play leads to; the "
                             "rest of the game is left out");
    }
}

/* ---- a position at the beginning ---------------------------------------------------- */

/* `points` are those of an XGID. */
static bool set_position_of(struct match_reader *r, const char *points)
{
    char id[XGID_SIZE];
    struct decision_context at;
    struct error err;
    FORMAT_TEXT(id, "XGID=%.26s:0:0:1:00:0:0:0:0:10", points);
    if (!xgid_read(id, &at, &err)) {
        return false;
    }
    if (!position_equal(&at.pos, &r->pos)) {
        match_reader_setup(r, &(struct record_setup){at.pos, .cube = 1, .owner = -1});
    }
    return true;
}

bool mat_read_set_position(struct match_reader *r, const char *line)
{
    static const char begin[] = "set pos=";
    const char *text = line + strspn(line, "; ");
    if (strncasecmp(text, begin, sizeof begin - 1) != 0) {
        return false;
    }
    text += sizeof begin - 1;
    const char *cube = text + strcspn(text, "/ ");
    bool is_beginning = r->next < 0 && !r->has_unplayed;
    if (!is_beginning || strcmp(cube, "/0") != 0 || !set_position_of(r, text)) {
        match_reader_lose(r,
                          "\"%.40s\" is not understood; the rest of the game is left "
                          "out",
                          text);
    }
    return true;
}
