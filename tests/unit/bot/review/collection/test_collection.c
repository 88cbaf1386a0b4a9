/* The collection of reviewed matches: what is kept once is found again. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "base/database.h"
#include "bot/review/collection/collection.h"
#include "tests/unit/engine/shipped_engine.h"
#include "tests/unit/match/sample_match.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

static struct {
    struct collection *collection;
    struct match_turns *turns;
    struct match_analysis *analysis;
    int64_t id;
} kept;

static int64_t add(const char *path, const struct match_turns *turns)
{
    struct error err = {0};
    const struct collection_match match = {path, 1, turns};
    int64_t id = collection_add(kept.collection, &match, &err);
    assert_string_equal(err.text, "");
    return id;
}

static int open_collection(void **state)
{
    struct error err = {0};
    if (open_engine(state) != 0) {
        return 1;
    }
    kept.collection = collection_open(":memory:", &err);
    assert_non_null(kept.collection);
    kept.turns = sample_match("21: 6/4 6/5", NULL);
    assert_non_null(kept.turns);
    kept.id = add("a.mat", kept.turns);
    kept.analysis = match_analysis_new(eng, scratch, kept.turns);
    while (match_analysis_step(kept.analysis)) {
    }
    const struct match_report report = {kept.turns, kept.analysis, .program = "test"};
    assert_true(collection_keep(kept.collection, kept.id, "2-ply", &report, &err));
    return 0;
}

static int close_collection(void **state)
{
    match_analysis_free(kept.analysis);
    match_turns_free(kept.turns);
    collection_close(kept.collection);
    return close_engine(state);
}

TEST(a_match_is_known_by_its_decisions_wherever_its_file_is)
{
    struct match_turns *other = sample_match("21: 13/11 6/5", NULL);
    assert_non_null(other);
    assert_true(kept.id >= 1);
    assert_true(add("elsewhere/b.mat", kept.turns) == kept.id);
    assert_true(add("a.mat", other) != kept.id);
    match_turns_free(other);
}

TEST(an_analysis_is_restored_to_the_bit_by_the_same_judge_alone)
{
    struct match_analysis *again = match_analysis_new(eng, scratch, kept.turns);
    assert_false(
        collection_restore(kept.collection, kept.id, "3-ply", kept.turns, again));
    assert_int_equal(match_analysis_done(again), 0);
    assert_true(
        collection_restore(kept.collection, kept.id, "2-ply", kept.turns, again));
    assert_int_equal(match_analysis_done(again), kept.turns->count);
    for (int i = 0; i < kept.turns->count; i++) {
        const struct match_analysed_turn *a = match_analysis_turn(kept.analysis, i);
        const struct match_analysed_turn *b = match_analysis_turn(again, i);
        assert_true(a->loss == b->loss && a->luck == b->luck);
        assert_int_equal(a->detail.plays, b->detail.plays);
        assert_true(a->detail.play[0].equity == b->detail.play[0].equity);
    }
    match_analysis_free(again);
}

TEST(the_analysis_of_another_match_is_not_taken)
{
    struct match_turns *other = sample_match("21: 13/11 6/5", NULL);
    assert_non_null(other);
    int64_t id = add("c.mat", other);
    struct match_analysis *analysis = match_analysis_new(eng, scratch, other);
    assert_false(collection_restore(kept.collection, id, "2-ply", other, analysis));
    assert_int_equal(match_analysis_done(analysis), 0);
    match_analysis_free(analysis);
    match_turns_free(other);
}

static double cell(const json_t *row, size_t i)
{
    return json_number_value(json_array_get(row, i));
}

TEST(the_list_has_the_sums_of_both_sides)
{
    enum { SIDE = 11, SIDE_CELLS = 6 };
    struct error err;
    json_t *list = collection_list(kept.collection, &err);
    const json_t *row, *found = NULL;
    size_t i;
    json_array_foreach(json_object_get(list, "matches"), i, row)
    {
        found = cell(row, 0) == (double)kept.id ? row : found;
    }
    assert_non_null(found);
    for (int side = 0; side < 2; side++) {
        const struct match_analysed_side *sums =
            match_analysis_side(kept.analysis, (enum record_side)side);
        size_t at = SIDE + SIDE_CELLS * (size_t)side;
        assert_true(cell(found, at) == sums->decisions);
        assert_true(cell(found, at + 1) == sums->loss);
        assert_true(cell(found, at + 2) <= sums->loss * sums->loss + 1e-9);
        assert_true(cell(found, at + 3) == sums->errors);
        assert_true(cell(found, at + 5) == sums->luck);
    }
    json_decref(list);
}

TEST(errors_are_counted_by_theme_and_score)
{
    struct error err;
    json_t *list = collection_list(kept.collection, &err);
    const json_t *row;
    size_t i;
    bool has_pass = false, has_opening = false;
    json_array_foreach(json_object_get(list, "themes"), i, row)
    {
        const char *player = json_string_value(json_array_get(row, 0));
        const char *theme = json_string_value(json_array_get(row, 1));
        const char *score = json_string_value(json_array_get(row, 2));
        has_pass |= strcmp(player, "opp_a") == 0 && strcmp(theme, "pass") == 0 &&
                    strcmp(score, "5-away 5-away") == 0 && cell(row, 3) == 1.0;
        has_opening |= strcmp(theme, "opening") == 0;
    }
    assert_true(has_pass && has_opening);
    json_decref(list);
}

static json_t *cards_of(const char *player, int64_t day)
{
    struct error err = {0};
    assert_true(collection_choose(kept.collection, player, &err));
    json_t *cards = collection_cards(kept.collection, day, &err);
    assert_non_null(cards);
    return cards;
}

TEST(cards_are_the_errors_of_the_player_and_come_when_they_are_due)
{
    struct error err;
    json_t *cards = cards_of("opp_a", 100);
    json_t *list = json_object_get(cards, "cards"), *card = json_array_get(list, 0);
    size_t count = json_array_size(list);
    int64_t key = json_integer_value(json_object_get(card, "key"));
    const json_t *one = json_object_get(card, "one");
    assert_int_equal(count,
                     match_analysis_side(kept.analysis, RECORD_OPPONENT)->errors);
    assert_int_equal(json_integer_value(json_object_get(card, "box")), 1);
    assert_int_equal(json_integer_value(json_object_get(one, "p")), 1);
    assert_string_equal(json_string_value(json_array_get(
                            json_object_get(json_object_get(one, "of"), "names"), 1)),
                        "opp_a");
    const json_t *of = json_object_get(one, "of"), *each;
    assert_string_equal(
        json_string_value(json_array_get(json_object_get(of, "names"), 0)), "our_bot");
    size_t i;
    bool has_second_game = false;
    json_array_foreach(list, i, each)
    {
        of = json_object_get(json_object_get(each, "one"), "of");
        bool is_second = json_integer_value(json_object_get(of, "number")) == 2;
        has_second_game |= is_second;
        assert_true(cell(json_object_get(of, "score"), 0) == (is_second ? 1.0 : 0.0));
        assert_true(cell(json_object_get(of, "score"), 1) == 0.0);
    }
    assert_true(has_second_game);
    assert_true(
        collection_move_card(kept.collection, key, 2, 103, "hit <first>", &err));
    json_decref(cards);
    cards = cards_of("opp_a", 100);
    list = json_object_get(cards, "cards");
    card = json_array_get(list, count - 1); /* what is due comes before it */
    assert_int_equal(json_integer_value(json_object_get(card, "key")), key);
    assert_int_equal(json_integer_value(json_object_get(card, "due")), 103);
    assert_int_equal(json_integer_value(json_object_get(card, "box")), 2);
    assert_string_equal(json_string_value(json_object_get(card, "note")),
                        "hit <first>");
    json_decref(cards);
    cards = cards_of("nobody", 100);
    assert_int_equal(json_array_size(json_object_get(cards, "cards")), 0);
    json_decref(cards);
}

