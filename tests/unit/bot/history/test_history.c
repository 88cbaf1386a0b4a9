/* The history: events into tables, what is inferred after a kill, the writer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/database.h"
#include "bot/history/history.h"
#include "bot/history/history_schema.h"
#include "bot/history/history_store.h"

static char folder[64];
static char path[100];
static struct database *database;
static int64_t clock_s;

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/fibsbot-history-XXXXXX");
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/history.db", folder);
    struct error err = {{0}};
    database = database_open(path, DATABASE_WRITE, &err);
    assert_non_null(database);
    assert_true(database_migrate(database, history_steps, history_step_count, &err));
    clock_s = 1700000000;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    database_close(database);
    database = NULL;
    char command[128];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

/* As after a restart of the program. */
static void reopen(void)
{
    struct error err = {{0}};
    database_close(database);
    database = database_open(path, DATABASE_WRITE, &err);
    assert_non_null(database);
}

static void store(struct history_event event)
{
    struct error err = {{0}};
    event.at_s = clock_s++;
    strcpy(event.account, "our_bot");
    strcpy(event.server, "fibs.com");
    if (!history_store(database, &event, &err)) {
        fail_msg("%s", err.text);
    }
}

static struct history_event match_event(enum match_event_type type, int mine,
                                        int theirs)
{
    struct history_event event = {.type = HISTORY_MATCH,
                                  .match = type,
                                  .length = 5,
                                  .my_score = mine,
                                  .their_score = theirs,
                                  .level = "2-ply",
                                  .name = "opp_a"};
    return event;
}

static void match(enum match_event_type type, int mine, int theirs)
{
    store(match_event(type, mine, theirs));
}

static void resume(int mine, int theirs)
{
    struct history_event event = match_event(MATCH_START, mine, theirs);
    event.is_resumed = true;
    store(event);
    match(MATCH_GAME_RESUME, mine, theirs);
}

static void game_end(bool is_mine, int points, int mine, int theirs)
{
    struct history_event event = match_event(MATCH_GAME_END, mine, theirs);
    event.is_mine = is_mine;
    event.points = points;
    store(event);
}

static void correct(bool is_mine, int points, int mine, int theirs)
{
    struct history_event event = match_event(MATCH_GAME_CORRECTED, mine, theirs);
    event.is_mine = is_mine;
    event.points = points;
    store(event);
}

static void cube(enum match_event_type type, bool is_mine, int value)
{
    struct history_event event = match_event(type, 0, 0);
    event.is_mine = is_mine;
    event.points = value;
    store(event);
}

static void standing(double rating, int experience)
{
    store((struct history_event){.type = HISTORY_STANDING,
                                 .standing = {true, rating, experience}});
}

static void saved(const char *name)
{
    struct history_event event = {.type = HISTORY_SAVED};
    strcpy(event.name, name);
    store(event);
}

static int64_t number(const char *sql)
{
    struct error err = {{0}};
    int64_t result = database_number(database, &err, sql, "");
    if (err.text[0] != '\0') {
        fail_msg("%s: %s", sql, err.text);
    }
    return result;
}

static void assert_row(const char *sql, const char *want)
{
    struct error err = {{0}};
    struct database_rows *rows = database_query(database, &err, sql, "");
    if (rows == NULL) {
        fail_msg("%s: %s", sql, err.text);
    }
    char got[1000] = "";
    while (database_next(rows)) {
        (void)snprintf(got + strlen(got), sizeof got - strlen(got), "%s\n",
                       database_text(rows, 0));
    }
    assert_true(database_done(rows, &err));
    assert_string_equal(got, want);
}

#define GAMES                                                                          \
    "SELECT number||' '||my_score||'-'||their_score||' '||"                            \
    " coalesce(CASE has_won WHEN 1 THEN 'won' ELSE 'lost' END||' '||points||' '||"     \
    " ending, 'open') FROM game ORDER BY id"
#define MATCHES                                                                        \
    "SELECT state||' '||my_score||'-'||their_score||' '||"                             \
    " coalesce(has_won, '-')||' '||is_inferred FROM match ORDER BY id"

