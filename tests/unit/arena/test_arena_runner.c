/* Players that fail in a long match: restarts, pairs played again, forfeits. The player is
 * this program, as a GNU Backgammon that ends after some answers (main with -t, as gnubg
 * is called). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "arena/arena_runner.h"
#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

/* ---- the program ----------------------------------------------------------------- */

/* The environment tells it how many answers it gives before it ends (< 0: it does not even
 * listen), how many times it
 * does that before it lives for ever, and a folder in which its starts are counted. */
static const char answers_name[] = "FAKE_ANSWERS";
static const char deaths_name[] = "FAKE_DEATHS";
static const char folder_name[] = "FAKE_FOLDER";
/* A file to which it copies the commands that it was started with, if there is one. */
static const char copy_name[] = "FAKE_COPY";

static long number_of(const char *name)
{
    const char *text = getenv(name);
    return text != NULL ? strtol(text, NULL, 10) : 0;
}

/* Which start this is: 1, 2... A folder for each is made. */
static int count_start(void)
{
    char path[256];
    const char *folder = getenv(folder_name);
    for (int n = 1; folder != NULL && n < 10000; n++) {
        (void)snprintf(path, sizeof path, "%.200s/%d", folder, n);
        if (mkdir(path, 0777) == 0) {
            return n;
        }
    }
    return 1;
}

/* Reads the board of a question: scores, the opponent's bar, points, own bar, turn,
 * dice (gnubg.h). */
static struct roll read_board(const char *line, struct position *pos)
{
    int value[32] = {0};
    const char *at = strstr(line, "Opp:") + strlen("Opp:");
    for (int i = 0; i < 32; i++) {
        char *end;
        value[i] = (int)strtol(at, &end, 10);
        at = end + 1;
    }
    const int *points = value + 3; /* 0: their bar, 1 to 24, 25: own bar */
    memset(pos, 0, sizeof *pos);
    int mine = 0;
    int theirs = -points[0];
    pos->mine.at[POINT_BAR] = (unsigned char)points[25];
    pos->theirs.at[POINT_BAR] = (unsigned char)-points[0];
    mine += points[25];
    for (int p = 1; p <= 24; p++) {
        struct side *side = points[p] > 0 ? &pos->mine : &pos->theirs;
        side->at[points[p] > 0 ? p : 25 - p] = (unsigned char)abs(points[p]);
        mine += points[p] > 0 ? points[p] : 0;
        theirs += points[p] < 0 ? -points[p] : 0;
    }
    pos->mine.at[POINT_OFF] = (unsigned char)(15 - mine);
    pos->theirs.at[POINT_OFF] = (unsigned char)(15 - theirs);
    return (struct roll){(unsigned char)value[30], (unsigned char)value[31]};
}

/* Plays the last of the legal plays. */
static void answer(int peer, const char *line)
{
    static struct play_list list;
    struct position pos;
    char text[NOTATION_SIZE];
    char reply[NOTATION_SIZE + 2];
    struct roll roll = read_board(line, &pos);
    movegen_plays(&pos, roll, &list);
    notation_write(&pos, &list.plays[list.count - 1], text);
    int size = snprintf(reply, sizeof reply, "%s\n", text);
    (void)!write(peer, reply, (size_t)size);
}

static void serve(int peer, bool is_mortal)
{
    char line[1024];
    ssize_t size;
    for (long n = 0; (size = read(peer, line, sizeof line - 1)) > 0; n++) {
        line[size] = '\0';
        if (is_mortal && n == number_of(answers_name)) {
            _exit(1);
        }
        answer(peer, line);
    }
}

static int play_gnubg(const char *commands)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char line[256];
    FILE *file = fopen(commands, "r");
    FILE *copy = getenv(copy_name) != NULL ? fopen(getenv(copy_name), "w") : NULL;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (copy != NULL && strncmp(line, "set ", 4) == 0) {
            fputs(line, copy);
            (void)fflush(copy);
        }
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "external ", 9) == 0) {
            (void)snprintf(address.sun_path, sizeof address.sun_path, "%.100s",
                           line + 9);
        }
    }
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    bool is_mortal = count_start() <= number_of(deaths_name);
    if (is_mortal && number_of(answers_name) < 0) {
        return 1;
    }
    if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(listener, 1) != 0) {
        return 1;
    }
    serve(accept(listener, NULL, NULL), is_mortal);
    return 0;
}

/* ---- the match ------------------------------------------------------------------- */

