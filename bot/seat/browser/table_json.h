#pragma once
/* The table as one line of JSON, as the page of the browser reads it, but for the number of
 * its version (table_view_line()). Points are our own,
 * 24..1, the bar 25, off 0; the opponent's checkers are in their own numbering. */

#include "bot/seat/link/seat_store.h"
#include "engine/cube/cube.h"

struct json_t;

/* The line of a whole view; the caller frees it. `usual`: the level at which the bot was
 * started, or NULL. `may_hint`: "hint" is allowed. `tutor` and
 * `company` (table_guest_object(); both may be NULL) become members and are released.
 * NULL: no memory. */
char *table_json_view(const struct seat_view *view, const struct seat_store *store,
                      const char *usual, bool has_files, bool may_hint,
                      struct json_t *tutor, struct json_t *company);
/* {"events": [...]}, those of a view and before. */
char *table_json_record(const struct seat_event *events, int count);
/* What a double, or the answer to one, is worth to who decides; `cube` is the doubler's. */
struct json_t *table_json_cube(const struct cube_decision *cube, bool is_answer);
/* The checkers of a side by its own points, off first; the owner of a cube in a word. */
struct json_t *table_json_side(const struct side *side);
const char *table_json_owner(enum cube_owner owner);
/* {"error": text}, as table_json_view(). */
char *table_json_error(const char *text);
