/* The database of a tournament: what the director puts out comes back as it was. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/tournament/tournament_store.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

static struct fixture {
    char path[64];
    struct tournament_store *store;
    struct error err;
} f;

static int make_file(void **state)
{
    memset(&f, 0, sizeof f);
    FORMAT_TEXT(f.path, "/tmp/test_tournament_XXXXXX");
    int fd = mkstemp(f.path);
    assert_true(fd >= 0);
    (void)close(fd);
    f.store = tournament_store_open(f.path, DATABASE_WRITE, &f.err);
    assert_non_null(f.store);
    return 0;
}

static int remove_file(void **state)
{
    char beside[80];
    tournament_store_close(f.store);
    (void)unlink(f.path);
    FORMAT_TEXT(beside, "%s-wal", f.path);
    (void)unlink(beside);
    FORMAT_TEXT(beside, "%s-shm", f.path);
    (void)unlink(beside);
    return 0;
}

#define STORE(claim) TEST_WITH(claim, make_file, remove_file)

static void open_again(void)
{
    tournament_store_close(f.store);
    f.store = tournament_store_open(f.path, DATABASE_WRITE, &f.err);
    assert_non_null(f.store);
}

/* ---- rows ------------------------------------------------------------------------ */

static const struct director_whole whole = {
    .phase = DIRECTOR_RUNNING,
    .round = 1,
    .plan = {.kind = PAIRING_ROUND_ROBIN, .entrants = 2, .legs = 2, .draw = 7},
    .length = 3};
static const struct director_entrant entrants[] = {
    {.number = 0,
     .name = "our_bot",
     .is_ours = true,
     .standing = {true, 1500.25, 100},
     .uncalled = 2},
    {.number = 1, .name = "a_friend", .is_out = true, .why = "dropped out"}};
static const struct director_match matches[] = {
    {.number = 0,
     .pairing = {{0, 1}},
     .state = DIRECTOR_MATCH_FORFEITED,
     .winner = 1,
     .score = {1, 2},
     .away = {3, 0},
     .is_begun = true,
     .source = DIRECTOR_SOURCE_OPERATOR,
     .by = "anna",
     .why = "he was asleep",
     .standing = {{true, 1500.5, 97}, {false, 0, 0}},
     .claim = {-1, 1}},
    {.number = 1,
     .round = 1,
     .pairing = {{1, 0}},
     .state = DIRECTOR_MATCH_DUE,
     .winner = PAIRING_NOBODY}};

static void put_match(const struct director_match *match, int64_t now_s, bool is_last)
{
    struct director_output output = {.type = DIRECTOR_RECORD};
    output.record.row = DIRECTOR_ROW_MATCH;
    output.record.is_last = is_last;
    output.record.match = *match;
    assert_true(tournament_store_put(f.store, &output, now_s, &f.err));
}

static void put_entrant(const struct director_entrant *entrant)
{
    struct director_output output = {.type = DIRECTOR_RECORD};
    output.record.row = DIRECTOR_ROW_ENTRANT;
    output.record.entrant = *entrant;
    assert_true(tournament_store_put(f.store, &output, 1000, &f.err));
}

static void put_whole_tournament(void)
{
    struct director_output output = {.type = DIRECTOR_RECORD};
    output.record.row = DIRECTOR_ROW_WHOLE;
    output.record.whole = whole;
    assert_true(tournament_store_put(f.store, &output, 1000, &f.err));
    put_entrant(&entrants[0]);
    put_entrant(&entrants[1]);
    put_match(&matches[0], 1000, false);
    put_match(&matches[1], 1000, true);
}

static void assert_standing(const struct standing *a, const struct standing *b)
{
    assert_int_equal(a->is_known, b->is_known);
    assert_int_equal(a->experience, b->experience);
    assert_true(a->rating >= b->rating && a->rating <= b->rating);
}

static void assert_match(const struct director_match *a, const struct director_match *b)
{
    assert_int_equal(a->number, b->number);
    assert_int_equal(a->round, b->round);
    assert_memory_equal(&a->pairing, &b->pairing, sizeof a->pairing);
    assert_int_equal(a->state, b->state);
    assert_int_equal(a->winner, b->winner);
    assert_memory_equal(a->score, b->score, sizeof a->score);
    assert_memory_equal(a->away, b->away, sizeof a->away);
    assert_int_equal(a->is_begun, b->is_begun);
    assert_int_equal(a->source, b->source);
    assert_string_equal(a->by, b->by);
    assert_string_equal(a->why, b->why);
    for (int side = 0; side < 2; side++) {
        assert_standing(&a->standing[side], &b->standing[side]);
        assert_int_equal(a->claim[side], b->claim[side]);
    }
}

