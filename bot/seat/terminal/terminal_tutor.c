#include "bot/seat/terminal/terminal_tutor.h"

#include "bot/seat/state/seat_judge.h"
#include "engine/board/position.h"
#include "explain/explain.h"

/* ---- modes ----------------------------------------------------------------------- */

static enum terminal_tutor_mode mode_of(const struct seat_preferences *choices)
{
    return !choices->tutor ? TERMINAL_TUTOR_OFF
           : choices->full ? TERMINAL_TUTOR_FULL
                           : TERMINAL_TUTOR_WARNS;
}

void terminal_tutor_set(struct seat_preferences *choices, enum terminal_tutor_mode mode,
                        double warn)
{
    choices->tutor = mode != TERMINAL_TUTOR_OFF;
    choices->full = mode == TERMINAL_TUTOR_FULL;
    choices->warn = warn >= 0.0 ? warn : choices->warn;
}

void terminal_tutor_tell(const struct seat_preferences *choices,
                         struct terminal_log *log)
{
    enum terminal_tutor_mode mode = mode_of(choices);
    if (mode == TERMINAL_TUTOR_OFF) {
        terminal_log_add(log, "The tutor is off.");
    } else if (choices->warn > 0.0) {
        terminal_log_print(log, "The tutor asks before you lose %.3f or more%s.",
                           choices->warn,
                           mode == TERMINAL_TUTOR_FULL ? ", and tells the better play"
                                                       : ", without the better play");
    } else {
        terminal_log_print(log, "The tutor never asks; it %s.",
                           mode == TERMINAL_TUTOR_FULL
                               ? "tells all of what you have sent"
                               : "says what you have lost");
    }
}

/* ---- words ------------------------------------------------------------------------- */

static const char *size_of(double loss)
{
    return loss < 0.04 ? "a slip" : loss < 0.08 ? "an error" : "a blunder";
}

static void say_better(const struct terminal_tutor *tutor, const struct seat_view *view,
                       struct terminal_log *log)
{
    terminal_log_print(log, "Better: %s.", tutor->last.better);
    terminal_advice_why(&tutor->last, view->opponent.name, log);
}

static void say_warning(const struct terminal_tutor *tutor, bool is_full,
                        const struct seat_view *view, struct terminal_log *log)
{
    const struct terminal_judgement *last = &tutor->last;
    const char *question = explain_question(&last->reasons);
    const char *look = question[0] != '\0' ? question : "Look once more?";
    bool is_play = tutor->type == SEAT_ACT_DONE;
    if (is_full) {
        terminal_log_print(log, "Your %s loses %.3f: %s it?", last->text, last->loss,
                           is_play ? "play" : "do");
        say_better(tutor, view, log);
    } else if (is_play) {
        terminal_log_print(log, "There is a better play. Your %s is %s. %s", last->text,
                           size_of(last->loss), look);
    } else {
        terminal_log_add(log, "Think about the cube. Look once more?");
    }
}

static void say_how(const struct terminal_tutor *tutor, struct terminal_log *log)
{
    bool is_play = tutor->type == SEAT_ACT_DONE;
    terminal_log_print(log, "%s all the same: %s.%s See all of it: why.",
                       is_play ? "Send it" : "Do it", seat_action_name(tutor->type),
                       is_play ? " Take it back: undo." : "");
}

static void say_verdict(const struct terminal_tutor *tutor, bool is_full, double least,
                        const struct seat_view *view, struct terminal_log *log)
{
    const struct terminal_judgement *last = &tutor->last;
    if (!is_full && last->loss >= least) {
        terminal_log_print(log, "You lost %.3f; why tells all.", last->loss);
    } else if (is_full && last->loss < 0.0005) {
        terminal_log_print(log, "Your last decision, %s, was best.", last->text);
    } else if (is_full && last->loss < EXPLAIN_LEAST_LOSS) {
        terminal_log_print(log, "Your last decision, %s, lost %.3f: as good.",
                           last->text, last->loss);
    } else if (is_full) {
        terminal_log_print(log, "Your last decision, %s, lost %.3f.", last->text,
                           last->loss);
        say_better(tutor, view, log);
    }
}

void terminal_tutor_why(const struct terminal_tutor *tutor,
                        const struct seat_view *view, struct terminal_log *log)
{
    if (!tutor->has_last) {
        terminal_log_add(log, "The tutor has judged nothing yet.");
    } else if (tutor->last.loss < 0.0005) {
        terminal_log_print(log, "Your %s was best.", tutor->last.text);
    } else {
        terminal_log_print(log, "Your %s %s %.3f.", tutor->last.text,
                           tutor->has_warned ? "loses" : "lost", tutor->last.loss);
        say_better(tutor, view, log);
    }
}

/* ---- decisions --------------------------------------------------------------------- */

static uint64_t last_event(const struct seat_view *view)
{
    return view->event_count > 0 ? view->events[view->event_count - 1].number : 0;
}

static bool is_same(const struct terminal_tutor *tutor, const struct seat_view *view)
{
    return tutor->has_warned && tutor->event == last_event(view) &&
           seat_judge_may(view, tutor->type) &&
           (tutor->type != SEAT_ACT_DONE ||
            position_equal(&tutor->after, &view->hops.now));
}

bool terminal_tutor_looks(const struct terminal_tutor *tutor,
                          const struct seat_view *view, struct terminal_log *log)
{
    bool is_on = is_same(tutor, view) &&
                 (tutor->type == SEAT_ACT_DONE || tutor->type == SEAT_ACT_ROLL);
    if (is_on) {
        say_how(tutor, log);
    }
    return is_on;
}

bool terminal_tutor_holds(struct terminal_tutor *tutor, struct terminal_advice *advice,
                          const struct seat_preferences *choices,
                          const struct seat_view *view, enum seat_action_type type,
                          struct terminal_log *log)
{
    enum terminal_tutor_mode mode = mode_of(choices);
    bool is_full = mode == TERMINAL_TUTOR_FULL, has_limit = choices->warn > 0.0;
    if (mode == TERMINAL_TUTOR_OFF || !seat_judge_may(view, type)) {
        return false;
    }
    bool is_known = is_same(tutor, view) && tutor->type == type;
    if (!is_known) {
        tutor->type = type;
        tutor->after = view->hops.now;
        tutor->event = last_event(view);
        tutor->has_last = true;
        terminal_advice_judge(advice, view, type, &tutor->last);
    }
    tutor->has_warned = !is_known && has_limit && tutor->last.loss >= choices->warn;
    if (tutor->has_warned) {
        say_warning(tutor, is_full, view, log);
        say_how(tutor, log);
    } else {
        double least = has_limit ? choices->warn : EXPLAIN_LEAST_LOSS;
        say_verdict(tutor, is_full, least, view, log);
    }
    return tutor->has_warned;
}
