#include "bot/seat/terminal/terminal_text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bot/seat/terminal/terminal_command.h"
#include "engine/board/points.h"
#include "engine/board/position.h"
#include "view/draw.h"

/* ---- events ---------------------------------------------------------------------- */

/* Words in braces stand for what an event says; "" is what the board shows anyway, or the
 * play says again. */
static const char *const sentences[SEAT_EVENTS] = {
    [SEAT_EVENT_MATCH] = "A match to {points}.",
    [SEAT_EVENT_GAME] = "A new game at {score}.",
    [SEAT_EVENT_OPENING] = "The first roll is {roll}: {you} begin{s}.",
    [SEAT_EVENT_ROLL] = "",
    [SEAT_EVENT_PLAY] = "{You} {roll}: {play}",
    [SEAT_EVENT_DANCE] = "{You} {roll}: cannot move",
    [SEAT_EVENT_DOUBLE] = "{You} double{s} to {cube}.",
    [SEAT_EVENT_TAKE] = "{You} take{s}.",
    [SEAT_EVENT_PASS] = "{You} pass{es}.",
    [SEAT_EVENT_RESIGN] = "{You} want{s} to resign {points}.",
    [SEAT_EVENT_REJECT] = "{You} reject{s} the resignation.",
    [SEAT_EVENT_GAME_END] = "{You} win{s} {points}: {score}.",
    [SEAT_EVENT_MATCH_END] = "{You} win{s} the match, {score}.",
    [SEAT_EVENT_SAVED] = "The match is saved.",
    [SEAT_EVENT_SAYS] = "{text}",
};

static const char *sentence_of(const struct seat_event *event)
{
    if (event->type == SEAT_EVENT_MATCH && event->is_resumed) {
        return "The match goes on.";
    }
    bool is_unlimited = event->type == SEAT_EVENT_MATCH && event->points == 0;
    return is_unlimited ? "A match without limit." : sentences[event->type];
}

/* Writes what stands for the word at "{...}". Of a match that is over the winner's points
 * are first. */
static void write_word(const struct seat_view *view, const struct seat_event *event,
                       const char *word, char text[TERMINAL_TEXT_SIZE])
{
    char roll[16], points[POINTS_TEXT_SIZE], cube[16], score[32], play[NOTATION_SIZE];
    const char *name =
        view->opponent.name[0] != '\0' ? view->opponent.name : "The opponent";
    bool is_mine = event->is_mine;
    int first = event->type == SEAT_EVENT_MATCH_END && !is_mine ? 1 : 0;
    const struct {
        const char *word, *text;
    } words[] = {
        {"{You}", is_mine ? "You" : name},
        {"{you}", is_mine ? "you" : name},
        {"{s}", is_mine ? "" : "s"},
        {"{es}", is_mine ? "" : "es"},
        {"{roll}", roll},
        {"{points}", points_text(event->points, points)},
        {"{cube}", cube},
        {"{score}", score},
        {"{play}", play},
        {"{text}", event->text},
    };
    FORMAT_TEXT(roll, "%d-%d", event->roll.high, event->roll.low);
    FORMAT_TEXT(cube, "%d", event->points);
    FORMAT_TEXT(score, "%d-%d",
                points_shown(event->score[first], view->board.ms.length),
                points_shown(event->score[1 - first], view->board.ms.length));
    notation_write(&event->before, &event->play, play);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strncmp(words[i].word, word, strlen(words[i].word)) == 0) {
            (void)snprintf(text, TERMINAL_TEXT_SIZE, "%.200s", words[i].text);
        }
    }
}

void terminal_text_event(const struct seat_view *view, const struct seat_event *event,
                         char text[TERMINAL_TEXT_SIZE])
{
    char word[TERMINAL_TEXT_SIZE] = "";
    size_t length;
    text[0] = '\0';
    for (const char *at = sentence_of(event); *at != '\0'; at += length) {
        bool is_word = *at == '{';
        length = is_word ? strcspn(at, "}") + 1 : strcspn(at, "{");
        if (is_word) {
            write_word(view, event, at, word);
        }
        text_add(text, TERMINAL_TEXT_SIZE, "%.*s",
                 is_word ? TERMINAL_TEXT_SIZE : (int)length, is_word ? word : at);
    }
}

/* ---- the state ------------------------------------------------------------------- */