STORE(rows_come_back_as_they_were_put)
{
    struct tournament_saved saved;
    put_whole_tournament();
    open_again();
    assert_true(tournament_store_load(f.store, &saved, &f.err));
    assert_false(saved.is_empty);
    assert_int_equal(saved.rows.whole.phase, whole.phase);
    assert_int_equal(saved.rows.whole.round, whole.round);
    assert_int_equal(saved.rows.whole.plan.legs, 2);
    assert_int_equal(saved.rows.whole.plan.draw, 7);
    assert_int_equal(saved.rows.whole.length, 3);
    assert_int_equal(saved.rows.entrant_count, 2);
    assert_string_equal(saved.rows.entrants[1].name, "a_friend");
    assert_string_equal(saved.rows.entrants[1].why, "dropped out");
    assert_true(saved.rows.entrants[0].is_ours && saved.rows.entrants[1].is_out);
    assert_standing(&saved.rows.entrants[0].standing, &entrants[0].standing);
    assert_true(saved.rows.entrants[0].uncalled == entrants[0].uncalled);
    assert_int_equal(saved.rows.match_count, 2);
    assert_match(&saved.rows.matches[0], &matches[0]);
    assert_match(&saved.rows.matches[1], &matches[1]);
    tournament_saved_free(&saved);
}

/* Rows of another hand: JSON would leave out a match with bytes that are no UTF-8. */
STORE(letters_that_fibs_does_not_know_are_question_marks)
{
    struct tournament_saved saved;
    put_whole_tournament();
    tournament_store_close(f.store);
    struct database *file = database_open(f.path, DATABASE_WRITE, &f.err);
    assert_true(database_run(file, &f.err,
                             "UPDATE match SET why=CAST(x'636166e9' AS TEXT)"
                             " WHERE number=1",
                             ""));
    database_close(file);
    f.store = NULL;
    open_again();
    assert_true(tournament_store_load(f.store, &saved, &f.err));
    assert_string_equal(saved.rows.matches[0].why, "caf?");
    tournament_saved_free(&saved);
}

STORE(new_file_is_empty)
{
    struct tournament_saved saved;
    assert_true(tournament_store_load(f.store, &saved, &f.err));
    assert_true(saved.is_empty);
    tournament_saved_free(&saved);
}

static void change_file(const char *const *changes)
{
    struct database *database = database_open(f.path, DATABASE_WRITE, &f.err);
    for (; *changes != NULL; changes++) {
        assert_true(database_run(database, &f.err, *changes, ""));
    }
    database_close(database);
}

/* Up to version 2 numbers counted from 0, and the winner was a side. */
static const char *const former_numbers[] = {
    "UPDATE tournament SET round = round - 1",
    "UPDATE match SET winner = CASE winner WHEN first THEN 0 WHEN second THEN 1 END",
    "UPDATE match SET number = number - 1, round = round - 1, first = first - 1,"
    " second = second - 1",
    "UPDATE entrant SET number = number - 1",
    "UPDATE award SET match = match - 1",
    "PRAGMA user_version = 2",
    NULL};

STORE(file_of_a_former_version_is_numbered_anew)
{
    struct tournament_award left = {.match = 1, .winner = "our_bot"}, found;
    struct tournament_saved saved;
    put_whole_tournament();
    assert_true(tournament_store_leave_award(f.store, &left, 1000, &f.err));
    change_file(former_numbers);
    open_again();
    assert_true(tournament_store_load(f.store, &saved, &f.err));
    assert_int_equal(saved.rows.whole.round, whole.round);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(saved.rows.entrants[i].number, i);
        assert_string_equal(saved.rows.entrants[i].name, entrants[i].name);
        assert_int_equal(saved.rows.matches[i].number, i);
        assert_int_equal(saved.rows.matches[i].round, matches[i].round);
        assert_int_equal(saved.rows.matches[i].winner, matches[i].winner);
        assert_memory_equal(&saved.rows.matches[i].pairing, &matches[i].pairing,
                            sizeof matches[i].pairing);
    }
    tournament_saved_free(&saved);
    assert_true(tournament_store_next_award(f.store, &found, &f.err));
    assert_int_equal(found.match, 1);
}

