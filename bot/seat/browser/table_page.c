#include "bot/seat/browser/table_page.h"

#include <string.h>

#include "base/embed.h"
#include "view/page_style.h"

/* TABLE_PAGES, of the Makefile, has PAGE(table_js, "table.js") for each file. */
#define PAGE(symbol, name) EMBED(table_page_##symbol, "bot/seat/browser/page/" name)
TABLE_PAGES
#undef PAGE

bool table_page_find(const char *name, struct table_page *page)
{
#define PAGE(symbol, file)                                                             \
    if (strcmp(name, file) == 0) {                                                     \
        page->text = table_page_##symbol;                                              \
        page->length = (size_t)(table_page_##symbol##_end - table_page_##symbol);      \
        return true;                                                                   \
    }
    TABLE_PAGES
#undef PAGE
    page->text = page_style_sheet(&page->length);
    return strcmp(name, "style.css") == 0;
}
