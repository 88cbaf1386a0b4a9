/*
 * What strangers tell the director of a tournament, and any line of the server: nobody is
 * told more than so much in a minute, what is stored can be restored, and only what a
 * player may change changes.
 *
 * Each line of the input: a letter, and a text. a .. f: a user says the text; +: so many
 * seconds pass; *: the tournament starts; any other: the server says the whole line.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/director/director.h"
#include "bot/fibs/translate.h"
#include "tests/fuzz/fuzz_target.h"

enum { LINE_ROOM = 300, ENTRANTS = 3, MATCHES = 64, USERS = 6, SAID_MAX = 60 };

/* The first is ours, two are foreign entrants, three are strangers. */
static const char *const names[USERS] = {"anna", "bert", "carl",
                                         "dora", "emil", "fred"};

struct trial {
    struct director_options options;
    struct director *director;
    struct fibs_message_context context;
    struct fibs_translator translator;
    int64_t now_ms;
    struct director_whole whole;
    struct director_entrant entrants[DIRECTOR_ENTRANTS_MAX];
    struct director_match matches[MATCHES];
    int entrant_count, match_count;
    int said; /* in this minute */
    int64_t said_ms;
};

static void store(struct trial *trial, const struct director_output *output)
{
    int number;
    switch (output->record.row) {
    case DIRECTOR_ROW_WHOLE:
        trial->whole = output->record.whole;
        break;
    case DIRECTOR_ROW_ENTRANT:
        number = output->record.entrant.number;
        assert(number >= 0 && number < DIRECTOR_ENTRANTS_MAX);
        trial->entrants[number] = output->record.entrant;
        break;
    case DIRECTOR_ROW_MATCH:
        number = output->record.match.number;
        assert(number >= 0 && number < MATCHES);
        trial->matches[number] = output->record.match;
        trial->match_count =
            number >= trial->match_count ? number + 1 : trial->match_count;
        break;
    }
}

/* One line a second at most. */
static void count_line(struct trial *trial)
{
    if (trial->now_ms - trial->said_ms >= 60000) {
        trial->said_ms = trial->now_ms;
        trial->said = 0;
    }
    assert(++trial->said <= SAID_MAX + 1);
}

static void drain(struct trial *trial)
{
    struct director_output output;
    bool is_open = false;
    while (director_next_output(trial->director, &output)) {
        assert(!is_open || output.type == DIRECTOR_RECORD);
        if (output.type == DIRECTOR_RECORD) {
            is_open = !output.record.is_last;
            store(trial, &output);
        } else if (output.type == DIRECTOR_SEND) {
            struct fibs_command command;
            assert(translate_order(&trial->translator, &output.send, &command));
            assert(strchr(command.text, '\n') == NULL);
            if (command.id == FIBS_CMD_TELL) {
                count_line(trial);
            }
        }
    }
    assert(!is_open);
}

static void hear(struct trial *trial, const char *line)
{
    struct fibs_message message;
    fibs_message_read(&trial->context, line, &message);
    struct game_event event;
    translate_event(&trial->translator, &message, &event);
    director_hear(trial->director, trial->now_ms, &event);
    drain(trial);
}

static void pass(struct trial *trial, const char *text)
{
    long seconds = strtol(text, NULL, 10);
    for (long i = 0; i < seconds && i < 600; i++) {
        trial->now_ms += 1000;
        director_tick(trial->director, trial->now_ms);
        drain(trial);
    }
}

/* In the input the bytes that a line cannot have are blanks, as the reader makes them. */
static void act(struct trial *trial, char *line)
{
    char said[LINE_ROOM + FIBS_NAME_MAX];
    for (char *c = line; *c != '\0'; c++) {
        *c = *c < ' ' || *c > '~' ? ' ' : *c;
    }
    if (line[0] >= 'a' && line[0] < 'a' + USERS) {
        (void)snprintf(said, sizeof said, "12 %s %s", names[line[0] - 'a'], line + 1);
        hear(trial, said);
    } else if (line[0] == '+') {
        pass(trial, line + 1);
    } else if (line[0] == '*') {
        director_start(trial->director, trial->now_ms);
        drain(trial);
    } else {
        hear(trial, line);
    }
}

static void begin(struct trial *trial, bool has_registration)
{
    struct director_entrant entrants[ENTRANTS];
    struct error err;
    memset(entrants, 0, sizeof entrants);
    memset(trial, 0, sizeof *trial);
    director_options_default(&trial->options);
    (void)snprintf(trial->options.name, sizeof trial->options.name, "director");
    memcpy(trial->translator.name, trial->options.name, USER_NAME_SIZE);
    trial->options.has_registration = has_registration;
    trial->options.entrants_max = ENTRANTS + 2;
    for (int i = 0; i < ENTRANTS; i++) {
        entrants[i].is_ours = i == 0;
        (void)snprintf(entrants[i].name, sizeof entrants[i].name, "%s", names[i]);
    }
    trial->director = director_new(&trial->options, entrants, ENTRANTS, &err);
    assert(trial->director != NULL);
    drain(trial);
    hear(trial, "1 director 1 host");
    hear(trial, "5 anna - - 1 0 1500.00 100 0 1 host - -");
    hear(trial, "5 bert - - 1 0 1500.00 100 0 1 host - -");
    hear(trial, "6");
    director_online(trial->director, trial->now_ms);
    drain(trial);
}

/* What nobody but our side or the operator can do was not done. */
static void check(struct trial *trial)
{
    struct error err;
    while (trial->entrant_count < DIRECTOR_ENTRANTS_MAX &&
           trial->entrants[trial->entrant_count].name[0] != '\0') {
        trial->entrant_count++;
    }
    assert(!trial->entrants[0].is_out);
    for (int i = 0; i < trial->match_count; i++) {
        assert(trial->matches[i].source != DIRECTOR_SOURCE_OPERATOR &&
               trial->matches[i].source != DIRECTOR_SOURCE_PLAYER);
    }
    const struct director_rows rows = {trial->whole, trial->entrant_count,
                                       trial->match_count, trial->entrants,
                                       trial->matches};
    struct director *again = director_restore(&trial->options, &rows, &err);
    assert(again != NULL);
    director_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct trial *trial = malloc(sizeof *trial);
    if (trial == NULL || size == 0 || size > 4096) {
        free(trial);
        return 0;
    }
    begin(trial, data[0] % 2 == 1);
    for (size_t at = 1; at < size;) {
        char line[LINE_ROOM];
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t length = end == NULL ? size - at : (size_t)(end - data) - at;
        size_t kept = length < sizeof line - 1 ? length : sizeof line - 1;
        memcpy(line, data + at, kept);
        line[kept] = '\0';
        act(trial, line);
        at += length + 1;
    }
    check(trial);
    director_free(trial->director);
    free(trial);
    return 0;
}
