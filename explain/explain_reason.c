/*
 * A template shows the first number of its reason as $d0 (whole), $n0 (whole, "none" for
 * 0), $w0 (in words), $p0 and $h0 (percent with and without a decimal), $f0 (".69"), $r0
 * (one decimal) or $e0 (three); $+0 is an s unless it is 1; $b0 is a point and $P are the points. $o is the
 * opponent and $m the mover; a verb after ~ takes the form of the name before it.
 */
#include "explain/explain_reason.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum clause_subject { BY_NOBODY, BY_PLAY, BY_OPPONENT };

/* Reasons of a group make one sentence; those of GROUP_ALONE one each. */
enum clause_group {
    GROUP_POINTS,
    GROUP_SHOTS,
    GROUP_ALONE,
    GROUP_AGAINST,
    GROUP_FIRST,
    GROUP_CHANCES
};

struct clause {
    enum clause_group group;
    enum clause_subject subject, last; /* of its first and of its last verb */
    const char *text;
    const char *brief;    /* after the clause before it; NULL: the same */
    const char *question; /* NULL: it does not come first */
};

/* clang-format off */
static const struct clause clauses[EXPLAIN_KINDS] = {
    [EXPLAIN_MAKES] = {GROUP_POINTS, BY_PLAY, BY_PLAY,
        "makes the $P", NULL, "Which point can be made?"},
    [EXPLAIN_KEEPS] = {GROUP_POINTS, BY_PLAY, BY_PLAY,
        "keeps the $P", NULL, "Which points are worth keeping?"},
    [EXPLAIN_PRIME] = {GROUP_POINTS, BY_PLAY, BY_PLAY,
        "has $w0 in a row, $b1 to $b2", "$w0 in a row, $b1 to $b2", "How many points in a row?"},
    [EXPLAIN_HOME] = {GROUP_POINTS, BY_PLAY, BY_PLAY,
        "has $w0 home point$+0 instead of $w1", "$w0 home point$+0 instead of $w1", "How many home points?"},
    [EXPLAIN_MAKES_ANCHOR] = {GROUP_POINTS, BY_PLAY, BY_PLAY,
        "makes the anchor on $P", NULL, "Can an anchor be made?"},
    [EXPLAIN_KEEPS_ANCHOR] = {GROUP_POINTS, BY_PLAY, BY_PLAY,
        "keeps the anchor on $P", NULL, "What becomes of the anchor?"},

    [EXPLAIN_NO_SHOT] = {GROUP_SHOTS, BY_PLAY, BY_PLAY,
        "leaves no shot, instead of $d0", NULL, "Which checkers can be hit?"},
    [EXPLAIN_NO_BLOT] = {GROUP_SHOTS, BY_PLAY, BY_PLAY,
        "leaves no blot that can be hit", NULL, "Which checkers can be hit?"},
    [EXPLAIN_HITS] = {GROUP_SHOTS, BY_PLAY, BY_OPPONENT,
        "hits: $o ~loses $d0 pip$+0", NULL, "Is there a hit?"},
    [EXPLAIN_HITS_MORE] = {GROUP_SHOTS, BY_PLAY, BY_OPPONENT,
        "hits $w0 checkers: $o ~loses $d1 pip$+1", NULL, "How many checkers can you hit?"},
    [EXPLAIN_SHOTS] = {GROUP_SHOTS, BY_OPPONENT, BY_OPPONENT,
        "~hits with $d0 of 36 rolls instead of $d1", NULL, "Which checkers can be hit?"},
    [EXPLAIN_DANCES] = {GROUP_SHOTS, BY_OPPONENT, BY_OPPONENT,
        "~dances with $d0 of 36 rolls instead of $n1", "~dances with $d0 instead of $n1",
        "What can be done from the bar?"},

    [EXPLAIN_RETURNS] = {GROUP_ALONE, BY_NOBODY, BY_NOBODY,
        "$m ~hits back with $r0 of 36 rolls after a hit instead of $r1", NULL, "And if you are hit?"},
    [EXPLAIN_DUPLICATES] = {GROUP_ALONE, BY_OPPONENT, BY_OPPONENT,
        "~needs $d0s both to hit and to make a point", NULL, "Which numbers are good for the next roll?"},
    [EXPLAIN_ENDS_CONTACT] = {GROUP_ALONE, BY_PLAY, BY_PLAY,
        "ends contact: $m ~leads by $d0 pip$+0", NULL, "Who is ahead in the race?"},
    [EXPLAIN_KEEPS_CONTACT] = {GROUP_ALONE, BY_PLAY, BY_PLAY,
        "keeps contact: $m ~trails by $d0 pip$+0", NULL, "Who is ahead in the race?"},
    [EXPLAIN_OFF] = {GROUP_ALONE, BY_PLAY, BY_PLAY,
        "takes $w0 checker$+0 off instead of $w1", NULL, "How many checkers can be borne off?"},
    [EXPLAIN_ROLLS] = {GROUP_ALONE, BY_PLAY, BY_PLAY,
        "needs $r0 rolls on average instead of $r1", NULL, "Where will pips be wasted?"},
    [EXPLAIN_CROSSES] = {GROUP_ALONE, BY_PLAY, BY_PLAY,
        "makes $w0 crossover$+0 instead of $w1", NULL, "How many crossovers?"},
    [EXPLAIN_WAITS] = {GROUP_ALONE, BY_NOBODY, BY_NOBODY,
        "$m can wait $d0 pip$+0 instead of $d1", NULL, "Who has to break first?"},

    [EXPLAIN_BREAKS] = {GROUP_AGAINST, BY_PLAY, BY_PLAY, "breaks the $P", NULL, NULL},
    [EXPLAIN_NO_HIT] = {GROUP_AGAINST, BY_PLAY, BY_PLAY, "does not hit", NULL, NULL},
    [EXPLAIN_MORE_SHOTS] = {GROUP_AGAINST, BY_OPPONENT, BY_OPPONENT,
        "~hits with $d0 of 36 rolls instead of $n1", NULL, NULL},
    [EXPLAIN_BOTH_HIT] = {GROUP_FIRST, BY_NOBODY, BY_NOBODY, "both plays hit", NULL, NULL},

    [EXPLAIN_WINS] = {GROUP_CHANCES, BY_PLAY, BY_PLAY,
        "wins $p0 instead of $p1", NULL, NULL},
    [EXPLAIN_WINS_GAMMONS] = {GROUP_CHANCES, BY_PLAY, BY_PLAY,
        "wins $p0 gammons instead of $p1", NULL, "Is a gammon possible?"},
    [EXPLAIN_LOSES_GAMMONS] = {GROUP_CHANCES, BY_PLAY, BY_PLAY,
        "loses $p0 gammons instead of $p1", NULL, "Is a gammon to be feared?"},
    [EXPLAIN_TRADES_WINS] = {GROUP_CHANCES, BY_PLAY, BY_PLAY,
        "gives up $p0 wins for $p1 gammons: a gammon is worth $f2 of a game here", NULL,
        "What is a gammon worth here?"},
    [EXPLAIN_TRADES_SAVED] = {GROUP_CHANCES, BY_PLAY, BY_PLAY,
        "gives up $p0 wins and loses $p1 fewer gammons: a gammon costs $f2 of a game here", NULL,
        "What does a gammon cost here?"},
    [EXPLAIN_TRADES_GAMMONS] = {GROUP_CHANCES, BY_PLAY, BY_PLAY,
        "gives up $p1 gammons for $p0 wins: a gammon is worth $f2 of a game here", NULL,
        "What is a gammon worth here?"},
    [EXPLAIN_TRADES_SAFETY] = {GROUP_CHANCES, BY_PLAY, BY_PLAY,
        "wins $p0 more and loses $p1 more gammons: a gammon costs $f2 of a game here", NULL,
        "What does a gammon cost here?"},

    [EXPLAIN_ENOUGH] = {GROUP_ALONE, BY_NOBODY, BY_NOBODY,
        "$m ~wins $p0; $p1 is enough without gammons", NULL, "How many wins are enough for a take?"},
    [EXPLAIN_NOT_ENOUGH] = {GROUP_ALONE, BY_NOBODY, BY_NOBODY,
        "$m ~wins $p0; a take needs $p1, even without gammons", NULL, "How many wins are enough for a take?"},
    [EXPLAIN_ENOUGH_BUT] = {GROUP_ALONE, BY_NOBODY, BY_NOBODY,
        "$m ~wins $p0; $p1 would be enough without gammons", NULL, "How many gammons will be lost?"},
    [EXPLAIN_THEY_PASS] = {GROUP_ALONE, BY_NOBODY, BY_NOBODY,
        "$o ~wins $p0; a take needs $p1, even without gammons", NULL, "Is it still a take?"},
    [EXPLAIN_TAKE_PRICE] = {GROUP_ALONE, BY_NOBODY, BY_NOBODY,
        "a gammon costs $f0 of a game here, and $p1 are lost: still a take, by $e2", NULL, "What does a gammon cost here?"},
    [EXPLAIN_TAKE_FREE] = {GROUP_ALONE, BY_NOBODY, BY_NOBODY,
        "a gammon costs nothing here: still a take, by $e0", NULL, "What does a gammon cost here?"},
    [EXPLAIN_PASS_PRICE] = {GROUP_ALONE, BY_NOBODY, BY_NOBODY,
        "a gammon costs $f0 of a game here, and $p1 are lost: a pass, by $e2", NULL, "What does a gammon cost here?"},
    [EXPLAIN_LOSES_MARKET] = {GROUP_ALONE, BY_NOBODY, BY_NOBODY,
        "$h0 of the next two rolls lose the market", NULL, "How often is the market lost?"},
    [EXPLAIN_KEEPS_MARKET] = {GROUP_ALONE, BY_NOBODY, BY_NOBODY,
        "only $h0 of the next two rolls lose the market", NULL, "How often is the market lost?"},
    [EXPLAIN_HOLDS_MARKET] = {GROUP_ALONE, BY_NOBODY, BY_NOBODY,
        "hardly any of the next two rolls lose the market", NULL, "How often is the market lost?"},
    [EXPLAIN_VOLATILE] = {GROUP_ALONE, BY_NOBODY, BY_NOBODY,
        "much can happen: $f0 a turn", NULL, "How much can change until your next turn?"},
    [EXPLAIN_QUIET] = {GROUP_ALONE, BY_NOBODY, BY_NOBODY,
        "little can change: $f0 a turn", NULL, "How much can change until your next turn?"},
    [EXPLAIN_TOO_GOOD] = {GROUP_ALONE, BY_NOBODY, BY_NOBODY,
        "$m ~wins $p0, and $p1 gammons: more than the points of a pass", NULL, "What is the game worth without a double?"},
    [EXPLAIN_DEAD_CUBE] = {GROUP_ALONE, BY_NOBODY, BY_NOBODY,
        "$o ~is $d0 away: a cube on $d1 is dead", NULL, "What can be done with the cube after a take?"},
    [EXPLAIN_LAST_GAME] = {GROUP_ALONE, BY_NOBODY, BY_NOBODY,
        "$o ~is $d0 away: a double costs nothing", NULL, "What can a double still cost?"},
};
/* clang-format on */

