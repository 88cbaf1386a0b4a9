#include "view/page_style.h"

#include "base/embed.h"

EMBED(page_style_of_all, "view/page/style.css")
EMBED(page_style_of_cards, "view/page/report.css")

void page_style_css(FILE *out)
{
    fputs(page_style_of_all, out);
    fputs(page_style_of_cards, out);
}

const char *page_style_sheet(void)
{
    return page_style_of_all;
}