static void write_play_state(const struct seat_view *view, char *text, size_t size)
{
    char made[NOTATION_SIZE];
    const struct play play = hops_made(&view->hops);
    notation_write(&view->hops.before, &play, made);
    if (play.count == 0) {
        (void)snprintf(text, size,
                       "Your play of %d-%d, as 24/18 13/11; Tab shows the moves",
                       view->hops.roll.high, view->hops.roll.low);
    } else {
        (void)snprintf(text, size, "%s%s; undo takes it back", made,
                       hops_is_complete(&view->hops) ? "" : " ...");
    }
}

static void write_offer_state(const struct seat_view *view, char *text, size_t size)
{
    char points[POINTS_TEXT_SIZE];
    if (view->phase == SEAT_OFFERED) {
        (void)snprintf(text, size, "You are doubled to %d: take or pass",
                       view->offered_cube);
    } else {
        (void)snprintf(text, size, "%s resigns %s: accept or reject",
                       view->opponent.name, points_text(view->resign_points, points));
    }
}

/* Whether a double is worth a word: it is not when the cube as it stands wins the
 * match. */
static bool may_gain_by_doubling(const struct seat_view *view)
{
    const struct match_state *ms = &view->board.ms;
    return seat_view_allows(view, SEAT_ACT_DOUBLE) &&
           (ms->length == 0 || ms->my_score + ms->cube < ms->length);
}

static void write_seat_state(const struct seat_view *view, char *text, size_t size)
{
    static const char *const words[SEAT_PHASES] = {
        [SEAT_OFFLINE] = "Connecting ...",
        [SEAT_LOBBY] = "new 5 begins a match to 5 points, new money one without limit",
        [SEAT_INVITING] = "The match begins ...",
        [SEAT_WAITING] = "The bot thinks ...",
        [SEAT_DOUBLED] = "The bot thinks about your double ...",
        [SEAT_RESIGNED] = "The bot thinks about your resignation ...",
        [SEAT_BETWEEN] = "The game is over; analysis shows your errors",
        [SEAT_OVER] = "The match is over; analysis shows your errors",
    };
    char points[POINTS_TEXT_SIZE];
    if (view->phase == SEAT_TO_PLAY) {
        write_play_state(view, text, size);
    } else if (view->phase == SEAT_LOBBY && view->has_saved) {
        (void)snprintf(text, size, "A match, %s, is saved; forget begins another",
                       points_length_text(view->saved_length, points));
    } else if (view->phase == SEAT_OFFERED || view->phase == SEAT_RESIGN_OFFERED) {
        write_offer_state(view, text, size);
    } else if (view->phase == SEAT_TO_ROLL) {
        (void)snprintf(text, size, "Your turn: roll%s",
                       may_gain_by_doubling(view) ? " or double" : "");
    } else if (view->phase == SEAT_OFFLINE && view->reason[0] != '\0') {
        (void)snprintf(text, size, "%.180s", view->reason);
    } else {
        (void)snprintf(text, size, "%s", words[view->phase]);
    }
}

void terminal_text_state(const struct seat_view *view, char text[TERMINAL_TEXT_SIZE])
{
    const char *next = terminal_command_next(view);
    write_seat_state(view, text, TERMINAL_TEXT_SIZE);
    if (next[0] != '\0') {
        text_add(text, TERMINAL_TEXT_SIZE, ".  Enter: %s", next);
    }
}

/* Ctrl-C may have reached the bot, who leaves the match, before us. */
const char *terminal_text_farewell(const struct seat_view *view)
{
    bool is_kept = view->phase == SEAT_LOBBY
                       ? view->has_saved
                       : view->phase != SEAT_OFFLINE && view->phase != SEAT_INVITING &&
                             view->phase != SEAT_OVER;
    return is_kept ? "The match is saved; the next start resumes it.\n" : "";
}

void terminal_text_prompt(const struct seat_view *view, char text[TERMINAL_TEXT_SIZE])
{
    if (view->phase == SEAT_TO_PLAY) {
        (void)snprintf(text, TERMINAL_TEXT_SIZE, "%d-%d> ", view->hops.roll.high,
                       view->hops.roll.low);
    } else {
        (void)snprintf(text, TERMINAL_TEXT_SIZE, "> ");
    }
}

