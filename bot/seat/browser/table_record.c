/* The file of a match of two persons: with the bot, it is the bot that writes one. As there,
 * the person is the second player of it, on the right. */
#include <stdlib.h>

#include "bot/seat/browser/table_internal.h"
#include "engine/board/position.h"
#include "match/record.h"

struct table_record {
    struct record *file; /* NULL: none is open */
    uint64_t last;       /* number of the newest event that was looked at */
    bool is_resuming;    /* a match has been resumed, and its board is not there yet */
};

/* ---- its begin ------------------------------------------------------------------- */

static void begin(struct table_record *record, const struct table_options *options,
                  const struct match_state *ms, int length, bool is_resumed)
{
    struct error err = {0};
    const struct record_match match = {.folder = options->matches,
                                       .my_name = options->opponent,
                                       .opponent = options->name,
                                       .place = "a table of fibsbot",
                                       .length = length,
                                       .is_resumed = is_resumed,
                                       .my_score = is_resumed ? ms->their_score : 0,
                                       .opponent_score = is_resumed ? ms->my_score : 0,
                                       .started = time(NULL)};
    record_match_end(record->file);
    record->file = record_match_start(&match, &err);
    if (record->file == NULL) {
        options->log(options->context, err.text);
    }
}

static void resume(struct table_record *record, const struct table_options *options,
                   const struct seat_view *view)
{
    const struct match_state ms = match_state_swap(&view->board.ms);
    const struct record_state state = {
        .my_score = ms.my_score,
        .opponent_score = ms.their_score,
        .pos = position_swap(&view->board.pos),
        .on_turn = view->board.turn == TURN_MINE ? RECORD_OPPONENT : RECORD_ME,
        .cube = ms.cube,
        .owner = ms.owner,
        .is_doubled = view->offered_cube > 0};
    begin(record, options, &view->board.ms, ms.length, true);
    record_game_resume(record->file, &state);
    record->is_resuming = false;
}

/* ---- what happens ---------------------------------------------------------------- */

static void end(struct table_record *record)
{
    record_match_end(record->file);
    record->file = NULL;
}

static void write_event(struct table_record *record,
                        const struct table_options *options,
                        const struct match_state *ms, const struct seat_event *event)
{
    enum record_side side = event->is_mine ? RECORD_OPPONENT : RECORD_ME;
    switch (event->type) {
    case SEAT_EVENT_MATCH:
        record->is_resuming = event->is_resumed;
        if (!event->is_resumed) {
            begin(record, options, ms, event->points, false);
        }
        break;
    case SEAT_EVENT_GAME:
        record_game_start(record->file, event->score[1], event->score[0]);
        break;
    case SEAT_EVENT_PLAY:
    case SEAT_EVENT_DANCE:
        record_play(record->file, side, event->roll, &event->play);
        break;
    case SEAT_EVENT_DOUBLE:
        record_double(record->file, side, event->points);
        break;
    case SEAT_EVENT_TAKE:
        record_take(record->file, side);
        break;
    case SEAT_EVENT_PASS:
        record_drop(record->file, side);
        break;
    case SEAT_EVENT_GAME_END:
        record_game_end(record->file, side, event->points);
        break;
    case SEAT_EVENT_MATCH_END:
    case SEAT_EVENT_SAVED:
        end(record);
        break;
    default:
        break;
    }
}

struct table_record *table_record_new(void)
{
    return calloc(1, sizeof(struct table_record));
}

void table_record_take(struct table_record *record, const struct table_options *options,
                       const struct seat_view *view)
{
    for (int i = 0; i < view->event_count; i++) {
        if (view->events[i].number > record->last) {
            record->last = view->events[i].number;
            write_event(record, options, &view->board.ms, &view->events[i]);
        }
    }
    if (record->is_resuming && view->has_board) {
        resume(record, options, view);
    }
    const char *fault = record_error(record->file);
    if (fault != NULL) {
        options->log(options->context, fault);
    }
}

void table_record_follow(struct table *table)
{
    if (!table_has_person(table)) {
        return;
    }
    if (table->record == NULL) {
        table->record = table_record_new();
    }
    if (table->record != NULL) {
        table_record_take(table->record, &table->options, seat_link_view(table->link));
    }
}

void table_record_free(struct table_record *record)
{
    if (record != NULL) {
        end(record);
    }
    free(record);
}
