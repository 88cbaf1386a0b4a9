#pragma once
/* A player without sense for tests of the server: by what the server says it plays any
 * legal play, doubles, takes, passes and resigns at random. */

#include "reference/rules.h"
#include "tests/fibsd/visitor.h"

struct chancer {
    struct visitor visitor;
    struct reference_generator *generator;
    unsigned random;     /* any number */
    bool is_over;        /* the match has come to its end */
    bool is_playing;     /* saved or over: false */
    bool wants_board;    /* resumed: asks when nothing more comes */
    bool is_board_asked; /* after a resume: no prompt will come */
    int games;
    int matches_won;
    int matches_lost;
    char error[200]; /* the first line that looks like an error of his; "" if none */
};

/* Logs in and asks for board lines; the toggles of the account stay. False: refused. */
bool chancer_login(struct chancer *chancer, struct fibsd *core, const char *name,
                   const char *password);

/* Reads one line and acts on it; false: there is none. */
bool chancer_act(struct chancer *chancer);