static void analyse(int mine, int theirs, double loss)
{
    struct history_event event = {
        .type = HISTORY_ANALYSIS,
        .length = 5,
        .my_score = mine,
        .their_score = theirs,
        .name = "opp_a",
        .analysis = {.decisions = {40, 38}, .loss = {loss, 1.5}, .luck = {0.25, -0.5}}};
    store(event);
}

static void an_analysis_belongs_to_the_last_match_of_its_score(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) { /* 5-0, 5-0, 0-5 */
        match(MATCH_START, 0, 0);
        match(MATCH_GAME_START, 0, 0);
        game_end(i < 2, 5, i < 2 ? 5 : 0, i < 2 ? 0 : 5);
        struct history_event end = match_event(MATCH_END, i < 2 ? 5 : 0, i < 2 ? 0 : 5);
        end.is_finished = true;
        store(end);
    }
    analyse(3, 5, 9.0); /* of no match */
    assert_int_equal(number("SELECT count(*) FROM analysis"), 0);
    analyse(5, 0, 0.5);
    analyse(5, 0, 0.75); /* once more */
    assert_int_equal(number("SELECT count(*) FROM analysis"), 1);
    assert_int_equal(number("SELECT match_id FROM analysis"), 2);
    assert_int_equal(number("SELECT my_decisions FROM analysis"), 40);
    assert_int_equal(number("SELECT 100*my_loss FROM analysis"), 75);
    assert_int_equal(number("SELECT their_decisions FROM analysis"), 38);
    assert_int_equal(number("SELECT 100*their_luck FROM analysis"), -50);
}

static void a_game_has_the_points_that_the_score_shows(void **state)
{
    (void)state;
    match(MATCH_START, 0, 0);
    match(MATCH_GAME_START, 0, 0);
    game_end(true, 1, 1, 0);
    match(MATCH_GAME_START, 1, 0);
    game_end(false, 1, 1, 1);
    correct(false, 2, 1, 2);
    assert_int_equal(number("SELECT points FROM game WHERE number=1"), 1);
    assert_int_equal(number("SELECT points FROM game WHERE number=2"), 2);
    assert_int_equal(number("SELECT their_score FROM match"), 2);
    correct(true, 1, 2, 1);
    assert_int_equal(number("SELECT has_won FROM game WHERE number=2"), 1);
    match(MATCH_GAME_START, 2, 1);
    correct(true, 4, 5, 1); /* no game has just ended */
    assert_int_equal(number("SELECT sum(points) FROM game"), 2);
    assert_int_equal(number("SELECT count(*) FROM game"), 3);
}

static void a_match_is_told_with_games_cube_and_ratings(void **state)
{
    (void)state;
    match(MATCH_START, 0, 0);
    match(MATCH_GAME_START, 0, 0);
    cube(MATCH_DOUBLE, true, 2);
    cube(MATCH_TAKE, false, 0);
    game_end(true, 4, 4, 0);
    match(MATCH_GAME_START, 4, 0);
    cube(MATCH_DOUBLE, false, 2);
    cube(MATCH_DROP, true, 0);
    game_end(false, 1, 4, 1);
    match(MATCH_GAME_START, 4, 1);
    cube(MATCH_RESIGN, false, 1);
    game_end(true, 1, 5, 1);
    struct history_event end = match_event(MATCH_END, 5, 1);
    end.is_finished = true;
    end.ratings = (struct match_ratings){
        .before = {{true, 1650.0, 400}, {true, 1720.5, 812}},
        .after = {{true, 1654.876856, 405}, {true, 1715.623144, 817}}};
    store(end);
    assert_row(GAMES, "1 0-0 won 4 play\n2 4-0 lost 1 pass\n3 4-1 won 1 resignation\n");
    assert_row(MATCHES, "finished 5-1 1 0\n");
    assert_row("SELECT is_mine||' '||action||' '||cube FROM cube_action ORDER BY id",
               "1 double 2\n0 take 2\n0 double 2\n1 pass 2\n");
    assert_row("SELECT group_concat(cube) FROM game", "2,1,1\n");
    assert_row("SELECT printf('%.6f %.6f %d %d %.6f %d', rating_before, rating_after,"
               " experience_before, experience_after, their_rating_after,"
               " their_experience_after) FROM match",
               "1650.000000 1654.876856 400 405 1715.623144 817\n");
    assert_row("SELECT level FROM match", "2-ply\n");
    assert_row("SELECT printf('%.6f %d', rating, experience) FROM rating",
               "1654.876856 405\n");
}

