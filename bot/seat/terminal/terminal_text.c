#include "bot/seat/terminal/terminal_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/seat/terminal/terminal_command.h"
#include "engine/board/points.h"
#include "engine/board/position.h"

/* ---- events ---------------------------------------------------------------------- */

struct sentence {
    char *text;
    const char *who;  /* "You", or the opponent's name */
    const char *ends; /* of verbs: "", "s" */
};

__attribute__((format(printf, 2, 3))) static void say(const struct sentence *s,
                                                      const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)vsnprintf(s->text, TERMINAL_TEXT_SIZE, format, args);
    va_end(args);
}

static void say_play(const struct sentence *s, const struct seat_event *event)
{
    char play[NOTATION_SIZE];
    notation_write(&event->before, &event->play, play);
    say(s, "%s %d-%d: %s", s->who, event->roll.high, event->roll.low, play);
}

static void say_match(const struct sentence *s, const struct seat_event *event)
{
    char length[POINTS_TEXT_SIZE];
    if (event->is_resumed) {
        say(s, "The match goes on.");
    } else if (event->points == 0) {
        say(s, "A match without limit.");
    } else {
        say(s, "A match to %s.", points_text(event->points, length));
    }
}

static void say_end(const struct sentence *s, const struct seat_event *event)
{
    char points[POINTS_TEXT_SIZE];
    say(s, "%s win%s %s: %d-%d.", s->who, s->ends, points_text(event->points, points),
        event->score[0], event->score[1]);
}

/* The winner's points first. */
static void say_match_end(const struct sentence *s, const struct seat_event *event)
{
    int winner = event->is_mine ? 0 : 1;
    say(s, "%s win%s the match, %d-%d.", s->who, s->ends, event->score[winner],
        event->score[1 - winner]);
}

static void say_resign(const struct sentence *s, const struct seat_event *event)
{
    char points[POINTS_TEXT_SIZE];
    say(s, "%s want%s to resign %s.", s->who, s->ends,
        points_text(event->points, points));
}

/* Doubles, resignations, and the answers to them. */
static void say_offer(const struct sentence *s, const struct seat_event *event)
{
    switch (event->type) {
    case SEAT_EVENT_DOUBLE:
        say(s, "%s double%s to %d.", s->who, s->ends, event->points);
        break;
    case SEAT_EVENT_TAKE:
        say(s, "%s take%s.", s->who, s->ends);
        break;
    case SEAT_EVENT_PASS:
        say(s, "%s pass%s.", s->who, event->is_mine ? "" : "es");
        break;
    case SEAT_EVENT_RESIGN:
        say_resign(s, event);
        break;
    default:
        say(s, "%s reject%s the resignation.", s->who, s->ends);
        break;
    }
}

void terminal_text_event(const struct seat_view *view, const struct seat_event *event,
                         char text[TERMINAL_TEXT_SIZE])
{
    const char *name =
        view->opponent.name[0] != '\0' ? view->opponent.name : "The opponent";
    const struct sentence s = {text, event->is_mine ? "You" : name,
                               event->is_mine ? "" : "s"};
    text[0] = '\0';
    switch (event->type) {
    case SEAT_EVENT_MATCH:
        say_match(&s, event);
        break;
    case SEAT_EVENT_GAME:
        say(&s, "A new game at %d-%d.", event->score[0], event->score[1]);
        break;
    case SEAT_EVENT_OPENING:
        say(&s, "The first roll is %d-%d: %s begin%s.", event->roll.high,
            event->roll.low, event->is_mine ? "you" : name, s.ends);
        break;
    case SEAT_EVENT_PLAY:
        say_play(&s, event);
        break;
    case SEAT_EVENT_DANCE:
        say(&s, "%s %d-%d: cannot move", s.who, event->roll.high, event->roll.low);
        break;
    case SEAT_EVENT_DOUBLE:
    case SEAT_EVENT_TAKE:
    case SEAT_EVENT_PASS:
    case SEAT_EVENT_RESIGN:
    case SEAT_EVENT_REJECT:
        say_offer(&s, event);
        break;
    case SEAT_EVENT_GAME_END:
        say_end(&s, event);
        break;
    case SEAT_EVENT_MATCH_END:
        say_match_end(&s, event);
        break;
    case SEAT_EVENT_SAVED:
        say(&s, "The match is saved.");
        break;
    case SEAT_EVENT_SAYS:
        say(&s, "%.200s", event->text);
        break;
    case SEAT_EVENT_ROLL: /* the board shows it, and the play says it again */
    case SEAT_EVENTS:
        break;
    }
}

/* ---- the state ------------------------------------------------------------------- */

static bool may(const struct seat_view *view, enum seat_action_type type)
{
    return (view->allowed & 1U << type) != 0;
}

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
    return may(view, SEAT_ACT_DOUBLE) &&
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
    size_t used = strlen(text);
    if (next[0] != '\0') {
        (void)snprintf(text + used, TERMINAL_TEXT_SIZE - used, ".  Enter: %s", next);
    }
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

void terminal_text_welcome(const char *opponent, char text[TERMINAL_TEXT_SIZE])
{
    (void)snprintf(
        text, TERMINAL_TEXT_SIZE,
        "You play against %.20s. ? lists the commands; Ctrl-C ends, and saves "
        "the match.",
        opponent);
}

void terminal_text_refusal(enum seat_phase phase, enum seat_action_type type,
                           char text[TERMINAL_TEXT_SIZE])
{
    static const struct {
        enum seat_phase phase;
        enum seat_action_type type;
        const char *words;
    } refusals[] = {
        {SEAT_TO_ROLL, SEAT_ACT_DOUBLE, "You may not double: the cube is not yours."},
        {SEAT_TO_PLAY, SEAT_ACT_ROLL, "You have rolled: make your play."},
        {SEAT_TO_PLAY, SEAT_ACT_DOUBLE, "You have rolled: it is too late to double."},
        {SEAT_TO_PLAY, SEAT_ACT_DONE, "The play is not whole yet."},
        {SEAT_TO_PLAY, SEAT_ACT_UNDO, "There is nothing to take back."},
        {SEAT_TO_PLAY, SEAT_ACT_CLEAR, "There is nothing to take back."},
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
        if (refusals[i].phase == phase && refusals[i].type == type) {
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
        (void)snprintf(lead, sizeof lead, "you %s by %d",
                       mine < theirs ? "lead" : "trail", abs(mine - theirs));
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