TEST(boxes_stay_when_a_match_is_analysed_again)
{
    struct error err = {0};
    json_t *cards = cards_of("opp_a", 1000);
    int64_t key = json_integer_value(
        json_object_get(json_array_get(json_object_get(cards, "cards"), 0), "key"));
    json_decref(cards);
    assert_true(collection_move_card(kept.collection, key, 4, 1021, NULL, &err));
    const struct match_report report = {kept.turns, kept.analysis, .program = "test"};
    assert_true(collection_keep(kept.collection, kept.id, "3-ply", &report, &err));
    cards = cards_of("opp_a", 1021);
    bool is_there = false;
    const json_t *card;
    size_t i;
    json_array_foreach(json_object_get(cards, "cards"), i, card)
    {
        is_there |= json_integer_value(json_object_get(card, "key")) == key &&
                    json_integer_value(json_object_get(card, "box")) == 4 &&
                    strcmp(json_string_value(json_object_get(card, "note")),
                           "hit <first>") == 0;
    }
    assert_true(is_there);
    json_decref(cards);
}

/* What the note of a decision is; "-": it can have none. */
static void note_of(int64_t match, const char *link, const char *wanted, char text[200])
{
    struct error err = {0};
    json_t *object = collection_note(kept.collection, match, link, wanted, &err);
    assert_non_null(object);
    const char *note = json_string_value(json_object_get(object, "note"));
    (void)snprintf(text, 200, "%s", note != NULL ? note : "-");
    json_decref(object);
}