static void a_resumed_match_goes_on_in_its_row(void **state)
{
    (void)state;
    match(MATCH_START, 0, 0);
    match(MATCH_GAME_START, 0, 0);
    game_end(true, 2, 2, 0);
    match(MATCH_GAME_START, 2, 0);
    reopen();
    resume(2, 0);
    game_end(false, 1, 2, 1);
    assert_row(GAMES, "1 0-0 won 2 play\n2 2-0 lost 1 play\n");
    assert_row(MATCHES, "open 2-1 - 0\n");
    assert_int_equal(number("SELECT interruptions FROM match"), 1);
}

static void an_interruption_counts_when_the_same_process_goes_on(void **state)
{
    (void)state;
    match(MATCH_START, 0, 0);
    match(MATCH_GAME_START, 0, 0);
    match(MATCH_SAVED, 0, 0);
    match(MATCH_RESUMED, 0, 0);
    game_end(true, 2, 2, 0);
    assert_int_equal(number("SELECT interruptions FROM match"), 1);
    assert_int_equal(number("SELECT count(*) FROM match"), 1);
}

static void a_game_that_ended_unseen_follows_from_the_score(void **state)
{
    (void)state;
    match(MATCH_START, 0, 0);
    match(MATCH_GAME_START, 0, 0);
    reopen();
    resume(0, 2);
    game_end(true, 1, 1, 2);
    assert_row(GAMES, "1 0-0 lost 2 unseen\n2 0-2 won 1 play\n");
    assert_row(MATCHES, "open 1-2 - 0\n");
}

static void a_match_that_ended_unseen_follows_from_the_rating(void **state)
{
    (void)state;
    static const struct {
        double rating;
        const char *match, *last_game;
    } rows[] = {
        {1654.87, "finished 5-2 1 1\n", "2 4-2 won 1 unseen\n"},
        {1645.13, "finished 4-5 0 1\n", "2 4-2 lost 3 unseen\n"},
    };
    for (size_t i = 0; i < 2; i++) {
        standing(1650.0, 400);
        match(MATCH_START, 0, 0);
        match(MATCH_GAME_START, 0, 0);
        match(MATCH_GAME_RESUME, 4, 0);
        match(MATCH_GAME_RESUME, 4, 2);
        reopen();
        standing(rows[i].rating, 405);
        saved("");
        assert_row(MATCHES, rows[i].match);
        assert_row("SELECT number||' '||my_score||'-'||their_score||' '||"
                   " CASE has_won WHEN 1 THEN 'won' ELSE 'lost' END||' '||points||' '||"
                   " ending FROM game ORDER BY id DESC LIMIT 1",
                   i == 0 ? "3 4-2 won 1 unseen\n" : "3 4-2 lost 3 unseen\n");
        assert_row("SELECT printf('%.2f %d %d', rating_after, experience_before,"
                   " experience_after) FROM match",
                   i == 0 ? "1654.87 400 405\n" : "1645.13 400 405\n");
        tear_down(state);
        set_up(state);
    }
}

/* He invites us again before we have looked at the list of saved matches. */
static void a_match_that_ended_unseen_is_not_taken_for_replaced(void **state)
{
    (void)state;
    standing(1650.0, 400);
    match(MATCH_START, 0, 0);
    match(MATCH_GAME_START, 0, 0);
    reopen();
    standing(1645.13, 405);
    match(MATCH_START, 0, 0);
    assert_row(MATCHES, "finished 0-5 0 1\nopen 0-0 - 0\n");
    saved("opp_a");
    saved("");
    assert_row(MATCHES, "finished 0-5 0 1\nopen 0-0 - 0\n");
}

static void a_saved_match_stays_open(void **state)
{
    (void)state;
    standing(1650.0, 400);
    match(MATCH_START, 0, 0);
    match(MATCH_GAME_START, 0, 0);
    reopen();
    standing(1650.0, 400);
    saved("opp_a");
    saved("");
    assert_row(MATCHES, "open 0-0 - 0\n");
}

