/* Rehearsals, and with them the way of a tournament in which nothing goes wrong. */
#include <stdio.h>
#include <string.h>

#include "bot/director/rehearsal.h"
#include "tests/unit/test_case.h"

enum { ENTRANTS = 8, ROWS_MAX = 256, TELLS_MAX = 400 };

static const char *const names[ENTRANTS] = {"anna", "bert", "carl",  "dora",
                                            "emil", "fred", "greta", "hans"};

/* What a rehearsal puts out. */
struct noted {
    struct director_match matches[ROWS_MAX];
    int match_count;
    struct director_whole whole;
    char tells[TELLS_MAX][200];
    int tell_count;
    int orders, rounds, results, ends, dones;
    char round[200]; /* the news of the last one */
    bool is_open;    /* in the middle of a transaction */
    int64_t last_ms;
};

static void note(void *context, int64_t at_ms, const struct director_output *output)
{
    struct noted *noted = context;
    noted->last_ms = at_ms;
    if (output->type == DIRECTOR_RECORD) {
        noted->is_open = !output->record.is_last;
        if (output->record.row == DIRECTOR_ROW_WHOLE) {
            noted->whole = output->record.whole;
        } else if (output->record.row == DIRECTOR_ROW_MATCH) {
            int number = output->record.match.number;
            assert_in_range(number, 0, ROWS_MAX - 1);
            noted->matches[number] = output->record.match;
            noted->match_count =
                number >= noted->match_count ? number + 1 : noted->match_count;
        }
        return;
    }
    assert_false(noted->is_open); /* nothing is said inside a transaction */
    if (output->type == DIRECTOR_SEND && noted->tell_count < TELLS_MAX &&
        output->send.type == ORDER_TELL) {
        (void)snprintf(noted->tells[noted->tell_count++], sizeof noted->tells[0],
                       "tell %.40s %.150s", output->send.name, output->send.text);
    } else if (output->type == DIRECTOR_NEWS) {
        if (output->news.what == DIRECTOR_NEWS_ROUND) {
            noted->rounds++;
            memcpy(noted->round, output->news.text, sizeof noted->round);
        }
        noted->results += output->news.what == DIRECTOR_NEWS_RESULT;
        noted->ends += output->news.what == DIRECTOR_NEWS_END;
    }
    noted->orders +=
        output->type == DIRECTOR_ORDER && output->order.play.opponent[0] != '\0';
    noted->dones += output->type == DIRECTOR_DONE;
}

static struct director_options options;
static struct director_entrant entrants[ENTRANTS];
static struct noted noted;

/* The last ones are foreign. */
static void rehearse_of(struct pairing_plan plan, int count, int foreign,
                        bool has_registration)
{
    const struct rehearsal rehearsal = {&options, entrants, count, NULL, 600000, 3};
    struct error err = {0};
    memset(&noted, 0, sizeof noted);
    director_options_default(&options);
    FORMAT_TEXT(options.name, "director");
    options.plan = plan;
    options.has_registration = has_registration;
    for (int i = 0; i < count; i++) {
        entrants[i].is_ours = i < count - foreign;
        COPY_TEXT(entrants[i].name, names[i]);
    }
    assert_good(rehearsal_run(&rehearsal, note, &noted, &err), &err);
    assert_int_equal(noted.whole.phase, DIRECTOR_FINISHED);
    assert_int_equal(noted.ends, 1);
    assert_int_equal(noted.dones, 1);
}

static void rehearse(struct pairing_plan plan, int count)
{
    rehearse_of(plan, count, 1, false);
}

static void assert_all_done(int matches)
{
    assert_int_equal(noted.match_count, matches);
    for (int i = 0; i < matches; i++) {
        assert_int_equal(noted.matches[i].state, DIRECTOR_MATCH_DONE);
        assert_int_not_equal(noted.matches[i].winner, PAIRING_NOBODY);
        assert_int_equal(noted.matches[i].away[0] + noted.matches[i].away[1], 0);
    }
}

