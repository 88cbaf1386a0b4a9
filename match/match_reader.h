#pragma once
/*
 * What the readers of match files share: the match that is being read. A reader gives it
 * what the file has, in order; it follows the board and gives the visitor
 * (record_read.h) each turn as single checker moves, and each fault with its line.
 *
 * A play that breaks the rules but can be made on the board is reported as a fault and made.
 * After what cannot be understood or made, the rest of the game is left out; its result
 * and the next game are read again.
 */

#include "engine/board/movegen.h"
#include "match/record_read.h"

struct match_reader {
    int line; /* that is being read; set by the reader */
    /* Filled by the reader, before the first game; then match_reader_heading(). */
    struct record_heading heading;
    const char
        *comment; /* of the next turn, or NULL; set by the reader, cleared with it */
    struct record_judged judged, judged_roll; /* likewise (record_cell) */
    /* the rest is not to be set by readers */
    const struct record_visitor *visitor;
    void *context;
    struct play_list *list;
    bool has_heading;    /* the visitor has it */
    long refused_length; /* its fault comes with the heading; 0: none */
    int refused_line;
    int game; /* number of the last game; 0: none yet */
    bool is_open, is_lost;
    int score[2];        /* after the last game */
    struct position pos; /* mine is RECORD_ME */
    int next;            /* enum record_side; -1: either */
    int cube, offered_cube;
    int owner; /* enum record_side, -1: centred */
    bool is_crawford, was_crawford;
    enum record_side doubler; /* who doubled first */
    bool is_beavered;         /* whose open double met a beaver */
    bool is_dropped;
    bool has_unplayed;
    bool is_passed; /* the file has nothing beside the roll, and may mean a dance */
    struct record_cell unplayed; /* the last turn, if nothing follows it */
    /* Set by readers behind a roll: if that is the only turn of a game without a result,
     * who rolled is not known. */
    bool is_of_either;
    enum record_side last;
    int result; /* of the last game, negative for the opponent; 0: none */
};

/* False: no memory. match_reader_close() ends the last game and frees what it has. */
bool match_reader_open(struct match_reader *reader,
                       const struct record_visitor *visitor, void *context);
void match_reader_close(struct match_reader *reader);

/* Tells a fault of the line. */
void match_reader_fault(struct match_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Tells that the rest of the file is left out. */
void match_reader_full(struct match_reader *reader);

/* The rest of the game cannot be read; says why. */
void match_reader_lose(struct match_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Tells the heading, once a match. */
void match_reader_heading(struct match_reader *reader);

/* Returns the length in a file, or 0 for one that no match has, which is a fault of the
 * match whose heading comes next. */
static inline int match_reader_length(struct match_reader *reader, long length)
{
    enum { LENGTH_MAX = 1000 };
    if (length >= 0 && length <= LENGTH_MAX) {
        return (int)length;
    }
    reader->refused_length = length;
    reader->refused_line = reader->line;
    return 0;
}

/* Ends the match; the next heading and game are those of another one. */
void match_reader_end_match(struct match_reader *reader);

/* Copies the `length` bytes of a name or the like, as many whole characters as `out` holds. */
void match_reader_name(const char *text, size_t length, char out[RECORD_NAME_MAX]);

/* A game begins at this score; reports missing games and a score that does not follow.
 * `number` 0: the file does not tell it. */
void match_reader_game(struct match_reader *reader, int number, int my_score,
                       int opponent_score);

/* The game begins otherwise, before its first turn. */
void match_reader_setup(struct match_reader *reader, const struct record_setup *setup);

/* What is said of the game as a whole, once; "" is nothing. */
void match_reader_game_comment(struct match_reader *reader, const char *comment);

/* The side is to roll or to double, with the comment; the next turn has it, too. */
void match_reader_to_roll(struct match_reader *reader, enum record_side side);

/* A play in any notation that notation.h reads. "" is a dance; where the roll can be
 * played, it was not played if the game ends there, and is a fault elsewhere. */
void match_reader_play(struct match_reader *reader, enum record_side side,
                       struct roll roll, const char *text);

/* A roll whose play is not known. At the end of a game it was not played (a resignation
 * followed); elsewhere the rest of the game is left out. */
void match_reader_unplayed(struct match_reader *reader, enum record_side side,
                           struct roll roll);

/* A play as checker moves, in any order, of one die or several each. */
void match_reader_moves(struct match_reader *reader, enum record_side side,
                        struct roll roll, const struct play *moves);

/* Reads hops with `between` between their points ("13/8 bar/21"), up to the end of the
 * text. `read_point` reads a name of so many characters: the point in the numbering of its
 * side, -1: none. False: not understood. */
typedef int match_reader_point(const char *name, size_t length, enum record_side side);
bool match_reader_hops(const char *text, char between, enum record_side side,
                       match_reader_point *read_point, struct play *moves);

/* A double (to `cube`; 0: twice the cube), a take, a drop or a beaver. A double in answer
 * to one is a beaver, as SGF has it. The take that ends beavers may be missing, as in
 * files of GNU Backgammon. */
void match_reader_cube(struct match_reader *reader, enum record_side side,
                       enum record_cell_type type, int cube);

/* The game ends. The board and a drop say who has won; otherwise `winner` has. Points may
 * be cut at the length of the match. The same result a second time is ignored. */
void match_reader_win(struct match_reader *reader, enum record_side winner, int points);
