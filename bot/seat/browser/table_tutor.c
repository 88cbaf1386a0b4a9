/* What the tutor says about the turn of the person: hints, the judgement of each decision,
 * and the warning before a costly one is sent. The states are drawn in table_internal.h. */
#include <string.h>

#include "base/text.h"
#include "bot/seat/browser/table_internal.h"
#include "bot/seat/state/seat_judge.h"
#include "engine/board/position.h"
#include "explain/explain.h"

/* ---- questions ------------------------------------------------------------------- */

/* A take is judged from the side of who doubled. */
static struct tutor_question table_question(const struct table *table,
                                            bool is_judgement)
{
    const struct seat_view *view = seat_link_view(table->link);
    struct tutor_question q = {.pos = view->board.pos, .ms = view->board.ms};
    if (view->phase == SEAT_TO_PLAY) {
        q.pos = view->hops.before;
        q.roll = view->hops.roll;
        q.has_after = is_judgement;
        q.after = view->hops.now;
    } else if (view->phase == SEAT_OFFERED) {
        q.is_answer = true;
        q.pos = position_swap(&q.pos);
        q.ms = match_state_swap(&q.ms);
    }
    return q;
}

/* Whether the last question of this phase was this one. */
static bool table_has_asked(const struct table *table, const struct tutor_question *q)
{
    const struct tutor_question *last = &table->advice.question;
    return last->number != 0 && last->number == table->advice.asked &&
           last->has_after == q->has_after &&
           (!q->has_after || position_equal(&last->after, &q->after));
}

static void table_ask(struct table *table, bool is_judgement)
{
    struct table_advice *advice = &table->advice;
    advice->question = table_question(table, is_judgement);
    advice->question.number = ++advice->asked;
    tutor_ask(table->tutor, &advice->question);
}

/* ---- judgements ------------------------------------------------------------------ */

/* Why it loses, in words and as a question. */
static void table_explain(const struct table *table, const struct tutor_answer *a,
                          struct table_judgement *out)
{
    const struct explain_names names = {.opponent =
                                            seat_link_view(table->link)->opponent.name};
    if (out->loss >= EXPLAIN_LEAST_LOSS) {
        (void)explain_write(&a->reasons, &names, out->why);
        out->question = explain_question(&a->reasons);
    }
}

static void table_write_judgement(const struct table *table,
                                  const struct tutor_answer *a,
                                  struct table_judgement *out)
{
    const struct seat_view *view = seat_link_view(table->link);
    enum seat_action_type type = table->advice.pending.type;
    double loss = type == SEAT_ACT_DONE ? a->loss : seat_judge_loss(type, &a->cube);
    *out = (struct table_judgement){.is_there = true, .loss = loss, .question = ""};
    table_explain(table, a, out);
    if (type == SEAT_ACT_DONE) {
        struct play play = hops_made(&view->hops);
        notation_write(&view->hops.before, &play, out->text);
        memcpy(out->better, a->hints[0].text, sizeof out->better);
    } else {
        COPY_TEXT(out->text, seat_action_name(type));
        COPY_TEXT(out->better, seat_judge_better(type, &a->cube));
    }
}

static void table_send_pending(struct table *table)
{
    struct table_advice *advice = &table->advice;
    struct error err;
    advice->state = TABLE_IDLE;
    advice->shows_hint = false;
    (void)seat_link_act(table->link, &advice->pending, &err);
}

/* The decision is judged: it is sent, unless the person wants to be warned of it. Without
 * an answer of the tutor nothing is known against it. */
static void table_end_judging(struct table *table)
{
    struct table_advice *advice = &table->advice;
    double warn = table->store.choices.warn;
    struct table_judgement judgement;
    if (!advice->answer.is_good) {
        table_send_pending(table);
        return;
    }
    table_write_judgement(table, &advice->answer, &judgement);
    if (warn > 0.0 && judgement.loss >= warn) {
        advice->state = TABLE_WARNED;
    } else {
        table_send_pending(table);
    }
    advice->last = judgement;
}

/* ---- the curve ------------------------------------------------------------------- */

static void table_note_value(struct table *table)
{
    const struct tutor_answer *answer = &table->advice.answer;
    if (answer->is_good) {
        table->curve.has_next = true;
        table->curve.next = (struct table_curve_point){answer->value, answer->win};
    }
}

/* A decision is over: its value is shown from now on. */
static void table_end_decision(struct table *table)
{
    const struct seat_view *view = seat_link_view(table->link);
    struct table_curve *curve = &table->curve;
    if (view->game != curve->game) {
        *curve = (struct table_curve){.game = view->game};
    }
    if (curve->has_next && curve->count < TABLE_CURVE_MAX) {
        curve->points[curve->count++] = curve->next;
    }
    curve->has_next = false;
}

