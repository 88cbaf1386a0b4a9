#include "view/palette.h"

#include <stddef.h>

#include "view/palette_internal.h"

/* clang-format off */
static const struct palette_colour colours[] = {
    /* paper and ink */
    {"page", "#f3f0ea", "#1a1917"}, {"card", "#fffdf9", "#242220"},
    {"well", "#ece7de", "#2e2b28"}, {"line", "#dcd6ca", "#3d3934"},
    {"ink", "#24211d", "#ece8e1"},  {"soft", "#645e55", "#a8a196"},
    {"accent", "#1d5f9f", "#84b9ea"},
    {"good", "#1f6f3e", "#7cc795"}, {"bad", "#ad3226", "#f0958a"},
    {"warn", "#855500", "#e0b45c"},
    /* the board: frame with its numbers, bar, tray, field, odd and even points */
    {"frame", "#54463b", "#332e29"}, {"label", "#ebe0ce", "#b5ada0"},
    {"bar", "#54463b", "#332e29"},   {"tray", "#43372e", "#25211d"},
    {"field", "#ebe1cd", "#1f1d1b"},
    {"odd", "#ab694a", "#a8704f"},   {"even", "#4f6d64", "#718d84"},
    /* checkers: body, rim, ring */
    {"lt", "#fbf6ea", "#f1eadb"}, {"ltrim", "#3a3028", "#1b1714"},
    {"ltring", "#cfc3ab", "#c6baa3"},
    {"dk", "#252220", "#24211e"}, {"dkrim", "#d8cbb4", "#d8cbb4"},
    {"dkring", "#5f5952", "#5c564e"},
    {"cube", "#fffaf0", "#f1eadb"}, {"cubeink", "#24211d", "#24211d"},
    {NULL, NULL, NULL},
};
/* clang-format on */

const struct palette_colour *palette_colours(void)
{
    return colours;
}

void palette_css(FILE *out)
{
    fputs(":root{color-scheme:light dark", out);
    for (const struct palette_colour *c = colours; c->name != NULL; c++) {
        fprintf(out, ";--%s:%s", c->name, c->light);
    }
    fputs("}\n@media(prefers-color-scheme:dark){:root{", out);
    for (const struct palette_colour *c = colours; c->name != NULL; c++) {
        fprintf(out, "%s--%s:%s", c == colours ? "" : ";", c->name, c->dark);
    }
    fputs("}}\n", out);
}
