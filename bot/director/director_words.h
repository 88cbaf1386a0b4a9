#ifndef BOT_DIRECTOR_DIRECTOR_WORDS_H
#define BOT_DIRECTOR_DIRECTOR_WORDS_H
/* The words for phases, states and sources of results: as stored, and as shown in JSON.
 * They never change. */

#include <string.h>

#include "bot/director/director_rows.h"

static const char *const director_phase_words[] = {
    [DIRECTOR_OPEN] = "open",
    [DIRECTOR_RUNNING] = "running",
    [DIRECTOR_FINISHED] = "finished",
};
static const char *const director_state_words[] = {
    [MATCH_DUE] = "due",         [MATCH_CALLED] = "called",
    [MATCH_PLAYING] = "playing", [MATCH_INTERRUPTED] = "saved",
    [MATCH_DONE] = "done",       [MATCH_FORFEITED] = "forfeited",
    [MATCH_VOID] = "void",
};
static const char *const director_source_words[] = {
    [SOURCE_NONE] = "none",         [SOURCE_BYE] = "bye",
    [SOURCE_PLAYER] = "player",     [SOURCE_SERVER] = "server",
    [SOURCE_STANDING] = "standing", [SOURCE_BOTH] = "both",
    [SOURCE_RULE] = "rule",         [SOURCE_OPERATOR] = "operator",
};

static inline const char *director_phase_name(enum director_phase phase)
{
    return director_phase_words[phase];
}

static inline const char *director_state_name(enum director_state state)
{
    return director_state_words[state];
}

static inline const char *director_source_name(enum director_source source)
{
    return director_source_words[source];
}

/* The value of a word of a table above; -1: there is no such word. */
static inline int director_word_value(const char *const *words, int count,
                                      const char *word)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], word) == 0) {
            return i;
        }
    }
    return -1;
}

static inline int director_phase_of(const char *word)
{
    return director_word_value(director_phase_words, DIRECTOR_FINISHED + 1, word);
}

static inline int director_state_of(const char *word)
{
    return director_word_value(director_state_words, MATCH_VOID + 1, word);
}

static inline int director_source_of(const char *word)
{
    return director_word_value(director_source_words, SOURCE_OPERATOR + 1, word);
}

#endif
