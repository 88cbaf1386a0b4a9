/* The table of options. option_find.c looks into it, option_value.c reads their values,
 * path_options.c says what those that are paths lead to. */
#include "bot/config/options.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/moment.h"
#include "bot/base/schedule.h"
#include "bot/config/config_internal.h"
#include "bot/config/opponents.h"
#include "bot/notify/notify_message.h"

/* ---- checks of single options --------------------------------------------------- */

static bool check_client(const char *value, struct error *err)
{
    return strchr(value, ' ') == NULL ||
           error_set(err, "expected a name without blanks");
}

/* As `address` takes it. */
static bool check_address(const char *value, struct error *err)
{
    const char *at = strchr(value, '@');
    bool is_good =
        at != NULL && at > value && at[1] != '\0' && strlen(value) < USER_NAME_SIZE;
    return *value == '\0' || (is_good && strchr(value, ' ') == NULL) ||
           error_set(err, "expected a mail address, as bot_owner@example.org");
}

static bool check_https(const char *value, struct error *err)
{
    return strncmp(value, "https://", 8) == 0 ||
           error_set(err, "expected an address that begins with https://");
}

static bool check_cube_ply(const char *value, struct error *err)
{
    return strtol(value, NULL, 10) % 2 == 0 || error_set(err, "expected 0, 2 or 4");
}

static bool check_events(const char *value, struct error *err)
{
    unsigned events = 0;
    return notify_events_read(value, &events, err);
}

/* ---- the table ------------------------------------------------------------------ */

/* An option and the field of struct config that has its name. */
#define OPTION(in, key)                                                                \
    .section = #in, .name = #key, .offset = offsetof(struct config, in.key),           \
    .size = sizeof(((struct config *)NULL)->in.key)

