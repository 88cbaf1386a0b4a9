#include "view/page_viewer.h"

#include "base/embed.h"
#include "view/page_style.h"

EMBED(page_viewer_of_html, "view/page/viewer.html")
EMBED(page_viewer_of_css, "view/page/viewer.css")
EMBED(page_viewer_of_board, "view/page/viewer_board.js")
EMBED(page_viewer_of_play, "view/page/viewer_play.js")
EMBED(page_viewer_of_task, "view/page/viewer_task.js")
EMBED(page_viewer_of_quiz, "view/page/viewer_quiz.js")
EMBED(page_viewer_of_edit, "view/page/viewer_edit.js")
EMBED(page_viewer_of_script, "view/page/viewer.js")
EMBED(page_viewer_of_list, "view/page/list.html")
EMBED(page_viewer_of_list_script, "view/page/list.js")

const char *page_viewer_html(void)
{
    return page_viewer_of_html;
}

void page_viewer_css(FILE *out)
{
    fputs(page_style_sheet(), out);
    fputs(page_viewer_of_css, out);
}

void page_viewer_js(FILE *out)
{
    /* what viewer.js starts stands before it */
    fputs(page_viewer_of_board, out);
    fputs(page_viewer_of_play, out);
    fputs(page_viewer_of_task, out);
    fputs(page_viewer_of_quiz, out);
    fputs(page_viewer_of_edit, out);
    fputs(page_viewer_of_script, out);
}

void page_viewer_list(FILE *out)
{
    fputs(page_viewer_of_list, out);
}

void page_viewer_list_js(FILE *out)
{
    fputs(page_viewer_of_list_script, out);
}
