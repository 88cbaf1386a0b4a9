#include "engine/eval/eval.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/side_bits.h"
#include "engine/net/net.h"
#include "engine/race/bearoff.h"
#include "engine/race/race.h"

enum { LINE_SIZE = 512, PATH_SIZE = 4096, NETS = 2 };

/* Files that are opened after the whole list has been read. */
enum { ONE_SIDED, TWO_SIDED, RACE_NET, FILES };

struct evaluator {
    const struct net_kernel *kernel;
    struct net *nets[NETS]; /* by enum eval_net */
    struct race *race;      /* may be NULL */
    struct bearoff *bearoff;
    char path[FILES][PATH_SIZE]; /* while opening */
};

/* Queues of positions without an exact value: one for each net, one for races. */
enum { RACES = NETS, QUEUES };

/* Positions that wait for one net, and where their outputs belong. */
enum { QUEUE = 64 };
struct queue {
    int count;
    int index[QUEUE];
    struct position pos[QUEUE];
};

struct eval_scratch {
    struct net_scratch *net;
    struct race_scratch *race;
    uint64_t evaluations;
    struct queue queue[QUEUES];
    struct outputs out[QUEUE];
};

/* ---- opening --------------------------------------------------------------------- */

static bool load_net(struct evaluator *ev, int which, const char *path,
                     struct error *err)
{
    net_free(ev->nets[which]);
    ev->nets[which] = net_load(path, err);
    return ev->nets[which] != NULL;
}

static bool note_path(struct evaluator *ev, int which, const char *path,
                      struct error *err)
{
    (void)err;
    (void)snprintf(ev->path[which], PATH_SIZE, "%s", path);
    return true;
}

/* The words with which a line of weights.txt may begin. */
static const struct {
    const char *word;
    bool (*take)(struct evaluator *ev, int which, const char *path, struct error *err);
    int which;
} entries[] = {
    {"small", load_net, EVAL_PRUNING},  {"big", load_net, EVAL_MAIN},
    {"race", note_path, RACE_NET},      {"bearoff1", note_path, ONE_SIDED},
    {"bearoff2", note_path, TWO_SIDED},
};
enum { ENTRIES = sizeof entries / sizeof entries[0] };

/* Reads one line of the list: "WORD FILE", a comment or nothing. */
static bool take_line(struct evaluator *ev, const char *dir, const char *where,
                      char *line, struct error *err)
{
    if (strlen(line) == LINE_SIZE - 1 && line[LINE_SIZE - 2] != '\n') {
        error_set(err, "%s: the line is longer than %d bytes", where, LINE_SIZE - 2);
        return false;
    }
    line[strcspn(line, "#\r\n")] = '\0';
    char *rest = NULL;
    const char *word = strtok_r(line, " \t", &rest);
    const char *file = word != NULL ? strtok_r(NULL, " \t", &rest) : NULL;
    if (word == NULL) {
        return true;
    }
    if (file == NULL || strtok_r(NULL, " \t", &rest) != NULL) {
        error_set(err, "%s: expected \"%s FILE\"", where, word);
        return false;
    }
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof path, "%s/%s", dir, file);
    for (int i = 0; i < ENTRIES; i++) {
        if (strcmp(word, entries[i].word) == 0) {
            return entries[i].take(ev, entries[i].which, path, err);
        }
    }
    error_set(err, "%s: expected small, big, race, bearoff1 or bearoff2, found \"%s\"",
              where, word);
    return false;
}

static bool read_list(struct evaluator *ev, const char *dir, struct error *err)
{
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof path, "%s/weights.txt", dir);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        error_set(err, "%s: %s", path, strerror(errno));
        return false;
    }
    char line[LINE_SIZE];
    bool is_good = true;
    for (int n = 1; is_good && fgets(line, sizeof line, file) != NULL; n++) {
        char where[PATH_SIZE + 16];
        (void)snprintf(where, sizeof where, "%s:%d", path, n);
        is_good = take_line(ev, dir, where, line, err);
    }
    (void)fclose(file);
    if (is_good && (ev->nets[EVAL_PRUNING] == NULL || ev->nets[EVAL_MAIN] == NULL)) {
        error_set(err, "%s: the line \"%s FILE\" is missing", path,
                  ev->nets[EVAL_PRUNING] == NULL ? "small" : "big");
        return false;
    }
    return is_good;
}

static const char *noted(const struct evaluator *ev, int which)
{
    return ev->path[which][0] != '\0' ? ev->path[which] : NULL;
}

static bool open_databases(struct evaluator *ev, struct error *err)
{
    if (noted(ev, ONE_SIDED) == NULL && noted(ev, TWO_SIDED) == NULL) {
        return true;
    }
    ev->bearoff = bearoff_open(noted(ev, ONE_SIDED), noted(ev, TWO_SIDED), err);
    return ev->bearoff != NULL;
}

/* The race net needs the one-sided database; without it the other nets evaluate
 * races. */
static bool open_race(struct evaluator *ev, struct error *err)
{
    if (noted(ev, RACE_NET) == NULL || noted(ev, ONE_SIDED) == NULL) {
        return true;
    }
    ev->race = race_load(noted(ev, RACE_NET), ev->bearoff, err);
    return ev->race != NULL;
}

