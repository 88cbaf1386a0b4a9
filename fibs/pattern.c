/*
 * Matches one line against one pattern. From the top: the walk over pattern and line, the
 * table of placeholders, and what each of them takes from the line.
 *
 *     pattern  "{NAME} rolls {DIE} and {DIE}."
 *     line     "opp_a rolls 6 and 4."
 *
 * {NAME} takes "opp_a", which becomes names[0]; the literal " rolls " must follow; {DIE} takes
 * "6", numbers[0]; and so on to the end of both. The walk never goes back, so a row costs at
 * most the length of the line. It need not, since every placeholder knows where it ends: names,
 * numbers and words of a list by their own characters, free text by the literal behind it in
 * the pattern.
 */
#include "fibs/pattern.h"

#include <string.h>

#include "fibs/board.h"

enum {
    DIGITS_MAX = 9,       /* a number fits an int */
    TIME_DIGITS_MAX = 18, /* a time fits a long */
    REAL_DIGITS_MAX = 15, /* before and after the point: exact in a double */
    HOPS_MAX = 4          /* checker moves of a turn */
};

/* One attempt to match a line by a row. */
struct attempt {
    struct fibs_message *message; /* takes the parts */
    const char *at;               /* first byte of the line that is not matched yet */
    const char *end;              /* of the line */
    const char *next;             /* the pattern behind the current placeholder */
    const char *words;            /* of the placeholder; NULL: none */
    int last_redoubles;
    bool has_glue; /* and is not matched to its end */
};

/* Takes what a placeholder stands for from the line, moves `at` behind it and keeps it in
 * the message. False: the line has no such thing here. */
typedef bool placeholder_match(struct attempt *attempt);

static placeholder_match match_name, match_dash_or_name, match_number, match_flag,
    match_die, match_time, match_number_or_word, match_real, match_word, match_text,
    match_list, match_choice, match_day, match_month, match_clock, match_moves,
    match_bearings, match_blanks, match_plural, match_board, match_glue;

/* ---- the walk --------------------------------------------------------------- */

/* {NAME} comes first: it is the most frequent. */
static const struct placeholder {
    const char *name;
    placeholder_match *match;
    const char *words;
} placeholders[] = {
    /* clang-format off */
    {"NAME",     match_name,           NULL},
    {"FLAG",     match_flag,           NULL},
    {"N",        match_number,         NULL},
    {"WORD",     match_word,           NULL},
    {"TEXT",     match_text,           NULL},
    {"DASHNAME", match_dash_or_name,   NULL},
    {"R",        match_real,           NULL},
    {"TIME",     match_time,           NULL},
    {"DIE",      match_die,            NULL},
    {"A",        match_number,         NULL},
    {"B",        match_number,         NULL},
    {"C",        match_number,         NULL},
    {"MOVES",    match_moves,          NULL},
    {"BOARD",    match_board,          NULL},
    {"GLUE",     match_glue,           NULL},
    {"SP",       match_blanks,         NULL},
    {"S",        match_plural,         NULL},
    {"F",        match_real,           NULL},
    {"HOST",     match_word,           NULL},
    {"TZ",       match_word,           NULL},
    {"LIST",     match_list,           NULL},
    {"LEN",      match_number_or_word, NULL},
    {"REDBL",    match_number_or_word, "none"},
    {"OFFS",     match_bearings,       NULL},
    {"CLOCK",    match_clock,          NULL},
    {"MON",      match_month,          NULL},
    {"DOW",      match_day,            "Sun|Mon|Tue|Wed|Thu|Fri|Sat"},
    {"ORD",      match_choice,         "first|second|third|fourth"},
    {"ACTION",   match_choice,         "doubles|accepts|rejects|wins|wants to resign"},
    {"ANIMAL",   match_choice,         "beaver|raccoon|otter"},
    {"YESNO",    match_choice,         "YES|NO"},
    {"STAR",     match_choice,         " |*"},
    {"SETTING",  match_choice,         "boardstyle|linelength|pagelength|redoubles|"
                                       "sortwho|timezone"},
    {"TOGGLE",   match_choice,         "allowpip|autoboard|autodouble|automove|bell|"
                                       "crawford|double|greedy|moreboards|moves|notify|"
                                       "ratings|ready|report|silent|telnet|wrap"},
    /* clang-format on */
};