TEST(a_note_stays_with_its_error_alone)
{
    char text[200];
    note_of(kept.id, "1.3.pass", "the price", text);
    assert_string_equal(text, "the price");
    note_of(kept.id, "1.2", NULL, text);
    assert_string_not_equal(text, "-");
    assert_string_not_equal(text, "the price");
    note_of(kept.id, "1.3.pass", NULL, text);
    assert_string_equal(text, "the price");
    note_of(kept.id + 1, "1.3.pass", NULL, text);
    assert_string_equal(text, "-");
    note_of(kept.id, "1.1", "no error", text);
    assert_string_equal(text, "-");
    json_t *cards = cards_of("opp_a", 1000), *card;
    size_t i, noted = 0;
    json_array_foreach(json_object_get(cards, "cards"), i, card)
    {
        const char *href = json_string_value(json_object_get(card, "href"));
        bool is_noted =
            strcmp(json_string_value(json_object_get(card, "note")), "the price") == 0;
        assert_true(is_noted == (strstr(href, "#1.3.pass") != NULL));
        noted += is_noted;
    }
    assert_int_equal(noted, 1);
    json_decref(cards);
}

/* Keeps the analysis again, with no loss of `spared`; -1: as it is. */
static void keep_again(int spared)
{
    struct error err = {0};
    struct match_analysis *again = match_analysis_new(eng, scratch, kept.turns);
    for (int i = 0; i < kept.turns->count; i++) {
        struct match_analysed_turn turn = *match_analysis_turn(kept.analysis, i);
        turn.loss = i == spared ? 0.0 : turn.loss;
        match_analysis_restore(again, &turn);
    }
    const struct match_report report = {kept.turns, again, .program = "test"};
    assert_true(collection_keep(kept.collection, kept.id, "3-ply", &report, &err));
    match_analysis_free(again);
}

