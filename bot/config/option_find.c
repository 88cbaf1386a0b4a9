/* The sections of bot.conf, and looking into the table of options. */
#include <string.h>

#include "base/nearest.h"
#include "bot/config/options.h"

/* In the order of the options. */
const struct option_section option_sections[] = {
    {"server", "Where to play."},
    {"account",
     "Who plays. The account must exist: register it once on the server, by hand. For "
     "several accounts leave name empty and add a section [account NAME] for each; see "
     "the end."},
    {"accept", "Which invitations to accept."},
    {"invite", "Whom to invite when the bot is free."},
    {"hours", "When to play. Outside these hours the bot is not ready, and starts and "
              "resumes no match."},
    {"play", "Behaviour in and between matches."},
    {"strength", "Strength of play."},
    {"talk",
     "What to say. An empty text says nothing. In a text, a blank and a semicolon "
     "start a comment."},
    {"owner",
     "Commands that the owner gives by tell: owner SECRET status, pause, resume, "
     "last, level [LEVEL], leave."},
    {"record", "Match files for GNU Backgammon and other programs."},
    {"history",
     "Matches, results and ratings in an SQLite database; see fibsbot stats."},
    {"notify", "Report events to a webhook: JSON by POST to your own service, Discord, "
               "Slack or ntfy. Never delays a move."},
    {"log", "Log of the program, and traces of the connection."},
    {"status",
     "Status page with boards, winning chances, ratings, results and the log."},
    {"tournament",
     "A tournament on the server: fibsbot tournament run FILE. Entrants are "
     "the sections [entrant NAME]; see the end."},
    {"entrant",
     "What an [entrant NAME] may set without a prefix, beside the options of "
     "[account]."},
    {"connection",
     "Timing of the connection to the server. The defaults suit fibs.com."},
};
const int option_section_count =
    (int)(sizeof option_sections / sizeof option_sections[0]);

const struct option *option_find(const char *section, const char *name)
{
    for (int i = 0; i < option_count; i++) {
        if (strcmp(options[i].section, section) == 0 &&
            strcmp(options[i].name, name) == 0) {
            return &options[i];
        }
    }
    return NULL;
}

bool option_section_exists(const char *section)
{
    for (int i = 0; i < option_section_count; i++) {
        if (strcmp(option_sections[i].name, section) == 0) {
            return true;
        }
    }
    return false;
}

const char *option_other_section(const char *section, const char *name)
{
    for (int i = 0; i < option_count; i++) {
        if (strcmp(options[i].name, name) == 0 &&
            strcmp(options[i].section, section) != 0) {
            return options[i].section;
        }
    }
    return NULL;
}

const char *option_suggest(const char *section, const char *name)
{
    struct nearest nearest = nearest_to(name);
    for (int i = 0; section == NULL && i < option_section_count; i++) {
        nearest_offer(&nearest, option_sections[i].name);
    }
    for (int i = 0; section != NULL && i < option_count; i++) {
        if (strcmp(options[i].section, section) == 0 &&
            options[i].replaced_by == NULL) {
            nearest_offer(&nearest, options[i].name);
        }
    }
    return nearest.name;
}
