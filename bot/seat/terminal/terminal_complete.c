#include "bot/seat/terminal/terminal_complete.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "bot/seat/terminal/terminal_command.h"
#include "engine/level.h"

static void offer(struct terminal_choices *choices, const char *word, const char *known)
{
    if (choices->count < TERMINAL_CHOICES_MAX &&
        strncasecmp(word, known, strlen(word)) == 0) {
        (void)snprintf(choices->choice[choices->count++], TERMINAL_CHOICE_SIZE, "%s",
                       known);
    }
}

static void offer_commands(struct terminal_choices *choices, const char *word)
{
    struct terminal_command_row row;
    for (int i = 0; terminal_command_row(i, &row); i++) {
        offer(choices, word, row.word);
    }
}

static void offer_levels(struct terminal_choices *choices, const char *word)
{
    for (int i = 0; level_name(i) != NULL; i++) {
        offer(choices, word, level_name(i));
    }
}

/* What may follow a command: the small words of its arguments stand for themselves. */
static void offer_arguments(struct terminal_choices *choices, const char *line,
                            const char *word)
{
    static const char small[] = "abcdefghijklmnopqrstuvwxyz";
    char command[TERMINAL_CHOICE_SIZE];
    struct terminal_command_row row;
    FORMAT_TEXT(command, "%.*s", (int)strcspn(line, " "), line);
    if (!terminal_command_find(command, &row)) {
        return;
    }
    for (const char *at = row.arguments; *at != '\0';) {
        char known[TERMINAL_CHOICE_SIZE];
        int length = (int)strspn(at, small);
        FORMAT_TEXT(known, "%.*s", length, at);
        if (length > 0) {
            offer(choices, word, known);
        }
        at += length > 0 ? length : 1;
    }
    if (strstr(row.arguments, "LEVEL") != NULL) {
        offer_levels(choices, word);
    }
}

static bool has_choice(const struct terminal_choices *choices, const char *text)
{
    for (int i = 0; i < choices->count; i++) {
        if (strcmp(choices->choice[i], text) == 0) {
            return true;
        }
    }
    return false;
}

/* The targets in the stroke that the person uses. */
static void offer_targets(struct terminal_choices *choices, const char *word,
                          const struct hops *hops)
{
    char stroke = strchr(word, '-') != NULL ? '-' : '/';
    for (int i = 0; i < hops->target_count; i++) {
        char from[8], to[8], text[TERMINAL_CHOICE_SIZE];
        terminal_command_point(hops->targets[i].move.from, from);
        terminal_command_point(hops->targets[i].move.to, to);
        FORMAT_TEXT(text, "%s%c%s", from, stroke, to);
        if (!has_choice(choices, text)) {
            offer(choices, word, text);
        }
    }
}

/* The moves of the words before `word`, made on a board of our own. */
static void make_moves(struct hops *hops, const char *line, const char *word,
                       const struct seat_view *view)
{
    struct terminal_command command;
    struct error err;
    char before[NOTATION_SIZE];
    int length = (int)(word - line);
    *hops = view->hops;
    if (length == 0 || length >= NOTATION_SIZE) {
        return;
    }
    FORMAT_TEXT(before, "%.*s", length, line);
    if (!terminal_command_read(before, view, &command, &err)) {
        return;
    }
    for (int i = 0; i < command.count && command.actions[i].type == SEAT_ACT_HOP; i++) {
        (void)hops_move(hops, command.actions[i].from, command.actions[i].to);
    }
}

static void find_common(struct terminal_choices *choices, const char *word)
{
    size_t length = strlen(word), common = 0;
    for (bool is_same = choices->count > 0; is_same; common += is_same) {
        char c = choices->choice[0][length + common];
        is_same = c != '\0';
        for (int i = 1; i < choices->count && is_same; i++) {
            is_same = choices->choice[i][length + common] == c;
        }
    }
    FORMAT_TEXT(choices->common, "%.*s", (int)common,
                choices->count > 0 ? choices->choice[0] + length : "");
}

void terminal_complete(const char *line, const struct seat_view *view,
                       struct terminal_choices *choices)
{
    const char *word = line + strlen(line);
    memset(choices, 0, sizeof *choices);
    while (word > line && word[-1] != ' ' && word[-1] != ',') {
        word--;
    }
    line += strspn(line, " ");
    bool is_first = word <= line;
    bool is_play =
        view->phase == SEAT_TO_PLAY &&
        (is_first || isdigit((unsigned char)line[0]) != 0 ||
         strncasecmp(line, "bar", 3) == 0 || strncasecmp(line, "move ", 5) == 0);
    if (is_play) {
        struct hops hops;
        make_moves(&hops, line, is_first ? line : word, view);
        offer_targets(choices, word, &hops);
    }
    if (is_first && (word[0] != '\0' || !is_play)) {
        offer_commands(choices, word);
    } else if (!is_play) {
        offer_arguments(choices, line, word);
    }
    find_common(choices, word);
}

void terminal_complete_list(const struct terminal_choices *choices, char *text,
                            size_t size)
{
    size_t used = 0;
    for (int i = 0; i < choices->count && used + TERMINAL_CHOICE_SIZE < size; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s  ", choices->choice[i]);
    }
}
