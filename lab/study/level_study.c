#include "lab/study/level_study.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/job/line_file.h"
#include "engine/board/movegen.h"
#include "engine/search/ranked_play.h"
#include "lab/study/self_match.h"

enum { MATCH_LENGTH = 5 };

/* A cube action counts when the other one is at most this far away. */
static const double close_cube = 0.2;

struct level_study {
    const struct engine *eng;
    struct strength player;
    struct strength analyst;
    struct search_scratch *scratch;
    struct ranked_play *ranked; /* room for PLAY_LIST_MAX */
    struct level_figures *figures;
};

struct level_study *level_study_new(const struct engine *eng,
                                    const struct strength *player,
                                    const struct strength *analyst)
{
    struct level_study *study = calloc(1, sizeof *study);
    if (study == NULL) {
        return NULL;
    }
    study->eng = eng;
    study->player = *player;
    study->analyst = *analyst;
    study->scratch = engine_scratch_new(eng);
    study->ranked = error_allocate(PLAY_LIST_MAX * sizeof *study->ranked, NULL);
    if (study->scratch == NULL || study->ranked == NULL) {
        level_study_free(study);
        return NULL;
    }
    return study;
}

void level_study_free(struct level_study *study)
{
    if (study != NULL) {
        free(study->ranked);
        engine_scratch_free(study->scratch);
        free(study);
    }
}

/* ---- decisions ------------------------------------------------------------------- */

static void analyse_play(struct level_study *study, const struct position *pos,
                         const struct match_state *ms, struct roll roll,
                         const struct position *after)
{
    struct level_figures *f = study->figures;
    int count = engine_rank_plays(study->eng, study->scratch, &study->analyst, pos, ms,
                                  roll, study->ranked, PLAY_LIST_MAX);
    int at = engine_evaluate_play(study->eng, study->scratch, &study->analyst, ms,
                                  after, study->ranked, count);
    double loss = (double)(study->ranked[0].equity - study->ranked[at].equity);
    f->plays++;
    f->play_loss += loss;
    f->squares += loss * loss;
    f->worst = fmax(f->worst, loss);
}

static void choose_studied_play(void *context, const struct position *pos,
                                const struct match_state *ms, struct roll roll,
                                struct position *after)
{
    struct level_study *study = context;
    int count = engine_rank_plays(study->eng, study->scratch, &study->player, pos, ms,
                                  roll, study->ranked, PLAY_LIST_MAX);
    *after = study->ranked[0].after;
    if (count > 1) {
        analyse_play(study, pos, ms, roll, after);
    }
}

/* Analyses a cube action: the equities of not acting and acting, and which was done. */
static void analyse_cube(struct level_study *study, double equity[2], int done)
{
    struct level_figures *f = study->figures;
    double loss = fmax(equity[1 - done] - equity[done], 0.0);
    if (loss > 0.0 || equity[done] - equity[1 - done] < close_cube) {
        f->cubes++;
        f->cube_loss += loss;
        f->squares += loss * loss;
    }
}

static bool level_doubles(void *context, const struct position *pos,
                          const struct match_state *ms)
{
    struct level_study *study = context;
    struct cube_decision cube;
    engine_cube_decision(study->eng, study->scratch, &study->player, pos, ms, &cube);
    bool is_double = cube_decision_is_double(&cube);
    engine_cube_decision(study->eng, study->scratch, &study->analyst, pos, ms, &cube);
    double equity[2] = {(double)cube.no_double, (double)cube_decision_doubled(&cube)};
    analyse_cube(study, equity, is_double);
    return is_double;
}

static bool takes(void *context, const struct position *pos,
                  const struct match_state *ms)
{
    struct level_study *study = context;
    struct cube_decision cube; /* the doubler's */
    bool is_take =
        engine_takes_double(study->eng, study->scratch, &study->player, pos, ms, NULL);
    (void)engine_takes_double(study->eng, study->scratch, &study->analyst, pos, ms,
                              &cube);
    double equity[2] = {-(double)cube.double_pass, -(double)cube.double_take};
    analyse_cube(study, equity, is_take);
    return is_take;
}

static void count_game(void *context)
{
    struct level_study *study = context;
    study->figures->games++;
}

/* ---- games ----------------------------------------------------------------------- */

void level_study_match(struct level_study *study, uint64_t seed, int64_t number,
                       struct level_figures *figures)
{
    struct self_player player = {study, choose_studied_play, level_doubles, takes,
                                 count_game};
    struct rng dice;
    rng_seed(&dice, seed, (uint64_t)number);
    study->figures = figures;
    study->player.noise_seed = rng_next(&dice);
    self_match_play(&player, number % 2 == 0 ? 0 : MATCH_LENGTH, &dice);
}

/* ---- figures --------------------------------------------------------------------- */

void level_figures_add(struct level_figures *figures, const struct level_figures *part)
{
    figures->games += part->games;
    figures->plays += part->plays;
    figures->cubes += part->cubes;
    figures->play_loss += part->play_loss;
    figures->cube_loss += part->cube_loss;
    figures->squares += part->squares;
    figures->worst = fmax(figures->worst, part->worst);
}

bool level_figures_write(FILE *file, const struct level_figures *f)
{
    return fprintf(file,
                   "%" PRId64 " %" PRId64 " %" PRId64 " %.17g %.17g %.17g %.17g .\n",
                   f->games, f->plays, f->cubes, f->play_loss, f->cube_loss, f->squares,
                   f->worst) > 0 &&
           fflush(file) == 0;
}

bool level_figures_read(const char *line, struct level_figures *f)
{
    const char *at = line;
    int64_t *const counts[] = {&f->games, &f->plays, &f->cubes};
    double *const sums[] = {&f->play_loss, &f->cube_loss, &f->squares, &f->worst};
    for (int i = 0; i < 3; i++) {
        if (!line_file_integer(&at, INT32_MAX, counts[i])) {
            return false;
        }
    }
    for (int i = 0; i < 4; i++) {
        if (!line_file_number(&at, sums[i]) || *sums[i] < 0.0) {
            return false;
        }
    }
    return strcmp(at, ".") == 0;
}

struct level_rating level_rating(const struct level_figures *figures)
{
    double n = (double)(figures->plays + figures->cubes);
    if (n < 2) {
        return (struct level_rating){0.0, 0.0};
    }
    double mean = (figures->play_loss + figures->cube_loss) / n;
    double variance = fmax(figures->squares / n - mean * mean, 0.0);
    return (struct level_rating){500.0 * mean, 500.0 * sqrt(variance / n)};
}
