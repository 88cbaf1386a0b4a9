#include "view/markup.h"

#include <string.h>

void markup_write(const char *text, FILE *out)
{
    static const char marks[] = "&<>\"'";
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (; *text != '\0'; text++) {
        const char *mark = strchr(marks, *text);
        if (mark != NULL) {
            fputs(entities[mark - marks], out);
        } else {
            fputc(*text >= ' ' && *text <= '~' ? *text : '?', out);
        }
    }
}

const char markup_style[] =
    "body{margin:0 auto;max-width:1120px;padding:18px;background:var(--page);"
    "color:var(--ink);font:15px/1.45 system-ui,sans-serif}\n"
    "h1{font-size:20px;margin:0 0 12px}h2{font-size:17px;margin:0 0 8px}\n"
    "small,.soft{color:var(--soft)}\n"
    "section{background:var(--card);border:1px solid var(--line);border-radius:10px;"
    "padding:16px;margin-bottom:16px}\n"
    ".row{display:flex;flex-wrap:wrap;gap:18px}.row>*{flex:1 1 420px;min-width:0}\n"
    ".seat{margin:4px 0}.man{width:17px;height:17px;vertical-align:-3px}"
    ".turn{color:var(--accent);font-weight:600}\n"
    "svg{max-width:100%;height:auto}svg text{font:12px system-ui,sans-serif;"
    "fill:var(--soft)}svg .title{font-weight:600;font-size:14px;fill:var(--ink)}\n"
    ".grid{stroke:var(--line)}.curve{fill:none;stroke:var(--accent);stroke-width:1.8;"
    "stroke-linejoin:round}\n"
    "table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:3px 8px;"
    "border-bottom:1px solid var(--line)}td.n,th.n{text-align:right;"
    "font-variant-numeric:tabular-nums}\n"
    ".up{color:var(--good)}.down{color:var(--bad)}\n"
    "pre{margin:0;font:12px/1.5 ui-monospace,monospace;white-space:pre-wrap;"
    "overflow-wrap:anywhere}";
