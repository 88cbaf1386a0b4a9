/* The sections of bot.conf, in the order of the options. */
#include "bot/config/options.h"

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