void explain_reasons_add(struct explain_reasons *reasons, struct explain_reason reason)
{
    if (reasons->count < EXPLAIN_REASONS_MAX) {
        reasons->reason[reasons->count++] = reason;
    }
}

/* ---- words ----------------------------------------------------------------------- */

struct writer {
    const struct explain_names *names;
    const char *play; /* how the best play is named next */
    char *text;
    size_t used;
    bool is_full;   /* what follows is left out */
    bool is_start;  /* of a sentence */
    bool is_plural; /* the last name was "you", "they" or "I" */
    bool is_me;     /* ... "I" */
};

static void put_text(struct writer *w, const char *text)
{
    size_t length = strlen(text), room = w->is_full ? 0 : EXPLAIN_SIZE - 1 - w->used;
    size_t kept = length < room ? length : room;
    w->is_full |= kept < length;
    while (kept > 0 && ((unsigned char)text[kept] & 0xC0U) == 0x80U) {
        kept--; /* not within a letter of UTF-8 */
    }
    memcpy(w->text + w->used, text, kept);
    w->used += kept;
    w->text[w->used] = '\0';
    w->is_start = false;
}

static void put_name(struct writer *w, const char *name)
{
    name = name != NULL && strcmp(name, "you") == 0 ? NULL : name;
    w->is_me = name != NULL && strcmp(name, "I") == 0;
    w->is_plural = w->is_me || name == NULL || name[0] == '\0';
    if (w->is_plural && !w->is_me) {
        put_text(w, name == NULL ? (w->is_start ? "You" : "you")
                                 : (w->is_start ? "They" : "they"));
    } else {
        put_text(w, name);
    }
}

