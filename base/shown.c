#include "base/shown.h"

#include <string.h>

#include "base/text.h"

double shown_number(double number, int digits)
{
    char text[400]; /* the longest double has 309 digits before the point */
    FORMAT_TEXT(text, "%.*f", digits, number);
    return text[strspn(text, "-0.")] == '\0' ? 0.0 : number;
}
