#include "cmd/tourney/tourney.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/text.h"
#include "match/record.h"
#include "match/reference_level.h"

enum { NAME_SIZE = 64, PATH_SIZE = 4096, EVENT_SIZE = 40 };

/* A file being written: each thread plays one match at a time. */
struct open_record {
    int64_t pair;
    int half;
    struct record *record; /* NULL: this place is free */
};

struct tourney_record {
    const struct tourney_match *match;
    char level[2][RECORD_NAME_MAX]; /* of the heading; "": not known */
    bool has_older;                 /* files of pairs that are played again */
    bool has_failed;
    struct error err;
    struct open_record open[ARENA_RUNNER_THREADS_MAX];
};

/* How one of ours plays, so that nobody judges it by its own depth. */
static void write_level(const char *name, char level[RECORD_NAME_MAX])
{
    struct player_spec spec;
    char words[PLAYER_WORD_SIZE + 10];
    level[0] = '\0';
    if (!player_spec_read(name, &spec, NULL) || strcmp(spec.name, "fibsbot") != 0) {
        return;
    }
    if (spec.level[0] != '\0') {
        FORMAT_TEXT(words, "level %s", spec.level);
    } else {
        FORMAT_TEXT(words, "%d-ply", spec.ply);
        if (spec.noise > 0.0) {
            ADD_TEXT(words, ", noise %g", spec.noise);
        }
    }
    reference_level_heading("fibsbot " FIBSBOT_VERSION, words, level);
}

struct tourney_record *tourney_record_new(const struct tourney_match *match)
{
    struct tourney_record *records = calloc(1, sizeof *records);
    if (records != NULL) {
        records->match = match;
        records->has_older = match->settings->run.is_resumed;
        for (int p = 0; p < 2; p++) {
            write_level(match->name[p], records->level[p]);
        }
    }
    return records;
}

static struct open_record *find_open(struct tourney_record *records, int64_t pair,
                                     int half)
{
    for (int i = 0; i < ARENA_RUNNER_THREADS_MAX; i++) {
        struct open_record *open = &records->open[i];
        if (open->record != NULL && open->pair == pair && open->half == half) {
            return open;
        }
    }
    return NULL;
}

static struct open_record *find_free(struct tourney_record *records)
{
    int i = 0;
    while (i < ARENA_RUNNER_THREADS_MAX - 1 && records->open[i].record != NULL) {
        i++;
    }
    return &records->open[i];
}

/* What tells the files of this contest from those of another one of the same players:
 * players, weights, rules and seed, as a digest. */
static void name_event(const struct tourney_match *match, char event[EVENT_SIZE])
{
    uint64_t digest =
        digest_bytes(digest_start(), match->conditions, strlen(match->conditions));
    (void)snprintf(event, EVENT_SIZE, "contest %016" PRIx64, digest);
}

/* Whether the heading of this file has the event, or a kill came before it was written. */
static bool is_of_event(const char *folder, const char *name, const char *event)
{
    enum { HEADING_MAX = 4096 };
    char path[PATH_SIZE], heading[HEADING_MAX], line[EVENT_SIZE + 20];
    int size = snprintf(path, sizeof path, "%s%s", folder, name);
    ssize_t length =
        size < PATH_SIZE ? file_read(path, heading, sizeof heading - 1) : -1;
    heading[length > 0 ? length : 0] = '\0';
    FORMAT_TEXT(line, "\n; [Event \"%s\"]\n", event);
    return length == 0 || strstr(heading, line) != NULL;
}

/* Removes what a kill has left of a match that is played again: files of this contest whose
 * names, YYYYMMDD-HHMMSS-US-OPPONENT-..., differ from the new one's in the time alone. */
