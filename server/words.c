#include "server/fibsd_core.h"

#include <stddef.h>
#include <string.h>

char *words_skip_blanks(char *text)
{
    return text + strspn(text, " \t");
}

char *words_next(char **rest)
{
    char *word = words_skip_blanks(*rest);
    if (*word == '\0') {
        return NULL;
    }
    *rest = word + strcspn(word, " \t");
    if (**rest != '\0') {
        *(*rest)++ = '\0';
    }
    return word;
}

int words_number_of(const char *word)
{
    size_t length = strlen(word);
    if (length == 0 || length > 6 || strspn(word, "0123456789") != length) {
        return -1;
    }
    int number = 0;
    for (; *word != '\0'; word++) {
        number = 10 * number + (*word - '0');
    }
    return number;
}
