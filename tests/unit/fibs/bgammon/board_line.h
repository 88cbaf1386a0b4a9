#pragma once
/*
 * A board of bgammon.org as a line, with the members that a test wants to be otherwise.
 * Names and order as a server built from its sources sent them (version d14a855).
 */

#include <stdio.h>
#include <string.h>

#include "tests/unit/test_case.h"

#define START_SLOTS "[0,-2,0,0,0,0,5,0,3,0,0,0,-5,5,0,0,0,-3,0,-5,0,0,0,0,2,0,0,0]"

enum { BOARD_LINE_SIZE = 4096 };

/* The board as the game begins, both there; each of `changes`, "Turn=1", replaces the value
 * of a member, NULL at the end. */
static inline const char *board_line(char line[BOARD_LINE_SIZE],
                                     const char *const *changes)
{
    static const char start[] =
        "{\"Type\":\"board\",\"Player\":\"\",\"Started\":1795450000,\"Ended\":0,\"Player1\":"
        "{\"Number\":1,\"Name\":\"BOT_a\",\"Rating\":1500,\"Points\":0,\"Entered\":true,"
        "\"Inactive\":0,\"Icon\":0},\"Player2\":{\"Number\":2,\"Name\":\"ann\",\"Rating\":"
        "1612.5,\"Points\":0,\"Entered\":true,\"Inactive\":31,\"Icon\":0},\"Variant\":0,"
        "\"Board\":" START_SLOTS
        ",\"Turn\":0,\"Roll1\":0,\"Roll2\":0,\"Roll3\":0,\"Moves\":"
        "null,\"Winner\":0,\"Points\":5,\"Crawford\":0,\"DoubleValue\":1,\"DoublePlayer\":0,"
        "\"DoubleOffered\":false,\"Reroll\":false,\"PlayerNumber\":1,\"Available\":null,"
        "\"Forced\":false,\"Spectating\":false}";
    (void)snprintf(line, BOARD_LINE_SIZE, "%s", start);
    for (; changes != NULL && *changes != NULL; changes++) {
        char key[40], rest[BOARD_LINE_SIZE];
        const char *value = strchr(*changes, '=') + 1;
        FORMAT_TEXT(key, "\"%.*s\":", (int)(value - 1 - *changes), *changes);
        char *at = strstr(line, key);
        assert_non_null(at);
        if (strcmp(key, "\"Points\":") == 0) { /* the last one is the board's */
            while (strstr(at + 1, key) != NULL) {
                at = strstr(at + 1, key);
            }
        }
        at += strlen(key);
        size_t old = at[0] == '['   ? strcspn(at, "]") + 1
                     : at[0] == '{' ? strcspn(at, "}") + 1
                                    : strcspn(at, ",}");
        COPY_TEXT(rest, at + old);
        (void)snprintf(at, BOARD_LINE_SIZE - (size_t)(at - line), "%s%s", value, rest);
    }
    return line;
}
#define BOARD_LINE(...)                                                                \
    board_line((char[BOARD_LINE_SIZE]){""}, (const char *const[]){__VA_ARGS__, NULL})
