#include "bot/seat/terminal/terminal_line.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include <event2/event.h>
#include <histedit.h>

#include "base/text.h"

enum {
    HISTORY_LINES = 200,
    PLAIN_SIZE = 512,
    CTRL_C = 3 /* its byte: the terminal raises no signal for it */
};

struct terminal_line {
    struct terminal_line_setup setup;
    struct event *input;
    bool has_input, is_over;
    EditLine *editor; /* NULL: lines are read as they come */
    History *history;
    char text[PLAIN_SIZE];
    size_t length; /* of a plain line so far */
};

/* ---- waiting --------------------------------------------------------------------- */

static void on_input(evutil_socket_t fd, short what, void *context)
{
    struct terminal_line *line = context;
    (void)fd;
    (void)what;
    line->has_input = true;
}

bool terminal_line_wait(struct terminal_line *line)
{
    if (!line->is_over && event_base_loop(line->setup.base, EVLOOP_ONCE) != 0) {
        line->is_over = true;
    }
    if (!line->is_over) {
        line->setup.look(line->setup.context);
    }
    return !line->is_over;
}

/* Runs the loop until a byte has come; false: the input has ended. */
static bool next_byte(struct terminal_line *line, char *byte)
{
    line->has_input = false;
    line->is_over = line->is_over || event_add(line->input, NULL) != 0;
    while (!line->has_input && terminal_line_wait(line)) {
    }
    if (line->is_over) {
        return false;
    }
    ssize_t count;
    do {
        count = read(STDIN_FILENO, byte, 1);
    } while (count < 0 && errno == EINTR);
    line->is_over = count <= 0 || *byte == CTRL_C;
    return !line->is_over;
}

/* ---- the editor ------------------------------------------------------------------ */

static struct terminal_line *line_of(EditLine *editor)
{
    void *line = NULL;
    (void)el_get(editor, EL_CLIENTDATA, &line);
    return line;
}

/* Orders are ASCII; other characters are left out. */
static int take_typed(EditLine *editor, wchar_t *c)
{
    char byte;
    do {
        if (!next_byte(line_of(editor), &byte)) {
            return 0;
        }
    } while ((unsigned char)byte >= 0x80);
    *c = (wchar_t)byte;
    return 1;
}

static char *prompt_of(EditLine *editor)
{
    struct terminal_line *line = line_of(editor);
    return (char *)(uintptr_t)line->setup.prompt(line->setup.context);
}

static unsigned char complete_line(EditLine *editor, int key)
{
    struct terminal_line *line = line_of(editor);
    struct terminal_choices choices;
    char before[PLAIN_SIZE];
    const LineInfo *info = el_line(editor);
    (void)key;
    FORMAT_TEXT(before, "%.*s", (int)(info->cursor - info->buffer), info->buffer);
    line->setup.complete(line->setup.context, before, &choices);
    if (choices.common[0] != '\0') {
        (void)el_insertstr(editor, choices.common);
    }
    if (choices.count == 1) {
        (void)el_insertstr(editor, " ");
    } else {
        line->setup.show(line->setup.context, &choices);
    }
    return CC_REFRESH;
}

/* Nobody else knows what stands above the line. */
static unsigned char draw_again(EditLine *editor, int key)
{
    static const struct terminal_choices none = {.count = 0};
    struct terminal_line *line = line_of(editor);
    (void)key;
    line->setup.show(line->setup.context, &none);
    return CC_REFRESH;
}

