/* `fibsbot lab cube-efficiency`: fits cube efficiency to exact endings and to rollouts.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/argument.h"
#include "cmd/tool/long_run.h"
#include "cmd/tool/subcommand.h"
#include "engine/board/decision_context.h"
#include "engine/board/xgid.h"
#include "lab/sets/decision_lines.h"
#include "lab/study/cube_efficiency.h"
#include "lab/study/cube_efficiency_rollouts.h"
#include "lab/study/cube_efficiency_terms.h"

enum { CASES_MAX = 10000, ENDINGS_MAX = 1000000 };

static const char *const owner_names[3] = {
    [CUBE_CENTRED] = "in the middle",
    [CUBE_MINE] = "of the player on roll",
    [CUBE_THEIRS] = "of the opponent",
};

/* What is asked for: one of four forms, how many positions, and the seed they come from.
 */
struct order {
    bool is_match;
    int sample;           /* 0: not asked for */
    const char *rollouts; /* NULL: not asked for */
    int positions;
    uint64_t seed;
};

/* ---- exact endings --------------------------------------------------------------- */

static void print_fits(struct cube_efficiency_fit fits[EFFICIENCY_PLIES][3])
{
    puts(
        "| ply | cube | best efficiency | error with it | with that of params.h | dead cube "
        "|\n| --- | --- | --- | --- | --- | --- |");
    for (int ply = 0; ply < EFFICIENCY_PLIES; ply++) {
        for (int owner = 0; owner < 3; owner++) {
            const struct cube_efficiency_fit *fit = &fits[ply][owner];
            printf("| %d | %s | %.2f | %.4f | %.4f | %.4f |\n", ply, owner_names[owner],
                   fit->efficiency, fit->error, fit->error_now, fit->error_dead);
        }
    }
}

static bool fit_endings(const struct order *order, struct error *err)
{
    struct cube_efficiency_fit fits[EFFICIENCY_PLIES][3];
    char folder[PATHS_MAX];
    if (!paths_find_weights(NULL, folder, err) ||
        !cube_efficiency_fit(folder, order->positions, order->seed, fits, err)) {
        return false;
    }
    print_fits(fits);
    return fflush(stdout) == 0;
}

static bool measure_matches(const struct order *order, struct error *err)
{
    struct match_fits fits;
    char folder[PATHS_MAX];
    if (!paths_find_weights(NULL, folder, err) ||
        !cube_efficiency_match_fit(folder, order->positions, order->seed, &fits, err)) {
        return false;
    }
    puts("| ply | cube | error by class | loss a decision | error by database | loss a "
         "decision |\n| --- | --- | --- | --- | --- | --- |");
    for (int ply = 0; ply < EFFICIENCY_PLIES; ply++) {
        for (int owner = 0; owner < 3; owner++) {
            const struct match_fit *class = &fits.of[EFFICIENCY_BY_CLASS][ply][owner];
            const struct match_fit *known =
                &fits.of[EFFICIENCY_BY_DATABASE][ply][owner];
            printf("| %d | %s | %.4f | %.5f | %.4f | %.5f |\n", ply, owner_names[owner],
                   class->error, class->loss, known->error, known->loss);
        }
    }
    return fflush(stdout) == 0;
}

/* ---- rollouts -------------------------------------------------------------------- */

static void print_id(const struct position *pos, enum cube_owner owner)
{
    struct decision_context at = {.pos = *pos, .ms = match_state_money()};
    char id[XGID_SIZE];
    at.ms.owner = owner;
    at.ms.cube = owner == CUBE_CENTRED ? 1 : 2;
    xgid_write(&at, id);
    puts(id);
}

static bool sample(const struct order *order, struct error *err)
{
    struct position *positions = aligned_alloc(
        alignof(struct position), (size_t)order->sample * sizeof *positions);
    char folder[PATHS_MAX];
    bool is_good =
        (positions != NULL || error_no_memory(err)) &&
        paths_find_weights(NULL, folder, err) &&
        cube_efficiency_sample(folder, order->sample, order->seed, positions, err);
    for (int i = 0; is_good && i < order->sample; i++) {
        print_id(&positions[i], CUBE_CENTRED);
        print_id(&positions[i], CUBE_MINE);
    }
    free(positions);
    return is_good;
}

