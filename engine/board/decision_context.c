#include "engine/board/decision_context.h"

#include "engine/board/decision_context_parts.h"

bool decision_context_refuse(struct error *err, const char *kind, const char *text,
                             const char *reason)
{
    error_set(err, "%s \"%.80s\": %s", kind, text, reason);
    return false;
}

int decision_context_cube_log(int cube)
{
    int log = 0;
    while (log < CUBE_LOG_MAX && 1 << log < cube) {
        log++;
    }
    return log;
}

bool decision_context_opponent_on_roll(const struct decision_context *at)
{
    return at->is_doubled || (at->resigned > 0 && at->is_opponent_on_roll);
}

struct roll decision_context_roll(int a, int b)
{
    return a > b ? (struct roll){(uint8_t)a, (uint8_t)b}
                 : (struct roll){(uint8_t)b, (uint8_t)a};
}