/* As commands and pages number them. */
STORE(file_has_the_numbers_that_people_use)
{
    put_whole_tournament();
    struct database *database = database_open(f.path, DATABASE_READ, &f.err);
    assert_int_equal(database_number(database, &f.err,
                                     "SELECT count(*) FROM match JOIN entrant w ON "
                                     "w.number = winner WHERE match.number = 1 AND "
                                     "first = 1 AND second = 2 AND w.name = 'a_friend'",
                                     ""),
                     1);
    database_close(database);
}

STORE(transaction_that_did_not_end_is_not_there)
{
    struct tournament_saved saved;
    struct director_match later = matches[1];
    put_whole_tournament();
    later.state = DIRECTOR_MATCH_CALLED;
    put_match(&later, 2000, false);
    open_again(); /* as after a kill */
    assert_true(tournament_store_load(f.store, &saved, &f.err));
    assert_int_equal(saved.rows.matches[1].state, DIRECTOR_MATCH_DUE);
    tournament_saved_free(&saved);
}

STORE(a_refused_row_takes_its_transaction_back)
{
    struct director_output refused = {.type = DIRECTOR_RECORD};
    struct director_match changed = matches[0];
    struct tournament_saved saved;
    put_whole_tournament();
    changed.score[0] = 2;
    put_match(&changed, 2000, false);
    refused.record.row = (enum director_row)9;
    assert_false(tournament_store_put(f.store, &refused, 2000, &f.err));
    put_match(&matches[1], 3000, true); /* the next one is written */
    open_again();
    assert_true(tournament_store_load(f.store, &saved, &f.err));
    assert_int_equal(saved.rows.matches[0].score[0], matches[0].score[0]);
    tournament_saved_free(&saved);
}

STORE(each_moment_is_the_first_of_its_kind)
{
    struct tournament_saved saved;
    struct director_match match = matches[1];
    put_whole_tournament();
    match.state = DIRECTOR_MATCH_CALLED;
    put_match(&match, 2000, true);
    match.state = DIRECTOR_MATCH_PLAYING;
    match.is_begun = true;
    put_match(&match, 3000, true);
    match.state = DIRECTOR_MATCH_INTERRUPTED;
    put_match(&match, 4000, true);
    match.state = DIRECTOR_MATCH_DONE;
    match.winner = 0;
    put_match(&match, 5000, true);
    put_match(&match, 6000, true);
    assert_true(tournament_store_load(f.store, &saved, &f.err));
    assert_int_equal(saved.times[1].drawn_s, 1000);
    assert_int_equal(saved.times[1].called_s, 2000);
    assert_int_equal(saved.times[1].started_s, 3000);
    assert_int_equal(saved.times[1].ended_s, 5000);
    tournament_saved_free(&saved);
}

/* ---- files of others -------------------------------------------------------------- */

static void assert_refused(const char *change, const char *why)
{
    struct tournament_saved saved;
    struct database *database = database_open(f.path, DATABASE_WRITE, &f.err);
    assert_true(database_run(database, &f.err, "BEGIN", ""));
    assert_true(database_run(database, &f.err, change, ""));
    assert_true(database_run(database, &f.err, "COMMIT", ""));
    f.err.text[0] = '\0';
    assert_false(tournament_store_load(f.store, &saved, &f.err));
    assert_holds(f.err.text, why);
    database_close(database);
}

STORE(bad_rows_are_refused)
{
    static const char *const changes[] = {
        "UPDATE match SET winner=3 WHERE number=1",
        "UPDATE match SET first=9 WHERE number=1",
        "UPDATE match SET second=0 WHERE number=1",
        "UPDATE match SET state='nonsense' WHERE number=1",
        "UPDATE match SET source='nonsense' WHERE number=1",
        "UPDATE match SET round=0 WHERE number=1",
        "UPDATE match SET number=5 WHERE number=2",
        "UPDATE match SET first_claim=3 WHERE number=1",
        "UPDATE match SET why=printf('%500s', 'x') WHERE number=1",
        "UPDATE match SET why=char(27)||'[2J' WHERE number=1",
        "UPDATE entrant SET name=printf('%200s', 'x') WHERE number=1",
        "DELETE FROM entrant WHERE number=1",
        "UPDATE tournament SET kind=7",
        "UPDATE tournament SET length=0",
        "UPDATE tournament SET length=100000000000",
    };
    put_whole_tournament();
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        assert_refused(changes[i], "has a bad row");
        (void)remove_file(state);
        (void)make_file(state);
        put_whole_tournament();
    }
}

