#include "match/xg_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/bytes.h"
#include "base/text.h"
#include "match/record_internal.h"
#include "match/xg_text.h"

enum {
    VERSION = 30,        /* of the layout */
    CUBE_LIMIT = 10,     /* as a logarithm */
    NONE = -1,           /* comments, levels */
    SECONDS = 24 * 3600, /* of a day */
    DAYS_TO_1970 = 25569
};

/* The heading, and what its texts are as numbers. */
struct numbers {
    struct record_heading heading;
    double elo[2], date;
    int games_played[2]; /* that go with the Elo */
};

void xg_record_begin(unsigned char record[XG_RECORD_SIZE], enum xg_type type)
{
    memset(record, 0, XG_RECORD_SIZE);
    record[XG_TYPE_AT] = (unsigned char)type;
}

void xg_record_put_number(unsigned char *record, int at, int value)
{
    bytes_put(record + at, 4, (uint32_t)value);
}

void xg_record_put_real(unsigned char *record, int at, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bytes_put(record + at, 8, bits);
}

void xg_record_put_position(unsigned char *record, int at, const struct position *pos,
                            enum record_side side)
{
    struct position seen = record_seen_by(pos, side);
    for (int i = 1; i <= POINT_BAR; i++) {
        record[at + i] = (unsigned char)(record[at + i] + seen.mine.at[i]);
        record[at + POINT_BAR - i] =
            (unsigned char)(record[at + POINT_BAR - i] - seen.theirs.at[i]);
    }
}

/* ---- the heading ----------------------------------------------------------------- */

/* Returns whether the number shows the text as it is. */
static bool put_xg_date(struct numbers *n)
{
    struct tm date = {0};
    char again[RECORD_NAME_MAX] = "";
    if (sscanf(n->heading.date, "%4d.%2d.%2d", &date.tm_year, &date.tm_mon,
               &date.tm_mday) != 3) {
        return false;
    }
    date.tm_year -= 1900;
    date.tm_mon--;
    time_t seconds = timegm(&date);
    (void)strftime(again, sizeof again, "%Y.%m.%d", gmtime_r(&seconds, &date));
    long long days = seconds / SECONDS + DAYS_TO_1970; /* without the time of day */
    n->date = (double)days;
    bool is_same = seconds > 0 && strcmp(again, n->heading.date) == 0;
    n->date = is_same ? n->date : 0.0;
    return is_same;
}

/* The same of the time, a part of a day that has a date; midnight is no time to readers. */
static bool put_xg_time(struct numbers *n)
{
    int hour = 0, minute = 0;
    char again[RECORD_NAME_MAX];
    (void)sscanf(n->heading.time, "%2d.%2d", &hour, &minute);
    FORMAT_TEXT(again, "%02d.%02d", hour, minute);
    int minutes = 60 * hour + minute;
    bool is_same = n->date > 0.0 && minutes > 0 && hour >= 0 && hour < 24 &&
                   minute >= 0 && minute < 60 && strcmp(again, n->heading.time) == 0;
    n->date += is_same ? minutes * 60.0 / SECONDS : 0.0;
    return is_same;
}

static bool take_elo(struct numbers *n, enum record_side side)
{
    const char *text = n->heading.elo[side];
    char again[RECORD_NAME_MAX] = "", *end;
    double elo = strtod(text, &end);
    long games = *end == '/' ? strtol(end + 1, NULL, 10) : 0;
    if (elo > 0.0 && elo < 10000.0 && games >= 0 && games <= INT32_MAX) {
        FORMAT_TEXT(again, "%.2f/%ld", elo, games);
        n->elo[side] = elo;
        n->games_played[side] = (int)games;
    }
    return strcmp(again, text) == 0;
}

