#pragma once
/* Text into an array of characters: what does not fit is cut off, and it ends with a NUL. */

#include <stdio.h>

#define FORMAT_TEXT(array, ...) ((void)snprintf((array), sizeof(array), __VA_ARGS__))
#define COPY_TEXT(array, text)  FORMAT_TEXT(array, "%s", text)