void terminal_text_refusal(enum seat_phase phase, enum seat_action_type type,
                           char text[TERMINAL_TEXT_SIZE])
{
    static const struct {
        enum seat_phase phase;
        enum seat_action_type type;
        const char *words;
    } refusals[] = {
        /* SEAT_PHASES: at any where the next rows have no other words */
        {SEAT_PHASES, SEAT_ACT_TAKE, "You are not doubled."},
        {SEAT_PHASES, SEAT_ACT_PASS, "You are not doubled."},
        {SEAT_PHASES, SEAT_ACT_ACCEPT, "Nothing is offered to you."},
        {SEAT_PHASES, SEAT_ACT_REJECT, "Nothing is offered to you."},
        {SEAT_PHASES, SEAT_ACT_UNDO, "There is nothing to take back."},
        {SEAT_PHASES, SEAT_ACT_CLEAR, "There is nothing to take back."},
        {SEAT_PHASES, SEAT_ACT_DONE, "There is no play to send."},
        {SEAT_PHASES, SEAT_ACT_NEXT, "There is no next game to go on to."},
        {SEAT_PHASES, SEAT_ACT_RESUME, "No match waits to be resumed."},
        {SEAT_PHASES, SEAT_ACT_LEAVE, "There is no match to leave."},
        {SEAT_TO_ROLL, SEAT_ACT_DOUBLE, /* also in the Crawford game, or to 1 point */
         "You may not double: the cube is not yours, or nobody may use it in this game."},
        {SEAT_TO_PLAY, SEAT_ACT_ROLL, "You have rolled: make your play."},
        {SEAT_TO_PLAY, SEAT_ACT_DOUBLE, "You have rolled: it is too late to double."},
        {SEAT_TO_PLAY, SEAT_ACT_DONE, "The play is not whole yet."},
        {SEAT_INVITING, SEAT_ACT_RESUME, "The bot is asked already."},
        {SEAT_OFFERED, SEAT_ACT_ROLL, "You are doubled: take or pass."},
        {SEAT_WAITING, SEAT_ACT_ROLL, "It is not your turn."},
        {SEAT_WAITING, SEAT_ACT_DOUBLE, "It is not your turn."},
        {SEAT_BETWEEN, SEAT_ACT_ROLL, "The game is over: Enter goes on to the next."},
        {SEAT_OVER, SEAT_ACT_ROLL, "The match is over: Enter begins another."},
        {SEAT_LOBBY, SEAT_ACT_ROLL, "There is no match: new 5 begins one."},
        {SEAT_OFFLINE, SEAT_ACT_NEW, "Not connected yet."},
    };
    (void)snprintf(text, TERMINAL_TEXT_SIZE, "\"%s\" is not possible now.",
                   seat_action_name(type));
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        bool is_here = refusals[i].phase == phase ||
                       (refusals[i].phase == SEAT_PHASES && phase != SEAT_OFFLINE);
        if (is_here && refusals[i].type == type) {
            (void)snprintf(text, TERMINAL_TEXT_SIZE, "%s", refusals[i].words);
        }
    }
}

void terminal_text_pips(const struct seat_view *view, char text[TERMINAL_TEXT_SIZE])
{
    int mine = position_pip_count(&view->board.pos.mine);
    int theirs = position_pip_count(&view->board.pos.theirs);
    char lead[40] = "even";
    if (mine != theirs) {
        FORMAT_TEXT(lead, "you %s by %d", mine < theirs ? "lead" : "trail",
                    abs(mine - theirs));
    }
    (void)snprintf(text, TERMINAL_TEXT_SIZE, "Pips: you %d, %s %d: %s.", mine,
                   view->opponent.name, theirs, lead);
}

/* ---- the log --------------------------------------------------------------------- */

void terminal_log_add(struct terminal_log *log, const char *text)
{
    if (text[0] == '\0') {
        return;
    }
    if (log->count == TERMINAL_LOG_LINES) {
        log->count--;
        memmove(log->lines[0], log->lines[1],
                (size_t)log->count * sizeof log->lines[0]);
    }
    char *line = log->lines[log->count++];
    (void)snprintf(line, TERMINAL_TEXT_SIZE, "%s", text);
    for (char *c = line; *c != '\0'; c++) {
        *c = (unsigned char)*c < ' ' || *c == 0x7F ? ' ' : *c;
    }
}

void terminal_log_drop(struct terminal_log *log, const char *text)
{
    log->count -= log->count > 0 && strcmp(log->lines[log->count - 1], text) == 0;
}

