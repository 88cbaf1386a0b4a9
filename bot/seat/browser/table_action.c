#include "bot/seat/browser/table_action.h"

#include <jansson.h>
#include <string.h>

/* ---- members --------------------------------------------------------------------- */

/* A member that may be missing; false if it is of another kind. */
static bool read_bool(const json_t *object, const char *name, bool *value)
{
    const json_t *member = json_object_get(object, name);
    if (member != NULL) {
        *value = json_is_true(member);
    }
    return member == NULL || json_is_boolean(member);
}

/* A number within what any action takes. */
static bool read_int(const json_t *object, const char *name, int *value)
{
    enum { MOST = 1000 };
    const json_t *member = json_object_get(object, name);
    if (member == NULL) {
        return true;
    }
    json_int_t number = json_integer_value(member);
    *value = (int)number;
    return json_is_integer(member) && number >= 0 && number <= MOST;
}

static bool read_text_member(const json_t *object, const char *name, char *text,
                             size_t size)
{
    const json_t *member = json_object_get(object, name);
    if (member == NULL) {
        return true;
    }
    size_t length = json_string_length(member);
    const char *value = json_string_value(member);
    if (value == NULL || length >= size) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (value[i] < ' ' || value[i] > '~') {
            return false;
        }
    }
    memcpy(text, value, length + 1);
    return true;
}

static bool read_members(const json_t *object, struct table_action *action)
{
    struct seat_action *seat = &action->seat;
    if (!seat_preferences_read(object, &action->choices)) {
        return false;
    }
    seat->choices = (struct seat_choices){.rolls = action->choices.rolls,
                                          .forced = action->choices.forced,
                                          .next = action->choices.next};
    return read_int(object, "from", &seat->from) && read_int(object, "to", &seat->to) &&
           read_int(object, "number", &seat->number) &&
           read_int(object, "length", &seat->number) &&
           read_bool(object, "drop", &seat->drops) &&
           read_text_member(object, "text", seat->text, sizeof seat->text) &&
           read_text_member(object, "level", seat->level, sizeof seat->level);
}

/* ---- the action ------------------------------------------------------------------ */

static bool find_action(const char *name, struct table_action *action)
{
    static const char *const own[] = {[TABLE_ACT_SURE] = "sure",
                                      [TABLE_ACT_HINT] = "hint",
                                      [TABLE_ACT_UNHINT] = "unhint"};
    for (int i = TABLE_ACT_SURE; i <= TABLE_ACT_UNHINT; i++) {
        if (strcmp(name, own[i]) == 0) {
            action->type = (enum table_action_type)i;
            return true;
        }
    }
    for (int i = 0; i < SEAT_ACTIONS; i++) {
        if (strcmp(name, seat_action_name((enum seat_action_type)i)) == 0) {
            action->type = TABLE_ACT_SEAT;
            action->seat.type = (enum seat_action_type)i;
            return true;
        }
    }
    return false;
}

bool table_action_read(const char *text, size_t length,
                       const struct seat_preferences *now, struct table_action *action,
                       struct error *err)
{
    json_error_t fault;
    json_t *object = json_loadb(text, length, JSON_REJECT_DUPLICATES, &fault);
    const char *name = json_string_value(json_object_get(object, "do"));
    bool is_good = false;
    *action = (struct table_action){.choices = *now};
    if (object == NULL) {
        error_set_kind(err, ERROR_MALFORMED, "not JSON: %.100s", fault.text);
    } else if (name == NULL || !find_action(name, action)) {
        error_set(err, "\"do\" is no action");
    } else if (!read_members(object, action)) {
        error_set(err, "a member of \"%s\" is not what it can be", name);
    } else {
        is_good = true;
    }
    json_decref(object);
    return is_good;
}