/* Writes as a comment what the fields have not. */
static void put_tags(struct numbers *n, char text[XG_COMMENT_SIZE])
{
    struct xg_tag tags[XG_TAGS];
    const char *const kept[] = {
        put_xg_date(n) ? n->heading.date : NULL,
        put_xg_time(n) ? n->heading.time : NULL,
        take_elo(n, RECORD_ME) ? n->heading.elo[RECORD_ME] : NULL,
        take_elo(n, RECORD_OPPONENT) ? n->heading.elo[RECORD_OPPONENT] : NULL};
    text[0] = '\0';
    xg_comment_tags(&n->heading, tags);
    for (int i = 0; i < XG_TAGS; i++) {
        bool is_kept = tags[i].value[0] == '\0';
        for (size_t k = 0; k < sizeof kept / sizeof kept[0]; k++) {
            is_kept |= tags[i].value == kept[k];
        }
        if (!is_kept) {
            text_add(text, XG_COMMENT_SIZE, "%s[%s \"%s\"]", text[0] != '\0' ? " " : "",
                     tags[i].name, tags[i].value);
        }
    }
}

static void put_texts(unsigned char *record, const struct record_heading *h)
{
    static const struct {
        int narrow, narrow_size, wide;
    } places[] = {{XG_MATCH_NAME_1, XG_NARROW_NAME, XG_MATCH_WIDE_NAME_1},
                  {XG_MATCH_NAME_2, XG_NARROW_NAME, XG_MATCH_WIDE_NAME_2},
                  {XG_MATCH_EVENT, XG_NARROW_TEXT, XG_MATCH_WIDE_EVENT},
                  {XG_MATCH_PLACE, XG_NARROW_TEXT, XG_MATCH_WIDE_PLACE}};
    const char *const texts[] = {h->my_name, h->opponent, h->event, h->site};
    for (int i = 0; i < 4; i++) {
        xg_text_put_narrow(record + places[i].narrow, places[i].narrow_size, texts[i]);
        xg_text_put_wide(record + places[i].wide, XG_WIDE_TEXT, texts[i]);
    }
}

void xg_record_put_heading(unsigned char record[XG_RECORD_SIZE],
                           const struct record_heading *heading,
                           char comment[XG_COMMENT_SIZE])
{
    struct numbers n = {.heading = *heading};
    xg_record_begin(record, XG_TYPE_MATCH);
    put_texts(record, heading);
    xg_record_put_number(record, XG_MATCH_LENGTH,
                         heading->length > 0 ? heading->length : XG_MONEY_LENGTH);
    record[XG_MATCH_CRAWFORD] = heading->length > 0 && !heading->has_no_crawford;
    record[XG_MATCH_JACOBY] = heading->has_jacoby;
    record[XG_MATCH_BEAVER] = heading->has_beavers;
    put_tags(&n, comment);
    xg_record_put_number(record, XG_MATCH_END_COMMENT, NONE);
    xg_record_put_real(record, XG_MATCH_ELO_1, n.elo[RECORD_ME]);
    xg_record_put_real(record, XG_MATCH_ELO_2, n.elo[RECORD_OPPONENT]);
    xg_record_put_number(record, XG_MATCH_GAMES_1, n.games_played[RECORD_ME]);
    xg_record_put_number(record, XG_MATCH_GAMES_2, n.games_played[RECORD_OPPONENT]);
    xg_record_put_real(record, XG_MATCH_DATE, n.date);
    xg_record_put_number(record, XG_MATCH_LEVEL_1, NONE);
    xg_record_put_number(record, XG_MATCH_LEVEL_2, NONE);
    xg_record_put_number(record, XG_MATCH_MODE, NONE);
    record[XG_MATCH_IMPORTED] = 1;
    xg_record_put_number(record, XG_MATCH_SIDE, 1);
    xg_record_put_number(record, XG_MATCH_VERSION, VERSION);
    memcpy(record + XG_MATCH_MAGIC, "DMLI", 4);
    xg_record_put_number(record, XG_MATCH_SITE, NONE);
    xg_record_put_number(record, XG_MATCH_CUBE_LIMIT,
                         heading->has_no_cube ? 0 : CUBE_LIMIT);
}