/* A line of `lab rollout`: a cube action of money play. */
static enum decision_line read_case(void *context, char *line, void *decision,
                                    struct error *err)
{
    struct efficiency_case *c = decision;
    json_t *root = json_loads(line, 0, NULL);
    const json_t *cube = json_object_get(root, "cube");
    const char *id = json_string_value(json_object_get(root, "id"));
    const json_t *probs = json_object_get(cube, "probs");
    struct decision_context at;
    float p[5] = {0};
    (void)context;
    error_set(err, "expected a cube action of `lab rollout`, for money");
    bool is_good = id != NULL && json_array_size(probs) == 5 &&
                   xgid_read(id, &at, err) && at.ms.length == 0 && at.roll.high == 0 &&
                   match_state_may_double(&at.ms);
    for (size_t i = 0; i < 5; i++) {
        p[i] = (float)json_number_value(json_array_get(probs, i));
    }
    if (is_good) {
        *c = (struct efficiency_case){
            .pos = at.pos,
            .outputs = outputs_clamp((struct outputs){p[0], p[1], p[2], p[3], p[4]})};
        c->is_known[at.ms.owner] = c->is_known[CUBE_THEIRS] = true;
        c->equity[at.ms.owner] = json_number_value(json_object_get(cube, "no_double"));
        c->equity[CUBE_THEIRS] =
            json_number_value(json_object_get(cube, "double_take")) / 2.0;
    }
    json_decref(root);
    return is_good ? DECISION_LINE_TAKEN : DECISION_LINE_BAD;
}

static void print_rollout_fits(const struct efficiency_fits *fits)
{
    puts(
        "| class | ply | cube | cases | best efficiency | error with it | with that of "
        "params.h |\n| --- | --- | --- | --- | --- | --- | --- |");
    for (int class = 0; class < EFFICIENCY_CLASSES; class ++) {
        for (int ply = 0; ply < EFFICIENCY_PLIES; ply++) {
            for (int owner = 0; owner <= EFFICIENCY_OWNERS; owner++) {
                const struct efficiency_fit *fit = &fits->of[class][ply][owner];
                if (fit->cases == 0) {
                    continue;
                }
                printf("| %s | %d | %s | %d | %.2f +- %.2f | %.4f | %.4f |\n",
                       cube_efficiency_class_name((enum efficiency_class) class), ply,
                       owner < EFFICIENCY_OWNERS ? owner_names[owner] : "any",
                       fit->cases, fit->efficiency, fit->efficiency_error, fit->error,
                       fit->error_now);
            }
        }
    }
}

static void print_terms(const char *title,
                        const struct efficiency_terms_fit fits[EFFICIENCY_PLIES])
{
    printf("\n| %s: added to the class's efficiency | 0-ply | 1-ply | 2-ply |\n"
           "| --- | --- | --- | --- |\n",
           title);
    for (int t = 0; t < EFFICIENCY_TERMS; t++) {
        printf("| %s |", cube_efficiency_term_name((enum efficiency_term)t));
        for (int ply = 0; ply < EFFICIENCY_PLIES; ply++) {
            printf(" %+.2f +- %.2f |", fits[ply].term[t], fits[ply].term_error[t]);
        }
        putchar('\n');
    }
    printf(
        "| error with the class's efficiency, params.h, these; of each half with the "
        "other's |");
    for (int ply = 0; ply < EFFICIENCY_PLIES; ply++) {
        printf(" %.4f, %.4f, %.4f; %.4f |", fits[ply].error_class, fits[ply].error_now,
               fits[ply].error, fits[ply].error_aside);
    }
    putchar('\n');
}

