/* Tested by tests/unit/fibs/test_board.c and test_message.c. */
#include "fibs/digits.h"

size_t fibs_digits_count(const char *text)
{
    size_t count = 0;
    while (text[count] >= '0' && text[count] <= '9') {
        count++;
    }
    return count;
}

long fibs_digits_value(const char *text, size_t count)
{
    long value = 0;
    for (size_t i = 0; i < count; i++) {
        value = value * 10 + (text[i] - '0');
    }
    return value;
}