/* Returns the placeholder with which `pattern` starts, NULL if there is none; sets
 * `*next` to the pattern behind it. */
static const struct placeholder *placeholder_at(const char *pattern, const char **next)
{
    const size_t count = sizeof placeholders / sizeof placeholders[0];
    for (const struct placeholder *p = placeholders; p < placeholders + count; p++) {
        size_t length = 1;
        while (pattern[length] != '\0' && pattern[length] == p->name[length - 1]) {
            length++;
        }
        if (p->name[length - 1] == '\0' && pattern[length] == '}') {
            *next = pattern + length + 1;
            return p;
        }
    }
    return NULL;
}

/* Returns whether only an optional full stop is left: "4-1 .", "4-1." and "4-1" are the
 * same, in a pattern and in a line. */
static bool is_full_stop(const char *text)
{
    text += strspn(text, " ");
    return text[0] == '\0' || (text[0] == '.' && text[1] == '\0');
}

/* Returns whether free text follows, which may begin with blanks of its own. */
static bool is_free_text(const char *pattern)
{
    return strncmp(pattern, "{TEXT}", 6) == 0 || strncmp(pattern, "{LIST}", 6) == 0;
}

/* Matches a blank of the pattern with any number of blanks, before free text with
 * exactly one. Returns the pattern behind it. */
static const char *match_gap(struct attempt *attempt, const char *pattern)
{
    if (is_free_text(pattern + 1)) {
        attempt->at++;
        return pattern + 1;
    }
    attempt->at += strspn(attempt->at, " ");
    return pattern + strspn(pattern, " ");
}

static bool starts_line(const char *text)
{
    return strncmp(text, "board:", 6) == 0 || fibs_is_clip(text);
}

/* The pattern is at its end: the line is, too, or another one is glued to it. */
static bool match_end(struct attempt *attempt)
{
    if (!attempt->has_glue) {
        return is_full_stop(attempt->at);
    }
    attempt->at += strspn(attempt->at, " .");
    return starts_line(attempt->at) && match_glue(attempt);
}

/* Servers leave one blank, two or none between two sentences. */
static bool match_pattern(struct attempt *attempt, const char *pattern)
{
    const char *start = pattern; /* a blank there counts exactly */
    for (;;) {
        if (*pattern == '{') {
            const struct placeholder *p = placeholder_at(pattern, &attempt->next);
            if (p == NULL) {
                return false;
            }
            attempt->words = p->words;
            if (!p->match(attempt)) {
                return false;
            }
            pattern = attempt->next;
        } else if (*pattern == ' ' && *attempt->at == ' ' && pattern > start) {
            pattern = match_gap(attempt, pattern);
        } else if (*pattern == '\'' && strncmp(attempt->at, "''", 2) == 0) {
            pattern++;
            attempt->at += 2;
        } else if (*pattern == *attempt->at && *pattern != '\0') {
            size_t gap = *pattern == '.' ? strspn(pattern + 1, " ") : 0;
            pattern += 1 + gap;
            attempt->at += 1 + (gap > 0 ? strspn(attempt->at + 1, " ") : 0);
        } else {
            return is_full_stop(pattern) && match_end(attempt);
        }
    }
}

static bool match_line(struct attempt *attempt, const char *pattern)
{
    struct fibs_message *message = attempt->message;
    attempt->end = attempt->at + message->line.length;
    message->name_count = message->number_count = 0;
    message->real_count = message->text_count = 0;
    message->rest = (struct fibs_slice){attempt->end, 0};
    return match_pattern(attempt, pattern);
}

