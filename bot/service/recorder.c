#include "bot/service/recorder.h"

#include <errno.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/text.h"
#include "bot/base/paths.h"
#include "bot/config/path_options.h"
#include "bot/config/strength_config.h"
#include "bot/history/history.h"
#include "bot/notify/notify.h"
#include "bot/record/decision_log.h"
#include "bot/service/screen.h"
#include "bot/service/storage_faults.h"
#include "bot/status/status.h"
#include "engine/board/points.h"
#include "match/match_format.h"
#include "match/record.h"
#include "match/reference_level.h"

enum { REPEAT_MS = 600 * 1000, RECORD_LEVEL_SIZE = 64, KEPT_MOST = 1 << 15 };

/* The last one of a kind that was notified. */
struct trouble {
    int64_t at_ms;
    char text[120];
};

struct recorder {
    const struct config *config;
    const char *name; /* of the account */
    struct recorder_outlets to;
    struct record *record;
    time_t started;           /* the match being played */
    struct match_event *kept; /* all of it, while its file cannot be created */
    int kept_count, kept_room;
    char last[PATHS_MAX];     /* the file of the match that has ended last, or "" */
    struct match_event noted; /* in the history, the last one */
    struct decision_log *decisions;
    struct storage_faults faults;
    struct trouble troubles[2]; /* lost lines, errors */
    struct screen *screen;
};

static void log_error(struct recorder *recorder, const char *text)
{
    log_event(recorder->to.log, LOG_ERROR, recorder->name, "%s", text);
}

static void notify_text(struct recorder *recorder, enum notify_event event,
                        const char *text);

/* A write that failed, or worked again: counted, logged and notified. */
static void note_failure(struct recorder *recorder, enum storage what, const char *why)
{
    char text[STORAGE_TEXT_SIZE];
    status_storage_failure(recorder->to.status, recorder->name);
    if (storage_faults_failed(&recorder->faults, what, clock_ms(), why, text)) {
        log_error(recorder, text);
        notify_text(recorder, NOTIFY_ERROR, text);
        status_error(recorder->to.status, recorder->name);
    }
}

static void note_success(struct recorder *recorder, enum storage what)
{
    char text[STORAGE_TEXT_SIZE];
    if (storage_faults_worked(&recorder->faults, what, clock_ms(), text)) {
        log_event(recorder->to.log, LOG_INFO, recorder->name, "%s", text);
    }
}

static void note_write(struct recorder *recorder, enum storage what, bool is_good,
                       const char *why)
{
    if (is_good) {
        note_success(recorder, what);
    } else {
        note_failure(recorder, what, why);
    }
}

static void open_decisions(struct recorder *recorder)
{
    struct error err = {0};
    const char *path = recorder->config->record.decisions;
    if (path[0] != '\0' && recorder->decisions == NULL) {
        recorder->decisions = decision_log_open(
            path, path_option_bytes(recorder->config->record.decisions_size),
            recorder->config->record.decisions_files, &err);
        if (recorder->decisions == NULL) {
            note_failure(recorder, STORAGE_DECISIONS, err.text);
        }
    }
}

const char *recorder_last_match(const struct recorder *recorder)
{
    return recorder->last;
}

void recorder_reopen(struct recorder *recorder)
{
    struct error err = {0};
    if (!decision_log_reopen(recorder->decisions, &err)) {
        log_error(recorder, err.text);
    }
}

struct recorder *recorder_new(const struct config *config,
                              const struct recorder_outlets *outlets)
{
    struct recorder *recorder = error_allocate(sizeof *recorder, NULL);
    if (recorder == NULL) {
        return NULL;
    }
    *recorder = (struct recorder){
        .config = config, .name = config->account.name, .to = *outlets};
    recorder->screen = screen_new(config);
    if (recorder->screen == NULL) {
        free(recorder);
        return NULL;
    }
    open_decisions(recorder);
    return recorder;
}

void recorder_free(struct recorder *recorder)
{
    if (recorder != NULL) {
        record_match_end(recorder->record);
        free(recorder->kept);
        decision_log_close(recorder->decisions);
        screen_free(recorder->screen);
        free(recorder);
    }
}

static enum record_side side_of(const struct match_event *event)
{
    return event->is_mine ? RECORD_ME : RECORD_OPPONENT;
}

/* ---- the history ----------------------------------------------------------------- */