void terminal_log_error(struct terminal_log *log, const char *text)
{
    size_t length = strlen(text);
    bool has_end = length > 0 && strchr(".!?", text[length - 1]) != NULL;
    terminal_log_print(log, "%c%s%s", toupper((unsigned char)text[0]),
                       length > 0 ? text + 1 : "", has_end ? "" : ".");
}

void terminal_log_print(struct terminal_log *log, const char *format, ...)
{
    char text[TERMINAL_TEXT_SIZE];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    terminal_log_add(log, text);
}

void terminal_log_choices(struct terminal_log *log, const struct seat_choices *choices)
{
    terminal_log_print(log, "By itself: roll %s, forced plays %s, next game %s.",
                       choices->rolls ? "on" : "off", choices->forced ? "on" : "off",
                       choices->next ? "on" : "off");
}

/* ---- the page -------------------------------------------------------------------- */

#define COLOURS_END "\033[0m"

enum {
    LINES_BELOW = 2,
    BOARD_PAGE_ROWS = DRAW_ROWS + 3 + LINES_BELOW, /* empty line, sentence, state */
    WORDS_WIDTH = 31                               /* of the longest command */
};

/* The bytes of `line` that fit in so many columns; sequences of colours take none. */
static size_t fitting(const char *line, int columns)
{
    size_t i = 0;
    while (line[i] != '\0') {
        if (line[i] == '\033') {
            i += strcspn(line + i, "m");
            i += line[i] == 'm';
            continue;
        }
        if (columns-- == 0) {
            return i;
        }
        i++;
    }
    return i;
}

static void add_page_line(struct terminal_page *page, const char *line, int columns)
{
    size_t length = fitting(line, columns);
    bool is_cut = line[length] != '\0' && memchr(line, '\033', length) != NULL;
    char *at = page->text + page->used;
    size_t room = TERMINAL_PAGE_SIZE - (size_t)page->used;
    if (page->count == TERMINAL_PAGE_LINES || length + sizeof COLOURS_END >= room) {
        return;
    }
    page->lines[page->count++] = at;
    page->used +=
        1 + snprintf(at, room, "%.*s%s", (int)length, line, is_cut ? COLOURS_END : "");
}

/* Of several lines. */
static void add_page_text(struct terminal_page *page, const char *text, int columns)
{
    char line[TERMINAL_TEXT_SIZE];
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        FORMAT_TEXT(line, "%.*s", (int)length, text);
        add_page_line(page, line, columns);
        text += length + (text[length] == '\n');
    }
}

/* The bytes of a sentence on its first line: up to a blank, if there is one. */
static size_t first_part(const char *text, int columns)
{
    size_t length = fitting(text, columns), end = length;
    while (text[length] != '\0' && end > 0 && text[end] != ' ') {
        end--;
    }
    return end > 0 ? end : length;
}

/* Writes a sentence, if there is a page, and returns how many lines it takes. Blanks before
 * it stand before each of them. */
static int add_sentence(const char *text, int columns, struct terminal_page *page)
{
    enum { NARROW = 20 };
    char part[TERMINAL_TEXT_SIZE];
    int lines = 0, indent = columns > NARROW ? (int)strspn(text, " ") : 0;
    text += indent;
    do {
        size_t length = first_part(text, columns - indent);
        FORMAT_TEXT(part, "%*s%.*s", indent, "", (int)length, text);
        if (page != NULL) {
            add_page_line(page, part, columns);
        }
        text += length + strspn(text + length, " ");
        lines++;
    } while (*text != '\0');
    return lines;
}

static bool fits(const char *text, int columns)
{
    const char *line = text;
    while (*line != '\0' && fitting(line, columns) >= strcspn(line, "\n")) {
        line += strcspn(line, "\n") + 1;
    }
    return *line == '\0';
}

