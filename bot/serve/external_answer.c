#include "bot/serve/external_answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/protocol/gnubg_question.h"
#include "arena/protocol/ubgi.h"
#include "engine/board/decision_context.h"
#include "engine/search/ranked_play.h"

struct external_answerer {
    const struct external_server_options *options;
    struct search_scratch *scratch;
};

struct external_answerer *
external_answerer_new(const struct external_server_options *options)
{
    struct external_answerer *answerer = calloc(1, sizeof *answerer);
    if (answerer != NULL) {
        answerer->options = options;
        answerer->scratch = engine_scratch_new(options->engine);
    }
    if (answerer != NULL && answerer->scratch == NULL) {
        external_answerer_free(answerer);
        answerer = NULL;
    }
    return answerer;
}

void external_answerer_free(struct external_answerer *answerer)
{
    if (answerer != NULL) {
        engine_scratch_free(answerer->scratch);
        free(answerer);
    }
}

static bool wants_double(const struct external_answerer *answerer,
                         const struct decision_context *at)
{
    struct cube_decision cube;
    if (!match_state_may_double(&at->ms)) {
        return false;
    }
    engine_cube_decision(answerer->options->engine, answerer->scratch,
                         &answerer->options->strength, &at->pos, &at->ms, &cube);
    return cube_decision_is_double(&cube);
}

static bool accepts(const struct external_answerer *answerer,
                    const struct decision_context *at)
{
    return engine_accepts_resignation(answerer->options->engine, answerer->scratch,
                                      &answerer->options->strength, &at->pos, &at->ms,
                                      !at->is_opponent_on_roll, at->roll, at->resigned);
}

/* Plays and cube actions are written as in the first draft of UBGI. */
static void decide(const struct external_answerer *answerer,
                   const struct decision_context *at, struct ubgi_decision *decision)
{
    const struct external_server_options *options = answerer->options;
    decision->role = at->roll.high > 0 ? UBGI_CHEQUER : UBGI_CUBE;
    decision->is_answer = at->is_doubled;
    if (at->is_doubled) {
        decision->is_yes =
            engine_takes_double(options->engine, answerer->scratch, &options->strength,
                                &at->pos, &at->ms, NULL);
    } else if (at->roll.high > 0) {
        struct ranked_play best = {.ply = 0};
        (void)engine_rank_plays(options->engine, answerer->scratch, &options->strength,
                                &at->pos, &at->ms, at->roll, &best, 1);
        decision->play = best.play;
    } else {
        decision->is_yes = wants_double(answerer, at);
    }
}

static void answer_question(struct external_answerer *answerer, const char *line,
                            char answer[EXTERNAL_ANSWER_SIZE])
{
    struct decision_context at;
    struct ubgi_decision decision = {.is_yes = false};
    char text[UBGI_LINE_SIZE];
    struct error err;
    if (!gnubg_question_read(line, &at, &err)) {
        (void)snprintf(answer, EXTERNAL_ANSWER_SIZE, "Error: %s", err.text);
        return;
    }
    at.ms.has_jacoby |= at.ms.length == 0 && answerer->options->has_jacoby;
    at.ms.has_beavers |= at.ms.length == 0 && answerer->options->has_beavers;
    if (at.resigned > 0) {
        (void)snprintf(answer, EXTERNAL_ANSWER_SIZE, "%s",
                       accepts(answerer, &at) ? "accept" : "reject");
        return;
    }
    decide(answerer, &at, &decision);
    ubgi_write_decision(UBGI_0_01, &decision, text);
    (void)snprintf(answer, EXTERNAL_ANSWER_SIZE, "%.*s", EXTERNAL_ANSWER_SIZE - 1,
                   text);
}

bool external_answer(struct external_answerer *answerer, const char *line,
                     char answer[EXTERNAL_ANSWER_SIZE])
{
    answer[0] = '\0';
    if (strcmp(line, "exit") == 0 || strcmp(line, "quit") == 0) {
        return false;
    }
    if (strcmp(line, "version") == 0) {
        (void)snprintf(answer, EXTERNAL_ANSWER_SIZE, "fibsbot %s",
                       answerer->options->version);
    } else {
        answer_question(answerer, line, answer);
    }
    return true;
}
