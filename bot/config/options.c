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
#define BOOL(in, key, value)   OPTION(in, key), .type = OPTION_BOOL, .initial = (value)
#define TEXT(in, key, value)   OPTION(in, key), .type = OPTION_TEXT, .initial = (value)
#define CHOICE(in, key, value, words)                                                  \
    OPTION(in, key), .type = OPTION_CHOICE, .initial = (value), .choices = (words)
#define NUMBER(in, key, value, least, most)                                            \
    OPTION(in, key), .initial = (value), .min = (least), .max = (most)
#define INT(...)    NUMBER(__VA_ARGS__), .type = OPTION_INT
#define LENGTH(...) NUMBER(__VA_ARGS__), .type = OPTION_LENGTH
#define REAL(...)   NUMBER(__VA_ARGS__), .type = OPTION_REAL
#define FIXED       .reload = OPTION_FIXED
#define PROGRAM     .scope = OPTION_GLOBAL, FIXED

const struct option options[] = {
    {TEXT(server, host, "fibs.com"), .min = 1, .settle = config_follow_address, FIXED,
     .help = "Host name or address of the server."},
    {INT(server, port, "4321", 1, 65535), .settle = config_follow_address, FIXED,
     .help = "TCP port of the server."},
    {BOOL(server, tls, "no"), FIXED,
     .help = "Use TLS and check the certificate and its host name. fibs.com does not offer "
             "TLS; use this for servers behind a TLS proxy."},
    {TEXT(server, ca_file, ""), FIXED,
     .help = "PEM file of the certificate authorities to trust. Empty: the system's."},
    {CHOICE(server, protocol, "fibs", "fibs bgammon"), .settle = config_follow_protocol, FIXED,
     .help = "Language of the server: that of FIBS, or of bgammon.org. With bgammon a host "
             "fibs.com becomes bgammon.org, and a port 4321 becomes 1337; the bot opens "
             "matches of invite.length points, which users join, and never joins theirs."},

    {OPTION(account, name), .type = OPTION_NAME, .initial = "", .scope = OPTION_ACCOUNT, FIXED,
     .help = "User name on the server. With [account NAME] sections leave it empty."},
    {TEXT(account, password_file, ""), FIXED,
     .help = "File whose first line is the password. Only its owner may have access (chmod "
             "600). Empty: use the environment variable FIBSBOT_PASSWORD."},
    {TEXT(account, client, "fibsbot"), .min = 1, .check = check_client, FIXED,
     .help = "Client name shown to other users, without blanks."},
    {TEXT(account, address, ""), .check = check_address, FIXED,
     .help = "Mail address that the server shows for the account; set after the log-in where "
             "it differs. FIBS wants to know whose a bot is; bots there begin it with bot_: "
             "bot_owner@example.org. Everybody can read it. Empty: leave it as it is."},
    {TEXT(account, state_folder, ""), PROGRAM,
     .help = "Folder for lock files, which prevent two programs from playing one account, and "
             "for the copy of accept.list_url. Must be writable. Empty: fibsbot in "
             "STATE_DIRECTORY (set by systemd), XDG_STATE_HOME or ~/.local/state."},
    {BOOL(account, debuggable, "no"), PROGRAM,
     .help = "Allow core dumps and debuggers, which can read the password in memory."},

    {OPTION(accept, lengths), .type = OPTION_LENGTHS, .initial = "1, 3-15", .min = 1,
     .max = 99, .unit = "points",
     .help = "Match lengths to accept. Use \"none\" to accept only unlimited matches."},
    {BOOL(accept, unlimited, "no"), .help = "Accept unlimited matches."},
    {OPTION(accept, allow), .type = OPTION_NAMES, .initial = "",
     .help = "Play only these users. Empty: everybody. Repeatable."},
    {OPTION(accept, block), .type = OPTION_NAMES, .initial = "",
     .help = "Never play these users: refuse their invitations and do not invite them. "
             "Repeatable."},
    {TEXT(accept, list_file, ""), PROGRAM,
     .help = "File with lines \"block NAME\", \"allow NAME\" (add \"in\" or \"out\" to "
             "restrict the line to one direction) and \"level NAME LEVEL\". Read again on "
             "SIGHUP. Empty: none."},
    {TEXT(accept, list_url, ""), .check = check_https, PROGRAM,
     .help = "https:// address of a list with the same lines. The last good copy is kept in "
             "account.state_folder. Empty: none."},
    {INT(accept, list_every, "3600", 60, 604800), .unit = "s", PROGRAM,
     .help = "Download list_url this often, and on SIGHUP."},
    {INT(accept, min_rating, "0", 0, 10000), .unit = "points",
     .help = "Lowest rating of an opponent."},
    {INT(accept, max_rating, "0", 0, 10000), .unit = "points",
     .help = "Highest rating of an opponent. 0: no limit."},
    {INT(accept, min_experience, "0", 0, 10000000), .unit = "points",
     .help = "Lowest experience of an opponent."},
    {INT(accept, max_experience, "0", 0, 10000000), .unit = "points",
     .help = "Highest experience of an opponent. 0: no limit."},
    {INT(accept, experience_divider, "0", 0, 100000),
     .help = "Limit the match length to the opponent's experience divided by this number. "
             "1-point matches are always allowed. 0: no limit."},
    {CHOICE(accept, users, "all", "all humans bots"),
     .help = "Kinds of users to play. Programs are recognised by name and client."},
    {TEXT(accept, humans_only, ""), .check = schedule_check,
     .help = "Hours in which programs are refused, to stay free for people: 18:00-23:00, or "
             "Mon-Fri 18:00-23:00, Sat 08:00-24:00. Local time. Empty: none."},
    {INT(accept, max_saved, "0", 0, 1000), .unit = "matches",
     .help = "Start no new match while the bot has this many saved matches on the server; "
             "saved ones are still resumed. FIBS keeps 10. 0: no limit."},
    {INT(accept, max_their_saved, "0", 0, 1000), .unit = "matches",
     .help = "Play only users with at most this many saved matches (found with show "
             "savedcount). 0: no limit."},
    {BOOL(accept, replace_saved, "no"),
     .help = "A user who invites to a new match although one is saved gives the saved one up. "
             "no: the saved match is resumed instead."},
    {INT(accept, per_day, "0", 0, 10000), .unit = "matches",
     .help = "Matches with one user in 24 hours, counted from the history. 0: no limit."},
    {INT(accept, replay_pause, "0", 0, 86400), .unit = "s",
     .help = "Time after a match before the same user may start another, so that others get a "
             "turn."},
    {BOOL(accept, ask_reputation, "no"),
     .help = "Ask reputation_bot about each user who invites the bot. Without an answer "
             "within 8 s the user is accepted."},
    {INT(accept, min_reputation, "0", -1000000, 1000000),
     .help = "With ask_reputation: lowest reputation of an opponent."},
    {OPTION(accept, reputation_bot), .type = OPTION_NAME, .initial = "RepBotNG",
     .help = "With ask_reputation: name of the bot to ask."},

    {BOOL(invite, saved, "yes"),
     .help = "Invite opponents of saved matches first, as soon as they are ready. With \"no\" "
             "a saved match is resumed only when the opponent invites."},
    {INT(invite, left_pause, "300", 0, 86400), .unit = "s",
     .help = "Time before a match that either player left on purpose is resumed by an "
             "invitation."},
    {OPTION(invite, names), .type = OPTION_NAMES, .initial = "",
     .help = "Users to invite in turn when they are on line, ready and free. Empty: none. "
             "Repeatable."},
    {LENGTH(invite, length, "5", 1, 99), .unit = "points",
     .help = "Match length of invitations. Saved matches are resumed at their own length."},
    {INT(invite, idle, "30", 1, 86400), .unit = "s",
     .help = "Time without a match before the first invitation."},
    {INT(invite, timeout, "60", 5, 3600), .unit = "s",
     .help = "Time to wait for an answer to an invitation."},
    {BOOL(invite, ready, "no"),
     .help = "When none of names is free, invite any user who is ready, not playing, not "
             "away, and passes the options below and those of [accept]; nearest rating "
             "first."},
    {CHOICE(invite, users, "all", "all humans bots"),
     .help = "With ready: kinds of users to invite."},
    {INT(invite, rating_window, "0", 0, 10000), .unit = "points",
     .help = "With ready: largest difference of the user's rating from the bot's. 0: no "
             "limit."},
    {INT(invite, max_idle, "600", 10, 86400), .unit = "s",
     .help = "With ready: do not invite users who have been idle for longer."},
    {INT(invite, declined_pause, "3600", 0, 86400), .unit = "s",
     .help = "With ready: time before a user who declined or did not answer is invited "
             "again."},
    {INT(invite, backoff_max, "900", 1, 86400), .unit = "s",
     .help = "Longest time between invitations. The time doubles from idle after each "
             "unsuccessful invitation and is reset by a match."},
    {INT(invite, rematches, "0", 0, 1000), .unit = "matches",
     .help = "Rematches in a row to offer to the same opponent. Programs get at most one. 0: "
             "none."},

    {TEXT(hours, active, ""), .check = schedule_check,
     .help = "Hours to play: 08:00-23:00, or Mon-Fri 18:00-23:00, Sat 08:00-24:00, Sun "
             "08:00-02:00. Local time. Empty: always."},
    {TEXT(hours, maintenance, ""), .check = schedule_check,
     .help = "Hours not to play, in the same form. Empty: none."},
    {CHOICE(hours, at_end, "finish", "finish game leave"),
     .help = "What to do with a match when the hours end: finish it, finish the game, or "
             "leave at once. A match that is left stays saved on the server."},

    {INT(play, max_matches, "0", 0, 1000000), .unit = "matches",
     .help = "Log out after this many finished matches. 0: no limit."},
    {BOOL(play, resign, "yes"), .help = "Resign lost games."},
    {REAL(play, resign_certainty, "1", 0.9, 1),
     .help = "Probability of loss at which to resign. 1: only when no roll can change the "
             "result; 0.999: also when the engine sees at most 1 chance in 1000."},
    {BOOL(play, resign_gammons, "yes"),
     .help = "Resign gammons and backgammons too. With \"no\" such games are played out."},
    {CHOICE(play, on_stop, "finish", "finish game leave"),
     .help = "What to do with a match on SIGTERM or SIGINT: finish it, finish the game, or "
             "leave at once. A match that is left stays saved on the server. A second signal "
             "leaves at once."},
    {INT(play, stop_after, "0", 0, 86400), .unit = "s",
     .help = "Leave an unfinished match this long after the signal. 0: no limit, or in a "
             "tournament tournament.match_time."},
    {INT(play, move_time, "0", 0, 30000), .unit = "ms",
     .help = "Shortest time for a decision, randomly lengthened by up to half; a quarter of "
             "it for forced moves. 0: answer at once."},
    {INT(play, ask_after, "180", 1, 86400), .unit = "s",
     .help = "Ask an opponent who has been inactive this long whether they are there."},
    {INT(play, leave_after, "360", 2, 86400), .unit = "s",
     .help = "Leave an inactive opponent after this long; must be more than ask_after. The "
             "match stays saved."},
    {INT(play, set_aside_after, "2", 0, 100), .unit = "times",
     .help = "Set a saved match aside, and play others, after leaving it so often in a row "
             "without a turn played. 0: never."},
    {BOOL(play, observe, "no"), PROGRAM,
     .help = "Play nobody: only log in, watch matches, ask the server what it knows, and "
             "write all of it to log.trace, without addresses and private talk; `play "
             "--observe`. At the end a report says what was unknown."},
    {INT(play, observe_pace, "15", 1, 3600), .unit = "s", PROGRAM,
     .help = "With observe: time between two commands; a match is watched for 40 times as "
             "long."},
    {BOOL(play, show_board, "no"),
     .help = "Draw the board on standard output after each turn."},
    {BOOL(play, redraw_board, "no"),
     .help = "With show_board on a terminal: redraw one board in its place, with the last "
             "turns below it. Send the log to a file then."},

    {TEXT(strength, level, ""), .check = opponents_check_level,
     .help = "Level of play: beginner, novice, casual, intermediate, advanced, expert, "
             "master, grandmaster, world-class, strongest, roller, roller+, roller++, or a "
             "target rating on FIBS from 800 to 2100. With a level, play_ply, cube_ply, noise "
             "and cube_noise are ignored; empty: use them."},
    {CHOICE(strength, spar, "no", "no below equal above"),
     .help = "Play at the opponent's rating, or spar_margin points below or above it, when "
             "the rating is known."},
    {INT(strength, spar_margin, "100", 0, 1000), .unit = "points",
     .help = "Rating difference for \"below\" and \"above\"."},
    {TEXT(strength, opponents, ""), .check = opponents_check,
     .help = "Set the level per opponent: anna=beginner, bert=1700, carl=equal, dora=above, "
             "emil=no. Overrides spar. For many opponents use \"level NAME LEVEL\" lines in "
             "accept.list_file."},
    {INT(strength, play_ply, "2", 0, 4), .unit = "plies",
     .help = "Search depth for checker plays, counted as by GNU Backgammon: 0 is the net "
             "alone."},
    {INT(strength, cube_ply, "2", 0, 4), .unit = "plies", .check = check_cube_ply,
     .help = "Search depth for cube actions: 0, 2 or 4."},
    {CHOICE(strength, roller, "none", "none roller roller+ roller++"),
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
             "first strength.filter line drops all inherited ones. Rows set here override the "
             "old options filter_0 to filter_4. Empty: the engine's default."},
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
    {REAL(strength, noise, "0", 0, 10), .unit = "points",
     .help = "Standard deviation of a random error added to the equity of each play. 0: none; "
             "0.05 is visibly weaker."},
    {REAL(strength, cube_noise, "0", 0, 10), .unit = "points",
     .help = "Standard deviation of a random error added to the equity of a double."},
    {INT(strength, noise_seed, "0", 0, INT_MAX),
     .help = "Seed of the errors of noise, cube_noise and levels: with the same one and the "
             "same dice the same errors are made. 0: another at each start."},
    {INT(strength, threads, "1", 1, 64), .unit = "threads", PROGRAM,
     .help = "Threads per decision. The result does not depend on their number."},
    {INT(strength, pool, "0", 0, 64), .unit = "decisions", PROGRAM,
     .help = "Decisions to work on at the same time, for all accounts together, each with its "
             "own threads. 0: one per account, as far as there are processors."},
    {INT(strength, think_time, "0", 0, 3600000), .unit = "ms",
     .help = "Time limit of a decision (iterative deepening). 0: none."},
    {TEXT(strength, weights, ""), PROGRAM,
     .help = "Folder of nets and tables. Empty: search FIBSBOT_WEIGHTS (environment), the "
             "program's folder and the installed one."},

    {TEXT(talk, greeting, "Hello, I am a computer program. Good luck!"),
     .help = "Greeting at the start of a match."},
    {TEXT(talk, goodbye, "Thank you for the match."),
     .help = "Message at the end of a match."},
    {TEXT(talk, refusal, "Sorry, I do not play that match."),
     .help = "Answer to a refused invitation; the reason follows."},
    {INT(talk, refusal_every, "300", 1, 86400), .unit = "s",
     .help = "Shortest time between two refusals sent to the same user."},
    {BOOL(talk, answer, "yes"),
     .help = "Answer users who tell the bot help, level, stats, rematch, analysis or about. "
             "Programs get no answer."},
    {BOOL(talk, levels, "yes"),
     .help = "Let users choose the bot's level (tell it level NAME or level RATING). The "
             "choice is remembered. strength.opponents overrides it."},
    {BOOL(talk, analysis, "yes"),
     .help = "Tell opponents the analysis of their match when they ask for it. Needs "
             "record.matches."},
    {INT(talk, lines, "10", 0, 100), .unit = "lines",
     .help = "Most lines to tell one user per match, greeting and goodbye included, and again "
             "after it. 0: say nothing."},

    {OPTION(owner, name), .type = OPTION_NAME, .initial = "", FIXED,
     .help = "The user who may give these commands. Empty: nobody."},
    {TEXT(owner, secret_file, ""), FIXED,
     .help = "File whose first line is the secret: 8 to 64 characters without blanks (chmod "
             "600). It is never logged, but FIBS transmits it in clear text."},

    {BOOL(record, matches, "yes"), .reload = OPTION_NEXT_MATCH,
     .help = "Write each match to a file of its own (Jellyfish .mat) while it is played."},
    {TEXT(record, folder, "matches"), .min = 1, .reload = OPTION_NEXT_MATCH,
     .help = "Folder of the match files. Created if missing."},
    {CHOICE(record, group, "match", "match opponent day"), .reload = OPTION_NEXT_MATCH,
     .help = "Layout of the folder: all match files together, or one subfolder per opponent "
             "or per day."},
    {BOOL(record, sgf, "no"), .help = "Also write each match as SGF, under the same name."},
    {CHOICE(record, analysis, "asked", "no asked all"),
     .help = "Matches to analyse into a text (.analysis.txt) and a page with boards "
             "(.analysis.html) beside the match file: none, those whose opponent asks, or all "
             "finished ones. Runs at low priority."},
    {TEXT(record, decisions, ""), FIXED,
     .help = "Append each decision to this file as a line of JSON: position, choice, "
             "alternatives, equities, time. Reopened on SIGHUP. Empty: none."},
    {INT(record, decisions_size, "100", 0, 100000), .unit = "MB", FIXED,
     .help = "Rotate the decisions at this size: FILE becomes FILE.1, FILE.1 becomes FILE.2. "
             "0: never."},
    {INT(record, decisions_files, "9", 1, 99), .unit = "files", FIXED,
     .help = "Number of rotated files of decisions to keep."},
    {INT(record, max_size, "10000", 0, 10000000), .unit = "MB",
     .help = "Remove the oldest match files, with their SGF and analyses, when those in "
             "folder take more than this. Files written within a day stay. 0: no limit."},
    {INT(record, keep_days, "0", 0, 36500), .unit = "days",
     .help = "Remove match files, with their SGF and analyses, this long after they were "
             "written. 0: keep them."},
    {BOOL(record, required, "yes"), FIXED,
     .help = "Do not start when match files or decisions are switched on but cannot be "
             "written. With \"no\" the bot plays and keeps trying."},

    {TEXT(history, file, "history.db"), PROGRAM,
     .help = "Database file. Created if missing and upgraded by newer versions. Several "
             "programs may share it. Empty: no history."},
    {BOOL(history, required, "yes"), PROGRAM,
     .help = "Do not start when the history cannot be opened. With \"no\" the bot plays and "
             "keeps trying."},

    {TEXT(notify, url_file, ""), PROGRAM,
     .help = "File whose first line is the address of the webhook, http or https (chmod 600, "
             "since such addresses are secrets). Empty: no notifications."},
    {TEXT(notify, secret_file, ""), PROGRAM,
     .help = "File whose first line is the signing key (chmod 600). X-Fibsbot-Signature is "
             "\"sha256=\" and the HMAC-SHA256 of X-Fibsbot-Timestamp, a full stop and the "
             "body. Empty: do not sign."},
    {CHOICE(notify, shape, "json", "json discord slack ntfy"), PROGRAM,
     .help = "Format of the message. For ntfy the address ends in the topic: "
             "https://ntfy.sh/TOPIC."},
    {TEXT(notify, events, "start, end, saved, error, disconnect, round, result, finish, stuck"),
     .check = check_events, PROGRAM,
     .help = "Events to report: start, end and saved (of a match), stuck (a saved match is "
             "set aside), error, disconnect; of a tournament round, result (of a match) and "
             "finish."},
    {TEXT(notify, queue, "notifications"), .min = 1, PROGRAM,
     .help = "Folder of unsent notifications: at most 200, kept for a day. Created if "
             "missing."},

    {CHOICE(log, level, "info", "error warning info debug"), .scope = OPTION_GLOBAL,
     .help = "Least important level to log."},
    {TEXT(log, file, ""), PROGRAM,
     .help = "Append the log to this file. Reopened on SIGHUP. Empty: standard error."},
    {INT(log, size, "100", 0, 100000), .unit = "MB", PROGRAM,
     .help = "Rotate the log file at this size: FILE becomes FILE.1, FILE.1 becomes FILE.2. "
             "0: never."},
    {INT(log, files, "3", 1, 99), .unit = "files", PROGRAM,
     .help = "Number of rotated log files to keep."},
    {CHOICE(log, format, "text", "text json"), PROGRAM,
     .help = "Format of a log line: text, or a JSON object with at, level, account, match and "
             "text."},
    {BOOL(log, chat, "no"), .help = "Log what other users say to the bot."},
    {TEXT(log, trace, ""), FIXED,
     .help = "Write the dialogue with the server to this file, with the password masked, for "
             "fibsbot replay. Accounts that share the path write to PATH.NAME. Empty: none."},
    {INT(log, trace_size, "100", 0, 100000), .unit = "MB", FIXED,
     .help = "Rotate the trace at this size: TRACE becomes TRACE.1, TRACE.1 becomes TRACE.2. "
             "0: never."},
    {INT(log, trace_files, "3", 1, 99), .unit = "files", FIXED,
     .help = "Number of rotated traces to keep."},

    {INT(status, port, "0", 0, 65535), PROGRAM,
     .help = "Port of the status page on 127.0.0.1: / for people, /status as JSON, /metrics "
             "for Prometheus, /healthz for health checks. 0: none."},
    {INT(status, offline_limit, "1800", 1, 604800), .unit = "s", PROGRAM,
     .help = "/healthz answers 503 instead of 200 when no account has been logged in for this "
             "long, or the event loop has hung for a minute."},
    {TEXT(status, health_file, ""), PROGRAM,
     .help = "Rewrite this file every 30 seconds for the health check of a container: its age "
             "shows whether the program runs, its line how many accounts are on line and "
             "playing. Removed on exit. Empty: none."},

    {TEXT(tournament, name, "Tournament"), .min = 1, PROGRAM,
     .help = "What tables and the status page call it."},
    {CHOICE(tournament, kind, "round-robin", "round-robin double swiss knock-out"), PROGRAM,
     .help = "Everybody against everybody, once a leg; the same in two legs; a Swiss, which "
             "pairs equal scores and no pair twice; or knock-out, in which the best seeds are "
             "kept apart and have the byes."},
    {INT(tournament, legs, "1", 1, 8), .unit = "legs", PROGRAM,
     .help = "Of a round robin: matches of each pair."},
    {INT(tournament, rounds, "3", 1, 63), .unit = "rounds", PROGRAM,
     .help = "Of a Swiss: at most half the number of entrants."},
    {INT(tournament, length, "5", 1, 99), .unit = "points", PROGRAM,
     .help = "Length of each match."},
    {INT(tournament, draw, "0", 0, 2147483647), PROGRAM,
     .help = "Draw the seeds from this number. 0: the first [entrant NAME] is the first seed, "
             "and so on."},
    {OPTION(tournament, director), .type = OPTION_NAME, .initial = "", PROGRAM,
     .help = "Account of the director, which does not play: it tells foreign entrants whom to "
             "invite and hears results. An [account NAME] of this name sets its password "
             "file. Required unless --local."},
    {TEXT(tournament, file, "tournament.db"), .min = 1, PROGRAM,
     .help = "Database of the tournament. Created if missing; one that exists is continued."},
    {TEXT(tournament, open_until, ""), .check = moment_check, PROGRAM,
     .help = "Until then users may send the director \"register\", and then it starts: "
             "2027-01-30 20:00, local time. Empty: it starts at once with the entrants of the "
             "file."},
    {INT(tournament, entrants_max, "32", 2, 64), .unit = "entrants", PROGRAM,
     .help = "With open_until: entrants at most, those of the file included."},
    {INT(tournament, reminder, "180", 10, 86400), .unit = "s", PROGRAM,
     .help = "Remind a player who has not begun their match after this long."},
    {INT(tournament, no_show, "420", 20, 604800), .unit = "s", PROGRAM,
     .help = "Forfeit the match of a player who has not begun it after this long; must be "
             "more than reminder."},
    {INT(tournament, away, "420", 20, 604800), .unit = "s", PROGRAM,
     .help = "Forfeit the match of a player who has left it for this long."},
    {INT(tournament, away_times, "3", 0, 1000), .unit = "times", PROGRAM,
     .help = "Forfeit the match of a player who leaves it this often. 0: never."},
    {INT(tournament, match_time, "2700", 60, 604800), .unit = "s", PROGRAM,
     .help = "After this long a match that nobody plays any more, or in which nothing moves, "
             "is over."},

    {BOOL(entrant, foreign, "no"), FIXED,
     .help = "The entrant is somebody else's account, a person or a bot. Needs a director."},

    {INT(connection, connect_timeout, "30", 1, 600), .unit = "s", FIXED,
     .help = "Time limit for connecting."},
    {INT(connection, keepalive, "90", 5, 3600), .unit = "s", FIXED,
     .help = "Send a keep-alive after this idle time."},
    {INT(connection, silence, "240", 10, 7200), .unit = "s", FIXED,
     .help = "Reconnect after this long without input; must be more than keepalive."},
    {INT(connection, acknowledge, "1500", 100, 60000), .unit = "ms", FIXED,
     .help = "Longest time to wait for the answer to a command before the next is sent."},
    {INT(connection, backoff_first, "10", 1, 3600), .unit = "s", FIXED,
     .help = "Delay before the first attempt to reconnect; it doubles after each, up to "
             "backoff_max."},
    {INT(connection, backoff_max, "900", 1, 86400), .unit = "s", FIXED,
     .help = "Longest delay between attempts to reconnect."},
    {INT(connection, elsewhere_pause, "1800", 1, 604800), .unit = "s", FIXED,
     .help = "When another log-in of the same name has replaced the bot's: time before the "
             "bot logs in again."},
    {INT(connection, elsewhere_tries, "1", 0, 1000), .unit = "tries", FIXED,
     .help = "Log in again this many times after that, then end the account. A session as "
             "long as elsewhere_pause restores the tries."},
};
/* clang-format on */
const int option_count = (int)(sizeof options / sizeof options[0]);
_Static_assert(sizeof options / sizeof options[0] <= CONFIG_OPTIONS_MAX,
               "CONFIG_OPTIONS_MAX is too small");