enum { PAIRS = 6 };

struct told {
    int faults;
    int forfeits;
};

static void tell_fault(void *context, const struct arena_fault *fault)
{
    struct told *told = context;
    assert_int_equal(fault->player, 1);
    assert_non_null(strstr(fault->reason, "ended"));
    told->faults++;
    told->forfeits += fault->is_forfeit;
}

static void set_number(const char *name, int number)
{
    char text[16];
    (void)snprintf(text, sizeof text, "%d", number);
    (void)setenv(name, text, 1);
}

/* Empties the folder that counts starts, and removes it. */
static void remove_starts(const char *folder)
{
    char path[256];
    bool is_there = true;
    for (int n = 1; is_there; n++) {
        (void)snprintf(path, sizeof path, "%.200s/%d", folder, n);
        is_there = rmdir(path) == 0;
    }
    (void)rmdir(folder);
}

static atomic_bool never;

/* Plays against the program, which ends `deaths` times after `answers` answers. */
static bool play(int answers, int deaths, struct arena_runner_options options,
                 struct arena_runner_result *result, struct told *told,
                 struct error *err)
{
    char folder[] = "/tmp/fibsbot-test-starts-XXXXXX";
    assert_non_null(mkdtemp(folder));
    set_number(answers_name, answers);
    set_number(deaths_name, deaths);
    (void)setenv(folder_name, folder, 1);
    *told = (struct told){0};
    options.rules.seed = 2;
    options.player[0] = "baseline";
    options.player[1] = "gnubg,program=/proc/self/exe";
    options.pairs = PAIRS;
    options.threads = 1;
    options.stop = &never;
    options.tell_fault = tell_fault;
    options.context = told;
    bool is_good = arena_runner_play(&options, result, err);
    remove_starts(folder);
    return is_good;
}

static const struct arena_runner_options recovers = {.has_recovery = true};

static struct arena_runner_result undisturbed(void)
{
    struct arena_runner_result result;
    struct told told;
    struct error err = {0};
    assert_true(play(0, 0, recovers, &result, &told, &err));
    assert_string_equal(err.text, "");
    assert_int_equal(result.count, PAIRS);
    assert_int_equal(told.faults, 0);
    return result;
}

/* Ends often, but never three times in a pair: in the first two of a pair, and at every
 * 75th answer, which is more than a pair has. */
TEST(faults_change_no_result_unless_a_pair_has_three)
{
    static const struct {
        int answers, deaths;
    } rows[] = {{5, 2}, {75, 100}};
    struct arena_runner_result whole = undisturbed();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct arena_runner_result result;
        struct told told;
        struct error err = {0};
        assert_true(
            play(rows[i].answers, rows[i].deaths, recovers, &result, &told, &err));
        assert_int_equal(result.count, PAIRS);
        assert_memory_equal(result.pairs, whole.pairs, PAIRS * sizeof *whole.pairs);
        assert_true(told.faults >= 2 && told.forfeits == 0);
        assert_int_equal(result.faults[1], told.faults);
        assert_int_equal(result.faults[0], 0);
        assert_true(result.effort[0].plays > whole.effort[0].plays);
        /* two starts with the answers that were given and the one that was not */
        assert_true(i > 0 || result.effort[1].plays == whole.effort[1].plays + 2 * 6);
        arena_runner_free(&result);
    }
    arena_runner_free(&whole);
}

static bool keep_games(void *context, const struct arena_pair *pair,
                       const struct arena_games *games, struct error *err)
{
    assert_int_equal(games->count, pair->games);
    return true;
}

TEST(third_fault_of_a_player_in_a_pair_forfeits_it)
{
    struct arena_runner_options options = recovers;
    struct arena_runner_result whole = undisturbed();
    struct arena_runner_result result;
    struct told told;
    struct error err = {0};
    options.keep = keep_games;
    assert_true(play(30, 3, options, &result, &told, &err));
    assert_int_equal(told.faults, 3);
    assert_int_equal(told.forfeits, 1);
    assert_int_equal(result.pairs[0].forfeited[1], 1);
    assert_true(result.pairs[0].plain == 1.0 && result.pairs[0].reduced == 1.0);
    assert_int_equal(result.pairs[0].games, 0);
    assert_memory_equal(result.pairs + 1, whole.pairs + 1,
                        (PAIRS - 1) * sizeof *whole.pairs);
    struct arena_figures figures = arena_figures(result.pairs, result.count);
    assert_int_equal(figures.forfeited[0], 0);
    assert_int_equal(figures.forfeited[1], 1);
    arena_runner_free(&result);
    arena_runner_free(&whole);
}

