#include "engine/board/situation.h"

#include "engine/board/situation_parts.h"

bool situation_refuse(struct error *err, const char *kind, const char *text,
                      const char *reason)
{
    error_set(err, "%s \"%.80s\": %s", kind, text, reason);
    return false;
}

int situation_cube_log(int cube)
{
    int log = 0;
    while (log < CUBE_LOG_MAX && 1 << log < cube) {
        log++;
    }
    return log;
}

bool situation_opponent_on_roll(const struct situation *at)
{
    return at->is_doubled || (at->resigned > 0 && at->is_opponent_on_roll);
}

struct roll situation_roll(int a, int b)
{
    return a > b ? (struct roll){(uint8_t)a, (uint8_t)b}
                 : (struct roll){(uint8_t)b, (uint8_t)a};
}
