#ifndef ARENA_PROTOCOL_UBGI_ANSWER_H
#define ARENA_PROTOCOL_UBGI_ANSWER_H
/*
 * What a UBGI engine says to a controller, in all three drafts (ubgi.h).
 */

#include "arena/protocol/ubgi.h"

struct play_list;
struct position;

enum ubgi_answer_kind {
    UBGI_SAYS_OTHER,   /* info, eval, key, option: need not be understood */
    UBGI_SAYS_NAME,    /* value: its name; */
    UBGI_SAYS_VERSION, /* its version; */
    UBGI_SAYS_PROTO,   /* the draft */
    UBGI_SAYS_UBGIOK,
    UBGI_SAYS_READYOK,
    UBGI_SAYS_MOVE,  /* value: a play */
    UBGI_SAYS_CUBE,  /* value: a cube action */
    UBGI_SAYS_ERROR, /* value: code and text */
};

struct ubgi_answer {
    enum ubgi_answer_kind kind;
    const char *value; /* in `text` */
    char text[UBGI_LINE_SIZE];
};

/* Reads a line without its end. While a question of draft 0.01 is open (`is_bare_asked`),
 * a line that is nothing else is its answer: a move or, for a question about the cube, an
 * action. The answer points into itself: do not copy it. */
void ubgi_answer_read(const char *line, bool is_bare_asked, struct ubgi_answer *answer);

/* Finds the play of an answer among the legal ones of `roll` from `before`, by the
 * position that it leads to: hops in any order, merged or each on its own, also in the
 * forms of 0.01 ("8-5 6-5", "8 5 6 5"); "pass" or "" if there is none. Fills `list` and
 * returns the index in it, or -1 with `err`. */
int ubgi_find_play(const char *text, const struct position *before, struct roll roll,
                   struct play_list *list, struct error *err);

/* Reads a cube action; `is_doubled`: the answer to a double. Returns false with `err` if
 * it is none. `is_yes`: double, or take. */
bool ubgi_read_action(const char *text, bool is_doubled, bool *is_yes,
                      struct error *err);

#endif
