#include "match/xg_comment.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "match/text_line.h"
#include "match/xg_text.h"

enum { RAW_SIZE = XG_COMMENT_SIZE / 2, GROUPS_MAX = 100 };

struct rtf {
    const char *at, *end;
    char *out;
    size_t length;
    unsigned high;     /* the first half of a pair of UTF-16 */
    int depth, hidden; /* of groups; all from `hidden` on are no text, 0: none is */
};

static void put_raw(struct rtf *rtf, char c)
{
    if (rtf->hidden == 0 && rtf->length + 1 < RAW_SIZE) {
        rtf->out[rtf->length++] = c;
    }
}

/* Groups that hold fonts, colours, styles and the like. */
static bool is_hidden_word(const char *word)
{
    static const char *const words[] = {"fonttbl", "colortbl", "stylesheet", "info",
                                        "pict",    "*",        NULL};
    int i = 0;
    while (words[i] != NULL && strcmp(words[i], word) != 0) {
        i++;
    }
    return words[i] != NULL;
}

/* "\u233?": a unit of UTF-16 and what older readers show for it. */
static void put_unicode(struct rtf *rtf)
{
    char *end, utf8[4];
    unsigned unit = (unsigned)strtol(rtf->at, &end, 10) & 0xFFFF;
    rtf->at = end + (end < rtf->end && *end == '?');
    unsigned high = rtf->high;
    rtf->high = unit >= 0xD800 && unit < 0xDC00 ? unit : 0;
    if (rtf->high != 0) {
        return;
    }
    bool is_pair = high != 0 && unit >= 0xDC00 && unit < 0xE000;
    end = xg_text_put_utf8(
        utf8, is_pair ? 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00) : unit);
    for (const char *c = utf8; c < end; c++) {
        put_raw(rtf, *c);
    }
}

/* "\par ", "\fs20", "\'e9", "\{": behind the backslash. */
static void take_control(struct rtf *rtf)
{
    char word[16];
    size_t length = 0;
    while (rtf->at < rtf->end && isalpha((unsigned char)*rtf->at)) {
        word[length] = *rtf->at++;
        length += length + 1 < sizeof word;
    }
    if (length == 0 && rtf->at < rtf->end) {
        char c = *rtf->at++;
        char digits[3] = {rtf->end - rtf->at >= 2 ? rtf->at[0] : '0',
                          rtf->end - rtf->at >= 2 ? rtf->at[1] : '0', '\0'};
        if (c == '\'') {
            put_raw(rtf, (char)strtol(digits, NULL, 16));
            rtf->at += rtf->end - rtf->at >= 2 ? 2 : 0;
        } else if (c == '*') {
            rtf->hidden = rtf->hidden == 0 ? rtf->depth : rtf->hidden;
        } else {
            put_raw(rtf, c);
        }
        return;
    }
    word[length] = '\0';
    if (strcmp(word, "u") == 0) {
        put_unicode(rtf);
        return;
    }
    rtf->at += strspn(rtf->at, "-0123456789");
    rtf->at += *rtf->at == ' ';
    if (strcmp(word, "par") == 0 || strcmp(word, "line") == 0) {
        put_raw(rtf, ' ');
    } else if (is_hidden_word(word) && rtf->hidden == 0) {
        rtf->hidden = rtf->depth;
    }
}

static void take_rtf(struct rtf *rtf)
{
    while (rtf->at < rtf->end) {
        char c = *rtf->at++;
        if (c == '{') {
            rtf->depth += rtf->depth < GROUPS_MAX;
        } else if (c == '}') {
            rtf->hidden = rtf->hidden == rtf->depth ? 0 : rtf->hidden;
            rtf->depth -= rtf->depth > 0;
        } else if (c == '\\') {
            take_control(rtf);
        } else if (c >= ' ' || (c & 0x80) != 0) {
            put_raw(rtf, c);
        }
    }
}

bool xg_comment_read(const char *comments, int number, char comment[XG_COMMENT_SIZE])
{
    char raw[RAW_SIZE];
    for (; number > 0 && *comments != '\0'; number--) {
        comments += strcspn(comments, "\n");
        comments += *comments == '\n';
    }
    size_t size = strcspn(comments, "\r\n");
    struct rtf rtf = {.at = comments, .end = comments + size, .out = raw};
    if (number < 0 || size == 0) {
        return false;
    }
    if (strncmp(comments, "{\\rtf", 5) == 0) {
        take_rtf(&rtf);
    } else {
        rtf.length = size < RAW_SIZE ? size : RAW_SIZE - 1;
        memcpy(raw, comments, rtf.length);
    }
    raw[rtf.length] = '\0';
    text_line_decode(raw, comment);
    return strspn(comment, " ") < strlen(comment);
}

/* ---- writing --------------------------------------------------------------------- */

static void write_unit(FILE *out, unsigned unit)
{
    fprintf(out, "\\u%d?", unit < 0x8000 ? (int)unit : (int)unit - 0x10000);
}

void xg_comment_write(FILE *out, const char *comment)
{
    fputs("{\\rtf1\\ansi\\uc1\\deff0{\\fonttbl{\\f0 Arial;}}\\f0 ", out);
    for (const char *c = comment, *end = comment + RAW_SIZE - 4;
         *c != '\0' && c < end;) {
        unsigned value = xg_text_take_utf8(&c);
        if (value >= 0x10000) {
            write_unit(out, 0xD800 + ((value - 0x10000) >> 10));
            write_unit(out, 0xDC00 + (value & 0x3FF));
        } else if (value >= 0x80) {
            write_unit(out, value);
        } else if (value == '{' || value == '}' || value == '\\') {
            fprintf(out, "\\%c", (char)value);
        } else {
            fputc(value < ' ' ? ' ' : (char)value, out);
        }
    }
    fputs("}\r\n", out);
}

/* ---- tags ------------------------------------------------------------------------ */

void xg_comment_tags(struct record_heading *heading, struct xg_tag tags[XG_TAGS])
{
    const struct xg_tag all[XG_TAGS] = {
        {"EventDate", heading->date},
        {"EventTime", heading->time},
        {"Player 1 Elo", heading->elo[RECORD_ME]},
        {"Player 2 Elo", heading->elo[RECORD_OPPONENT]},
        {"Player 1 Level", heading->level[RECORD_ME]},
        {"Player 2 Level", heading->level[RECORD_OPPONENT]},
        {"Match ID", heading->match_id},
        {"Incomplete", heading->incomplete}};
    memcpy(tags, all, sizeof all);
}

void xg_comment_drop_tags(char *comment)
{
    struct record_heading heading;
    struct xg_tag tags[XG_TAGS];
    char begin[40];
    xg_comment_tags(&heading, tags);
    for (int i = 0; i < XG_TAGS; i++) {
        (void)snprintf(begin, sizeof begin, "[%s \"", tags[i].name);
        char *tag = strstr(comment, begin),
             *end = tag != NULL ? strstr(tag, "\"]") : NULL;
        if (end != NULL) {
            end += strlen("\"]");
            end += strspn(end, " ");
            memmove(tag, end, strlen(end) + 1);
        }
    }
}