/* Deleted on the server, or an unlimited match that has no end of its own. */
static void a_match_the_server_has_no_more_is_gone_until_it_comes_back(void **state)
{
    (void)state;
    standing(1650.0, 400);
    match(MATCH_START, 0, 0);
    match(MATCH_GAME_START, 0, 0);
    standing(1650.0, 400);
    saved("opp_b");
    saved("");
    assert_row(MATCHES, "gone 0-0 - 0\n");
    resume(0, 0);
    assert_row(MATCHES, "open 0-0 - 0\n");
}

static void a_new_match_replaces_the_saved_one(void **state)
{
    (void)state;
    match(MATCH_START, 0, 0);
    match(MATCH_START, 0, 0);
    assert_row("SELECT state FROM match ORDER BY id", "replaced\nopen\n");
}

static void a_match_of_another_account_explains_nothing(void **state)
{
    (void)state;
    standing(1650.0, 400);
    match(MATCH_START, 0, 0);
    standing(1660.0, 407); /* seven points of a match played by hand elsewhere */
    saved("");
    assert_row(MATCHES, "gone 0-0 - 0\n");
    assert_int_equal(number("SELECT unexplained_experience FROM account"), 0);
}

static void ratings_without_a_block_come_from_the_who_line(void **state)
{
    (void)state;
    standing(1650.0, 400);
    match(MATCH_START, 0, 0);
    struct history_event end = match_event(MATCH_END, 5, 0);
    end.is_finished = true;
    end.ratings.before[0] = (struct standing){true, 1650.0, 400};
    store(end);
    standing(1655.2, 405);
    saved("");
    assert_row("SELECT printf('%.1f %.1f %d', rating_before, rating_after,"
               " experience_after) FROM match",
               "1650.0 1655.2 405\n");
    assert_row(MATCHES, "finished 5-0 1 0\n");
}

static void refusals_links_and_errors_are_kept(void **state)
{
    (void)state;
    store((struct history_event){.type = HISTORY_REFUSAL,
                                 .name = "opp_a",
                                 .is_mine = true,
                                 .length = 25,
                                 .text = "length"});
    store((struct history_event){.type = HISTORY_REFUSAL,
                                 .name = "opp_b",
                                 .length = HISTORY_RESUME,
                                 .text = "no_answer"});
    store((struct history_event){.type = HISTORY_LINK, .text = "line is silent"});
    store(
        (struct history_event){.type = HISTORY_ERROR, .text = "'; DROP TABLE match;"});
    assert_row("SELECT opponent||' '||is_ours||' '||coalesce(length,'-')||' '||code"
               " FROM refusal",
               "opp_a 1 25 length\nopp_b 0 - no_answer\n");
    assert_row("SELECT is_up||' '||reason FROM connection", "0 line is silent\n");
    assert_row("SELECT text FROM error", "'; DROP TABLE match;\n");
}

/* ---- the file -------------------------------------------------------------------- */

static void a_newer_schema_is_refused(void **state)
{
    (void)state;
    struct error err = {{0}};
    assert_true(database_run(database, &err, "PRAGMA user_version=99", ""));
    assert_null(history_open(path, &err));
    assert_non_null(strstr(err.text, "version 99"));
}

static void a_file_that_is_no_database_is_refused(void **state)
{
    (void)state;
    struct error err = {{0}};
    char other[120];
    (void)snprintf(other, sizeof other, "%s/notes.txt", folder);
    FILE *file = fopen(other, "w");
    assert_non_null(file);
    for (int i = 0; i < 100; i++) {
        fputs("this is not a database at all\n", file);
    }
    (void)fclose(file);
    assert_null(history_open(other, &err));
    assert_non_null(strstr(err.text, "not a database"));
    assert_null(history_open("/nonexistent/folder/history.db", &err));
}