bool fibs_pattern_match(const char *pattern, const char *line, int last_redoubles,
                        struct fibs_message *message)
{
    struct attempt attempt = {
        .message = message, .at = line, .last_redoubles = last_redoubles};
    return match_line(&attempt, pattern);
}

bool fibs_pattern_match_glued(const char *pattern, const char *line,
                              struct fibs_message *message)
{
    struct attempt attempt = {.message = message, .at = line, .has_glue = true};
    return match_line(&attempt, pattern);
}

bool fibs_pattern_has_glue(const char *line)
{
    while (*line != '\0') {
        if (starts_line(++line)) {
            return true;
        }
    }
    return false;
}

/* ---- keeping a part of the line --------------------------------------------- */

static bool add_text(struct attempt *attempt, size_t length)
{
    struct fibs_message *message = attempt->message;
    if (message->text_count == FIBS_TEXTS_MAX) {
        return false;
    }
    message->texts[message->text_count++] = (struct fibs_slice){attempt->at, length};
    attempt->at += length;
    return true;
}

static bool add_name(struct attempt *attempt, size_t length)
{
    struct fibs_message *message = attempt->message;
    if (length == 0 || length >= FIBS_NAME_MAX ||
        message->name_count == FIBS_NAMES_MAX) {
        return false;
    }
    message->names[message->name_count++] = (struct fibs_slice){attempt->at, length};
    attempt->at += length;
    return true;
}

static bool add_number(struct attempt *attempt, long number, size_t length)
{
    struct fibs_message *message = attempt->message;
    if (message->number_count == FIBS_NUMBERS_MAX) {
        return false;
    }
    message->numbers[message->number_count++] = number;
    attempt->at += length;
    return true;
}

/* ---- names ------------------------------------------------------------------ */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* FIBS allows letters and underscores; '<' and '>' occur in lists; some clones allow
 * digits, but not in front. */
static bool starts_name(char c)
{
    return is_lower(c) || is_upper(c) || c == '_' || c == '<' || c == '>';
}

static bool is_of_name(char c)
{
    return starts_name(c) || is_digit(c);
}

size_t fibs_pattern_name_length(const char *text)
{
    size_t length = 0;
    if (starts_name(text[0])) {
        while (is_of_name(text[length])) {
            length++;
        }
    }
    return length;
}

static bool match_name(struct attempt *attempt)
{
    return add_name(attempt, fibs_pattern_name_length(attempt->at));
}

static bool match_dash_or_name(struct attempt *attempt)
{
    return add_name(attempt,
                    *attempt->at == '-' ? 1 : fibs_pattern_name_length(attempt->at));
}

/* ---- numbers ---------------------------------------------------------------- */

static bool match_number(struct attempt *attempt)
{
    size_t length = fibs_digits_count(attempt->at);
    return length > 0 && length <= DIGITS_MAX &&
           add_number(attempt, fibs_digits_value(attempt->at, length), length);
}

static bool match_flag(struct attempt *attempt)
{
    char c = *attempt->at;
    return (c == '0' || c == '1') && add_number(attempt, c - '0', 1);
}

static bool match_die(struct attempt *attempt)
{
    char c = *attempt->at;
    return c >= '1' && c <= '6' && add_number(attempt, c - '0', 1);
}

static bool match_time(struct attempt *attempt)
{
    size_t sign = *attempt->at == '-' ? 1 : 0;
    size_t length = fibs_digits_count(attempt->at + sign);
    if (length == 0 || length > TIME_DIGITS_MAX) {
        return false;
    }
    long value = fibs_digits_value(attempt->at + sign, length);
    return add_number(attempt, sign ? -value : value, sign + length);
}

/* Returns whether the line goes on with `word`; sets the length of the word. */
static bool continues_with(const struct attempt *attempt, const char *word,
                           size_t *length)
{
    *length = strlen(word);
    return (size_t)(attempt->end - attempt->at) >= *length &&
           memcmp(attempt->at, word, *length) == 0;
}