static void check_history(struct recorder *recorder)
{
    const char *error = history_error(recorder->to.history);
    if (error != NULL) {
        note_failure(recorder, STORAGE_HISTORY, error);
    } else if (history_flush(recorder->to.history, 0)) {
        note_success(recorder, STORAGE_HISTORY);
    }
}

static void note_in_history(struct recorder *recorder,
                            const struct history_event *event)
{
    check_history(recorder);
    history_note(recorder->to.history, event);
}

void recorder_check(struct recorder *recorder)
{
    check_history(recorder);
    open_decisions(recorder);
}

/* ---- the match file -------------------------------------------------------------- */

static void start_record(struct recorder *recorder, const struct match_event *event)
{
    const struct config *config = recorder->config;
    struct error err = {0};
    char level[RECORD_LEVEL_SIZE], told[RECORD_NAME_MAX] = "", site[CONFIG_TEXT_MAX];
    config_site(config, site);
    struct record_match match = {
        .folder = config->record.folder,
        .grouping = config->record.group,
        .my_score = event->my_score,
        .opponent_score = event->their_score,
        .my_name = recorder->name,
        .opponent = event->opponent,
        .place = site,
        .level = recorder->to.program != NULL ? told : NULL,
        .length = event->length,
        .is_resumed = event->is_resumed,
        .started = recorder->started,
    };
    strength_describe_match(config, event->level, level, sizeof level);
    reference_level_heading(recorder->to.program != NULL ? recorder->to.program : "",
                            level, told);
    record_match_end(recorder->record);
    recorder->record = NULL;
    if (!config->record.matches) {
        return;
    }
    recorder->record = record_match_start(&match, &err);
    if (recorder->record == NULL) {
        note_failure(recorder, STORAGE_MATCH, err.text);
    } else {
        log_event(recorder->to.log, LOG_INFO, recorder->name, "recording the match: %s",
                  record_path(recorder->record));
        status_record(recorder->to.status, recorder->name,
                      record_path(recorder->record));
    }
}

static void resume_game(struct record *record, const struct match_event *event)
{
    const struct record_state state = {
        .my_score = event->my_score,
        .opponent_score = event->their_score,
        .pos = event->pos,
        .on_turn = side_of(event),
        .cube = event->points,
        .owner = event->owner,
        .is_doubled = event->is_doubled,
        .rolled = event->roll,
    };
    record_game_resume(record, &state);
}

static void write_sgf(struct recorder *recorder)
{
    struct error err = {0};
    if (recorder->record != NULL && recorder->config->record.sgf) {
        bool is_good = match_format_export(record_path(recorder->record),
                                           match_format_find("sgf"), &err);
        note_write(recorder, STORAGE_SGF, is_good, err.text);
    }
}

/* Returns whether the match file is as it should be. */
static bool check_record(struct recorder *recorder)
{
    const char *error = record_error(recorder->record);
    if (recorder->record != NULL) {
        note_write(recorder, STORAGE_MATCH, error == NULL, error);
    }
    return error == NULL;
}

/* Whoever reads the match later cannot tell from the file. */
static void tell_lost_game(struct recorder *recorder)
{
    char text[200];
    struct history_event event;
    int game = record_lost_game(recorder->record);
    if (game == 0) {
        return;
    }
    FORMAT_TEXT(text,
                "game %d: turns were missed; the match file and its SGF have only "
                "the result from here on",
                game);
    log_event(recorder->to.log, LOG_INFO, recorder->name, "%s", text);
    history_event_error(recorder->config, text, &event);
    note_in_history(recorder, &event);
}

static void write_event(struct recorder *recorder, const struct match_event *event)
{
    struct record *record = recorder->record;
    switch (event->type) {
    case MATCH_START:
        start_record(recorder, event);
        break;
    case MATCH_GAME_START:
        record_game_start(record, event->my_score, event->their_score);
        break;
    case MATCH_GAME_RESUME:
        resume_game(record, event);
        break;
    case MATCH_PLAY:
        record_play(record, side_of(event), event->roll, &event->play);
        break;
    case MATCH_DOUBLE:
        record_double(record, side_of(event), event->points);
        break;
    case MATCH_TAKE:
        record_take(record, side_of(event));
        break;
    case MATCH_DROP:
        record_drop(record, side_of(event));
        break;
    case MATCH_RESIGN: /* the file has only the end of the game */
    case MATCH_SAVED:
    case MATCH_RESUMED:
        break;
    case MATCH_GAME_END:
        record_game_end(record, side_of(event), event->points);
        break;
    case MATCH_GAME_CORRECTED:
        record_game_correct(record, side_of(event), event->points);
        break;
    case MATCH_END:
        write_sgf(recorder);
        COPY_TEXT(recorder->last, record_path(record));
        record_match_end(record);
        recorder->record = NULL;
        break;
    }
    tell_lost_game(recorder);
}