static bool fit_rollouts(const char *path, struct error *err)
{
    const struct decision_lines lines = {.size = sizeof(struct efficiency_case),
                                         .take = read_case};
    struct efficiency_fits fits;
    struct efficiency_terms_fit terms[EFFICIENCY_PLIES];
    char folder[PATHS_MAX];
    int count;
    struct efficiency_case *cases = decision_lines_read(&lines, path, &count, err);
    bool is_good = cases != NULL && paths_find_weights(NULL, folder, err) &&
                   cube_efficiency_fit_cases(folder, cases, count, &fits, err);
    if (is_good) {
        print_rollout_fits(&fits);
    }
    for (int contact = 1; is_good && contact >= 0; contact--) {
        is_good =
            cube_efficiency_fit_terms(folder, cases, count, contact != 0, terms, err);
        if (is_good && terms[0].values > 0) {
            print_terms(contact ? "contact" : "no contact", terms);
        }
    }
    free(cases);
    return is_good && fflush(stdout) == 0;
}

/* ---- the command line ------------------------------------------------------------ */

/* [POSITIONS [SEED]] or, with --sample, [SEED]. */
static bool check_options(const struct cli_call *call)
{
    struct order *order = call->context;
    int forms = order->is_match + (order->sample > 0) + (order->rollouts != NULL);
    int seed_at = order->sample > 0 ? 0 : 1;
    int most = order->rollouts != NULL ? 0 : seed_at + 1;
    if (forms > 1) {
        return error_set(call->err, "expected one of --match, --sample and --rollouts");
    }
    if (call->words->count > most) {
        return error_set(call->err, "\"%.60s\" is not expected",
                         call->words->word[most]);
    }
    return (call->words->count <= 0 || seed_at == 0 ||
            argument_int("POSITIONS", call->words->word[0], 1, ENDINGS_MAX,
                         &order->positions, call->err)) &&
           (call->words->count <= seed_at ||
            argument_seed(call->words->word[seed_at], &order->seed, call->err));
}

static const struct cli_option options[] = {
    {"match", CLI_FLAG(struct order, is_match),
     .help = "Measure cube efficiency in endings of matches, by class of position and, "
             "from the two-sided database, for each position."},
    {"sample", CLI_INT(struct order, sample, 1, CASES_MAX),
     .help = "Print the ids of N positions from games, each with the cube centred and "
             "owned; `fibsbot lab rollout IDS --out FILE --ply 0` rolls them out."},
    {"rollouts", CLI_FILE(struct order, rollouts),
     .help = "Fit cube efficiency to those rollouts, by class, and what "
             "else it may depend on."},
    {0},
};

static int run(const struct cli_call *call)
{
    const struct order *order = call->context;
    bool is_good = order->rollouts != NULL ? fit_rollouts(order->rollouts, call->err)
                   : order->sample > 0     ? sample(order, call->err)
                   : order->is_match       ? measure_matches(order, call->err)
                                           : fit_endings(order, call->err);
    return is_good ? 0 : 1;
}

const struct cli_command cmd_lab_cube_efficiency = {
    .former = "cube-life",
    .title = "fibsbot lab cube-efficiency",
    .summary = "fit cube efficiency to exact endings and to rollouts",
    .operands = "[POSITIONS [SEED]]",
    .most = 2,
    .synopsis = "fibsbot lab cube-efficiency [POSITIONS [SEED]]\n"
                "fibsbot lab cube-efficiency --match [POSITIONS [SEED]]\n"
                "fibsbot lab cube-efficiency --sample N [SEED] >IDS\n"
                "fibsbot lab cube-efficiency --rollouts FILE\n",
    .about =
        "Fits cube efficiency, the share of a perfectly efficient cube in a real one, "
        "by plies searched and by cube owner, and prints a table in Markdown. The "
        "first form fits it to the exact cubeful equities of random two-sided endings "
        "(200 by default).",
    .options = options,
    .check = check_options,
    .size = sizeof(struct order),
    .defaults = &(const struct order){.positions = 200, .seed = 1},
    .run = run,
};