/* What stands beside it goes below where the window is too narrow and `rows` leave room. */
static void add_board(const struct seat_view *view, bool has_colours,
                      struct terminal_size size, struct terminal_page *page)
{
    char text[DRAW_SIZE], alone[DRAW_SIZE], notes[DRAW_SIZE];
    struct board_view board = view->board;
    if (view->phase == SEAT_TO_PLAY) {
        board.pos = view->hops.now;
    }
    if (view->phase == SEAT_BETWEEN || view->phase == SEAT_OVER) {
        board.turn = TURN_NOBODY; /* of the board line, which came before the end */
    }
    if (view->phase == SEAT_OFFERED || view->phase == SEAT_DOUBLED) { /* likewise */
        board.is_double_pending = true;
        board.turn = view->phase == SEAT_OFFERED ? TURN_MINE : TURN_THEIRS;
        board.roll = (struct roll){0, 0};
    }
    draw_parts(&board, view->me.name, view->opponent.name, has_colours, text, NULL);
    if (!fits(text, size.columns)) {
        draw_parts(&board, view->me.name, view->opponent.name, has_colours, alone,
                   notes);
        if (DRAW_ROWS + add_sentence(notes, size.columns, NULL) < size.rows) {
            add_page_text(page, alone, size.columns);
            (void)add_sentence(notes, size.columns, page);
            return;
        }
    }
    add_page_text(page, text, size.columns);
}

/* Where it stands else. */
static void add_size_needed(struct terminal_size size, struct terminal_page *page)
{
    char text[TERMINAL_TEXT_SIZE];
    bool is_low = size.rows < BOARD_PAGE_ROWS;
    FORMAT_TEXT(text, "The board needs %d %s; this terminal has %d.",
                is_low ? BOARD_PAGE_ROWS : DRAW_COLUMNS, is_low ? "rows" : "columns",
                is_low ? size.rows : size.columns);
    if (is_low) {
        add_page_line(page, text,
                      size.columns); /* one line, cut: rows are what is short */
    } else {
        (void)add_sentence(text, size.columns, page);
    }
}

/* The newest sentences that fit. */
static void add_sentences(const struct terminal_log *log, int room, int columns,
                          struct terminal_page *page)
{
    int first = log->count;
    while (first > 0 && add_sentence(log->lines[first - 1], columns, NULL) <= room) {
        first--;
        room -= add_sentence(log->lines[first], columns, NULL);
    }
    for (int i = first; i < log->count; i++) {
        (void)add_sentence(log->lines[i], columns, page);
    }
}

void terminal_page_make(const struct seat_view *view, const struct terminal_log *log,
                        struct terminal_size size, bool has_colours,
                        struct terminal_page *page)
{
    char state[TERMINAL_TEXT_SIZE];
    page->count = page->used = 0;
    terminal_text_state(view, state);
    int below = LINES_BELOW + add_sentence(state, size.columns, NULL);
    if (view->has_board && size.rows >= BOARD_PAGE_ROWS &&
        size.columns >= DRAW_COLUMNS) {
        const struct terminal_size room = {size.rows - below, size.columns};
        add_board(view, has_colours, room, page);
        add_page_line(page, "", size.columns);
    } else if (view->has_board && size.rows > 2 * LINES_BELOW + 1) {
        add_size_needed(size, page);
    }
    add_sentences(log, size.rows - page->count - below, size.columns, page);
    (void)add_sentence(state, size.columns, page);
}

void terminal_page_lines(const char *text, struct terminal_size size,
                         struct terminal_page *page)
{
    page->count = page->used = 0;
    add_page_text(page, text, size.columns);
}

/* Where the column of helps begins: further left where the longest would be cut. */
static int help_start(int columns)
{
    struct terminal_command_row row;
    int start = WORDS_WIDTH;
    for (int i = 0; terminal_command_row(i, &row); i++) {
        int room = columns - 1 - (row.help != NULL ? (int)strlen(row.help) : 0);
        start = room < start ? room : start;
    }
    return start;
}

int terminal_page_help(struct terminal_size size, int first, struct terminal_page *page)
{
    struct terminal_command_row row;
    char line[TERMINAL_TEXT_SIZE];
    const int start = help_start(size.columns);
    const int room = size.rows > LINES_BELOW ? size.rows - LINES_BELOW : 1;
    page->count = page->used = 0;
    for (int i = first; terminal_command_row(i, &row); i++) {
        if (row.help == NULL) {
            continue;
        }
        if (page->count == room) {
            return i;
        }
        int width = snprintf(line, sizeof line, "%s %s", row.word, row.arguments);
        (void)snprintf(line + width, sizeof line - (size_t)width, "%*s %s",
                       width < start ? start - width : 0, "", row.help);
        add_page_line(page, line, size.columns);
    }
    return 0;
}
