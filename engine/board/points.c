#include "engine/board/points.h"

#include <stdbool.h>
#include <stdio.h>

const char *points_text(int points, char text[POINTS_TEXT_SIZE])
{
    (void)snprintf(text, POINTS_TEXT_SIZE, "%d point%s", points,
                   points == 1 ? "" : "s");
    return text;
}

const char *points_length_text(int length, char text[POINTS_TEXT_SIZE])
{
    if (length > 0 && length < POINTS_UNLIMITED) {
        return points_text(length, text);
    }
    (void)snprintf(text, POINTS_TEXT_SIZE, "%s",
                   length < 0 ? "length unknown" : "unlimited");
    return text;
}

int points_shown(int points, int length)
{
    bool is_match = length > 0 && length < POINTS_UNLIMITED;
    return is_match && points > length ? length : points;
}