static void steps_run_once_and_in_order(void **state)
{
    (void)state;
    static const char *const steps[] = {
        "CREATE TABLE fruit (name TEXT); INSERT INTO fruit VALUES ('fig');",
        "ALTER TABLE fruit ADD COLUMN colour TEXT NOT NULL DEFAULT 'green';",
        "INSERT INTO fruit VALUES ('plum', 'blue'); INSERT INTO nowhere VALUES (1);",
    };
    struct error err = {{0}};
    char other[120];
    (void)snprintf(other, sizeof other, "%s/fruit.db", folder);
    struct database *fruit = database_open(other, DATABASE_WRITE, &err);
    assert_non_null(fruit);
    assert_true(database_migrate(fruit, steps, 1, &err));
    assert_true(database_migrate(fruit, steps, 1, &err));
    assert_true(database_migrate(fruit, steps, 2, &err));
    assert_int_equal(database_version(fruit), 2);
    /* a step that fails leaves nothing behind */
    assert_false(database_migrate(fruit, steps, 3, &err));
    assert_int_equal(database_version(fruit), 2);
    assert_int_equal(database_number(fruit, &err,
                                     "SELECT count(*) FROM fruit WHERE"
                                     " colour='green'",
                                     ""),
                     1);
    assert_int_equal(database_number(fruit, &err, "SELECT count(*) FROM fruit", ""), 1);
    database_close(fruit);
}

enum { PROGRAMS = 6 };

/* As a program of its own, begun when the pipe is closed: 0, or 1 after a complaint. */
static int open_and_note(const char *file, int start)
{
    struct error err = {{0}};
    char byte;
    (void)!read(start, &byte, 1);
    struct history *history = history_open(file, &err);
    if (history == NULL) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    const struct history_event event = {.type = HISTORY_ERROR, .text = "here"};
    history_note(history, &event);
    history_close(history);
    return 0;
}

static int open_at_once(const char *file)
{
    int start[2], failures = 0;
    assert_int_equal(pipe(start), 0);
    for (int i = 0; i < PROGRAMS; i++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            (void)close(start[1]);
            _exit(open_and_note(file, start[0]));
        }
    }
    (void)close(start[0]);
    (void)close(start[1]);
    for (int i = 0; i < PROGRAMS; i++) {
        int status = 0;
        assert_true(wait(&status) > 0);
        failures += status != 0;
    }
    return failures;
}

static void several_programs_may_open_a_new_file_at_once(void **state)
{
    (void)state;
    for (int round = 0; round < 10; round++) {
        char other[120];
        struct error err = {{0}};
        (void)snprintf(other, sizeof other, "%s/shared-%d.db", folder, round);
        assert_int_equal(open_at_once(other), 0);
        struct database *shared = database_open(other, DATABASE_READ, &err);
        assert_non_null(shared);
        assert_int_equal(
            database_number(shared, &err, "SELECT count(*) FROM error", ""), PROGRAMS);
        database_close(shared);
    }
}

#define ENDED_GAMES "SELECT count(*) FROM game WHERE has_won IS NOT NULL"

/* As docs/RUNNING.md tells: the backup in place of the file, and no log beside it. */
static void put_back(const char *backup)
{
    char command[500];
    (void)snprintf(command, sizeof command, "cp '%s' '%s' && rm -f '%s-wal' '%s-shm'",
                   backup, path, path, path);
    assert_int_equal(system(command), 0);
}

static void a_backup_made_during_a_match_comes_back(void **state)
{
    struct error err = {{0}};
    char backup[100], beside[110];
    struct stat st;
    (void)state;
    (void)snprintf(backup, sizeof backup, "%s/backup.db", folder);
    (void)snprintf(beside, sizeof beside, "%s-wal", backup);
    match(MATCH_START, 0, 0);
    match(MATCH_GAME_START, 0, 0);
    game_end(true, 1, 1, 0);
    assert_true(history_backup(path, backup, &err)); /* what is still in the log, too */
    assert_int_not_equal(stat(beside, &st), 0);
    match(MATCH_GAME_START, 1, 0);
    game_end(true, 2, 3, 0);
    assert_true(history_backup(path, backup, &err)); /* replaces the older one */
    match(MATCH_GAME_START, 3, 0);
    game_end(false, 2, 3, 2);
    assert_false(history_backup(path, path, &err)); /* not over itself */
    assert_non_null(strstr(err.text, "other than the database"));
    assert_row(ENDED_GAMES, "3\n");
    database_close(database);
    put_back(backup);
    struct history *history = history_open(path, &err);
    assert_non_null(history);
    history_close(history);
    database = database_open(path, DATABASE_WRITE, &err);
    assert_row(ENDED_GAMES, "2\n");
    assert_row("SELECT my_score||'-'||their_score||' '||state FROM match",
               "3-0 open\n");
    match(MATCH_GAME_START, 3, 0);
    game_end(true, 2, 5, 0);
    assert_row(ENDED_GAMES, "3\n");
}

