#include "bot/seat/browser/table_page.h"

#include <string.h>

/* TABLE_PAGES, of the Makefile, has PAGE(table_js, "table.js") for each file. The
 * assembler reads them; its labels are known in this file alone. */
#define PAGE(symbol, name)                                                             \
    __asm__(".pushsection .rodata\n"                                                   \
            "table_page_" #symbol ":\n"                                                \
            ".incbin \"bot/seat/browser/page/" name "\"\n"                             \
            "table_page_" #symbol "_end:\n"                                            \
            ".byte 0\n"                                                                \
            ".popsection\n");                                                          \
    extern const char table_page_##symbol[], table_page_##symbol##_end[];
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
        (void)
    page;
    (void)name;
    return false;
}
