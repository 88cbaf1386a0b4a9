#include "arena/protocol/ubgi_answer.h"

#include <stdio.h>
#include <string.h>

#include "engine/board/notation.h"

/* ---- lines ----------------------------------------------------------------------- */

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
    (void)snprintf(answer->text, sizeof answer->text, "%s", line + strspn(line, " \t"));
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

/* ---- plays ----------------------------------------------------------------------- */

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

/* ---- cube actions ---------------------------------------------------------------- */

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
