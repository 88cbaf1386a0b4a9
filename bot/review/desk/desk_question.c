#include "bot/review/desk/desk_question.h"

#include <string.h>

#include <jansson.h>

#include "engine/rollout/roller.h"

static const struct desk_method methods[] = {
    {"2-ply", DESK_SEARCH, 2},     {"3-ply", DESK_SEARCH, 3},
    {"roller", DESK_ROLLOUT, 2},   {"roller+", DESK_ROLLOUT, 2},
    {"roller++", DESK_ROLLOUT, 2}, {"rollout", DESK_ROLLOUT, 2},
    {"scores", DESK_SCORES, 2},
};

static const struct desk_method *find_method(const char *name)
{
    for (size_t i = 0; name != NULL && i < sizeof methods / sizeof methods[0]; i++) {
        if (strcmp(name, methods[i].name) == 0) {
            return &methods[i];
        }
    }
    return NULL;
}

/* ---- members --------------------------------------------------------------------- */

static json_t *object_of(const char *text, size_t length, struct error *err)
{
    json_error_t fault;
    json_t *object = json_loadb(text, length, JSON_REJECT_DUPLICATES, &fault);
    if (object == NULL) {
        error_set_kind(err, ERROR_MALFORMED, "not JSON: %.100s", fault.text);
    }
    return object;
}

/* A text that is shown again: UTF-8 without control characters. */
static bool read_text(const json_t *object, const char *name, char *text, size_t size,
                      struct error *err)
{
    const json_t *member = json_object_get(object, name);
    const char *value = json_string_value(member);
    size_t length = json_string_length(member);
    if (value == NULL || length >= size) {
        return error_set(err, "\"%s\" is no text of at most %d bytes", name,
                         (int)size - 1);
    }
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)value[i] < ' ') {
            return error_set(err, "\"%s\" has control characters", name);
        }
    }
    memcpy(text, value, length + 1);
    return true;
}

static bool bounded_member(const json_t *object, const char *name, int64_t low,
                           int64_t high, int64_t *number, struct error *err)
{
    const json_t *member = json_object_get(object, name);
    *number = json_integer_value(member);
    return (json_is_integer(member) && *number >= low && *number <= high) ||
           error_set(err, "\"%s\" is no number that it can be", name);
}

/* ---- questions ------------------------------------------------------------------- */

static bool read_question(const json_t *object, struct desk_question *question,
                          struct error *err)
{
    question->method = find_method(json_string_value(json_object_get(object, "by")));
    if (question->method == NULL) {
        return error_set(err, "\"by\" is no judge");
    }
    question->roller = roller_find(question->method->name);
    if (!read_text(object, "xgid", question->id, sizeof question->id, err) ||
        !read_text(object, "play", question->play, sizeof question->play, err) ||
        !analysis_read(question->id, &question->at, err)) {
        return false;
    }
    bool has_dice = question->at.roll.high != 0;
    if (question->at.has_no_cube && !has_dice) {
        return error_set(err, "nobody may double there: no cube action to judge");
    }
    return question->at.resigned == 0
               ? question->method->judge != DESK_SCORES || !has_dice ||
                     error_set(err, "scores are of cube actions: without dice")
               : error_set(err, "resignations are not judged here");
}

bool desk_question_read(const char *text, size_t length, struct desk_question *question,
                        struct error *err)
{
    json_t *object = object_of(text, length, err);
    *question = (struct desk_question){.method = NULL};
    bool is_good = object != NULL && read_question(object, question, err);
    json_decref(object);
    return is_good;
}

bool desk_question_id(const char *text, size_t length, struct decision_context *at,
                      struct error *err)
{
    char id[DESK_TEXT_SIZE];
    json_t *object = object_of(text, length, err);
    bool is_good = object != NULL && read_text(object, "id", id, sizeof id, err) &&
                   analysis_read(id, at, err);
    json_decref(object);
    return is_good;
}

/* The note may be missing. */
static bool read_note(const json_t *object, bool *has_note, char note[DESK_NOTE_SIZE],
                      struct error *err)
{
    *has_note = json_object_get(object, "note") != NULL;
    return !*has_note || read_text(object, "note", note, DESK_NOTE_SIZE, err);
}

bool desk_question_card(const char *text, size_t length, struct desk_card *card,
                        struct error *err)
{
    enum { DAYS = 100000 };
    int64_t box;
    json_t *object = object_of(text, length, err);
    bool is_good = object != NULL &&
                   bounded_member(object, "key", 1, INT64_MAX, &card->key, err) &&
                   bounded_member(object, "box", 1, 5, &box, err) &&
                   bounded_member(object, "due", 0, DAYS, &card->due, err) &&
                   read_note(object, &card->has_note, card->note, err);
    card->box = is_good ? (int)box : 1;
    json_decref(object);
    return is_good;
}

bool desk_question_note(const char *text, size_t length, struct desk_note *note,
                        struct error *err)
{
    json_t *object = object_of(text, length, err);
    bool is_good = object != NULL &&
                   bounded_member(object, "match", 1, INT64_MAX, &note->match, err) &&
                   read_text(object, "link", note->link, sizeof note->link, err) &&
                   read_note(object, &note->has_note, note->note, err);
    json_decref(object);
    return is_good;
}

bool desk_question_day(const char *text, size_t length, int64_t *day, struct error *err)
{
    json_t *object = object_of(text, length, err);
    bool is_good =
        object != NULL && bounded_member(object, "day", 0, INT32_MAX, day, err);
    json_decref(object);
    return is_good;
}

bool desk_question_player(const char *text, size_t length, char name[RECORD_NAME_MAX],
                          struct error *err)
{
    json_t *object = object_of(text, length, err);
    bool is_good =
        object != NULL && read_text(object, "name", name, RECORD_NAME_MAX, err);
    json_decref(object);
    return is_good;
}
