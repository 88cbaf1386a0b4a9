/* `fibsbot lab judge`: a net against rolled-out decisions. */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/subcommand.h"
#include "engine/lab/judge.h"
#include "engine/net.h"
#include "engine/position_id.h"
#include "engine/xgid.h"

static const char usage[] =
    "usage: fibsbot lab judge NET FILE.jsonl\n"
    "\n"
    "Measures a weights file at 0-ply on rolled-out decisions, one a line:\n"
    "  {\"candidates\": [{\"xgid\": ID, \"equity\": E, \"probs\": [5 numbers]}, ...]}\n"
    "The ids show the board after the play, the opponent being on roll; equity and\n"
    "probabilities (win, gammon, backgammon, lost gammon, lost backgammon) are those\n"
    "of the player who made it, cubeless, for money.\n";

enum { CANDIDATES_MAX = 16 };

struct decision {
    int count;
    struct position after[CANDIDATES_MAX];
    struct candidate candidates[CANDIDATES_MAX];
};

static bool read_candidate(const json_t *object, struct position *after,
                           struct candidate *c, struct engine_error *err)
{
    const char *xgid = json_string_value(json_object_get(object, "xgid"));
    const json_t *equity = json_object_get(object, "equity");
    const json_t *probs = json_object_get(object, "probs");
    float p[5];
    if (xgid == NULL || !json_is_number(equity) || json_array_size(probs) != 5) {
        engine_error_set(err, "a candidate needs \"xgid\", \"equity\" and 5 \"probs\"");
        return false;
    }
    for (size_t i = 0; i < 5; i++) {
        p[i] = (float)json_number_value(json_array_get(probs, i));
    }
    struct situation at;
    if (!xgid_read(xgid, &at, err)) {
        return false;
    }
    *after = position_swap(&at.pos);
    c->truth = (struct outputs){p[0], p[1], p[2], p[3], p[4]};
    c->truth_equity = json_number_value(equity);
    return true;
}

static bool read_decision(const char *line, struct decision *decision,
                          struct engine_error *err)
{
    json_error_t json_err;
    json_t *root = json_loads(line, 0, &json_err);
    const json_t *list = json_object_get(root, "candidates");
    size_t count = json_array_size(list);
    bool is_good = true;
    decision->count = 0;
    if (list == NULL && json_is_integer(json_object_get(root, "line"))) {
        json_decref(root); /* a cube action or a single play of lab rollout */
        return true;
    }
    if (count < 2 || count > CANDIDATES_MAX) {
        engine_error_set(err, "expected an object with 2 to %d \"candidates\"",
                         CANDIDATES_MAX);
        is_good = false;
    }
    for (size_t i = 0; is_good && i < count; i++) {
        is_good = read_candidate(json_array_get(list, i), &decision->after[i],
                                 &decision->candidates[i], err);
    }
    decision->count = (int)count;
    json_decref(root);
    return is_good;
}

static void value(const struct net *net, struct net_scratch *scratch,
                  struct decision *decision)
{
    struct outputs out[CANDIDATES_MAX];
    net_evaluate(net, net_kernel_find(NULL), scratch, decision->after, decision->count,
                 out);
    for (int i = 0; i < decision->count; i++) {
        decision->candidates[i].value = out[i];
    }
}

static void print_figures(const char *name, const struct judgement *j)
{
    struct judge_figures f = judge_figures(j);
    printf("%s: PR %.2f +- %.2f  RMSE %.4f  sibling RMSE %.4f  "
           "(%d decisions, %d candidates)\n"
           "  RMSE of win %.4f  gammon %.4f  backgammon %.4f  lost gammon %.4f  "
           "lost backgammon %.4f\n",
           name, f.rating, f.rating_error, f.rmse, f.sibling_rmse, j->decisions,
           j->candidates, f.output_rmse[0], f.output_rmse[1], f.output_rmse[2],
           f.output_rmse[3], f.output_rmse[4]);
}

static bool judge_file(const struct net *net, struct net_scratch *scratch,
                       const char *path, struct judgement *j, struct engine_error *err)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        engine_error_set(err, "%s: %s", path, strerror(errno));
        return false;
    }
    static const size_t line_size = 1 << 16;
    char *line = malloc(line_size);
    bool is_good = line != NULL;
    for (int n = 1; is_good && fgets(line, (int)line_size, file) != NULL; n++) {
        struct decision decision;
        struct engine_error why;
        is_good = read_decision(line, &decision, &why);
        if (!is_good) {
            engine_error_set(err, "%s:%d: %.180s", path, n, why.text);
            break;
        }
        if (decision.count > 0) {
            value(net, scratch, &decision);
            judge_decision(j, decision.candidates, decision.count);
        }
    }
    free(line);
    (void)fclose(file);
    return is_good;
}

static int run(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return 0;
    }
    if (argc != 3) {
        fputs(usage, stderr);
        return 2;
    }
    struct engine_error err;
    struct net *net = net_load(argv[1], &err);
    const struct net *const nets[1] = {net};
    struct net_scratch *scratch = net != NULL ? net_scratch_new(nets, 1) : NULL;
    struct judgement j = {.decisions = 0};
    bool is_good = scratch != NULL && judge_file(net, scratch, argv[2], &j, &err);
    if (is_good && j.decisions > 0) {
        print_figures(argv[1], &j);
    } else {
        fprintf(stderr, "fibsbot lab judge: %s\n",
                is_good ? "the file is empty" : err.text);
    }
    net_scratch_free(scratch);
    net_free(net);
    return is_good && j.decisions > 0 ? 0 : 1;
}

const struct subcommand cmd_lab_judge = {"judge",
                                         "measure a net on rolled-out decisions", run};
