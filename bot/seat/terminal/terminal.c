#include "bot/seat/terminal/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/event.h>

#include "base/clock.h"
#include "base/text.h"
#include "bot/net/timer.h"
#include "bot/net/wakeup.h"
#include "bot/seat/link/seat_link.h"
#include "bot/seat/link/seat_store.h"
#include "bot/seat/terminal/terminal_advice.h"
#include "bot/seat/terminal/terminal_command.h"
#include "bot/seat/terminal/terminal_first.h"
#include "bot/seat/terminal/terminal_line.h"
#include "bot/seat/terminal/terminal_moves.h"
#include "bot/seat/terminal/terminal_pace.h"
#include "bot/seat/terminal/terminal_screen.h"
#include "bot/seat/terminal/terminal_text.h"
#include "bot/seat/terminal/terminal_tutor.h"

enum {
    LOOK_MS = 250,
    COMING_MS = 10000 /* for the table or the match, after a command that needs it */
};

struct terminal {
    struct terminal_setup setup;
    struct seat_store store;
    struct event_base *base;
    struct wakeup *wakeup; /* of terminal_end() */
    struct timer *clock;   /* looks at the size of the window */
    struct timer *step;    /* goes on with what the opponent did */
    struct seat_link *link;
    struct terminal_line *line;
    struct terminal_advice *advice;
    struct terminal_tutor tutor;
    struct terminal_log log;
    struct terminal_screen screen;
    struct terminal_page page;
    char prompt[TERMINAL_TEXT_SIZE];
    char shown[TERMINAL_TEXT_SIZE];   /* the last state that was printed */
    char choices[TERMINAL_TEXT_SIZE]; /* words that Tab has shown; "": none */
    bool is_changed;                  /* since the page was drawn */
    enum terminal_verb shows;         /* TERMINAL_BOARD, or what stands in its place */
    int help_first, help_next;        /* rows of the help: of its page, of the next */
    struct terminal_pace pace;
    char reason[SEAT_TEXT_SIZE]; /* the last that was logged */
    bool has_failed;             /* a command waited in vain */
};

/* ---- drawing --------------------------------------------------------------------- */

/* Without a cursor the sentences come as they happen, and the page below them when the
 * person has something else to do, or has given a command. */
static void print_plain(struct terminal *t)
{
    const struct terminal_log none = {.count = 0};
    char state[TERMINAL_TEXT_SIZE];
    terminal_text_state(&t->pace.shown, state);
    for (int i = 0; i < t->log.count; i++) {
        printf("%s\n", t->log.lines[i]);
    }
    t->log.count = 0;
    if (strcmp(state, t->shown) == 0 && t->shows == TERMINAL_BOARD) {
        return;
    }
    COPY_TEXT(t->shown, state);
    if (t->shows == TERMINAL_BOARD) {
        terminal_page_make(&t->pace.shown, &none, t->screen.size, false, &t->page);
    }
    terminal_screen_write(&t->screen, &t->page);
}

static void make_moves(struct terminal *t)
{
    enum { OTHER_LINES = 3 }; /* the names, and what is typed below */
    char text[TERMINAL_PAGE_SIZE / 2];
    int count;
    const struct seat_event *events = seat_link_record(t->link, &count);
    if (terminal_moves(events, count, t->setup.opponent,
                       t->screen.size.rows - OTHER_LINES, text, sizeof text) == 0) {
        bool is_resumed = count > 0 && events[0].is_resumed;
        FORMAT_TEXT(text, "No move has been made %s.",
                    is_resumed ? "since the match was resumed" : "yet");
    }
    terminal_page_lines(text, t->screen.size, &t->page);
}

static void make_page(struct terminal *t)
{
    struct seat_view view = t->pace.shown;
    if (t->shows == TERMINAL_ANALYSIS) {
        /* longer than what is beside a board */
        view.has_board = false;
        view.allowed = 0; /* Enter goes back */
    }
    terminal_page_make(&view, &t->log, t->screen.size, t->screen.has_colours, &t->page);
}

static void draw(struct terminal *t)
{
    t->is_changed = false;
    if (t->shows == TERMINAL_MOVES) {
        make_moves(t);
    } else if (t->shows == TERMINAL_HELP) {
        t->help_next = terminal_page_help(t->screen.size, t->help_first, &t->page);
    } else if (t->screen.is_in_place) {
        make_page(t);
    }
    if (t->screen.is_in_place) {
        terminal_screen_write(&t->screen, &t->page);
    } else {
        print_plain(t);
    }
    (void)fflush(stdout);
}

/* ---- callbacks of the line ------------------------------------------------------- */