TEST(forfeits_are_kept_in_the_result_file)
{
    char path[] = "/tmp/fibsbot-test-forfeits-XXXXXX";
    struct arena_runner_options options = recovers;
    struct arena_runner_result first, again;
    struct told told;
    struct error err = {0};
    (void)close(mkstemp(path));
    (void)unlink(path);
    options.file = path;
    options.conditions = "baseline gnubg 2";
    assert_true(play(5, 6, options, &first, &told, &err));
    assert_int_equal(told.forfeits, 2);
    options.is_resumed = true;
    assert_true(play(0, 0, options, &again, &told, &err));
    assert_int_equal(again.pairs_of_run, 0);
    assert_memory_equal(first.pairs, again.pairs, PAIRS * sizeof *first.pairs);
    arena_runner_free(&first);
    arena_runner_free(&again);
    (void)unlink(path);
}

TEST(player_that_cannot_start_gets_three_tries)
{
    struct arena_runner_result result;
    struct told told;
    struct error err = {0};
    assert_true(play(-1, 2, recovers, &result, &told, &err));
    assert_int_equal(result.count, PAIRS);
    assert_int_equal(told.faults, 2);
    assert_int_equal(result.faults[1], 2);
    assert_int_equal(told.forfeits, 0);
    arena_runner_free(&result);
    assert_false(play(-1, 3, recovers, &result, &told, &err));
    assert_int_equal(told.faults, 2);
    arena_runner_free(&result);
}

TEST(first_fault_ends_a_run_without_recovery)
{
    struct arena_runner_result result;
    struct told told;
    struct error err = {0};
    assert_false(play(5, 1, (struct arena_runner_options){0}, &result, &told, &err));
    assert_non_null(strstr(err.text, "ended"));
    assert_int_equal(result.count, 0);
    arena_runner_free(&result);
}

TEST(gnubg_is_set_as_its_options_say)
{
    static const char want[] = "set threads 1\nset jacoby off\nset beavers 0\n"
                               "set evaluation chequerplay evaluation plies 3\n"
                               "set evaluation chequerplay evaluation prune off\n"
                               "set evaluation chequerplay evaluation cubeful on\n"
                               "set evaluation chequerplay evaluation noise 0.0300\n"
                               "set evaluation cubedecision evaluation plies 2\n"
                               "set evaluation cubedecision evaluation prune off\n"
                               "set evaluation cubedecision evaluation cubeful on\n"
                               "set evaluation cubedecision evaluation noise 0.0300\n";
    const struct arena_player_terms terms = {.is_cubeful = true};
    char path[] = "/tmp/fibsbot-test-commands-XXXXXX";
    char found[1024] = "";
    (void)close(mkstemp(path));
    (void)setenv(copy_name, path, 1);
    struct arena_player *player = arena_player_open(
        "gnubg,program=/proc/self/exe,ply=3,cube=2,noise=.03,prune=no", &terms, NULL);
    (void)unsetenv(copy_name);
    assert_non_null(player);
    arena_player_close(player);
    test_file_read(path, found, sizeof found);
    (void)unlink(path);
    assert_string_equal(found, want);
}

/* ---- what is told of a run ------------------------------------------------------- */

/* Plays the pairs for money without a runner; `effort`: the players' decisions. */
static void play_alone(const struct arena_runner_options *options,
                       struct arena_pair *pairs, struct arena_player_effort effort[2])
{
    const struct arena_player_terms terms = {true, options->rules.seed};
    struct arena_table table = {
        .rules = options->rules,
        .luck = luck_open(options->luck_weights, options->luck, true, NULL)};
    for (int p = 0; p < 2; p++) {
        table.player[p] = arena_player_open(options->player[p], &terms, NULL);
    }
    struct arena_match *match = arena_match_new(&table);
    for (int64_t i = 0; i < options->pairs; i++) {
        assert_true(arena_play_pair(match, i, &pairs[i], NULL));
    }
    arena_match_free(match);
    luck_close(table.luck);
    for (int p = 0; p < 2; p++) {
        effort[p] = arena_player_effort(table.player[p]);
        arena_player_close(table.player[p]);
    }
}