struct evaluator *eval_open(const char *dir, struct error *err)
{
    struct evaluator *ev = calloc(1, sizeof *ev);
    if (ev == NULL) {
        error_set(err, "%s: out of memory", dir);
        return NULL;
    }
    ev->kernel = net_kernel_find(NULL);
    if (!read_list(ev, dir, err) || !open_databases(ev, err) || !open_race(ev, err)) {
        eval_close(ev);
        return NULL;
    }
    return ev;
}

void eval_close(struct evaluator *ev)
{
    if (ev == NULL) {
        return;
    }
    for (int n = 0; n < NETS; n++) {
        net_free(ev->nets[n]);
    }
    race_free(ev->race);
    bearoff_close(ev->bearoff);
    free(ev);
}

bool eval_use_kernel(struct evaluator *ev, const char *name)
{
    const struct net_kernel *kernel = net_kernel_find(name);
    if (kernel != NULL) {
        ev->kernel = kernel;
    }
    return kernel != NULL;
}

const char *eval_kernel_name(const struct evaluator *ev)
{
    return ev->kernel->name;
}

const struct bearoff *eval_bearoff(const struct evaluator *ev)
{
    return ev->bearoff;
}

const struct race *eval_race(const struct evaluator *ev)
{
    return ev->race;
}

struct eval_scratch *eval_scratch_new(const struct evaluator *ev)
{
    struct eval_scratch *scratch =
        aligned_alloc(alignof(struct position), sizeof *scratch);
    if (scratch == NULL) {
        return NULL;
    }
    memset(scratch, 0, sizeof *scratch);
    const struct net *const nets[NETS] = {ev->nets[0], ev->nets[1]};
    scratch->net = net_scratch_new(nets, NETS);
    scratch->race = race_scratch_new();
    if (scratch->net == NULL || scratch->race == NULL) {
        eval_scratch_free(scratch);
        return NULL;
    }
    return scratch;
}

void eval_scratch_free(struct eval_scratch *scratch)
{
    if (scratch != NULL) {
        net_scratch_free(scratch->net);
        race_scratch_free(scratch->race);
        free(scratch);
    }
}

/* ---- evaluating ------------------------------------------------------------------ */

/* Evaluates positions that need no net. Returns false for all others. */
static bool is_known(const struct evaluator *ev, const struct position *after,
                     struct outputs *out)
{
    int result = position_game_result(after);
    if (result != 0) {
        *out = outputs_of_result(result);
        return true;
    }
    return ev->bearoff != NULL && bearoff_outputs(ev->bearoff, after, out);
}

static int queue_for(const struct evaluator *ev, enum eval_net net,
                     const struct position *after)
{
    return ev->race != NULL && !position_has_contact(after) ? RACES : (int)net;
}

static void empty_queue(const struct evaluator *ev, struct eval_scratch *scratch,
                        int which, struct outputs *out)
{
    struct queue *queue = &scratch->queue[which];
    if (which == RACES) {
        race_evaluate(ev->race, ev->bearoff, ev->kernel, scratch->race, queue->pos,
                      queue->count, scratch->out);
    } else {
        net_evaluate(ev->nets[which], ev->kernel, scratch->net, queue->pos,
                     queue->count, scratch->out);
    }
    for (int i = 0; i < queue->count; i++) {
        out[queue->index[i]] = scratch->out[i];
    }
    scratch->evaluations += (uint64_t)queue->count;
    queue->count = 0;
}

/* Whether only the nets can evaluate the position: one with contact. */
static inline bool is_for_nets(const struct position *after)
{
    return after->mine.at[POINT_OFF] < CHECKERS &&
           after->theirs.at[POINT_OFF] < CHECKERS && position_is_contact(after);
}

static bool are_all_for_nets(const struct position *after, int count)
{
    for (int i = 0; i < count; i++) {
        if (!is_for_nets(&after[i])) {
            return false;
        }
    }
    return true;
}

void eval_expect(struct eval_scratch *scratch, const struct position *before)
{
    net_expect(scratch->net, before);
}

void eval_afterstates(const struct evaluator *ev, struct eval_scratch *scratch,
                      enum eval_net net, const struct position *after, int count,
                      struct outputs *out)
{
    if (are_all_for_nets(after, count)) {
        net_evaluate(ev->nets[net], ev->kernel, scratch->net, after, count, out);
        scratch->evaluations += (uint64_t)count;
        return;
    }
    for (int i = 0; i < count; i++) {
        if (!is_for_nets(&after[i]) && is_known(ev, &after[i], &out[i])) {
            continue;
        }
        int which = queue_for(ev, net, &after[i]);
        struct queue *queue = &scratch->queue[which];
        queue->pos[queue->count] = after[i];
        queue->index[queue->count++] = i;
        if (queue->count == QUEUE) {
            empty_queue(ev, scratch, which, out);
        }
    }
    for (int which = 0; which < QUEUES; which++) {
        if (scratch->queue[which].count > 0) {
            empty_queue(ev, scratch, which, out);
        }
    }
}

uint64_t eval_count(const struct eval_scratch *scratch)
{
    return scratch->evaluations;
}
