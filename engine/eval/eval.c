#include "engine/eval/eval.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/text.h"
#include "engine/board/position.h"
#include "engine/board/side_bits.h"
#include "engine/net/net.h"
#include "engine/net/weights_file.h"
#include "engine/race/race.h"

enum { LINE_SIZE = 512, NETS = 2 };

struct evaluator {
    const struct net_kernel *kernel;
    struct net *nets[NETS]; /* by enum eval_net; may be the same */
    struct race *race;      /* may be NULL */
    struct bearoff *bearoff;
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

/* The files of a list, after the nets (enum eval_net). */
enum { RACE_NET = NETS, ONE_SIDED, TWO_SIDED, FILES };

/* The words with which a line of weights.txt may begin. */
static const char *const file_words[FILES] = {
    [EVAL_PRUNING] = "small", [EVAL_MAIN] = "big",      [RACE_NET] = "race",
    [ONE_SIDED] = "bearoff1", [TWO_SIDED] = "bearoff2",
};

/* The paths that a list names; empty: none. */
struct file_list {
    char path[FILES][EVAL_PATH_SIZE];
};

/* Reads one line of the list: "WORD FILE", a comment or nothing. */
static bool read_list_line(struct file_list *list, const char *dir, const char *where,
                           char *line, struct error *err)
{
    if (strlen(line) == LINE_SIZE - 1 && line[LINE_SIZE - 2] != '\n') {
        return error_set_kind(err, ERROR_MALFORMED,
                              "%s: the line is longer than %d bytes", where,
                              LINE_SIZE - 2);
    }
    line[strcspn(line, "#\r\n")] = '\0';
    char *rest = NULL;
    const char *word = strtok_r(line, " \t", &rest);
    const char *file = word != NULL ? strtok_r(NULL, " \t", &rest) : NULL;
    if (word == NULL) {
        return true;
    }
    if (file == NULL || strtok_r(NULL, " \t", &rest) != NULL) {
        return error_set_kind(err, ERROR_MALFORMED, "%s: expected \"%s FILE\"", where,
                              word);
    }
    for (int i = 0; i < FILES; i++) {
        if (strcmp(word, file_words[i]) == 0) {
            (void)snprintf(list->path[i], EVAL_PATH_SIZE, "%s/%s", dir, file);
            return true;
        }
    }
    return error_set_kind(
        err, ERROR_MALFORMED,
        "%s: expected small, big, race, bearoff1 or bearoff2, found \"%s\"", where,
        word);
}

static bool read_list(struct file_list *list, const char *dir, struct error *err)
{
    char path[EVAL_PATH_SIZE];
    FORMAT_TEXT(path, "%s/weights.txt", dir);
    FILE *file = file_to_read(path, err);
    if (file == NULL) {
        return false;
    }
    char line[LINE_SIZE];
    bool is_good = true;
    for (int n = 1; is_good && fgets(line, sizeof line, file) != NULL; n++) {
        char where[EVAL_PATH_SIZE + 16];
        FORMAT_TEXT(where, "%s:%d", path, n);
        is_good = read_list_line(list, dir, where, line, err);
    }
    (void)fclose(file);
    return is_good;
}

bool eval_net_path(const char *dir, enum eval_net net, char path[EVAL_PATH_SIZE],
                   struct error *err)
{
    struct file_list list = {{""}};
    struct error why;
    bool is_good = read_list(&list, dir, &why) || why.kind == ERROR_NOT_FOUND;
    memcpy(path, list.path[net], EVAL_PATH_SIZE);
    return is_good || error_set_from(err, &why, "%s", why.text);
}

/* The digest that the head of a net's file holds, or 0 if there is none. That it is right
 * is checked when the net is loaded. */
static uint64_t held_digest(const char *path)
{
    unsigned char head[WEIGHTS_FILE_HEAD] = {0};
    FILE *file = fopen(path, "rb");
    bool is_read = file != NULL && fread(head, 1, sizeof head, file) == sizeof head;
    if (file != NULL) {
        (void)fclose(file);
    }
    return is_read ? weights_file_digest(head) : 0;
}

uint64_t eval_digest_nets(uint64_t digest, const char *dir)
{
    struct file_list list = {{""}};
    struct error err;
    bool is_read = read_list(&list, dir, &err);
    for (int i = 0; is_read && i <= RACE_NET; i++) {
        const char *path = list.path[i];
        const uint64_t held = held_digest(path);
        uint64_t named = 0;
        bool is_told = weights_file_named_digest(path, &named) && named == held;
        if (path[0] != '\0' && !is_told) {
            digest = digest_u32(digest, (uint32_t)i);
            digest = digest_u32(digest, (uint32_t)held);
            digest = digest_u32(digest, (uint32_t)(held >> 32));
        }
    }
    return digest;
}

static bool open_nets(struct evaluator *ev, const struct file_list *list,
                      const char *dir, struct error *err)
{
    for (int n = 0; n < NETS; n++) {
        if (list->path[n][0] != '\0') {
            ev->nets[n] = net_load(list->path[n], err);
            if (ev->nets[n] == NULL) {
                return false;
            }
        }
    }
    int missing = ev->nets[EVAL_PRUNING] == NULL ? EVAL_PRUNING : EVAL_MAIN;
    if (ev->nets[missing] == NULL) {
        error_set_kind(err, ERROR_MALFORMED,
                       "%s/weights.txt: the line \"%s FILE\" is missing", dir,
                       file_words[missing]);
    }
    return ev->nets[missing] != NULL;
}

/* Opens the databases, and the race net if there is a one-sided one, which it needs:
 * without it the other nets evaluate races. */
static bool open_databases(struct evaluator *ev, const struct file_list *list,
                           struct error *err)
{
    const char *path[FILES];
    for (int i = 0; i < FILES; i++) {
        path[i] = list->path[i][0] != '\0' ? list->path[i] : NULL;
    }
    if (path[ONE_SIDED] != NULL || path[TWO_SIDED] != NULL) {
        ev->bearoff = bearoff_open(path[ONE_SIDED], path[TWO_SIDED], err);
        if (ev->bearoff == NULL) {
            return false;
        }
    }
    if (path[RACE_NET] != NULL && path[ONE_SIDED] != NULL) {
        ev->race = race_load(path[RACE_NET], ev->bearoff, err);
        return ev->race != NULL;
    }
    return true;
}

static struct evaluator *new_evaluator(struct error *err)
{
    struct evaluator *ev = error_allocate(sizeof *ev, err);
    if (ev == NULL) {
        return NULL;
    }
    ev->kernel = net_kernel_find(NULL);
    return ev;
}

struct evaluator *eval_open(const char *dir, struct error *err)
{
    struct file_list list = {{""}};
    struct evaluator *ev = new_evaluator(err);
    if (ev == NULL || !read_list(&list, dir, err) || !open_nets(ev, &list, dir, err) ||
        !open_databases(ev, &list, err)) {
        eval_close(ev);
        return NULL;
    }
    return ev;
}

struct evaluator *eval_open_net(const char *path, struct error *err)
{
    struct evaluator *ev = new_evaluator(err);
    struct net *net = ev != NULL ? net_load(path, err) : NULL;
    if (net == NULL) {
        eval_close(ev);
        return NULL;
    }
    ev->nets[EVAL_PRUNING] = ev->nets[EVAL_MAIN] = net;
    return ev;
}

void eval_close(struct evaluator *ev)
{
    if (ev == NULL) {
        return;
    }
    net_free(ev->nets[EVAL_PRUNING]);
    if (ev->nets[EVAL_MAIN] != ev->nets[EVAL_PRUNING]) {
        net_free(ev->nets[EVAL_MAIN]);
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
    struct eval_scratch *scratch = error_allocate(sizeof *scratch, NULL);
    if (scratch == NULL) {
        return NULL;
    }
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
static bool evaluate_without_net(const struct evaluator *ev,
                                 const struct position *after, struct outputs *out)
{
    int result = position_game_result(after);
    if (result != 0) {
        *out = outputs_of_result(result);
        return true;
    }
    return ev->bearoff != NULL && bearoff_outputs(ev->bearoff, after, out);
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

bool eval_needs_no_net(const struct evaluator *ev, const struct position *pos)
{
    return ev->race != NULL && !is_for_nets(pos);
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

void eval_by_net(const struct evaluator *ev, struct eval_scratch *scratch,
                 enum eval_net net, const struct position *after, int count,
                 struct outputs *out)
{
    net_evaluate(ev->nets[net], ev->kernel, scratch->net, after, count, out);
    scratch->evaluations += (uint64_t)count;
}

void eval_afterstates(const struct evaluator *ev, struct eval_scratch *scratch,
                      enum eval_net net, const struct position *after, int count,
                      struct outputs *out)
{
    if (are_all_for_nets(after, count)) {
        eval_by_net(ev, scratch, net, after, count, out);
        return;
    }
    for (int i = 0; i < count; i++) {
        if (!is_for_nets(&after[i]) && evaluate_without_net(ev, &after[i], &out[i])) {
            continue;
        }
        bool is_race = ev->race != NULL && !position_has_contact(&after[i]);
        int which = is_race ? RACES : (int)net;
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
