#include "view/page_style.h"

#include "view/board_svg.h"
#include "view/chart.h"
#include "view/palette.h"

static const char elements[] =
    "*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}\n"
    "body{margin:0 auto;max-width:1240px;padding:0 24px 32px;background:var(--page);"
    "color:var(--ink);font:15px/1.45 system-ui,sans-serif;"
    "font-variant-numeric:tabular-nums}\n"
    "h1,h2,h3,p{margin:0;font-size:inherit}h1{font-size:20px;padding:16px 0}"
    "h2{font-size:18px}h3{font-size:13px;font-weight:600;color:var(--soft);"
    "margin-top:12px}b{font-weight:600}a{color:var(--accent)}\n"
    "section{background:var(--card);border:1px solid var(--line);border-radius:8px;"
    "padding:16px;margin-bottom:16px;overflow-wrap:anywhere}\n"
    "table{border-collapse:collapse;width:100%}th{font-weight:400;font-size:13px;"
    "color:var(--soft);text-align:left;padding:4px 8px}"
    "td{padding:6px 8px;border-top:1px solid var(--line)}th.n,td.n{text-align:right}"
    "th:first-child,td:first-child{padding-left:0}"
    "th:last-child,td:last-child{padding-right:0}\n"
    "code,pre{font:13px/1.5 ui-monospace,monospace}code{user-select:all}"
    "pre{margin:0;white-space:pre-wrap}\n"
    ":focus-visible{outline:2px solid var(--accent);outline-offset:2px}\n";

static const char classes[] =
    ".soft,small{color:var(--soft)}.good,.up{color:var(--good)}"
    ".bad,.down{color:var(--bad)}\n"
    ".row{display:flex;flex-wrap:wrap;gap:8px 32px}.row>*{flex:1 1 420px;min-width:0}\n"
    ".head{display:flex;align-items:baseline;gap:4px 16px;flex-wrap:wrap}"
    ".end{margin-left:auto}\n"
    ".seat{display:flex;flex-wrap:wrap;align-items:center;gap:0 10px;"
    "min-height:40px}.man{width:17px;height:17px;flex:none}"
    ".seat .end{display:flex;align-items:baseline;gap:16px}"
    ".score{font-size:22px;font-weight:600}.turn{color:var(--accent);"
    "font-weight:600}\n"
    "@media(max-width:700px){body{padding:0 12px 24px}section{padding:14px 12px}"
    ".row>*{flex-basis:100%}}\n";

void page_style_css(FILE *out)
{
    palette_css(out);
    fputs(elements, out);
    fputs(classes, out);
    board_svg_css(out);
    chart_css(out);
}