static const char *get_prompt(void *context)
{
    struct terminal *t = context;
    terminal_text_prompt(&t->pace.shown, t->prompt);
    return t->shows == TERMINAL_BOARD                      ? t->prompt
           : t->shows == TERMINAL_HELP && t->help_next > 0 ? "Enter goes on> "
                                                           : "Enter goes back> ";
}

static void get_choices(void *context, const char *line,
                        struct terminal_choices *choices)
{
    const struct terminal *t = context;
    terminal_complete(line, seat_link_view(t->link), choices);
}

static void show_choices(void *context, const struct terminal_choices *choices)
{
    struct terminal *t = context;
    terminal_log_drop(&t->log, t->choices);
    terminal_complete_list(choices, t->choices, sizeof t->choices);
    terminal_log_add(&t->log, t->choices);
    draw(t);
    terminal_line_refresh(t->line);
}

static void look(void *context)
{
    struct terminal *t = context;
    if (t->is_changed) {
        draw(t);
        terminal_line_refresh(t->line);
    }
}

/* ---- callbacks of the loop ------------------------------------------------------- */

/* What cannot be drawn in place comes at once. */
static void show_events(void *context)
{
    struct terminal *t = context;
    int speed = t->screen.is_in_place ? t->store.choices.pace : TERMINAL_PACE_NONE;
    int ms = terminal_pace_step(&t->pace, speed, seat_link_view(t->link), &t->log);
    if (ms > 0) {
        (void)timer_start(t->step, ms);
    }
    t->is_changed = true;
}

/* What the server has refused, once. */
static void show_reason(struct terminal *t)
{
    const struct seat_view *view = seat_link_view(t->link);
    if (view->phase != SEAT_OFFLINE && strcmp(view->reason, t->reason) != 0) {
        terminal_log_add(&t->log, view->reason);
    }
    COPY_TEXT(t->reason, view->reason);
}

static void keep(struct terminal *t)
{
    struct error err;
    if (!seat_store_write(&t->store, t->setup.store, &err)) {
        terminal_log_error(&t->log, err.text);
    }
}

static void on_changed(void *context)
{
    struct terminal *t = context;
    t->is_changed = true;
    if (t->link != NULL) {
        if (!t->pace.is_busy) {
            show_events(t);
        }
        show_reason(t);
        if (seat_store_follow(&t->store, seat_link_view(t->link), t->setup.level)) {
            keep(t);
        }
    }
}

static void on_clock(void *context)
{
    struct terminal *t = context;
    if (terminal_screen_resize(&t->screen)) {
        terminal_screen_clear(&t->screen);
        if (t->screen.is_in_place) {
            terminal_line_resize(t->line);
        }
        t->is_changed = true;
    }
}

static void on_end(void *context)
{
    struct terminal *t = context;
    terminal_line_end(t->line);
}

void terminal_end(struct terminal *terminal)
{
    wakeup_signal(terminal->wakeup);
}

/* ---- commands ---------------------------------------------------------------------- */

static void refuse_action(struct terminal *t, enum seat_action_type type)
{
    char text[TERMINAL_TEXT_SIZE];
    terminal_text_refusal(seat_link_view(t->link)->phase, type, text);
    terminal_log_add(&t->log, text);
}

static void set_choices(struct terminal *t, const struct seat_choices *choices)
{
    struct seat_preferences *kept = &t->store.choices;
    kept->rolls = choices->rolls;
    kept->forced = choices->forced;
    kept->next = choices->next;
    keep(t);
    terminal_log_choices(&t->log, choices);
}

/* Several actions are hops of one play, which are possible one after another. */
static void act(struct terminal *t, const struct terminal_command *command)
{
    struct error err = {0};
    if (!seat_link_allows(t->link, command->actions[0].type)) {
        refuse_action(t, command->actions[0].type);
        return;
    }
    if (terminal_tutor_holds(&t->tutor, t->advice, &t->store.choices,
                             seat_link_view(t->link), command->actions[0].type,
                             &t->log)) {
        /* Enter does not send it then, and is not offered. */
        t->pace.shown.allowed &= ~(1U << command->actions[0].type &
                                   (1U << SEAT_ACT_DONE | 1U << SEAT_ACT_ROLL));
        return;
    }
    for (int i = 0; i < command->count; i++) {
        if (!seat_link_act(t->link, &command->actions[i], &err)) {
            terminal_log_error(&t->log, err.text);
            return;
        }
    }
    if (command->actions[0].type == SEAT_ACT_SET) {
        set_choices(t, &command->actions[0].choices);
    }
}