static void put_word(struct writer *w, char letter)
{
    char word[2] = {letter, '\0'};
    word[0] = (char)(w->is_start ? toupper((unsigned char)letter) : letter);
    put_text(w, word);
}

/* A verb: "hits", and of "you" and "they" "hit". Returns its end. */
static const char *put_verb(struct writer *w, const char *verb)
{
    char form[16];
    size_t length = strcspn(verb, " ,:;");
    (void)snprintf(form, sizeof form, "%.*s", (int)length, verb);
    if (w->is_plural) {
        form[strlen(form) - 1] = '\0';
    }
    put_text(w,
             w->is_plural && strcmp(form, "i") == 0 ? (w->is_me ? "am" : "are") : form);
    return verb + length;
}

static int numbered_point(const struct writer *w, int point)
{
    return w->names->moves_up ? 25 - point : point;
}

/* "5 point", "7 and 5 points", "7, 5 and 4 points"; of anchors only the numbers. */
static void put_points(struct writer *w, const struct explain_reason *reason)
{
    bool is_anchor =
        reason->kind == EXPLAIN_MAKES_ANCHOR || reason->kind == EXPLAIN_KEEPS_ANCHOR;
    uint32_t left = reason->points;
    for (int p = 24; p >= 1; p--) {
        if ((reason->points >> p & 1U) != 0) {
            char number[16];
            bool is_first = left == reason->points;
            left &= ~(1U << p);
            const char *before = is_first ? "" : left != 0 ? ", " : " and ";
            (void)snprintf(number, sizeof number, "%s%d", before, numbered_point(w, p));
            put_text(w, number);
        }
    }
    if (!is_anchor) {
        put_text(w,
                 (reason->points & (reason->points - 1)) != 0 ? " points" : " point");
    }
}

