#include "bot/seat/terminal/terminal_first.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

bool terminal_first_is(const struct seat_store *store, const char *level,
                       const struct seat_view *view)
{
    const struct seat_progress *kept = &store->progress; /* before the server tells */
    return level == NULL && store->result_count == 0 && view->level[0] == '\0' &&
           kept->length == 0 && kept->games == 0 && !view->has_saved &&
           !view->has_board;
}

void terminal_first_ask(struct terminal_log *log)
{
    char text[TERMINAL_TEXT_SIZE] = "How strong shall the bot be?";
    const struct level *level;
    for (int i = 0; (level = level_at(i)) != NULL; i++) {
        ADD_TEXT(text, " %s %d%s", level->name, level->rating,
                 level_at(i + 1) != NULL ? "," : ".");
    }
    terminal_log_add(log, text);
    terminal_log_add(log, "They aim at ratings on FIBS, where everyone starts at 1500. "
                          "novice is good to start with: Enter.");
}

bool terminal_first_answer(const char *line, char text[TERMINAL_TEXT_SIZE])
{
    enum { LETTERS = 4 }; /* at least: shorter ones begin a command */
    const char *level = line[0] == '\0' ? "novice" : line;
    size_t length = strlen(level);
    /* without a board a number is no play */
    const char *found = strspn(level, "0123456789") == length ? level : NULL;
    for (int i = 0; level_at(i) != NULL && found == NULL && length >= LETTERS; i++) {
        const char *name = level_at(i)->name;
        found = strncasecmp(name, level, length) == 0 ? name : NULL;
    }
    if (found != NULL) {
        (void)snprintf(text, TERMINAL_TEXT_SIZE, "new 3 %.40s", found);
    }
    return found != NULL;
}
