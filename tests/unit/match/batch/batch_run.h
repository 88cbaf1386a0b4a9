#pragma once
/* A run over the match files of a folder, and what it says. */

#include <stdio.h>
#include <string.h>

#include "match/batch/match_batch.h"
#include "tests/unit/engine/shipped_engine.h"
#include "tests/unit/match/match_text.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

enum { OPERANDS_MAX = 8 };

static char folder[64], results[80];
static char told[4000];         /* what the batch has said, a line each */
static bool is_failure;         /* what cannot be read */
static const char *known_level; /* of player 1, where the file does not have it */
static atomic_bool stop;
static struct match_batch_job job;
static struct match_batch batch;

static inline const char *below(const char *name)
{
    static char path[OPERANDS_MAX][300];
    static int last;
    last = (last + 1) % OPERANDS_MAX;
    FORMAT_TEXT(path[last], "%s/%s", folder, name);
    return path[last];
}

/* ---- what the batch asks and reports --------------------------------------------- */

static inline void tell(const char *what, const char *path, int number, int count)
{
    size_t length = strlen(told);
    size_t before = strncmp(path, folder, strlen(folder)) == 0 ? strlen(folder) + 1 : 0;
    (void)snprintf(told + length, sizeof told - length, "%s %s %d %d\n", what,
                   path + before, number, count);
}

static inline void hear_reading(void *context, const char *path, int number, int count)
{
    tell("reading", path, number, count);
}

static inline bool hear_refusal(void *context, const char *path, const char *why)
{
    assert_true(why[0] != '\0');
    tell("refused", path, 0, 0);
    return !is_failure;
}

static inline void hear_repeat(void *context, const char *text)
{
    tell("repeat:", text, 0, 0);
}

static inline void find_level(void *context, const struct match_turns *turns,
                              char level[RECORD_NAME_MAX])
{
    tell("level of", turns->heading.my_name, 0, 0);
    (void)snprintf(level, RECORD_NAME_MAX, "%s", known_level);
}

/* ---- matches --------------------------------------------------------------------- */

static struct match_text text;

static inline void write_file(const char *name)
{
    test_file_write(below(name), text.text);
}

static const char *const openings[] = {"21: 13/11 6/5", "31: 8/5 6/5", "42: 8/4 6/4",
                                       "53: 8/3 6/3", "61: 13/7 8/7"};

/* A match whose opening, by its number, tells it apart; after `heading`, a line. The first one
 * goes on with a hit. */
static inline void begin_match(int opening, const char *heading)
{
    match_text_heading(&text, 9);
    match_text_line(&text, heading);
    match_text_game(&text, 1, 0, 0);
    match_text_row(&text, 1, openings[opening],
                   opening == 0 ? "43: 24/20* 13/10" : "41: 24/23 13/9");
    match_text_row(&text, 2, opening == 0 ? "54: bar/20 13/9" : "54: 24/20 13/8", "");
}

/* Four turns. */
static inline void write_match(const char *name, int opening, const char *heading)
{
    begin_match(opening, heading);
    match_text_row(&text, 3, "", "63: 13/7 13/10");
    write_file(name);
}

static inline bool read_operands(int count, const char *const *names)
{
    char *operands[OPERANDS_MAX];
    told[0] = '\0';
    for (int i = 0; i < count; i++) {
        operands[i] = (char *)(uintptr_t)below(names[i]);
    }
    match_batch_close(&batch);
    return match_batch_read(&batch, &job, count, operands);
}

#define READ(...)                                                                      \
    read_operands((int)(sizeof(const char *[]){__VA_ARGS__} / sizeof(char *)),         \
                  (const char *const[]){__VA_ARGS__})

static inline int set_up(void **state)
{
    strcpy(folder, "/tmp/test-match-batch-XXXXXX");
    is_failure = true;
    known_level = "";
    atomic_store(&stop, false);
    batch = (struct match_batch){0};
    job = (struct match_batch_job){.engine = eng,
                                   .scratch = scratch,
                                   .strength = match_analysis_usual(),
                                   .stop = &stop,
                                   .reading = hear_reading,
                                   .refuse = hear_refusal,
                                   .repeat = hear_repeat,
                                   .find_level = find_level};
    job.strength.play_ply = job.strength.cube_ply = 0;
    return mkdtemp(folder) == NULL;
}

static inline int tear_down(void **state)
{
    match_batch_close(&batch);
    return test_folder_remove(folder);
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)

/* ---- runs ------------------------------------------------------------------------ */

/* Writes the losses of the turns, one line each; at most `most` turns. Returns how many. */
static inline int analyse(int most, double losses[])
{
    int count = 0;
    bool goes_on = true;
    for (int m = 0; m < batch.count && goes_on; m++) {
        struct match_analysis *analysis =
            match_batch_analysis(&batch, &batch.matches[m]);
        assert_non_null(analysis);
        for (int i = 0; i < batch.matches[m].turns->count && goes_on; i++) {
            goes_on = count < most && match_batch_next(&batch, analysis);
            if (goes_on) {
                losses[count++] = match_analysis_turn(analysis, i)->loss;
            }
        }
        match_analysis_free(analysis);
    }
    return count;
}

static inline void begin(bool is_resumed)
{
    struct error err = {.text = ""};
    FORMAT_TEXT(results, "%s/results", folder);
    job.save = results;
    job.is_resumed = is_resumed;
    assert_true(match_batch_is_file(below("b.mat")) ? READ("a.mat", "b.mat")
                                                    : READ("a.mat"));
    assert_good(match_batch_begin(&batch, &err), &err);
}

static inline void begin_two_matches(void)
{
    write_match("a.mat", 1, "");
    write_match("b.mat", 0, "");
    begin(false);
}