static const char *word_of(int number)
{
    static const char *const words[] = {"none", "one",    "two",   "three", "four",
                                        "five", "six",    "seven", "eight", "nine",
                                        "ten",  "eleven", "twelve"};
    return number >= 0 && number < (int)(sizeof words / sizeof words[0]) ? words[number]
                                                                         : "many";
}

static void put_number(struct writer *w, char form, double number)
{
    char text[32];
    const char *shown = text;
    int whole = (int)(number + 0.5);
    switch (form) {
    case 'w':
        (void)snprintf(text, sizeof text, "%s", word_of(whole));
        text[0] = (char)(w->is_start ? toupper((unsigned char)text[0]) : text[0]);
        break;
    case 'p':
        (void)snprintf(text, sizeof text, "%.1f %%", 100.0 * number);
        break;
    case 'h':
        (void)snprintf(text, sizeof text, "%.0f %%", 100.0 * number);
        break;
    case 'f':
        (void)snprintf(text, sizeof text, "%.2f", number);
        shown += text[0] == '0'; /* ".50"; .996 is "1.00" */
        break;
    case 'r':
    case 'e':
        (void)snprintf(text, sizeof text, "%.*f", form == 'r' ? 1 : 3, number);
        break;
    case '+':
        (void)snprintf(text, sizeof text, "%s", whole == 1 ? "" : "s");
        break;
    default:
        whole = form == 'b' ? numbered_point(w, whole) : whole;
        (void)snprintf(text, sizeof text, "%d", whole);
        shown = form == 'n' && whole == 0 ? "none" : text;
    }
    put_text(w, shown);
}

/* Writes what stands at a $; returns its end. */
static const char *put_code(struct writer *w, const char *at,
                            const struct explain_reason *reason)
{
    double number = at[1] >= '0' && at[1] < '0' + EXPLAIN_NUMBERS
                        ? reason->number[at[1] - '0']
                        : 0.0;
    switch (*at) {
    case 'o':
        put_name(w, w->names->opponent);
        return at + 1;
    case 'm':
        put_name(w, w->names->mover);
        return at + 1;
    case 'P':
        put_points(w, reason);
        return at + 1;
    default:
        put_number(w, *at, number);
        return at + 2;
    }
}

static void put_template(struct writer *w, const char *text,
                         const struct explain_reason *reason)
{
    for (const char *at = text; *at != '\0';) {
        if (*at == '$') {
            at = put_code(w, at + 1, reason);
        } else if (*at == '~') {
            at = put_verb(w, at + 1);
        } else {
            put_word(w, *at++);
        }
    }
}

/* ---- sentences ------------------------------------------------------------------- */

static void put_subject(struct writer *w, enum clause_subject subject)
{
    if (subject == BY_PLAY) {
        put_text(w, w->play);
        put_text(w, " ");
    } else {
        if (w->is_start && strcmp(w->play, "It") != 0 && w->play[0] != '\0') {
            put_text(w, "After ");
            put_text(w, w->play);
            put_text(w, " ");
        }
        if (subject == BY_OPPONENT) {
            put_name(w, w->names->opponent);
            put_text(w, " ");
        }
    }
}

