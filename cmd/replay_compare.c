#include "cmd/replay_compare.h"

#include <stdio.h>
#include <string.h>

static void remove_first(struct replay_compare_side *side)
{
    side->count--;
    memmove(side->text[0], side->text[1], (size_t)side->count * sizeof side->text[0]);
}

static int find_text(const struct replay_compare_side *side, const char *text)
{
    for (int i = 0; i < side->count; i++) {
        if (strcmp(side->text[i], text) == 0) {
            return i;
        }
    }
    return -1;
}

/* All but the last `keep` are differences. */
static void flush_side(struct replay_compare *compare, struct replay_compare_side *side,
                       int keep, int64_t at_ms)
{
    while (side->count > keep) {
        printf("%8lld %c %s\n", (long long)at_ms, side == &compare->now ? '+' : '-',
               side->text[0]);
        compare->different++;
        remove_first(side);
    }
}

/* `mine` gets a command. If the other side has it already, both are matched, and what
 * was left before it is a difference. */
static void match_command(struct replay_compare *compare,
                          struct replay_compare_side *mine,
                          struct replay_compare_side *other, int64_t at_ms,
                          const char *text)
{
    int at = find_text(other, text);
    if (at < 0) {
        flush_side(compare, mine, REPLAY_WAITING_MAX - 1, at_ms);
        (void)snprintf(mine->text[mine->count++], FIBS_COMMAND_MAX, "%s", text);
        return;
    }
    flush_side(compare, other, other->count - at, at_ms);
    flush_side(compare, mine, 0, at_ms);
    remove_first(other);
    compare->same++;
}

void replay_then(struct replay_compare *compare, int64_t at_ms, const char *text)
{
    match_command(compare, &compare->then, &compare->now, at_ms, text);
}

void replay_now(struct replay_compare *compare, int64_t at_ms, const char *text)
{
    match_command(compare, &compare->now, &compare->then, at_ms, text);
}

bool replay_waits(const struct replay_compare *compare, const char *text)
{
    return find_text(&compare->now, text) >= 0;
}

void replay_finish(struct replay_compare *compare, int64_t at_ms)
{
    flush_side(compare, &compare->then, 0, at_ms);
    flush_side(compare, &compare->now, 0, at_ms);
}
