#include "bot/player/decision.h"

#include "engine/board/resign.h"
#include "engine/cube/met.h"
#include "engine/engine.h"
#include "engine/level.h"
#include "engine/search/ranked_play.h"

enum { RANKED_MAX = 32 };

/* Who is asked, and how. */
struct adviser {
    const struct engine *eng;
    struct search_scratch *scratch;
    const struct strength *strength;
};

static void choose_play(const struct adviser *by,
                        const struct decision_request *request,
                        struct decision_answer *answer)
{
    struct ranked_play ranked[RANKED_MAX];
    int count = engine_rank_plays(by->eng, by->scratch, by->strength, &request->pos,
                                  &request->ms, request->roll, ranked, RANKED_MAX);
    /* The server refused the best play twice: it will refuse it again. */
    int choice = request->attempt > 1 ? request->attempt - 1 : 0;
    const struct ranked_play *play = &ranked[choice < count ? choice : count - 1];
    answer->play = play->play;
    answer->equity = (double)play->equity;
    answer->odds = play->outputs;
    answer->candidates = count;
    for (int i = 0; i < count && i < DECISION_CHOICES_MAX; i++) {
        answer->choices[answer->choice_count++] = (struct decision_choice){
            ranked[i].play, (double)ranked[i].equity, ranked[i].ply};
    }
}

/* `sign`: -1 when the doubler is the opponent. */
static void tell_cube(const struct cube_decision *cube, double sign,
                      struct decision_answer *answer)
{
    answer->has_cube = true;
    answer->no_double = sign * (double)cube->no_double;
    answer->double_take = sign * (double)cube->double_take;
    answer->double_pass = sign * (double)cube->double_pass;
}

static void choose_cube_action(const struct adviser *by,
                               const struct decision_request *request,
                               struct decision_answer *answer)
{
    if (!request->may_double) {
        return;
    }
    struct cube_decision cube;
    engine_cube_decision(by->eng, by->scratch, by->strength, &request->pos,
                         &request->ms, &cube);
    answer->is_double = cube.is_allowed && cube_decision_is_double(&cube);
    answer->equity = (double)cube_decision_of_double(&cube, answer->is_double);
    answer->odds = cube.outputs;
    tell_cube(&cube, 1.0, answer);
}

static void choose_take(const struct adviser *by,
                        const struct decision_request *request,
                        struct decision_answer *answer)
{
    struct cube_decision cube; /* the doubler's */
    answer->is_accept = engine_takes_double(by->eng, by->scratch, by->strength,
                                            &request->pos, &request->ms, &cube);
    answer->equity = (double)cube_decision_of_answer(&cube, answer->is_accept);
    answer->odds = outputs_flip(cube.outputs);
    tell_cube(&cube, -1.0, answer);
}

/* The number of games that are almost certainly lost; 0: not certain enough. */
static int games_lost(const struct decision_request *request,
                      const struct outputs *odds)
{
    double chance = request->resign_max_chance;
    const struct match_state *ms = &request->ms;
    if ((double)odds->win > chance) {
        return 0;
    }
    if ((double)odds->lose_gammon <= chance ||
        (ms->length > 0 && ms->cube >= match_state_their_away(ms))) {
        return 1;
    }
    if ((double)odds->lose_gammon < 1.0 - chance) {
        return 0;
    }
    if ((double)odds->lose_backgammon <= chance ||
        (ms->length > 0 && 2 * ms->cube >= match_state_their_away(ms))) {
        return 2;
    }
    return (double)odds->lose_backgammon >= 1.0 - chance ? 3 : 0;
}

/* How many games to resign without asking the engine; 0: none is certain to be lost. */
static int certain_games(const struct decision_request *request)
{
    if (!request->may_resign) {
        return 0;
    }
    int games = resign_certain_loss(&request->pos, &request->ms);
    return games <= request->resign_most ? games : 0;
}

/* The same by the odds of the answer, where they are known. */
static int likely_games(const struct decision_request *request,
                        const struct decision_answer *answer)
{
    bool has_odds = request->kind == DECISION_PLAY || answer->has_cube;
    if (!request->may_resign || request->resign_max_chance <= 0.0 || !has_odds) {
        return 0;
    }
    int games = resign_at_price(&request->pos, &request->ms,
                                games_lost(request, &answer->odds));
    return games <= request->resign_most ? games : 0;
}

/* Equity is normalised: +1 and -1 are the ends of this game for one cube. */
static double match_chance(const struct engine *eng, const struct match_state *ms,
                           double equity)
{
    if (ms->length == 0) {
        return 0.0;
    }
    double won = met_mwc_after(engine_met(eng), ms, ms->cube);
    double lost = met_mwc_after(engine_met(eng), ms, -ms->cube);
    double chance = 0.5 * (won + lost) + 0.5 * equity * (won - lost);
    return chance < 0.0 ? 0.0 : chance > 1.0 ? 1.0 : chance;
}

/* The games of a roller take a busy machine more time than the other side should wait,
 * so that the clock ends them where nothing else does. */
static void bound_roller(struct strength *strength)
{
    enum { ROLLER_MOST_MS = 1000 };
    if (strength->roller != NULL && strength->time.limit_ms == 0 &&
        strength->time.now_ms != NULL) {
        strength->time.limit_ms = ROLLER_MOST_MS;
    }
}

void decision_make(const struct engine *eng, struct search_scratch *scratch,
                   const struct strength *strength,
                   const struct decision_request *request,
                   struct decision_answer *answer)
{
    struct strength at_level = *strength;
    if (request->level[0] != '\0') {
        (void)level_read(request->level, &at_level, NULL);
    }
    bound_roller(&at_level);
    strength = &at_level;
    *answer =
        (struct decision_answer){.number = request->number, .kind = request->kind};
    answer->resign_games = certain_games(request);
    if (answer->resign_games > 0) {
        return;
    }
    const struct adviser by = {eng, scratch, strength};
    switch (request->kind) {
    case DECISION_PLAY:
        choose_play(&by, request, answer);
        answer->resign_games = likely_games(request, answer);
        break;
    case DECISION_CUBE:
        choose_cube_action(&by, request, answer);
        answer->resign_games = likely_games(request, answer);
        break;
    case DECISION_TAKE:
        choose_take(&by, request, answer);
        break;
    case DECISION_RESIGNATION:
        answer->is_accept = engine_accepts_resignation(
            eng, scratch, strength, &request->pos, &request->ms, request->is_my_turn,
            request->roll, request->games);
        break;
    }
    answer->match_chance = match_chance(eng, &request->ms, answer->equity);
}
