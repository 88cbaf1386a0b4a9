#pragma once
/* What the page posts, a JSON object each. Reads bytes of strangers. */

#include <stdint.h>

#include "base/error.h"
#include "bot/analyse/analysis.h"
#include "engine/board/notation.h"
#include "match/match_report.h"

/* By what a question is answered. */
enum desk_judge {
    DESK_SEARCH,  /* at `ply` */
    DESK_ROLLOUT, /* by `roller`; NULL: 1,296 games to their end */
    DESK_SCORES   /* the cube action at other scores */
};

struct desk_method {
    const char *name; /* "2-ply", "roller+" */
    enum desk_judge judge;
    int ply;
};

enum { DESK_TEXT_SIZE = 256, DESK_NOTE_SIZE = 1001, DESK_LINK_SIZE = 40 };

/* One of "ask": xgid (any id that analyse takes), play ("": none was made), by. */
struct desk_question {
    char id[DESK_TEXT_SIZE], play[NOTATION_SIZE];
    struct decision_context at;
    const struct desk_method *method;
    const struct roller *roller; /* the engine's, if the method is one */
};

/* False with `err`, in words for the person, as in all. */
bool desk_question_read(const char *text, size_t length, struct desk_question *question,
                        struct error *err);

/* "read": {id}. */
bool desk_question_id(const char *text, size_t length, struct decision_context *at,
                      struct error *err);

/* "card": {key, box, due} and, if it is to be changed, note; "cards": {day}. */
struct desk_card {
    int64_t key, due;
    int box;
    bool has_note;
    char note[DESK_NOTE_SIZE];
};
bool desk_question_card(const char *text, size_t length, struct desk_card *card,
                        struct error *err);
bool desk_question_day(const char *text, size_t length, int64_t *day,
                       struct error *err);

/* "note": {match, link: what the viewer's address calls the decision} and, if it is to be
 * changed, note. */
struct desk_note {
    int64_t match;
    char link[DESK_LINK_SIZE];
    bool has_note;
    char note[DESK_NOTE_SIZE];
};
bool desk_question_note(const char *text, size_t length, struct desk_note *note,
                        struct error *err);

/* "player": {name}. */
bool desk_question_player(const char *text, size_t length, char name[RECORD_NAME_MAX],
                          struct error *err);
