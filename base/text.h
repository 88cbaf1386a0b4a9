#pragma once
/* Text into an array of characters: what does not fit is cut off, and it ends with a NUL. */

#include <stddef.h>
#include <stdio.h>

#define FORMAT_TEXT(array, ...) ((void)snprintf((array), sizeof(array), __VA_ARGS__))
#define COPY_TEXT(array, text)  FORMAT_TEXT(array, "%s", text)

/* Behind the text that stands there. `size` is that of the array. */
void text_add(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define ADD_TEXT(array, ...) text_add((array), sizeof(array), __VA_ARGS__)
