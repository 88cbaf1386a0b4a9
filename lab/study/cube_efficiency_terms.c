#include "lab/study/cube_efficiency_terms.h"

#include <math.h>
#include <stdlib.h>

#include "lab/study/study_search.h"

enum { TERMS = EFFICIENCY_TERMS };
static const double step = 0.02;  /* of a term, to either side */
static const double ridge = 1e-4; /* keeps terms that no case tells where they are */

const char *cube_efficiency_term_name(enum efficiency_term term)
{
    static const char *const names[TERMS] = {
        "centred",
        "centred, by gammons",
        "owned",
        "owned, by the owner's chance above .5",
        "owned, by gammons lost",
        "owned, by gammons won",
    };
    return names[term];
}

/* ---- terms ----------------------------------------------------------------------- */

/* Efficiencies of positions with contact, or of those without: by class and plies, and
 * terms that are added. */
struct terms {
    bool has_contact;
    int plies;
    double term[TERMS];
};

static double part(float some, double all)
{
    return all > 0.0 ? fmin((double)some / all, 1.0) : 0.0;
}

/* What is added to an owned cube's; chances and gammons are the owner's. */
static double owned_more(const double term[TERMS], double chance, double won,
                         double lost)
{
    return term[EFFICIENCY_OWNED] + term[EFFICIENCY_OWNED_CHANCE] * (chance - 0.5) +
           term[EFFICIENCY_OWNED_LOST_GAMMONS] * lost +
           term[EFFICIENCY_OWNED_WON_GAMMONS] * won;
}

static double limited(double efficiency)
{
    return fmin(fmax(efficiency, 0.0), 1.0);
}

static struct cube_efficiencies with_terms(const void *context,
                                           const struct position *on_roll,
                                           enum cube_side roller, struct outputs mine)
{
    const struct terms *terms = context;
    const double *term = terms->term;
    const double win = (double)mine.win;
    const double won = part(mine.win_gammon + mine.win_backgammon, win);
    const double lost = part(mine.lose_gammon + mine.lose_backgammon, 1.0 - win);
    (void)roller;
    if (position_has_contact(on_roll) != terms->has_contact) {
        return cube_efficiencies_at(on_roll, terms->plies, win);
    }
    struct cube_efficiencies e =
        cube_efficiencies_alike(cube_efficiency(on_roll, terms->plies));
    e.of[CUBE_CENTRED] +=
        term[EFFICIENCY_CENTRED] +
        term[EFFICIENCY_CENTRED_GAMMONS] * (win * won + (1.0 - win) * lost);
    e.of[CUBE_MINE] += owned_more(term, win, won, lost);
    e.of[CUBE_THEIRS] += owned_more(term, 1.0 - win, lost, won);
    for (int owner = 0; owner < EFFICIENCY_OWNERS; owner++) {
        e.of[owner] = limited(e.of[owner]);
    }
    return e;
}

/* ---- rows ------------------------------------------------------------------------ */

/* A cube's value by its class less that by rollout, the derivatives by the terms, and
 * the error with params.h. */
struct term_row {
    int half;
    double error, error_now;
    double slope[TERMS];
};

static double error_with(const struct study_search *study,
                         const struct efficiency_case *c, int owner,
                         const struct terms *terms)
{
    const struct search_efficiencies tried = {.of = with_terms, .context = terms};
    return cube_efficiency_error(study, c, terms->plies, owner, &tried);
}

static struct term_row term_row_at(const struct study_search *study,
                                   const struct efficiency_case *c, int owner,
                                   struct terms terms)
{
    struct term_row row = {
        .half = (int)(position_hash(&c->pos) & 1),
        .error = error_with(study, c, owner, &terms),
        .error_now = cube_efficiency_error(study, c, terms.plies, owner, NULL),
    };
    for (int t = 0; t < TERMS; t++) {
        terms.term[t] = step;
        row.slope[t] = error_with(study, c, owner, &terms);
        terms.term[t] = -step;
        row.slope[t] -= error_with(study, c, owner, &terms);
        row.slope[t] /= 2.0 * step;
        terms.term[t] = 0.0;
    }
    return row;
}