static void a_backup_of_what_is_no_history_leaves_nothing(void **state)
{
    struct error err = {{0}};
    char backup[100], other[100];
    (void)state;
    (void)snprintf(backup, sizeof backup, "%s/backup.db", folder);
    (void)snprintf(other, sizeof other, "%s/missing.db", folder);
    assert_false(history_backup(other, backup, &err));
    (void)snprintf(other, sizeof other, "%s/missing/backup.db", folder);
    assert_false(history_backup(path, other, &err));
    assert_int_not_equal(access(backup, F_OK), 0);
}

static void strangers_cannot_read_the_file(void **state)
{
    (void)state;
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0007, 0);
}

/* ---- the writer ------------------------------------------------------------------ */

static void the_writer_keeps_order_and_loses_nothing(void **state)
{
    (void)state;
    struct error err = {{0}};
    struct history *history = history_open(path, &err);
    assert_non_null(history);
    for (int i = 0; i < 1000; i++) {
        struct history_event event = {.type = HISTORY_ERROR, .at_s = i};
        strcpy(event.account, "our_bot");
        strcpy(event.server, "fibs.com");
        (void)snprintf(event.text, sizeof event.text, "%d", i);
        history_note(history, &event);
    }
    assert_true(history_flush(history, 20000));
    assert_int_equal(number("SELECT count(*) FROM error"), 1000);
    assert_int_equal(number("SELECT count(*) FROM error WHERE text<>at"), 0);
    assert_int_equal(number("SELECT count(*) FROM error e JOIN error f ON"
                            " f.rowid=e.rowid+1 WHERE f.at<>e.at+1"),
                     0);
    assert_null(history_error(history));
    history_close(history);
}

static void what_cannot_be_written_yet_is_written_later(void **state)
{
    (void)state;
    struct error err = {{0}};
    struct history *history = history_open(path, &err);
    assert_non_null(history);
    struct history_event event = {.type = HISTORY_ERROR, .text = "late"};
    assert_true(database_run(database, &err, "ALTER TABLE error RENAME TO away", ""));
    history_note(history, &event);
    const char *error = NULL;
    for (int i = 0; i < 500 && error == NULL; i++) {
        (void)usleep(10000);
        error = history_error(history);
    }
    assert_non_null(error);
    assert_non_null(strstr(error, "error"));
    assert_true(database_run(database, &err, "ALTER TABLE away RENAME TO error", ""));
    history_close(history); /* tries once more */
    assert_int_equal(number("SELECT count(*) FROM error WHERE text='late'"), 1);
}

static void what_is_never_written_is_counted_at_the_end(void **state)
{
    (void)state;
    struct error err = {{0}};
    const struct history_event event = {.type = HISTORY_ERROR, .text = "never"};
    struct history *history = history_open(path, &err);
    assert_non_null(history);
    history_note(history, &event);
    assert_true(history_flush(history, 10000));
    assert_true(database_run(database, &err, "ALTER TABLE error RENAME TO away", ""));
    history_note(history, &event);
    history_note(history, &event);
    assert_int_equal(history_close(history), 2);
    assert_int_equal(history_close(NULL), 0);
}

/* Another program holds the file: nothing can be written meanwhile. */
static void what_waits_is_limited_and_what_is_lost_is_told(void **state)
{
    (void)state;
    enum { TOO_MANY = 7 };
    struct error err = {{0}};
    const struct history_event event = {.type = HISTORY_ERROR, .text = "waits"};
    struct history *history = history_open(path, &err);
    assert_non_null(history);
    assert_true(database_run(database, &err, "BEGIN EXCLUSIVE", ""));
    for (int i = 0; i < HISTORY_WAITING_MAX + TOO_MANY; i++) {
        history_note(history, &event);
    }
    const char *error = history_error(history);
    while (error != NULL && strstr(error, "could not be kept") == NULL) {
        error = history_error(history); /* behind that of the locked file */
    }
    assert_non_null(error);
    assert_string_equal(error, "history: 7 events could not be kept");
    assert_true(database_run(database, &err, "ROLLBACK", ""));
    history_close(history);
    assert_int_equal(number("SELECT count(*) FROM error WHERE text='waits'"),
                     HISTORY_WAITING_MAX);
}