static void advise(struct terminal *t, const struct terminal_command *command)
{
    const struct seat_view *view = seat_link_view(t->link);
    char text[TERMINAL_TEXT_SIZE];
    if (command->verb == TERMINAL_ANALYSIS) {
        static const char busy[] = "Your decisions are analysed ...";
        terminal_log_add(&t->log, busy);
        draw(t); /* it takes seconds */
        terminal_log_drop(&t->log, busy);
        t->shows = t->screen.is_in_place ? TERMINAL_ANALYSIS : TERMINAL_BOARD;
        terminal_advice_match(t->advice, view, t->setup.matches, &t->log);
    } else if (!view->has_board) {
        terminal_log_add(&t->log, "There is no board yet.");
    } else if (command->verb == TERMINAL_HINT) {
        terminal_advice_hint(t->advice, view, t->screen.size.columns, &t->log);
    } else {
        terminal_text_pips(view, text);
        terminal_log_add(&t->log, text);
    }
}

/* Whether the command must wait for the bot, or for the match that is about to begin. */
static bool is_early(struct terminal *t, const struct terminal_command *command)
{
    const struct seat_view *view = seat_link_view(t->link);
    bool is_coming = view->phase == SEAT_OFFLINE || view->phase == SEAT_INVITING ||
                     (view->phase == SEAT_LOBBY && !view->is_opponent_there);
    bool is_free = command->verb == TERMINAL_ACT
                       ? view->is_opponent_there &&
                             seat_link_allows(t->link, command->actions[0].type)
                       : command->verb != TERMINAL_HINT &&
                             command->verb != TERMINAL_PIPS &&
                             command->verb != TERMINAL_ANALYSIS;
    return is_coming && !is_free;
}

/* False: it did not come in time. */
static bool wait_for_match(struct terminal *t, const struct terminal_command *command)
{
    int64_t until = clock_ms() + COMING_MS;
    while (is_early(t, command) && clock_ms() < until && terminal_line_wait(t->line)) {
    }
    return !is_early(t, command);
}

static void refuse_early(struct terminal *t, const char *line)
{
    const struct seat_view *view = seat_link_view(t->link);
    terminal_log_print(&t->log, "\"%.60s\" is not done: %s.", line,
                       view->phase == SEAT_INVITING ? "no match has begun"
                                                    : "the bot is not there");
    t->has_failed = !t->screen.is_in_place;
}

/* ---- lines ----------------------------------------------------------------------- */

static void set_tutor(struct terminal *t, const struct terminal_command *command)
{
    if (command->tutor < TERMINAL_TUTOR_MODES) {
        terminal_tutor_set(&t->store.choices, (enum terminal_tutor_mode)command->tutor,
                           command->warn);
        keep(t);
    }
    terminal_tutor_tell(&t->store.choices, &t->log);
}

/* The answer to the question of the first match is a line of its own. */
static const char *first_answer(struct terminal *t, const char *line,
                                char text[TERMINAL_TEXT_SIZE])
{
    if (!terminal_first_is(&t->store, t->setup.level, seat_link_view(t->link)) ||
        !terminal_first_answer(line, text)) {
        return line;
    }
    const struct terminal_command warns = {.tutor = TERMINAL_TUTOR_WARNS, .warn = -1.0};
    set_tutor(t, &warns);
    return text;
}

/* Whether something was being shown. */
static bool end_show(struct terminal *t)
{
    bool is_busy = t->pace.is_busy;
    if (is_busy) {
        (void)timer_at(t->step, INT64_MAX);
        terminal_pace_end(&t->pace, seat_link_view(t->link), &t->log);
    }
    return is_busy;
}

static void set_pace(struct terminal *t, int pace)
{
    t->store.choices.pace = pace;
    terminal_log_print(&t->log, "The bot's plays are shown at the %s pace.",
                       terminal_command_pace(pace));
    keep(t);
}

/* False: the person quits. */
static bool obey(struct terminal *t, const struct terminal_command *command)
{
    switch (command->verb) {
    case TERMINAL_ACT:
        act(t, command);
        break;
    case TERMINAL_HINT:
    case TERMINAL_PIPS:
    case TERMINAL_ANALYSIS:
        advise(t, command);
        break;
    case TERMINAL_HELP:
    case TERMINAL_MOVES:
        t->help_first = 0;
        t->shows = command->verb;
        break;
    case TERMINAL_BOARD:
        terminal_screen_clear(&t->screen);
        break;
    case TERMINAL_PACE:
        set_pace(t, command->pace);
        break;
    case TERMINAL_TUTOR:
        set_tutor(t, command);
        break;
    case TERMINAL_WHY:
        terminal_tutor_why(&t->tutor, seat_link_view(t->link), &t->log);
        break;
    case TERMINAL_QUIT:
        return false;
    }
    return true;
}

