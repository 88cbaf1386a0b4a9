#include "server/fibsd_core.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { POINT_SIZE = 12, POINTS_MAX = 5, TIMES_MAX = 4 };

static const char between[] = " \t,;"; /* moves */

/* The points of a path, as 24/18/14(2), and how many checkers take it. Returns how many
 * points there are. */
static int read_points(const char *text, size_t length,
                       char points[POINTS_MAX][POINT_SIZE], int *times)
{
    int count = 0;
    *times = 1;
    for (size_t i = 0; i < length && count < POINTS_MAX; i++) {
        size_t size = strcspn(text + i, "/-*( \t,;");
        if (size > 0) {
            (void)snprintf(points[count++], POINT_SIZE, "%.*s", (int)size, text + i);
            i += size;
        }
        if (i < length && text[i] == '(') {
            int number = text[i + 1] - '0';
            *times = number >= 1 && number <= TIMES_MAX ? number : 1;
            break;
        }
    }
    return count;
}

static void add_word(char words[FIBSD_WORDS_SIZE], const char *word)
{
    text_add(words, FIBSD_WORDS_SIZE, "%s%s", words[0] != '\0' ? " " : "", word);
}

void move_words_spread(const char *text, char words[FIBSD_WORDS_SIZE])
{
    words[0] = '\0';
    for (text += strspn(text, between); *text != '\0'; text += strspn(text, between)) {
        char points[POINTS_MAX][POINT_SIZE];
        int times;
        size_t length = strcspn(text, between);
        int count = read_points(text, length, points, &times);
        for (int k = 0; k < times && count > 1; k++) {
            for (int i = 1; i < count; i++) {
                add_word(words, points[i - 1]);
                add_word(words, points[i]);
            }
        }
        if (count == 1) {
            add_word(words, points[0]);
        }
        text += length;
    }
}