static bool open_editor(struct terminal_line *line)
{
    HistEvent event;
    line->editor = el_init("fibsbot", stdin, stdout, stderr);
    line->history = history_init();
    if (line->editor == NULL || line->history == NULL) {
        return false;
    }
    (void)history(line->history, &event, H_SETSIZE, HISTORY_LINES);
    (void)history(line->history, &event, H_SETUNIQUE, 1);
    if (line->setup.history != NULL) {
        (void)history(line->history, &event, H_LOAD, line->setup.history);
    }
    EditLine *el = line->editor;
    (void)el_set(el, EL_CLIENTDATA, line);
    (void)el_set(el, EL_SIGNAL, 0);
    (void)el_set(el, EL_EDITOR, "emacs");
    (void)el_set(el, EL_HIST, history, line->history);
    (void)el_set(el, EL_PROMPT, prompt_of);
    (void)el_set(el, EL_GETCFN, take_typed);
    (void)el_set(el, EL_ADDFN, "fibsbot-complete", "Complete the word", complete_line);
    (void)el_set(el, EL_BIND, "^I", "fibsbot-complete", NULL);
    (void)el_set(el, EL_ADDFN, "fibsbot-draw", "Draw the page again", draw_again);
    (void)el_set(el, EL_BIND, "^L", "fibsbot-draw", NULL);
    (void)el_set(el, EL_BIND, "^R", "em-inc-search-prev", NULL);
    (void)el_set(el, EL_SETTY, "-d", "-isig", NULL);
    return true;
}

static const char *read_edited(struct terminal_line *line)
{
    HistEvent event;
    int count = 0;
    const char *text = el_gets(line->editor, &count);
    if (text == NULL || count <= 0 || line->is_over) {
        return NULL;
    }
    FORMAT_TEXT(line->text, "%.*s", (int)strcspn(text, "\r\n"), text);
    if (line->text[strspn(line->text, " ")] != '\0') {
        (void)history(line->history, &event, H_ENTER, line->text);
    }
    return line->text;
}

/* ---- plain lines ----------------------------------------------------------------- */

static const char *read_plain(struct terminal_line *line)
{
    char byte;
    line->length = 0;
    while (next_byte(line, &byte)) {
        if (byte == '\n') {
            line->text[line->length] = '\0';
            return line->text;
        }
        if (line->length + 1 < sizeof line->text && byte != '\r' && byte != '\0') {
            line->text[line->length++] = byte;
        }
    }
    return NULL;
}

/* ---- the face -------------------------------------------------------------------- */

struct event_base *terminal_line_base(void)
{
    struct event_config *config = event_config_new();
    struct event_base *base = NULL;
    if (config != NULL && event_config_require_features(config, EV_FEATURE_FDS) == 0) {
        base = event_base_new_with_config(config);
    }
    if (config != NULL) {
        event_config_free(config);
    }
    return base;
}

struct terminal_line *terminal_line_new(const struct terminal_line_setup *setup,
                                        struct error *err)
{
    struct terminal_line *line = error_allocate(sizeof *line, err);
    if (line == NULL) {
        return NULL;
    }
    line->setup = *setup;
    line->input = event_new(setup->base, STDIN_FILENO, EV_READ, on_input, line);
    if (line->input == NULL || (setup->has_editing && !open_editor(line))) {
        error_set(err, "cannot read from the terminal");
        terminal_line_free(line);
        return NULL;
    }
    return line;
}

void terminal_line_free(struct terminal_line *line)
{
    HistEvent event;
    if (line == NULL) {
        return;
    }
    if (line->editor != NULL) {
        el_end(line->editor);
    }
    if (line->history != NULL) {
        if (line->setup.history != NULL) {
            (void)history(line->history, &event, H_SAVE, line->setup.history);
        }
        history_end(line->history);
    }
    if (line->input != NULL) {
        event_free(line->input);
    }
    free(line);
}

const char *terminal_line_read(struct terminal_line *line)
{
    return line->editor != NULL ? read_edited(line) : read_plain(line);
}

void terminal_line_refresh(struct terminal_line *line)
{
    if (line->editor != NULL) {
        (void)el_set(line->editor, EL_REFRESH);
        (void)fflush(stdout);
    }
}

void terminal_line_resize(struct terminal_line *line)
{
    if (line->editor != NULL) {
        el_resize(line->editor);
    }
}

void terminal_line_end(struct terminal_line *line)
{
    line->is_over = true;
    (void)event_base_loopbreak(line->setup.base);
}
