#ifndef VIEW_PALETTE_INTERNAL_H
#define VIEW_PALETTE_INTERNAL_H
/* The colours of palette.h one by one, for the test of their contrast. */

struct palette_colour {
    const char *name;         /* of the CSS variable, without "--" */
    const char *light, *dark; /* "#rrggbb" */
};

/* Returns the colours; a row without a name ends them. */
const struct palette_colour *palette_colours(void);

#endif