/* Whether the clause needs no verb after the one before it. */
static bool is_brief(enum explain_kind before, enum explain_kind kind)
{
    bool is_apposition = kind == EXPLAIN_PRIME || kind == EXPLAIN_HOME;
    return clauses[kind].brief != NULL && (is_apposition || before == EXPLAIN_SHOTS);
}

/* Whether reason `i` continues the sentence of the one before it. */
static bool is_joined(const struct explain_reasons *reasons, int i)
{
    enum clause_group group = clauses[reasons->reason[i].kind].group;
    return i > 0 && group != GROUP_ALONE &&
           group == clauses[reasons->reason[i - 1].kind].group;
}

static void put_joint(struct writer *w, const struct explain_reasons *reasons, int i)
{
    bool is_last = i + 1 == reasons->count || !is_joined(reasons, i + 1);
    enum explain_kind kind = reasons->reason[i].kind;
    bool is_apposition = kind == EXPLAIN_PRIME || kind == EXPLAIN_HOME;
    put_text(w, is_last && !is_apposition ? ", and " : ", ");
}

/* Writes a clause; where its subject is not that of the last verb, with it. */
static void put_clause(struct writer *w, const struct explain_reasons *reasons, int i)
{
    const struct explain_reason *reason = &reasons->reason[i];
    const struct clause *clause = &clauses[reason->kind];
    if (!is_joined(reasons, i)) {
        put_subject(w, clause->subject);
        put_template(w, clause->text, reason);
        return;
    }
    enum explain_kind before = reasons->reason[i - 1].kind;
    put_joint(w, reasons, i);
    if (clauses[before].last != clause->subject) {
        put_subject(w, clause->subject);
    }
    put_template(w, is_brief(before, reason->kind) ? clause->brief : clause->text,
                 reason);
}

static const struct explain_reason *find_group(const struct explain_reasons *reasons,
                                               enum clause_group group)
{
    for (int i = 0; i < reasons->count; i++) {
        if (clauses[reasons->reason[i].kind].group == group) {
            return &reasons->reason[i];
        }
    }
    return NULL;
}

/* What speaks against the play, at the end of the first sentence. */
static void put_against(struct writer *w, const struct explain_reasons *reasons,
                        enum clause_group group)
{
    const struct explain_reason *against = find_group(reasons, GROUP_AGAINST);
    if (against != NULL) {
        put_text(w, ", although ");
        if (clauses[against->kind].subject == BY_OPPONENT) {
            put_name(w, w->names->opponent);
            put_text(w, " ");
        } else {
            put_text(w, group == GROUP_POINTS ? "it " : "the play ");
        }
        put_template(w, clauses[against->kind].text, against);
    }
}

static void begin_sentence(struct writer *w)
{
    if (w->used > 0) {
        put_text(w, " ");
    }
    w->is_start = true;
}

static void put_first(struct writer *w, const struct explain_reasons *reasons)
{
    const struct explain_reason *first = find_group(reasons, GROUP_FIRST);
    if (first != NULL) {
        begin_sentence(w);
        put_template(w, clauses[first->kind].text, first);
        put_text(w, ".");
    }
}

size_t explain_write(const struct explain_reasons *reasons,
                     const struct explain_names *names, char text[EXPLAIN_SIZE])
{
    struct writer w = {.names = names, .play = reasons->subject, .text = text};
    bool is_first = true;
    text[0] = '\0';
    put_first(&w, reasons);
    for (int i = 0; i < reasons->count; i++) {
        enum clause_group group = clauses[reasons->reason[i].kind].group;
        if (group == GROUP_AGAINST || group == GROUP_FIRST) {
            continue;
        }
        if (!is_joined(reasons, i)) {
            begin_sentence(&w);
        }
        put_clause(&w, reasons, i);
        if (i + 1 == reasons->count || !is_joined(reasons, i + 1)) {
            if (is_first) {
                put_against(&w, reasons, group);
            }
            put_text(&w, ".");
            is_first = false;
            w.play = reasons->subject[0] != '\0' ? "It" : "";
        }
    }
    return w.used;
}

const char *explain_question(const struct explain_reasons *reasons)
{
    for (int i = 0; i < reasons->count; i++) {
        const char *question = clauses[reasons->reason[i].kind].question;
        if (question != NULL) {
            return question;
        }
    }
    return "";
}
