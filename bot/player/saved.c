/* The matches that the server has saved for us. */
#include <string.h>

#include "bot/player/saved_internal.h"

struct saved_match *player_find_saved(struct player *p, const char *name)
{
    for (int i = 0; i < p->saved_count; i++) {
        if (strcmp(p->saved[i].name, name) == 0) {
            return &p->saved[i];
        }
    }
    return NULL;
}

void player_forget_saved(struct player *p, const char *name)
{
    for (int i = 0; i < p->saved_count; i++) {
        if (strcmp(p->saved[i].name, name) == 0) {
            p->saved[i] = p->saved[--p->saved_count];
        }
    }
}

void player_ask_saved(struct player *p)
{
    player_send_plain(p, FIBS_CMD_SHOW_SAVED);
}

/* The list has no last line; it has come by the time of the next lobby timeout. */
void player_tell_saved(struct player *p)
{
    if (!p->has_saved_list) {
        return;
    }
    p->has_saved_list = false;
    for (int i = 0; i <= p->saved_count; i++) {
        struct player_output output = {.type = PLAYER_SAVED};
        if (i < p->saved_count) {
            memcpy(output.saved.name, p->saved[i].name, FIBS_NAME_MAX);
            output.saved.length = p->saved[i].length;
        }
        player_emit(p, &output);
    }
}

void player_on_saved_list(struct player *p, const struct fibs_message *m)
{
    (void)m;
    p->saved_count = 0;
    p->has_saved_list = p->knows_saved = true;
}

void player_on_saved_row(struct player *p, const struct fibs_message *m)
{
    if (p->saved_count == SAVED_MAX) {
        return;
    }
    struct saved_match *saved = &p->saved[p->saved_count++];
    (void)fibs_slice_copy(m->names[0], saved->name, sizeof saved->name);
    saved->length = (int)m->numbers[0];
    saved->is_ready = m->id == FIBS_MSG_SAVED_ROW_TWO_STARS;
}
