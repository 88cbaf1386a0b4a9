#include "server/guard.h"

#include <stddef.h>
#include <string.h>

#include "base/text.h"

/* Rows of accounts made; no name of a user. */
static const char maker[] = "+";

static struct guard_row *find_row(const struct guard *guard, const char *host,
                                  const char *name)
{
    for (int i = 0; i < GUARD_ROWS; i++) {
        const struct guard_row *row = &guard->rows[i];
        if (row->host[0] != '\0' && strcmp(row->host, host) == 0 &&
            strcmp(row->name, name) == 0) {
            return (struct guard_row *)row;
        }
    }
    return NULL;
}

/* The row of a host and name, a new one in place of the stalest. */
static struct guard_row *make_row(struct guard *guard, const char *host,
                                  const char *name)
{
    struct guard_row *row = find_row(guard, host, name);
    if (row != NULL) {
        return row;
    }
    row = &guard->rows[0];
    for (int i = 0; i < GUARD_ROWS; i++) {
        struct guard_row *other = &guard->rows[i];
        if (other->host[0] == '\0' || other->last_ms < row->last_ms) {
            row = other;
        }
        if (row->host[0] == '\0') {
            break;
        }
    }
    *row = (struct guard_row){.count = 0};
    COPY_TEXT(row->host, host);
    COPY_TEXT(row->name, name);
    return row;
}

int64_t guard_opens_at(const struct guard *guard, const char *host, const char *name)
{
    const struct guard_row *row = find_row(guard, host, name);
    return row == NULL ? 0 : row->until_ms;
}

void guard_note_wrong(struct guard *guard, const char *host, const char *name,
                      int delay_ms, int64_t now_ms)
{
    struct guard_row *row = make_row(guard, host, name);
    if (now_ms - row->last_ms > GUARD_FORGETS_MS) {
        row->count = 0;
    }
    row->last_ms = now_ms;
    row->count++;
    int64_t delay = delay_ms;
    for (int i = GUARD_FREE_TRIES; i < row->count && delay < GUARD_DELAY_MAX_MS; i++) {
        delay *= 2;
    }
    if (row->count >= GUARD_FREE_TRIES) {
        row->until_ms =
            now_ms + (delay < GUARD_DELAY_MAX_MS ? delay : GUARD_DELAY_MAX_MS);
    }
}

void guard_note_right(struct guard *guard, const char *host, const char *name)
{
    struct guard_row *row = find_row(guard, host, name);
    if (row != NULL) {
        *row = (struct guard_row){.count = 0};
    }
}

/* Counts the accounts of an hour; returns whether one more is within the limit. */
static bool has_left(struct guard_row *row, int limit, int64_t now_ms)
{
    if (row->count == 0 || now_ms - row->first_ms >= GUARD_HOUR_MS) {
        row->count = 0;
        row->first_ms = now_ms;
    }
    return limit == 0 || row->count < limit;
}

bool guard_lets_in(struct guard *guard, const char *host, int limit, int limit_all,
                   int64_t now_ms)
{
    bool is_here = strncmp(host, "127.", 4) == 0;
    struct guard_row *row = make_row(guard, host, maker);
    bool is_let_in = has_left(row, is_here ? 0 : limit, now_ms);
    is_let_in = has_left(&guard->all, limit_all, now_ms) && is_let_in;
    row->last_ms = now_ms;
    row->count += is_let_in;
    guard->all.count += is_let_in;
    return is_let_in;
}