/* ---- a match without a file ------------------------------------------------------ */

static bool grow_kept(struct recorder *recorder)
{
    const int room = recorder->kept_room > 0 ? 2 * recorder->kept_room : 64;
    struct match_event *kept =
        room > KEPT_MOST
            ? NULL
            : aligned_alloc(alignof(struct match_event), (size_t)room * sizeof *kept);
    if (kept == NULL) {
        return false;
    }
    for (int i = 0; i < recorder->kept_count; i++) {
        kept[i] = recorder->kept[i];
    }
    free(recorder->kept);
    recorder->kept = kept;
    recorder->kept_room = room;
    return true;
}

/* Without room the last one gives way, so that the end is there: the file will lack what
 * nobody saw. */
static void keep_event(struct recorder *recorder, const struct match_event *event)
{
    if (recorder->kept_count == recorder->kept_room && !grow_kept(recorder)) {
        recorder->kept_count -= recorder->kept_count > 0;
    }
    if (recorder->kept_count < recorder->kept_room) {
        recorder->kept[recorder->kept_count++] = *event;
    }
}

/* Tries again: it is the file of this match, never that of an earlier one that was left. */
static void write_kept(struct recorder *recorder)
{
    const int count = recorder->kept_count;
    start_record(recorder, &recorder->kept[0]);
    if (recorder->record != NULL) {
        recorder->kept_count = 0;
        for (int i = 1; i < count; i++) {
            write_event(recorder, &recorder->kept[i]);
        }
    }
}

static void lose_kept(struct recorder *recorder, const struct match_event *event)
{
    log_event(recorder->to.log, LOG_WARNING, recorder->name,
              "the match with %s has no match file: none could be created while it "
              "was played",
              event->opponent);
    recorder->kept_count = 0;
    recorder->last[0] = '\0';
}

static void write_record(struct recorder *recorder, const struct match_event *event)
{
    bool is_end = event->type == MATCH_END;
    if (event->type == MATCH_START) {
        recorder->started = time(NULL);
        recorder->kept_count = 0;
    }
    if (recorder->kept_count == 0) {
        write_event(recorder, event);
    }
    bool is_missing = recorder->kept_count > 0 ||
                      (event->type == MATCH_START && recorder->record == NULL &&
                       recorder->config->record.matches);
    if (is_missing) {
        keep_event(recorder, event);
    }
    if (recorder->kept_count > 0 && (is_end || event->type == MATCH_GAME_START ||
                                     event->type == MATCH_GAME_RESUME)) {
        write_kept(recorder);
    }
    if (recorder->kept_count > 0 && is_end) {
        lose_kept(recorder, event);
    }
    if (check_record(recorder) && event->type != MATCH_GAME_RESUME) {
        write_sgf(recorder);
    }
}

/* ---- notifications --------------------------------------------------------------- */

/* A repeated error or disconnection is notified only from time to time. */
static bool is_repeated(struct recorder *recorder, enum notify_event event,
                        const char *text)
{
    int64_t now_ms = clock_ms();
    struct trouble *last = &recorder->troubles[event == NOTIFY_ERROR];
    if (strncmp(last->text, text, sizeof last->text - 1) == 0 &&
        now_ms - last->at_ms < REPEAT_MS) {
        return true;
    }
    last->at_ms = now_ms;
    COPY_TEXT(last->text, text);
    return false;
}

static void notify_text(struct recorder *recorder, enum notify_event event,
                        const char *text)
{
    const struct notify_message message = {.event = event,
                                           .at_s = (int64_t)time(NULL),
                                           .account = recorder->name,
                                           .opponent = "",
                                           .text = text};
    if (!is_repeated(recorder, event, text)) {
        notify_send(recorder->to.notify, &message);
    }
}

