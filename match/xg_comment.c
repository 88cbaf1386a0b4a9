#include "match/xg_comment.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/text_width.h"
#include "match/text_line.h"
#include "match/xg_text.h"

enum { RAW_SIZE = XG_COMMENT_SIZE / TEXT_GROWTH, GROUPS_MAX = 100 };

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

/* As UTF-8, whole or not at all. */
static void put_character(struct rtf *rtf, unsigned c)
{
    char utf8[4];
    const char *end = xg_text_put_utf8(utf8, c);
    bool is_room = rtf->length + (size_t)(end - utf8) < RAW_SIZE;
    for (const char *byte = utf8; is_room && byte < end; byte++) {
        put_raw(rtf, *byte);
    }
}

/* The byte of "\'e9" at `text`, -1: no such thing stands there. */
static int escaped_byte(const struct rtf *rtf, const char *text)
{
    bool is_room = rtf->end - text >= 4;
    const char digits[] = {is_room ? text[2] : '\0', is_room ? text[3] : '\0', '\0'};
    bool is_there = is_room && strncmp(text, "\\'", 2) == 0 &&
                    isxdigit((unsigned char)digits[0]) &&
                    isxdigit((unsigned char)digits[1]);
    return is_there ? (int)strtol(digits, NULL, 16) : -1;
}

/* "\u233?", "\u233\'e9": a unit of UTF-16 and what older readers show for it. */
static void put_unicode(struct rtf *rtf)
{
    char *end;
    unsigned unit = (unsigned)strtol(rtf->at, &end, 10) & 0xFFFF;
    rtf->at = end + (end < rtf->end && *end == '?');
    rtf->at += end < rtf->end && escaped_byte(rtf, end) >= 0 ? 4 : 0;
    unsigned high = rtf->high;
    rtf->high = unit >= 0xD800 && unit < 0xDC00 ? unit : 0;
    if (rtf->high == 0) {
        bool is_pair = high != 0 && unit >= 0xDC00 && unit < 0xE000;
        put_character(rtf, is_pair ? 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00)
                                   : unit);
    }
}

/* Words that stand for a character. */
static void put_word_character(struct rtf *rtf, const char *word)
{
    static const struct {
        const char *word;
        unsigned character;
    } words[] = {{"par", ' '},          {"line", ' '},      {"tab", ' '},
                 {"lquote", 0x2018},    {"rquote", 0x2019}, {"ldblquote", 0x201C},
                 {"rdblquote", 0x201D}, {"endash", 0x2013}, {"emdash", 0x2014},
                 {"bullet", 0x2022}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(words[i].word, word) == 0) {
            put_character(rtf, words[i].character);
        }
    }
}

/* Behind the backslash of what is no word. */
static void take_symbol(struct rtf *rtf)
{
    int byte = escaped_byte(rtf, rtf->at - 1);
    char c = *rtf->at++;
    if (byte >= 0) {
        put_character(rtf, text_of_windows((unsigned char)byte));
        rtf->at += 2;
    } else if (c == '*') {
        rtf->hidden = rtf->hidden == 0 ? rtf->depth : rtf->hidden;
    } else if (c != '\'') {
        put_raw(rtf, c == '~' ? ' ' : c);
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
        take_symbol(rtf);
        return;
    }
    word[length] = '\0';
    if (strcmp(word, "u") == 0) {
        put_unicode(rtf);
        return;
    }
    rtf->at += strspn(rtf->at, "-0123456789");
    rtf->at += *rtf->at == ' ';
    put_word_character(rtf, word);
    if (is_hidden_word(word) && rtf->hidden == 0) {
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
        rtf.length = text_cut(comments, size, RAW_SIZE - 1);
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
        FORMAT_TEXT(begin, "[%s \"", tags[i].name);
        char *tag = strstr(comment, begin),
             *end = tag != NULL ? strstr(tag, "\"]") : NULL;
        if (end != NULL) {
            end += strlen("\"]");
            end += strspn(end, " ");
            memmove(tag, end, strlen(end) + 1);
        }
    }
}