static void remove_older(const struct record *record, const char *number,
                         const char *event)
{
    enum { STAMP = sizeof "YYYYMMDD-HHMMSS" - 1 };
    char folder[PATH_SIZE];
    const char *slash = strrchr(record_path(record), '/');
    const char *name = slash != NULL ? slash + 1 : record_path(record);
    const char *end = strstr(name, number);
    FORMAT_TEXT(folder, "%.*s", (int)(name - record_path(record)), record_path(record));
    DIR *dir = opendir(folder[0] != '\0' ? folder : ".");
    const struct dirent *entry;
    while (dir != NULL && end != NULL && (entry = readdir(dir)) != NULL) {
        size_t length = (size_t)(end - name) + strlen(number) - STAMP;
        if (strlen(entry->d_name) > STAMP && strcmp(entry->d_name, name) != 0 &&
            strncmp(entry->d_name + STAMP, name + STAMP, length) == 0 &&
            is_of_event(folder, entry->d_name, event)) {
            (void)unlinkat(dirfd(dir), entry->d_name, 0);
        }
    }
    if (dir != NULL) {
        (void)closedir(dir);
    }
}

static void start_record(struct tourney_record *records,
                         const struct arena_event *event)
{
    char opponent[NAME_SIZE], number[NAME_SIZE], event_text[EVENT_SIZE];
    const struct arena_rules *rules = &records->match->settings->runner.rules;
    FORMAT_TEXT(opponent, "%.30s", records->match->shown[1]);
    FORMAT_TEXT(number, "-%06" PRId64 "%c", event->pair, event->half == 0 ? 'a' : 'b');
    name_event(records->match, event_text);
    const struct record_match match = {
        .folder = records->match->records,
        .my_name = records->match->shown[0],
        .opponent = opponent,
        .number = number,
        .place = "fibsbot tourney",
        .event = event_text,
        .level = records->level[0],
        .opponent_level = records->level[1],
        .length = rules->length,
        .has_jacoby = rules->has_jacoby,
        .has_no_cube = !rules->is_cubeful,
        .started = time(NULL),
    };
    struct open_record *open = find_free(records);
    struct error err;
    *open = (struct open_record){event->pair, event->half,
                                 record_match_start(&match, &err)};
    if (open->record == NULL && !records->has_failed) {
        records->has_failed = true;
        records->err = err;
    } else if (open->record != NULL && records->has_older) {
        remove_older(open->record, number, event_text);
    }
}

static void note_error(struct tourney_record *records, struct record *record)
{
    const char *error = record_error(record);
    if (error != NULL && !records->has_failed) {
        records->has_failed = true;
        error_set(&records->err, "%s", error);
    }
}

void tourney_record_tell(void *context, const struct arena_event *event)
{
    struct tourney_record *records = context;
    enum record_side side = event->player == 0 ? RECORD_ME : RECORD_OPPONENT;
    if (event->kind == ARENA_MATCH_START) {
        start_record(records, event);
        return;
    }
    struct open_record *open = find_open(records, event->pair, event->half);
    struct record *record = open != NULL ? open->record : NULL;
    switch (event->kind) {
    case ARENA_GAME_START:
        record_game_start(record, event->score[0], event->score[1]);
        break;
    case ARENA_PLAY:
        record_play(record, side, event->roll, event->play);
        break;
    case ARENA_DOUBLE:
        record_double(record, side, event->cube);
        break;
    case ARENA_TAKE:
        record_take(record, side);
        break;
    case ARENA_DROP:
        record_drop(record, side);
        break;
    case ARENA_GAME_END:
        record_game_end(record, side, event->points);
        break;
    case ARENA_MATCH_BROKEN:
        /* the pair is played again: what there is of it goes now, or then */
        records->has_older = true;
        (void)unlink(record_path(record));
        /* fallthrough */
    default:
        if (open != NULL) {
            note_error(records, record);
            record_match_end(record);
            open->record = NULL;
        }
        break;
    }
}

bool tourney_record_free(struct tourney_record *records, struct error *err)
{
    bool is_good = !records->has_failed;
    for (int i = 0; i < ARENA_RUNNER_THREADS_MAX; i++) {
        record_match_end(records->open[i].record);
    }
    if (!is_good && err != NULL) {
        *err = records->err;
    }
    free(records);
    return is_good;
}
