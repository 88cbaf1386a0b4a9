#include <string.h>

#include "arena/schedule/matching_internal.h"

enum { NONE = -1 };

/* One search for an augmenting path: a forest from one root that is grown in breadth;
 * a circle of odd length (a blossom) is shrunk by giving its vertices one base. */
struct search {
    const struct matching_graph *graph;
    uint64_t set;
    int mate[MATCHING_MAX];   /* NONE: unmatched */
    int parent[MATCHING_MAX]; /* of an inner vertex: the outer one that reached it */
    int base[MATCHING_MAX];
    bool is_outer[MATCHING_MAX];
    int queue[MATCHING_MAX];
    int first, end;
};

static bool is_in_set(uint64_t set, int vertex)
{
    return (set >> vertex & 1) != 0;
}

static void make_outer(struct search *s, int vertex)
{
    s->is_outer[vertex] = true;
    s->queue[s->end++] = vertex;
}

static void begin_tree(struct search *s, int root)
{
    for (int i = 0; i < MATCHING_MAX; i++) {
        s->parent[i] = NONE;
        s->base[i] = i;
        s->is_outer[i] = false;
    }
    s->first = s->end = 0;
    make_outer(s, root);
}

/* The base at which the ways of two outer vertices to the root meet. */
static int common_base(const struct search *s, int a, int b)
{
    bool is_seen[MATCHING_MAX] = {false};
    for (a = s->base[a];; a = s->base[s->parent[s->mate[a]]]) {
        is_seen[a] = true;
        if (s->mate[a] == NONE || s->parent[s->mate[a]] == NONE) {
            break;
        }
    }
    b = s->base[b];
    while (!is_seen[b]) {
        b = s->base[s->parent[s->mate[b]]];
    }
    return b;
}

/* Marks the bases on the way from `vertex` down to `base`; `child`: whence it is come to.
 */
static void mark_way(struct search *s, bool *is_marked, int vertex, int base, int child)
{
    while (s->base[vertex] != base) {
        is_marked[s->base[vertex]] = is_marked[s->base[s->mate[vertex]]] = true;
        s->parent[vertex] = child;
        child = s->mate[vertex];
        vertex = s->parent[child];
    }
}

static void shrink(struct search *s, int a, int b)
{
    bool is_marked[MATCHING_MAX] = {false};
    int base = common_base(s, a, b);
    mark_way(s, is_marked, a, base, b);
    mark_way(s, is_marked, b, base, a);
    for (int i = 0; i < MATCHING_MAX; i++) {
        if (is_in_set(s->set, i) && is_marked[s->base[i]]) {
            s->base[i] = base;
            if (!s->is_outer[i]) {
                make_outer(s, i);
            }
        }
    }
}

/* Follows the edge from an outer vertex. Returns whether it ends an augmenting path. */
static bool follow(struct search *s, int root, int from, int to)
{
    if (s->base[from] == s->base[to] || s->mate[from] == to) {
        return false;
    }
    if (to == root || (s->mate[to] != NONE && s->parent[s->mate[to]] != NONE)) {
        shrink(s, from, to);
    } else if (s->parent[to] == NONE) {
        s->parent[to] = from;
        if (s->mate[to] == NONE) {
            return true;
        }
        make_outer(s, s->mate[to]);
    }
    return false;
}

/* The unmatched end of an augmenting path from the root, or NONE. */
static int find_path(struct search *s, int root)
{
    begin_tree(s, root);
    while (s->first < s->end) {
        int from = s->queue[s->first++];
        for (int to = 0; to < MATCHING_MAX; to++) {
            if (is_in_set(s->set & s->graph->edges[from], to) &&
                follow(s, root, from, to)) {
                return to;
            }
        }
    }
    return NONE;
}

static void augment(struct search *s, int end)
{
    while (end != NONE) {
        int before = s->parent[end], next = s->mate[before];
        s->mate[end] = before;
        s->mate[before] = end;
        end = next;
    }
}

bool matching_exists(const struct matching_graph *graph, uint64_t set)
{
    struct search s = {.graph = graph, .set = set};
    memset(s.mate, NONE, sizeof s.mate);
    for (int root = 0; root < MATCHING_MAX; root++) {
        if (is_in_set(set, root) && s.mate[root] == NONE) {
            int end = find_path(&s, root);
            if (end == NONE) {
                return false;
            }
            augment(&s, end);
        }
    }
    return true;
}