TEST(pairs_and_decisions_are_those_of_the_players_alone)
{
    enum { ALONE = 8 };
    const struct arena_runner_options options = {
        .rules = {.seed = 2, .is_cubeful = true},
        .player = {"build/weights", "build/weights,noise=.1"},
        .luck = LUCK_PRUNING,
        .luck_weights = "build/weights",
        .pairs = ALONE,
        .threads = 2,
        .stop = &never};
    struct arena_player_effort want[2];
    struct arena_pair pairs[ALONE];
    struct arena_runner_result result;
    play_alone(&options, pairs, want);
    assert_true(arena_runner_play(&options, &result, NULL));
    assert_memory_equal(result.pairs, pairs, sizeof pairs);
    assert_true(want[0].plays != want[1].plays && want[0].cubes != want[1].cubes);
    for (int p = 0; p < 2; p++) {
        assert_int_equal(result.effort[p].plays, want[p].plays);
        assert_int_equal(result.effort[p].cubes, want[p].cubes);
    }
    arena_runner_free(&result);
}

/* Pairs 5 to 9 are in the file, 10 to 39 are to be played. */
enum { READ = 5, WANTED = 35 };

struct course {
    int pairs, reports;
};

/* The first pair that is played takes so long that a report is due, and the others leave
 * time for it to come. */
static bool keep_slowly(void *context, const struct arena_pair *pair,
                        const struct arena_games *games, struct error *err)
{
    struct course *course = context;
    if (course->pairs++ == 0) {
        (void)usleep(1200000);
    } else if (course->reports == 0) {
        (void)usleep(200000);
    }
    return true;
}

static void take_report(void *context, const struct arena_runner_progress *progress)
{
    struct course *course = context;
    const double left = (double)(WANTED - progress->pairs);
    course->reports++;
    assert_int_equal(progress->pairs_wanted, WANTED);
    assert_int_equal(progress->pairs, READ + progress->pairs_of_run);
    assert_int_equal(progress->figures[0].pairs, progress->pairs);
    const double want = progress->seconds * left / (double)progress->pairs_of_run;
    assert_true(progress->pairs_of_run > 0 && progress->seconds > 1.0);
    assert_true(progress->seconds_left > want - 1e-6 &&
                progress->seconds_left < want + 1e-6);
}

static void make_file(char *path)
{
    const int descriptor = mkstemp(path);
    FILE *file = fdopen(descriptor, "w");
    fputs("fibsbot-contest 1 a b\n", file);
    for (int i = READ; i < 2 * READ; i++) {
        fprintf(file, "%d 1 1 2 1 0 0 .\n", i);
    }
    (void)fclose(file);
}

TEST(what_was_read_is_not_of_this_run)
{
    char path[] = "/tmp/fibsbot-test-progress-XXXXXX";
    struct course course = {0};
    struct arena_runner_options options = {.player = {"baseline", "random"},
                                           .first = READ,
                                           .pairs = READ + WANTED,
                                           .threads = 1,
                                           .stop = &never,
                                           .file = path,
                                           .is_resumed = true,
                                           .conditions = "a b",
                                           .keep = keep_slowly,
                                           .report = take_report,
                                           .context = &course};
    struct arena_runner_result result;
    make_file(path);
    options.minutes = 1e-9; /* enough for one pair in any case */
    assert_true(arena_runner_play(&options, &result, NULL));
    assert_int_equal(result.pairs_of_run, 1);
    arena_runner_free(&result);
    (void)unlink(path);
    strcpy(path + strlen(path) - 6, "XXXXXX");
    make_file(path);
    options.minutes = 0;
    course = (struct course){0};
    assert_true(arena_runner_play(&options, &result, NULL));
    assert_true(course.reports > 0);
    assert_int_equal(result.count, WANTED);
    assert_int_equal(result.pairs_of_run, WANTED - READ);
    assert_int_equal(result.pairs[0].number, READ);
    arena_runner_free(&result);
    (void)unlink(path);
}

TEST(forfeited_match_is_lost_and_money_game_a_point)
{
    const struct arena_rules match = {.length = 5}, money = {0};
    assert_true(arena_pair_forfeited(&match, 7, 0).plain == 0.0);
    assert_true(arena_pair_forfeited(&match, 7, 1).reduced == 1.0);
    assert_true(arena_pair_forfeited(&money, 7, 0).reduced == -1.0);
    assert_int_equal(arena_pair_forfeited(&money, 7, 1).number, 7);
}

int main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "-t") == 0) {
        return play_gnubg(argv[argc - 1]);
    }
    return test_cases_run(NULL, NULL);
}
