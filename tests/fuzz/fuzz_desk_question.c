/* What the page of a review posts: any bytes are a question within its bounds, or a refusal. */
#include <assert.h>
#include <string.h>

#include "bot/review/desk/desk_question.h"
#include "tests/fuzz/fuzz_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    struct desk_question question;
    struct decision_context at;
    struct desk_card card;
    struct desk_note note;
    struct error err = {0};
    char name[RECORD_NAME_MAX];
    int64_t day;
    if (desk_question_read(text, size, &question, &err)) {
        assert(question.method != NULL);
        assert(memchr(question.play, '\0', sizeof question.play) != NULL);
    } else {
        assert(err.text[0] != '\0');
    }
    if (desk_question_card(text, size, &card, &err)) {
        assert(card.key > 0 && card.box >= 1 && card.box <= 5 && card.due >= 0);
        assert(!card.has_note || memchr(card.note, '\0', sizeof card.note) != NULL);
    }
    if (desk_question_note(text, size, &note, &err)) {
        assert(note.match > 0 && memchr(note.link, '\0', sizeof note.link) != NULL);
        assert(!note.has_note || memchr(note.note, '\0', sizeof note.note) != NULL);
    }
    if (desk_question_day(text, size, &day, &err)) {
        assert(day >= 0);
    }
    if (desk_question_player(text, size, name, &err)) {
        assert(memchr(name, '\0', sizeof name) != NULL);
    }
    (void)desk_question_id(text, size, &at, &err);
    return 0;
}