TEST(a_double_round_robin_ends)
{
    rehearse((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 2}, 8);
    assert_all_done(56);
    assert_int_equal(noted.rounds, 14);
    assert_int_equal(noted.results, 56);
    for (int i = 0; i < 56; i++) {
        assert_int_equal(noted.matches[i].source, DIRECTOR_SOURCE_PLAYER);
        assert_int_equal(noted.matches[i].score[0] + noted.matches[i].score[1], 5);
    }
    /* 14 rounds of 10 minutes and what lies between */
    assert_in_range(noted.last_ms, 140 * 60000, 160 * 60000);
}

TEST(a_swiss_of_an_odd_number_ends)
{
    rehearse((struct pairing_plan){.kind = PAIRING_SWISS, .rounds = 3}, 7);
    assert_all_done(12);
    assert_int_equal(noted.results, 9); /* the others are byes */
}

TEST(a_round_is_announced_with_its_pairings)
{
    rehearse((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 1}, 4);
    const struct pairing *first = &noted.matches[4].pairing;
    const struct pairing *second = &noted.matches[5].pairing;
    char text[200];
    FORMAT_TEXT(text, "round 3 of 3: %s - %s, %s - %s", names[first->side[0]],
                names[first->side[1]], names[second->side[0]], names[second->side[1]]);
    assert_string_equal(noted.round, text);
}

TEST(a_knock_out_ends)
{
    rehearse((struct pairing_plan){.kind = PAIRING_KNOCK_OUT, .draw = 9}, 6);
    assert_all_done(7);
    assert_int_equal(noted.results, 5);
    assert_int_equal(noted.rounds, 3);
}

/* A foreign entrant is told the rules, then whom to invite, and every result of his. */
TEST(a_foreign_entrant_is_told)
{
    rehearse((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 1}, 2);
    assert_all_done(1);
    assert_int_equal(noted.tell_count, 4);
    assert_string_equal(noted.tells[0],
                        "tell bert Tournament: everybody plays everybody, 5 points a "
                        "match. It has begun; 1 round in about 45 "
                        "minutes.");
    assert_string_equal(noted.tells[1],
                        "tell bert Begin within 7 minutes of my call, or you lose the "
                        "match; if you leave, fewer than 3 times, be back within 7 "
                        "minutes; a match has 45 minutes.");
    assert_string_equal(noted.tells[2],
                        "tell bert Tournament, round 1: please play 5 points with anna "
                        "now: invite anna 5");
    assert_true(strncmp(noted.tells[3], "tell bert round 1: ", 19) == 0);
}

/* The imagined server answers what the director asks: two others are called as they
 * would be, and only what was called is played. */
TEST(two_foreign_entrants_are_told_what_they_would_be_told)
{
    rehearse_of((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 1}, 3, 2,
                false);
    assert_all_done(3);
    int calls = 0;
    for (int i = 0; i < noted.tell_count; i++) {
        assert_null(strstr(noted.tells[i], "does not count"));
        calls += strstr(noted.tells[i], ": invite ") != NULL ||
                 strstr(noted.tells[i], "then: join ") != NULL;
    }
    assert_int_equal(calls, 4); /* two with ours, and both sides of the other match */
}

TEST(a_registration_is_rehearsed)
{
    rehearse_of((struct pairing_plan){.kind = PAIRING_ROUND_ROBIN, .legs = 1}, 2, 1,
                true);
    assert_all_done(6); /* two more have registered */
    assert_string_equal(
        noted.tells[2],
        "tell somebody_a You take part. I will call you when you are to play.");
}

TEST(what_cannot_be_is_refused)
{
    const struct rehearsal rehearsal = {&options, entrants, 1, NULL, 600000, 3};
    struct error err;
    director_options_default(&options);
    assert_false(rehearsal_run(&rehearsal, note, &noted, &err));
    assert_string_equal(err.text, "a tournament has 2 to 64 entrants, not 1");
}

TEST_MAIN(NULL, NULL)