static void table_take_answer(struct table *table)
{
    if (table->advice.state == TABLE_JUDGING) {
        table_end_judging(table);
    } else {
        table->advice.state = TABLE_IDLE;
    }
}

/* On the loop of the table. */
void table_answered(void *context)
{
    struct table *table = context;
    struct table_advice *advice = &table->advice;
    tutor_answer(table->tutor, &advice->answer);
    if (advice->answer.number == advice->asked) {
        table_note_value(table);
    }
    if (advice->answer.number == advice->asked && table_is_busy(advice)) {
        table_take_answer(table);
    }
    table_show(table);
}

/* ---- what the person does -------------------------------------------------------- */

bool table_act_tutor(struct table *table, const struct table_action *action,
                     struct error *err)
{
    struct table_advice *advice = &table->advice;
    bool has_pending = advice->state == TABLE_JUDGING || advice->state == TABLE_WARNED;
    if (action->type == TABLE_ACT_SURE && advice->state != TABLE_WARNED) {
        return error_set(err, "the tutor has not asked");
    }
    if (action->type == TABLE_ACT_HINT && !table_may_hint(table)) {
        return error_set(err, "there is nothing to hint at, or the tutor is off");
    }
    if (action->type == TABLE_ACT_SURE) {
        table_send_pending(table);
    } else {
        advice->shows_hint = action->type == TABLE_ACT_HINT;
    }
    if (action->type == TABLE_ACT_UNHINT && advice->state == TABLE_WARNED) {
        advice->state = TABLE_IDLE;
    }
    if (action->type == TABLE_ACT_HINT && !has_pending) { /* else by its own question */
        table_ask(table, false);
        advice->state = TABLE_ASKED;
    }
    table_show(table);
    return true;
}

/* Whether the action is a decision, which the tutor can judge. */
static bool table_is_judged(const struct table *table, const struct seat_action *action)
{
    const struct seat_view *view = seat_link_view(table->link);
    return table->store.choices.tutor && table->tutor != NULL &&
           !table_has_person(table) && seat_judge_may(view, action->type);
}

/* Any action but a choice takes back what was decided before. */
static void table_take_back(struct table_advice *advice)
{
    if (advice->state == TABLE_JUDGING) {
        advice->state = TABLE_ASKED;
    } else if (advice->state == TABLE_WARNED) {
        advice->state = TABLE_IDLE;
    }
}

/* Judged at once, if the tutor has found the answer while the person thought. */
bool table_hold(struct table *table, const struct seat_action *action)
{
    struct table_advice *advice = &table->advice;
    if (action->type != SEAT_ACT_SET) {
        table_take_back(advice);
    }
    if (!table_is_judged(table, action)) {
        return false;
    }
    const struct tutor_question q = table_question(table, true);
    bool is_asked = table_has_asked(table, &q);
    advice->pending = *action;
    advice->state = TABLE_JUDGING;
    if (!is_asked) {
        table_ask(table, true);
    } else if (advice->answer.number == advice->asked) {
        table_take_answer(table);
    }
    table_show(table);
    return true;
}

/* Lets the tutor think, once for a decision, and for each play that is whole: not while
 * anybody waits for an answer. */
void table_prepare(struct table *table)
{
    const struct seat_view *view = seat_link_view(table->link);
    bool is_cube = seat_link_allows(table->link, SEAT_ACT_DOUBLE);
    bool is_play = view->phase == SEAT_TO_PLAY && !view->hops.is_forced;
    bool is_whole = is_play && hops_is_complete(&view->hops);
    const struct tutor_question q = table_question(table, is_whole);
    if (table->advice.state == TABLE_IDLE && table_may_hint(table) &&
        !table_has_asked(table, &q) &&
        (is_cube || is_play || view->phase == SEAT_OFFERED)) {
        table_ask(table, is_whole);
    }
}

/* Hints and questions were about another position. */
void table_new_position(struct table *table)
{
    struct table_advice *advice = &table->advice;
    enum seat_phase phase = seat_link_view(table->link)->phase;
    if (phase != advice->phase) {
        table_end_decision(table);
        advice->phase = phase;
        advice->state = TABLE_IDLE;
        advice->shows_hint = false;
        if (table->tutor != NULL) {
            tutor_forget(table->tutor);
        }
        advice->question.number = 0;
    }
    table_prepare(table);
}
