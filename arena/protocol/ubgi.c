#include "arena/protocol/ubgi.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "engine/board/decision_context.h"
#include "engine/board/notation.h"
#include "engine/board/position_id.h"
#include "engine/board/xgid.h"

static const char blanks[] = " \t";

char *ubgi_next_word(char **rest)
{
    char *word = *rest + strspn(*rest, blanks);
    char *end = word + strcspn(word, blanks);
    *rest = end + strspn(end, blanks);
    *end = '\0';
    return word;
}

/* ---- plays ----------------------------------------------------------------------- */

static const char *name_of_point(int point, char text[4])
{
    if (point == POINT_BAR || point == POINT_OFF) {
        return point == POINT_BAR ? "bar" : "off";
    }
    (void)snprintf(text, 4, "%d", point);
    return text;
}

static void write_play(const struct play *play, char text[UBGI_PLAY_SIZE])
{
    text[0] = '\0';
    for (int i = 0; i < play->count; i++) {
        char from[4], to[4];
        text_add(text, UBGI_PLAY_SIZE, "%s%s/%s", i > 0 ? " " : "",
                 name_of_point(play->moves[i].from, from),
                 name_of_point(play->moves[i].to, to));
    }
}

/* ---- decisions ------------------------------------------------------------------- */

enum { BARE, WITH_BEST }; /* the words of 0.01 and of the others */

static const char *name_of_action(const struct ubgi_decision *decision, int form)
{
    static const char *const words[2][2][2] = {
        [BARE] = {{"roll", "double"}, {"drop", "take"}},
        [WITH_BEST] = {{"nodouble", "double"}, {"drop", "take"}},
    };
    return words[form][decision->is_answer][decision->is_yes];
}

static void write_bare(const struct ubgi_decision *decision, char line[UBGI_LINE_SIZE])
{
    if (decision->role == UBGI_CUBE) {
        (void)snprintf(line, UBGI_LINE_SIZE, "%s", name_of_action(decision, BARE));
    } else {
        write_play(&decision->play, line);
    }
}

void ubgi_write_decision(enum ubgi_draft draft, const struct ubgi_decision *decision,
                         char line[UBGI_LINE_SIZE])
{
    char play[UBGI_PLAY_SIZE];
    const char *action = name_of_action(decision, WITH_BEST);
    if (draft == UBGI_0_01) {
        write_bare(decision, line);
        return;
    }
    write_play(&decision->play, play);
    const char *move = decision->play.count > 0 ? play : "pass";
    if (decision->role == UBGI_CUBE) {
        (void)snprintf(line, UBGI_LINE_SIZE, "bestcube %s", action);
    } else if (decision->role == UBGI_TURN) {
        (void)snprintf(line, UBGI_LINE_SIZE, "bestturn cube=%s move=%s", action, move);
    } else {
        (void)snprintf(line, UBGI_LINE_SIZE, "bestmove %s", move);
    }
}

/* ---- errors ---------------------------------------------------------------------- */

void ubgi_write_error(enum ubgi_draft draft, enum ubgi_fault fault, const char *text,
                      char line[UBGI_LINE_SIZE])
{
    static const char *const codes[][2] = {
        [UBGI_NO_FAULT] = {"bad_state", "missing_context"},
        [UBGI_BAD_COMMAND] = {"bad_command", "unknown_command"},
        [UBGI_BAD_VALUE] = {"bad_value", "bad_argument"},
        [UBGI_BAD_STATE] = {"bad_state", "missing_context"},
        [UBGI_UNSUPPORTED] = {"unsupported", "unsupported_feature"},
    };
    if (draft == UBGI_0_01) {
        (void)snprintf(line, UBGI_LINE_SIZE, "sorry");
    } else {
        (void)snprintf(line, UBGI_LINE_SIZE, "error %s %.*s",
                       codes[fault][draft == UBGI_0_1], UBGI_LINE_SIZE / 2, text);
    }
}

/* ---- questions ------------------------------------------------------------------- */

/* The match for 0.1, in which mine is player 0. */
static int write_match(const struct match_state *ms, char *text, size_t size)
{
    static const char *const owners[] = {
        [CUBE_CENTRED] = "center", [CUBE_MINE] = "p0", [CUBE_THEIRS] = "p1"};
    char match[32] = "";
    if (ms->length > 0) {
        FORMAT_TEXT(match, " length %d", ms->length);
    }
    return snprintf(text, size,
                    "newsession type %s%s jacoby %s crawford %s\nsetscore %d %d\n"
                    "setcube value %d owner %s\nsetturn p0\n",
                    ms->length > 0 ? "match" : "money", match,
                    ms->has_jacoby ? "on" : "off",
                    match_state_is_post_crawford(ms) ? "off" : "on", ms->my_score,
                    ms->their_score, ms->cube, owners[ms->owner]);
}