/* clang-format off */
const struct option options[] = {
    {OPTION(server, host), .type = OPTION_TEXT, .initial = "fibs.com", .min = 1,
     .settle = config_follow_address, .reload = OPTION_FIXED, .help = "Host name or address of the server."},
    {OPTION(server, port), .type = OPTION_INT, .initial = "4321", .min = 1, .max = 65535,
     .settle = config_follow_address, .reload = OPTION_FIXED, .help = "TCP port of the server."},
    {OPTION(server, tls), .type = OPTION_BOOL, .initial = "no", .reload = OPTION_FIXED,
     .help = "Use TLS and check the certificate and its host name. fibs.com does not offer "
             "TLS; use this for servers behind a TLS proxy."},
    {OPTION(server, ca_file), .type = OPTION_TEXT, .initial = "", .reload = OPTION_FIXED,
     .help = "PEM file of the certificate authorities to trust. Empty: the system's."},
    {OPTION(server, protocol), .type = OPTION_CHOICE, .initial = "fibs",
     .choices = "fibs bgammon", .settle = config_follow_protocol, .reload = OPTION_FIXED,
     .help = "Language of the server: that of FIBS, or of bgammon.org. With bgammon a host "
             "fibs.com becomes bgammon.org, and a port 4321 becomes 1337; the bot opens "
             "matches of invite.length points, which users join, and never joins theirs."},

    {OPTION(account, name), .type = OPTION_NAME, .initial = "", .scope = OPTION_ACCOUNT,
     .reload = OPTION_FIXED,
     .help = "User name on the server. With [account NAME] sections leave it empty."},
    {OPTION(account, password_file), .type = OPTION_TEXT, .initial = "",
     .reload = OPTION_FIXED,
     .help = "File whose first line is the password. Only its owner may have access (chmod "
             "600). Empty: use the environment variable FIBSBOT_PASSWORD."},
    {OPTION(account, client), .type = OPTION_TEXT, .initial = "fibsbot", .min = 1,
     .check = check_client, .reload = OPTION_FIXED,
     .help = "Client name shown to other users, without blanks."},
    {OPTION(account, address), .type = OPTION_TEXT, .initial = "", .check = check_address,
     .reload = OPTION_FIXED,
     .help = "Mail address that the server shows for the account; set after the log-in where "
             "it differs. FIBS wants to know whose a bot is; bots there begin it with bot_: "
             "bot_owner@example.org. Everybody can read it. Empty: leave it as it is."},
    {OPTION(account, state_folder), .type = OPTION_TEXT, .initial = "",
     .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Folder for lock files, which prevent two programs from playing one account, and "
             "for the copy of accept.list_url. Must be writable. "
             "Empty: fibsbot in STATE_DIRECTORY (set by systemd), XDG_STATE_HOME or "
             "~/.local/state."},
    {OPTION(account, debuggable), .type = OPTION_BOOL, .initial = "no",
     .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Allow core dumps and debuggers, which can read the password in memory."},

    {OPTION(accept, lengths), .type = OPTION_LENGTHS, .initial = "1, 3-15", .min = 1,
     .max = 99, .unit = "points",
     .help = "Match lengths to accept. Use \"none\" to accept only unlimited matches."},
    {OPTION(accept, unlimited), .type = OPTION_BOOL, .initial = "no",
     .help = "Accept unlimited matches."},
    {OPTION(accept, allow), .type = OPTION_NAMES, .initial = "",
     .help = "Play only these users. Empty: everybody. Repeatable."},
    {OPTION(accept, block), .type = OPTION_NAMES, .initial = "",
     .help = "Never play these users: refuse their invitations and do not invite them. "
             "Repeatable."},
    {OPTION(accept, list_file), .type = OPTION_TEXT, .initial = "", .scope = OPTION_GLOBAL,
     .reload = OPTION_FIXED,
     .help = "File with lines \"block NAME\", \"allow NAME\" (add \"in\" or \"out\" to "
             "restrict the line to one direction) and \"level NAME LEVEL\". Read again on "
             "SIGHUP. Empty: none."},
    {OPTION(accept, list_url), .type = OPTION_TEXT, .initial = "", .check = check_https,
     .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "https:// address of a list with the same lines. The last good copy is kept in "
             "account.state_folder. Empty: none."},
    {OPTION(accept, list_every), .type = OPTION_INT, .initial = "3600", .min = 60,
     .max = 604800, .unit = "s", .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Download list_url this often, and on SIGHUP."},
    {OPTION(accept, min_rating), .type = OPTION_INT, .initial = "0", .max = 10000,
     .unit = "points", .help = "Lowest rating of an opponent."},
    {OPTION(accept, max_rating), .type = OPTION_INT, .initial = "0", .max = 10000,
     .unit = "points", .help = "Highest rating of an opponent. 0: no limit."},
    {OPTION(accept, min_experience), .type = OPTION_INT, .initial = "0", .max = 10000000,
     .unit = "points", .help = "Lowest experience of an opponent."},
    {OPTION(accept, max_experience), .type = OPTION_INT, .initial = "0", .max = 10000000,
     .unit = "points", .help = "Highest experience of an opponent. 0: no limit."},
    {OPTION(accept, experience_divider), .type = OPTION_INT, .initial = "0", .max = 100000,
     .help = "Limit the match length to the opponent's experience divided by this number. "
             "1-point matches are always allowed. 0: no limit."},
    {OPTION(accept, users), .type = OPTION_CHOICE, .initial = "all",
     .choices = "all humans bots",
     .help = "Kinds of users to play. Programs are recognised by name and client."},
    {OPTION(accept, humans_only), .type = OPTION_TEXT, .initial = "",
     .check = schedule_check,
     .help = "Hours in which programs are refused, to stay free for people: 18:00-23:00, or "
             "Mon-Fri 18:00-23:00, Sat 08:00-24:00. Local time. Empty: none."},
    {OPTION(accept, max_saved), .type = OPTION_INT, .initial = "0", .max = 1000,
     .unit = "matches",
     .help = "Start no new match while the bot has this many saved matches on the server; "
             "saved ones are still resumed. FIBS keeps 10. 0: no limit."},
    {OPTION(accept, max_their_saved), .type = OPTION_INT, .initial = "0", .max = 1000,
     .unit = "matches",
     .help = "Play only users with at most this many saved matches (found with show "
             "savedcount). 0: no limit."},
    {OPTION(accept, replace_saved), .type = OPTION_BOOL, .initial = "no",
     .help = "A user who invites to a new match although one is saved gives the saved one "
             "up. no: the saved match is resumed instead."},
    {OPTION(accept, per_day), .type = OPTION_INT, .initial = "0", .max = 10000,
     .unit = "matches",
     .help = "Matches with one user in 24 hours, counted from the history. 0: no limit."},
    {OPTION(accept, replay_pause), .type = OPTION_INT, .initial = "0", .max = 86400,
     .unit = "s",
     .help = "Time after a match before the same user may start another, so that others get "
             "a turn."},
    {OPTION(accept, ask_reputation), .type = OPTION_BOOL, .initial = "no",
     .help = "Ask reputation_bot about each user who invites the bot. Without an answer "
             "within 8 s the user is accepted."},
    {OPTION(accept, min_reputation), .type = OPTION_INT, .initial = "0", .min = -1000000,
     .max = 1000000, .help = "With ask_reputation: lowest reputation of an opponent."},
    {OPTION(accept, reputation_bot), .type = OPTION_NAME, .initial = "RepBotNG",
     .help = "With ask_reputation: name of the bot to ask."},

    {OPTION(invite, saved), .type = OPTION_BOOL, .initial = "yes",
     .help = "Invite opponents of saved matches first, as soon as they are ready. With \"no\" "
             "a saved match is resumed only when the opponent invites."},
    {OPTION(invite, left_pause), .type = OPTION_INT, .initial = "300", .max = 86400,
     .unit = "s",
     .help = "Time before a match that either player left on purpose is resumed by an "
             "invitation."},
    {OPTION(invite, names), .type = OPTION_NAMES, .initial = "",
     .help = "Users to invite in turn when they are on line, ready and free. Empty: none. "
             "Repeatable."},
    {OPTION(invite, length), .type = OPTION_LENGTH, .initial = "5", .min = 1, .max = 99,
     .unit = "points",
     .help = "Match length of invitations. Saved matches are resumed at their own length."},
    {OPTION(invite, idle), .type = OPTION_INT, .initial = "30", .min = 1, .max = 86400,
     .unit = "s", .help = "Time without a match before the first invitation."},
    {OPTION(invite, timeout), .type = OPTION_INT, .initial = "60", .min = 5, .max = 3600,
     .unit = "s", .help = "Time to wait for an answer to an invitation."},
    {OPTION(invite, ready), .type = OPTION_BOOL, .initial = "no",
     .help = "When none of names is free, invite any user who is ready, not playing, not "
             "away, and passes the options below and those of [accept]; nearest rating first."},
    {OPTION(invite, users), .type = OPTION_CHOICE, .initial = "all",
     .choices = "all humans bots", .help = "With ready: kinds of users to invite."},
    {OPTION(invite, rating_window), .type = OPTION_INT, .initial = "0", .max = 10000,
     .unit = "points",
     .help = "With ready: largest difference of the user's rating from the bot's. 0: no "
             "limit."},
    {OPTION(invite, max_idle), .type = OPTION_INT, .initial = "600", .min = 10,
     .max = 86400, .unit = "s",
     .help = "With ready: do not invite users who have been idle for longer."},
    {OPTION(invite, declined_pause), .type = OPTION_INT, .initial = "3600", .max = 86400,
     .unit = "s",
     .help = "With ready: time before a user who declined or did not answer is invited again."},
    {OPTION(invite, backoff_max), .type = OPTION_INT, .initial = "900", .min = 1,
     .max = 86400, .unit = "s",
     .help = "Longest time between invitations. The time doubles from idle after each "
             "unsuccessful invitation and is reset by a match."},
    {OPTION(invite, rematches), .type = OPTION_INT, .initial = "0", .max = 1000,
     .unit = "matches",
     .help = "Rematches in a row to offer to the same opponent. Programs get at most one. 0: "
             "none."},

    {OPTION(hours, active), .type = OPTION_TEXT, .initial = "", .check = schedule_check,
     .help = "Hours to play: 08:00-23:00, or Mon-Fri 18:00-23:00, Sat 08:00-24:00, Sun "
             "08:00-02:00. Local time. Empty: always."},
    {OPTION(hours, maintenance), .type = OPTION_TEXT, .initial = "",
     .check = schedule_check, .help = "Hours not to play, in the same form. Empty: none."},
    {OPTION(hours, at_end), .type = OPTION_CHOICE, .initial = "finish",
     .choices = "finish game leave",
     .help = "What to do with a match when the hours end: finish it, finish the game, or "
             "leave at once. A match that is left stays saved on the server."},

    {OPTION(play, max_matches), .type = OPTION_INT, .initial = "0", .max = 1000000,
     .unit = "matches", .help = "Log out after this many finished matches. 0: no limit."},
    {OPTION(play, resign), .type = OPTION_BOOL, .initial = "yes",
     .help = "Resign lost games."},
    {OPTION(play, resign_certainty), .type = OPTION_REAL, .initial = "1", .min = 0.9,
     .max = 1,
     .help = "Probability of loss at which to resign. 1: only when no roll can change the "
             "result; 0.999: also when the engine sees at most 1 chance in 1000."},
    {OPTION(play, resign_gammons), .type = OPTION_BOOL, .initial = "yes",
     .help = "Resign gammons and backgammons too. With \"no\" such games are played out."},
    {OPTION(play, on_stop), .type = OPTION_CHOICE, .initial = "finish",
     .choices = "finish game leave",
     .help = "What to do with a match on SIGTERM or SIGINT: finish it, finish the game, or "
             "leave at once. A match that is left stays saved on the server. A second signal "
             "leaves at once."},
    {OPTION(play, stop_after), .type = OPTION_INT, .initial = "0", .max = 86400,
     .unit = "s",
     .help = "Leave an unfinished match this long after the signal. 0: no limit, or in a "
             "tournament tournament.match_time."},
    {OPTION(play, move_time), .type = OPTION_INT, .initial = "0", .max = 30000,
     .unit = "ms",
     .help = "Shortest time for a decision, randomly lengthened by up to half; a quarter of "
             "it for forced moves. 0: answer at once."},
    {OPTION(play, ask_after), .type = OPTION_INT, .initial = "180", .min = 1, .max = 86400,
     .unit = "s", .help = "Ask an opponent who has been inactive this long whether they are there."},
    {OPTION(play, leave_after), .type = OPTION_INT, .initial = "360", .min = 2,
     .max = 86400, .unit = "s",
     .help = "Leave an inactive opponent after this long; must be more than ask_after. The "
             "match stays saved."},
    {OPTION(play, set_aside_after), .type = OPTION_INT, .initial = "2", .max = 100,
     .unit = "times",
     .help = "Set a saved match aside, and play others, after leaving it so often in a row "
             "without a turn played. 0: never."},
    {OPTION(play, observe), .type = OPTION_BOOL, .initial = "no", .scope = OPTION_GLOBAL,
     .reload = OPTION_FIXED,
     .help = "Play nobody: only log in, watch matches, ask the server what it knows, and "
             "write all of it to log.trace, without addresses and private talk; `play "
             "--observe`. At the end a report says what was unknown."},
    {OPTION(play, observe_pace), .type = OPTION_INT, .initial = "15", .min = 1, .max = 3600,
     .unit = "s", .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "With observe: time between two commands; a match is watched for 40 times as "
             "long."},
    {OPTION(play, show_board), .type = OPTION_BOOL, .initial = "no",
     .help = "Draw the board on standard output after each turn."},
    {OPTION(play, redraw_board), .type = OPTION_BOOL, .initial = "no",
     .help = "With show_board on a terminal: redraw one board in its place, with the last "
             "turns below it. Send the log to a file then."},

    {OPTION(strength, level), .type = OPTION_TEXT, .initial = "",
     .check = opponents_check_level,
     .help = "Level of play: beginner, novice, casual, intermediate, advanced, expert, "
             "master, grandmaster, world-class, strongest, roller, roller+, roller++, or a "
             "target rating on FIBS from 800 to 2100. With a level, play_ply, cube_ply, "
             "noise and cube_noise are ignored; empty: use them."},
    {OPTION(strength, spar), .type = OPTION_CHOICE, .initial = "no",
     .choices = "no below equal above",
     .help = "Play at the opponent's rating, or spar_margin points below or above it, when "
             "the rating is known."},
    {OPTION(strength, spar_margin), .type = OPTION_INT, .initial = "100", .max = 1000,
     .unit = "points", .help = "Rating difference for \"below\" and \"above\"."},
    {OPTION(strength, opponents), .type = OPTION_TEXT, .initial = "",
     .check = opponents_check,
     .help = "Set the level per opponent: anna=beginner, bert=1700, carl=equal, dora=above, "
             "emil=no. Overrides spar. For many opponents use \"level NAME LEVEL\" lines in "
             "accept.list_file."},
    {OPTION(strength, play_ply), .type = OPTION_INT, .initial = "2", .max = 4,
     .unit = "plies",
     .help = "Search depth for checker plays, counted as by GNU Backgammon: 0 is the net "
             "alone."},
    {OPTION(strength, cube_ply), .type = OPTION_INT, .initial = "2", .max = 4,
     .unit = "plies", .check = check_cube_ply,
     .help = "Search depth for cube actions: 0, 2 or 4."},
    {OPTION(strength, roller), .type = OPTION_CHOICE, .initial = "none",
     .choices = "none roller roller+ roller++",
     .help = "Decide by truncated rollouts; replaces the search depths. On one thread roller "
             "and roller+ take some tenths of a second, roller++ up to a second."},
    {OPTION(strength, filter), .type = OPTION_FILTER, .initial = "",
     .help = "Move filter: a name such as gnubg-normal or xg-huge (listed by fibsbot analyse "
             "--filter list), base-filter:N:CUTOFF, or levels such as 8/.16, 4/.08. A line "
             "\"PLY: LEVELS\" sets the row for decisions of 0 to 4 plies, for example 2: "
             "12/.24, 6/.12. A row has one level per sub-ply: 8/.16 keeps at most 8 plays "
             "within .16 of the best, 2+6/.16 keeps the best 2 and 6 more within .16, skip "
             "keeps all. Row 0 selects which candidates of the pruning net the main net "
             "evaluates. Repeatable: one filter and one line per row. In [account NAME] the "
             "first strength.filter line drops all inherited ones. Rows set here override "
             "the old options filter_0 to filter_4. Empty: the engine's default."},
    {OPTION(strength, filter_0), .type = OPTION_FILTER_ROW, .initial = "",
     .replaced_by = "filter = 0:", .help = "Old form of \"filter = 0: LEVELS\"."},
    {OPTION(strength, filter_1), .type = OPTION_FILTER_ROW, .initial = "",
     .replaced_by = "filter = 1:", .help = "Old form of \"filter = 1: LEVELS\"."},
    {OPTION(strength, filter_2), .type = OPTION_FILTER_ROW, .initial = "",
     .replaced_by = "filter = 2:", .help = "Old form of \"filter = 2: LEVELS\"."},
    {OPTION(strength, filter_3), .type = OPTION_FILTER_ROW, .initial = "",
     .replaced_by = "filter = 3:", .help = "Old form of \"filter = 3: LEVELS\"."},
    {OPTION(strength, filter_4), .type = OPTION_FILTER_ROW, .initial = "",
     .replaced_by = "filter = 4:", .help = "Old form of \"filter = 4: LEVELS\"."},
    {OPTION(strength, noise), .type = OPTION_REAL, .initial = "0", .max = 10,
     .unit = "points",
     .help = "Standard deviation of a random error added to the equity of each play. 0: none; "
             "0.05 is visibly weaker."},
    {OPTION(strength, cube_noise), .type = OPTION_REAL, .initial = "0", .max = 10,
     .unit = "points",
     .help = "Standard deviation of a random error added to the equity of a double."},
    {OPTION(strength, noise_seed), .type = OPTION_INT, .initial = "0", .max = INT_MAX,
     .help = "Seed of the errors of noise, cube_noise and levels: with the same one and the "
             "same dice the same errors are made. 0: another at each start."},
    {OPTION(strength, threads), .type = OPTION_INT, .initial = "1", .min = 1, .max = 64,
     .unit = "threads", .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Threads per decision. The result does not depend on their number."},
    {OPTION(strength, pool), .type = OPTION_INT, .initial = "0", .max = 64,
     .unit = "decisions", .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Decisions to work on at the same time, for all accounts together, each with "
             "its own threads. 0: one per account, as far as there are processors."},
    {OPTION(strength, think_time), .type = OPTION_INT, .initial = "0", .max = 3600000,
     .unit = "ms", .help = "Time limit of a decision (iterative deepening). 0: none."},
    {OPTION(strength, weights), .type = OPTION_TEXT, .initial = "", .scope = OPTION_GLOBAL,
     .reload = OPTION_FIXED,
     .help = "Folder of nets and tables. Empty: search FIBSBOT_WEIGHTS (environment), the "
             "program's folder and the installed one."},

    {OPTION(talk, greeting), .type = OPTION_TEXT,
     .initial = "Hello, I am a computer program. Good luck!",
     .help = "Greeting at the start of a match."},
    {OPTION(talk, goodbye), .type = OPTION_TEXT, .initial = "Thank you for the match.",
     .help = "Message at the end of a match."},
    {OPTION(talk, refusal), .type = OPTION_TEXT,
     .initial = "Sorry, I do not play that match.",
     .help = "Answer to a refused invitation; the reason follows."},
    {OPTION(talk, refusal_every), .type = OPTION_INT, .initial = "300", .min = 1,
     .max = 86400, .unit = "s",
     .help = "Shortest time between two refusals sent to the same user."},
    {OPTION(talk, answer), .type = OPTION_BOOL, .initial = "yes",
     .help = "Answer users who tell the bot help, level, stats, rematch, analysis or about. "
             "Programs get no answer."},
    {OPTION(talk, levels), .type = OPTION_BOOL, .initial = "yes",
     .help = "Let users choose the bot's level (tell it level NAME or level RATING). The "
             "choice is remembered. strength.opponents overrides it."},
    {OPTION(talk, analysis), .type = OPTION_BOOL, .initial = "yes",
     .help = "Tell opponents the analysis of their match when they ask for it. Needs "
             "record.matches."},
    {OPTION(talk, lines), .type = OPTION_INT, .initial = "10", .max = 100, .unit = "lines",
     .help = "Most lines to tell one user per match, greeting and goodbye included, and again "
             "after it. 0: say nothing."},

    {OPTION(owner, name), .type = OPTION_NAME, .initial = "", .reload = OPTION_FIXED,
     .help = "The user who may give these commands. Empty: nobody."},
    {OPTION(owner, secret_file), .type = OPTION_TEXT, .initial = "", .reload = OPTION_FIXED,
     .help = "File whose first line is the secret: 8 to 64 characters without blanks (chmod "
             "600). It is never logged, but FIBS transmits it in clear text."},

    {OPTION(record, matches), .type = OPTION_BOOL, .initial = "yes",
     .reload = OPTION_NEXT_MATCH,
     .help = "Write each match to a file of its own (Jellyfish .mat) while it is played."},
    {OPTION(record, folder), .type = OPTION_TEXT, .initial = "matches", .min = 1,
     .reload = OPTION_NEXT_MATCH, .help = "Folder of the match files. Created if missing."},
    {OPTION(record, group), .type = OPTION_CHOICE, .initial = "match",
     .choices = "match opponent day", .reload = OPTION_NEXT_MATCH,
     .help = "Layout of the folder: all match files together, or one subfolder per opponent "
             "or per day."},
    {OPTION(record, sgf), .type = OPTION_BOOL, .initial = "no",
     .help = "Also write each match as SGF, under the same name."},
    {OPTION(record, analysis), .type = OPTION_CHOICE, .initial = "asked",
     .choices = "no asked all",
     .help = "Matches to analyse into a text (.analysis.txt) and a page with boards "
             "(.analysis.html) beside the match file: none, those whose opponent asks, or all "
             "finished ones. Runs at low priority."},
    {OPTION(record, decisions), .type = OPTION_TEXT, .initial = "", .reload = OPTION_FIXED,
     .help = "Append each decision to this file as a line of JSON: position, choice, "
             "alternatives, equities, time. Reopened on SIGHUP. Empty: none."},
    {OPTION(record, decisions_size), .type = OPTION_INT, .initial = "100", .max = 100000,
     .unit = "MB", .reload = OPTION_FIXED,
     .help = "Rotate the decisions at this size: FILE becomes FILE.1, FILE.1 becomes FILE.2. "
             "0: never."},
    {OPTION(record, decisions_files), .type = OPTION_INT, .initial = "9", .min = 1,
     .max = 99, .unit = "files", .reload = OPTION_FIXED,
     .help = "Number of rotated files of decisions to keep."},
    {OPTION(record, max_size), .type = OPTION_INT, .initial = "10000", .max = 10000000,
     .unit = "MB",
     .help = "Remove the oldest match files, with their SGF and analyses, when those in "
             "folder take more than this. Files written within a day stay. 0: no limit."},
    {OPTION(record, keep_days), .type = OPTION_INT, .initial = "0", .max = 36500,
     .unit = "days",
     .help = "Remove match files, with their SGF and analyses, this long after they were "
             "written. 0: keep them."},
    {OPTION(record, required), .type = OPTION_BOOL, .initial = "yes",
     .reload = OPTION_FIXED,
     .help = "Do not start when match files or decisions are switched on but cannot be "
             "written. With \"no\" the bot plays and keeps trying."},

    {OPTION(history, file), .type = OPTION_TEXT, .initial = "history.db",
     .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Database file. Created if missing and upgraded by newer versions. Several "
             "programs may share it. Empty: no history."},
    {OPTION(history, required), .type = OPTION_BOOL, .initial = "yes",
     .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Do not start when the history cannot be opened. With \"no\" the bot plays and "
             "keeps trying."},

    {OPTION(notify, url_file), .type = OPTION_TEXT, .initial = "", .scope = OPTION_GLOBAL,
     .reload = OPTION_FIXED,
     .help = "File whose first line is the address of the webhook, http or https (chmod 600, "
             "since such addresses are secrets). Empty: no notifications."},
    {OPTION(notify, secret_file), .type = OPTION_TEXT, .initial = "", .scope = OPTION_GLOBAL,
     .reload = OPTION_FIXED,
     .help = "File whose first line is the signing key (chmod 600). X-Fibsbot-Signature is "
             "\"sha256=\" and the HMAC-SHA256 of X-Fibsbot-Timestamp, a full stop and the "
             "body. Empty: do not sign."},
    {OPTION(notify, shape), .type = OPTION_CHOICE, .initial = "json",
     .choices = "json discord slack ntfy", .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Format of the message. For ntfy the address ends in the topic: "
             "https://ntfy.sh/TOPIC."},
    {OPTION(notify, events), .type = OPTION_TEXT,
     .initial = "start, end, saved, error, disconnect, round, result, finish, stuck", .check = check_events,
     .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Events to report: start, end and saved (of a match), stuck (a saved match is "
             "set aside), error, disconnect; of a tournament round, result (of a match) and "
             "finish."},
    {OPTION(notify, queue), .type = OPTION_TEXT, .initial = "notifications", .min = 1,
     .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Folder of unsent notifications: at most 200, kept for a day. Created if "
             "missing."},

    {OPTION(log, level), .type = OPTION_CHOICE, .initial = "info",
     .choices = "error warning info debug", .scope = OPTION_GLOBAL,
     .help = "Least important level to log."},
    {OPTION(log, file), .type = OPTION_TEXT, .initial = "", .scope = OPTION_GLOBAL,
     .reload = OPTION_FIXED,
     .help = "Append the log to this file. Reopened on SIGHUP. Empty: standard error."},
    {OPTION(log, size), .type = OPTION_INT, .initial = "100", .max = 100000, .unit = "MB",
     .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Rotate the log file at this size: FILE becomes FILE.1, FILE.1 becomes FILE.2. "
             "0: never."},
    {OPTION(log, files), .type = OPTION_INT, .initial = "3", .min = 1, .max = 99,
     .unit = "files", .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Number of rotated log files to keep."},
    {OPTION(log, format), .type = OPTION_CHOICE, .initial = "text", .choices = "text json",
     .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Format of a log line: text, or a JSON object with at, level, account, match and "
             "text."},
    {OPTION(log, chat), .type = OPTION_BOOL, .initial = "no",
     .help = "Log what other users say to the bot."},
    {OPTION(log, trace), .type = OPTION_TEXT, .initial = "", .reload = OPTION_FIXED,
     .help = "Write the dialogue with the server to this file, with the password masked, for "
             "fibsbot replay. Accounts that share the path write to PATH.NAME. Empty: none."},
    {OPTION(log, trace_size), .type = OPTION_INT, .initial = "100", .max = 100000,
     .unit = "MB", .reload = OPTION_FIXED,
     .help = "Rotate the trace at this size: TRACE becomes TRACE.1, TRACE.1 becomes TRACE.2. "
             "0: never."},
    {OPTION(log, trace_files), .type = OPTION_INT, .initial = "3", .min = 1, .max = 99,
     .unit = "files", .reload = OPTION_FIXED, .help = "Number of rotated traces to keep."},

    {OPTION(status, port), .type = OPTION_INT, .initial = "0", .max = 65535,
     .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Port of the status page on 127.0.0.1: / for people, /status as JSON, /metrics "
             "for Prometheus, /healthz for health checks. 0: none."},
    {OPTION(status, offline_limit), .type = OPTION_INT, .initial = "1800", .min = 1,
     .max = 604800, .unit = "s", .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "/healthz answers 503 instead of 200 when no account has been logged in for "
             "this long, or the event loop has hung for a minute."},
    {OPTION(status, health_file), .type = OPTION_TEXT, .initial = "",
     .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Rewrite this file every 30 seconds for the health check of a container: its age "
             "shows whether the program runs, its line how many accounts are on line and "
             "playing. Removed on exit. Empty: none."},

    {OPTION(tournament, name), .type = OPTION_TEXT, .initial = "Tournament", .min = 1,
     .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "What tables and the status page call it."},
    {OPTION(tournament, kind), .type = OPTION_CHOICE, .initial = "round-robin",
     .choices = "round-robin double swiss knock-out", .scope = OPTION_GLOBAL,
     .reload = OPTION_FIXED,
     .help = "Everybody against everybody, once a leg; the same in two legs; a Swiss, which "
             "pairs equal scores and no pair twice; or knock-out, in which the best seeds are "
             "kept apart and have the byes."},
    {OPTION(tournament, legs), .type = OPTION_INT, .initial = "1", .min = 1, .max = 8,
     .unit = "legs", .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Of a round robin: matches of each pair."},
    {OPTION(tournament, rounds), .type = OPTION_INT, .initial = "3", .min = 1, .max = 63,
     .unit = "rounds", .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Of a Swiss: at most half the number of entrants."},
    {OPTION(tournament, length), .type = OPTION_INT, .initial = "5", .min = 1, .max = 99,
     .unit = "points", .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Length of each match."},
    {OPTION(tournament, draw), .type = OPTION_INT, .initial = "0", .max = 2147483647,
     .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Draw the seeds from this number. 0: the first [entrant NAME] is the first seed, "
             "and so on."},
    {OPTION(tournament, director), .type = OPTION_NAME, .initial = "",
     .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Account of the director, which does not play: it tells foreign entrants whom to "
             "invite and hears results. An [account NAME] of this name sets its password "
             "file. Required unless --local."},
    {OPTION(tournament, file), .type = OPTION_TEXT, .initial = "tournament.db", .min = 1,
     .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Database of the tournament. Created if missing; one that exists is continued."},
    {OPTION(tournament, open_until), .type = OPTION_TEXT, .initial = "",
     .check = moment_check, .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Until then users may send the director \"register\", and then it starts: "
             "2027-01-30 20:00, local time. Empty: it starts at once with the entrants of the "
             "file."},
    {OPTION(tournament, entrants_max), .type = OPTION_INT, .initial = "32", .min = 2,
     .max = 64, .unit = "entrants", .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "With open_until: entrants at most, those of the file included."},
    {OPTION(tournament, reminder), .type = OPTION_INT, .initial = "180", .min = 10,
     .max = 86400, .unit = "s", .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Remind a player who has not begun their match after this long."},
    {OPTION(tournament, no_show), .type = OPTION_INT, .initial = "420", .min = 20,
     .max = 604800, .unit = "s", .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Forfeit the match of a player who has not begun it after this long; must be "
             "more than reminder."},
    {OPTION(tournament, away), .type = OPTION_INT, .initial = "420", .min = 20,
     .max = 604800, .unit = "s", .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Forfeit the match of a player who has left it for this long."},
    {OPTION(tournament, away_times), .type = OPTION_INT, .initial = "3", .max = 1000,
     .unit = "times", .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "Forfeit the match of a player who leaves it this often. 0: never."},
    {OPTION(tournament, match_time), .type = OPTION_INT, .initial = "2700", .min = 60,
     .max = 604800, .unit = "s", .scope = OPTION_GLOBAL, .reload = OPTION_FIXED,
     .help = "After this long a match that nobody plays any more, or in which nothing moves, "
             "is over."},

    {OPTION(entrant, foreign), .type = OPTION_BOOL, .initial = "no",
     .reload = OPTION_FIXED,
     .help = "The entrant is somebody else's account, a person or a bot. Needs a director."},

    {OPTION(connection, connect_timeout), .type = OPTION_INT, .initial = "30", .min = 1,
     .max = 600, .unit = "s", .reload = OPTION_FIXED, .help = "Time limit for connecting."},
    {OPTION(connection, keepalive), .type = OPTION_INT, .initial = "90", .min = 5,
     .max = 3600, .unit = "s", .reload = OPTION_FIXED,
     .help = "Send a keep-alive after this idle time."},
    {OPTION(connection, silence), .type = OPTION_INT, .initial = "240", .min = 10,
     .max = 7200, .unit = "s", .reload = OPTION_FIXED,
     .help = "Reconnect after this long without input; must be more than keepalive."},
    {OPTION(connection, acknowledge), .type = OPTION_INT, .initial = "1500", .min = 100,
     .max = 60000, .unit = "ms", .reload = OPTION_FIXED,
     .help = "Longest time to wait for the answer to a command before the next is sent."},
    {OPTION(connection, backoff_first), .type = OPTION_INT, .initial = "10", .min = 1,
     .max = 3600, .unit = "s", .reload = OPTION_FIXED,
     .help = "Delay before the first attempt to reconnect; it doubles after each, up to "
             "backoff_max."},
    {OPTION(connection, backoff_max), .type = OPTION_INT, .initial = "900", .min = 1,
     .max = 86400, .unit = "s", .reload = OPTION_FIXED,
     .help = "Longest delay between attempts to reconnect."},
    {OPTION(connection, elsewhere_pause), .type = OPTION_INT, .initial = "1800", .min = 1,
     .max = 604800, .unit = "s", .reload = OPTION_FIXED,
     .help = "When another log-in of the same name has replaced the bot's: time before the "
             "bot logs in again."},
    {OPTION(connection, elsewhere_tries), .type = OPTION_INT, .initial = "1", .max = 1000,
     .unit = "tries", .reload = OPTION_FIXED,
     .help = "Log in again this many times after that, then end the account. A session as "
             "long as elsewhere_pause restores the tries."},
};
/* clang-format on */
const int option_count = (int)(sizeof options / sizeof options[0]);
_Static_assert(sizeof options / sizeof options[0] <= CONFIG_OPTIONS_MAX,
               "CONFIG_OPTIONS_MAX is too small");