static void notify_match(struct recorder *recorder, const struct match_event *event)
{
    const struct standing *before = &event->ratings.before[0];
    const struct standing *after = &event->ratings.after[0];
    struct notify_message message = {
        .at_s = (int64_t)time(NULL),
        .account = recorder->name,
        .opponent = event->opponent,
        .length = event->length,
        .is_resumed = event->is_resumed,
        .is_unkept = event->is_unkept,
        .my_score = event->my_score,
        .their_score = event->their_score,
        .has_rating = before->is_known && after->is_known,
        .rating = after->rating,
        .rating_change = after->rating - before->rating,
    };
    if (event->type == MATCH_START || event->type == MATCH_RESUMED) {
        message.event = NOTIFY_START;
    } else if (event->type == MATCH_SAVED) {
        message.event = NOTIFY_SAVED;
    } else if (event->type == MATCH_END && event->is_finished) {
        message.event = NOTIFY_END;
    } else {
        return;
    }
    notify_send(recorder->to.notify, &message);
}

/* A saved match that is set aside; failures before that are in the log. */
static void notify_stuck(struct recorder *recorder, const struct player_stuck *stuck)
{
    const struct notify_message message = {
        .event = NOTIFY_STUCK,
        .at_s = (int64_t)time(NULL),
        .account = recorder->name,
        .opponent = stuck->name,
        .length = stuck->length == POINTS_UNLIMITED ? 0 : stuck->length,
        .my_score = stuck->my_score,
        .their_score = stuck->their_score,
        .text = stuck->code,
    };
    if (stuck->code[0] != '\0') {
        notify_send(recorder->to.notify, &message);
    }
}

/* ---- what comes ------------------------------------------------------------------ */

static void take_event(struct recorder *recorder, const struct match_event *event)
{
    write_record(recorder, event);
    notify_match(recorder, event);
    screen_event(recorder->screen, event);
}

void recorder_link(struct recorder *recorder, enum recorder_link link,
                   const char *reason)
{
    struct history_event event;
    history_event_link(recorder->config, link == RECORDER_LINK_UP,
                       link != RECORDER_LINK_CLOSED ? reason : NULL, &event);
    note_in_history(recorder, &event);
    status_link(recorder->to.status, recorder->name, link == RECORDER_LINK_UP);
    if (link == RECORDER_LINK_LOST) {
        notify_text(recorder, NOTIFY_DISCONNECT, reason);
    }
}

void recorder_offline(struct recorder *recorder, const char *reason)
{
    status_offline(recorder->to.status, recorder->name, reason);
}

void recorder_error(struct recorder *recorder, const char *text)
{
    struct history_event event;
    history_event_error(recorder->config, text, &event);
    note_in_history(recorder, &event);
    notify_text(recorder, NOTIFY_ERROR, text);
    status_error(recorder->to.status, recorder->name);
}

static void take_decision(struct recorder *recorder, const struct player_output *output)
{
    if (recorder->decisions != NULL) {
        bool is_good = decision_log_write(
            recorder->decisions, recorder->name, output->decided.opponent,
            &output->decided.request, &output->decided.answer);
        note_write(recorder, STORAGE_DECISIONS, is_good, strerror(errno));
    }
}

/* A board that shows the history nothing new. It gets one with each turn: they would fill
 * what waits while it cannot be written. */
static bool is_old_board(struct recorder *recorder, const struct match_event *event)
{
    const struct match_event last = recorder->noted;
    recorder->noted = *event;
    return event->type == MATCH_GAME_RESUME && last.type == MATCH_GAME_RESUME &&
           event->my_score == last.my_score && event->their_score == last.their_score &&
           event->points == last.points && event->is_doubled == last.is_doubled &&
           strcmp(event->opponent, last.opponent) == 0;
}

void recorder_take(struct recorder *recorder, const struct player_output *output)
{
    struct history_event event;
    if (history_event_of(recorder->config, output, &event) &&
        (output->type != PLAYER_MATCH || !is_old_board(recorder, &output->event))) {
        note_in_history(recorder, &event);
    }
    status_take(recorder->to.status, recorder->name, output, (int64_t)time(NULL));
    if (output->type == PLAYER_DECIDED) {
        take_decision(recorder, output);
    }
    if (output->type == PLAYER_MATCH) {
        take_event(recorder, &output->event);
    } else if (output->type == PLAYER_STUCK) {
        notify_stuck(recorder, &output->stuck);
    } else if (output->type == PLAYER_BOARD) {
        screen_board(recorder->screen, &output->board.view, output->board.opponent);
    }
}
