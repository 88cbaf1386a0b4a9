#include "engine/rollout/rollout_nodes.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/digest.h"
#include "engine/board/position.h"

/* About 15 MB. All positions of the first four half-moves would be 21 + 441 + 9,261,
 * but few rollouts reach half of them. */
enum { NODES = 1 << 12, LOCKS = 1 << 6 };

struct rollout_nodes {
    pthread_mutex_t locks[LOCKS];
    struct rollout_node table[NODES];
};

struct rollout_nodes *rollout_nodes_new(void)
{
    struct rollout_nodes *nodes =
        aligned_alloc(alignof(struct rollout_nodes), sizeof *nodes);
    if (nodes == NULL) {
        return NULL;
    }
    for (int i = 0; i < LOCKS; i++) {
        (void)pthread_mutex_init(&nodes->locks[i], NULL);
    }
    rollout_nodes_clear(nodes);
    return nodes;
}

void rollout_nodes_free(struct rollout_nodes *nodes)
{
    for (int i = 0; nodes != NULL && i < LOCKS; i++) {
        (void)pthread_mutex_destroy(&nodes->locks[i]);
    }
    free(nodes);
}

void rollout_nodes_clear(struct rollout_nodes *nodes)
{
    for (int i = 0; i < NODES; i++) {
        nodes->table[i].key = 0;
    }
}

uint64_t rollout_node_key(const struct position *pos, const struct match_state *ms,
                          bool is_cube_dead, int play_ply)
{
    const int fields[] = {
        ms->length,
        ms->my_score,
        ms->their_score,
        ms->cube,
        (int)ms->owner,
        ms->is_crawford + 2 * ms->has_jacoby + 4 * ms->has_beavers + 8 * is_cube_dead +
            16 * ms->pays_by_board + 32 * play_ply,
    };
    uint64_t key = position_hash(pos);
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        key = digest_u32(key, (uint32_t)fields[i]);
    }
    return key != 0 ? key : 1;
}

void rollout_nodes_get(struct rollout_nodes *nodes, uint64_t key,
                       struct rollout_node *node)
{
    const struct rollout_node *entry = &nodes->table[key % NODES];
    pthread_mutex_t *lock = &nodes->locks[key % LOCKS];
    (void)pthread_mutex_lock(lock);
    bool is_found = entry->key == key;
    if (is_found) {
        *node = *entry;
    }
    (void)pthread_mutex_unlock(lock);
    if (!is_found) {
        node->key = key;
        node->has_action = node->has_rolls = false;
        node->chosen_mask = 0;
    }
}

void rollout_nodes_put(struct rollout_nodes *nodes, const struct rollout_node *node)
{
    pthread_mutex_t *lock = &nodes->locks[node->key % LOCKS];
    (void)pthread_mutex_lock(lock);
    nodes->table[node->key % NODES] = *node;
    (void)pthread_mutex_unlock(lock);
}