/* Matches a number, "unlimited" or, for redoubles, "none". */
static bool match_number_or_word(struct attempt *attempt)
{
    size_t length;
    if (continues_with(attempt, "unlimited", &length)) {
        return add_number(attempt, FIBS_UNLIMITED, length);
    }
    if (attempt->words != NULL && continues_with(attempt, attempt->words, &length)) {
        return add_number(attempt, 0, length);
    }
    return match_number(attempt);
}

/* Matches -12.34 or -12, in any locale, unlike strtod(). */
static bool match_real(struct attempt *attempt)
{
    struct fibs_message *message = attempt->message;
    const char *at = attempt->at;
    bool is_negative = *at == '-';
    at += is_negative ? 1 : 0;
    size_t whole = fibs_digits_count(at);
    if (whole == 0 || whole > REAL_DIGITS_MAX ||
        message->real_count == FIBS_REALS_MAX) {
        return false;
    }
    double value = (double)fibs_digits_value(at, whole);
    at += whole;
    size_t fraction = *at == '.' ? fibs_digits_count(at + 1) : 0;
    if (fraction > REAL_DIGITS_MAX) {
        return false;
    }
    if (fraction > 0) {
        double scale = 1;
        for (size_t i = 0; i < fraction; i++) {
            scale *= 10;
        }
        value += (double)fibs_digits_value(at + 1, fraction) / scale;
        at += 1 + fraction;
    }
    message->reals[message->real_count++] = is_negative ? -value : value;
    attempt->at = at;
    return true;
}

/* ---- texts and words -------------------------------------------------------- */

/* Length of the literal that follows the placeholder. */
static size_t literal_length(const char *pattern)
{
    return strcspn(pattern, "{");
}

/* Length without a full stop at the end and the blanks before it. */
static size_t length_to_stop(const char *text, size_t length)
{
    length -= length > 0 && text[length - 1] == '.' ? 1 : 0;
    while (length > 0 && text[length - 1] == ' ') {
        length--;
    }
    return length;
}

/* Matches free text: to the end of the line if the pattern ends here, up to a literal
 * that ends pattern and line, or else up to the first occurrence of the literal. */
static bool match_text(struct attempt *attempt)
{
    const char *literal = attempt->next;
    size_t length = literal_length(literal);
    size_t left = (size_t)(attempt->end - attempt->at);
    if (length == 0 && *literal == '\0') {
        return add_text(attempt, left);
    }
    if (literal[length] == '\0') {
        length = length_to_stop(literal, length);
        left = length_to_stop(attempt->at, left);
        return left >= length &&
               memcmp(attempt->at + left - length, literal, length) == 0 &&
               add_text(attempt, left - length);
    }
    for (size_t i = 0; i + length <= left; i++) {
        if (memcmp(attempt->at + i, literal, length) == 0) {
            return add_text(attempt, i);
        }
    }
    return false;
}

static bool match_list(struct attempt *attempt)
{
    return attempt->at < attempt->end && match_text(attempt);
}

/* Matches a word without blanks; it ends at the last occurrence of the following
 * literal before the next blank. */
static bool match_word(struct attempt *attempt)
{
    size_t length = literal_length(attempt->next);
    size_t run = strcspn(attempt->at, " ");
    const char *end = attempt->at + run;
    while (end > attempt->at && ((size_t)(attempt->end - end) < length ||
                                 memcmp(end, attempt->next, length) != 0)) {
        end--;
    }
    if (end == attempt->at && is_full_stop(attempt->next)) {
        end = attempt->at + run;
    }
    return end > attempt->at && add_text(attempt, (size_t)(end - attempt->at));
}

