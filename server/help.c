/* `help` and `help TOPIC`, in the shape of the server's manual pages. */
#include "server/fibsd_core.h"

#include <string.h>

#include "base/text.h"

/* clang-format off */
static const char *const overview[] = {
    "A short way into a game:",
    "  toggle ready          be open to invitations",
    "  who                   see who is here",
    "  invite NAME 5         ask for a 5 point match (or: unlimited)",
    "  join NAME             accept an invitation; join alone: next game",
    "  roll, double          when it is your turn",
    "  move 24-18 13-11      bar-20 enters, 6-off bears off",
    "  accept, reject        a double or a resignation",
    "  resign n|g|b          give the game, a gammon, a backgammon",
    "  board, pip            look again, count",
    "  leave                 stop; the match is saved",
    "  tell NAME TEXT, say TEXT, kibitz TEXT, shout TEXT",
    "  set boardstyle 1|2|3  two drawings, or the line for programs",
    "  toggle, set           all settings",
    "  show saved, invite NAME   go on with a saved match",
    "  bye                   leave the server",
    "help commands lists all of them, help COMMAND tells more.",
    "Commands may be shortened: m 24-18, r, b.",
};

static const struct page {
    const char *name;
    const char *summary;
    const char *usage;
    const char *text; /* at most two lines, parted by \n */
} pages[] = {
    {"accept", "take a double, a resignation", "accept",
     "Also takes a redouble. To refuse: reject."},
    {"board", "draw the board", "board",
     "In the style that `set boardstyle` has chosen."},
    {"boardstyle", "how boards are drawn", "set boardstyle 1|2|3",
     "1 and 2 draw them, 2 with the numbers of the points beyond the rims; 3 is the line\n"
     "for programs."},
    {"bye", "leave the server", "bye", "A match that you play is saved."},
    {"double", "offer a double", "double",
     "Before you roll. The other one may accept or reject it. You are asked to roll\n"
     "or double only with `toggle double` on."},
    {"invite", "ask somebody to play", "invite NAME [LENGTH|unlimited]",
     "A match to LENGTH points, 1 to 99. Without a length a saved match goes on."},
    {"join", "accept an invitation, go on", "join [NAME]",
     "With a name: accepts what NAME has invited you to. Without: the next game."},
    {"kibitz", "speak to the board", "kibitz TEXT",
     "Your opponent and all who watch can read it."},
    {"leave", "stop playing", "leave",
     "The match is saved; `invite NAME` without a length goes on with it."},
    {"move", "move your checkers", "move FROM-TO FROM-TO ...",
     "As in `move 24-18 13-11`; `bar-20` enters, `6-off` bears off. Equal dice take four\n"
     "moves. The word move may be left out: 24-18 13-11."},
    {"pip", "count the pips", "pip", "How far both have to go."},
    {"redouble", "answer a double with a redouble", "redouble",
     "Only in unlimited matches, see `set redoubles`."},
    {"reject", "refuse a double, a resignation", "reject",
     "A double refused ends the game: you lose the points of the cube before it."},
    {"resign", "give up a game", "resign n|g|b",
     "n: a normal game, g: a gammon, b: a backgammon. The other one has to accept."},
    {"roll", "roll the dice", "roll",
     "When it is your turn. If you may not double the server rolls for you."},
    {"say", "speak to your opponent", "say TEXT", "Only your opponent can read it."},
    {"set", "look at your settings, change them", "set [NAME VALUE]",
     "boardstyle 1 and 2 draw the board, 3 is the line for programs; set alone lists all."},
    {"show", "saved matches, the longest ones, ...", "show saved|games|watchers|savedcount",
     "Two stars stand before those whom you can go on playing with now."},
    {"sortwho", "the order of who", "set sortwho login|name|rating|rrating",
     "login: who came first; rating: the lowest first; rrating: the highest first."},
    {"tell", "speak to somebody", "tell NAME TEXT", "Only NAME can read it."},
    {"time", "what time it is", "time [TIMEZONE]",
     "In your time zone or another one, and in UTC."},
    {"timezones", "where you are", "set timezone NAME",
     "As in `set timezone Europe/Berlin`; a wrong name lists all that there are."},
    {"toggle", "switch a setting", "toggle [NAME]",
     "toggle alone lists all. ready: others may invite you; double: you are asked before\n"
     "each roll; autoboard: the board comes after each move; bell: it rings then."},
    {"watch", "look at a match", "watch NAME", "To stop: unwatch."},
    {"who", "who is here", "who [NAME]",
     "R: ready to play, A: away, P: playing. The rating begins at 1500."},
};
/* clang-format on */
enum {
    OVERVIEW = sizeof overview / sizeof overview[0],
    PAGES = sizeof pages / sizeof pages[0]
};

void help_show_title(const struct fibsd_user *user, const char *name,
                     const char *summary, const char *usage)
{
    text_tell(user, "NAME");
    text_tell(user, "  %s - %s", name, summary);
    text_tell(user, "SYNOPSIS");
    text_tell(user, "  %s", usage);
    text_tell(user, "DESCRIPTION");
}

static void show_page(struct fibsd_user *user, const struct page *page)
{
    char text[300];
    char *rest = text;
    COPY_TEXT(text, page->text);
    help_show_title(user, page->name, page->summary, page->usage);
    for (const char *line; (line = strsep(&rest, "\n")) != NULL;) {
        text_tell(user, "  %s", line);
    }
}

void cmd_help(struct fibsd_user *user, char *arguments)
{
    const char *word = words_next(&arguments);
    if (word != NULL && strcmp(word, "beginner") == 0) {
        help_show_title(user, "beginner", "how to get into a game", "help beginner");
    }
    for (int i = 0; word != NULL && i < PAGES; i++) {
        if (strcmp(pages[i].name, word) == 0) {
            show_page(user, &pages[i]);
            return;
        }
    }
    for (int i = 0; i < OVERVIEW; i++) {
        text_tell(user, "%s", overview[i]);
    }
}