static int fill_rows(const struct study_search *study,
                     const struct efficiency_case *cases, int count,
                     const struct terms *terms, struct term_row *rows)
{
    int used = 0;
    for (int i = 0; i < count; i++) {
        for (int owner = 0; owner < EFFICIENCY_OWNERS; owner++) {
            if (cases[i].is_known[owner] &&
                position_has_contact(&cases[i].pos) == terms->has_contact) {
                rows[used++] = term_row_at(study, &cases[i], owner, *terms);
            }
        }
    }
    return used;
}

/* ---- least squares --------------------------------------------------------------- */

enum { BOTH_HALVES = -1 };

/* Symmetric equations: the last column is the right side, then an inverse. */
struct equations {
    double m[TERMS][2 * TERMS + 1];
};

static void add_row(struct equations *eq, const struct term_row *row)
{
    for (int i = 0; i < TERMS; i++) {
        for (int j = 0; j < TERMS; j++) {
            eq->m[i][j] += row->slope[i] * row->slope[j];
        }
        eq->m[i][2 * TERMS] -= row->slope[i] * row->error;
    }
}

/* Gauss and Jordan; the left side is positive definite. */
static void solve(struct equations *eq)
{
    for (int k = 0; k < TERMS; k++) {
        const double diagonal = eq->m[k][k];
        for (int j = 0; j <= 2 * TERMS; j++) {
            eq->m[k][j] /= diagonal;
        }
        for (int i = 0; i < TERMS; i++) {
            const double factor = i == k ? 0.0 : eq->m[i][k];
            for (int j = 0; j <= 2 * TERMS; j++) {
                eq->m[i][j] -= factor * eq->m[k][j];
            }
        }
    }
}

/* Solves for the moves of the terms by the rows of a half, or of both. */
static struct equations moves_by(const struct term_row *rows, int count, int half)
{
    struct equations eq = {{{0.0}}};
    for (int i = 0; i < TERMS; i++) {
        eq.m[i][i] = ridge;
        eq.m[i][TERMS + i] = 1.0;
    }
    for (int n = 0; n < count; n++) {
        if (half == BOTH_HALVES || rows[n].half == half) {
            add_row(&eq, &rows[n]);
        }
    }
    solve(&eq);
    return eq;
}

static double error_after(const struct term_row *row, const struct equations *moves)
{
    double error = row->error;
    for (int t = 0; t < TERMS; t++) {
        error += row->slope[t] * moves->m[t][2 * TERMS];
    }
    return error;
}

static struct efficiency_terms_fit fit_terms(const struct term_row *rows, int count)
{
    const struct equations all = moves_by(rows, count, BOTH_HALVES);
    const struct equations half[2] = {moves_by(rows, count, 0),
                                      moves_by(rows, count, 1)};
    struct efficiency_terms_fit fit = {.values = count};
    for (int n = 0; n < count; n++) {
        const struct term_row *row = &rows[n];
        fit.error_class += pow(row->error, 2.0) / count;
        fit.error_now += pow(row->error_now, 2.0) / count;
        fit.error += pow(error_after(row, &all), 2.0) / count;
        fit.error_aside += pow(error_after(row, &half[1 - row->half]), 2.0) / count;
    }
    for (int t = 0; t < TERMS; t++) {
        fit.term[t] = all.m[t][2 * TERMS];
        fit.term_error[t] = sqrt(all.m[t][TERMS + t] * fit.error);
    }
    fit.error_class = sqrt(fit.error_class);
    fit.error_now = sqrt(fit.error_now);
    fit.error = sqrt(fit.error);
    fit.error_aside = sqrt(fit.error_aside);
    return fit;
}

bool cube_efficiency_fit_terms(const char *dir, const struct efficiency_case *cases,
                               int count, bool has_contact,
                               struct efficiency_terms_fit fits[EFFICIENCY_PLIES],
                               struct error *err)
{
    struct study_search study;
    struct term_row *rows = calloc((size_t)count * EFFICIENCY_OWNERS, sizeof *rows);
    bool is_good = study_search_open(&study, dir, false, err) &&
                   (rows != NULL || error_no_memory(err));
    for (int ply = 0; is_good && ply < EFFICIENCY_PLIES; ply++) {
        const struct terms terms = {.has_contact = has_contact, .plies = ply};
        fits[ply] = fit_terms(rows, fill_rows(&study, cases, count, &terms, rows));
    }
    study_search_close(&study);
    free(rows);
    return is_good;
}