/* False: the person quits. */
static bool carry_out(struct terminal *t, const char *line)
{
    struct terminal_command command;
    struct error err = {0};
    const enum terminal_verb shown = t->shows;
    bool has_page = t->screen.is_in_place && shown != TERMINAL_BOARD;
    t->shows = TERMINAL_BOARD;
    t->shown[0] = '\0';
    terminal_log_drop(&t->log, t->choices);
    t->choices[0] = '\0';
    if ((end_show(t) || has_page) && line[0] == '\0') {
        if (shown == TERMINAL_HELP && t->help_next > 0) {
            t->help_first = t->help_next;
            t->shows = TERMINAL_HELP;
        }
        return true; /* it did that, and nothing else */
    }
    if (line[0] == '\0' &&
        terminal_tutor_looks(&t->tutor, seat_link_view(t->link), &t->log)) {
        return true;
    }
    if (!terminal_command_read(line, seat_link_view(t->link), &command, &err)) {
        terminal_log_error(&t->log, err.text);
        return true;
    }
    if (!wait_for_match(t, &command)) {
        refuse_early(t, line);
        return true;
    }
    return obey(t, &command);
}

bool terminal_run(struct terminal *terminal)
{
    char text[TERMINAL_TEXT_SIZE];
    const char *line;
    terminal_screen_clear(&terminal->screen);
    terminal_log_print(
        &terminal->log,
        "You play against %s. ? lists the commands; Ctrl-C ends, and saves "
        "the match.",
        terminal->setup.opponent);
    if (terminal_first_is(&terminal->store, terminal->setup.level,
                          seat_link_view(terminal->link))) {
        terminal_first_ask(&terminal->log);
    }
    show_events(terminal);
    do {
        draw(terminal);
        line = terminal_line_read(terminal->line);
    } while (line != NULL && carry_out(terminal, first_answer(terminal, line, text)));
    if (terminal->screen.is_in_place) {
        fputs("\r\n", stdout);
    }
    fputs(terminal_text_farewell(seat_link_view(terminal->link)), stdout);
    (void)fflush(stdout);
    return !terminal->has_failed;
}

/* ---- making and freeing ---------------------------------------------------------- */

static bool open_link(struct terminal *t, struct error *err)
{
    struct seat_link_setup setup = {.host = "127.0.0.1",
                                    .password = t->setup.password,
                                    .port = t->setup.port,
                                    .changed = on_changed,
                                    .context = t};
    COPY_TEXT(setup.seat.opponent, t->setup.opponent);
    COPY_TEXT(setup.seat.name, t->setup.name);
    seat_store_seat(&t->store, t->setup.level != NULL, &setup.seat);
    t->link = seat_link_new(t->base, &setup, err);
    return t->link != NULL;
}

static bool open_line(struct terminal *t, struct error *err)
{
    const struct terminal_line_setup setup = {.base = t->base,
                                              .has_editing = t->screen.is_in_place,
                                              .history = t->setup.history,
                                              .context = t,
                                              .prompt = get_prompt,
                                              .complete = get_choices,
                                              .show = show_choices,
                                              .look = look};
    t->line = terminal_line_new(&setup, err);
    return t->line != NULL;
}

static bool open_terminal(struct terminal *t, struct error *err)
{
    t->base = terminal_line_base();
    t->wakeup = t->base != NULL ? wakeup_new(t->base, on_end, t) : NULL;
    t->clock = t->wakeup != NULL ? timer_every(t->base, LOOK_MS, on_clock, t) : NULL;
    t->step = t->clock != NULL ? timer_new(t->base, show_events, t) : NULL;
    t->advice = terminal_advice_new(t->setup.engine);
    if (t->step == NULL || t->advice == NULL) {
        return error_no_memory(err);
    }
    return open_link(t, err) && open_line(t, err);
}

struct terminal *terminal_new(const struct terminal_setup *setup, struct error *err)
{
    struct terminal *t = error_allocate(sizeof *t, err);
    if (t == NULL) {
        return NULL;
    }
    t->shows = TERMINAL_BOARD;
    t->setup = *setup;
    seat_store_read(&t->store, setup->store);
    terminal_screen_open(&t->screen);
    if (!open_terminal(t, err)) {
        terminal_free(t);
        return NULL;
    }
    return t;
}

void terminal_free(struct terminal *terminal)
{
    struct terminal *t = terminal;
    if (t == NULL) {
        return;
    }
    terminal_line_free(t->line);
    seat_link_free(t->link);
    terminal_advice_free(t->advice);
    wakeup_free(t->wakeup);
    timer_free(t->clock);
    timer_free(t->step);
    if (t->base != NULL) {
        event_base_free(t->base);
    }
    free(t);
}
