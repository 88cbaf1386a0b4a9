#include "match/play_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "engine/board/checkers.h"
#include "engine/board/notation.h"

/* "bar", "25", "off", "0", "13" */
static int point_of(const char *name)
{
    bool is_bar = name[0] == 'b' || name[0] == 'B';
    bool is_off = name[0] == 'o' || name[0] == 'O';
    return is_bar ? POINT_BAR : is_off ? POINT_OFF : atoi(name);
}

static bool add_moves(struct play *play, int from, int to, int times)
{
    for (int i = 0; i < times; i++) {
        if (play->count == CHECKER_MOVES_MAX || to < 0 || to >= from ||
            from > POINT_BAR) {
            return false;
        }
        play->moves[play->count++] = (struct checker_move){(uint8_t)from, (uint8_t)to};
    }
    return true;
}

/* "24/18/13*(2)": a move to each point. */
static bool read_play_path(char *path, struct play *play)
{
    char *bracket = strchr(path, '('), *rest = NULL;
    int times = 1, from = -1;
    if (bracket != NULL) {
        times = bracket[1] - '0';
        *bracket = '\0';
    }
    for (char *name = strtok_r(path, "/-*", &rest); name != NULL;
         name = strtok_r(NULL, "/-*", &rest)) {
        int point = point_of(name);
        if (from >= 0 && !add_moves(play, from, point, times)) {
            return false;
        }
        from = point;
    }
    return true;
}

bool play_text_read(const char *text, struct play *play)
{
    char path[NOTATION_SIZE];
    play->count = 0;
    for (text += strspn(text, " ,;"); *text != '\0'; text += strspn(text, " ,;")) {
        size_t length = strcspn(text, " ,;");
        FORMAT_TEXT(path, "%.*s", (int)length, text);
        text += length;
        if (!read_play_path(path, play)) {
            return false;
        }
    }
    return true;
}

int play_text_fibs_point(const char *name, size_t length, enum record_side side)
{
    (void)length;
    if (strncmp(name, "bar", 3) == 0) {
        return POINT_BAR;
    }
    if (strncmp(name, "off", 3) == 0 || strncmp(name, "home", 4) == 0) {
        return POINT_OFF;
    }
    int point = atoi(name);
    if (point < 1 || point > 24) {
        return -1;
    }
    return side == RECORD_ME ? POINT_BAR - point : point;
}