STORE(rows_that_do_not_fit_each_other_are_refused)
{
    static const struct {
        const char *change, *why;
    } cases[] = {
        {"UPDATE tournament SET entrants=5", "has 5 entrants, not 2"},
        {"UPDATE tournament SET round=8", "no round 8"},
        {"UPDATE match SET second=first, winner=first WHERE number=1",
         "match 1 of the tournament"},
        {"UPDATE match SET round=3 WHERE number=2", "match 2 of the tournament"},
        {"UPDATE match SET state='done' WHERE number=2", "match 2 of the tournament"},
    };
    put_whole_tournament();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_refused(cases[i].change, cases[i].why);
        (void)remove_file(state);
        (void)make_file(state);
        put_whole_tournament();
    }
}

/* One whose match is not there is refused, not taken for another match. */
STORE(award_of_no_match_is_for_none)
{
    struct tournament_award left = {.match = 123456789, .winner = "anna"}, found;
    assert_true(tournament_store_leave_award(f.store, &left, 1000, &f.err));
    assert_true(tournament_store_next_award(f.store, &found, &f.err));
    assert_int_equal(found.match, -1);
}

STORE(database_of_something_else_is_refused)
{
    struct error err = {0};
    char path[80];
    FORMAT_TEXT(path, "%s.none", f.path);
    assert_null(tournament_store_open(path, DATABASE_READ, &err));
    assert_true(err.text[0] != '\0');
}

/* As the director does it when the registration ends. */
STORE(entrants_move_up_where_one_dropped_out)
{
    struct tournament_saved saved;
    static const struct director_entrant third = {.number = 2, .name = "late_comer"};
    struct director_entrant moved = third, gone = {.number = 2};
    struct director_output output = {.type = DIRECTOR_RECORD};
    put_whole_tournament();
    put_entrant(&third);
    moved.number = 1;
    put_entrant(&entrants[0]);
    put_entrant(&moved);
    output.record.row = DIRECTOR_ROW_ENTRANT;
    output.record.is_last = true;
    output.record.entrant = gone;
    assert_true(tournament_store_put(f.store, &output, 1000, &f.err));
    open_again();
    assert_true(tournament_store_load(f.store, &saved, &f.err));
    assert_int_equal(saved.rows.entrant_count, 2);
    assert_string_equal(saved.entrants[0].name, "our_bot");
    assert_string_equal(saved.entrants[1].name, "late_comer");
    assert_false(saved.entrants[1].is_out);
    tournament_saved_free(&saved);
}

STORE(file_of_an_older_version_is_brought_up_to_date)
{
    struct tournament_saved saved;
    static const char *const without_strays[] = {
        "ALTER TABLE entrant DROP COLUMN strays", "PRAGMA user_version = 1", NULL};
    put_whole_tournament();
    tournament_store_close(f.store);
    change_file(former_numbers);
    change_file(without_strays);
    f.store = tournament_store_open(f.path, DATABASE_READ, &f.err);
    assert_null(f.store);
    assert_non_null(strstr(f.err.text, "\"tournament run\" of this one brings it up"));
    open_again();
    assert_true(tournament_store_load(f.store, &saved, &f.err));
    assert_int_equal(saved.rows.match_count, 2);
    assert_true(saved.rows.entrants[0].uncalled == 0);
    tournament_saved_free(&saved);
}

/* ---- awards ---------------------------------------------------------------------- */

STORE(award_waits_for_its_answer)
{
    const struct tournament_award left = {
        .match = 4, .winner = "anna", .by = "bert", .why = "no-show"};
    struct tournament_award found;
    char text[DIRECTOR_WHY_SIZE];
    assert_false(tournament_store_next_award(f.store, &found, &f.err));
    assert_string_equal(f.err.text, "");
    assert_true(tournament_store_leave_award(f.store, &left, 1000, &f.err));
    assert_null(tournament_store_answer(f.store, text, &f.err));
    assert_true(tournament_store_next_award(f.store, &found, &f.err));
    assert_int_equal(found.match, 4);
    assert_string_equal(found.winner, "anna");
    assert_string_equal(found.by, "bert");
    assert_string_equal(found.why, "no-show");
    assert_true(tournament_store_answer_award(f.store, found.id, "too late", &f.err));
    assert_false(tournament_store_next_award(f.store, &found, &f.err));
    assert_string_equal(tournament_store_answer(f.store, text, &f.err), "too late");
}

TEST_MAIN(NULL, NULL)
