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
    [DIRECTOR_MATCH_DUE] = "due",         [DIRECTOR_MATCH_CALLED] = "called",
    [DIRECTOR_MATCH_PLAYING] = "playing", [DIRECTOR_MATCH_INTERRUPTED] = "saved",
    [DIRECTOR_MATCH_DONE] = "done",       [DIRECTOR_MATCH_FORFEITED] = "forfeited",
    [DIRECTOR_MATCH_VOID] = "void",
};
static const char *const director_source_words[] = {
    [DIRECTOR_SOURCE_NONE] = "none",         [DIRECTOR_SOURCE_BYE] = "bye",
    [DIRECTOR_SOURCE_PLAYER] = "player",     [DIRECTOR_SOURCE_SERVER] = "server",
    [DIRECTOR_SOURCE_STANDING] = "standing", [DIRECTOR_SOURCE_BOTH] = "both",
    [DIRECTOR_SOURCE_RULE] = "rule",         [DIRECTOR_SOURCE_OPERATOR] = "operator",
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
    return director_word_value(director_state_words, DIRECTOR_MATCH_VOID + 1, word);
}

static inline int director_source_of(const char *word)
{
    return director_word_value(director_source_words, DIRECTOR_SOURCE_OPERATOR + 1,
                               word);
}

#endif