/* Matches one of the words "a|b|c". */
static bool match_choice(struct attempt *attempt)
{
    size_t left = (size_t)(attempt->end - attempt->at);
    for (const char *word = attempt->words;; word++) {
        size_t length = strcspn(word, "|");
        if (length <= left && memcmp(attempt->at, word, length) == 0) {
            return add_text(attempt, length);
        }
        word += length;
        if (*word == '\0') {
            return false;
        }
    }
}

/* ---- dates and times -------------------------------------------------------- */

/* Matches "Wed" or "Wednesday". */
static bool match_day(struct attempt *attempt)
{
    if (!match_choice(attempt)) {
        return false;
    }
    while (is_lower(*attempt->at)) {
        attempt->message->texts[attempt->message->text_count - 1].length++;
        attempt->at++;
    }
    return true;
}

static bool match_month(struct attempt *attempt)
{
    size_t length = is_upper(*attempt->at) ? 1 : 0;
    while (length > 0 && is_lower(attempt->at[length])) {
        length++;
    }
    return length > 1 && add_text(attempt, length);
}

/* Matches 12:34 or 12:34:56. */
static bool match_clock(struct attempt *attempt)
{
    const char *at = attempt->at;
    if (fibs_digits_count(at) != 2 || at[2] != ':' || fibs_digits_count(at + 3) != 2) {
        return false;
    }
    return add_text(attempt, at[5] == ':' && fibs_digits_count(at + 6) == 2 ? 8 : 5);
}

/* ---- checker moves ---------------------------------------------------------- */

/* Length of "24-18", "bar-20", "6-off", "6-home"; 0 if there is none. */
static size_t hop_length(const char *text)
{
    size_t from = strncmp(text, "bar", 3) == 0 ? 3 : fibs_digits_count(text);
    if (from == 0 || text[from] != '-') {
        return 0;
    }
    const char *target = text + from + 1;
    size_t to = strncmp(target, "off", 3) == 0    ? 3
                : strncmp(target, "home", 4) == 0 ? 4
                                                  : fibs_digits_count(target);
    return to > 0 ? from + 1 + to : 0;
}

/* Length of "6 o", one checker borne off by a greedy bearoff. */
static size_t bearing_length(const char *text)
{
    size_t die = fibs_digits_count(text);
    return die > 0 && text[die] == ' ' && text[die + 1] == 'o' ? die + 2 : 0;
}

static bool match_up_to_four(struct attempt *attempt, size_t (*length_of)(const char *))
{
    size_t length = length_of(attempt->at);
    for (int i = 1; length > 0 && i < HOPS_MAX && attempt->at[length] == ' '; i++) {
        size_t more = length_of(attempt->at + length + 1);
        if (more == 0) {
            break;
        }
        length += 1 + more;
    }
    return length > 0 && add_text(attempt, length);
}

static bool match_moves(struct attempt *attempt)
{
    return match_up_to_four(attempt, hop_length);
}

static bool match_bearings(struct attempt *attempt)
{
    return match_up_to_four(attempt, bearing_length);
}

/* ---- blanks, boards, the rest of the line ----------------------------------- */

static bool match_blanks(struct attempt *attempt)
{
    attempt->at += strspn(attempt->at, " ");
    return true;
}

static bool match_plural(struct attempt *attempt)
{
    attempt->at += *attempt->at == 's' ? 1 : 0;
    return true;
}

/* Takes the rest of the line as a line of its own. */
static bool match_glue(struct attempt *attempt)
{
    attempt->message->rest =
        (struct fibs_slice){attempt->at, (size_t)(attempt->end - attempt->at)};
    attempt->at = attempt->end;
    return attempt->message->rest.length > 0;
}

static bool match_board(struct attempt *attempt)
{
    struct fibs_message *message = attempt->message;
    const char *rest;
    /* the first byte is checked here because other lines need no text of a refusal */
    if (*attempt->at != 'b' ||
        !fibs_board_parse(attempt->at, attempt->last_redoubles, &message->board, &rest,
                          &message->board_error)) {
        return false;
    }
    attempt->at = rest;
    return true;
}