static bool has_error_with(struct history *history, const char *text)
{
    const char *error = NULL;
    for (int i = 0; i < 1500 && error == NULL; i++) {
        (void)usleep(10000);
        error = history_error(history);
    }
    return error != NULL && strstr(error, text) != NULL;
}

static int64_t errors_of(const char *file)
{
    struct error err = {{0}};
    struct database *reader = database_open(file, DATABASE_READ, &err);
    assert_non_null(reader);
    int64_t count = database_number(reader, &err, "SELECT count(*) FROM error", "");
    database_close(reader);
    return count;
}

/* SQLite alone would go on writing into the removed file, without an error. */
static void a_removed_file_is_told_and_replaced(void **state)
{
    (void)state;
    char file[128];
    struct error err = {{0}};
    const struct history_event event = {.type = HISTORY_ERROR, .text = "x"};
    (void)snprintf(file, sizeof file, "%s/other.db", folder);
    struct history *history = history_open(file, &err);
    assert_non_null(history);
    history_note(history, &event);
    assert_true(history_flush(history, 10000));
    assert_int_equal(unlink(file), 0);
    history_note(history, &event);
    assert_true(has_error_with(history, "removed or replaced"));
    history_close(history);
    assert_int_equal(errors_of(file), 1);
}

static void a_file_that_cannot_be_opened_yet_is_opened_later(void **state)
{
    (void)state;
    char below[96], file[128];
    struct error err = {{0}};
    const struct history_event event = {.type = HISTORY_ERROR, .text = "x"};
    (void)snprintf(below, sizeof below, "%s/below", folder);
    (void)snprintf(file, sizeof file, "%s/history.db", below);
    struct history *history = history_open_later(file, &err);
    assert_non_null(history);
    history_note(history, &event);
    assert_true(has_error_with(history, "below/history.db"));
    assert_int_equal(mkdir(below, 0700), 0);
    history_close(history);
    assert_int_equal(errors_of(file), 1);
}

static void no_history_takes_everything(void **state)
{
    (void)state;
    const struct history_event event = {.type = HISTORY_ERROR};
    history_note(NULL, &event);
    assert_true(history_flush(NULL, 0));
    assert_null(history_error(NULL));
    history_close(NULL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_analysis_belongs_to_the_last_match_of_its_score),
        TEST(a_game_has_the_points_that_the_score_shows),
        TEST(a_match_is_told_with_games_cube_and_ratings),
        TEST(a_resumed_match_goes_on_in_its_row),
        TEST(an_interruption_counts_when_the_same_process_goes_on),
        TEST(a_game_that_ended_unseen_follows_from_the_score),
        TEST(a_match_that_ended_unseen_follows_from_the_rating),
        TEST(a_match_that_ended_unseen_is_not_taken_for_replaced),
        TEST(a_saved_match_stays_open),
        TEST(a_match_the_server_has_no_more_is_gone_until_it_comes_back),
        TEST(a_new_match_replaces_the_saved_one),
        TEST(a_match_of_another_account_explains_nothing),
        TEST(ratings_without_a_block_come_from_the_who_line),
        TEST(refusals_links_and_errors_are_kept),
        TEST(a_newer_schema_is_refused),
        TEST(a_file_that_is_no_database_is_refused),
        TEST(steps_run_once_and_in_order),
        TEST(several_programs_may_open_a_new_file_at_once),
        TEST(a_backup_made_during_a_match_comes_back),
        TEST(a_backup_of_what_is_no_history_leaves_nothing),
        TEST(strangers_cannot_read_the_file),
        TEST(the_writer_keeps_order_and_loses_nothing),
        TEST(what_cannot_be_written_yet_is_written_later),
        TEST(what_is_never_written_is_counted_at_the_end),
        TEST(what_waits_is_limited_and_what_is_lost_is_told),
        TEST(a_removed_file_is_told_and_replaced),
        TEST(a_file_that_cannot_be_opened_yet_is_opened_later),
        TEST(no_history_takes_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
