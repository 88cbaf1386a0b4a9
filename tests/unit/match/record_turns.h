#pragma once
/* A record of a match that is told turn by turn, and the file that it leaves. */

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/board/match_state.h"
#include "engine/board/rng.h"
#include "match/match_format.h"
#include "match/record.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static inline char *make_folder(char folder[64])
{
    test_folder_make(folder, 64, "record");
    return folder;
}

static inline struct record *start(const char *folder, int length)
{
    const struct record_match match = {
        .folder = folder,
        .my_name = "our_bot",
        .opponent = "opp_a",
        .place = "fibs.com",
        .length = length,
        .started = 1700000000, /* 2023-11-14 22:13:20 UTC */
    };
    struct error err;
    struct record *record = record_match_start(&match, &err);
    assert_non_null(record);
    return record;
}

/* A record in a folder of its own, and the text of its file. */
struct sheet {
    char folder[64], text[4096];
    struct record *record;
};

static inline struct record *sheet_open(struct sheet *sheet, int length)
{
    sheet->record = start(make_folder(sheet->folder), length);
    return sheet->record;
}

static inline const char *sheet_read(struct sheet *sheet)
{
    test_file_read(record_path(sheet->record), sheet->text, sizeof sheet->text);
    return sheet->text;
}

static inline void sheet_close(struct sheet *sheet)
{
    record_match_end(sheet->record);
    assert_int_equal(test_folder_remove(sheet->folder), 0);
}

static inline struct roll dice(int high, int low)
{
    return (struct roll){(uint8_t)high, (uint8_t)low};
}

static inline struct play play_of(const int (*hops)[2], int count)
{
    struct play play = {.count = (uint8_t)count};
    for (int i = 0; i < count; i++) {
        play.moves[i] = (struct checker_move){(uint8_t)hops[i][0], (uint8_t)hops[i][1]};
    }
    return play;
}

#define PLAY(...)                                                                      \
    play_of((const int[][2]){__VA_ARGS__},                                             \
            (int)(sizeof(int[][2]){__VA_ARGS__} / sizeof(int[2])))

static inline void turn(struct record *record, enum record_side side, int high, int low,
                        struct play play)
{
    record_play(record, side, dice(high, low), &play);
}

static const struct play dance = {.count = 0};