/* Cards of both players, errors by theme, notes for Anki. */
static int errors_in_lists(void)
{
    struct error err = {0};
    json_t *list = collection_list(kept.collection, &err), *theme;
    int by_theme = 0, cards = 0;
    size_t i;
    json_array_foreach(json_object_get(list, "themes"), i, theme)
    {
        by_theme += (int)json_integer_value(json_array_get(theme, 3));
    }
    json_decref(list);
    for (int side = 0; side < 2; side++) {
        json_t *of_one = cards_of(side == 0 ? kept.turns->heading.my_name
                                            : kept.turns->heading.opponent,
                                  1000);
        cards += (int)json_array_size(json_object_get(of_one, "cards"));
        json_decref(of_one);
    }
    assert_int_equal(by_theme, cards);
    return cards;
}

TEST(what_is_no_error_any_more_leaves_the_lists_and_keeps_its_note)
{
    char text[200];
    int before = errors_in_lists();
    assert_true(kept.turns->turns[3].type == RECORD_CELL_DROP);
    note_of(kept.id, "1.3.pass", "so close", text);
    keep_again(3);
    assert_int_equal(errors_in_lists(), before - 1);
    note_of(kept.id, "1.3.pass", NULL, text);
    assert_string_equal(text, "so close");
    keep_again(-1);
    assert_int_equal(errors_in_lists(), before);
    note_of(kept.id, "1.3.pass", NULL, text);
    assert_string_equal(text, "so close");
}

/* Each note is a line of three fields, whatever is in names. */
TEST(anki_gets_a_line_of_three_fields_for_each_error)
{
    struct error err;
    assert_true(collection_choose(kept.collection, "opp_a", &err));
    FILE *out = printed_begin();
    assert_true(collection_anki(kept.collection, out, &err));
    char *text = printed_end(out);
    assert_true(strncmp(text, "#separator:tab\n#html:true\n", 26) == 0);
    int notes = 0;
    char *rest = text;
    for (char *line = strsep(&rest, "\n"); line != NULL && *line != '\0';
         line = strsep(&rest, "\n")) {
        if (line[0] == '#') {
            continue;
        }
        char *second = strchr(line, '\t');
        char *third = second != NULL ? strchr(second + 1, '\t') : NULL;
        assert_non_null(third);
        assert_null(strchr(third + 1, '\t'));
        assert_non_null(strstr(line, "<pre"));
        assert_non_null(strstr(second, "XGID="));
        notes++;
    }
    assert_int_equal(notes,
                     match_analysis_side(kept.analysis, RECORD_OPPONENT)->errors);
}

TEST(a_name_that_is_no_text_does_not_hide_the_list)
{
    char path[] = "/tmp/fibsbot-collection-XXXXXX";
    struct error err = {0};
    int fd = mkstemp(path);
    assert_true(fd >= 0 && close(fd) == 0);
    struct collection *kept_here = collection_open(path, &err);
    assert_non_null(kept_here);
    assert_true(collection_choose(kept_here, "ann\xc3", &err));
    json_t *list = collection_list(kept_here, &err);
    assert_non_null(json_object_get(list, "matches"));
    assert_null(json_object_get(list, "player"));
    json_decref(list);
    collection_close(kept_here);
    assert_int_equal(unlink(path), 0);
}

TEST(what_cannot_be_read_is_an_error_and_no_empty_list)
{
    char path[] = "/tmp/fibsbot-collection-XXXXXX";
    struct error err = {0};
    int fd = mkstemp(path);
    assert_true(fd >= 0 && close(fd) == 0);
    struct collection *damaged = collection_open(path, &err);
    struct database *database = database_open(path, DATABASE_WRITE, &err);
    assert_true(damaged != NULL && database != NULL);
    assert_true(database_run(database, &err, "DROP TABLE review_error", ""));
    database_close(database);
    for (int i = 0; i < 3; i++) {
        err.text[0] = '\0';
        assert_null(i == 0   ? collection_list(damaged, &err)
                    : i == 1 ? collection_cards(damaged, 0, &err)
                             : collection_note(damaged, 1, "", NULL, &err));
        assert_holds(err.text, "no such table: review_error");
    }
    collection_close(damaged);
    assert_int_equal(unlink(path), 0);
}

TEST_MAIN(open_collection, close_collection)