void ubgi_write_question(enum ubgi_draft draft, const struct decision_context *at,
                         bool is_cubeful, char text[UBGI_QUESTION_SIZE])
{
    char xgid[XGID_SIZE], id[POSITION_ID_SIZE], dice[16] = "";
    int used = 0;
    xgid_write(at, xgid);
    position_id_write(&at->pos, id);
    if (draft == UBGI_0_01) {
        (void)snprintf(text, UBGI_QUESTION_SIZE, "%s\n", xgid);
        return;
    }
    if (at->roll.high > 0) {
        FORMAT_TEXT(dice, "dice %d %d\n", at->roll.high, at->roll.low);
    }
    bool is_by_xgid = is_cubeful && (draft == UBGI_0_2 || at->is_doubled);
    if (is_cubeful && !is_by_xgid) {
        used = write_match(&at->ms, text, UBGI_QUESTION_SIZE);
    }
    (void)snprintf(text + used, UBGI_QUESTION_SIZE - (size_t)used,
                   "position %s %s\n%sgo %s%s\n", is_by_xgid ? "xgid" : "gnubgid",
                   is_by_xgid ? xgid : id, dice, draft == UBGI_0_1 ? "role " : "",
                   dice[0] != '\0' ? "chequer" : "cube");
}

/* ---- answers --------------------------------------------------------------------- */

static const struct {
    const char *word; /* one or two words */
    enum ubgi_answer_kind kind;
} words[] = {
    {"id name", UBGI_SAYS_NAME},  {"id version", UBGI_SAYS_VERSION},
    {"id", UBGI_SAYS_OTHER},      {"proto", UBGI_SAYS_PROTO},
    {"ubgiok", UBGI_SAYS_UBGIOK}, {"readyok", UBGI_SAYS_READYOK},
    {"bestmove", UBGI_SAYS_MOVE}, {"bestcube", UBGI_SAYS_CUBE},
    {"error", UBGI_SAYS_ERROR},   {"sorry", UBGI_SAYS_ERROR},
    {"info", UBGI_SAYS_OTHER},    {"eval", UBGI_SAYS_OTHER},
    {"key", UBGI_SAYS_OTHER},     {"option", UBGI_SAYS_OTHER},
    {"value", UBGI_SAYS_OTHER},
};

/* What follows the words at the beginning of `text`; NULL if it does not begin so. */
static const char *after_words(const char *text, const char *wanted)
{
    size_t length = strlen(wanted);
    if (strncmp(text, wanted, length) != 0 ||
        (text[length] != '\0' && text[length] != ' ')) {
        return NULL;
    }
    return text + length + strspn(text + length, " ");
}

void ubgi_answer_read(const char *line, bool is_bare_asked, struct ubgi_answer *answer)
{
    COPY_TEXT(answer->text, line + strspn(line, " \t"));
    size_t length = strlen(answer->text);
    while (length > 0 && strchr(" \t\r", answer->text[length - 1]) != NULL) {
        answer->text[--length] = '\0';
    }
    answer->value = answer->text;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const char *rest = after_words(answer->text, words[i].word);
        if (rest != NULL) {
            answer->kind = words[i].kind;
            answer->value = rest;
            return;
        }
    }
    answer->kind = is_bare_asked ? UBGI_SAYS_MOVE : UBGI_SAYS_OTHER;
}

/* "8 5 6 5" becomes "8/5 6/5"; other texts stay. */
static void join_pairs(const char *text, char joined[UBGI_LINE_SIZE])
{
    (void)snprintf(joined, UBGI_LINE_SIZE, "%s", text);
    if (strpbrk(joined, "/-") != NULL) {
        return;
    }
    bool is_start = true;
    for (char *at = joined; *at != '\0'; at++) {
        if (*at == ' ') {
            *at = is_start ? '/' : ' ';
            is_start = !is_start;
        }
    }
}

int ubgi_find_play(const char *text, const struct position *before, struct roll roll,
                   struct play_list *list, struct error *err)
{
    char joined[UBGI_LINE_SIZE];
    join_pairs(strcmp(text, "pass") == 0 ? "" : text, joined);
    return notation_find(joined, before, roll, list, err);
}

bool ubgi_read_action(const char *text, bool is_doubled, bool *is_yes,
                      struct error *err)
{
    static const char *const actions[2][3] = {{"nodouble", "roll", "double"},
                                              {"drop", "pass", "take"}};
    for (int i = 0; i < 3; i++) {
        if (strcmp(text, actions[is_doubled][i]) == 0) {
            *is_yes = i == 2;
            return true;
        }
    }
    return error_set(err, "expected %s, found \"%.60s\"",
                     is_doubled ? "take or drop" : "double or nodouble", text);
}
